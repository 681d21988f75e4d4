// Random structured programs in the shape lowering gives: scalar and array locals behind allocas, groupshared, constant tables, buffers,
// loops with bounds, switches, short-circuit conditions. A seed fixes the program.

import { type Block, Func, type Value } from '../../src/ir/function.ts'
import { Module, type Resource } from '../../src/ir/module.ts'
import { FCMP, ICMP, Op, packRaw } from '../../src/ir/ops.ts'
import { F32, HANDLE, I1, I32, I64, type Type, VOID } from '../../src/ir/types.ts'
import { DxilOp } from '../../src/spec/dxil_ops.ts'

/** A small multiplicative generator; the same sequence for the same seed everywhere. */
export function randomFrom(seed: number): (n: number) => number {
  let s = (seed * 2654435761 + 12345) >>> 0
  return n => {
    s ^= s << 13
    s ^= s >>> 17
    s ^= s << 5
    s >>>= 0
    return s % n
  }
}

/** `waves`: with wave operations, and breaks that stay branches in their loops. */
export function randomProgram(seed: number, size = 14, waves = false): { m: Module; f: Func } {
  return new Generator(seed, size, waves).program()
}

const INT_OPS = [
  Op.Add,
  Op.Sub,
  Op.Mul,
  Op.And,
  Op.Or,
  Op.Xor,
  Op.Shl,
  Op.LShr,
  Op.AShr,
  Op.UDiv,
  Op.SRem,
  Op.URem,
  Op.SDiv,
]
const FLOAT_OPS = [Op.FAdd, Op.FSub, Op.FMul, Op.FDiv]
const INT_CONSTANTS = [0, 1, -1, 2, 3, 4, 7, 8, 16, 31, 100, 0x7fffffff, -0x80000000, 0x55555555]
const FLOAT_CONSTANTS = [0, -0, 1, -1, 2, 0.5, 4, 3, 0.1, 1e30, 255]

const TEST_RESOURCES: readonly Resource[] = (
  [
    ['uav', 'RawBuffer'],
    ['cbv', 'CBuffer'],
    ['srv', 'StructuredBuffer'],
    ['srv', 'RawBuffer'],
  ] as const
).map(([resourceClass, kind], id) => {
  const declared = { name: `r${id}`, element: undefined, size: 256, alignLog2: 2, rangeSize: 1, register: undefined }
  const rest = { space: undefined, parameter: id, pos: 0, globallyCoherent: false, rasterizerOrdered: false }
  const state = { sampleCount: 0, hasCounter: false, atomic64: false, binding: undefined }
  return { id, class: resourceClass, kind, typeName: kind, ...declared, ...rest, ...state }
})

