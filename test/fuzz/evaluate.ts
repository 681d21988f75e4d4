// Runs a generated program on its tree: the third witness beside DXC's blob and ours.
// Invariant: knows nothing of src/; threads run one after another between barriers, which race-free programs cannot tell.

import { binary, convert, SCALARWISE, unary } from './operations.ts'
import type { Expr, Func, Program, Stmt } from './tree.ts'
import {
  type Bits,
  fieldAt,
  leaves,
  rawPlace,
  readScalar,
  type Scalar,
  size,
  type Type,
  type Value,
  writeScalar,
} from './types.ts'

const STEP_LIMIT = 3_000_000

/** The program takes too long to be worth running. */
export class TooLong extends Error {}

/** Arrays of scalars by the name of the variable or resource; raw buffers are bytes. */
export interface Memory {
  readonly values: Map<string, Value>
  readonly raw: Map<string, DataView>
}

type Frame = Map<string, Value>
type Signal = undefined | 'break' | 'continue' | 'return'

interface Spot {
  readonly in: Value
  readonly at: number
  /** Of a swizzle: which elements from `at`. */
  readonly pick?: readonly number[]
  /** Of a bit field: where it lies in the integer at `at`. */
  readonly bits?: Bits | undefined
}

/** Executes all threads; writable resources in `memory` hold the results. @throws TooLong */
export function evaluate(p: Program, memory: Memory): void {
  const steps = { left: STEP_LIMIT }
  const perGroup = p.threads[0] * p.threads[1] * p.threads[2]
  for (let g = 0; g < p.groups; g++) {
    const shared: Frame = new Map()
    for (const x of p.globals) if (x.how === 'groupshared') shared.set(x.name, zero(x.t))
    const threads = Array.from({ length: perGroup }, (_, gi) => new Thread(p, memory, shared, g, gi, steps))
    for (const phase of phases(p.main)) for (const t of threads) t.run(phase)
  }
}

function phases(main: readonly Stmt[]): Stmt[][] {
  const list: Stmt[][] = [[]]
  for (const s of main) {
    if (s.k === 'barrier') list.push([])
    else list.at(-1)!.push(s)
  }
  return list
}

export const zero = (t: Type): Value => leaves(t).map(s => (s.endsWith('64_t') ? 0n : 0))

class Thread {
  readonly #functions: ReadonlyMap<string, Func>
  readonly #memory: Memory
  readonly #outer: Frame
  readonly #steps: { left: number }
  #frame: Frame
  #result: Value = []
  #done = false

