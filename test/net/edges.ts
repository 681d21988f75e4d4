// Small programs that apply builtins and operators to edge values: written, folded from others, in variables, in branches and in loops.

import { Seeded } from '../corpus/seeded.ts'

const FLOATS = [
  '0.0',
  '-0.0',
  '1.0',
  '-1.0',
  '0.5',
  '2.5',
  '1.0 / 0.0',
  '-1.0 / 0.0',
  '0.0 / 0.0',
  '1e38f',
  '1e39f',
  '1e-45f',
  '1.#INF',
  'asfloat(0x7f800000)',
  'asfloat(0xff800000)',
  'asfloat(0x7fc00000)',
  'INF',
  'H',
  'f[1]',
  'V',
] as const
const INTS = [
  '0',
  '1',
  '-1',
  '2147483647',
  '-2147483648',
  '31',
  '32',
  '33',
  '0xffffffff',
  'N',
  'Z',
  'i[1]',
  'W',
  '0u',
  '7u',
] as const
const UNARY =
  'abs acos asin atan ceil cos cosh degrees exp exp2 floor frac log log10 log2 radians rcp round rsqrt saturate sign sin sinh sqrt tan tanh trunc'.split(
    ' ',
  )
const DERIVATIVES = 'ddx ddy ddx_coarse ddy_coarse ddx_fine ddy_fine fwidth'.split(' ')
const BINARY = 'atan2 fmod ldexp max min pow step dot distance'.split(' ')
const TERNARY = 'clamp lerp mad smoothstep'.split(' ')
const INT_UNARY = 'abs countbits firstbithigh firstbitlow reversebits sign f32tof16 f16tof32 asfloat'.split(' ')
const TYPES = ['float', 'half', 'min16float', 'float', 'double', 'float']
const INT_TYPES = ['int', 'uint', 'int64_t', 'uint64_t', 'min16int', 'min16uint', 'int', 'uint']

class Edges {
  readonly #r: Seeded
  readonly #isPixel: boolean

  constructor(seed: number) {
    this.#r = new Seeded(seed)
    this.#isPixel = this.#r.int(0, 2) === 0
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#r.int(0, list.length - 1)]!
  }

  #float(depth: number): string {
    if (depth > 2) return this.#pick(FLOATS)
    switch (this.#r.int(0, 9)) {
      case 0:
      case 1:
        return `${this.#pick(UNARY)}(${this.#float(depth + 1)})`
      case 2:
        return `${this.#pick(BINARY)}(${this.#float(depth + 1)}, ${this.#float(depth + 1)})`
      case 3:
        return `${this.#pick(TERNARY)}(${this.#float(depth + 1)}, ${this.#float(depth + 1)}, ${this.#float(depth + 1)})`
      case 4:
        return `(${this.#float(depth + 1)} ${this.#pick(['+', '-', '*', '/', '%'])} ${this.#float(depth + 1)})`
      case 5:
        return `(float)(${this.#pick(TYPES)})(${this.#float(depth + 1)})`
      case 6:
        return this.#isPixel
          ? `${this.#pick(DERIVATIVES)}(${this.#float(depth + 1)})`
          : `(float)(${this.#int(depth + 1)})`
      case 7:
        return `(${this.#condition(depth + 1)} ? ${this.#float(depth + 1)} : ${this.#float(depth + 1)})`
      case 8:
        return `asfloat((uint)(${this.#int(depth + 1)}))`
      default:
        return this.#pick(FLOATS)
    }
  }

  #int(depth: number): string {
    if (depth > 2) return this.#pick(INTS)
    switch (this.#r.int(0, 8)) {
      case 0:
      case 1:
        return `(${this.#int(depth + 1)} ${this.#pick(['/', '%', '/', '%', '+', '*', '-'])} ${this.#int(depth + 1)})`
      case 2:
        return `(${this.#int(depth + 1)} ${this.#pick(['<<', '>>', '&', '|', '^'])} ${this.#int(depth + 1)})`
      case 3:
        return `(int)${this.#pick(INT_UNARY)}(${this.#int(depth + 1)})`
      case 4:
        return `(int)(${this.#pick(INT_TYPES)})(${this.#int(depth + 1)})`
      case 5:
        return `(int)(${this.#float(depth + 1)})`
      case 6:
        return `(${this.#condition(depth + 1)} ? ${this.#int(depth + 1)} : ${this.#int(depth + 1)})`
      case 7:
        return `${this.#pick(['min', 'max'])}(${this.#int(depth + 1)}, ${this.#int(depth + 1)})`
      default:
        return this.#pick(INTS)
    }
  }

  #condition(depth: number): string {
    switch (this.#r.int(0, 4)) {
      case 0:
        return `${this.#pick(['isnan', 'isinf', 'isfinite'])}(${this.#float(depth + 1)})`
      case 1:
        return `${this.#float(depth + 1)} ${this.#pick(['<', '==', '>='])} ${this.#float(depth + 1)}`
      case 2:
        return this.#pick(['true', 'false', 'B'])
      default:
        return `${this.#int(depth + 1)} ${this.#pick(['<', '!=', '>'])} ${this.#int(depth + 1)}`
    }
  }

  #statement(depth: number): string {
    const at = this.#r.int(0, 7)
    switch (this.#r.int(0, 7)) {
      case 0:
        return `if (${this.#condition(0)}) { ${this.#statement(depth + 1)} }`
      case 1:
        return depth > 1
          ? `i[${at}] = 1;`
          : `for (int k = ${this.#pick(['0', '-1', 'Z'])}; k < ${this.#pick(['3', '1', 'N'])}; k++) { W = k; ${this.#statement(depth + 1)} }`
      case 2:
        return `W = ${this.#int(0)};`
      case 3:
        return `V = ${this.#float(0)};`
      case 4:
      case 5:
        return `i[${at}] = ${this.#int(0)};`
      default:
        return `f[${at}] = ${this.#float(0)};`
    }
  }

  program(): { source: string; words: string[] } {
    const body = Array.from({ length: this.#r.int(1, 4) }, () => `  ${this.#statement(0)}`).join('\n')
    const [head, tail] = this.#isPixel
      ? ['float4 main(float4 p : SV_Position) : SV_Target {', '  return V + W + f[0];']
      : ['[numthreads(1, 1, 1)] void main() {', '  f[9] = V; i[9] = W;']
    const source = `RWStructuredBuffer<float> f : register(u1);
RWStructuredBuffer<int> i : register(u2);
static const float INF = 1.0 / 0.0;
static const float H = 3e38;
static const int Z = 0;
static const int N = 5;
static const bool B = false;
${head}
  float V = ${this.#pick(FLOATS).replace(/\bV\b/, '3.0')};
  int W = ${this.#pick(INTS).replace(/\bW\b/, '2')};
${body}
${tail}
}
`
    return { source, words: ['-T', `${this.#isPixel ? 'ps' : 'cs'}_6_${this.#pick([0, 0, 2, 6, 8])}`, '-E', 'main'] }
  }
}

export const edgeProgram = (seed: number): { source: string; words: string[] } => new Edges(seed).program()