class Generator {
  readonly #m = new Module(
    { stage: 'cs', major: 6, minor: 0 },
    { native16Bit: false, ieeeStrict: true, allResourcesBound: false, optimization: 3 },
  )
  readonly #f = new Func('main')
  readonly #random: (n: number) => number
  #b: Block
  #budget: number
  readonly #ints: Value[] = []
  readonly #floats: Value[] = []
  readonly #bools: Value[] = []
  readonly #longs: Value[] = []
  readonly #arrays: { pointer: Value; count: number; element: Type }[] = []
  #thread: Value = 0 as Value
  /** A buffer that is read and written. */
  #handle: Value = 0 as Value
  /** Buffers that are only read. */
  #constants: Value = 0 as Value
  #structures: Value = 0 as Value
  #input: Value = 0 as Value
  readonly #breaks: { exit: Block; next: Block }[] = []
  #depth = 0

  readonly #waves: boolean

  constructor(seed: number, size: number, waves: boolean) {
    this.#waves = waves
    this.#random = randomFrom(seed)
    this.#budget = size
    this.#b = this.#f.addBlock('entry')
  }

  program(): { m: Module; f: Func } {
    this.#declare()
    this.#statements()
    for (const v of this.#ints) this.#storeOut(this.#load(v, I32))
    for (const v of this.#floats) this.#storeOut(this.#load(v, F32))
    for (const v of this.#longs) this.#storeOut(this.#emit(Op.Trunc, I32, [this.#load(v, I64)]))
    for (const v of this.#bools) this.#storeOut(this.#emit(Op.ZExt, I32, [this.#load(v, I1)]))
    this.#f.terminate(this.#b, Op.Ret, VOID, [], [])
    this.#m.functions.push(this.#f)
    this.#m.entries.push({ name: 'main', stage: 'compute', func: this.#f, numThreads: [1, 1, 1], waveSize: undefined })
    return { m: this.#m, f: this.#f }
  }

  #chance(percent: number): boolean {
    return this.#random(100) < percent
  }
  #pick<T>(list: readonly T[]): T {
    return list[this.#random(list.length)]!
  }
  #emit(op: number, type: Type, operands: readonly Value[], aux = 0): Value {
    return this.#f.append(this.#b, op, type, operands, aux)
  }
  #int(n: number): Value {
    return this.#m.constants.int(I32, n)
  }
  #load(pointer: Value, type: Type): Value {
    return this.#emit(Op.Load, type, [pointer])
  }
  #store(pointer: Value, value: Value): void {
    this.#emit(Op.Store, VOID, [pointer, value])
  }

  #declare(): void {
    const { types, constants } = this.#m
    const variable = (type: Type): Value => this.#emit(Op.Alloca, types.pointer(type), [])
    for (let i = 0; i < 4; i++) this.#ints.push(variable(I32))
    for (let i = 0; i < 2; i++) this.#floats.push(variable(F32))
    for (let i = 0; i < 2; i++) this.#bools.push(variable(I1))
    this.#longs.push(variable(I64))
    for (const count of [4, 2, 8])
      this.#arrays.push({ pointer: variable(types.array(I32, count)), count, element: I32 })
    const table = [5, 0, -7, 100].map(n => this.#int(n))
    this.#arrays.push({
      pointer: this.#m.addGlobal('shared', types.array(I32, 8), 3, undefined),
      count: 8,
      element: I32,
    })
    this.#arrays.push({ pointer: this.#m.addGlobal('table', types.array(I32, 4), 0, table), count: 4, element: I32 })
    this.#thread = this.#emit(Op.Dx, I32, [this.#int(0)], DxilOp.ThreadId)
    const handles = TEST_RESOURCES.map((resource, id) => {
      this.#m.resources.push(resource)
      return this.#emit(Op.Handle, HANDLE, [this.#int(0)], id)
    })
    ;[this.#handle, this.#constants, this.#structures, this.#input] = handles as [Value, Value, Value, Value]
    this.#initialise(constants.int64(5n))
  }

  #initialise(long: Value): void {
    for (const [i, v] of this.#ints.entries()) this.#store(v, i === 0 ? this.#thread : this.#int(i))
    for (const v of this.#floats) this.#store(v, this.#emit(Op.UIToFP, F32, [this.#thread]))
    for (const v of this.#bools) this.#store(v, this.#m.constants.bool(false))
    for (const v of this.#longs) this.#store(v, long)
    for (const a of this.#arrays.slice(0, 4))
      for (let i = 0; i < a.count; i++) this.#store(this.#element(a, this.#int(i)), this.#int(i * 3))
  }

  #element(a: { pointer: Value; count: number; element: Type }, index: Value): Value {
    const shape = this.#m.types.shape(this.#m.typeOf(this.#f, a.pointer))
    const space = shape.kind === 'pointer' ? shape.space : 0
    return this.#emit(Op.Gep, this.#m.types.pointer(a.element, space), [a.pointer, index])
  }

  #index(count: number): Value {
    if (this.#chance(50)) return this.#int(this.#random(count))
    return this.#emit(Op.And, I32, [this.#intValue(1), this.#int(count - 1)])
  }

  #intValue(depth: number): Value {
    if (this.#waves && depth > 0 && this.#chance(45)) return this.#waveValue(depth)
    const kind = this.#random(depth <= 0 ? 4 : 14)
    if (kind < 2) return this.#load(this.#pick(this.#ints), I32)
    if (kind === 2) return this.#int(this.#pick(INT_CONSTANTS))
    if (kind === 3) return this.#thread
    if (kind === 4) return this.#load(this.#element(...this.#place(this.#arrays)), I32)
    if (kind === 5) return this.#emit(Op.ZExt, I32, [this.#condition(depth - 1)])
    if (kind === 6)
      return this.#emit(Op.Select, I32, [
        this.#condition(depth - 1),
        this.#intValue(depth - 1),
        this.#intValue(depth - 1),
      ])
    if (kind === 7) return this.#emit(Op.Trunc, I32, [this.#longValue(depth - 1)])
    if (kind === 8) return this.#loadBuffer(I32)
    if (kind === 9)
      return this.#emit(
        Op.Dx,
        I32,
        [this.#intValue(depth - 1), this.#intValue(depth - 1)],
        this.#pick([DxilOp.IMax, DxilOp.IMin]),
      )
    if (kind === 10) return this.#emit(Op.BitCast, I32, [this.#floatValue(depth - 1)])
    return this.#arithmetic(depth)
  }

  #waveValue(depth: number): Value {
    const count = (): Value => this.#emit(Op.Dx, I32, [this.#condition(depth - 1)], DxilOp.WaveAllBitCount)
    const first = (): Value => this.#emit(Op.Dx, I32, [this.#intValue(depth - 1)], DxilOp.WaveReadLaneFirst)
    const prefix = (): Value => this.#emit(Op.Dx, I32, [this.#condition(depth - 1)], DxilOp.WavePrefixBitCount)
    return this.#pick([count, first, prefix])()
  }

  /** Now true for some lanes, now for others. */
  #laneCondition(): Value {
    const value = this.#chance(50) ? this.#thread : this.#load(this.#pick(this.#ints), I32)
    const small = this.#emit(Op.And, I32, [value, this.#int(this.#pick([1, 3, 7]))])
    const other = this.#chance(50) ? this.#int(this.#random(4)) : this.#load(this.#pick(this.#ints), I32)
    return this.#emit(Op.ICmp, I1, [small, other], this.#pick([ICMP.eq, ICMP.ne, ICMP.ult, ICMP.sge]))
  }

  #place(
    list: readonly { pointer: Value; count: number; element: Type }[],
  ): [{ pointer: Value; count: number; element: Type }, Value] {
    const a = this.#pick(list)
    return [a, this.#index(a.count)]
  }

  #arithmetic(depth: number): Value {
    const op = this.#pick(INT_OPS)
    const a = this.#intValue(depth - 1)
    let b = this.#intValue(depth - 1)
    if (op === Op.Shl || op === Op.LShr || op === Op.AShr) b = this.#emit(Op.And, I32, [b, this.#int(31)])
    // Divisors are never zero nor minus one.
    if (op >= Op.UDiv && op <= Op.SRem)
      b = this.#chance(50)
        ? this.#int(this.#pick([1, 2, 3, 8, 10]))
        : this.#emit(Op.Or, I32, [this.#emit(Op.And, I32, [b, this.#int(15)]), this.#int(1)])
    return this.#emit(op, I32, [a, b])
  }

  #loadBuffer(type: Type): Value {
    const name = type === F32 ? 'f32' : 'i32'
    const result = this.#m.types.struct(`dx.types.ResRet.${name}`, [type, type, type, type, I32])
    const address = this.#emit(Op.And, I32, [this.#intValue(0), this.#int(12)])
    const undef = this.#m.constants.undef(I32)
    const loaded = this.#emit(Op.LoadRaw, result, [this.#handle, address, undef], packRaw(4, 4))
    return this.#emit(Op.Extract, type, [loaded], this.#random(4))
  }

  /** A local array filled from memory at equal steps, now and then with one element from elsewhere; then read. */
  #copy(): void {
    const array = this.#chance(70) ? this.#newArray() : this.#pick(this.#arrays.slice(0, 3))
    const kind = this.#random(4)
    const base = this.#chance(50) ? this.#int(0) : this.#emit(Op.And, I32, [this.#intValue(1), this.#int(3)])
    const count = this.#pick([1, 4])
    const step = this.#pick([4, 8, 16])
    const wrong = this.#chance(25) ? this.#random(array.count) : -1
    for (let i = 0; i < array.count; i++) {
      const at = i === wrong ? 0 : i
      const [offset, component] = count === 1 ? [at * step, 0] : [(at >> 2) * 16, at & 3]
      const value = this.#readAt(kind, base, step === 16 ? at * 16 : offset, step === 16 ? 0 : component, count)
      this.#store(this.#element(array, this.#int(i)), value)
    }
    for (let n = this.#random(3); n > 0 && this.#budget > 0; n--) this.#statement()
    for (let n = 1 + this.#random(2); n > 0; n--)
      this.#store(this.#pick(this.#ints), this.#load(this.#element(array, this.#steppedIndex(array.count)), I32))
  }

  #newArray(): { pointer: Value; count: number; element: Type } {
    const count = this.#pick([4, 8, 16])
    const { types } = this.#m
    return {
      pointer: this.#f.prepend(this.#f.entry, Op.Alloca, types.pointer(types.array(I32, count)), []),
      count,
      element: I32,
    }
  }

  /** x, or step * x + rest. */
  #steppedIndex(count: number): Value {
    const step = Math.min(this.#pick([1, 1, 2, 4]), count)
    const x = this.#emit(Op.And, I32, [this.#intValue(1), this.#int(count / step - 1)])
    if (step === 1) return x
    const scaled = this.#emit(Op.Mul, I32, [x, this.#int(step)])
    return this.#emit(Op.Add, I32, [scaled, this.#int(this.#random(step))])
  }

  #readAt(kind: number, base: Value, offset: number, component: number, count: number): Value {
    const struct = (name: string): Type =>
      this.#m.types.struct(name, new Array<Type>(name.includes('Res') ? 5 : 4).fill(I32))
    const plus = (n: number): Value => this.#emit(Op.Add, I32, [base, this.#int(n)])
    if (kind === 0) {
      const row = this.#emit(Op.LoadCBufferRow, struct('dx.types.CBufRet.i32'), [this.#constants, plus(offset >> 4)])
      return this.#emit(Op.Extract, I32, [row], component + ((offset >> 2) & 3) - (count === 4 ? (offset >> 2) & 3 : 0))
    }
    const handle = [this.#structures, this.#handle, this.#input][kind - 1]!
    const undef = this.#m.constants.undef(I32)
    const address = kind === 1 ? [base, this.#int(offset)] : [plus(offset), undef]
    const loaded = this.#emit(Op.LoadRaw, struct('dx.types.ResRet.i32'), [handle, ...address], packRaw(count, 4))
    return this.#emit(Op.Extract, I32, [loaded], component)
  }

  #longValue(depth: number): Value {
    if (depth <= 0 || this.#chance(40)) return this.#load(this.#pick(this.#longs), I64)
    if (this.#chance(30)) return this.#emit(this.#pick([Op.ZExt, Op.SExt]), I64, [this.#intValue(depth - 1)])
    const b = this.#chance(50) ? this.#m.constants.int64(BigInt(this.#pick(INT_CONSTANTS))) : this.#longValue(depth - 1)
    return this.#emit(this.#pick([Op.Add, Op.Sub, Op.Mul, Op.And, Op.Xor]), I64, [this.#longValue(depth - 1), b])
  }

  #floatValue(depth: number): Value {
    const kind = this.#random(depth <= 0 ? 2 : 8)
    if (kind === 0) return this.#load(this.#pick(this.#floats), F32)
    if (kind === 1) return this.#m.constants.float(F32, this.#pick(FLOAT_CONSTANTS))
    if (kind === 2) return this.#emit(this.#pick([Op.SIToFP, Op.UIToFP]), F32, [this.#intValue(depth - 1)])
    if (kind === 3)
      return this.#emit(
        Op.Dx,
        F32,
        [this.#floatValue(depth - 1)],
        this.#pick([DxilOp.FAbs, DxilOp.Saturate, DxilOp.Round_ni]),
      )
    if (kind === 4)
      return this.#emit(Op.Select, F32, [
        this.#condition(depth - 1),
        this.#floatValue(depth - 1),
        this.#floatValue(depth - 1),
      ])
    return this.#emit(this.#pick(FLOAT_OPS), F32, [this.#floatValue(depth - 1), this.#floatValue(depth - 1)])
  }

  #condition(depth: number): Value {
    if (this.#waves && depth > 0 && this.#chance(50)) return this.#laneCondition()
    if (this.#waves && depth > 0 && this.#chance(30))
      return this.#emit(Op.Dx, I1, [this.#condition(depth - 1)], this.#pick([DxilOp.WaveAnyTrue, DxilOp.WaveAllTrue]))
    const kind = this.#random(depth <= 0 ? 3 : 8)
    if (kind === 0) return this.#load(this.#pick(this.#bools), I1)
    if (kind === 1)
      return this.#emit(
        Op.ICmp,
        I1,
        [this.#intValue(depth - 1), this.#intValue(depth - 1)],
        this.#pick(Object.values(ICMP)),
      )
    if (kind === 2)
      return this.#emit(
        Op.FCmp,
        I1,
        [this.#floatValue(depth - 1), this.#floatValue(depth - 1)],
        this.#pick(Object.values(FCMP)),
      )
    if (kind === 3) return this.#emit(Op.Xor, I1, [this.#condition(depth - 1), this.#m.constants.bool(true)])
    // A bool through memory.
    if (kind === 4)
      return this.#emit(Op.ICmp, I1, [this.#emit(Op.ZExt, I32, [this.#condition(depth - 1)]), this.#int(0)], ICMP.ne)
    if (kind === 5)
      return this.#emit(this.#pick([Op.And, Op.Or]), I1, [this.#condition(depth - 1), this.#condition(depth - 1)])
    return this.#shortCircuit(depth)
  }

  #shortCircuit(depth: number): Value {
    const and = this.#chance(50)
    const left = this.#condition(depth - 1)
    const from = this.#b
    const right = this.#f.addBlock('right')
    const join = this.#f.addBlock('logic')
    this.#f.terminate(from, Op.CondBr, VOID, [left], and ? [right, join] : [join, right])
    this.#b = right
    const value = this.#condition(depth - 1)
    this.#f.terminate(this.#b, Op.Br, VOID, [], [join])
    this.#b = join
    return this.#f.prepend(
      join,
      Op.Phi,
      I1,
      this.#f.predecessors(join).map(p => (p === from ? this.#m.constants.bool(!and) : value)),
    )
  }

  #storeOut(value: Value): void {
    const address = this.#int(4 * this.#random(4))
    this.#emit(Op.StoreRaw, VOID, [this.#handle, address, this.#m.constants.undef(I32), value], packRaw(1, 4))
  }

  #statements(): void {
    for (let n = 1 + this.#random(4); n > 0 && this.#budget > 0; n--) this.#statement()
  }

  #statement(): void {
    this.#budget--
    const kind = this.#waves ? this.#pick([0, 0, 0, 8, 12, 14, 14, 14, 16, 16, 16, 19]) : this.#random(22)
    if (kind < 6) this.#store(this.#pick(this.#ints), this.#intValue(3))
    else if (kind < 8) this.#store(this.#pick(this.#floats), this.#floatValue(3))
    else if (kind === 8) this.#store(this.#pick(this.#bools), this.#condition(2))
    else if (kind === 9) this.#store(this.#pick(this.#longs), this.#longValue(3))
    else if (kind < 12) this.#store(this.#element(...this.#place(this.#arrays.slice(0, 4))), this.#intValue(2))
    else if (kind === 12) this.#storeOut(this.#chance(70) ? this.#intValue(2) : this.#floatValue(2))
    else if (kind === 13) this.#emit(Op.Dx, VOID, [this.#int(9)], DxilOp.Barrier)
    else if (kind < 16) this.#branch()
    else if (kind < 19 && this.#depth < 3) this.#loop()
    else if (kind < 20) this.#switch()
    else this.#copy()
  }

  #branch(): void {
    const condition = this.#condition(2)
    const f = this.#f
    const yes = f.addBlock('then')
    const no = this.#chance(50) ? f.addBlock('else') : undefined
    const join = f.addBlock('endif')
    f.terminate(this.#b, Op.CondBr, VOID, [condition], [yes, no ?? join], this.#pick([0, 0, 1, 2]))
    for (const side of [yes, no])
      if (side !== undefined) {
        this.#b = side
        if (this.#chance(85)) this.#statements()
        const jump = this.#breaks.at(-1)
        const target =
          jump !== undefined && this.#chance(this.#waves ? 60 : 20) ? (this.#chance(50) ? jump.exit : jump.next) : join
        if (this.#waves && jump !== undefined && target === jump.exit) {
          const condition = this.#emit(Op.BreakCond, I1, [])
          f.terminate(this.#b, Op.CondBr, VOID, [condition], [jump.exit, jump.next])
        } else f.terminate(this.#b, Op.Br, VOID, [], [target])
      }
    this.#b = join
    // Both sides may have jumped away: then the rest is unreachable, as after `if (x) break; else continue;`.
  }

  #loop(): void {
    const f = this.#f
    this.#depth++
    const counter = f.prepend(f.entry, Op.Alloca, this.#m.types.pointer(I32), [])
    const [start, step, trips] = [this.#random(3), 1 + this.#random(2), this.#random(6)]
    const bound = this.#chance(50)
      ? this.#int(start + step * trips)
      : this.#emit(Op.And, I32, [this.#intValue(1), this.#int(7)])
    this.#store(counter, this.#int(start))
    const header = f.addBlock('loop')
    const body = f.addBlock('body')
    const next = f.addBlock('next')
    const exit = f.addBlock('exit')
    const bottom = this.#chance(25)
    f.terminate(this.#b, Op.Br, VOID, [], [header])
    this.#b = header
    const test = (): Value =>
      this.#emit(Op.ICmp, I1, [this.#load(counter, I32), bound], this.#pick([ICMP.slt, ICMP.ult]))
    if (bottom) f.terminate(header, Op.Br, VOID, [], [body])
    else f.terminate(header, Op.CondBr, VOID, [test()], [body, exit])
    if (this.#chance(60))
      // A count below the trip count would end the loop early.
      f.loopHints.set(header, { unroll: this.#pick(['full', 'full', 'disable', 40] as const), pos: 0 })
    this.#b = body
    this.#breaks.push({ exit, next })
    // The counter is read here and never assigned, so that every loop ends.
    if (this.#chance(60)) this.#store(this.#pick(this.#ints), this.#load(counter, I32))
    if (this.#waves && this.#chance(60)) this.#leave(this.#load(counter, I32))
    this.#statements()
    this.#breaks.pop()
    f.terminate(this.#b, Op.Br, VOID, [], [next])
    this.#b = next
    this.#store(counter, this.#emit(Op.Add, I32, [this.#load(counter, I32), this.#int(step)]))
    if (bottom) f.terminate(this.#b, Op.CondBr, VOID, [test()], [header, exit])
    else f.terminate(this.#b, Op.Br, VOID, [], [header])
    this.#b = exit
    this.#depth--
  }

  /** Lanes leave the loop in different rounds, with a wave operation right before. */
  #leave(counter: Value): void {
    const f = this.#f
    const [leave, stay] = [f.addBlock('leave'), f.addBlock('stay')]
    const { exit, next } = this.#breaks.at(-1)!
    const mine = this.#emit(Op.And, I32, [this.#thread, this.#int(3)])
    f.terminate(this.#b, Op.CondBr, VOID, [this.#emit(Op.ICmp, I1, [counter, mine], ICMP.eq)], [leave, stay])
    this.#b = leave
    this.#store(this.#pick(this.#ints), this.#waveValue(2))
    f.terminate(this.#b, Op.CondBr, VOID, [this.#emit(Op.BreakCond, I1, [])], [exit, next])
    this.#b = stay
  }

  #switch(): void {
    const f = this.#f
    const value = this.#emit(Op.And, I32, [this.#intValue(1), this.#int(3)])
    const cases = [0, 1, 2, 3].slice(0, 1 + this.#random(4))
    const join = f.addBlock('endswitch')
    const arms = cases.map(() => (this.#chance(20) ? join : f.addBlock('case')))
    const fallback = this.#chance(50) ? join : f.addBlock('default')
    f.terminate(this.#b, Op.Switch, VOID, [value, ...cases.map(c => this.#int(c))], [fallback, ...arms])
    const blocks = [...arms, fallback].filter(b => b !== join)
    blocks.forEach((b, i) => {
      this.#b = b
      this.#statements()
      const through = i + 1 < blocks.length && this.#chance(20) ? blocks[i + 1]! : join
      f.terminate(this.#b, Op.Br, VOID, [], [through])
    })
    this.#b = join
  }
}
