// Random values of every type: places in scope, operations on them, calls. Invariant: see generate.ts.

import { Seeded } from '../corpus/seeded.ts'
import {
  allFields,
  allMethods,
  BOOL,
  bounds,
  callable,
  declare,
  type Enum,
  holdsEnum,
  INT,
  isScalar,
  type Method,
  type Numeric,
  numeric,
  type Param,
  partsOf,
  type Scalar,
  type Struct,
  sameType,
  size,
  spell,
  type Type,
  withScalar,
} from './types.ts'

export interface Place {
  readonly text: string
  readonly t: Type
  readonly writable: boolean
}
export interface Func {
  /** As it is written from outside of its namespace. */
  readonly name: string
  readonly result: Type | undefined
  readonly params: readonly Param[]
}

const MAX_DEPTH = 3
export const LETTERS = 'xyzw'

export class Expressions {
  readonly rng: Seeded
  /** DXC transposes constants of row-major matrices that a constructor gives; lists it does not. */
  isRowMajor = false
  readonly structs: Struct[] = []
  readonly enums: Enum[] = []
  readonly functions: Func[] = []
  constants: string[] = []
  scope: Place[] = []
  lines: string[] = []
  indent = '  '
  next = 0
  calls = 0

  constructor(seed: number) {
    this.rng = new Seeded(seed)
  }

  pick<T>(list: readonly T[]): T {
    return list[this.rng.int(0, list.length - 1)]!
  }

  chance(percent: number): boolean {
    return this.rng.int(0, 99) < percent
  }

  name(prefix: string): string {
    return `${prefix}${this.next++}`
  }

  line(text: string): void {
    this.lines.push(`${this.indent}${text}\n`)
  }

  // ---- types

  numeric(s: Scalar = this.pick(['int', 'int', 'uint', 'float', 'bool'])): Numeric {
    const n = this.rng.int(0, 9)
    if (n < 5) return numeric(s)
    if (n < 8) return numeric(s, 0, this.rng.int(2, 4))
    return numeric(s, this.rng.int(2, 3), this.rng.int(2, 3))
  }

  type(depth = 0): Type {
    const n = this.rng.int(0, 19)
    if (n < 4 && this.structs.length > 0) return this.pick(this.structs)
    if (n < 6 && this.enums.length > 0) return this.pick(this.enums)
    if (n < 9 && depth === 0) return { k: 'array', element: this.type(1), count: this.rng.int(2, 3) }
    return this.numeric()
  }

  /** An initializer that is constant. */
  constantOf(t: Type): string {
    if (t.k === 'number')
      return t.rows > 0 && this.isRowMajor
        ? `{ ${Array.from({ length: size(t) }, () => this.literal(numeric(t.s))).join(', ')} }`
        : this.literal(t)
    if (t.k === 'enum') return this.pick(t.values)
    if (this.chance(20) && t.k === 'struct' && !holdsEnum(t)) return `(${t.name})0`
    return this.list(t)
  }

  list(t: Type): string {
    return `{ ${partsOf(t)
      .map(p => this.constantOf(p))
      .join(', ')} }`
  }

  // ---- expressions

  literal(t: Numeric): string {
    const one = (): string =>
      t.s === 'bool'
        ? this.pick(['true', 'false'])
        : t.s === 'float'
          ? `${this.rng.int(0, 99)}.0`
          : `${this.rng.int(0, 99)}${t.s === 'uint' && this.chance(50) ? 'u' : ''}`
    if (isScalar(t)) return one()
    return `${spell(t)}(${Array.from({ length: size(t) }, one).join(', ')})`
  }

  /** A first value of any type: a cast of a number, which structs and arrays take too. */
  start(t: Type): string {
    if (t.k === 'enum') return this.pick(t.values)
    if (holdsEnum(t)) return this.variable(t)
    const inner = t.k === 'array' ? `${spell(t)}${bounds(t)}` : spell(t)
    return `(${inner})${this.rng.int(1, 60)}`
  }

  /** A variable of the type, made for it: no number can be cast to a type with enums in it. */
  variable(t: Type): string {
    const found = this.place(x => sameType(x, t), false)
    if (found && this.chance(70)) return found.text
    const name = this.name('v')
    this.line(`${declare(t, name)} = ${this.list(t)};`)
    return name
  }

  index(count: number): string {
    const ints = this.scope.filter(p => p.t.k === 'number' && isScalar(p.t) && (p.t.s === 'int' || p.t.s === 'uint'))
    if (ints.length === 0 || this.chance(50)) return String(this.rng.int(0, count - 1))
    return `${this.pick(ints).text} % ${count}`
  }

