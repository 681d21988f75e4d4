// One IR function -> one LLVM function: a straight walk in layout order, phis filled in at the end.
// Invariant: the IR holds only core ops, Dx ops and handles (see passes/legalise/lower_resources.ts).

import { check, InternalError } from '../base/brand.ts'
import { byteString } from '../base/c_string.ts'
import { dominanceOf } from '../ir/dominance.ts'
import type { Func, Value } from '../ir/function.ts'
import type { Module } from '../ir/module.ts'
import { Flag, ICMP, Op } from '../ir/ops.ts'
import type { Type } from '../ir/types.ts'
import { addIncoming, Builder } from '../llvm/model/build.ts'
import type { MDNode } from '../llvm/model/metadata.ts'
import type { Module as LlvmModule } from '../llvm/model/module.ts'
import type { Type as LlvmType } from '../llvm/model/types.ts'
import type {
  BasicBlock,
  Constant,
  ConstantInt,
  Instruction,
  Func as LlvmFunc,
  Value as LlvmValue,
} from '../llvm/model/values.ts'
import { DxilOp } from '../spec/dxil_ops.ts'
import { BinOp, CastOp, FastMath, Ordering, WrapFlag } from '../spec/llvm_codes.ts'
import { isConstantElement } from './constant_elements.ts'
import { DebugCode } from './debug_code.ts'
import type { DebugMetadata } from './debug_metadata.ts'
import { DxCalls, hitObjectType } from './dx_calls.ts'
import { emitHandle, emitHeapHandle, emitValueHandle, type HandleIds, holdsHandles } from './handles.ts'
import type { LibrarySymbols } from './library_symbols.ts'
import { liveGlobals } from './live_globals.ts'

const BINOP: Readonly<Record<number, number>> = {
  [Op.Add]: BinOp.Add,
  [Op.Sub]: BinOp.Sub,
  [Op.Mul]: BinOp.Mul,
  [Op.UDiv]: BinOp.UDiv,
  [Op.SDiv]: BinOp.SDiv,
  [Op.URem]: BinOp.URem,
  [Op.SRem]: BinOp.SRem,
  [Op.Shl]: BinOp.Shl,
  [Op.LShr]: BinOp.LShr,
  [Op.AShr]: BinOp.AShr,
  [Op.And]: BinOp.And,
  [Op.Or]: BinOp.Or,
  [Op.Xor]: BinOp.Xor,
  // Float arithmetic shares the integer opcodes; the operand type tells them apart.
  [Op.FAdd]: BinOp.Add,
  [Op.FSub]: BinOp.Sub,
  [Op.FMul]: BinOp.Mul,
  [Op.FDiv]: BinOp.SDiv,
  [Op.FRem]: BinOp.SRem,
}

const CAST: Readonly<Record<number, number>> = {
  [Op.Trunc]: CastOp.Trunc,
  [Op.ZExt]: CastOp.ZExt,
  [Op.SExt]: CastOp.SExt,
  [Op.FPTrunc]: CastOp.FPTrunc,
  [Op.FPExt]: CastOp.FPExt,
  [Op.FPToSI]: CastOp.FPToSI,
  [Op.FPToUI]: CastOp.FPToUI,
  [Op.SIToFP]: CastOp.SIToFP,
  [Op.UIToFP]: CastOp.UIToFP,
  [Op.BitCast]: CastOp.BitCast,
}

/** Operations that take two words as one constant. */
const ANNOTATIONS: ReadonlyMap<number, string> = new Map([
  [DxilOp.AnnotateNodeHandle, 'dx.types.NodeInfo'],
  [DxilOp.AnnotateNodeRecordHandle, 'dx.types.NodeRecordInfo'],
])

/** Where break conditions are read from; validators and drivers know it by name. */
const BREAK_WORD = 'dx.break.cond'

function hasBreakCondition(f: Func): boolean {
  for (const b of f.blocks)
    for (let v = f.first(b); v !== 0; v = f.next(v)) if (f.op(v) === Op.BreakCond && f.aux(v) === 0) return true
  return false
}

