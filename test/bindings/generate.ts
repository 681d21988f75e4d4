// The generator of declaration sets; see declarations.ts for what it makes.

import type {
  Block,
  Declaration,
  Func,
  Instance,
  Program,
  Register,
  Statement,
  StructType,
  Variable,
} from './declarations.ts'

/** Spelling, register letter, a use as a float (`@` is the resource, `I` an index), a write where there is one. */
const KINDS: readonly (readonly [kind: string, letter: string, read: string, write?: string])[] = [
  ['RWBuffer<float>', 'u', '@[I]', '@[I] = acc;'],
  ['RWBuffer<float4>', 'u', '@[I].y', '@[I] = acc;'],
  ['RWBuffer<int>', 'u', '@[I]', '@[I] = (int)acc;'],
  ['RWStructuredBuffer<El>', 'u', '@[I].b', '@[I].b = acc;'],
  ['RWStructuredBuffer<float>', 'u', '@[I]', '@[@.IncrementCounter()] = acc;'],
  ['RWByteAddressBuffer', 'u', 'asfloat(@.Load(4 * I))', '@.Store(4 * I, asuint(acc));'],
  ['RWTexture2D<float>', 'u', '@[uint2(I, 1)]', '@[uint2(I, 2)] = acc;'],
  ['AppendStructuredBuffer<float>', 'u', '', '@.Append(acc);'],
  ['Buffer<float4>', 't', '@[I].x'],
  ['StructuredBuffer<El>', 't', '@[I].a.z'],
  ['ByteAddressBuffer', 't', 'asfloat(@.Load(4 * I))'],
  ['Texture2D', 't', '@.Load(int3(I, 0, 0)).x'],
  ['Texture2D<float>', 't', '@[uint2(I, I)]'],
  ['Texture3D<float4>', 't', '@.Load(int4(I, 0, 0, 0)).x'],
  ['TextureBuffer<El>', 't', '@.a.x'],
  ['ConstantBuffer<El>', 'b', '@.b'],
  ['SamplerState', 's', 'TEX.SampleLevel(@, 0.5, 0).x'],
  ['SamplerComparisonState', 's', 'TEX.SampleCmpLevelZero(@, 0.5, 0.5)'],
]
const INSIDE = KINDS.filter(([kind]) => !/^(Constant|Texture)Buffer/.test(kind))

const MAX = 0xffffffff

class Random {
  #state: number

  constructor(seed: number) {
    this.#state = (seed * 2654435761 + 12345) >>> 0
  }
  below(n: number): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0
    let z = this.#state
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
    return ((z ^ (z >>> 15)) >>> 0) % n
  }
  one(odds: number): boolean {
    return this.below(odds) === 0
  }
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }
}

/** Something a use can name: an expression without the indices, which arrays stand where, and the way to read and write it. */
interface Target {
  readonly root: string
  readonly parts: readonly (string | number)[]
  readonly kind: string
  readonly isMember: boolean
}

class Generator {
  readonly #r: Random
  readonly #amount: number
  readonly #structs: StructType[] = []
  readonly #declarations: Declaration[] = []
  readonly #targets: Target[] = []
  #count = 0
  /** How this program likes its registers: none, few, many; high numbers. */
  readonly #explicitOdds: number
  readonly #high: boolean

  constructor(seed: number, amount: number) {
    this.#r = new Random(seed)
    this.#amount = amount
    this.#explicitOdds = this.#r.pick([2, 3, 6, 20])
    this.#high = this.#r.one(8)
  }

  program(): Program {
    const r = this.#r
    const structs = r.pick([0, 0, 1, 2, 3])
    for (let i = 0; i < structs; i++) this.#addStruct()
    const n = 2 + r.below(this.#amount)
    for (let i = 0; i < n; i++) this.#addDeclaration()
    return {
      declarations: this.#declarations,
      functions: this.#functions(),
      profile: r.pick(['cs_6_0', 'cs_6_0', 'cs_6_2', 'cs_6_6', 'cs_6_6']),
      autoSpace: r.one(12) ? r.below(4) : undefined,
    }
  }

  #name(prefix: string): string {
    return `${prefix}${this.#count++}`
  }

