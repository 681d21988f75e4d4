// Random compute shaders of matrices: of every type and shape, in variables, arrays, structs, constant buffers, structured buffers and group-shared
// memory; rows, elements and swizzles of them read and written, at indices of run time too; products, transposes, casts that cut off, comparisons,
// choices; passed whole and by parts to functions that change them.
// Invariants: the same seed gives the same text; floats stay small whole numbers and quarters, so that they are exact in every order.

import { Dice } from '../libraries/shapes.ts'
import type { Source } from './sources.ts'

interface Matrix {
  readonly text: string
  readonly s: string
  readonly r: number
  readonly c: number
  readonly isWritable: boolean
}

const NAMES = ['x', 'y', 'z', 'w']

class Generator {
  readonly #dice: Dice
  readonly #args: readonly string[]
  readonly #scalars: readonly string[]
  readonly #head: string[] = []
  readonly #matrices: Matrix[] = []
  readonly #lines: string[] = []
  readonly #orders: readonly string[]

  constructor(seed: number) {
    const dice = new Dice(seed)
    this.#dice = dice
    const minor = dice.pick([0, 2, 6, 6, 8, 9])
    const isNative = minor >= 2 && dice.chance(0.3)
    const flags = dice.pick([[], [], [], ['-Zpr'], ['-O1'], ['-Od']])
    this.#args = ['-T', `cs_6_${minor}`, '-E', 'main', ...(isNative ? ['-enable-16bit-types'] : []), ...flags]
    this.#scalars = [
      'float',
      'float',
      'float',
      'int',
      'uint',
      'bool',
      ...(isNative ? ['float16_t', 'int16_t', 'uint16_t'] : ['min16float', 'min16int']),
    ]
    this.#orders = dice.chance(0.5) ? [''] : ['', 'row_major ', 'column_major ']
    if (dice.chance(0.15)) this.#head.push(`#pragma pack_matrix(${dice.pick(['row_major', 'column_major'])})`)
  }

  #size(): number {
    return this.#dice.pick([1, 2, 2, 3, 3, 4])
  }

  #name({ s, r, c }: Pick<Matrix, 's' | 'r' | 'c'>): string {
    return this.#dice.chance(0.8) && !s.includes('_t') ? `${s}${r}x${c}` : `matrix<${s}, ${r}, ${c}>`
  }

  program(): Source {
    const dice = this.#dice
    this.#memory()
    for (let i = 2 + dice.below(3); i > 0; i--) this.#local()
    for (let i = 6 + dice.below(8); i > 0; i--) this.#lines.push(this.#statement(2))
    const stores = this.#matrices
      .filter(m => m.isWritable)
      .map(m => `put${m.c}(${this.#cast(m.text, { s: 'float', r: 4, c: m.c }, m)});`)
    const source = `${this.#head.join('\n')}
StructuredBuffer<uint> b : register(t7);
RWStructuredBuffer<float> o : register(u7);
static uint place;
int at(uint i) { return (int)((b[i & 31] >> 2) & 7) - 2; }
void put4(float4x4 m) { for (uint i = 0; i < 4; i++) for (uint j = 0; j < 4; j++) o[place++] = m[i][j]; }
void put3(float4x3 m) { put4(float4x4(m[0], 1, m[1], 2, m[2], 3, m[3], 4)); }
void put2(float4x2 m) { put4(float4x4(m[0], m[1], m[2], m[3], 0, 0, 0, 0, 0, 0, 0, 0)); }
void put1(float4x1 m) { for (uint i = 0; i < 4; i++) o[place++] = m[i][0]; }
[numthreads(1, 1, 1)] void main(uint n : SV_GroupID) {
  uint k = b[0] & 3;
${this.#lines.map(l => `  ${l}`).join('\n')}
${stores.map(l => `  ${l}`).join('\n')}
}
`
    return { source, args: this.#args }
  }

  /** A matrix as one of another shape: cut off, or filled up behind. */
  #cast(text: string, to: Pick<Matrix, 's' | 'r' | 'c'>, from: Pick<Matrix, 's' | 'r' | 'c'>): string {
    if (to.r <= from.r && to.c <= from.c) return `(${this.#name(to)})${text}`
    const rows = Array.from({ length: to.r }, (_, i) =>
      Array.from({ length: to.c }, (_, j) =>
        i < from.r && j < from.c ? `(${to.s})(${text})._m${i}${j}` : `${i}`,
      ).join(', '),
    )
    return `${this.#name(to)}(${rows.join(', ')})`
  }

  /** Resources and globals with matrices. DXC mixes up bools and 16-bit matrices in buffers. */
  #memory(): void {
    const dice = this.#dice
    const shape = (): { s: string; r: number; c: number } => ({
      s: dice.pick(['float', 'float', 'int', 'uint']),
      r: 2 + dice.below(3),
      c: 2 + dice.below(3),
    })
    for (let i = 2 + dice.below(3); i > 0; i--) {
      const m = shape()
      const name = dice.name('g')
      const order = dice.pick(this.#orders)
      const count = 1 + dice.below(3)
      const add = (text: string, isWritable: boolean): void => void this.#matrices.push({ ...m, text, isWritable })
      switch (dice.below(5)) {
        case 0:
          this.#head.push(
            `cbuffer B${name} { float pad${name}; ${order}${this.#name(m)} ${name}[${count}]; float2 end${name}; };`,
          )
          add(`${name}[${this.#index(count)}]`, false)
          break
        case 1:
          this.#head.push(
            `struct S${name} { float a; ${order}${this.#name(m)} m[${count}]; float z; }; ConstantBuffer<S${name}> ${name};`,
          )
          add(`${name}.m[${this.#index(count)}]`, false)
          break
        case 2:
          this.#head.push(
            `struct S${name} { float a; ${order}${this.#name(m)} m[${count}]; }; RWStructuredBuffer<S${name}> ${name};`,
          )
          add(`${name}[${this.#index(4)}].m[${this.#index(count)}]`, true)
          break
        case 3:
          this.#head.push(`static ${this.#name(m)} ${name}[${count}];`)
          this.#lines.push(
            `for (uint ${name}i = 0; ${name}i < ${count}; ${name}i++) ${name}[${name}i] = (${m.s})at(${name}i);`,
          )
          add(`${name}[${this.#index(count)}]`, true)
          break
        default:
          this.#head.push(`groupshared ${this.#name(m)} ${name}[${count}];`)
          this.#lines.push(
            `for (uint ${name}i = 0; ${name}i < ${count}; ${name}i++) ${name}[${name}i] = (${m.s})at(${name}i + 3);`,
          )
          add(`${name}[${this.#index(count)}]`, true)
      }
    }
  }

  #local(): void {
    const dice = this.#dice
    const m = { s: dice.pick(this.#scalars), r: this.#size(), c: this.#size() }
    const name = dice.name('m')
    const first = dice.below(9)
    const values = Array.from({ length: m.r * m.c }, (_, i) => `(${m.s})at(${first + i * 3})`)
    this.#lines.push(`${this.#name(m)} ${name} = { ${values.join(', ')} };`)
    this.#matrices.push({ ...m, text: name, isWritable: true })
  }

  #index(n: number): string {
    const dice = this.#dice
    return dice.chance(0.5) ? `${dice.below(n)}` : dice.chance(0.5) ? `((k + ${dice.below(3)}) % ${n})` : `(n % ${n})`
  }

  #any(isWritable = false): Matrix {
    return this.#dice.pick(this.#matrices.filter(m => m.isWritable || !isWritable))
  }

  /** A value of a shape. */
  #value(s: string, r: number, c: number, depth: number): string {
    const dice = this.#dice
    const same = this.#matrices.filter(m => m.r >= r && m.c >= c)
    const leaf = (): string => {
      if (same.length === 0 || dice.chance(0.1)) return `(${this.#name({ s, r, c })})(${s})at(${dice.below(9)})`
      const from = dice.pick(same)
      return from.s === s && from.r === r && from.c === c ? from.text : `((${this.#name({ s, r, c })})${from.text})`
    }
    if (depth <= 0) return leaf()
    const x = (): string => this.#value(s, r, c, depth - 1)
    const isFloat = /float/.test(s)
    switch (dice.below(9)) {
      case 0:
        if (s === 'bool')
          return `(${this.#value('int', r, c, depth - 1)} ${dice.pick(['<', '>', '==', '!='])} ${this.#value('int', r, c, depth - 1)})`
        return `(${x()} ${dice.pick(['+', '-'])} ${x()})`
      case 1:
        return s === 'bool' ? `(!${x()})` : `(-${x()})`
      case 2:
        return `transpose(${this.#value(s, c, r, depth - 1)})`
      case 3: {
        const k = 2 + dice.below(2)
        if (s === 'bool' || r === 1 || c === 1) return leaf()
        // Products of products would be no small numbers.
        return `mul(${this.#value(s, r, k, 0)}, ${this.#value(s, k, c, 0)})`
      }
      case 4:
        return this.#args.includes('2021')
          ? leaf()
          : `(${this.#scalar(1)} ? ${x()} : ${x()})`.replace(/^\((.*?) \?/, '(($1) != 0 ?')
      case 5:
        return isFloat
          ? `${dice.pick(['floor', 'abs', 'ceil'])}(${x()})`
          : s === 'bool'
            ? leaf()
            : `${dice.pick(['min', 'max'])}(${x()}, ${x()})`
      case 6:
        return s === 'bool' ? leaf() : `(${x()} * (${s})${dice.pick(['2', '-1', '3'])})`
      default:
        return leaf()
    }
  }

  /** A number of a matrix. */
  #scalar(depth: number): string {
    const dice = this.#dice
    const m = this.#any()
    switch (dice.below(depth > 0 ? 5 : 2)) {
      case 0:
        return `(int)${m.text}[${this.#index(m.r)}][${this.#index(m.c)}]`
      case 1:
        return `(int)${m.text}._m${dice.below(m.r)}${dice.below(m.c)}`
      case 2:
        return `(int)any(${m.text})`
      case 3:
        return `(int)all(${m.text})`
      default:
        return m.s === 'bool' || m.r !== m.c || m.r < 2
          ? 'at(k)'
          : `(int)determinant((${this.#name({ s: 'float', r: 2, c: 2 })})${m.text})`
    }
  }

  /** Elements of a matrix, all different. */
  #elements(m: Matrix, count: number): string {
    const dice = this.#dice
    const left = Array.from({ length: m.r * m.c }, (_, i) => [Math.floor(i / m.c), i % m.c] as const)
    const isZero = dice.chance(0.6)
    let made = ''
    for (let i = 0; i < count; i++) {
      const [row, column] = left.splice(dice.below(left.length), 1)[0]!
      made += isZero ? `_m${row}${column}` : `_${row + 1}${column + 1}`
    }
    return made
  }

  #statement(depth: number): string {
    const dice = this.#dice
    const m = this.#any(true)
    const { text, s, r, c } = m
    const op = s === 'bool' ? '=' : dice.pick(['=', '=', '+=', '-='])
    switch (dice.below(depth > 0 ? 13 : 9)) {
      case 0:
      case 1:
        return `${text} ${op} ${this.#value(s, r, c, 2)};`
      case 2:
        return `${text}[${this.#index(r)}] ${op} ${this.#vector(s, c)};`
      case 3:
        return `${text}[${this.#index(r)}][${this.#index(c)}] ${op} (${s})${this.#scalar(1)};`
      case 4: {
        const count = Math.min(4, 1 + dice.below(r * c))
        return `${text}.${this.#elements(m, count)} ${op} ${this.#vector(s, count)};`
      }
      case 5: {
        const count = Math.min(c, 1 + dice.below(c))
        const names = NAMES.slice(0, c)
        const chosen = Array.from({ length: count }, () => names.splice(dice.below(names.length), 1)[0]).join('')
        return `${text}[${this.#index(r)}].${chosen} ${op} ${this.#vector(s, count)};`
      }
      case 6:
        return this.#call(m)
      case 7:
        return s === 'bool'
          ? `${text} = !${text};`
          : `${dice.pick([`${text}++`, `--${text}`, `${text}._m00++`, `${text}[0]--`])};`
      case 8: {
        const other = this.#matrices.filter(x => x.isWritable && x.r === r && x.c === c)
        return `${text} = (${this.#name(m)})${dice.pick(other).text};`
      }
      case 9:
        return `if ((${this.#scalar(1)}) > ${dice.below(3)}) { ${this.#statement(0)} ${this.#statement(0)} } else { ${this.#statement(0)} }`
      case 10: {
        const i = dice.name('i')
        const body = `${text}[${i} % ${r}][${this.#index(c)}] ${op} (${s})${this.#scalar(0)};`
        return `for (uint ${i} = 0; ${i} < ${dice.pick([`${r}`, 'k', '2'])}; ${i}++) { ${body} ${this.#statement(0)} }`
      }
      default:
        return `put1(float4x1(${this.#scalar(1)}, ${this.#scalar(1)}, ${this.#scalar(1)}, k));`
    }
  }

  #vector(s: string, n: number): string {
    const dice = this.#dice
    const m = this.#any()
    const of = `vector<${s}, ${n}>`
    if (m.c >= n && dice.chance(0.4)) return `(${of})${m.text}[${this.#index(m.r)}]`
    if (m.r * m.c >= n && n > 1 && dice.chance(0.4)) return `(${of})${m.text}.${this.#elements(m, n)}`
    const square = this.#matrices.find(x => x.s === s && x.r === n && x.c === n && n > 1 && s !== 'bool')
    if (square && dice.chance(0.5))
      return dice.chance(0.5)
        ? `mul(${square.text}, (${of})${this.#scalar(0)})`
        : `mul((${of})${this.#scalar(0)}, ${square.text})`
    return `(${of})${this.#scalar(1)}`
  }

  /** A function of its own that changes a matrix, or parts of it. */
  #call(m: Matrix): string {
    const dice = this.#dice
    const { s, r, c } = m
    const name = dice.name('f')
    const type = this.#name(m)
    const set = s === 'bool' ? '=' : '+='
    const value = s === 'bool' ? 'q > 0' : `(${s})q`
    switch (dice.below(4)) {
      case 0:
        this.#head.push(
          `void ${name}(inout ${type} p, int q) { p[(uint)q % ${r}][${dice.below(c)}] ${set} ${value}; p._m${dice.below(r)}${dice.below(c)} = ${value}; }`,
        )
        return `${name}(${m.text}, ${this.#scalar(1)});`
      case 1:
        this.#head.push(`void ${name}(inout vector<${s}, ${c}> p, int q) { p[(uint)q % ${c}] ${set} ${value}; }`)
        return `${name}(${m.text}[${this.#index(r)}], ${this.#scalar(1)});`
      case 2:
        this.#head.push(`${type} ${name}(${type} p, int q) { p[${dice.below(r)}] = p[(uint)q % ${r}]; return p; }`)
        return `${m.text} = ${name}(${this.#value(s, r, c, 1)}, ${this.#scalar(1)});`
      default:
        this.#head.push(`void ${name}(out ${s} p, int q) { p = ${value}; }`)
        return `${name}(${m.text}.${this.#elements(m, 1)}, ${this.#scalar(1)});`
    }
  }
}

export const generateMatrices = (seed: number): Source => new Generator(seed).program()
