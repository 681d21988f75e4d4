// Random compute programs of vectors of many types and lengths at once: 16, 32 and 64 bits, min precision, 1 to 1024 lanes, in arrays of two
// dimensions, structs, templates, group-shared memory and constant buffers, with conversions, swizzles, parts, waves and loops over lanes. Some
// break a rule, which both compilers have to notice.

import { Random } from './random.ts'

const FLOATS = ['float', 'float', 'float16_t', 'double', 'min16float'] as const
const INTS = ['int', 'uint', 'int', 'uint', 'int16_t', 'uint16_t', 'int64_t', 'uint64_t', 'min16int'] as const
type Element = (typeof FLOATS)[number] | (typeof INTS)[number] | 'bool'
const SIZES = [1, 2, 3, 4, 4, 4, 5, 6, 7, 8, 9, 12, 16, 16, 17, 24, 32, 33, 64, 100, 128, 255, 1024]

interface Shape {
  readonly element: Element
  readonly n: number
}
interface Variable extends Shape {
  readonly name: string
}

const isFloat = (e: Element): boolean => (FLOATS as readonly string[]).includes(e)
const isInt = (e: Element): boolean => (INTS as readonly string[]).includes(e)
const typeName = ({ element, n }: Shape): string => (n === 0 ? element : `vector<${element}, ${n}>`)

const UNARY_FLOAT = [
  'abs',
  'floor',
  'ceil',
  'sqrt',
  'exp2',
  'log2',
  'sin',
  'cos',
  'frac',
  'rcp',
  'round',
  'trunc',
  'normalize',
  'degrees',
  'exp',
  'sign',
]
const UNARY_INT = ['abs', 'countbits', 'reversebits', 'firstbitlow', 'firstbithigh', 'sign']
const BINARY = ['min', 'max', 'fmod', 'pow', 'step', 'atan2', 'ldexp']
const TERNARY = ['clamp', 'lerp', 'smoothstep', 'mad']
const WAVE = [
  'WaveActiveSum',
  'WaveActiveMax',
  'WavePrefixSum',
  'WaveReadLaneFirst',
  'QuadReadAcrossX',
  'WaveActiveProduct',
]

/** Plain programs have only integers of 32 bits and operations that the interpreter knows. */
class Wide {
  readonly #r: Random
  readonly #isPlain: boolean
  readonly #variables: Variable[] = []
  readonly #lines: string[] = []
  readonly #globals: string[] = []
  readonly #shapes: Shape[]
  #names = 0
  #depth = 1
  #stored = 0

