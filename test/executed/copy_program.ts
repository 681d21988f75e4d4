// Random compute shaders about copies: of structs with arrays out of buffers, group-shared, static and local memory, read at indices of run time
// while what they were copied from is written, before, behind and around them in loops, branches and functions. What passes read in place
// must be what the copy held. Invariant: the same seed gives the same text.

import { Dice } from '../libraries/shapes.ts'
import type { Source } from './sources.ts'

const HEAD = `struct S { uint a; uint b[3]; float2 c[2]; };
struct T { S s[2]; uint d; uint e[4]; };
cbuffer Constants { S cs; T ct; uint4 cv[3]; };
StructuredBuffer<S> is; StructuredBuffer<T> it;
RWStructuredBuffer<S> rs; RWStructuredBuffer<T> rt; RWStructuredBuffer<uint> out0; RWBuffer<uint> typed;
groupshared S gs[2]; groupshared T gt;
static S ss; static T st; static uint sa[4] = { 3, 1, 2, 0 };
static const uint table[4] = { 2, 0, 3, 1 };`

/** Places of each struct, `#` an index below two. */
const WRITABLE: Readonly<Record<'S' | 'T', readonly string[]>> = {
  S: ['rs[#]', 'rs[n]', 'gs[#]', 'ss', 'rt[#].s[#]', 'gt.s[#]', 'st.s[#]'],
  T: ['rt[#]', 'rt[n]', 'gt', 'st'],
}
const READABLE: Readonly<Record<'S' | 'T', readonly string[]>> = {
  S: [...WRITABLE.S, 'cs', 'is[#]', 'is.Load(n)', 'rs.Load(#)', 'it[n].s[#]', 'ct.s[#]'],
  T: [...WRITABLE.T, 'ct', 'it[#]', 'it.Load(n)', 'rt.Load(n)'],
}

class Generator {
  readonly #dice: Dice
  readonly #scopes: { readonly S: string[]; readonly T: string[]; readonly U: string[] }[] = [{ S: [], T: [], U: [] }]
  #count = 0
  #loops = 0

  constructor(seed: number) {
    this.#dice = new Dice(seed)
  }

