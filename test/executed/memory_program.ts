// Random compute shaders that move values between all kinds of memory: buffers of every sort, constant buffers, static, groupshared and local
// variables; whole, by parts, through parameters and conversions; of structs, arrays, matrices of both orders and numbers of all sizes.
// Invariant: the same seed gives the same text.

import { Dice } from '../libraries/shapes.ts'
import type { Source } from './sources.ts'

type Type =
  | { readonly k: 'scalar'; readonly s: string }
  | { readonly k: 'vector'; readonly s: string; readonly n: number }
  | { readonly k: 'matrix'; readonly s: string; readonly r: number; readonly c: number; readonly order: string }
  | { readonly k: 'array'; readonly of: Type; readonly n: number }
  | { readonly k: 'struct'; readonly name: string; readonly fields: readonly (readonly [string, Type])[] }

interface Place {
  readonly text: string
  readonly type: Type
}

/** A type's name and what stands behind the declared name. */
function spelled(t: Type): readonly [string, string] {
  switch (t.k) {
    case 'scalar':
      return [t.s, '']
    case 'vector':
      return [`vector<${t.s}, ${t.n}>`, '']
    case 'matrix':
      return [`${t.order}matrix<${t.s}, ${t.r}, ${t.c}>`, '']
    case 'array': {
      const [name, behind] = spelled(t.of)
      return [name, `[${t.n}]${behind}`]
    }
    case 'struct':
      return [t.name, '']
  }
}
const declared = (t: Type, name: string): string => `${spelled(t)[0]} ${name}${spelled(t)[1]}`
const plain = (t: Type): string => (t.k === 'matrix' ? `matrix<${t.s}, ${t.r}, ${t.c}>` : spelled(t)[0])

function shuffled<T>(dice: Dice, list: readonly T[]): T[] {
  const left = [...list]
  const made: T[] = []
  while (left.length > 0) made.push(...left.splice(dice.below(left.length), 1))
  return made
}

const holds = (name: RegExp, x: Type): boolean =>
  x.k === 'struct' ? x.fields.some(([, f]) => holds(name, f)) : x.k === 'array' ? holds(name, x.of) : name.test(x.s)
const holdsMatrix = (x: Type): boolean =>
  x.k === 'struct' ? x.fields.some(([, f]) => holdsMatrix(f)) : x.k === 'array' ? holdsMatrix(x.of) : x.k === 'matrix'
/** DXC's copies of such from constant buffers mix up their elements. */
const isMixedUp = (x: Type): boolean => x.k !== 'matrix' && holdsMatrix(x)

class Generator {
  readonly #dice: Dice
  readonly #scalars: readonly string[]
  readonly #structs: (Type & { k: 'struct' })[] = []
  readonly #head: string[] = []
  readonly #readable: Place[] = []
  readonly #writable: Place[] = []
  readonly #functions: { readonly name: string; readonly type: Type; readonly kind: 'inout' | 'out' | 'in' }[] = []
  readonly #minor: number
  readonly #args: string[]
  #count = 0
  readonly #orders: readonly string[]
  /** DXC takes the elements of row-major matrices that are parameters for column-major ones. */
  readonly #hasHelpers: boolean