  constructor(p: Program, memory: Memory, shared: Frame, group: number, gi: number, steps: { left: number }) {
    this.#functions = new Map(p.functions.map(f => [f.id, f]))
    this.#memory = memory
    this.#steps = steps
    const [tx, ty, tz] = p.threads
    const local = [gi % tx, Math.floor(gi / tx) % ty, Math.floor(gi / (tx * ty))]
    this.#outer = new Map(shared)
    this.#frame = new Map<string, Value>([
      ['gi', [gi]],
      ['gid', [group, 0, 0]],
      ['tid', [group * tx * ty * tz + gi]],
      ['dtid', [group * tx + local[0]!, local[1]!, local[2]!]],
    ])
    for (const x of p.globals)
      if (x.how !== 'groupshared') this.#outer.set(x.name, x.init ? this.value(x.init) : zero(x.t))
  }

  run(body: readonly Stmt[]): void {
    if (!this.#done && this.#block(body) === 'return') this.#done = true
  }

  #block(body: readonly Stmt[]): Signal {
    for (const s of body) {
      const signal = this.#stmt(s)
      if (signal) return signal
    }
    return undefined
  }

  #stmt(s: Stmt): Signal {
    if (--this.#steps.left < 0) throw new TooLong('too many steps')
    switch (s.k) {
      case 'decl':
        this.#frame.set(s.name, this.value(s.init))
        return undefined
      case 'assign':
        this.#assign(s)
        return undefined
      case 'step':
        this.#step(s)
        return undefined
      case 'expr':
        this.value(s.value)
        return undefined
      case 'if':
        return this.value(s.c)[0] ? this.#block(s.yes) : s.no && this.#block(s.no)
      case 'for':
        return this.#for(s)
      case 'while':
        return this.#while(s)
      case 'switch':
        return this.#switch(s)
      case 'jump':
        return s.how
      case 'return':
        if (s.value) this.#result = this.value(s.value)
        return 'return'
      case 'block':
        return this.#block(s.body)
      case 'store':
        this.#store(s)
        return undefined
      case 'atomic':
        this.#atomic(s)
        return undefined
      case 'barrier':
        throw new Error('a barrier below the top level')
    }
  }

  #assign(s: Extract<Stmt, { k: 'assign' }>): void {
    const value = this.value(s.value)
    const spot = this.#spot(s.to)
    if (s.op === '') {
      this.#put(spot, value)
      return
    }
    const old = this.#take(spot, s.to.t)
    const kinds = leaves(s.to.t)
    this.#put(
      spot,
      old.map((v, i) => binary(kinds[i]!, s.op, v, value[i]!)),
    )
  }

  #step(s: Extract<Stmt, { k: 'step' }>): void {
    const spot = this.#spot(s.to)
    const old = this.#take(spot, s.to.t)
    const kind = leaves(s.to.t)[0]!
    const one = kind.endsWith('64_t') ? 1n : 1
    const changed = old.map(v => binary(kind, s.op[0]!, v, one))
    this.#put(spot, changed)
    if (s.into) this.#put(this.#spot(s.into), s.prefix ? this.#take(spot, s.to.t) : old)
  }

  #for(s: Extract<Stmt, { k: 'for' }>): Signal {
    const variable: Value = [s.step > 0 ? s.from : (this.value(s.count)[0] as number) - 1]
    this.#frame.set(s.name, variable)
    const more = (): boolean =>
      s.step > 0 ? (variable[0] as number) < (this.value(s.count)[0] as number) : (variable[0] as number) >= 0
    while (more()) {
      const signal = this.#block(s.body)
      if (signal === 'return') return signal
      if (signal === 'break') break
      variable[0] = (variable[0] as number) + s.step
      if (--this.#steps.left < 0) throw new TooLong('too many steps')
    }
    return undefined
  }

  #while(s: Extract<Stmt, { k: 'while' }>): Signal {
    const variable: Value = [0]
    this.#frame.set(s.name, variable)
    const more = (): boolean =>
      (variable[0] as number) < (this.value(s.count)[0] as number) && (!s.c || Boolean(this.value(s.c)[0]))
    if (!s.post && !more()) return undefined
    do {
      variable[0] = (variable[0] as number) + 1
      const signal = this.#block(s.body)
      if (signal === 'return') return signal
      if (signal === 'break') break
    } while (more())
    return undefined
  }

  #switch(s: Extract<Stmt, { k: 'switch' }>): Signal {
    const on = this.value(s.on)[0]!
    let at = s.cases.findIndex(c => c.label === on)
    if (at < 0) at = s.cases.findIndex(c => c.label === undefined)
    if (at < 0) return undefined
    for (const c of s.cases.slice(at)) {
      const signal = this.#block(c.body)
      if (signal === 'break') return undefined
      if (signal) return signal
      if (c.ends) return undefined
    }
    return undefined
  }

  #store(s: Extract<Stmt, { k: 'store' }>): void {
    const at = this.value(s.at)[0] as number
    const value = this.value(s.value)
    // Drivers may round addresses down. Programs are generated without, and the reducer must not come there.
    if (at % 4 !== 0) throw new Error(`a store to address ${at}, which is no multiple of 4`)
    const view = this.#memory.raw.get(s.buffer)!
    for (const [i, v] of value.entries()) writeScalar(view, at + 4 * i, 'uint', v)
  }

  #atomic(s: Extract<Stmt, { k: 'atomic' }>): void {
    const spot = this.#spot(s.to)
    const kind = leaves(s.to.t)[0]!
    const [old] = this.#take(spot, s.to.t)
    const [v] = this.value(s.value)
    const op = { InterlockedAdd: '+', InterlockedOr: '|', InterlockedXor: '^', InterlockedAnd: '&' }[s.name]
    const result = op
      ? binary(kind, op, old!, v!)
      : SCALARWISE[s.name === 'InterlockedMin' ? 'min' : 'max']!(kind, [old!, v!])
    this.#put(spot, [result])
  }

  #take({ in: from, at, pick, bits }: Spot, t: Type): Value {
    if (bits) return [readBits(from[at]!, bits, leaves(t)[0]!)]
    return pick ? pick.map(i => from[at + i]!) : from.slice(at, at + size(t))
  }

  #put({ in: to, at, pick, bits }: Spot, value: Value): void {
    if (bits) {
      to[at] = writeBits(to[at]!, bits, value[0]!)
      return
    }
    value.forEach((v, i) => {
      to[at + (pick ? pick[i]! : i)] = v
    })
  }

  #lookup(name: string): Value {
    const found = this.#frame.get(name) ?? this.#outer.get(name) ?? this.#memory.values.get(name)
    if (!found) throw new Error(`no variable ${name}`)
    return found
  }

  #spot(e: Expr): Spot {
    switch (e.k) {
      case 'ref':
        return { in: this.#lookup(e.name), at: 0 }
      case 'field': {
        const base = this.#spot(e.a)
        const { at, bits } = fieldAt(e.a.t, e.name)
        return { in: base.in, at: base.at + at, bits }
      }
      case 'index': {
        const base = this.#spot(e.a)
        const i = Number(this.value(e.i)[0])
        const t = e.a.t
        if (base.pick) return { in: base.in, at: base.at + base.pick[i]! }
        const length = t.k === 'a' || t.k === 'v' ? t.n : t.k === 'm' ? t.r : 0
        if (!(i >= 0 && i < length)) throw new Error(`index ${i} of ${length}`)
        return { in: base.in, at: base.at + i * size(e.t) }
      }
      case 'texel':
        return {
          in: this.#lookup(e.name),
          at: ((this.value(e.y)[0] as number) * e.width + (this.value(e.x)[0] as number)) * size(e.t),
        }
      case 'swizzle': {
        const base = this.#spot(e.a)
        if (base.bits) return { in: this.#take(base, e.a.t), at: 0, pick: e.at }
        return { in: base.in, at: base.at, pick: e.at.map(i => (base.pick ? base.pick[i]! : i)) }
      }
      default:
        return { in: this.value(e), at: 0 }
    }
  }

  value(e: Expr): Value {
    if (--this.#steps.left < 0) throw new TooLong('too many steps')
    switch (e.k) {
      case 'lit':
        return [...e.v]
      case 'ref':
      case 'field':
      case 'index':
      case 'texel':
      case 'swizzle':
        return this.#take(this.#spot(e), e.t)
      case 'un': {
        const kinds = leaves(e.a.t)
        return this.value(e.a).map((v, i) => unary(kinds[i]!, e.op, v))
      }
      case 'bin':
        return this.#binary(e)
      case 'conv':
        return this.#convert(e)
      case 'ctor':
        return e.args.flatMap(a => this.value(a))
      case 'list':
        return this.#list(e)
      case 'tern':
        return this.value(this.value(e.c)[0] ? e.a : e.b)
      case 'call':
        return this.#call(e)
      case 'intr':
        return intrinsic(
          e,
          e.args.map(a => this.value(a)),
        )
      case 'load':
        return this.#load(e)
    }
  }

  #binary(e: Extract<Expr, { k: 'bin' }>): Value {
    const a = this.value(e.a)
    if (e.op === '&&') return a[0] ? this.value(e.b) : [0]
    if (e.op === '||') return a[0] ? [1] : this.value(e.b)
    const b = this.value(e.b)
    const kinds = leaves(e.a.t)
    return a.map((v, i) => binary(kinds[i]!, e.op, v, b[i]!))
  }

  #list({ t, items }: Extract<Expr, { k: 'list' }>): Value {
    const out: Value = []
    items.forEach((item, i) => {
      const value = this.value(item)
      const bits = t.k === 'st' ? t.fields[i]!.bits : undefined
      if (!bits) out.push(...value)
      else {
        if (bits.first) out.push(typeof value[0] === 'bigint' ? 0n : 0)
        out.push(writeBits(out.pop()!, bits, value[0]!))
      }
    })
    return out
  }

  /** Scalar conversion, splat, truncation. */
  #convert(e: Extract<Expr, { k: 'conv' }>): Value {
    const from = leaves(e.a.t)
    const to = leaves(e.t)
    const value = this.value(e.a)
    const cut = e.a.t.k === 'm' && e.t.k === 'm' ? { c: e.t.c, of: e.a.t.c } : undefined
    return to.map((kind, i) => {
      const at = from.length === 1 ? 0 : cut ? Math.floor(i / cut.c) * cut.of + (i % cut.c) : i
      return convert(from[at]!, kind, value[at]!)
    })
  }

  #call(e: Extract<Expr, { k: 'call' }>): Value {
    const f = this.#functions.get(e.fn)!
    const frame: Frame = new Map()
    const backs: [Spot, string][] = []
    f.params.forEach((p, i) => {
      const arg = e.args[i] ?? p.initial!
      if (p.how === 'out' || p.how === 'inout') {
        const spot = this.#spot(arg)
        backs.push([spot, p.name])
        frame.set(p.name, p.how === 'out' ? zero(p.t) : this.#take(spot, p.t))
      } else frame.set(p.name, this.value(arg))
    })
    const saved = this.#frame
    this.#frame = frame
    this.#result = []
    this.#block(f.body)
    this.#frame = saved
    const result = this.#result
    for (const [spot, name] of backs) this.#put(spot, frame.get(name)!)
    return result
  }

  #load(e: Extract<Expr, { k: 'load' }>): Value {
    const at = this.value(e.at)[0] as number
    const view = this.#memory.raw.get(e.buffer)!
    const kinds = leaves(e.t)
    return rawPlace(e.t).offsets.map((o, i) => readScalar(view, at + o, kinds[i]!))
  }
}

