// Random compute shaders of layouts: structs of numbers of 16, 32 and 64 bits, bools, enums, bases and arrays, loaded from and stored to
// byte address buffers and structured buffers whole and by parts; constant buffers whose members stand where `packoffset` says, and arrays of constant
// buffers and of other resources at indices of run time, as parameters too.
// Bit fields are not among them: DXC comes to no end with those that are loaded from bytes.
// Invariant: the same seed gives the same text.

import { Dice } from '../libraries/shapes.ts'
import type { Source } from './sources.ts'

/** A number in a struct: where it lies, and how it becomes a uint and is made of one. */
interface Leaf {
  readonly path: string
  readonly type: string
}

interface Shape {
  readonly name: string
  readonly leaves: readonly Leaf[]
}

class Generator {
  readonly #dice: Dice
  readonly #args: readonly string[]
  readonly #isNative: boolean
  readonly #scalars: readonly string[]
  readonly #head: string[] = []
  readonly #shapes: Shape[] = []
  /** Whole structs, by their name: readable and writable ones. */
  readonly #readable: { readonly text: string; readonly shape: Shape }[] = []
  readonly #writable: { readonly text: string; readonly shape: Shape }[] = []
  /** Numbers beside the structs. */
  readonly #numbers: Leaf[] = []

  constructor(seed: number) {
    const dice = new Dice(seed)
    this.#dice = dice
    const minor = dice.pick([2, 2, 6, 6, 8, 9])
    this.#isNative = dice.chance(0.5)
    const flags = dice.pick([[], [], [], ['-O1'], ['-Od']])
    this.#args = ['-T', `cs_6_${minor}`, '-E', 'main', ...(this.#isNative ? ['-enable-16bit-types'] : []), ...flags]
    this.#scalars = [
      ...['float', 'int', 'uint', 'uint', 'bool', 'E'],
      ...(this.#isNative ? ['float16_t', 'uint16_t', 'int16_t', 'uint16_t'] : []),
      ...(dice.chance(0.4) ? ['uint64_t', 'int64_t', 'double'] : []),
    ]
  }

