// Random compute programs of vectors: of as many lanes as shader model 6.9 allows, in variables, structs, arrays, parameters and buffers.
// Numbers stay small, so that floats are exact whatever order they are added in.

import { Random } from './random.ts'

type Kind = 'float' | 'int' | 'uint' | 'bool'

const SIZES = [2, 3, 4, 4, 5, 6, 7, 8, 9, 13, 16, 20, 33]
/** Longer than any vector of a program, as buffers go. */
export const BUFFER_BYTES = 1 << 14
export const OUTPUT_STEP = 512

interface Variable {
  readonly name: string
  readonly kind: Kind
}

class Generator {
  readonly #r: Random
  readonly n: number
  readonly #variables: Variable[] = []
  readonly #lines: string[] = []
  #names = 0
  #depth = 1

  constructor(seed: number, most: number) {
    this.#r = new Random(seed)
    const sizes = SIZES.filter(n => n <= most)
    this.n = sizes[this.#r.below(sizes.length)]!
  }

  program(): string {
    const { n } = this
    for (const kind of ['float', 'int', 'uint'] as const)
      for (let i = 0; i < 2; i++) this.#declare(kind, `input.Load<vector<${kind}, N> >(${this.#r.below(40) * 4})`)
    this.#declare('bool', `${this.#of('float')} > ${this.#of('float')}`)
    for (let i = 0; i < 10; i++) this.#statement()
    this.#variables.forEach(({ name, kind }, i) => {
      const stored = kind === 'bool' ? `(vector<uint, N>)${name}` : name
      this.#line(`o.Store(${i * OUTPUT_STEP}, ${stored});`)
    })
    return `#define N ${n}
RWByteAddressBuffer o : register(u0);
ByteAddressBuffer input : register(t0);
struct S { int first; vector<float, N> v; vector<int, N> w[2]; };
RWStructuredBuffer<S> s : register(u1);
groupshared vector<int, N> shared_ints;
vector<float, N> F(vector<float, N> a, inout vector<int, N> b, float c) {
  if (all(b > 3)) return a;
  b = b * 2 - 1;
  return clamp(a * c, -50, 50);
}
// Lanes that move, and lanes that need the one before.
vector<int, N> R(vector<int, N> a) { vector<int, N> b; [unroll] for (uint i = 0; i < N; i++) b[i] = a[(i + 1) % N]; return b; }
vector<float, N> P(vector<float, N> a) { [unroll] for (uint i = 1; i < N; i++) a[i] = clamp(a[i] + a[i - 1] * 2, -64, 64); return a; }
vector<uint, N> Q(vector<uint, N> a) {
  vector<uint, N> b = 0;
  [unroll] for (uint i = 0; i < N; i++) { b[i] = a[N - 1 - i] + 3; a[(i * 2) % N] = b[i] ^ 5; }
  return a & b;
}
void G(out vector<uint, N> a, vector<uint, N> b) { a = b; a[N / 2] = 7; }
[numthreads(1, 1, 1)] void main(uint thread : SV_DispatchThreadID) {
${this.#lines.join('\n')}
}
`
  }

  #line(text: string): void {
    this.#lines.push(`${'  '.repeat(this.#depth)}${text}`)
  }

  #declare(kind: Kind, value: string): void {
    const name = `v${this.#names++}`
    this.#line(`vector<${kind}, N> ${name} = ${value};`)
    this.#variables.push({ name, kind })
  }

  #of(kind: Kind): string {
    return this.#r.of(this.#variables.filter(v => v.kind === kind)).name
  }

  #lane(): string {
    return this.#r.chance(60) ? String(this.#r.below(this.n)) : `thread % ${this.n}`
  }

  #scalar(kind: 'float' | 'int' | 'uint'): string {
    const r = this.#r
    if (r.chance(40)) return kind === 'float' ? `${r.below(9) - 4}.0` : String(r.below(9))
    if (r.chance(20) && kind === 'float') return `clamp(dot(${this.#of('float')}, ${this.#of('float')}), -99, 99)`
    return `${this.#of(kind)}[${this.#lane()}]`
  }

  #condition(): string {
    const r = this.#r
    const reduce = r.of(['any', 'all'])
    return r.chance(30) ? `${reduce}(${this.#value('bool', 1)})` : `${reduce}(${this.#of('int')} > ${this.#of('int')})`
  }

  #value(kind: Kind, depth: number): string {
    const r = this.#r
    if (depth <= 0 || r.chance(15)) return this.#of(kind)
    const sub = (k: Kind = kind): string => this.#value(k, depth - 1)
    if (kind === 'bool') {
      const compared = r.of(['float', 'int', 'uint'] as const)
      return r.of([
        () => `(${sub(compared)} ${r.of(['<', '>', '<=', '>=', '==', '!='])} ${sub(compared)})`,
        () => `${r.of(['and', 'or'])}(${sub()}, ${sub()})`,
        () => `!${sub()}`,
        () => `(vector<bool, N>)${sub('int')}`,
      ])()
    }
    const rules = [
      () => `select(${sub('bool')}, ${sub()}, ${sub()})`,
      () => `(${sub()} ${r.of(['+', '-'])} ${sub()})`,
      () => `(${sub()} + ${this.#scalar(kind)})`,
      () => `${r.of(['min', 'max'])}(${sub()}, ${sub()})`,
      () => `((vector<${kind}, N>)${sub(r.of(['float', 'int', 'bool']))})`,
    ]
    if (kind === 'float')
      rules.push(
        () => `clamp(${sub()} * ${sub()}, -64, 64)`,
        () => `abs(${sub()})`,
        () => `floor(${sub()} * 0.5)`,
        () => `clamp(mad(${sub()}, ${sub()}, ${sub()}), -64, 64)`,
        () => `saturate(${sub()})`,
        () => `(-${sub()})`,
        () => `asfloat(asint(${sub()}))`,
      )
    else
      rules.push(
        () => `(${sub()} ${r.of(['&', '|', '^', '*'])} ${sub()})`,
        () => `(${sub()} ${r.of(['<<', '>>'])} ${sub()})`,
        () => `(~${sub()})`,
        () => `(${sub()} % ${2 + r.below(9)})`,
      )
    if (kind === 'uint')
      rules.push(
        () => `countbits(${sub()})`,
        () => `reversebits(${sub()})`,
      )
    return r.of(rules)()
  }

  #bounded(kind: Kind): string {
    const value = this.#value(kind, 3)
    return kind === 'float' ? `clamp(${value}, -999, 999)` : kind === 'bool' ? value : `((${value}) & 1023)`
  }

  #statement(): void {
    const r = this.#r
    const kind = r.of(['float', 'int', 'uint', 'bool'] as const)
    const { kind: target, name } = r.of(this.#variables.filter(v => v.kind !== 'bool')) as Variable & {
      kind: 'float' | 'int' | 'uint'
    }
    const rules = [
      () => this.#declare(kind, this.#bounded(kind)),
      () => this.#line(`${name} = ${this.#bounded(target)};`),
      () => this.#line(`${name}[${this.#lane()}] = ${this.#scalar(target)};`),
      () => this.#line(`${this.#of('float')} = F(${this.#of('float')}, ${this.#of('int')}, ${this.#scalar('float')});`),
      () => this.#line(`G(${this.#of('uint')}, ${this.#of('uint')});`),
      () => this.#line(`${this.#of('int')} = R(${this.#of('int')} * 3) & 511;`),
      () => this.#line(`${this.#of('float')} = P(${this.#of('float')});`),
      () => this.#line(`${this.#of('uint')} = Q(${this.#of('uint')}) & 511;`),
      () => this.#line(`s[thread].v = ${this.#of('float')};`),
      () => this.#line(`${this.#of('int')} = s[1].w[thread & 1] & 255;`),
      () => this.#line(`shared_ints = ${this.#of('int')}; ${this.#of('int')} = shared_ints;`),
      () => this.#block(`if (${this.#condition()})`, r.chance(50)),
      () => {
        const counter = `i${this.#names++}`
        this.#block(`for (uint ${counter} = 0; ${counter} < 3; ${counter}++)`, false)
      },
      () => this.#array(),
    ]
    // Blocks do not nest: what they declare would be gone.
    if (this.#depth > 1) this.#line(`${name} = ${this.#bounded(target)};`)
    else r.of(rules)()
  }

  #block(head: string, hasElse: boolean): void {
    this.#line(`${head} {`)
    this.#depth++
    for (let i = 1 + this.#r.below(2); i > 0; i--) this.#statement()
    this.#depth--
    if (!hasElse) {
      this.#line('}')
      return
    }
    this.#line('} else {')
    this.#depth++
    this.#statement()
    this.#depth--
    this.#line('}')
  }

  #array(): void {
    const name = `a${this.#names++}`
    this.#line(`vector<int, N> ${name}[2] = { ${this.#of('int')}, ${this.#of('int')} };`)
    this.#line(`${name}[${this.#r.below(2)}][${this.#lane()}] = ${this.#scalar('int')};`)
    this.#declare('int', `${name}[thread & 1]`)
  }
}

/** @param most lanes at most */
export function generate(seed: number, most = 1024): { readonly source: string; readonly lanes: number } {
  const g = new Generator(seed, most)
  return { source: g.program(), lanes: g.n }
}
