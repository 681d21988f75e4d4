// Random well-typed expressions over what is in scope.
// Invariant: no undefined behaviour, no inexact float operation, no overlong shift of literals, no literal-only integer arithmetic.

import type { Seeded } from '../corpus/seeded.ts'
import type { Expr, Func, Span } from './tree.ts'
import {
  is64,
  isNumeric,
  leaves,
  matrix,
  type Numeric,
  type Scalar,
  sameType,
  scalar,
  size,
  type Type,
  type Value,
  vector,
  withScalar,
} from './types.ts'

/** Every float variable: at most 64 in size, quarters at the finest. */
export const VARIABLE: Span = { b: 64, f: 2 }
const EXACT_BITS = 20

export interface Entry {
  readonly e: Expr
  readonly writable: boolean
  /** Resources: only single elements are values. */
  readonly opaque?: boolean
}

export class Expressions {
  readonly rng: Seeded
  scope: Entry[] = []
  functions: Func[] = []
  /** Raw buffers that may be read, with their size in bytes. */
  raws: { name: string; bytes: number }[] = []
  structs: Type[] = []
  #nesting = 0
  /** Scalars a program may use; 64-bit ones cost compile time. */
  scalars: Scalar[] = [
    'int',
    'int',
    'int',
    'uint',
    'uint',
    'uint',
    'float',
    'float',
    'float',
    'bool',
    'int64_t',
    'uint64_t',
  ]

  constructor(rng: Seeded) {
    this.rng = rng
  }

  chance(percent: number): boolean {
    return this.rng.int(0, 99) < percent
  }

  pick<T>(list: readonly T[]): T {
    return list[this.rng.int(0, list.length - 1)]!
  }

  numeric(): Numeric {
    const s = this.pick(this.scalars)
    const n = this.rng.int(0, 99)
    if (n < 50 || (is64(s) && n < 75)) return scalar(s)
    if (n < 88 || is64(s) || s === 'bool') return vector(s, this.rng.int(2, 4))
    return matrix(s, this.rng.int(2, 4), this.rng.int(2, 4))
  }

  type(depth = 2): Type {
    const n = this.rng.int(0, 99)
    if (depth > 0 && n < 14) return { k: 'a', e: this.type(depth - 1), n: this.rng.int(2, 5) }
    if (depth > 0 && n < 26 && this.structs.length) return this.pick(this.structs)
    return this.numeric()
  }

  // ---- literals

  literal(t: Type): Expr {
    const v = leaves(t).map(s => (isNumeric(t) ? this.#number(s) : s.endsWith('64_t') ? 0n : 0))
    return { k: 'lit', t, v, span: VARIABLE }
  }

  #number(s: Scalar): number | bigint {
    switch (s) {
      case 'bool':
        return this.rng.int(0, 1)
      case 'float':
        return this.chance(60) ? this.rng.int(-8, 8) : this.rng.int(-16, 16) / 4
      case 'int':
        return this.chance(70)
          ? this.rng.int(-9, 9)
          : this.chance(20)
            ? this.pick([-2147483648, 2147483647, -1])
            : this.rng.u32() | 0
      case 'uint':
        return this.chance(70)
          ? this.rng.int(0, 17)
          : this.chance(20)
            ? this.pick([0xffffffff, 0x80000000])
            : this.rng.u32()
      case 'int64_t':
        return this.chance(50) ? BigInt(this.rng.int(-9, 9)) : BigInt.asIntN(64, this.rng.u64())
      case 'uint64_t':
        return this.chance(50) ? BigInt(this.rng.int(0, 9)) : this.rng.u64()
    }
  }

  uint(v: number): Expr {
    return { k: 'lit', t: scalar('uint'), v: [v], bare: this.chance(50) }
  }

  // ---- spans

  span(e: Expr): Span {
    return e.span ?? VARIABLE
  }

  /** Any float expression cut down to the span of a variable. */
  fit(e: Expr, to: Span = VARIABLE): Expr {
    if (!isNumeric(e.t) || e.t.s !== 'float') return e
    const { b, f } = this.span(e)
    let out = e
    if (f > to.f)
      out = {
        k: 'intr',
        name: this.pick(['floor', 'trunc', 'ceil', 'round']),
        t: e.t,
        args: [out],
        span: { b: b + 1, f: 0 },
      }
    if (this.span(out).b > to.b) {
      const edge = (v: number): Expr => ({
        k: 'lit',
        t: e.t,
        v: Array<number>(size(e.t)).fill(v),
        span: { b: to.b, f: 0 },
      })
      out = {
        k: 'intr',
        name: 'clamp',
        t: e.t,
        args: [out, edge(-to.b), edge(to.b)],
        span: { b: to.b, f: this.span(out).f },
      }
    }
    return out
  }

  #exact(span: Span): boolean {
    return Math.log2(span.b) + span.f <= EXACT_BITS
  }