  #dims(unbounded: boolean): number[] {
    const r = this.#r
    if (!r.one(3)) return []
    const dims = [1 + r.below(5)]
    if (r.one(3)) dims.push(1 + r.below(3))
    if (unbounded && r.one(4)) dims[0] = -1
    return dims
  }

  #number(): number {
    const r = this.#r
    if (!this.#high || r.one(3)) return r.below(r.pick([4, 12, 40]))
    return r.pick([
      MAX - r.below(8),
      MAX,
      MAX - 1,
      MAX,
      0x7fffffff + r.below(3),
      1e6 + r.below(5),
      MAX + 1 + r.below(2),
    ])
  }

  #registers(letter: string, spaces = true): Register[] {
    const r = this.#r
    if (!r.one(this.#explicitOdds)) {
      if (!spaces || !r.one(6)) return []
      return [{ letter: undefined, number: 0, space: r.below(3) }]
    }
    const high = this.#high && r.one(5) ? MAX - r.below(3) : r.below(3)
    return [{ letter, number: this.#number(), space: spaces && r.one(3) ? high : undefined }]
  }

  // ---- declarations ------------------------------------------------------------------------------------------------------------------

  #addStruct(): void {
    const r = this.#r
    const fields: (Variable | Instance)[] = []
    const n = 1 + r.below(4)
    for (let i = 0; i < n; i++) {
      const name = this.#name('f')
      if (this.#structs.length > 0 && r.one(4))
        fields.push({
          what: 'instance',
          name,
          type: r.pick(this.#structs).name,
          dims: this.#smallDims(),
          registers: [],
        })
      else if (r.one(6))
        fields.push({ what: 'variable', name, kind: r.pick(['float', 'float3', 'int']), dims: [], registers: [] })
      else fields.push({ what: 'variable', name, kind: r.pick(INSIDE)[0], dims: this.#smallDims(), registers: [] })
    }
    const base = this.#structs.length > 0 && r.one(3) ? r.pick(this.#structs).name : undefined
    const struct: StructType = { what: 'struct', name: this.#name('S'), base, fields }
    this.#structs.push(struct)
    this.#declarations.push(struct)
  }

  #smallDims(): number[] {
    return this.#r.one(3) ? [1 + this.#r.below(3), ...(this.#r.one(4) ? [2] : [])] : []
  }

  #addDeclaration(): void {
    const r = this.#r
    if (this.#structs.length > 0 && r.one(3)) return void this.#addInstance()
    if (r.one(8)) return void this.#addBlock()
    const [kind, letter] = r.pick(KINDS)
    const name = this.#name('v')
    const dims = this.#dims(true)
    const variable: Variable = { what: 'variable', name, kind, dims, registers: this.#registers(letter) }
    this.#declarations.push(variable)
    this.#targets.push({ root: name, parts: [name, ...dims], kind, isMember: false })
  }

  #instance(registers: readonly Register[]): Instance {
    return {
      what: 'instance',
      name: this.#name('s'),
      type: this.#r.pick(this.#structs).name,
      dims: this.#smallDims(),
      registers,
    }
  }

  #addInstance(): void {
    const r = this.#r
    const registers: Register[] = []
    for (const letter of ['t', 'u', 's'])
      if (r.one(this.#explicitOdds)) registers.push({ letter, number: this.#number(), space: undefined })
    const instance = this.#instance(registers)
    this.#declarations.push(instance)
    this.#targetsOf(instance.name, [instance.name, ...instance.dims], instance.type)
  }

  #addBlock(): void {
    const r = this.#r
    const keyword = r.pick(['cbuffer', 'cbuffer', 'tbuffer'] as const)
    const members: (Variable | Instance)[] = []
    const name = this.#name('B')
    for (let i = 1 + r.below(3); i > 0; i--) {
      const member = this.#name('m')
      if (this.#structs.length > 0 && r.one(4)) {
        const instance = this.#instance([])
        members.push(instance)
        this.#targetsOf(name, [instance.name, ...instance.dims], instance.type)
      } else if (r.one(4)) {
        const [kind, letter] = r.pick(INSIDE)
        const dims = this.#smallDims()
        const registers = r.one(4) ? [{ letter, number: this.#number(), space: undefined }] : []
        members.push({ what: 'variable', name: member, kind, dims, registers })
        this.#targets.push({ root: name, parts: [member, ...dims], kind, isMember: true })
      } else {
        members.push({
          what: 'variable',
          name: member,
          kind: r.pick(['float', 'float4', 'int2']),
          dims: [],
          registers: [],
        })
        this.#targets.push({ root: name, parts: [member], kind: 'float', isMember: true })
      }
    }
    const block: Block = {
      what: 'block',
      keyword,
      name,
      members,
      registers: this.#registers(keyword === 'cbuffer' ? 'b' : 't'),
    }
    this.#declarations.push(block)
  }

  #targetsOf(root: string, parts: readonly (string | number)[], type: string): void {
    const struct = this.#structs.find(s => s.name === type)!
    if (struct.base) this.#targetsOf(root, parts, struct.base)
    for (const f of struct.fields) {
      const inner = [...parts, `.${f.name}`, ...f.dims]
      if (f.what === 'instance') this.#targetsOf(root, inner, f.type)
      else this.#targets.push({ root, parts: inner, kind: f.kind, isMember: true })
    }
  }

  // ---- uses --------------------------------------------------------------------------------------------------------------------------

  #functions(): Func[] {
    const r = this.#r
    const functions: Func[] = []
    for (let i = r.pick([0, 0, 1, 2, 3]); i > 0; i--)
      functions.push({ name: this.#name('fn'), body: this.#body(functions, 2) })
    functions.push({ name: 'main', body: this.#body(functions, 2 + r.below(this.#amount)) })
    return functions
  }

  #body(callees: readonly Func[], size: number): Statement[] {
    const body: Statement[] = []
    for (let i = 0; i < size; i++) body.push(this.#statement(callees, 2))
    return body
  }

  #statement(callees: readonly Func[], depth: number): Statement {
    const r = this.#r
    if (callees.length > 0 && r.one(4)) return { what: 'call', callee: r.pick(callees).name }
    if (depth > 0 && r.one(5)) {
      const what = r.pick(['if', 'if', 'loop', 'never'] as const)
      const condition = what === 'never' ? r.pick(['false', 'acc < 1 && false']) : `i > ${r.below(7)}`
      return {
        what,
        condition,
        body: Array.from({ length: 1 + r.below(2) }, () => this.#statement(callees, depth - 1)),
      }
    }
    return this.#use()
  }

  #use(): Statement {
    const r = this.#r
    const target = r.pick(this.#targets)
    if (!target) return { what: 'use', text: 'acc += 1;', roots: [] }
    const row = KINDS.find(([kind]) => kind === target.kind)
    const at = this.#path(target)
    if (!row) return { what: 'use', text: `acc += ${at}.x;`, roots: [target.root] }
    const [, , read, write] = row
    const index = r.pick(['i', '0', '1', 'i + 1'])
    let text = write && (read === '' || r.one(3)) ? write : `acc += ${read};`
    const roots = [target.root]
    if (text.includes('TEX')) {
      const textures = this.#targets.filter(t => t.kind === 'Texture2D' || t.kind === 'Texture2D<float>')
      if (textures.length === 0) return { what: 'use', text: 'acc += 2;', roots: [] }
      const texture = r.pick(textures)
      roots.push(texture.root)
      text = text.replace('TEX', this.#path(texture))
    }
    return { what: 'use', text: text.replaceAll('@', at).replace(/\bI\b/g, index), roots }
  }

  #path({ parts, isMember }: Target): string {
    const r = this.#r
    let text = ''
    for (const part of parts) {
      if (typeof part === 'string') text += part
      else if (!isMember && r.one(3)) text += '[i]'
      else if (isMember && r.one(120)) text += '[i]'
      else text += `[${r.below(part < 0 ? 12 : part)}]`
    }
    return text
  }
}

/** The program of a seed; `amount` bounds the number of declarations and uses. */
export const generate = (seed: number, amount: number): Program => new Generator(seed, amount).program()