  program(): Source {
    const dice = this.#dice
    const shapes = 2 + dice.below(2)
    for (let i = 0; i < shapes; i++) this.#shape(i)
    this.#resources()
    const locals = this.#shapes.map((shape, i) => {
      const { text } = this.#whole(shape)
      this.#writable.push({ text: `l${i}`, shape })
      return `  ${shape.name} l${i} = ${text};`
    })
    for (let i = 0; i < this.#shapes.length; i++) this.#readable.push(...this.#writable.filter(w => w.text === `l${i}`))
    const body = Array.from({ length: 5 + dice.below(8) }, () => `  ${this.#statement(1)}`)
    const source = `enum E { A, B, F = 5 };
${this.#head.join('\n')}
RWStructuredBuffer<uint> o : register(u9);
StructuredBuffer<uint> b : register(t9);
[numthreads(1, 1, 1)] void main(uint n : SV_GroupID) {
  uint k = b[n] & 3, place = 0, j = b[n + 1] & 1;
${[...locals, ...body].join('\n')}
${this.#shapes.map((s, i) => `  ${s.leaves.map(l => `o[place++] = ${this.#asUint({ path: `l${i}${l.path}`, type: l.type })};`).join(' ')}`).join('\n')}
}
`
    return { source, args: this.#args }
  }

  #shape(i: number): void {
    const dice = this.#dice
    const name = `S${i}`
    const leaves: Leaf[] = []
    const members: string[] = []
    const base = i > 0 && dice.chance(0.25) ? dice.pick(this.#shapes) : undefined
    if (base) leaves.push(...base.leaves)
    const count = 1 + dice.below(5)
    for (let m = 0; m < count; m++) {
      const field = `f${i}${m}`
      const s = dice.pick(this.#scalars)
      switch (dice.below(5)) {
        case 0: {
          if (s === 'E') break
          const n = 2 + dice.below(3)
          members.push(`vector<${s}, ${n}> ${field};`)
          leaves.push(...[...'xyzw'].slice(0, n).map(c => ({ path: `.${field}.${c}`, type: s })))
          break
        }
        case 1: {
          const n = 2 + dice.below(3)
          members.push(`${s} ${field}[${n}];`)
          for (let e = 0; e < n; e++) leaves.push({ path: `.${field}[${e}]`, type: s })
          break
        }
        case 2: {
          if (this.#shapes.length === 0) break
          const inner = dice.pick(this.#shapes)
          const n = 1 + dice.below(2)
          members.push(`${inner.name} ${field}[${n}];`)
          for (let e = 0; e < n; e++)
            leaves.push(...inner.leaves.map(l => ({ path: `.${field}[${e}]${l.path}`, type: l.type })))
          break
        }
        default:
          members.push(`${s} ${field};`)
          leaves.push({ path: `.${field}`, type: s })
      }
    }
    if (members.length === 0) {
      members.push(`uint f${i};`)
      leaves.push({ path: `.f${i}`, type: 'uint' })
    }
    this.#head.push(`struct ${name}${base ? ` : ${base.name}` : ''} { ${members.join(' ')} };`)
    this.#shapes.push({ name, leaves })
  }

  #resources(): void {
    const dice = this.#dice
    const small = (): string => dice.pick(['0', '1', 'k', 'j', '(k ^ 1)'])
    for (const shape of this.#shapes) {
      const { name } = shape
      const add = (text: string): void => void this.#readable.push({ text, shape })
      const both = (text: string): void => {
        add(text)
        this.#writable.push({ text, shape })
      }
      const many = dice.chance(0.4) ? 3 : 1
      const at = many > 1 ? '[MANY]' : ''
      const declared = many > 1 ? `[${many}]` : ''
      this.#head.push(`StructuredBuffer<${name}> s${name}${declared}; RWStructuredBuffer<${name}> r${name}${declared};`)
      add(`s${name}${at}[${small()}]`)
      both(`r${name}${at}[${small()}]`)
      // DXC gives the arrays of bools and enums in constant buffers the layout of other ones.
      this.#head.push(`ConstantBuffer<${name}> c${name}${declared};`)
      add(`c${name}${at}`)
      this.#head.push(`groupshared ${name} g${name}[2];`)
      both(`g${name}[${dice.pick(['0', '1', 'j'])}]`)
      this.#head.push(`${name} from${name}(ByteAddressBuffer from, uint at) { return from.Load<${name}>(at); }`)
      this.#head.push(`${name} of${name}(StructuredBuffer<${name}> from, uint at) { return from[at]; }`)
      add(`bytes.Load<${name}>(${small()} * ${dice.pick([8, 16, 24, 64])})`)
      add(`from${name}(bytes, ${small()} * 32)`)
      if (many === 1) add(`of${name}(s${name}, ${small()})`)
    }
    this.#head.unshift('ByteAddressBuffer bytes : register(t8); RWByteAddressBuffer wide : register(u8);')
    const members = Array.from({ length: 2 + dice.below(4) }, (_, i) => {
      const s = dice.pick(['float', 'uint', 'int'])
      const n = 1 + dice.below(3)
      const lane = dice.below(5 - n)
      this.#numbers.push({ path: n > 1 ? `p${i}.${'xyz'[n - 1]}` : `p${i}`, type: s })
      return `${n > 1 ? `${s}${n}` : s} p${i} : packoffset(c${i * 2}${lane > 0 || dice.chance(0.5) ? `.${'xyzw'[lane]}` : ''});`
    })
    const array = dice.chance(0.5) ? ` uint pa[3] : packoffset(c${members.length * 2 + 1});` : ''
    if (array !== '') this.#numbers.push({ path: 'pa[k % 3]', type: 'uint' })
    this.#head.push(`cbuffer Placed { ${members.join(' ')}${array} };`)
  }

  #many(text: string): string {
    return text.replace('MANY', () => this.#dice.pick(['0', '1', '2', 'k % 3', 'NonUniformResourceIndex(k % 3)']))
  }

  #whole(shape: Shape, isWritten = false): { text: string } {
    const list = (isWritten ? this.#writable : this.#readable).filter(x => x.shape === shape)
    return { text: this.#many(this.#dice.pick(list).text) }
  }

  #asUint({ path, type }: Leaf): string {
    switch (type) {
      case 'float':
        return `asuint(${path})`
      case 'float16_t':
        return `(uint)asuint16(${path})`
      case 'double':
        return `(uint)(int)(${path} * 4)`
      case 'uint64_t':
      case 'int64_t':
        return `(uint)(${path} ^ (${path} >> 32))`
      case 'bool':
        return `(${path} ? 3 : 4)`
      default:
        return `(uint)${path}`
    }
  }

  #leaf(isWritten = false): Leaf {
    const dice = this.#dice
    if (!isWritten && dice.chance(0.2)) return dice.pick(this.#numbers)
    const { text, shape } = dice.pick(isWritten ? this.#writable : this.#readable)
    const { path, type } = dice.pick(shape.leaves)
    const at = dice.chance(0.3) ? path.replace(/\[[01]\]$/, '[j]') : path
    return { path: this.#many(text) + at, type }
  }

  #value(): string {
    const dice = this.#dice
    const x = this.#asUint(this.#leaf())
    return dice.chance(0.3) ? `(${x} ${dice.pick(['+', '^'])} ${this.#asUint(this.#leaf())})` : x
  }

  /** A number of a leaf's type. */
  #made(type: string): string {
    const x = `(${this.#value()} & ${this.#dice.pick(['7', '63', '255'])})`
    if (type === 'E') return `(E)${x}`
    if (type === 'bool') return `(${x} > 3)`
    if (type.includes('64')) return `((${type})${x} << ${this.#dice.below(40)})`
    return `(${type})${x}`
  }

  #statement(depth: number): string {
    const dice = this.#dice
    const shape = dice.pick(this.#shapes)
    switch (dice.below(depth > 0 ? 9 : 7)) {
      case 0:
      case 1:
        return `${this.#whole(shape, true).text} = ${this.#whole(shape).text};`
      case 2: {
        const offset = dice.pick(['k * 64', '8', 'j * 128 + 16'])
        return `wide.Store<${shape.name}>(${offset}, ${this.#whole(shape).text}); l${this.#shapes.indexOf(shape)} = wide.Load<${shape.name}>(${dice.pick([offset, '0', 'k * 64 + 8'])});`
      }
      case 3: {
        const type = dice.pick(this.#scalars.filter(s => s !== 'E' && s !== 'bool'))
        const n = dice.below(4) + 1
        const of = n > 1 ? `vector<${type}, ${n}>` : type
        return `wide.Store<${of} >(1024 + k * ${dice.pick([8, 16, 32])}, bytes.Load<${of} >(j * ${dice.pick([8, 16, 24])}));`
      }
      case 4:
        return `o[place++] = ${this.#value()};`
      case 7:
        return `if ((${this.#value()} & 1) != 0) { ${this.#statement(0)} ${this.#statement(0)} } else { ${this.#statement(0)} }`
      case 8: {
        const i = dice.name('i')
        return `for (uint ${i} = 0; ${i} < 2; ${i}++) { ${this.#statement(0)} k = (k + 1) & 3; }`
      }
      default: {
        const { path, type } = this.#leaf(true)
        return `${path} = ${this.#made(type)};`
      }
    }
  }
}

export const generateBytes = (seed: number): Source => new Generator(seed).program()
