// Executes a function of the IR for one lane and records what can be observed: stores to buffers and groupshared, barriers, in order.
// Written apart from the constant evaluator (everything goes through BigInt), so that the two are witnesses for each other.

import type { Block, Func, Value } from '../../src/ir/function.ts'
import type { Module } from '../../src/ir/module.ts'
import { ATOMIC_RMW, FCMP, ICMP, Op, rawCount } from '../../src/ir/ops.ts'
import { bitWidth, F32, isFloat, isInt, type Type } from '../../src/ir/types.ts'
import { DxilOp } from '../../src/spec/dxil_ops.ts'

/** A run-time value: integers as bigint in 0..2^n-1, floats as numbers, undefined = undef, pointers and structs as objects. */
export type Datum = bigint | number | undefined | Pointer | readonly Datum[]
interface Pointer {
  readonly cells: Datum[]
  readonly index: number
}

export interface Run {
  /** `end`, or why the run is not to be judged: undefined behaviour, too many steps. */
  readonly outcome: 'end' | 'undefined' | 'steps'
  /** One entry an observable event; undefined parts print as `?`. */
  readonly trace: readonly string[]
}

export class Undefined extends Error {}

export interface Inputs {
  readonly thread: number
  /** What a buffer holds at an address before anything is stored. */
  readonly word: (address: number) => number
  readonly maxSteps: number
  /** Told of each instruction but phis before it runs; `get` knows values. */
  readonly before?: (v: Value, get: (v: Value) => Datum) => void
}

export function interpret(m: Module, f: Func, inputs: Inputs): Run {
  const run = new Interpreter(m, f, inputs)
  try {
    const walk = run.walk()
    for (let at = walk.next(); ; at = walk.next()) if (at.done === true) return { outcome: at.value, trace: run.trace }
  } catch (error) {
    if (error instanceof Undefined) return { outcome: 'undefined', trace: run.trace }
    throw error
  }
}

/** A lane that stops wherever others matter: before each block, and at each wave operation, whose result `next` takes. */
export type Walk = Generator<Stop, 'end' | 'steps', Datum>
export type Stop =
  | { readonly kind: 'block'; readonly block: Block; readonly from: Block | undefined }
  | { readonly kind: 'wave'; readonly opcode: number; readonly operands: readonly Datum[] }

/** One lane to be driven from outside; it throws Undefined when it runs into undefined behaviour. */
export function startLane(m: Module, f: Func, inputs: Inputs): { readonly walk: Walk; readonly trace: string[] } {
  const run = new Interpreter(m, f, inputs)
  return { walk: run.walk(), trace: run.trace }
}

/** True when `after` does what `before` does; what is undefined before may be anything after. */
export function refines(before: Run, after: Run): boolean {
  if (before.outcome !== 'end') return true
  if (after.outcome !== 'end' || before.trace.length !== after.trace.length) return false
  return before.trace.every((line, i) => {
    const mine = line.split(' ')
    const theirs = after.trace[i]!.split(' ')
    return mine.length === theirs.length && mine.every((word, k) => word === '?' || word === theirs[k])
  })
}

/** What lanes do together. A lane that is alone is given nothing. */
const WAVE_OPS: ReadonlySet<number> = new Set([
  ...[DxilOp.WaveAllBitCount, DxilOp.WaveReadLaneFirst, DxilOp.WavePrefixBitCount, DxilOp.WaveAnyTrue],
  DxilOp.WaveAllTrue,
])

class Interpreter {
  readonly trace: string[] = []
  readonly #m: Module
  readonly #f: Func
  readonly #in: Inputs
  readonly #values: Datum[] = []
  readonly #globals: Datum[][]
  readonly #buffer = new Map<number, bigint>()
  /** What was stored in groupshared memory since the last barrier: others see the last value of each element. */
  readonly #unseen = new Map<string, Datum>()
  #steps = 0

  constructor(m: Module, f: Func, inputs: Inputs) {
    this.#m = m
    this.#f = f
    this.#in = inputs
    this.#globals = m.globals.map(g => {
      const shape = m.types.shape(g.valueType)
      const count = shape.kind === 'array' ? shape.count : 1
      return Array.from({ length: count }, (_, i) => (g.values === undefined ? undefined : this.#get(g.values[i]!)))
    })
  }

