// Random declarations of constant and structured buffers, and a main that reads random parts of them. Same seed, same program.

import { Seeded } from '../corpus/seeded.ts'
import type { Resource } from '../oracle/d3d12.ts'
import type { Case } from './check.ts'
import type { DxcBug } from './dxc_bugs.ts'
import { pattern } from './pattern.ts'

interface ScalarT {
  readonly k: 'scalar'
  readonly name: string
}
interface VectorT {
  readonly k: 'vector'
  readonly of: string
  readonly n: number
}
interface MatrixT {
  readonly k: 'matrix'
  readonly of: string
  readonly r: number
  readonly c: number
  /** How it is written: with an orientation, or through a typedef. */
  readonly spelling: string
}
interface ArrayT {
  readonly k: 'array'
  readonly of: T
  readonly n: number
}
interface StructT {
  readonly k: 'struct'
  readonly name: string
  readonly members: readonly Member[]
  readonly empty: boolean
  /** How many of the members, the first ones, are the base's. */
  readonly inherited?: number
}
interface EnumT {
  readonly k: 'enum'
  readonly name: string
  readonly of: string
}
/** A resource as a member, which is never read. */
interface ViewT {
  readonly k: 'view'
  readonly name: string
}
type T = ScalarT | VectorT | MatrixT | ArrayT | StructT | EnumT | ViewT

interface Member {
  readonly name: string
  readonly t: T
}

/** Where a value that is read lies. */
interface From {
  /** In a variable. */
  readonly copied: boolean
  /** In a constant or texture buffer, so rows count. */
  readonly constants: boolean
  /** At the start of a row: an array's element. */
  readonly row: boolean
  /** Never at a run-time index: rows and columns of matrices, which DXC reads as a whole, and those of 64 bits at wrong places. */
  readonly fixed?: boolean
  /** Reached through an element of an array of buffer views, there perhaps through a member of a base. */
  readonly view?: 'own' | 'inherited' | undefined
}

/** What a seed may contain. */
export interface Choice {
  readonly profile: string
  readonly native16Bit: boolean
  readonly rowMajor: boolean
  /** Reads what DXC is known to read from the wrong place; then only tables and definitions say something. */
  readonly misread: boolean
  /** Indexes copies at run time: DXC reads the buffer at that index, dxilkit copies first; values say what counts. */
  readonly copies: boolean
}

export function choiceOf(seed: number): Choice {
  const r = new Seeded(seed ^ 0x51ab)
  const native16Bit = r.int(0, 3) === 0
  const profile = native16Bit
    ? ['cs_6_2', 'cs_6_5', 'cs_6_6'][r.int(0, 2)]!
    : ['cs_6_0', 'cs_6_0', 'cs_6_2', 'cs_6_5', 'cs_6_6'][r.int(0, 4)]!
  const rowMajor = r.int(0, 3) === 0
  return { profile, native16Bit, rowMajor, misread: r.int(0, 11) === 0, copies: r.int(0, 7) === 0 }
}

const PLAIN = ['float', 'float', 'float', 'int', 'uint', 'bool', 'half', 'double', 'int64_t', 'uint64_t'] as const
const MIN = ['min16float', 'min16int', 'min16uint', 'min10float', 'min12int'] as const
const NATIVE = ['float16_t', 'int16_t', 'uint16_t', 'half', 'float16_t'] as const

export function generate(seed: number): Case {
  return new Generator(seed).run()
}