  // ---- paths: variables and their parts

  /** A variable, or an element, field, row or component of it. */
  path(writable: boolean, stop: (t: Type) => boolean, scope = this.scope): Expr | undefined {
    const entries = writable ? scope.filter(x => x.writable) : scope
    for (let i = 0; i < 6 && entries.length; i++) {
      const entry = this.pick(entries)
      let e = entry.opaque ? this.#descend(entry.e) : entry.e
      while (!stop(e.t) && !isNumeric(e.t)) e = this.#descend(e)
      if (stop(e.t)) return e
    }
    return undefined
  }

  #descend(e: Expr): Expr {
    const t = e.t
    if (t.k === 'st') {
      const f = this.pick(t.fields)
      return { k: 'field', a: e, name: f.name, t: f.t }
    }
    if (t.k === 'a') return { k: 'index', a: e, i: this.index(t.n), t: t.e }
    return e
  }

  /** Indices in indices: a few, not without end. */
  #nested<T>(run: () => T): T {
    this.#nesting++
    const out = run()
    this.#nesting--
    return out
  }

  /** A uint below n. */
  index(n: number): Expr {
    if (this.#nesting > 2 || this.chance(35))
      return { k: 'lit', t: scalar('uint'), v: [this.rng.int(0, n - 1)], bare: true }
    const counter = this.scope.filter(x => x.e.k === 'ref' && x.e.name.startsWith('i') && !x.writable)
    const base =
      counter.length && this.chance(50)
        ? this.adapt(this.pick(counter).e, scalar('uint'))
        : this.#nested(() => this.numericPath(scalar('uint')))
    const power = (n & (n - 1)) === 0
    const b: Expr = { k: 'lit', t: scalar('uint'), v: [power ? n - 1 : n] }
    return { k: 'bin', op: power ? '&' : '%', a: base, b, t: scalar('uint') }
  }

  /** A part of a vector or matrix that can be assigned: component, swizzle without repeats, row. */
  part(e: Expr): Expr {
    const t = e.t
    if (t.k === 'm') {
      if (this.chance(40)) return this.part({ k: 'index', a: e, i: this.index(t.r), t: vector(t.s, t.c) })
      if (this.chance(50)) return e
      const cells = this.#distinct(t.r * t.c, this.rng.int(1, Math.min(4, t.r * t.c)))
      const style = this.chance(50)
      const text = cells
        .map(i => (style ? `_m${Math.floor(i / t.c)}${i % t.c}` : `_${Math.floor(i / t.c) + 1}${(i % t.c) + 1}`))
        .join('')
      return { k: 'swizzle', a: e, at: cells, text, t: vector(t.s, cells.length) }
    }
    if (t.k !== 'v' || this.chance(40)) return e
    if (this.chance(25)) return { k: 'index', a: e, i: this.index(t.n), t: scalar(t.s) }
    return this.swizzle(e, this.#distinct(t.n, this.rng.int(1, t.n)))
  }

  #distinct(n: number, count: number): number[] {
    const all = Array.from({ length: n }, (_, i) => i)
    return Array.from({ length: count }, () => all.splice(this.rng.int(0, all.length - 1), 1)[0]!)
  }

  swizzle(e: Expr, at: number[]): Expr {
    const letters = this.chance(70) ? 'xyzw' : 'rgba'
    const t = e.t as Numeric
    return {
      k: 'swizzle',
      a: e,
      at,
      text: at.map(i => letters[i]).join(''),
      t: vector(t.s, at.length),
      ...(e.span && { span: e.span }),
    }
  }

  /** A readable numeric path, brought to type t. */
  numericPath(t: Numeric): Expr {
    const e = this.path(false, isNumeric)
    return e ? this.adapt(this.chance(50) ? this.part(e) : e, t) : this.literal(t)
  }

  // ---- conversions

  /** Any numeric expression as type t: swizzled, splat, cast. */
  adapt(e: Expr, t: Numeric): Expr {
    return this.#toScalar(this.#toShape(e, t), t)
  }

  #toShape(e: Expr, t: Numeric): Expr {
    const from = e.t as Numeric
    if (sameType(withScalar(from, t.s), t)) return e
    if (from.k === 'm') {
      if (t.k === 'm' && t.r <= from.r && t.c <= from.c)
        return { k: 'conv', a: e, implicit: false, t: withScalar(t, from.s), ...(e.span && { span: e.span }) }
      const row: Expr = {
        k: 'index',
        a: e,
        i: this.index(from.r),
        t: vector(from.s, from.c),
        ...(e.span && { span: e.span }),
      }
      return this.#toShape(row, t)
    }
    if (t.k === 's') return this.swizzle(e, [this.rng.int(0, size(from) - 1)])
    if (t.k === 'v' && (from.k === 'v' || this.chance(50)))
      return this.swizzle(
        e,
        Array.from({ length: t.n }, () => this.rng.int(0, size(from) - 1)),
      )
    const one = from.k === 's' ? e : this.swizzle(e, [0])
    return { k: 'conv', a: one, implicit: false, t: withScalar(t, from.s), ...(e.span && { span: e.span }) }
  }

  #toScalar(e: Expr, t: Numeric): Expr {
    const from = e.t as Numeric
    if (from.s === t.s) return e
    if (t.s === 'float') {
      const narrow = is64(from.s) ? this.#cast(e, withScalar(from, 'int')) : e
      const s = (narrow.t as Numeric).s
      if (s === 'bool') return { ...this.#cast(narrow, t), span: { b: 1, f: 0 } }
      const mask: Expr = { k: 'lit', t: narrow.t, v: Array<number>(size(t)).fill(63) }
      return { ...this.#cast({ k: 'bin', op: '&', a: narrow, b: mask, t: narrow.t }, t), span: { b: 63, f: 0 } }
    }
    if (from.s === 'float' && t.s !== 'bool') {
      const int = this.#cast(this.#exact(this.span(e)) ? e : this.fit(e), withScalar(t, 'int'))
      return t.s === 'int' ? int : this.#cast(int, t)
    }
    return this.#cast(e, t)
  }

  #cast(a: Expr, t: Numeric): Expr {
    return { k: 'conv', a, implicit: false, t }
  }

  /** Without a cast where the language converts by itself (the value's destination fixes the type). */
  implicit(e: Expr): Expr {
    return e.k === 'conv' && this.chance(70) && e.a.k !== 'lit' ? { ...e, implicit: true } : e
  }

  // ---- expressions

  any(t: Type, depth: number): Expr {
    if (isNumeric(t)) return this.fit(this.value(t, depth))
    const same = this.path(false, x => sameType(x, t))
    const f = this.functions.filter(x => x.t && sameType(x.t, t) && this.#pure(x))
    if (f.length && depth > 0 && this.chance(40)) return this.call(this.pick(f), depth - 1)
    if (same && this.chance(75)) return same
    if (t.k === 'st' && this.chance(30)) return this.literal(t)
    return {
      k: 'list',
      t,
      items:
        t.k === 'a'
          ? Array.from({ length: t.n }, () => this.any(t.e, depth - 1))
          : t.k === 'st'
            ? t.fields.map(x => this.any(x.t, depth - 1))
            : [],
    }
  }

  /** An aggregate where a brace list is not allowed. */
  whole(t: Type, depth: number): Expr {
    const e = this.any(t, depth)
    return e.k === 'list' ? this.literal(t) : e
  }

  value(t: Numeric, depth: number): Expr {
    if (depth <= 0) return this.chance(25) ? this.literal(t) : this.numericPath(t)
    const n = this.rng.int(0, 99)
    if (n < 8) return this.numericPath(t)
    if (n < 14) return this.adapt(this.value(this.numeric(), depth - 1), t)
    if (n < 20) return this.#ternary(t, depth - 1)
    if (n < 25 && t.k === 'v') return this.#construct(t, depth - 1)
    if (n < 33) return this.#callOf(t, depth - 1)
    if (n < 37 && this.raws.length) return this.#load(t, depth - 1)
    if (n < 42) return this.#unary(t, depth - 1)
    if (t.s === 'bool') return this.#truth(t, depth - 1)
    if (n < 62) return this.#intrinsic(t, depth - 1)
    return this.#binary(t, depth - 1)
  }

  #ternary(t: Numeric, depth: number): Expr {
    const a = this.value(t, depth)
    const b = this.value(t, depth)
    const span = { b: Math.max(this.span(a).b, this.span(b).b), f: Math.max(this.span(a).f, this.span(b).f) }
    if (t.k === 'v' && this.chance(50))
      return { k: 'intr', name: 'select', t, args: [this.value(vector('bool', t.n), depth), a, b], span }
    return { k: 'tern', c: this.value(scalar('bool'), depth), a: this.#firm(a), b: this.#firm(b), t, span }
  }

  /** Literals printed with their type, so that two branches agree. */
  #firm(e: Expr): Expr {
    return e.k === 'lit' ? { ...e, bare: false } : e
  }

  #construct(t: Numeric, depth: number): Expr {
    let left = size(t)
    const args: Expr[] = []
    let span: Span = { b: 1, f: 0 }
    while (left > 0) {
      const n = this.rng.int(1, Math.min(left, 3))
      const arg = this.value(vector(t.s, n), depth)
      args.push(arg)
      span = { b: Math.max(span.b, this.span(arg).b), f: Math.max(span.f, this.span(arg).f) }
      left -= n
    }
    return { k: 'ctor', args, t, span }
  }

  #pure(f: Func): boolean {
    return !f.impure && f.params.every(p => p.how === 'in' || p.how === '')
  }

  #callOf(t: Numeric, depth: number): Expr {
    const f = this.functions.filter(x => x.t && isNumeric(x.t) && this.#pure(x))
    const good = f.filter(x => x.t && sameType(x.t, t))
    if (good.length) return this.call(this.pick(good), depth)
    return f.length ? this.adapt(this.call(this.pick(f), depth), t) : this.value(t, depth)
  }

  /** Arguments have exactly the parameters' types where the name is overloaded. */
  call(f: Func, depth: number, outs?: (t: Type) => Expr | undefined): Expr {
    const overloaded = this.functions.filter(x => x.name === f.name).length > 1
    const args: Expr[] = []
    for (const p of f.params) {
      if (p.initial && !overloaded && this.chance(50)) break
      if (p.how === 'out' || p.how === 'inout') args.push(outs!(p.t)!)
      else {
        const arg = isNumeric(p.t) ? this.fit(this.value(p.t, depth)) : this.whole(p.t, depth)
        args.push(overloaded ? this.#firm(arg) : this.implicit(arg))
      }
    }
    return { k: 'call', fn: f.id, args, t: f.t ?? scalar('int') }
  }

  #load(t: Numeric, depth: number): Expr {
    const raw = this.pick(this.raws)
    const loaded =
      this.chance(60) || t.k === 'm' || t.s === 'bool' || t.s === 'float' ? vector('uint', this.rng.int(1, 4)) : t
    const bytes = size(loaded) * (is64(loaded.s) ? 8 : 4)
    const slots = Math.floor((raw.bytes - bytes) / 8)
    const mask = 2 ** Math.floor(Math.log2(slots + 1)) - 1
    const base = this.value(scalar('uint'), Math.min(depth, 1))
    const uint = (v: number): Expr => ({ k: 'lit', t: scalar('uint'), v: [v] })
    const slot: Expr = { k: 'bin', op: '&', a: base, b: uint(mask), t: scalar('uint') }
    const at: Expr = { k: 'bin', op: '*', a: slot, b: uint(8), t: scalar('uint') }
    return this.adapt(
      { k: 'load', buffer: raw.name, at, templated: loaded.s !== 'uint' || this.chance(30), t: loaded },
      t,
    )
  }

  #unary(t: Numeric, depth: number): Expr {
    const a = this.value(t, depth)
    const op = t.s === 'bool' ? '!' : t.s === 'float' ? '-' : this.pick(['-', '~'])
    return { k: 'un', op, a: this.#firm(a), t, span: this.span(a) }
  }

  #truth(t: Numeric, depth: number): Expr {
    if (t.k === 's' && this.chance(40)) {
      if (this.chance(50))
        return { k: 'bin', op: this.pick(['&&', '||']), a: this.value(t, depth), b: this.value(t, depth), t }
      const of = vector(this.chance(60) ? 'bool' : 'int', this.rng.int(2, 4))
      return { k: 'intr', name: this.pick(['any', 'all']), t, args: [this.value(of, depth)] }
    }
    if (t.k === 'v' && this.chance(25))
      return { k: 'intr', name: this.pick(['and', 'or']), t, args: [this.value(t, depth), this.value(t, depth)] }
    if (this.chance(6))
      return {
        k: 'intr',
        name: this.pick(['isnan', 'isinf', 'isfinite']),
        t,
        args: [this.fit(this.value(withScalar(t, 'float'), depth))],
      }
    const s = this.pick(this.scalars.filter(x => x !== 'bool'))
    const of = withScalar(t, s)
    const ops = ['<', '>', '<=', '>=', '==', '!=']
    return this.#pair(this.pick(ops), of, t, depth)
  }

  #literalOnly(e: Expr): boolean {
    if (e.k === 'lit') return true
    return (
      Object.values(e).every(x => {
        if (Array.isArray(x))
          return x.every(y => typeof y !== 'object' || y === null || !('k' in y) || this.#literalOnly(y as Expr))
        return (
          typeof x !== 'object' || x === null || !('span' in x || 'v' in x || 'a' in x) || this.#literalOnly(x as Expr)
        )
      }) && e.k !== 'ref'
    )
  }

  /** Two operands of one type; now and then one is a bare literal or converts by the language's rules. */
  #pair(op: string, of: Numeric, t: Numeric, depth: number): Expr {
    let a = this.value(of, depth)
    let b = this.value(of, this.chance(50) ? depth : 0)
    if (b.k === 'lit' && of.k === 's' && !this.#literalOnly(a) && of.s !== 'bool')
      b = { ...b, bare: this.chance(60) && Math.abs(Number(b.v[0])) < 1e9 }
    else if (of.s === 'uint' && this.chance(20))
      b = { k: 'conv', a: this.#firm(this.value(withScalar(of, 'int'), 0)), implicit: true, t: of }
    else if (of.k === 'v' && this.chance(20))
      b = { k: 'conv', a: this.#firm(this.value(scalar(of.s), 0)), implicit: true, t: of, span: VARIABLE }
    if (b.k === 'conv' && b.implicit && a.k === 'lit') a = this.numericPath(of)
    return { k: 'bin', op, a, b, t, macro: this.chance(5) }
  }

  #binary(t: Numeric, depth: number): Expr {
    if (t.s === 'float') return this.#floatBinary(t, depth)
    const op = this.pick(['+', '-', '*', '&', '|', '^', '+', '-', '*', '/', '%', '<<', '>>'])
    if (op === '/' || op === '%') return this.#divide(op, t, depth)
    if (op !== '<<' && op !== '>>') return this.#pair(op, t, t, depth)
    const width = is64(t.s) ? 64 : 32
    const fill = (v: number): Value => Array<number | bigint>(size(t)).fill(is64(t.s) ? BigInt(v) : v)
    const a = this.#firm(this.value(t, depth))
    if (this.chance(50)) return { k: 'bin', op, a, b: { k: 'lit', t, v: fill(this.rng.int(0, width - 1)) }, t }
    const by: Expr = { k: 'bin', op: '&', a: this.value(t, depth), b: { k: 'lit', t, v: fill(width - 1) }, t }
    return { k: 'bin', op, a, b: by, t }
  }

  #divide(op: string, t: Numeric, depth: number): Expr {
    const fill = (v: number): Expr => ({
      k: 'lit',
      t,
      v: Array<number | bigint>(size(t)).fill(is64(t.s) ? BigInt(v) : v),
    })
    const a = this.#firm(this.value(t, depth))
    if (this.chance(40)) return { k: 'bin', op, a, b: fill(this.pick([1, 2, 3, 4, 5, 7, 8, 10, 16, 100])), t }
    const masked: Expr = { k: 'bin', op: '&', a: this.value(t, depth), b: fill(this.pick([7, 15, 255])), t }
    return { k: 'bin', op, a, b: { k: 'bin', op: '+', a: masked, b: fill(1), t }, t }
  }

  #floatBinary(t: Numeric, depth: number): Expr {
    if (t.k === 'v' && this.chance(12)) return this.#product(t, depth)
    const op = this.pick(['+', '-', '*', '+', '-', '*', '/'])
    if (op === '/') {
      const a = this.fit(this.value(t, depth), { b: 4096, f: 4 })
      const by = this.pick([1, 2, 4])
      const b: Expr = {
        k: 'lit',
        t,
        v: Array<number>(size(t)).fill(this.chance(20) ? -by : by),
        bare: t.k === 's' && a.k !== 'lit',
      }
      return { k: 'bin', op, a, b, t, span: { b: this.span(a).b, f: this.span(a).f + Math.log2(by) } }
    }
    const pair = this.#pair(op, t, t, depth) as Extract<Expr, { k: 'bin' }>
    const spanOf = (): Span => {
      const [x, y] = [this.span(pair.a), this.span(pair.b)]
      return op === '*' ? { b: x.b * y.b, f: x.f + y.f } : { b: x.b + y.b, f: Math.max(x.f, y.f) }
    }
    if (!this.#exact(spanOf())) {
      pair.a = this.fit(pair.a)
      pair.b = this.fit(pair.b)
    }
    return { ...pair, span: spanOf() }
  }

  /** A matrix product with a vector result. */
  #product(t: Extract<Numeric, { k: 'v' }>, depth: number): Expr {
    const inner = this.rng.int(2, 4)
    const small = (x: Numeric): Expr => this.fit(this.value(x, depth))
    const args = this.chance(50)
      ? [small(matrix(t.s, t.n, inner)), small(vector(t.s, inner))]
      : [small(vector(t.s, inner)), small(matrix(t.s, inner, t.n))]
    return { k: 'intr', name: 'mul', args, t, span: { b: 64 * 64 * inner, f: 4 } }
  }

  // ---- intrinsics

  #intrinsic(t: Numeric, depth: number): Expr {
    if (t.s === 'float') return this.#floatIntrinsic(t, depth)
    const v = (x: Numeric = t): Expr => this.#firm(this.value(x, depth))
    const call = (name: string, ...args: Expr[]): Expr => ({ k: 'intr', name, args, t })
    if (is64(t.s)) return this.chance(50) ? call(this.pick(['min', 'max']), v(), v()) : this.#binary(t, depth)
    if (t.k === 'm')
      return this.chance(50) ? call('transpose', v(matrix(t.s, t.c, t.r))) : call(this.pick(['min', 'max']), v(), v())
    if (t.k === 's' && this.chance(15)) {
      const of = vector(t.s, this.rng.int(2, 4))
      return call('dot', v(of), v(of))
    }
    if (t.k === 'v' && this.chance(15)) {
      const inner = this.rng.int(2, 4)
      return call('mul', v(matrix(t.s, t.n, inner)), v(vector(t.s, inner)))
    }
    const names =
      t.s === 'uint'
        ? [
            'min',
            'max',
            'clamp',
            'mad',
            'countbits',
            'reversebits',
            'firstbitlow',
            'firstbithigh',
            'firstbithighS',
            'asuint',
            'asuintF',
            'f32tof16',
          ]
        : ['abs', 'min', 'max', 'clamp', 'sign', 'signF', 'mad', 'asint', 'asintF']
    return this.#namedIntrinsic(this.pick(names), t, v)
  }

  #namedIntrinsic(name: string, t: Numeric, v: (x?: Numeric) => Expr): Expr {
    const call = (f: string, ...args: Expr[]): Expr => ({ k: 'intr', name: f, args, t })
    switch (name) {
      case 'min':
      case 'max':
        return call(name, v(), v())
      case 'clamp':
      case 'mad':
        return call(name, v(), v(), v())
      case 'firstbithighS':
        return call('firstbithigh', v(withScalar(t, 'int')))
      case 'signF':
        return call('sign', this.fit(v(withScalar(t, 'float'))))
      case 'asuint':
        return call(name, v(withScalar(t, 'int')))
      case 'asint':
        return call(name, v(withScalar(t, 'uint')))
      case 'asuintF':
      case 'asintF': {
        // A float made of an integer is never -0.
        const int: Expr = {
          k: 'bin',
          op: '&',
          a: v(withScalar(t, 'int')),
          b: { k: 'lit', t: withScalar(t, 'int'), v: Array<number>(size(t)).fill(255) },
          t: withScalar(t, 'int'),
        }
        return call(name.slice(0, -1), { k: 'conv', a: int, implicit: false, t: withScalar(t, 'float') })
      }
      case 'f32tof16': {
        const small: Expr = { k: 'bin', op: '&', a: v(), b: { k: 'lit', t, v: Array<number>(size(t)).fill(63) }, t }
        return call(name, { k: 'conv', a: small, implicit: false, t: withScalar(t, 'float') })
      }
      default:
        return call(name, v())
    }
  }

  #floatIntrinsic(t: Numeric, depth: number): Expr {
    const v = (x: Numeric = t): Expr => this.fit(this.#firm(this.value(x, depth)))
    const call = (name: string, span: Span, ...args: Expr[]): Expr => ({ k: 'intr', name, args, t, span })
    const fill = (n: number): Expr => ({ k: 'lit', t, v: Array<number>(size(t)).fill(n), span: { b: 1, f: 0 } })
    if (t.k === 'm') {
      if (this.chance(40)) return call('transpose', VARIABLE, v(matrix(t.s, t.c, t.r)))
      const inner = this.rng.int(2, 4)
      return call('mul', { b: 64 * 64 * inner, f: 4 }, v(matrix(t.s, t.r, inner)), v(matrix(t.s, inner, t.c)))
    }
    if (t.k === 's' && this.chance(20)) {
      if (this.chance(30)) {
        const n = this.rng.int(2, 3)
        return call(
          'determinant',
          { b: 3072, f: 0 },
          this.fit(this.value(matrix('float', n, n), depth), { b: 8, f: 0 }),
        )
      }
      const of = vector('float', this.rng.int(2, 4))
      return call('dot', { b: 4 * 64 * 64, f: 4 }, v(of), v(of))
    }
    if (t.k === 'v' && t.n === 3 && this.chance(15)) return call('cross', { b: 2 * 64 * 64, f: 4 }, v(), v())
    const name = this.pick([
      'abs',
      'min',
      'max',
      'clamp',
      'floor',
      'ceil',
      'trunc',
      'round',
      'frac',
      'sign',
      'saturate',
      'step',
      'mad',
      'lerp',
      'fmod',
      'asfloat',
      'f16tof32',
    ])
    switch (name) {
      case 'min':
      case 'max':
        return call(name, VARIABLE, v(), v())
      case 'clamp':
        return call(name, VARIABLE, v(), v(), v())
      case 'step':
        return call(name, { b: 1, f: 0 }, v(), v())
      case 'sign':
        return this.#toScalar({ k: 'intr', name, args: [v()], t: withScalar(t, 'int') }, t)
      case 'mad':
        return call(name, { b: 64 * 65, f: 4 }, v(), v(), v())
      case 'lerp':
        return call(name, { b: 192, f: 3 }, v(), v(), fill(this.pick([0, 1, 0.5])))
      case 'fmod':
        return call(name, VARIABLE, v(), fill(this.pick([1, 2, 4, 8])))
      case 'asfloat':
        return call(name, VARIABLE, { k: 'intr', name: 'asuint', args: [v()], t: withScalar(t, 'uint') })
      case 'f16tof32':
        return call(name, VARIABLE, { k: 'intr', name: 'f32tof16', args: [v()], t: withScalar(t, 'uint') })
      case 'abs':
      case 'frac':
      case 'saturate':
        return call(name, VARIABLE, v())
      default:
        return call(name, { b: 65, f: 0 }, v())
    }
  }
}