  *walk(): Walk {
    const f = this.#f
    let from: Block | undefined
    for (let b: Block | undefined = f.entry; b !== undefined; ) {
      yield { kind: 'block', block: b, from }
      let v = f.first(b)
      const phis: [Value, Datum][] = []
      for (; f.op(v) === Op.Phi; v = f.next(v))
        phis.push([v, this.#get(f.operandAt(v, f.predecessors(b).indexOf(from!)))])
      for (const [phi, value] of phis) this.#values[phi] = value
      for (; v !== f.terminator(b); v = f.next(v)) {
        this.#in.before?.(v, o => this.#get(o))
        if (++this.#steps > this.#in.maxSteps) return 'steps'
        if (f.op(v) === Op.Dx && WAVE_OPS.has(f.aux(v)))
          this.#values[v] = yield { kind: 'wave', opcode: f.aux(v), operands: f.operands(v).map(o => this.#get(o)) }
        else this.#values[v] = this.#execute(v)
      }
      if (++this.#steps > this.#in.maxSteps) return 'steps'
      this.#in.before?.(v, o => this.#get(o))
      from = b
      b = this.#leave(b)
    }
    this.#show()
    return 'end'
  }

  #show(): void {
    for (const [where, x] of [...this.#unseen].sort()) this.trace.push(`shared ${where} ${text(x)}`)
    this.#unseen.clear()
  }

  #leave(b: Block): Block | undefined {
    const f = this.#f
    const t = f.terminator(b)
    const succs = f.successors(b)
    if (f.op(t) === Op.Ret) return undefined
    if (f.op(t) === Op.Br) return succs[0]
    if (f.op(t) === Op.Unreachable) throw new Undefined()
    const selector = this.#get(f.operandAt(t, 0))
    if (selector === undefined) throw new Undefined()
    if (f.op(t) === Op.CondBr) return succs[selector === 1n ? 0 : 1]
    for (let i = 1; i < f.operandCount(t); i++) if (this.#get(f.operandAt(t, i)) === selector) return succs[i]
    return succs[0]
  }

  #get(v: Value): Datum {
    if (v > 0) return this.#values[v]
    const c = this.#m.constants.get(v)
    if (c.kind === 'undef') return undefined
    if (c.kind === 'global') return { cells: this.#globals[c.global.id]!, index: 0 }
    return c.kind === 'int' ? BigInt.asUintN(bitWidth(c.type), BigInt(c.value)) : c.value
  }

  #execute(v: Value): Datum {
    const f = this.#f
    const op = f.op(v)
    const type = f.type(v)
    const list = f.operands(v).map(o => this.#get(o))
    const [a, b, c] = list
    if (op === Op.Select) return a === undefined ? undefined : a === 1n ? b : c
    if (op >= Op.Load && op <= Op.CmpXchg) return this.#memory(op, f.aux(v), type, list)
    if (op === Op.BreakCond) return 1n
    if (op === Op.Alloca) return this.#allocate(type)
    if (op === Op.Gep) return this.#element(v, a as Pointer, b)
    if (op === Op.Extract) return a === undefined ? undefined : (a as readonly Datum[])[f.aux(v)]
    if (op === Op.Handle) return BigInt(f.aux(v)) * 1_000_000n
    if (op === Op.LoadRaw || op === Op.LoadCBufferRow) return this.#load(v, list)
    if (op === Op.StoreRaw) return this.#store(v, list)
    if (op === Op.Dx) return this.#dx(f.aux(v), type, list)
    if (list.includes(undefined))
      return op >= Op.UDiv && op <= Op.SRem && b === undefined ? undefinedDivisor() : undefined
    return compute(op, f.aux(v), type, this.#m.typeOf(f, f.operandAt(v, 0)), a as bigint & number, b as bigint & number)
  }

  #allocate(type: Type): Pointer {
    const pointer = this.#m.types.shape(type)
    const shape = this.#m.types.shape(pointer.kind === 'pointer' ? pointer.pointee : type)
    return { cells: new Array<Datum>(shape.kind === 'array' ? shape.count : 1).fill(undefined), index: 0 }
  }

  #element(_v: Value, base: Pointer, index: Datum): Pointer {
    if (index === undefined) throw new Undefined()
    const at = Number(index)
    if (at >= base.cells.length) throw new Undefined()
    return { cells: base.cells, index: at }
  }

  #memory(op: number, aux: number, type: Type, [pointer, x, y]: readonly Datum[]): Datum {
    const { cells, index } = pointer as Pointer
    const old = cells[index]
    const shared = this.#globals.indexOf(cells)
    if (op === Op.Load) return old
    let stored = x
    if (op === Op.AtomicRmw) {
      const bits = bitWidth(type)
      const known = old !== undefined && x !== undefined
      stored = known && aux === ATOMIC_RMW.add ? BigInt.asUintN(bits, (old as bigint) + (x as bigint)) : undefined
      if (aux === ATOMIC_RMW.xchg) stored = x
    }
    if (op === Op.CmpXchg) stored = old === undefined || x === undefined ? undefined : old === x ? y : old
    cells[index] = stored
    if (shared >= 0) this.#unseen.set(`${shared} ${index}`, stored)
    if (shared >= 0 && op !== Op.Store) this.#show()
    return op === Op.CmpXchg ? [old, old === undefined || x === undefined ? undefined : old === x ? 1n : 0n] : old
  }

  #load(v: Value, list: readonly Datum[]): Datum {
    if (list.includes(undefined) && list[1] === undefined) return [undefined, undefined, undefined, undefined, 0n]
    const cbuffer = this.#f.op(v) === Op.LoadCBufferRow
    const shape = this.#m.types.shape(this.#f.type(v))
    const elements = shape.kind === 'struct' ? shape.elements : []
    const base = Number(list[0] ?? 0n) + (cbuffer ? Number(list[1]) * ROW_BYTES : byteAddress(list))
    return elements.map((t, i) => {
      const at = base + i * WORD_BYTES
      return fromBits(t, this.#buffer.get(at) ?? BigInt.asUintN(32, BigInt(this.#in.word(at / WORD_BYTES))))
    })
  }

  #store(v: Value, list: readonly Datum[]): Datum {
    const count = rawCount(this.#f.aux(v))
    if (list[1] === undefined) throw new Undefined()
    const base = Number(list[0] ?? 0n) + byteAddress(list)
    for (let i = 0; i < count; i++) {
      const x = list[3 + i]
      const at = base + i * WORD_BYTES
      this.trace.push(`store ${at} ${text(x)}`)
      if (x === undefined) this.#buffer.delete(at)
      else this.#buffer.set(at, toBits(this.#m.typeOf(this.#f, this.#f.operandAt(v, 3 + i)), x))
    }
    return undefined
  }

  #dx(opcode: number, type: Type, list: readonly Datum[]): Datum {
    if (opcode === DxilOp.ThreadId) return BigInt(this.#in.thread)
    if (opcode === DxilOp.Barrier) {
      this.#show()
      this.trace.push('barrier')
    }
    if (list.includes(undefined)) return undefined
    const [x, y] = list as [number, number]
    const [i, k] = (isInt(type) ? list.map(n => BigInt.asIntN(32, n as bigint)) : []) as [bigint, bigint]
    const larger = i > k
    switch (opcode) {
      case DxilOp.FAbs:
        return Math.abs(x)
      case DxilOp.Saturate:
        // -0 stays, as where DXC folds it.
        return Number.isNaN(x) || x < 0 ? 0 : Math.min(1, x)
      case DxilOp.Round_ni:
        return Math.floor(x)
      case DxilOp.Sqrt:
        return Math.fround(Math.sqrt(x))
      case DxilOp.IMax:
        return BigInt.asUintN(32, larger ? i : k)
      case DxilOp.IMin:
        return BigInt.asUintN(32, larger ? k : i)
      case DxilOp.Countbits: {
        let n = 0n
        for (let rest = list[0] as bigint; rest > 0n; rest >>= 1n) n += rest & 1n
        return n
      }
      default:
        return y === undefined ? x : undefined
    }
  }
}

const WORD_BYTES = 4
const ROW_BYTES = 16
const STRUCTURE_BYTES = 256
/** [handle, element, offset], or [handle, byte address, undefined]. */
const byteAddress = (list: readonly Datum[]): number =>
  list[2] === undefined ? Number(list[1]) : Number(list[1]) * STRUCTURE_BYTES + Number(list[2])

function undefinedDivisor(): never {
  throw new Undefined()
}

function text(x: Datum): string {
  if (x === undefined) return '?'
  return typeof x === 'bigint' ? String(x) : Object.is(x, -0) ? '-0' : String(x)
}

const VIEW = new DataView(new ArrayBuffer(8))
function fromBits(type: Type, bits: bigint): Datum {
  if (!isFloat(type)) return BigInt.asUintN(bitWidth(type), bits)
  VIEW.setUint32(0, Number(bits))
  return VIEW.getFloat32(0)
}
function toBits(type: Type, x: Datum): bigint {
  if (!isFloat(type)) return x as bigint
  VIEW.setFloat32(0, x as number)
  return BigInt(VIEW.getUint32(0))
}

const signed = (bits: number, x: bigint): bigint => BigInt.asIntN(bits, x)

function compute(op: number, aux: number, type: Type, from: Type, a: bigint & number, b: bigint & number): Datum {
  if (op === Op.ICmp) return compareInt(aux, bitWidth(from), a, b) ? 1n : 0n
  if (op === Op.FCmp) return compareFloat(aux, a, b) ? 1n : 0n
  if (op === Op.NonUniformIndex) return a
  if (op >= Op.Trunc && op <= Op.BitCast) return convert(op, type, from, a)
  if (isFloat(type)) return floatOp(op, type, a, b)
  const bits = bitWidth(type)
  const result = intOp(op, bits, a, b)
  return result === undefined ? undefined : BigInt.asUintN(bits, result)
}

function floatOp(op: number, type: Type, a: number, b: number): Datum {
  const exact = [a + b, a - b, a * b, a / b, a % b][op - Op.FAdd]!
  return type === F32 ? Math.fround(exact) : exact
}

function intOp(op: number, bits: number, a: bigint, b: bigint): bigint | undefined {
  const division = op >= Op.UDiv && op <= Op.SRem
  if (
    division &&
    (b === 0n ||
      (op !== Op.UDiv && op !== Op.URem && signed(bits, b) === -1n && signed(bits, a) === -(1n << BigInt(bits - 1))))
  )
    throw new Undefined()
  switch (op) {
    case Op.Add:
      return a + b
    case Op.Sub:
      return a - b
    case Op.Mul:
      return a * b
    case Op.UDiv:
      return a / b
    case Op.URem:
      return a % b
    case Op.SDiv:
      return signed(bits, a) / signed(bits, b)
    case Op.SRem:
      return signed(bits, a) % signed(bits, b)
    case Op.And:
      return a & b
    case Op.Or:
      return a | b
    case Op.Xor:
      return a ^ b
    default:
      if (b >= BigInt(bits)) return undefined
      return op === Op.Shl ? a << b : op === Op.LShr ? a >> b : signed(bits, a) >> b
  }
}

function compareInt(p: number, bits: number, a: bigint, b: bigint): boolean {
  if (p === ICMP.eq) return a === b
  if (p === ICMP.ne) return a !== b
  const [x, y] = p >= ICMP.sgt ? [signed(bits, a), signed(bits, b)] : [a, b]
  switch (p) {
    case ICMP.ugt:
    case ICMP.sgt:
      return x > y
    case ICMP.uge:
    case ICMP.sge:
      return x >= y
    case ICMP.ult:
    case ICMP.slt:
      return x < y
    default:
      return x <= y
  }
}

function compareFloat(p: number, a: number, b: number): boolean {
  const unordered = Number.isNaN(a) || Number.isNaN(b)
  const name = Object.entries(FCMP).find(([, n]) => n === p)![0]
  if (name === 'true' || name === 'false') return name === 'true'
  if (name === 'ord' || name === 'uno') return unordered === (name === 'uno')
  if (unordered) return name.startsWith('u')
  return { eq: a === b, ne: a !== b, gt: a > b, ge: a >= b, lt: a < b, le: a <= b }[name.slice(1)]!
}

function convert(op: number, type: Type, from: Type, a: bigint & number): Datum {
  const bits = bitWidth(type)
  switch (op) {
    case Op.Trunc:
    case Op.ZExt:
      return BigInt.asUintN(bits, a)
    case Op.SExt:
      return BigInt.asUintN(bits, signed(bitWidth(from), a))
    case Op.SIToFP:
      return Math.fround(Number(signed(bitWidth(from), a)))
    case Op.UIToFP:
      return Math.fround(Number(a as bigint))
    case Op.FPToSI:
    case Op.FPToUI: {
      if (!Number.isFinite(a)) return undefined
      const whole = BigInt(Math.trunc(a))
      const fits = op === Op.FPToSI ? BigInt.asIntN(bits, whole) : BigInt.asUintN(bits, whole)
      return fits === whole ? BigInt.asUintN(bits, whole) : undefined
    }
    case Op.BitCast:
      return fromBits(type, toBits(from, a))
    case Op.FPTrunc:
      return Math.fround(a)
    default:
      return a
  }
}