  /** All places and their parts that pass, of variables in scope. */
  place(passes: (t: Type) => boolean, writable: boolean): Place | undefined {
    const found: Place[] = []
    for (const p of this.scope) if (p.writable || !writable) this.parts(p, passes, found, 0)
    return found.length > 0 ? this.pick(found) : undefined
  }

  parts(p: Place, passes: (t: Type) => boolean, found: Place[], depth: number): void {
    if (passes(p.t)) found.push(p)
    if (depth > 3) return
    const at = (suffix: string, t: Type): void =>
      this.parts({ ...p, text: p.text + suffix, t }, passes, found, depth + 1)
    const { t } = p
    if (t.k === 'struct') for (const f of allFields(t)) at(`.${f.name}`, f.t)
    if (t.k === 'array') at(`[${this.index(t.count)}]`, t.element)
    if (t.k !== 'number' || isScalar(t)) return
    const part = (rows: number, columns: number): Numeric => ({ ...t, rows, columns })
    if (t.rows > 0) {
      at(`[${this.index(t.rows)}]`, part(0, t.columns))
      const of = (from: number): string =>
        `${this.rng.int(from, t.rows - 1 + from)}${this.rng.int(from, t.columns - 1 + from)}`
      at(`._m${of(0)}`, part(0, 0))
      at(`._${of(1)}`, part(0, 0))
      const [a, b] = [of(0), of(0)]
      if (a !== b) found.push(...[{ ...p, text: `${p.text}._m${a}_m${b}`, t: part(0, 2) }].filter(x => passes(x.t)))
    } else {
      at(`[${this.index(t.columns)}]`, part(0, 0))
      at(`.${LETTERS[this.rng.int(0, t.columns - 1)]}`, part(0, 0))
      const order = this.rng.permutation(t.columns).slice(0, this.rng.int(2, t.columns))
      const swizzle = { ...p, text: `${p.text}.${order.map(i => LETTERS[i]).join('')}`, t: part(0, order.length) }
      if (passes(swizzle.t)) found.push(swizzle)
    }
  }

  /** A value of a number's type, of any size unless it is a float. */
  number(t: Numeric, depth = 0): string {
    const n = depth >= MAX_DEPTH ? this.rng.int(0, 5) : this.rng.int(0, 21)
    if (n < 1) return this.literal(t)
    if (n < 5) return this.place(x => sameType(x, t), false)?.text ?? this.converted(t, depth)
    if (n < 7) return this.converted(t, depth)
    if (n < 10) return this.called(t) ?? this.binary(t, depth)
    if (n < 12) return this.builtin(t, depth)
    if (n < 14) return this.composed(t, depth)
    if (n < 16) return this.choice(t, depth)
    return this.binary(t, depth)
  }

  /** A float from 0 to 255 again, or an integer. */
  fit(t: Numeric, text: string): string {
    if (t.s === 'bool') return text
    const masked = t.s === 'float' ? `(${spell(withScalar(t, 'int'))})(${text})` : `(${text})`
    return t.s === 'float' ? `(${spell(t)})(${masked} & 255)` : `${masked} & 255`
  }

  small(t: Numeric, depth: number): string {
    return t.s === 'float' ? `(${this.fit(t, this.number(t, depth))})` : this.number(t, depth)
  }

  converted(t: Numeric, depth: number): string {
    const fits = (x: Type): boolean => {
      if (x.k === 'enum') return isScalar(t)
      if (x.k !== 'number') return false
      if (isScalar(x) || sameType(withScalar(x, t.s), t)) return true
      if (t.rows > 0)
        return (x.rows >= t.rows && x.columns >= t.columns) || (x.rows === 0 && x.columns === t.rows * t.columns)
      if (x.rows > 0) return t.columns === 0 || x.rows * x.columns === t.columns
      return x.columns >= t.columns
    }
    const from = this.place(fits, false)
    if (from) return this.chance(20) ? `tconv<${spell(t)} >(${from.text})` : `(${spell(t)})${from.text}`
    return depth >= MAX_DEPTH ? this.literal(t) : `(${spell(t)})(${this.fit(INT, this.number(INT, depth + 1))})`
  }

