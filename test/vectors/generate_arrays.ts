// Random compute programs with arrays of vectors: elements and lanes that are known and that run time chooses, whole vectors and parts of them,
// in local variables, structs, static variables and group-shared memory, in branches and loops.

import { Random } from './random.ts'

const KINDS = ['float', 'int', 'uint'] as const
type Kind = (typeof KINDS)[number]
/** Bytes of the output that one value takes. */
const STEP = 32

interface ArrayOf {
  /** Its text in front of the index. */
  readonly name: string
  readonly kind: Kind
  readonly count: number
  readonly lanes: number
}

class Generator {
  readonly #r: Random
  readonly #arrays: ArrayOf[]
  readonly #lines: string[] = []
  #outputs = 0
  #names = 0

  constructor(seed: number) {
    this.#r = new Random(seed)
    this.#arrays = ['a', 'b', 's.v', 'g', 'shared_one'].map(name => ({
      name,
      kind: this.#r.of(KINDS),
      count: 2 + this.#r.below(3),
      lanes: 2 + this.#r.below(3),
    }))
  }

  program(): string {
    const [a, b, inStruct, isStatic, shared] = this.#arrays as [ArrayOf, ArrayOf, ArrayOf, ArrayOf, ArrayOf]
    const declared = (of: ArrayOf, name = of.name): string => `${of.kind}${of.lanes} ${name}[${of.count}]`
    this.#lines.push(`  ${declared(a)} = { ${this.#list(a)} };`)
    this.#lines.push(`  ${declared(b)}${this.#r.chance(50) ? ` = (${b.kind}${b.lanes}[${b.count}])0` : ''};`)
    if (!this.#lines.at(-1)!.includes('=')) for (let i = 0; i < b.count; i++) this.#fill(b, i)
    this.#lines.push('  S s = (S)0;')
    for (let i = 0; i < shared.count; i++) this.#fill(shared, i)
    for (let n = 6 + this.#r.below(12); n > 0; n--) this.#statement('  ', 0)
    for (const array of this.#arrays)
      for (let i = 0; i < array.count; i++) this.#output('  ', `${array.name}[${i}]`, array.kind, array.lanes)
    return `RWByteAddressBuffer o : register(u0);
ByteAddressBuffer input : register(t0);
struct S { int first; ${declared(inStruct, 'v')}; float last; };
static ${declared(isStatic)} = { ${this.#list(isStatic)} };
groupshared ${declared(shared)};
[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
  uint n = id.x + input.Load(12), k = input.Load(20);
${this.#lines.join('\n')}
}`
  }

  #list({ kind, lanes, count }: ArrayOf): string {
    return Array.from({ length: count }, (_, i) => `${kind}${lanes}(${this.#numbers(lanes, i)})`).join(', ')
  }

  #numbers(lanes: number, base: number): string {
    return Array.from({ length: lanes }, (_, n) => base * 4 + n + 1).join(', ')
  }

  /** An index below a count: known, or of run time. */
  #index(count: number): string {
    const r = this.#r
    if (r.chance(40)) return String(r.below(count))
    const at = r.of(['n', 'k', 'n + k', `n + ${r.below(4)}`, `input.Load(${r.below(8) * 4})`])
    return count === 2 && r.chance(50) ? `((${at}) & 1)` : `((${at}) % ${count})`
  }

  /** A value of so many lanes. */
  #value(kind: Kind, lanes: number): string {
    const r = this.#r
    const of = this.#arrays.filter(a => a.kind === kind && a.lanes >= lanes)
    if (of.length > 0 && r.chance(50)) {
      const array = r.of(of)
      return `${array.name}[${this.#index(array.count)}]${this.#swizzle(array.lanes, lanes)}`
    }
    // Small, so that sums of floats are exact whatever order they are added in.
    if (r.chance(40)) return `(${kind}${lanes})(input.Load${lanes > 1 ? lanes : ''}(${r.below(16) * 4}) >> 24)`
    return `${kind}${lanes}(${this.#numbers(lanes, r.below(9))})`
  }

  /** Some lanes in some order, as a swizzle that can be written. */
  #swizzle(lanes: number, some: number): string {
    if (lanes === some && this.#r.chance(60)) return ''
    const all = [...'xyzw'].slice(0, lanes)
    let text = ''
    while (text.length < some) text += all.splice(this.#r.below(all.length), 1)[0]!
    return `.${text}`
  }

  #whole({ name, kind, lanes }: ArrayOf, index: string, indent: string): void {
    this.#lines.push(`${indent}${name}[${index}] = ${this.#value(kind, lanes)};`)
  }

  /** What nothing was stored to before. */
  #fill({ name, kind, lanes }: ArrayOf, i: number): void {
    this.#lines.push(`  ${name}[${i}] = ${kind}${lanes}(${this.#numbers(lanes, i)});`)
  }

  #output(indent: string, text: string, kind: Kind, lanes: number): void {
    const word = kind === 'float' ? `asuint(${text})` : `(uint${lanes})${text}`
    this.#lines.push(`${indent}o.Store${lanes > 1 ? lanes : ''}(${this.#outputs++ * STEP}, ${word});`)
  }

  #statement(indent: string, depth: number): void {
    const r = this.#r
    const array = r.of(this.#arrays)
    const { name, kind, count, lanes } = array
    const index = this.#index(count)
    switch (r.below(depth < 2 ? 9 : 6)) {
      case 0:
        this.#whole(array, index, indent)
        return
      case 1:
      case 2:
      case 3: {
        const some = 1 + r.below(lanes)
        const op = r.of(['=', '=', '+='])
        this.#lines.push(`${indent}${name}[${index}]${this.#swizzle(lanes, some)} ${op} ${this.#value(kind, some)};`)
        return
      }
      case 4:
        this.#lines.push(`${indent}${name}[${index}][${this.#index(lanes)}] = ${this.#value(kind, 1)};`)
        return
      case 5: {
        const some = 1 + r.below(lanes)
        this.#output(indent, `${name}[${index}]${this.#swizzle(lanes, some)}`, kind, some)
        return
      }
      case 6:
        this.#lines.push(`${indent}if (input.Load(${r.below(16) * 4}) > ${r.below(5)}) {`)
        break
      default: {
        const i = `i${this.#names++}`
        this.#lines.push(
          `${indent}${r.of(['', '[loop] ', '[unroll] '])}for (uint ${i} = 0; ${i} < ${1 + r.below(3)}; ${i}++) {`,
        )
      }
    }
    for (let n = 1 + r.below(3); n > 0; n--) this.#statement(`${indent}  `, depth + 1)
    this.#lines.push(`${indent}}`)
  }
}

export const generateArrays = (seed: number): string => new Generator(seed).program()
