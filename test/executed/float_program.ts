// Random compute shaders of floats as shaders write them: vectors scaled, mixed, remapped and clamped with constants; polynomials; chains of choices;
// dot products, products with matrices, directions, lengths and powers; and branches and loops over them.
// Each term knows its largest size and its finest step, so that exact terms stay exact in whichever order fast-math computes them: only they are
// compared, rounded or made whole. Of roots, powers and quotients, which are rounded, nothing hangs but results, which are compared with a tolerance.
// Invariant: the same seed gives the same text.

import { Dice } from '../libraries/shapes.ts'
import type { Source } from './sources.ts'

const INDENT = '  '
/** A program is cut off at so many letters. */
const LONGEST = 5000
/** Bits that an exact term may have, of the 24 of a float and the 11 of a half: sums and products inside it need some more. */
const BITS = { float: 15, half: 7 }
/** What a variable holds when it is exact: a multiple of 1/8, as all constants are, not above 8. Inputs are whole. */
const VARIABLE = { max: 8, step: 1 / 8 }

/** A scalar or vector: no element is above `max`; each is a multiple of `step`, which is 0 for what is rounded. */
interface Term {
  readonly text: string
  readonly width: number
  readonly max: number
  readonly step: number
}

const isExact = (...terms: readonly Term[]): boolean => terms.every(t => t.step > 0)
const product = (a: Term, b: Term): Pick<Term, 'max' | 'step'> => ({ max: a.max * b.max, step: a.step * b.step })
const sum = (a: Pick<Term, 'max' | 'step'>, b: Pick<Term, 'max' | 'step'>): Pick<Term, 'max' | 'step'> => ({
  max: a.max + b.max,
  step: Math.min(a.step, b.step),
})

class Generator {
  readonly #dice: Dice
  readonly #args: readonly string[]
  readonly #type: 'float' | 'half'
  readonly #names: Term[] = []
  readonly #places: Term[] = []
  readonly #lines: string[] = []

  constructor(seed: number) {
    const dice = new Dice(seed)
    this.#dice = dice
    const minor = dice.pick([0, 2, 4, 6, 6, 8])
    this.#type = minor >= 2 && dice.chance(0.1) ? 'half' : 'float'
    const flags = dice.pick([[], [], [], [], [], [], [], ['-O1'], ['-Od'], ['-Gis']])
    const native = this.#type === 'half' ? ['-enable-16bit-types'] : []
    this.#args = ['-T', `cs_6_${minor}`, '-E', 'main', ...native, ...flags]
  }

  program(): Source {
    const dice = this.#dice
    const { max } = VARIABLE
    for (const [text, width] of [
      ['s', 1],
      ['u', 1],
      ['v', 2],
      ['p', 3],
      ['n', 3],
      ['q', 4],
    ] as const)
      this.#names.push({ text, width, max, step: 1 })
    const places = 1 + dice.below(3)
    for (let i = 0; i < places; i++) {
      const term = this.#fitted(this.#term(1 + dice.below(4), 3))
      const name = `r${i}`
      const precise = dice.chance(0.05) ? 'precise ' : ''
      this.#lines.push(`${INDENT}${precise}${this.#typed(term.width)} ${name} = ${term.text};`)
      this.#keep(name, term, this.#places)
    }
    const statements = dice.chance(0.5) ? dice.below(2) : 2 + dice.below(6)
    for (let i = 0; i < statements && this.#lines.join('').length < LONGEST; i++)
      this.#lines.push(...this.#statement(1))
    const stores = this.#places.map(
      (r, i) => `${INDENT}o[t * ${places} + ${i}] = float4(${[r.text, 0, 0, 0].slice(0, 5 - r.width).join(', ')});`,
    )
    const t = this.#type
    const source = `StructuredBuffer<float> b : register(t0);
RWStructuredBuffer<float4> o : register(u0);
${t} at(uint i) { return (${t})round(clamp(b[i], -8, 8)); }
[numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex) {
  ${t} s = at(t), u = at(t + 4);
  ${t}2 v = ${t}2(at(t + 8), at(t + 12));
  ${t}3 p = ${t}3(at(t + 16), at(t + 20), at(t + 24)), n = ${t}3(at(t + 28), at(t + 32), at(t + 36));
  ${t}4 q = ${t}4(at(t + 40), at(t + 44), at(t + 48), at(t + 52));
${this.#lines.join('\n')}
${stores.join('\n')}
}
`
    return { source, args: this.#args }
  }

  #typed(width: number): string {
    return width === 1 ? this.#type : `${this.#type}${width}`
  }