  binary(t: Numeric, depth: number): string {
    const v = (x: Numeric = t): string => this.small(x, depth + 1)
    if (t.s === 'bool') {
      const of = withScalar(t, this.pick(['int', 'uint', 'float']))
      if (this.chance(25))
        return isScalar(t)
          ? `(${v()} ${this.pick(['&&', '||'])} ${v()})`
          : `${this.pick(['and', 'or'])}(${v()}, ${v()})`
      if (this.chance(20)) return `!(${v()})`
      return `(${v(of)} ${this.pick(['<', '>', '<=', '>=', '==', '!='])} ${v(of)})`
    }
    if (t.s === 'float') return `(${v()} ${this.pick(['+', '-', '*'])} ${v()})`
    const op = this.pick(['+', '-', '*', '&', '|', '^', '<<', '>>', '/', '%', '~'])
    if (op === '~') return `${this.pick(['~', '-'])}(${v()})`
    if (op === '<<' || op === '>>') return `(${v()} ${op} ((${v()}) & 7))`
    if (op === '/' || op === '%') return `((${v()} & 1023) ${op} ((${v()} & 15) + 1))`
    return `(${v()} ${op} ${v()})`
  }

  builtin(t: Numeric, depth: number): string {
    const v = (x: Numeric = t): string => this.small(x, depth + 1)
    if (t.s === 'bool') {
      const of = this.numeric()
      return isScalar(t) ? `${this.pick(['any', 'all'])}(${v(of)})` : `(${spell(t)})(${v(withScalar(t, 'int'))})`
    }
    if (t.rows > 0 && this.chance(40)) return `transpose(${v({ ...t, rows: t.columns, columns: t.rows })})`
    if (t.s !== 'uint' && this.chance(40)) {
      const inner = this.rng.int(2, 3)
      const m = (rows: number, columns: number): string => v({ ...t, rows, columns })
      if (t.rows > 0) return `mul(${m(t.rows, inner)}, ${m(inner, t.columns)})`
      if (t.columns > 0)
        return this.chance(50)
          ? `mul(${m(t.columns, inner)}, ${m(0, inner)})`
          : `mul(${m(0, inner)}, ${m(inner, t.columns)})`
      return `dot(${m(0, inner)}, ${m(0, inner)})`
    }
    if (this.chance(30)) return `tsum<${spell(t)} >(${v()}, ${v()})`
    return this.chance(30) ? `${t.s === 'uint' ? '' : 'abs'}(${v()})` : `${this.pick(['min', 'max'])}(${v()}, ${v()})`
  }

  /** What parts are taken of is computed: of a row-major matrix that is cast in place DXC takes other components. */
  whole(t: Numeric, depth: number): string {
    return t.rows > 0 ? this.binary(t, depth) : this.number(t, depth)
  }

  /** A constructor of several parts, or a swizzle of something larger. */
  composed(t: Numeric, depth: number): string {
    if (isScalar(t)) {
      const from = this.pick([numeric(t.s, 0, this.rng.int(2, 4)), numeric(t.s, 2, 2)])
      return `(${this.whole(from, depth + 1)})${from.rows > 0 ? this.pick(['._m01', '._22', '[1].x']) : this.pick(['.x', '.y', '[1]'])}`
    }
    const parts: string[] = []
    for (let left = size(t); left > 0; ) {
      const n = Math.min(left, this.rng.int(1, 3))
      parts.push(this.small(numeric(t.s, 0, n === 1 ? 0 : n), depth + 1))
      left -= n
    }
    if (t.rows === 0 && this.chance(30)) {
      const m = numeric(t.s, 2, 2)
      return `(${this.whole(m, depth + 1)})._m${Array.from({ length: t.columns }, () => `${this.rng.int(0, 1)}${this.rng.int(0, 1)}`).join('_m')}`
    }
    return `${spell(t)}(${parts.join(', ')})`
  }

  choice(t: Numeric, depth: number): string {
    const [a, b] = [this.number(t, depth + 1), this.number(t, depth + 1)]
    const c = this.number(BOOL, depth + 1)
    if (isScalar(t) || this.chance(50)) return `(${c} ? ${a} : ${b})`
    return `select(${this.number(withScalar(t, 'bool'), depth + 1)}, ${a}, ${b})`
  }

  /** A call that gives the type: a function, a method, an operator, a constant of a struct. */
  called(t: Numeric): string | undefined {
    if (this.calls <= 0) return undefined
    const candidates: (() => string | undefined)[] = []
    const gives = (r: Type | undefined): boolean =>
      r !== undefined && (sameType(r, t) || (r.k === 'enum' && sameType(t, INT)))
    for (const f of this.functions)
      if (gives(f.result)) candidates.push(() => this.cast(t, f.result!, this.callText(f.name, f.params)))
    for (const s of this.structs)
      for (const m of callable(s))
        if (gives(m.result)) candidates.push(() => this.cast(t, m.result!, this.methodText(s, m)))
    if (sameType(t, INT)) for (const c of this.constants) candidates.push(() => c)
    // A member of what a function gives.
    for (const f of this.functions) {
      const { result } = f
      if (result?.k !== 'struct') continue
      for (const field of allFields(result))
        if (sameType(field.t, t))
          candidates.push(() => {
            const call = this.callText(f.name, f.params)
            return call && `${call}.${field.name}`
          })
      for (const m of allMethods(result))
        if (gives(m.result) && !m.operator && !m.isStatic && m.params.every(p => p.how === '' || p.how === 'in'))
          candidates.push(() => {
            const call = this.callText(f.name, f.params)
            return call && this.cast(t, m.result!, this.callText(`${call}.${m.name}`, m.params))
          })
    }
    if (candidates.length === 0) return undefined
    this.calls--
    return this.pick(candidates)()
  }