class Generator {
  readonly #r: Seeded
  readonly #choice: Choice
  readonly #lines: string[] = []
  readonly #structs: StructT[] = []
  readonly #enums: EnumT[] = []
  readonly #typedefs: MatrixT[] = []
  readonly #roots: {
    readonly text: string
    readonly t: T
    readonly constants: boolean
    readonly copied?: boolean
    readonly isView?: boolean
  }[] = []
  readonly #inputs: Resource[] = []
  readonly #main: string[] = []
  readonly #bugs = new Set<DxcBug>()
  /** Whether structs and blocks have resources among their members. */
  readonly #views: boolean
  #names = 0
  #out = 0
  #temps = 0
  readonly #registers = { b: 0, t: 0 }
  #template = false
  #hasTextureBuffer = false
  #hasPragma = false

  constructor(seed: number) {
    this.#r = new Seeded(seed)
    this.#choice = choiceOf(seed)
    // With native 16-bit types DXC leaves the classes of such members in the annotated struct.
    this.#views = !this.#choice.native16Bit && this.#r.int(0, 5) === 0
  }

  #int(low: number, high: number): number {
    return this.#r.int(low, high)
  }
  /** True once in n. */
  #once(n: number): boolean {
    return this.#int(1, n) === 1
  }
  #pick<X>(list: readonly X[]): X {
    return list[this.#int(0, list.length - 1)]!
  }
  #name(prefix: string): string {
    return `${prefix}${this.#names++}`
  }

  run(): Case {
    this.#lines.push('RWByteAddressBuffer o : register(u0);')
    const structs = this.#int(0, 4)
    for (let i = 0; i < structs; i++) this.#declareType()
    const buffers = this.#int(1, 4)
    for (let i = 0; i < buffers; i++) {
      if (this.#once(5)) this.#declareType()
      if (this.#once(8)) {
        this.#lines.push(`#pragma pack_matrix(${this.#pick(['row_major', 'column_major'])})`)
        this.#hasPragma = true
      }
      this.#declareBuffer()
    }
    this.#uses()
    const source = [
      ...this.#lines,
      '[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {',
      `  uint at = id.x * ${Math.max(4, this.#out)};`,
      ...this.#main.map(line => `  ${line}`),
      '}',
    ].join('\n')
    const { profile, native16Bit, rowMajor, copies } = this.#choice
    // The runtime knows no texture buffers, native 16-bit types or handles of shader model 6.6.
    const runs = !native16Bit && profile !== 'cs_6_6' && !this.#hasTextureBuffer
    return {
      source,
      profile,
      native16Bit,
      rowMajor,
      bugs: [...this.#bugs],
      copies,
      ...(runs ? { inputs: this.#inputs, outputBytes: 3 * Math.max(4, this.#out), threads: 3 } : {}),
    }
  }

  // ---- types -------------------------------------------------------------------------------------------------------------------------

  #scalarName(): string {
    const kind = this.#int(0, 9)
    if (kind < 3 && this.#choice.native16Bit) return this.#pick(NATIVE)
    if (kind < 2) return this.#pick(MIN)
    return this.#pick(PLAIN)
  }

  #numeric(): T {
    const kind = this.#int(0, 9)
    const of = this.#scalarName()
    if (kind < 3) return { k: 'scalar', name: of }
    if (kind < 7) return { k: 'vector', of, n: this.#once(8) ? 1 : this.#int(2, 4) }
    if (this.#typedefs.length && this.#once(5)) return this.#pick(this.#typedefs)
    return this.#matrix(of)
  }

  #matrix(of: string): MatrixT {
    const [r, c] = [this.#int(1, 4), this.#int(1, 4)]
    const order = this.#pick(['', '', 'row_major ', 'column_major '])
    const spelling = this.#once(6) ? `matrix<${of}, ${r}, ${c}>` : `${of}${r}x${c}`
    return { k: 'matrix', of, r, c, spelling: order + spelling }
  }

  #type(structs = true): T {
    const kind = this.#int(0, 11)
    if (kind < 2) {
      const of = this.#type(structs)
      return of.k === 'array' && of.of.k === 'array' ? of : { k: 'array', of, n: this.#int(1, 4) }
    }
    if (kind < 5 && structs && this.#structs.length) return this.#pick(this.#structs)
    if (kind === 5 && this.#enums.length) return this.#pick(this.#enums)
    if (kind === 6 && structs && this.#template) return this.#instance()
    return this.#numeric()
  }

  /** P<T> of the fixed template. */
  #instance(): StructT {
    const arg = this.#pick(['float', 'float3', 'double', 'int2', 'bool'] as const)
    const n = /\d$/.test(arg) ? Number(arg.at(-1)) : 0
    const of = arg.replace(/\d$/, '')
    const t: T = n ? { k: 'vector', of, n } : { k: 'scalar', name: of }
    const members: Member[] = [
      { name: 'ta', t },
      { name: 'tb', t: { k: 'scalar', name: 'float' } },
      { name: 'tc', t: { k: 'array', of: t, n: 2 } },
    ]
    return { k: 'struct', name: `P<${arg} >`, members, empty: false }
  }

  /** Mostly structured buffers, which DXC keeps room for. */
  #view(): T {
    const of = this.#type()
    // The matrix' name is all that tells its orientation, and arrays are no elements.
    const element = of.k === 'array' || of.k === 'matrix' || isEmpty(of) || holdsView(of) ? 'float3' : spell(of)
    const word = this.#pick(['', '', 'RW', 'Append', 'Consume'])
    const name = this.#once(5)
      ? this.#pick(['Texture2D', 'Buffer<float4>', 'ByteAddressBuffer', 'SamplerState'])
      : `${word}StructuredBuffer<${element} >`
    let t: T = { k: 'view', name }
    while (this.#once(4)) t = { k: 'array', of: t, n: this.#int(1, 3) }
    return t
  }

  #declareType(): void {
    const kind = this.#int(0, 9)
    if (kind === 0) {
      const of = this.#pick(['uint', 'int'])
      const name = this.#name('E')
      this.#lines.push(`enum ${name}${this.#once(2) ? ` : ${of}` : ''} { ${name}a, ${name}b = 5 };`)
      this.#enums.push({ k: 'enum', name, of })
    } else if (kind === 1) {
      const t = this.#matrix(this.#scalarName())
      const name = this.#name('M')
      this.#lines.push(`typedef ${t.spelling} ${name};`)
      this.#typedefs.push({ ...t, spelling: name })
    } else if (kind === 2 && !this.#template) {
      this.#template = true
      this.#lines.push('template<typename T> struct P { T ta; float tb; T tc[2]; };')
    } else this.#struct()
  }

  #struct(): void {
    const name = this.#name('S')
    const inner = this.#once(6) ? this.#name('N') : ''
    const base = this.#structs.length && this.#once(3) ? this.#pick(this.#structs) : undefined
    const members: Member[] = base ? [...base.members] : []
    const body: string[] = []
    if (this.#once(12)) body.push('  static const int k = 3;')
    const count = this.#once(14) ? 0 : this.#int(1, 5)
    for (let i = 0; i < count; i++) {
      if (this.#once(10)) this.#bitFields(body, members)
      const m: Member = { name: this.#name('f'), t: this.#views && this.#once(4) ? this.#view() : this.#type() }
      // DXC goes round for ever copying structs that hold arrays of empty ones.
      if (m.t.k === 'array' && isEmpty(m.t) && !holdsView(m.t)) continue
      body.push(`  ${declare(m.t, m.name)};`)
      members.push(m)
    }
    if (this.#once(10)) body.push('  float area() { return 1; }')
    const full = inner ? `${inner}::${name}` : name
    const text = `struct ${name}${base ? ` : ${base.name}` : ''} {\n${body.join('\n')}\n};`
    this.#lines.push(inner ? `namespace ${inner} { ${text} }` : text)
    this.#structs.push({
      k: 'struct',
      name: full,
      members,
      empty: members.every(m => isEmpty(m.t)),
      inherited: base?.members.length ?? 0,
    })
  }

  /** Some bit fields, which are read as scalars; now and then one without a name, or the end of an integer. */
  #bitFields(body: string[], members: Member[]): void {
    const words = [
      'uint',
      'uint',
      'int',
      'bool',
      'uint64_t',
      'int64_t',
      ...(this.#choice.native16Bit ? ['uint16_t'] : []),
    ]
    for (let n = this.#int(1, 4); n > 0; n--) {
      const of = this.#pick(words)
      const bits = of.includes('64') ? 64 : of.includes('16') ? 16 : 32
      const width = this.#once(6) ? bits : this.#int(1, Math.min(bits, 20))
      if (this.#once(6)) body.push(`  ${of} : ${this.#once(3) ? 0 : width};`)
      const m: Member = { name: this.#name('f'), t: { k: 'scalar', name: of } }
      body.push(`  ${of} ${m.name} : ${width};`)
      members.push(m)
    }
  }

  // ---- buffers -----------------------------------------------------------------------------------------------------------------------

  #declareBuffer(): void {
    const kind = this.#int(0, 13)
    if (kind < 5) this.#block('cbuffer')
    else if (kind < 7) this.#loose()
    else if (kind < 8) this.#block('tbuffer')
    else if (kind < 10 && this.#structs.length) this.#object('ConstantBuffer')
    else if (kind < 11 && this.#structs.length) this.#object('TextureBuffer')
    else this.#structured()
  }

  #block(word: 'cbuffer' | 'tbuffer'): void {
    const name = this.#once(10) ? 'CBx' : this.#name('CB')
    const letter = word === 'cbuffer' ? 'b' : 't'
    const register = this.#registers[letter]++
    const body: string[] = []
    const packed = this.#once(3)
    let row = 0
    const scope = this.#once(10) ? this.#name('N') : ''
    const count = this.#int(1, 6)
    for (let i = 0; i < count; i++) {
      const m: Member = { name: this.#name('m'), t: this.#views && this.#once(5) ? this.#view() : this.#type() }
      let place = ''
      if (packed && !this.#once(12)) {
        const lane = this.#lane(m.t)
        const letters = this.#pick(['xyzw', 'rgba'])
        place = ` : packoffset(c${row}${lane || this.#once(3) ? `.${letters[lane]}` : ''})`
        row += this.#once(25) ? 0 : Math.max(1, rowsOf(m.t)) + (this.#once(5) ? this.#int(0, 3) : 0)
      }
      if (this.#once(12) && m.t.k === 'vector') body.push(`  ${declare(m.t, m.name)}${place} = 1;`)
      else body.push(`  ${declare(m.t, m.name)}${place};`)
      // DXC hoists members out of the namespace.
      this.#roots.push({ text: m.name, t: m.t, constants: true })
    }
    if (this.#once(12)) body.push(`  static float ${this.#name('st')} = 2;`)
    if (this.#once(14)) body.push(`  float ${this.#name('fn')}() { return 1; }`)
    if (!this.#choice.native16Bit && this.#once(20)) body.push(`  Texture2D<float4> ${this.#name('tx')};`)
    const text = `${word} ${name} : register(${letter}${register}) {\n${body.join('\n')}\n}${this.#once(3) ? ';' : ''}`
    this.#lines.push(scope ? `namespace ${scope} { ${text} }` : text)
    this.#input(word, register)
  }

  /** Mostly one that fits. */
  #lane(t: T): number {
    if (this.#once(40)) {
      const lane = this.#int(0, 3)
      if (lane % 2 === 1 && (t.k === 'scalar' ? wide(t.name) : t.k === 'vector' && wide(t.of)))
        this.#bugs.add('64-bit value at an odd lane')
      if (t.k === 'vector' && t.n > 1 && wide(t.of) && lane > 0) this.#bugs.add('64-bit vector across a row')
      return lane
    }
    if (t.k === 'scalar' && this.#once(2)) return wide(t.name) ? 2 * this.#int(0, 1) : this.#int(0, 3)
    return t.k === 'vector' && this.#once(2) && !wide(t.of) ? this.#int(0, 4 - t.n) : 0
  }

  #loose(): void {
    const count = this.#int(1, 5)
    for (let i = 0; i < count; i++) {
      const m: Member = { name: this.#name('g'), t: this.#type() }
      const place = this.#once(12) ? ` : register(c${this.#int(0, 30)})` : ''
      const word = this.#pick(['', '', '', 'const ', 'uniform ', 'extern '])
      this.#lines.push(`${word}${declare(m.t, m.name)}${place};`)
      this.#roots.push({ text: m.name, t: m.t, constants: true })
    }
  }

  #object(word: string): void {
    const t = this.#pick(this.#structs)
    if (t.empty || holdsView(t)) return
    const name = this.#name('c')
    const letter = word === 'ConstantBuffer' ? 'b' : 't'
    const register = this.#registers[letter]++
    const many = this.#once(4) ? this.#int(2, 3) : 0
    if (many) this.#registers[letter] += many - 1
    this.#lines.push(`${word}<${t.name} > ${name}${many ? `[${many}]` : ''} : register(${letter}${register});`)
    this.#roots.push({ text: many ? `${name}[${this.#int(0, many - 1)}]` : name, t, constants: true, isView: many > 0 })
    for (let i = 0; i < Math.max(1, many); i++)
      this.#input(word === 'ConstantBuffer' ? 'cbuffer' : 'tbuffer', register + i)
  }

  #structured(): void {
    const t = this.#type()
    if (isEmpty(t) || holdsView(t)) return
    if (t.k === 'array') return
    // What a typedef of half matrices was called is forgotten: half is float without native 16-bit types.
    if (t.k === 'matrix' && t.of === 'half') return
    const name = this.#name('b')
    const register = this.#registers.t++
    if (this.#once(4)) {
      this.#lines.push(`ByteAddressBuffer ${name} : register(t${register});`)
      const address = this.#pick(['8', '16', 'id.x * 64', 'id.x * 8 + 24'])
      const text = `${name}.Load<${spell(t)} >(${address})`
      const temp = `v${this.#temps++}`
      this.#main.push(`${declare(t, temp)} = ${text};`)
      this.#roots.push({ text: temp, t, constants: false, copied: true })
      this.#inputs.push({ kind: 'srv', type: 'raw', register, data: pattern(2048) })
      return
    }
    this.#lines.push(`StructuredBuffer<${spell(t)} > ${name} : register(t${register});`)
    const index = this.#pick(['0', '1', 'id.x', 'id.x + 1'])
    this.#roots.push({ text: `${name}[${index}]`, t, constants: false })
    this.#inputs.push({ kind: 'srv', type: 'structured', register, stride: 0, data: pattern(8192) })
  }

  #input(word: 'cbuffer' | 'tbuffer', register: number): void {
    const data = pattern(word === 'cbuffer' ? 65536 : 16384)
    if (word === 'cbuffer') this.#inputs.push({ kind: 'cbv', register, data })
    else this.#hasTextureBuffer = true
  }

  // ---- uses --------------------------------------------------------------------------------------------------------------------------

  #uses(): void {
    for (const root of this.#roots) {
      const count = this.#once(3) ? 0 : this.#int(1, 3)
      for (let i = 0; i < count; i++)
        this.#use(root.text, root.t, {
          copied: root.copied ?? false,
          constants: root.constants,
          row: false,
          view: root.isView ? 'own' : undefined,
        })
    }
  }

  /** Reads one leaf somewhere inside, or copies the whole first. */
  #use(text: string, t: T, from: From): void {
    if (isEmpty(t)) return
    if (!from.copied && this.#once(6) && !holdsView(t)) this.#useCopy(text, t, from)
    else if (t.k === 'scalar' || t.k === 'enum') this.#store(text, t.k === 'scalar' ? t.name : 'uint')
    else if (t.k === 'vector') this.#vector(text, t, from)
    else if (t.k === 'matrix') this.#matrixUse(text, t, from)
    else if (t.k === 'array') this.#use(`${text}[${this.#index(t.n, from)}]`, t.of, { ...from, row: true })
    else if (t.k === 'struct') {
      const m = this.#pick(t.members.filter(member => !isEmpty(member.t)))
      const isInherited = t.members.indexOf(m) < (t.inherited ?? 0)
      this.#use(`${text}.${m.name}`, m.t, {
        ...from,
        row: false,
        view: from.view && isInherited ? 'inherited' : from.view,
      })
    }
  }

  #useCopy(text: string, t: T, from: From): void {
    if (t.k === 'array' && this.#hasPragma && isMatrices(t) && !this.#may('arrays of matrices of another orientation'))
      return
    if (from.view === 'inherited' && holdsMatrices(t) && !this.#may('inherited matrices of view arrays')) return
    const temp = `v${this.#temps++}`
    this.#main.push(`${declare(t, temp)} = ${text};`)
    this.#use(temp, t, { ...from, copied: true })
    this.#use(temp, t, { ...from, copied: true })
  }

  #index(n: number, from: From): string {
    const mayBeDynamic = !from.fixed && (!from.copied || this.#choice.copies)
    // Of a single element there is no other index: `min(id.x, 0u)` is 0, which DXC does not see.
    return mayBeDynamic && this.#once(3) && n > 1 ? `min(id.x, ${n - 1}u)` : String(this.#int(0, n - 1))
  }

  /** True when the program may do what DXC gets wrong; it is marked then. */
  #may(bug: DxcBug): boolean {
    if (this.#choice.misread) this.#bugs.add(bug)
    return this.#choice.misread
  }

  #vector(text: string, t: VectorT, from: From): void {
    const lane = this.#int(0, t.n - 1)
    const isWide = from.constants && wide(t.of)
    if (isWide && t.n === 1 && !this.#may('64-bit vector of one component')) return
    const isIndexed =
      t.n > 1 && this.#once(8) && (!isWide || t.n === 2 || this.#may('indexed component of a 64-bit vector'))
    const isFixed = isWide || (t.of === 'bool' && from.constants && !this.#may('run-time component of a bool vector'))
    if (isIndexed) this.#store(`${text}[${this.#index(t.n, isFixed ? { ...from, fixed: true } : from)}]`, t.of)
    else if (t.n > 1 && this.#once(3)) for (let i = 0; i < t.n; i++) this.#store(`${text}.${'xyzw'[i]}`, t.of)
    else this.#store(`${text}.${'xyzw'[lane]}`, t.of)
  }

  #matrixUse(text: string, t: MatrixT, from: From): void {
    if (!this.#isRead(t, from)) return
    const [r, c] = [this.#int(0, t.r - 1), this.#int(0, t.c - 1)]
    const kind = this.#int(0, 5)
    const fixed = { ...from, fixed: kind > 1 || !this.#mayIndex(t) }
    if (kind === 0) this.#store(`${text}[${this.#index(t.r, fixed)}][${c}]`, t.of)
    else if (kind === 1) this.#store(`${text}[${r}][${this.#index(t.c, fixed)}]`, t.of)
    else if (kind === 2) for (let i = 0; i < t.c; i++) this.#store(`${text}._m${r}${i}`, t.of)
    else if (kind === 3) this.#store(`transpose(${text})[${c}][${r}]`, t.of)
    else this.#store(`${text}._m${r}${c}`, t.of)
  }

  /** Whether a matrix there may be read at all. */
  #isRead(t: MatrixT, from: From): boolean {
    const isHalf = this.#choice.native16Bit && /16|half/.test(t.of)
    if (!from.constants) return !isHalf || this.#may('element of a native 16-bit matrix')
    if ((t.r === 1 || t.c === 1) && !from.row && !this.#may('one-line matrix')) return false
    if (!wide(t.of)) return true
    if (from.row && !this.#may('arrays of 64-bit matrices')) return false
    return Math.min(t.r, t.c) > 2 || this.#may('lines of 64-bit matrices')
  }

  /** Whether rows and columns may be indexed at run time. DXC reads such a matrix as a whole. */
  #mayIndex(t: MatrixT): boolean {
    if (wide(t.of)) return this.#may('run-time row of a 64-bit matrix')
    if (!this.#choice.copies) return this.#may('run-time row of a column-major matrix')
    this.#bugs.add('run-time row of a column-major matrix')
    return true
  }

  #store(text: string, of: string): void {
    for (const word of words(text, of)) {
      this.#main.push(`o.Store(at + ${this.#out}, ${word});`)
      this.#out += 4
    }
  }
}

/** The value as words to store. */
function words(text: string, of: string): string[] {
  switch (of) {
    case 'double':
      return [`asuint((float)${text})`]
    case 'int64_t':
    case 'uint64_t':
      return [`(uint)${text}`, `(uint)(${text} >> 32)`]
    case 'bool':
      return [`(${text} ? 1u : 0u)`]
    case 'float':
      return [`asuint(${text})`]
    case 'half':
    case 'float16_t':
    case 'min16float':
    case 'min10float':
      return [`asuint((float)${text})`]
    case 'int':
    case 'uint':
      return [`(uint)${text}`]
    default:
      // The runtime may keep more than 16 bits of minimum precision; no optimiser can drop a shift.
      return [`(uint)${text} << 16`]
  }
}

function spell(t: T): string {
  switch (t.k) {
    case 'scalar':
      return t.name
    case 'vector':
      return `${t.of}${t.n}`
    case 'matrix':
      return t.spelling
    case 'array':
      return spell(t.of)
    default:
      return t.name
  }
}

function declare(t: T, name: string): string {
  let dims = ''
  let of = t
  for (; of.k === 'array'; of = of.of) dims += `[${of.n}]`
  return `${spell(of)} ${name}${dims}`
}

/** Whether there is nothing to read. */
function isEmpty(t: T): boolean {
  if (t.k === 'view') return true
  if (t.k === 'array') return isEmpty(t.of)
  return t.k === 'struct' && t.empty
}

/** Whether arrays of matrices are inside. */
function holdsMatrices(t: T): boolean {
  if (t.k === 'array') return isMatrices(t) || holdsMatrices(t.of)
  return t.k === 'struct' && t.members.some(m => holdsMatrices(m.t))
}

function holdsView(t: T): boolean {
  if (t.k === 'array') return holdsView(t.of)
  return t.k === 'struct' ? t.members.some(m => holdsView(m.t)) : t.k === 'view'
}

const isMatrices = (t: T): boolean => (t.k === 'array' ? isMatrices(t.of) : t.k === 'matrix')

/** At least the rows it takes, whatever its layout. */
function rowsOf(t: T): number {
  switch (t.k) {
    case 'matrix':
      return 4 * (wide(t.of) ? 2 : 1)
    case 'vector':
      return wide(t.of) && t.n > 2 ? 2 : 1
    case 'array':
      return rowsOf(t.of) * t.n
    case 'struct':
      return t.members.reduce((n, m) => n + rowsOf(m.t), 0)
    default:
      return 1
  }
}

const wide = (of: string): boolean => /^(double|u?int64_t)$/.test(of)