/** The value of a bit field in an integer; a bool is the lowest bit. */
function readBits(whole: number | bigint, { offset, width }: Bits, s: Scalar): number | bigint {
  const shifted = BigInt.asUintN(64, BigInt(whole)) >> BigInt(offset)
  const kept = BigInt.asUintN(s === 'bool' ? 1 : width, shifted)
  const value = s.startsWith('int') ? BigInt.asIntN(width, kept) : kept
  return typeof whole === 'bigint' ? value : Number(value)
}

function writeBits(whole: number | bigint, { offset, width }: Bits, v: number | bigint): number | bigint {
  const mask = BigInt.asUintN(width, -1n) << BigInt(offset)
  const value = (BigInt(whole) & ~mask) | ((BigInt(v) << BigInt(offset)) & mask)
  return typeof whole === 'bigint' ? BigInt.asUintN(64, value) : Number(BigInt.asUintN(32, value))
}

type Shape = { r: number; c: number }

function intrinsic(e: Extract<Expr, { k: 'intr' }>, args: Value[]): Value {
  const t = e.args[0]!.t
  const s = leaves(t)[0]!
  const sum = (items: Value): Value[number] => items.reduce((a, b) => binary(s, '+', a, b))
  const dot = (a: Value, b: Value): Value[number] => sum(a.map((v, i) => binary(s, '*', v, b[i]!)))
  switch (e.name) {
    case 'any':
      return [args[0]!.some(v => Boolean(v)) ? 1 : 0]
    case 'all':
      return [args[0]!.every(v => Boolean(v)) ? 1 : 0]
    case 'dot':
      return [dot(args[0]!, args[1]!)]
    case 'cross': {
      const [a, b] = args as [Value, Value]
      const minor = (i: number, j: number): Value[number] =>
        binary(s, '-', binary(s, '*', a[i]!, b[j]!), binary(s, '*', a[j]!, b[i]!))
      return [minor(1, 2), minor(2, 0), minor(0, 1)]
    }
    case 'transpose': {
      const { r, c } = t as unknown as Shape
      return Array.from({ length: r * c }, (_, i) => args[0]![(i % r) * c + Math.floor(i / r)]!)
    }
    case 'determinant':
      return [determinant(args[0]!, (t as unknown as Shape).r)]
    case 'mul':
      return multiply(e.args[0]!.t, e.args[1]!.t, args[0]!, args[1]!, s)
  }
  const rule = SCALARWISE[e.name]
  if (!rule) throw new Error(`no intrinsic ${e.name}`)
  return args[0]!.map((_, i) =>
    rule(
      s,
      args.map(a => a[i]!),
    ),
  )
}

function determinant(m: Value, n: number): number {
  if (n === 1) return m[0] as number
  let total = 0
  for (let c = 0; c < n; c++) {
    const minor = m.filter((_, i) => i >= n && i % n !== c)
    total += (c % 2 ? -1 : 1) * (m[c] as number) * determinant(minor, n - 1)
  }
  return total
}

/** Vectors are a row on the left, a column on the right. */
function multiply(ta: Type, tb: Type, a: Value, b: Value, s: Scalar): Value {
  const left = ta.k === 'm' ? ta : { r: 1, c: a.length }
  const right = tb.k === 'm' ? tb : { r: b.length, c: 1 }
  const out: Value = []
  for (let i = 0; i < left.r; i++)
    for (let j = 0; j < right.c; j++) {
      let total: Value[number] = s.endsWith('64_t') ? 0n : 0
      for (let k = 0; k < left.c; k++)
        total = binary(s, '+', total, binary(s, '*', a[i * left.c + k]!, b[k * right.c + j]!))
      out.push(total)
    }
  return out
}