  constructor(seed: number) {
    const dice = new Dice(seed)
    this.#dice = dice
    this.#minor = dice.pick([0, 2, 3, 6, 6, 9])
    this.#args = ['-T', `cs_6_${this.#minor}`, '-E', 'main']
    this.#hasHelpers = dice.chance(0.5)
    if (!this.#hasHelpers && dice.chance(0.25)) this.#args.push('-Zpr')
    this.#orders = this.#hasHelpers
      ? ['']
      : ['', '', ...(this.#args.includes('-Zpr') ? [] : ['row_major ', 'column_major '])]
    const is16 = this.#minor >= 2 && dice.chance(0.3)
    if (is16) this.#args.push('-enable-16bit-types')
    if (dice.chance(0.2)) this.#args.push('-Od')
    this.#scalars = [
      ...['float', 'float', 'int', 'uint', 'bool'],
      ...(is16
        ? ['float16_t', 'int16_t', 'uint16_t']
        : dice.chance(0.3)
          ? // At 6.9 DXC stores min16uint as if it had a sign.
            ['min16float', 'min16int', this.#minor === 9 ? 'min16int' : 'min16uint']
          : []),
      ...(dice.chance(0.2) ? ['double'] : []),
      ...(dice.chance(0.2) ? ['uint64_t'] : []),
    ]
  }

  #numeric(isInBuffer = true): Type {
    const dice = this.#dice
    const picked = dice.pick(this.#scalars)
    // DXC copies bools of matrices in buffers as 0 and 1, other bools as they are.
    const s = isInBuffer && picked === 'bool' ? 'uint' : picked
    const size = (): number => 1 + dice.below(4)
    // DXC's elements of 16-bit matrices in buffers are four bytes apart, and it reads 64-bit ones in constant buffers outside of these.
    switch (dice.below(/16_t|64|double/.test(s) ? 2 : 4)) {
      case 0:
        return { k: 'scalar', s }
      case 1:
        return { k: 'vector', s, n: size() }
      default:
        // Those of one row or column DXC reads at the wrong place where a register begins before them.
        return { k: 'matrix', s, r: 2 + dice.below(3), c: 2 + dice.below(3), order: dice.pick(this.#orders) }
    }
  }

  #type(depth: number): Type {
    const dice = this.#dice
    if (depth > 0 && dice.chance(0.35)) return { k: 'array', of: this.#type(depth - 1), n: 1 + dice.below(3) }
    if (depth > 0 && this.#structs.length > 0 && dice.chance(0.35)) return dice.pick(this.#structs)
    return this.#numeric()
  }

  #struct(): void {
    const name = `S${this.#structs.length}`
    const fields = Array.from({ length: 1 + this.#dice.below(4) }, (_, i) => [`f${i}`, this.#type(2)] as const)
    this.#structs.push({ k: 'struct', name, fields })
    this.#head.push(`struct ${name} { ${fields.map(([n, t]) => `${declared(t, n)};`).join(' ')} };`)
  }

  #index(n: number): string {
    const dice = this.#dice
    return dice.chance(0.5) ? `${dice.below(n)}` : `(${dice.pick(['i', 'k', 'n'])} % ${n})`
  }

  /** Some part of a place, until it is numeric and the dice say stop. */
  #part(p: Place, isWritten: boolean): Place {
    const dice = this.#dice
    const { type: t, text } = p
    switch (t.k) {
      case 'struct': {
        const [name, of] = dice.pick(t.fields)
        return this.#part({ text: `${text}.${name}`, type: of }, isWritten)
      }
      case 'array':
        return this.#part({ text: `${text}[${this.#index(t.n)}]`, type: t.of }, isWritten)
      case 'matrix': {
        if (dice.chance(0.35)) return p
        if (dice.chance(0.5)) {
          const row: Place = { text: `${text}[${this.#index(t.r)}]`, type: { k: 'vector', s: t.s, n: t.c } }
          return dice.chance(0.5) ? row : this.#part(row, isWritten)
        }
        const names = shuffled(
          dice,
          Array.from({ length: t.r * t.c }, (_, i) => `_m${Math.floor(i / t.c)}${i % t.c}`),
        )
        const chosen = names.slice(0, 1 + dice.below(Math.min(4, names.length)))
        const type: Type = chosen.length === 1 ? { k: 'scalar', s: t.s } : { k: 'vector', s: t.s, n: chosen.length }
        return { text: `${text}.${chosen.join('')}`, type }
      }
      case 'vector': {
        if (dice.chance(0.4)) return p
        if (dice.chance(0.4)) return { text: `${text}[${this.#index(t.n)}]`, type: { k: 'scalar', s: t.s } }
        const names = shuffled(dice, [...'xyzw'.slice(0, t.n)])
        const chosen = names.slice(0, 1 + dice.below(names.length))
        const type: Type = chosen.length === 1 ? { k: 'scalar', s: t.s } : { k: 'vector', s: t.s, n: chosen.length }
        return { text: `${text}.${chosen.join('')}`, type }
      }
      default:
        return p
    }
  }

  #resources(): void {
    const dice = this.#dice
    const texts: string[] = []
    const uses = 3 + dice.below(4)
    for (let i = 0; i < uses; i++) {
      const name = `r${i}`
      const kind = dice.pick([
        'constants',
        'cb',
        'sb',
        'rwsb',
        'rwsb',
        'bytes',
        'rwbytes',
        'typed',
        'texture',
        'consume',
        'tb',
      ])
      const t = dice.chance(0.6) && this.#structs.length > 0 ? dice.pick(this.#structs) : this.#numeric()
      const at = `${dice.pick(['i', 'k', '2', '(n & 3)'])}`
      switch (kind) {
        case 'constants': {
          const fields = Array.from(
            { length: 1 + dice.below(4) },
            (_, n) => [`${name}_${n}`, this.#type(2)] as const,
          ).filter(([, f]) => !isMixedUp(f))
          if (fields.length === 0) break
          texts.push(
            `${dice.pick(['cbuffer', 'cbuffer', 'tbuffer'])} ${name} { ${fields.map(([n, f]) => `${declared(f, n)};`).join(' ')} };`,
          )
          this.#readable.push(...fields.map(([text, type]) => ({ text, type })))
          break
        }
        case 'cb':
        case 'tb':
          if (t.k !== 'struct' || isMixedUp(t)) break
          texts.push(`${kind === 'cb' ? 'ConstantBuffer' : 'TextureBuffer'}<${t.name}> ${name};`)
          this.#readable.push({ text: name, type: t })
          break
        case 'sb':
          texts.push(`StructuredBuffer<${spelled(t)[0]} > ${name};`)
          this.#readable.push({ text: `${name}[${at}]`, type: t }, { text: `${name}.Load(${at})`, type: t })
          break
        case 'rwsb':
          texts.push(`RWStructuredBuffer<${spelled(t)[0]} > ${name};`)
          this.#readable.push({ text: `${name}[${at}]`, type: t }, { text: `${name}.Load(${at})`, type: t })
          this.#writable.push({ text: `${name}[${at}]`, type: t })
          break
        case 'bytes':
        case 'rwbytes':
          texts.push(`${kind === 'bytes' ? '' : 'RW'}ByteAddressBuffer ${name};`)
          // DXC reads the first element of a matrix for each of them.
          if (this.#minor >= 2 && !holds(/min/, t) && !holdsMatrix(t))
            this.#readable.push({ text: `${name}.Load<${spelled(t)[0]} >(${at} * 64)`, type: t })
          break
        case 'typed': {
          const s = dice.pick(['float', 'int', 'uint'])
          const type: Type = { k: 'vector', s, n: 1 + dice.below(4) }
          const isWritable = dice.chance(0.5)
          texts.push(`${isWritable ? 'RW' : ''}Buffer<${plain(type)} > ${name};`)
          this.#readable.push({ text: `${name}[${at}]`, type })
          if (isWritable) this.#writable.push({ text: `${name}[${at}]`, type })
          break
        }
        case 'texture': {
          const type: Type = { k: 'vector', s: dice.pick(['float', 'int', 'uint']), n: 1 + dice.below(4) }
          const isWritable = dice.chance(0.5)
          texts.push(`${isWritable ? 'RW' : ''}Texture2D<${plain(type)} > ${name};`)
          this.#readable.push({ text: `${name}[uint2(i, ${at})]`, type })
          if (isWritable) this.#writable.push({ text: `${name}[uint2(i, ${at})]`, type })
          break
        }
        case 'consume':
          texts.push(`ConsumeStructuredBuffer<${spelled(t)[0]} > ${name};`)
          this.#readable.push({ text: `${name}.Consume()`, type: t })
          break
      }
    }
    this.#head.push(...texts)
  }

  #variables(): void {
    const dice = this.#dice
    for (let i = 0, count = dice.below(3); i < count; i++) {
      const t = this.#type(2)
      // DXC finds elements of row-major matrices in group-shared memory at one place and swizzles of them at another.
      const how = JSON.stringify(t).includes('row_major') ? 'static' : dice.pick(['static', 'groupshared'])
      this.#head.push(`${how} ${declared(t, `g${i}`)};`)
      this.#writable.push({ text: `g${i}`, type: t })
      if (how === 'groupshared') this.#readable.push({ text: `g${i}`, type: t })
    }
  }

  #helpers(): void {
    const dice = this.#dice
    for (let i = 0, count = this.#hasHelpers ? 1 + dice.below(3) : 0; i < count; i++) {
      const type = dice.chance(0.5) && this.#structs.length > 0 ? dice.pick(this.#structs) : this.#numeric()
      const kind = dice.pick(['inout', 'out', 'in'] as const)
      const name = `help${i}`
      const parameter: Place = { text: 'p', type }
      const written = this.#part(parameter, true)
      const read = this.#part({ text: 'q', type }, false)
      const body = `${written.text} = (${plain(written.type)})${this.#first(read)};`
      const q = `${declared(type, 'q')}`
      if (kind === 'in')
        this.#head.push(
          `${plain(type)} ${name}(${declared(type, 'p')}, ${q}, uint i, uint k, uint n) { ${body} return p; }`,
        )
      else
        this.#head.push(
          `void ${name}(${kind} ${declared(type, 'p')}, ${q}, uint i, uint k, uint n) { ${kind === 'out' ? 'p = q; ' : ''}${body} }`,
        )
      this.#functions.push({ name, type, kind })
    }
  }

  /** The first number of a numeric place, so that any type takes it. */
  #first(p: Place): string {
    return p.type.k === 'vector' ? `${p.text}.x` : p.type.k === 'matrix' ? `${p.text}._m00` : p.text
  }

  #source(): Place {
    return this.#part(this.#dice.pick(this.#readable), false)
  }