/** Emits functions of one IR module into one LLVM module. */
export class FunctionEmitter {
  readonly module: Module
  readonly m: LlvmModule
  readonly calls: DxCalls
  readonly ids: HandleIds
  /** Globals of the resources, in libraries. */
  readonly symbols: LibrarySymbols | undefined
  /** Elements so far of vectors that are being filled with constants, by the insertion. */
  readonly begunVectors = new Map<Value, Constant[]>()
  /** Elements of the vectors that turned out constant. */
  readonly constantLanes = new Map<LlvmValue, readonly Constant[]>()
  /** Made of the functions of the module, by those; all of them before one that calls is emitted. */
  readonly functions = new Map<Func, LlvmFunc>()
  readonly #types: LlvmType[] = []
  readonly #constants: (LlvmValue | undefined)[] = []
  readonly #globals: (LlvmValue | undefined)[] = []
  readonly heldHandles = new Map<Value, LlvmValue>()
  #values: (LlvmValue | undefined)[] = []
  #blocks: BasicBlock[] = []
  #f!: Func
  #into!: LlvmFunc
  /** What every break condition of the function is. */
  #breakCondition: LlvmValue | undefined
  b!: Builder

  constructor(module: Module, m: LlvmModule, ids: HandleIds, symbols?: LibrarySymbols) {
    this.symbols = symbols
    this.module = module
    this.m = m
    this.calls = new DxCalls(m)
    this.ids = ids
    for (const g of liveGlobals(module)) this.#globals[g.id] = this.#global(g)
  }