  #keep(text: string, of: Term, list: Term[]): void {
    const term = { text, width: of.width, max: VARIABLE.max, step: isExact(of) ? VARIABLE.step : 0 }
    list.push(term)
    if (list !== this.#names) this.#names.push(term)
  }

  /** A term with as few bits as others may compute with. */
  #bounded(t: Term): Term {
    if (!isExact(t)) return t.max > 512 ? this.#clamped(t, 8) : t
    const most = 2 ** BITS[this.#type]
    if (t.max / t.step <= most) return t
    return t.max > 8 ? this.#bounded(this.#clamped(t, 8)) : this.#coarse(t, VARIABLE.step)
  }

  /** A term as a variable holds it. */
  #fitted(t: Term): Term {
    const clamped = t.max > VARIABLE.max ? this.#clamped(t, VARIABLE.max) : t
    return isExact(t) && t.step < VARIABLE.step ? this.#coarse(clamped, VARIABLE.step) : clamped
  }

  #clamped(t: Term, max: number): Term {
    const text = this.#dice.pick([`clamp(${t.text}, -${max}, ${max})`, `min(max(${t.text}, -${max}), ${max})`])
    return { ...t, text, max }
  }

  #coarse(t: Term, step: number): Term {
    const round = this.#dice.pick(['floor', 'ceil', 'trunc'])
    return {
      ...t,
      text: `(${round}(${t.text} * ${1 / step}) / ${1 / step})`,
      max: Math.ceil(t.max / step) * step,
      step,
    }
  }

  #constant(width: number): Term {
    const dice = this.#dice
    const one = (): number =>
      dice.pick([0, 1, 1, 2, 0.5, 0.5, -1, 3, 0.25, 4, -2, 1.5, 0.75, -0.5, 8, 0.125, 5, -3]) as number
    const values = Array.from({ length: dice.chance(0.5) ? 1 : width }, one)
    const text = values.map(n => (Number.isInteger(n) ? `${n}.0` : `${n}`)).join(', ')
    const max = Math.max(...values.map(Math.abs))
    const step = Math.min(...values.map(n => [1, 0.5, 0.25, 0.125].find(s => n % s === 0)!))
    const typed = this.#typed(width)
    return {
      text: width === 1 ? text : values.length === width ? `${typed}(${text})` : `((${typed})${text})`,
      width,
      max,
      step,
    }
  }

  /** A name, or some elements of one. */
  #name(width: number): Term {
    const dice = this.#dice
    const of = dice.pick(this.#names)
    if (of.width === width && dice.chance(0.8)) return of
    const elements = Array.from({ length: width }, () => 'xyzw'[dice.below(of.width)]!)
    return { ...of, text: `${of.text}.${elements.join('')}`, width }
  }

  #term(width: number, depth: number): Term {
    if (depth <= 0) return this.#dice.chance(0.75) ? this.#name(width) : this.#constant(width)
    return this.#bounded(this.#made(width, depth))
  }

  #made(width: number, depth: number): Term {
    const dice = this.#dice
    if (dice.chance(0.1)) return this.#name(width)
    const x = this.#term(width, depth - 1)
    const y = (): Term => this.#term(width, depth - 1)
    const of = (text: string, more: Pick<Term, 'max' | 'step'>): Term => ({ text, width, ...more })
    switch (dice.below(16)) {
      case 0:
      case 1: {
        const other = dice.chance(0.4) ? this.#constant(width) : y()
        return dice.chance(0.8)
          ? of(`(${x.text} ${dice.pick(['+', '-'])} ${other.text})`, sum(x, other))
          : of(`(${other.text} - ${x.text})`, sum(x, other))
      }
      case 2:
      case 3: {
        const other = dice.chance(0.5) ? this.#constant(width) : y()
        return of(`(${x.text} * ${other.text})`, product(x, other))
      }
      case 4: {
        const [c, d] = [this.#constant(width), this.#constant(width)]
        return of(`(${x.text} * ${c.text} ${dice.pick(['+', '-'])} ${d.text})`, sum(product(x, c), d))
      }
      case 5: {
        const by = dice.pick([2, 4, 0.5, 0.25])
        return of(`(${x.text} / ${by})`, { max: x.max / by, step: x.step / Math.max(by, 1) })
      }
      case 6: {
        const [b, t] = [y(), dice.chance(0.4) ? this.#constant(width) : y()]
        return of(`lerp(${x.text}, ${b.text}, ${t.text})`, sum(x, product(of('', sum(x, b)), t)))
      }
      case 7:
        return this.#limited(x, y)
      case 8:
        return of(`(-${x.text})`, x)
      case 9:
        return this.#chosen(x, y)
      case 10:
        return isExact(x) ? this.#whole(x) : of(`saturate(${x.text})`, { ...x, max: Math.min(x.max, 1) })
      case 11:
        return this.#alongWith(x, depth)
      case 12:
        return this.#polynomial(x)
      case 13:
        return of(`mad(${x.text}, ${this.#name(width).text}, ${this.#constant(width).text})`, {
          max: x.max * 8 + 8,
          step: isExact(x) && this.#names.every(n => isExact(n)) ? (x.step * VARIABLE.step) / 8 : 0,
        })
      default:
        return dice.chance(0.5) ? this.#rounded(x) : of(`(${x.text} * ${y().text})`, { max: x.max * 64, step: 0 })
    }
  }

  /** Between two values. */
  #limited(x: Term, y: () => Term): Term {
    const dice = this.#dice
    const of = (text: string, max = x.max, step = x.step): Term => ({ text, width: x.width, max, step })
    return dice.pick([
      () => of(`saturate(${x.text})`, Math.min(x.max, 1)),
      () => of(`abs(${x.text})`),
      () => of(`clamp(${x.text}, 0, ${1 + dice.below(4)})`),
      () => {
        const c = this.#constant(x.width)
        return of(
          `${dice.pick(['min', 'max'])}(${x.text}, ${c.text})`,
          Math.max(x.max, c.max),
          Math.min(x.step, c.step),
        )
      },
      () => {
        const b = y()
        return of(
          `${dice.pick(['min', 'max'])}(${x.text}, ${b.text})`,
          Math.max(x.max, b.max),
          Math.min(x.step, b.step),
        )
      },
    ])()
  }

  /** One of two or more values, by tests. */
  #chosen(x: Term, y: () => Term): Term {
    const dice = this.#dice
    let chosen = x
    for (let i = 1 + dice.below(3); i > 0; i--) {
      const other = dice.chance(0.7) ? this.#constant(x.width) : y()
      const text = dice.chance(0.7)
        ? `(${this.#test(1)} ? ${other.text} : ${chosen.text})`
        : `(${this.#test(1)} ? ${chosen.text} : ${other.text})`
      chosen = { text, width: x.width, max: Math.max(chosen.max, other.max), step: Math.min(chosen.step, other.step) }
    }
    return chosen
  }

  /** Whole numbers, and 0 or 1. Of exact terms alone: a rounded one may be just below a whole number, or just above. */
  #whole(x: Term): Term {
    const dice = this.#dice
    const of = (text: string, max: number, step = 1): Term => ({ text, width: x.width, max, step })
    return dice.pick([
      () => of(`${dice.pick(['floor', 'ceil', 'round', 'trunc'])}(${x.text})`, Math.ceil(x.max)),
      () => of(`frac(${x.text})`, 1, x.step),
      () => of(`sign(${x.text})`, 1),
      () => of(`step(${this.#constant(x.width).text}, ${x.text})`, 1),
      () => of(`(${this.#typed(x.width)})(int${x.width === 1 ? '' : x.width})${x.text}`, Math.ceil(x.max)),
      () =>
        of(`(${this.#typed(x.width)})(${x.text} ${dice.pick(['<', '>=', '=='])} ${this.#constant(x.width).text})`, 1),
    ])()
  }

  /** What goes through a dot product, or mixes the elements of a vector. */
  #alongWith(x: Term, depth: number): Term {
    const dice = this.#dice
    const wide = 2 + dice.below(3)
    const [a, b] = [this.#term(wide, depth - 2), this.#term(wide, depth - 2)]
    const { max, step } = product(a, b)
    const dot: Term = { text: `dot(${a.text}, ${b.text})`, width: 1, max: max * wide, step }
    if (x.width === 1) return dice.chance(0.5) ? dot : { ...dot, text: `max(${dot.text}, 0)` }
    if (x.width === 3 && dice.chance(0.6)) {
      const n = this.#bounded(this.#term(3, 1))
      const scale = product(x, n)
      if (dice.chance(0.4))
        return { text: `cross(${x.text}, ${n.text})`, width: 3, max: scale.max * 2, step: scale.step }
      const along = product({ ...x, ...scale }, n)
      return { text: `reflect(${x.text}, ${n.text})`, width: 3, ...sum(x, { max: along.max * 6, step: along.step }) }
    }
    if (dice.chance(0.4)) {
      const rows = Array.from({ length: x.width }, () => this.#name(x.width))
      const exact = isExact(x, ...rows)
      const matrix = `${this.#typed(x.width)}x${x.width}(${rows.map(r => r.text).join(', ')})`
      return {
        text: dice.chance(0.5) ? `mul(${matrix}, ${x.text})` : `mul(${x.text}, ${matrix})`,
        width: x.width,
        max: x.max * 8 * x.width,
        step: exact ? x.step * VARIABLE.step : 0,
      }
    }
    const d = this.#bounded(dot)
    return { text: `(${x.text} * ${d.text})`, width: x.width, ...product(x, d) }
  }

  /** Powers of one value with constants: Horner's scheme, or curves as between 0 and 1. */
  #polynomial(x: Term): Term {
    const dice = this.#dice
    const v = this.#bounded({ ...x, text: `saturate(${x.text})`, max: Math.min(x.max, 1) })
    const many = (n: number): Pick<Term, 'max' | 'step'> => ({ max: 8, step: v.step ** n / 8 })
    const [a, b, c] = [this.#constant(v.width), this.#constant(v.width), this.#constant(v.width)]
    return dice.pick([
      () => ({ text: `(${v.text} * ${v.text} * (3 - 2 * ${v.text}))`, width: v.width, ...many(3) }),
      () => ({
        text: `(${v.text} * (${v.text} * ${a.text} + ${b.text}) + ${c.text})`,
        width: v.width,
        max: 24,
        step: many(2).step,
      }),
      () => ({ text: `smoothstep(0, ${dice.pick([1, 2, 4])}, ${v.text})`, width: v.width, max: 1, step: 0 }),
      () => ({ text: `pow(${v.text}, ${dice.pick([2, 3, 4, 5, 0.5, 1, 8])})`, width: v.width, max: 1, step: 0 }),
      () => ({ text: `(1 - (1 - ${v.text}) * (1 - ${v.text}))`, width: v.width, ...many(2) }),
    ])()
  }

  /** Roots, quotients and powers, where they are far from 0 and infinity. */
  #rounded(x: Term): Term {
    const dice = this.#dice
    const of = (text: string, max: number): Term => ({ text, width: x.width, max, step: 0 })
    const positive = `(abs(${x.text}) + ${dice.pick(['1', '0.5', '2'])})`
    if (x.width === 3 && dice.chance(0.5))
      return of(`normalize(${x.text} + ${this.#typed(3)}(0, 0, ${64 + Math.ceil(x.max)}))`, 1)
    return dice.pick([
      () => of(`sqrt(${positive})`, Math.sqrt(x.max + 2)),
      () => of(`rsqrt(${positive})`, 2),
      () => of(`rcp(${positive})`, 2),
      () => of(`(${this.#constant(x.width).text} / ${positive})`, 16),
      () => of(`(${this.#name(x.width).text} / ${positive})`, 16),
      () => of(`(${x.text} / ${positive})`, 1),
      () => of(`exp2(-abs(${x.text}))`, 1),
      () => of(`exp(-abs(${x.text}))`, 1),
      () => of(`log2(${positive})`, 8),
      () => of(`pow(${positive}, ${dice.pick(['0.5', '1', '0.25', '-1', '0'])})`, x.max + 2),
      () => of(`${dice.pick(['sin', 'cos'])}(${x.text})`, 1),
      () => of(`(${x.text} / ${dice.pick(['3', '5', '0.7', '6'])})`, x.max * 2),
      () => of(`(${x.text} * 0.3 + 0.7)`, x.max + 1),
    ])()
  }

  /** Of exact terms. */
  #test(depth: number): string {
    const dice = this.#dice
    const exact = (): Term => {
      const names = this.#names.filter(n => isExact(n))
      const of = dice.pick(names)
      const name = { ...of, text: of.width === 1 ? of.text : `${of.text}.${'xyzw'[dice.below(of.width)]}`, width: 1 }
      const term = depth > 0 && dice.chance(0.4) ? this.#term(1, 1) : name
      return isExact(term) ? term : name
    }
    const compare = dice.pick(['<', '>', '<=', '>=', '==', '!='])
    switch (dice.below(depth > 0 ? 6 : 3)) {
      case 0:
      case 1:
        return `${exact().text} ${compare} ${this.#constant(1).text}`
      case 2:
        return `${exact().text} ${compare} ${exact().text}`
      case 3:
        return `(${this.#test(depth - 1)} ${dice.pick(['&&', '||'])} ${this.#test(depth - 1)})`
      case 4:
        return `!(${this.#test(depth - 1)})`
      default: {
        const width = 2 + dice.below(2)
        const [a, b] = [this.#term(width, 1), this.#term(width, 0)]
        return isExact(a, b) ? `${dice.pick(['any', 'all'])}(${a.text} ${compare} ${b.text})` : this.#test(depth - 1)
      }
    }
  }

  #set(): string {
    const dice = this.#dice
    const place = dice.pick(this.#places)
    const term = this.#term(place.width, 3)
    const made = dice.chance(0.5)
      ? term
      : { ...term, text: `(${place.text} ${dice.pick(['+', '-'])} ${term.text})`, ...sum(place, term) }
    // An exact variable stays exact.
    return isExact(place) && !isExact(made)
      ? `${place.text} = -${place.text};`
      : `${place.text} = ${this.#fitted(made).text};`
  }

  #statement(depth: number): string[] {
    const dice = this.#dice
    const space = INDENT.repeat(depth)
    const block = (): string[] => Array.from({ length: 1 + dice.below(2) }, () => this.#statement(depth + 1)).flat()
    switch (depth > 2 ? 9 : dice.below(10)) {
      case 0:
      case 1:
        return [`${space}if (${this.#test(1)}) {`, ...block(), `${space}}`]
      case 2:
        return [`${space}if (${this.#test(1)}) {`, ...block(), `${space}} else {`, ...block(), `${space}}`]
      case 3: {
        const i = dice.name('i')
        return [`${space}for (uint ${i} = 0; ${i} < ${2 + dice.below(3)}; ${i}++) {`, ...block(), `${space}}`]
      }
      case 4:
      case 5: {
        const term = this.#fitted(this.#term(1 + dice.below(4), 3))
        const name = dice.name('d')
        const lines = [`${space}${this.#typed(term.width)} ${name} = ${term.text};`]
        const count = this.#names.length
        this.#keep(name, term, this.#names)
        lines.push(`${space}${this.#set()}`, `${space}${this.#set()}`)
        if (depth > 1) this.#names.length = count
        return lines
      }
      case 6: {
        // A chain of choices: shade = x < 0.5 ? 0.75 : shade.
        const place = dice.pick(this.#places.filter(p => p.width === 1).concat(this.#places))
        return Array.from({ length: 2 + dice.below(3) }, () => {
          const c = this.#constant(place.width)
          return `${space}${place.text} = ${this.#test(0)} ? ${c.text} : ${place.text};`
        })
      }
      default:
        return [`${space}${this.#set()}`]
    }
  }
}

export const generateFloats = (seed: number): Source => new Generator(seed).program()