  constructor(seed: number, isPlain: boolean) {
    const r = new Random(seed)
    this.#r = r
    this.#isPlain = isPlain
    const element = (): Element => {
      const e = r.of<Element>(r.chance(45) ? FLOATS : INTS)
      return isPlain && e !== 'int' && e !== 'uint' ? r.of(['int', 'uint'] as const) : e
    }
    const [a, b] = [r.of(SIZES), r.of(SIZES.slice(0, 16))]
    this.#shapes = [
      { element: element(), n: a },
      { element: element(), n: a },
      { element: element(), n: b },
    ]
  }

  program(): string {
    for (const shape of this.#shapes) for (let i = 0; i < 2; i++) this.#declare(shape, this.#loaded(shape))
    for (let i = 6 + this.#r.below(8); i > 0; i--) this.#statement()
    for (const v of this.#variables.slice(-9)) this.#store(v)
    return `ByteAddressBuffer input : register(t0);
RWByteAddressBuffer o : register(u0);
cbuffer Constants : register(b0) { float4 c_floats; uint2 c_uints[3]; };
template <typename T> T Twice(T x) { return x + x; }
template <typename T, int N> vector<T, N> Turned(vector<T, N> x) { vector<T, N> y = x; [unroll] for (uint i = 0; i < N; i++) y[i] = x[N - 1 - i]; return y; }
template <typename T, int N> T Sum(vector<T, N> x) { T sum = 0; for (uint i = 0; i < N; i++) sum += x[i]; return sum; }
${this.#globals.join('\n')}
[numthreads(1, 1, 1)] void main(uint thread : SV_GroupIndex) {
${this.#lines.join('\n')}
}
`
  }

  #line(text: string): void {
    this.#lines.push(`${'  '.repeat(this.#depth)}${text}`)
  }
  #name(): string {
    return `v${this.#names++}`
  }
  #declare(shape: Shape, value: string): string {
    const name = this.#name()
    this.#line(`${typeName(shape)} ${name} = ${value};`)
    if (this.#depth === 1) this.#variables.push({ ...shape, name })
    return name
  }
  #loaded(shape: Shape): string {
    if (shape.element === 'bool' || shape.element.startsWith('min')) {
      const from = { element: shape.element === 'min16float' ? 'float' : 'int', n: shape.n } as const
      return `(${typeName(shape)})${this.#loaded(from)}`
    }
    const at = this.#r.chance(70) ? String(this.#r.below(32) * 8) : `thread * ${8 * (1 + this.#r.below(4))}`
    return `input.Load<${typeName(shape)} >(${at})`
  }
  #store({ element, n, name }: Variable): void {
    const stored = element === 'bool' || element === 'min16int' ? 'int' : element === 'min16float' ? 'float' : element
    const shape = { element: stored, n } as Shape
    this.#line(
      `o.Store<${typeName(shape)} >(${this.#stored++ * (this.#isPlain ? 1024 : 4096)}, ${stored === element ? '' : `(${typeName(shape)})`}${name});`,
    )
  }

  #shape(): Shape {
    const shape = this.#r.of(this.#shapes)
    return this.#r.chance(8) ? { ...shape, element: 'bool' } : shape
  }
  /** A lane of a vector: known, or not. */
  #lane(n: number): string {
    const r = this.#r
    if (r.below(400) === 0) return String(n)
    return r.chance(60) ? String(r.below(n)) : `thread % ${n}`
  }
  #constant(element: Element): string {
    return isFloat(element) ? `${this.#r.below(9) - 4}.5` : String(this.#r.below(9))
  }
  #scalar(element: Element): string {
    const r = this.#r
    const like = this.#variables.filter(v => v.element === element && v.n > 0)
    const rules = [() => this.#constant(element)]
    if (!this.#isPlain)
      rules.push(
        () => `(${element})c_floats.${r.of([...'xyzw'])}`,
        () => `(${element})c_uints[thread % 3].${r.of([...'xy'])}`,
      )
    if (like.length > 0)
      rules.push(
        () => this.#laneOf(r.of(like)),
        () => this.#laneOf(r.of(like)),
        () => `Sum(${r.of(like).name})`,
      )
    return r.of(rules)()
  }
  #laneOf = (v: Variable): string => `${v.name}[${this.#lane(v.n)}]`

  #value(shape: Shape, depth: number): string {
    const r = this.#r
    const same = this.#variables.filter(v => v.element === shape.element && v.n === shape.n)
    if ((depth <= 0 || r.chance(20)) && same.length > 0) return r.of(same).name
    if (depth <= 0) return `(${typeName(shape)})${this.#constant(shape.element)}`
    const { element, n } = shape
    const sub = (e: Element = element): string => this.#value({ element: e, n }, depth - 1)
    const rules: (() => string)[] = [
      () => `select(${sub('bool')}, ${sub()}, ${sub()})`,
      () => `((${typeName(shape)})${sub(r.of(this.#shapes).element)})`,
      () => `(${typeName(shape)})${this.#scalar(element)}`,
      () => this.#part(shape, depth),
    ]
    if (element === 'bool') {
      const compared = r.of(this.#shapes).element
      rules.push(
        () => `(${sub(compared)} ${r.of(['<', '>', '<=', '>=', '==', '!='])} ${sub(compared)})`,
        () => `${r.of(['and', 'or'])}(${sub()}, ${sub()})`,
        () => `!${sub()}`,
      )
    } else rules.push(...this.#numeric(shape, sub))
    return r.of(rules)()
  }

  #numeric({ element, n }: Shape, sub: (e?: Element) => string): (() => string)[] {
    const r = this.#r
    const rules = [
      () => `(${sub()} ${r.of(['+', '-', '*'])} ${sub()})`,
      () => `(${sub()} + ${this.#scalar(element)})`,
      () => `${r.of(['min', 'max'])}(${sub()}, ${sub()})`,
      () => `clamp(${sub()}, ${this.#constant(element)}, ${this.#constant(element)})`,
      () => `(-${sub()})`,
      () => `Twice(${sub()})`,
      () => (n > 0 ? `Turned(${sub()})` : sub()),
      () => (n === 0 || r.chance(3) ? `(${sub('bool')} ? ${sub()} : ${sub()})` : sub()),
    ]
    if (isInt(element))
      rules.push(
        () => `(${sub()} ${r.of(['&', '|', '^'])} ${sub()})`,
        () => `(${sub()} ${r.of(['<<', '>>'])} ${r.below(8)})`,
        () => `(~${sub()})`,
        () => (element === 'min16int' ? sub() : `(${sub()} % ${2 + r.below(9)})`),
      )
    else rules.push(() => `saturate(${sub()})`)
    if (this.#isPlain) return rules
    if (isFloat(element))
      rules.push(
        () => `${r.of(UNARY_FLOAT)}(${sub()})`,
        () => `${r.of(BINARY)}(${sub()}, ${sub()})`,
        () => `${r.of(TERNARY)}(${sub()}, ${sub()}, ${sub()})`,
        () => `(${sub()} * dot(${sub()}, ${sub()}))`,
        () => `(${sub()} + length(${sub()}))`,
      )
    else rules.push(() => `${r.of(UNARY_INT)}(${sub()})`)
    rules.push(
      () => `${r.of(WAVE)}(${sub()})`,
      () => (element === 'min16int' ? sub() : `(${sub()} / ${sub()})`),
    )
    return rules
  }

  /** Of other vectors: a swizzle, the first lanes, two side by side. */
  #part(shape: Shape, depth: number): string {
    const r = this.#r
    const { element, n } = shape
    const like = this.#variables.filter(v => v.element === element && v.n > 1)
    const longer = like.filter(v => v.n >= n)
    const short = like.filter(v => v.n <= 4)
    const rules: (() => string)[] = [() => this.#value(shape, depth - 1)]
    if (longer.length > 0 && n > 0) rules.push(() => `((${typeName(shape)})${r.of(longer).name})`)
    if (short.length > 0 && n > 1 && n <= 4) {
      const from = r.of(short)
      rules.push(() => `${from.name}.${Array.from({ length: n }, () => 'xyzw'[r.below(from.n)]).join('')}`)
    }
    for (const v of like)
      if (v.n < n)
        rules.push(
          () =>
            `vector<${element}, ${n}>(${[v.name, ...Array.from({ length: n - v.n }, () => this.#constant(element))].join(', ')})`,
        )
    return r.of(rules)()
  }

  #statement(): void {
    const r = this.#r
    const shape = this.#shape()
    const target = r.of(this.#variables)
    const rules = [
      () => void this.#declare(shape, this.#value(shape, 3)),
      () => this.#line(`${target.name} = ${this.#value(target, 3)};`),
      () =>
        this.#line(
          `${target.name}${target.n > 0 ? `[${this.#lane(target.n)}]` : ''} = ${this.#scalar(target.element)};`,
        ),
      () =>
        target.element !== 'bool' &&
        this.#line(`${target.name} ${r.of(['+=', '-=', '*='])} ${this.#value(target, 2)};`),
      () => this.#swizzled(),
      () => this.#block(`if (${this.#condition()})`),
      () =>
        this.#block(
          `for (uint ${this.#name()} = 0; ${`v${this.#names - 1}`} < ${2 + r.below(3)}; ${`v${this.#names - 1}`}++)`,
        ),
      () => this.#lanes(),
      () => this.#array(),
      () => this.#struct(),
      () => this.#shared(),
      () => this.#called(),
    ]
    if (this.#depth > 1) r.of(rules.slice(1, 5))()
    else r.of(rules)()
  }

  #swizzled(): void {
    const v = this.#variables.find(({ n }) => n > 1 && n <= 4)
    if (!v) return
    const parts = [...'xyzw'.slice(0, v.n)].filter(() => this.#r.chance(60))
    if (parts.length > 0) this.#line(`${v.name}.${parts.reverse().join('')} = ${this.#scalar(v.element)};`)
  }

  #condition(): string {
    const shape = this.#shape()
    return `${this.#r.of(['any', 'all'])}(${this.#value({ element: 'bool', n: shape.n }, 2)})`
  }

  #block(head: string): void {
    this.#line(`${head} {`)
    this.#depth++
    for (let i = 1 + this.#r.below(2); i > 0; i--) this.#statement()
    this.#depth--
    this.#line('}')
  }

  /** A loop over lanes, unrolled or not. */
  #lanes(): void {
    const r = this.#r
    const list = this.#variables.filter(v => v.n > 1 && v.element !== 'bool')
    if (list.length === 0) return
    const v = r.of(list)
    const others = list.filter(o => o.n === v.n)
    const i = this.#name()
    const right = r.of([
      `${r.of(others).name}[${i}]`,
      `${r.of(others).name}[(${i} + 1) % ${v.n}]`,
      this.#constant(v.element),
    ])
    this.#line(
      `${r.of(['', '[loop] ', '[unroll] '])}for (uint ${i} = 0; ${i} < ${v.n}; ${i}++) ${v.name}[${i}] ${r.of(['=', '+=', '-='])} (${v.element})(${right});`,
    )
  }

  #array(): void {
    const r = this.#r
    const shape = this.#shape()
    const name = this.#name()
    const is2d = r.chance(30)
    const value = (): string => this.#value(shape, 1)
    if (is2d) this.#line(`${typeName(shape)} ${name}[2][2] = { ${value()}, ${value()}, ${value()}, ${value()} };`)
    else this.#line(`${typeName(shape)} ${name}[3] = { ${value()}, ${value()}, ${value()} };`)
    const at = (): string =>
      is2d ? `[${r.of(['0', '1', 'thread & 1'])}][${r.of(['1', 'thread & 1'])}]` : `[${r.of(['0', '2', 'thread % 3'])}]`
    if (r.chance(60)) this.#line(`${name}${at()} = ${value()};`)
    if (r.chance(60) && shape.n > 0)
      this.#line(`${name}${at()}[${this.#lane(shape.n)}] = ${this.#scalar(shape.element)};`)
    this.#declare(shape, `${name}${at()}`)
  }

  #struct(): void {
    const r = this.#r
    const [a, b] = [this.#shape(), this.#shape()]
    const name = `S${this.#names++}`
    this.#globals.push(
      `struct ${name} { ${typeName(a)} a; ${typeName(b)} b[2]; uint c; ${typeName(a)} Get(uint i) { return i > 1 ? a : (${typeName(a)})c; } };`,
    )
    const v = this.#name()
    this.#line(`${name} ${v} = { ${this.#value(a, 1)}, ${this.#value(b, 1)}, ${this.#value(b, 1)}, thread };`)
    if (r.chance(50)) this.#line(`${v}.b[thread & 1] = ${this.#value(b, 2)};`)
    this.#declare(a, r.chance(50) ? `${v}.Get(thread)` : `${v}.a`)
    this.#declare(b, `${v}.b[${r.of(['0', 'thread & 1'])}]`)
  }

  #shared(): void {
    const shape = this.#shape()
    const name = `g${this.#names++}`
    const isArray = this.#r.chance(50)
    const at = isArray ? '[thread & 3]' : ''
    this.#globals.push(`groupshared ${typeName(shape)} ${name}${isArray ? '[4]' : ''};`)
    this.#line(`${name}${at} = ${this.#value(shape, 2)};`)
    this.#line('GroupMemoryBarrierWithGroupSync();')
    if (this.#r.chance(40) && shape.n > 0)
      this.#line(`${name}${at}[${this.#lane(shape.n)}] = ${this.#scalar(shape.element)};`)
    this.#declare(shape, `${name}${at}`)
  }

  #called(): void {
    const [a, b] = [this.#shape(), this.#shape()]
    const name = `F${this.#names++}`
    const inout = this.#variables.find(v => v.element === b.element && v.n === b.n)
    if (!inout) return
    this.#globals.push(
      `${typeName(a)} ${name}(${typeName(a)} x, inout ${typeName(b)} y, uint i) { if (i == 3) return x; y = select(y == y, y, (${typeName(b)})0); return x; }`,
    )
    this.#declare(a, `${name}(${this.#value(a, 2)}, ${inout.name}, thread)`)
  }
}

/** A third of the programs is plain. */
export function generateWide(seed: number): { readonly source: string; readonly isPlain: boolean } {
  const isPlain = seed % 3 === 0
  return { source: new Wide(seed, isPlain).program(), isPlain }
}