  /** @param debug where debug information goes; without it there is none */
  emit(f: Func, into: LlvmFunc, debug?: DebugMetadata): void {
    debug?.addFunction(f, into)
    const described = debug && new DebugCode(this.m, f, debug)
    const emittedValue = (v: Value): LlvmValue | undefined => (v < 0 ? this.value(v) : this.#values[v])
    this.#f = f
    this.#into = into
    this.#breakCondition = undefined
    this.heldHandles.clear()
    this.begunVectors.clear()
    const waiting = hasBreakCondition(f)
    this.#values = new Array<LlvmValue | undefined>(f.valueLimit)
    this.#blocks = []
    for (const b of f.blocks) this.#blocks[b] = into.addBlock()
    this.b = new Builder(this.m, into.blocks[0]!)
    for (const b of f.blocks) {
      this.b.at(this.#blocks[b]!)
      for (let v = f.first(b); v !== 0; v = f.next(v)) {
        if (waiting && !this.#breakCondition && f.op(v) !== Op.Alloca && f.op(v) !== Op.Param)
          this.#breakCondition = this.#readBreakCondition()
        described?.rows(this.b, v, emittedValue)
        const { instructions } = this.b.block
        const first = instructions.length
        this.#instruction(v)
        described?.locate(instructions, first, v)
      }
    }
    for (const b of f.blocks)
      for (let v = f.first(b); v !== 0 && f.op(v) === Op.Phi; v = f.next(v)) this.#fillPhi(v, f.predecessors(b))
    if (f.loopHints.size > 0) this.#keepLoops(f)
  }

  /** distinct { self, { "llvm.loop.unroll.disable" } } at the branches back to a header: [loop], which drivers and linkers are told. */
  #keepLoops(f: Func): void {
    const dominance = dominanceOf(f)
    for (const [header, { unroll }] of f.loopHints) {
      const back = f.predecessors(header).filter(b => dominance.dominates(header, b))
      if (unroll !== 'disable' || back.length === 0) continue
      const node = this.m.distinctNode()
      node.operands.push(node, this.m.node([this.m.mdString('llvm.loop.unroll.disable')]))
      for (const b of back) attach(this.m, this.#blocks[b]!.instructions.at(-1)!, 'llvm.loop', node)
    }
  }

  type(t: Type): LlvmType {
    return (this.#types[t] ??= this.#makeType(t))
  }

  value(v: Value): LlvmValue {
    if (v < 0) return (this.#constants[-v] ??= this.#constant(v))
    const value = this.#values[v]
    if (value === undefined) throw new InternalError(`value ${v} is used before it is emitted`)
    return value
  }

  #makeType(t: Type): LlvmType {
    const { types } = this.m
    const shape = this.module.types.shape(t)
    switch (shape.kind) {
      case 'void':
        return types.void
      case 'handle':
        return this.calls.handle
      case 'node handle':
        return this.calls.opaque('dx.types.NodeHandle')
      case 'record handle':
        return this.calls.opaque('dx.types.NodeRecordHandle')
      case 'hitobject':
        return hitObjectType(this.m)
      case 'int':
        return types.int(shape.bits)
      case 'float':
        return shape.bits === 16 ? types.half : shape.bits === 32 ? types.float : types.double
      case 'pointer':
        return types.pointer(this.type(shape.pointee), shape.space)
      case 'array':
        return types.array(shape.count, this.type(shape.element))
      case 'vector':
        return types.vector(shape.count, this.type(shape.element))
      case 'struct': {
        const fields = shape.elements.map(e => this.type(e))
        return shape.name.startsWith('{') ? types.struct(fields) : types.namedStruct(byteString(shape.name), fields)
      }
    }
  }

  #constant(v: Value): LlvmValue {
    const c = this.module.constants.get(v)
    switch (c.kind) {
      case 'int':
        return this.m.constInt(this.type(c.type), c.value)
      case 'float':
        return this.m.constFloat(this.type(c.type), c.value)
      case 'undef':
        return this.m.constUndef(this.type(c.type))
      case 'global':
        return this.#globals[c.global.id]!
    }
  }

  #global(g: Module['globals'][number]): LlvmValue {
    const type = this.type(g.valueType)
    const isShared = this.symbols !== undefined && g.space === 3
    const global = this.m.addGlobal(byteString(this.#freeName(g.name)), type, g.space)
    global.align = Math.max(4, this.#scalarBytes(g.valueType))
    const values = g.values ?? g.initial
    if (values) {
      global.constant = g.values !== undefined
      global.linkage = 3 // internal, as DXC leaves its constant tables
      global.unnamedAddr = 1
      const list = values.map(v => this.value(v) as Constant)
      const shape = this.module.types.shape(g.valueType)
      const lanes = shape.kind === 'array' ? list.length / shape.count : 1
      const vector = shape.kind === 'array' && lanes > 1 ? this.type(shape.element) : undefined
      const parts = vector
        ? Array.from({ length: list.length / lanes }, (_, i) =>
            this.m.constAggregate(vector, list.slice(i * lanes, (i + 1) * lanes)),
          )
        : list
      global.initializer = this.m.constAggregate(type, parts)
    } else if (!isShared) global.initializer = this.m.constUndef(type)
    return global
  }

  /**
   * A word of memory that is 0, compared with 0, first thing in the function, as DXC has it: true, and no driver that reads DXIL knows it.
   */
  #readBreakCondition(): LlvmValue {
    const { i32 } = this.m.types
    const zero = this.m.constInt(i32, 0)
    const type = this.m.types.array(1, i32)
    let word = this.m.globals.find(g => g.name === BREAK_WORD)
    if (!word) {
      word = this.m.addGlobal(BREAK_WORD, type)
      word.constant = true
      word.linkage = 3
      word.initializer = this.m.constAggregate(type, [zero])
    }
    const pointer = this.m.constGep(this.m.types.pointer(i32), type, [word, zero, zero])
    return this.b.cmp(ICMP.eq, this.b.load(pointer, 0), zero)
  }

  get breakCondition(): LlvmValue {
    check(this.#breakCondition !== undefined, 'a break condition is used before it is read')
    return this.#breakCondition
  }

  /** Functions of a library have tables of the same name. */
  #freeName(name: string): string {
    if (!this.symbols) return name
    let free = name
    for (let n = 1; this.m.globals.some(g => g.name === free); n++) free = `${name}.${n}`
    return free
  }

  /** Bytes of a scalar, or of an array's elements. */
  #scalarBytes(t: Type): number {
    const shape = this.module.types.shape(t)
    if (shape.kind === 'array' || shape.kind === 'vector') return this.#scalarBytes(shape.element)
    return shape.kind === 'int' || shape.kind === 'float' ? Math.max(1, shape.bits >> 3) : 4
  }

  #instruction(v: Value): void {
    const f = this.#f
    const op = f.op(v)
    const made = this.#make(v, op)
    if (!made) return
    this.#values[v] = made
    // On arithmetic the absence of fast-math flags says it; calls have no such flags.
    if (op === Op.Dx && f.flags(v) & Flag.PRECISE) this.#markPrecise(made)
  }

  #make(v: Value, op: number): Instruction | LlvmValue | undefined {
    const f = this.#f
    const { b } = this
    const binop = BINOP[op]
    if (binop !== undefined) return b.binop(binop, this.#operand(v, 0), this.#operand(v, 1), binopFlags(op, f.flags(v)))
    const cast = CAST[op]
    if (cast !== undefined) return emitCast(this, cast, this.#operand(v, 0), this.type(f.type(v)))
    if (op === Op.Dx) return this.#dx(v)
    const rule = RULES[op]
    if (rule === undefined) throw new InternalError(`op ${op} has no LLVM form`)
    return rule(this, f, v)
  }

  #dx(v: Value): Instruction {
    const f = this.#f
    const opcode = f.aux(v)
    const args: LlvmValue[] = [this.m.constInt(this.m.types.i32, opcode)]
    for (let i = 0, n = f.operandCount(v); i < n; i++) args.push(this.#operand(v, i))
    const properties = ANNOTATIONS.get(opcode)
    if (properties !== undefined) {
      const type = this.m.types.namedStruct(properties, [this.m.types.i32, this.m.types.i32])
      args.splice(2, 2, this.m.constAggregate(type, args.slice(2) as Constant[]))
    }
    const callee = this.calls.function(opcode, this.type(f.type(v)), args)
    return this.b.call(callee, args)
  }

  parameter(n: number): LlvmValue {
    return this.#into.args[n]!
  }

  /** The type of a function of the IR. */
  functionType({ params, result }: Func): LlvmType {
    return this.m.types.func(
      this.type(result),
      params.map(t => this.type(t)),
    )
  }

  #operand(v: Value, i: number): LlvmValue {
    const f = this.#f
    const o = f.operandAt(v, i)
    const held = holdsHandles(f.op(v)) ? this.heldHandles.get(o) : undefined
    return held ?? this.value(o)
  }

  operandAt(v: Value, i: number): LlvmValue {
    return this.#operand(v, i)
  }

  block(v: Value, i: number): BasicBlock {
    return this.#blocks[this.#f.successors(this.#f.blockOf(v))[i]!]!
  }

  scalarBytesBehind(pointer: Value): number {
    const shape = this.module.types.shape(this.module.typeOf(this.#f, pointer))
    return shape.kind === 'pointer' ? this.#scalarBytes(shape.pointee) : 4
  }

  #markPrecise(made: LlvmValue): void {
    if (made.kind === 'instruction') attach(this.m, made, 'dx.precise', this.m.node([this.m.mdInt(1)]))
  }

  #fillPhi(v: Value, predecessors: readonly number[]): void {
    const phi = this.#values[v] as Instruction
    for (let i = 0; i < predecessors.length; i++) addIncoming(phi, this.#operand(v, i), this.#blocks[predecessors[i]!]!)
  }
}

/** An object of a node is a struct of an address in the code, and a number where libraries pass it. */
function emitCast({ b, m }: FunctionEmitter, cast: number, value: LlvmValue, to: LlvmType): Instruction {
  if (value.type.kind === 'struct') return b.cast(CastOp.PtrToInt, b.extractValue(value, 0), to)
  if (to.kind !== 'struct') return b.cast(cast, value, to)
  return b.insertValue(m.constUndef(to), b.cast(CastOp.IntToPtr, value, to.contained[0]!), 0)
}

function binopFlags(op: number, flags: number): number {
  if (op >= Op.FAdd && op <= Op.FRem) return flags & Flag.FAST ? FastMath.Fast : 0
  let out = 0
  // NUW marks products of addresses for the passes (Emitter.scale()). DXC writes products without it.
  const isProduct = op === Op.Mul || op === Op.Shl
  if (flags & Flag.NUW && !isProduct) out |= WrapFlag.NoUnsignedWrap
  if (flags & Flag.NSW) out |= WrapFlag.NoSignedWrap
  return flags & Flag.EXACT ? 1 : out
}

/** What DXC writes for groupshared atomics. */
const ATOMIC_ORDER = Ordering.SequentiallyConsistent

type Rule = (e: FunctionEmitter, f: Func, v: Value) => LlvmValue | undefined

/** DXIL's variables are arrays of one dimension at most: those of more are such arrays under a cast, as in DXC. */
function emitAlloca(e: FunctionEmitter, f: Func, v: Value): LlvmValue {
  const pointer = e.type(f.type(v))
  const type = pointer.element
  if (type.kind !== 'array' || type.element.kind !== 'array') return e.b.alloca(type, 4)
  let [count, inner]: [number, LlvmType] = [1, type]
  for (; inner.kind === 'array'; inner = inner.element) count *= inner.count
  return e.b.cast(CastOp.BitCast, e.b.alloca(e.m.types.array(count, inner), 4), pointer)
}

function emitAccessChain(e: FunctionEmitter, f: Func, v: Value): LlvmValue {
  const pointer = e.operandAt(v, 0)
  const indices = f
    .operands(v)
    .slice(1)
    .map((_, i) => e.operandAt(v, i + 1))
  if (indices.length === 0) return pointer
  const path = [e.m.constInt(e.m.types.i32, 0), ...indices]
  if (isConstantElement(e.module, f, v))
    return e.m.constGep(e.type(f.type(v)), pointer.type.element, [pointer, ...path] as Constant[])
  return e.b.gep(e.type(f.type(v)), pointer.type.element, pointer, path)
}

/** A vector that is filled with constants is one: `store <4 x float> zeroinitializer`. */
function emitInsert(e: FunctionEmitter, f: Func, v: Value): LlvmValue {
  const [vector, value, index] = [e.operandAt(v, 0), e.operandAt(v, 1), e.operandAt(v, 2)]
  const begun = e.begunVectors.get(f.operandAt(v, 0))
  const known = begun ?? e.constantLanes.get(vector) ?? (vector.kind === 'undef' ? [] : undefined)
  if (!known || !isNumber(value) || index.kind !== 'int') return e.b.insertElement(vector, value, index)
  const { type } = vector
  const lanes = begun ?? Array.from({ length: type.count }, (_, i) => known[i] ?? e.m.constUndef(type.element))
  lanes[Number((index as ConstantInt).value)] = value
  if (isFilledFurther(f, v)) {
    e.begunVectors.set(v, lanes)
    return vector
  }
  const made = e.m.constAggregate(type, lanes)
  e.constantLanes.set(made, lanes)
  return made
}

/** Nothing looks at the vector but the insertion of the next constant: one of 1024 lanes is made once. */
function isFilledFurther(f: Func, v: Value): boolean {
  const slot = f.firstUse(v)
  if (slot === 0 || f.nextUse(slot) !== 0) return false
  const user = f.userAt(slot)
  return (
    f.op(user) === Op.InsertElement &&
    f.operandAt(user, 0) === v &&
    f.operandAt(user, 1) < 0 &&
    f.operandAt(user, 2) < 0
  )
}

function emitShuffle(e: FunctionEmitter, f: Func, v: Value): LlvmValue {
  const numbers = f.operands(v).slice(1)
  const mask = e.m.constAggregate(
    e.m.types.vector(numbers.length, e.m.types.i32),
    numbers.map(n => e.value(n) as Constant),
  )
  const from = e.operandAt(v, 0)
  return e.b.shuffleVector(from, e.m.constUndef(from.type), mask)
}

const isNumber = (v: LlvmValue): v is Constant => v.kind === 'int' || v.kind === 'fp'

const RULES: Readonly<Record<number, Rule>> = {
  [Op.Phi]: (e, f, v) => e.b.phi(e.type(f.type(v))),
  [Op.Br]: (e, _, v) => void e.b.br(e.block(v, 0)),
  [Op.CondBr]: emitCondBr,
  [Op.Switch]: emitSwitch,
  [Op.Ret]: (e, f, v) => void e.b.ret(f.operandCount(v) === 0 ? null : e.operandAt(v, 0)),
  [Op.Param]: (e, f, v) => e.parameter(f.aux(v)),
  [Op.Call]: (e, f, v) =>
    e.b.call(
      e.functions.get(e.module.functions[f.aux(v)]!)!,
      f.operands(v).map((_, i) => e.operandAt(v, i)),
    ),
  [Op.ExtractElement]: (e, _, v) => e.b.extractElement(e.operandAt(v, 0), e.operandAt(v, 1)),
  [Op.InsertElement]: emitInsert,
  [Op.Shuffle]: emitShuffle,
  [Op.AccessChain]: emitAccessChain,
  [Op.BreakCond]: (e, f, v) => (f.aux(v) === 0 ? e.breakCondition : e.m.constBool(true)),
  [Op.Unreachable]: e => void e.b.unreachable(),
  [Op.ICmp]: (e, f, v) => e.b.cmp(f.aux(v), e.operandAt(v, 0), e.operandAt(v, 1)),
  [Op.FCmp]: (e, f, v) =>
    e.b.cmp(f.aux(v), e.operandAt(v, 0), e.operandAt(v, 1), f.flags(v) & Flag.FAST ? FastMath.Fast : 0),
  [Op.Select]: (e, _, v) => e.b.select(e.operandAt(v, 0), e.operandAt(v, 1), e.operandAt(v, 2)),
  [Op.Extract]: (e, f, v) => e.b.extractValue(e.operandAt(v, 0), f.aux(v)),
  [Op.Alloca]: emitAlloca,
  [Op.Gep]: emitGep,
  [Op.Load]: (e, f, v) => e.b.load(e.operandAt(v, 0), e.scalarBytesBehind(f.operandAt(v, 0))),
  [Op.Store]: (e, f, v) => void e.b.store(e.operandAt(v, 1), e.operandAt(v, 0), e.scalarBytesBehind(f.operandAt(v, 0))),
  [Op.AtomicRmw]: (e, f, v) => e.b.atomicRmw(f.aux(v), e.operandAt(v, 0), e.operandAt(v, 1), ATOMIC_ORDER),
  [Op.CmpXchg]: (e, _, v) => e.b.cmpXchg(e.operandAt(v, 0), e.operandAt(v, 1), e.operandAt(v, 2), ATOMIC_ORDER),
  [Op.Handle]: (e, f, v) => emitHandle(e, f, v),
  [Op.HandleFromHeap]: (e, f, v) => emitHeapHandle(e, f, v),
  [Op.HandleFromValue]: (e, f, v) => emitValueHandle(e, f, v),
}

/** An element known by number of a global is a constant expression, as DXC has it. */
function emitGep(e: FunctionEmitter, f: Func, v: Value): LlvmValue {
  const base = e.operandAt(v, 0)
  const indices = [e.m.constInt(e.m.types.i32, 0), e.operandAt(v, 1)]
  if (isConstantElement(e.module, f, v))
    return e.m.constGep(e.type(f.type(v)), base.type.element, [base, ...indices] as Constant[])
  return e.b.gep(e.type(f.type(v)), base.type.element, base, indices, false)
}

function attach(m: LlvmModule, made: Instruction, kind: string, node: MDNode): void {
  made.attachments = [...(made.attachments ?? []), { kind: m.kindId(kind), node }]
}

function emitCondBr(e: FunctionEmitter, f: Func, v: Value): undefined {
  keepHint(e, f.aux(v), e.b.condBr(e.operandAt(v, 0), e.block(v, 0), e.block(v, 1)))
}

function keepHint(e: FunctionEmitter, hint: number, made: Instruction): void {
  if (hint === 0) return
  // distinct { self, "dx.controlflow.hints", hint }: the form DXC gives branches and switches with [branch], [flatten] or [forcecase].
  const node = e.m.distinctNode()
  node.operands.push(node, e.m.mdString('dx.controlflow.hints'), e.m.mdInt(hint))
  attach(e.m, made, 'dx.controlflow.hints', node)
}

function emitSwitch(e: FunctionEmitter, f: Func, v: Value): undefined {
  const cases: LlvmValue[] = []
  const targets: BasicBlock[] = []
  for (let i = 1; i < f.operandCount(v); i++) {
    cases.push(e.operandAt(v, i))
    targets.push(e.block(v, i))
  }
  keepHint(e, f.aux(v), e.b.switch(e.operandAt(v, 0), e.block(v, 0), cases, targets))
}