  cast(t: Numeric, from: Type, text: string | undefined): string | undefined {
    return text && from.k === 'enum' ? `(${spell(t)})${text}` : text
  }

  methodText(s: Struct, m: Method): string | undefined {
    if (m.isStatic) return this.callText(`${s.name}::${m.name}`, m.params)
    const self = this.place(
      x => x.k === 'struct' && (sameType(x, s) || (!m.operator && isBase(s, x) && allMethods(x).includes(m))),
      true,
    )
    if (!self) return undefined
    if (!m.operator) return self.text === 'this' ? undefined : this.callText(`${self.text}.${m.name}`, m.params)
    const args = m.params.map(p => this.stored(p.t))
    if (this.chance(25)) return `${self.text}.${m.name}(${args.join(', ')})`
    if (m.operator === '[]') return `${self.text}[${args[0]}]`
    if (m.operator === '()') return `${self.text}(${args.join(', ')})`
    return `(${self.text} ${m.operator} ${args[0]!.includes(' ') ? `(${args[0]})` : args[0]})`
  }

  callText(name: string, params: readonly Param[]): string | undefined {
    const used = new Set<string>()
    const args: string[] = []
    for (const p of params) {
      if (p.initial !== undefined && this.chance(50)) break
      const arg = this.argument(p, used)
      if (arg === undefined) return undefined
      args.push(arg)
    }
    return `${name}(${args.join(', ')})`
  }

  /** No variable twice: `npm run copyout` has those. */
  argument(p: Param, used: Set<string>): string | undefined {
    if (p.how === '' || p.how === 'in') {
      const { t } = p
      if (t.k === 'array') return this.place(x => sameType(x, t), false)?.text
      if (t.k === 'number' && this.chance(20))
        return this.fit(withScalar(t, 'int'), this.number(withScalar(t, 'int'), 2))
      return this.stored(t, 2)
    }
    const converts = this.chance(30) && p.t.k === 'number'
    const place = this.place(
      x =>
        converts
          ? x.k === 'number' && sameType(withScalar(x, 'int'), withScalar(p.t as Numeric, 'int'))
          : sameType(x, p.t),
      true,
    )
    const root = place && rootOf(place)
    if (!root || root === 'this' || used.has(root) || used.has('this')) return undefined
    // DXC loses the first value of such a global.
    if (root.startsWith('g') && p.t.k === 'struct') return undefined
    used.add(root)
    return place.text
  }

  /** A value that a variable of the type may take. */
  stored(t: Type, depth = 1): string {
    if (t.k === 'number') return this.fit(t, this.number(t, depth))
    if (t.k === 'enum') return this.place(x => sameType(x, t), false)?.text ?? this.pick(t.values)
    const place = this.chance(70) ? this.place(x => sameType(x, t), false)?.text : undefined
    if (place) return place
    if (t.k === 'array') return this.start(t)
    const candidates: (string | undefined)[] = []
    if (this.calls > 0) {
      this.calls--
      for (const f of this.functions)
        if (f.result && sameType(f.result, t)) candidates.push(this.callText(f.name, f.params))
      for (const s of this.structs)
        for (const m of callable(s)) if (m.result && sameType(m.result, t)) candidates.push(this.methodText(s, m))
      const derived = this.place(x => x.k === 'struct' && isBase(t, x), false)
      if (derived) candidates.push(`(${t.name})${derived.text}`, derived.text)
    }
    const found = candidates.filter(c => c !== undefined)
    return found.length > 0 ? this.pick(found) : this.start(t)
  }
}

/** The variable that a place is part of; a member of the object itself by its name alone. */
export const rootOf = ({ text }: Place): string => /^(this\.)?\w+/.exec(text)![0].replace('this.', '')

const isBase = (base: Struct, t: Struct): boolean =>
  t.base !== undefined && (sameType(t.base, base) || isBase(base, t.base))