  /** An expression of a numeric type. */
  #value(t: Type, depth = 2): string {
    const dice = this.#dice
    const same = (p: Place): boolean =>
      p.type.k === t.k && JSON.stringify({ ...p.type, s: '', order: '' }) === JSON.stringify({ ...t, s: '', order: '' })
    for (let tries = 0; tries < 4; tries++) {
      const p = this.#source()
      if (same(p)) {
        if (depth > 0 && dice.chance(0.25))
          return `(${p.text} ${dice.pick(['+', '-', '*'])} ${this.#value(t, depth - 1)})`
        if (t.k === 'matrix' && t.r === t.c && dice.chance(0.2)) return `transpose(${p.text})`
        return p.text
      }
    }
    return `(${plain(t)})${this.#first(this.#source())}`
  }

  /** Places of one type, whole. */
  #whole(list: readonly Place[], name: string): Place | undefined {
    const found: Place[] = []
    const walk = (p: Place): void => {
      if (p.type.k === 'struct' && p.type.name === name) found.push(p)
      if (p.type.k === 'struct') for (const [f, of] of p.type.fields) walk({ text: `${p.text}.${f}`, type: of })
      if (p.type.k === 'array') walk({ text: `${p.text}[${this.#index(p.type.n)}]`, type: p.type.of })
    }
    for (const p of list) walk(p)
    return found.length > 0 ? this.#dice.pick(found) : undefined
  }

  #statement(depth: number): string {
    const dice = this.#dice
    switch (dice.below(depth > 0 ? 9 : 7)) {
      case 0: {
        const s = this.#structs.length > 0 ? dice.pick(this.#structs) : undefined
        const [to, from] = s ? [this.#whole(this.#writable, s.name), this.#whole(this.#readable, s.name)] : []
        if (to && from) return `${to.text} = ${from.text};`
        break
      }
      case 1: {
        const p = dice.pick(this.#readable)
        if (p.type.k === 'array' || depth < 2) break
        const name = `l${this.#count++}`
        const made = `${declared(p.type, name)} = ${p.text};`
        this.#readable.push({ text: name, type: p.type })
        this.#writable.push({ text: name, type: p.type })
        return made
      }
      case 2: {
        const f = this.#functions.length > 0 ? dice.pick(this.#functions) : undefined
        if (!f) break
        const value = (): string | undefined =>
          f.type.k === 'struct' ? this.#whole(this.#readable, f.type.name)?.text : this.#value(f.type)
        const q = value()
        const targets = this.#writable.filter(p => JSON.stringify(p.type) === JSON.stringify(f.type))
        if (q === undefined || targets.length === 0) break
        const to = dice.pick(targets).text
        if (f.kind === 'in') return `${to} = ${f.name}(${value()}, ${q}, i, k, n);`
        return `${f.name}(${to}, ${q}, i, k, n);`
      }
      case 7: {
        const condition = `${this.#first(this.#source())} > ${dice.pick(['0', '1', '2.5'])}`
        if (dice.chance(0.5) || this.#writable.length === 0)
          return `if (${condition}) { ${this.#statement(depth - 1)} ${this.#statement(depth - 1)} }`
        return this.#bothWays(condition)
      }
      case 8:
        return `for (uint k = 0; k < ${1 + dice.below(4)}; k++) { ${this.#statement(depth - 1)} ${this.#statement(depth - 1)} }`
      default:
        break
    }
    if (this.#writable.length === 0) return ''
    const to = this.#part(dice.pick(this.#writable), true)
    const isSimple = !/bool|64|double/.test(JSON.stringify(to.type))
    const op = isSimple && dice.chance(0.3) ? dice.pick(['+=', '-=', '*=']) : '='
    return `${to.text} ${op} ${this.#value(to.type)};`
  }

  /** Both ways end with a store to one place of group-shared memory, and read the condition as a number. */
  #bothWays(condition: string): string {
    const to = this.#part(this.#dice.pick(this.#writable), true)
    const id = this.#count++
    this.#head.push(`groupshared float s${id}[2];`)
    const way = (number: string): string =>
      `out0[63 + i * 64] = ${number}; ${to.text} = ${this.#value(to.type)}; s${id}[i] = ${this.#first(this.#source())};`
    const ways = `if (b${id}) { ${way(`w${id} ^ n`)} } else { ${way(`n ^ w${id}`)} }`
    return `bool b${id} = ${condition}; uint w${id} = b${id}; ${ways} out0[62 + i * 64] = s${id}[i];`
  }

  program(): Source {
    const dice = this.#dice
    for (let i = 0, count = dice.below(4); i < count; i++) this.#struct()
    this.#resources()
    this.#readable.push({ text: 'i', type: { k: 'scalar', s: 'uint' } })
    this.#variables()
    this.#helpers()
    const body = Array.from({ length: 4 + dice.below(10) }, () => `  ${this.#statement(2)}`)
    // What variables hold in the end is stored.
    const stored = this.#writable
      .filter(p => /^[lg]\d/.test(p.text))
      .map(p => this.#part(p, false))
      .map(
        (p, n) =>
          `  out0[${n} + i * 64] = ${p.type.k === 'scalar' && p.type.s === 'bool' ? `(${p.text} ? 1 : 0)` : `(float)${this.#first(p)}`};`,
      )
    const source = [
      ...this.#head,
      'RWStructuredBuffer<float> out0 : register(u7, space9);',
      '[numthreads(1, 1, 1)]',
      'void main(uint i : SV_GroupIndex, uint n : SV_GroupID) {',
      '  uint k = i + 1;',
      ...body,
      ...stored,
      '}',
      '',
    ].join('\n')
    return { source, args: this.#args }
  }
}

export const generateMemory = (seed: number): Source => new Generator(seed).program()