  #locals(kind: 'S' | 'T' | 'U'): string[] {
    return this.#scopes.flatMap(s => s[kind])
  }

  #small(n: number): string {
    const dice = this.#dice
    const known = dice.below(n)
    const counters = Array.from({ length: this.#loops }, (_, i) => `(k${i} % ${n})`)
    return dice.pick([`${known}`, `${known}`, `((n + ${dice.below(4)}) % ${n})`, ...counters, ...counters])
  }

  #filled(text: string): string {
    return text.replaceAll('#', () => this.#small(2))
  }

  #struct(kind: 'S' | 'T', isWritten: boolean): string {
    const places = [...(isWritten ? WRITABLE : READABLE)[kind], ...this.#locals(kind), ...this.#locals(kind)]
    return this.#filled(this.#dice.pick(places))
  }

  /** A number of a struct, or of an array of numbers. */
  #element(isWritten: boolean): string {
    const dice = this.#dice
    if (dice.chance(0.2)) {
      const arrays = [...this.#locals('U').map(l => `${l}[${this.#small(4)}]`), `sa[${this.#small(4)}]`]
      if (!isWritten) arrays.push(`table[${this.#small(4)}]`, `cv[${this.#small(3)}][${this.#small(4)}]`)
      return dice.pick(arrays)
    }
    if (dice.chance(0.35)) {
      const t = this.#struct('T', isWritten)
      return dice.pick([`${t}.d`, `${t}.e[${this.#small(4)}]`, `${t}.s[${this.#small(2)}].b[${this.#small(3)}]`])
    }
    const s = this.#struct('S', isWritten)
    const part = dice.pick([
      '.a',
      `.b[${this.#small(3)}]`,
      `.b[${this.#small(3)}]`,
      `.c[${this.#small(2)}].${dice.pick(['x', 'y'])}`,
    ])
    return part.startsWith('.c') && !isWritten ? `uint(${s}${part})` : `${s}${part}`
  }

  #value(depth = 1): string {
    const dice = this.#dice
    if (depth === 0 || dice.chance(0.5)) return this.#element(false)
    return dice.pick([
      `(${this.#value(depth - 1)} + ${this.#value(depth - 1)})`,
      `(${this.#element(false)} ^ ${dice.below(5)})`,
      `(${this.#element(false)} > ${dice.below(4)} ? ${this.#element(false)} : ${this.#element(false)})`,
    ])
  }

  #block(depth: number): string {
    this.#scopes.push({ S: [], T: [], U: [] })
    const lines = Array.from({ length: 1 + this.#dice.below(3) }, () => this.#statement(depth - 1))
    this.#scopes.pop()
    return lines.join(' ')
  }

  #statement(depth: number): string {
    const dice = this.#dice
    const scope = this.#scopes.at(-1)!
    const kind = dice.pick(['S', 'T'] as const)
    switch (dice.below(depth > 0 ? 12 : 8)) {
      case 0:
      case 1: {
        const name = `l${this.#count++}`
        const made = `${kind} ${name} = ${this.#struct(kind, false)};`
        scope[kind].push(name)
        return made
      }
      case 2: {
        const name = `u${this.#count++}`
        const values = Array.from({ length: 4 }, () => this.#element(false)).join(', ')
        scope.U.push(name)
        return `uint ${name}[4] = { ${values} };`
      }
      case 3:
        return `${this.#struct(kind, true)} = ${this.#struct(kind, false)};`
      case 4:
        return dice.pick([
          `change(${this.#struct('S', true)}, ${this.#struct('S', false)}, n);`,
          `${this.#struct('S', true)} = changed(${this.#struct('S', false)}, n);`,
          `${this.#element(true)} = picked(${this.#struct('T', false)}, ${this.#small(4)});`,
        ])
      case 8:
      case 9: {
        const k = `k${this.#loops++}`
        const leave = dice.chance(0.25)
          ? ` if (${this.#element(false)} == ${dice.below(4)}) ${dice.pick(['break', 'continue'])};`
          : ''
        const body = `${this.#block(depth)}${leave}${leave === '' ? '' : ` ${this.#block(depth)}`}`
        this.#loops--
        return `for (uint ${k} = 0; ${k} < ${dice.pick(['2', '3', '(n & 3)'])}; ${k}++) { ${body} }`
      }
      case 10:
        return `if (${this.#value(0)} > ${dice.below(4)}) { ${this.#block(depth)} } else { ${this.#block(depth)} }`
      case 11:
        return `if (${this.#value(0)} > ${dice.below(4)}) { ${this.#block(depth)} }`
      default:
        return `${this.#element(true)} ${dice.pick(['=', '=', '+=', '^='])} ${this.#value()};`.replace(
          /\.([xy]) \^=/,
          '.$1 +=',
        )
    }
  }

  program(): Source {
    const dice = this.#dice
    const body = Array.from({ length: 5 + dice.below(8) }, () => this.#statement(2))
    const stored = Array.from({ length: 4 }, (_, i) => `out0[${i}] = ${this.#value()};`)
    const source = [
      HEAD,
      'void change(inout S p, S q, uint n) { p.b[n % 3] = q.b[(n + 1) % 3]; p.a += q.a; }',
      'S changed(S p, uint n) { p.b[n % 3] += 5; return p; }',
      'uint picked(T p, uint n) { return p.e[n] + p.s[n & 1].b[n % 3]; }',
      '[numthreads(1, 1, 1)]',
      'void main(uint n : SV_GroupID) {',
      ...[...body, ...stored].map(l => `  ${l}`),
      '}',
      '',
    ].join('\n')
    const optimization = dice.chance(0.1) ? ['-Od'] : dice.chance(0.1) ? ['-O1'] : []
    return { source, args: ['-T', dice.pick(['cs_6_0', 'cs_6_6', 'cs_6_9']), '-E', 'main', ...optimization] }
  }
}

export const generateCopies = (seed: number): Source => new Generator(seed).program()
