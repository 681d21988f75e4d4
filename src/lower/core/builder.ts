// Appends instructions to the function being lowered: the current block, source position and float flags, and small foldings of constants.
// Invariant: allocas sit in a block of their own at the top, values every block may use (handles, thread ids) in the prologue behind it.

import { type DebugRow, stepRow } from '../../ir/debug_rows.ts'
import { Emitter, MAX_INSTRUCTIONS } from '../../ir/emitter.ts'
import { type Block, type Func, NO_BLOCK, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Loc } from '../../ir/locations.ts'
import type { Module } from '../../ir/module.ts'
import { Flag, Op } from '../../ir/ops.ts'
import { fixedResultType, resRetType } from '../../ir/result_types.ts'
import { type AddressSpace, isFloat, type Type, VOID } from '../../ir/types.ts'

/** Thrown when a program grows beyond MAX_INSTRUCTIONS; `pos` is what was being lowered. Caught by lowerProgram. */
export class ProgramTooLarge extends Error {
  override readonly name = 'ProgramTooLarge'
  readonly pos: number

  constructor(pos: number) {
    super('program too large')
    this.pos = pos
  }
}

/** Which scope code belongs to, and where its function was called; see ir/debug_info.ts. */
export interface ScopeState {
  readonly scope: number
  readonly inlinedAt: Loc
}

/** Targets without tables of dependence. */
const INDEPENDENT: ReadonlySet<string> = new Set(['cs', 'as', 'lib'])

type PlaceOf = (pos: number) => { readonly line: number; readonly column: number }

const NO_SCOPE: ScopeState = { scope: -1, inlinedAt: 0 }

/** Thrown when expressions and calls are nested beyond what is counted; `pos` is where. Caught by lowerPrograms. */
export class NestedTooDeeply extends Error {
  override readonly name = 'NestedTooDeeply'
  readonly pos: number

  constructor(pos: number) {
    super('nested too deeply')
    this.pos = pos
  }
}

export class Builder extends Emitter {
  readonly native16Bit: boolean
  /** Source position given to every instruction. */
  pos = 0
  /** Where addresses are computed, where that is not where what is written there stands; 0: the same. */
  addressPos = 0
  /** The line that debuggers are told, where that is another position than messages have; 0: the same. */
  linePos = 0
  /** Changes only while debug information is made. */
  scope: ScopeState = NO_SCOPE
  #placeOf: PlaceOf | undefined
  /** The location made last, for which position and scope. */
  #loc: Loc = 0
  #locPos = -1
  #locLine = -1
  #locScope: ScopeState = NO_SCOPE
  /** Flags of DXIL float operations, which have no fast-math bit. */
  readonly dxFlags: number
  #block: Block
  readonly #pointers: (Type | undefined)[] = []
  readonly #resRets: (Type | undefined)[] = []
  readonly #allocas: Block
  readonly #prologue: Block
  /** Copies of matrices of inputs that are there from the beginning. */
  readonly matrixCopies = new Map<string, Value>()
  /** What the function returns; NO_VALUE: nothing. */
  result: Value = NO_VALUE

  constructor(module: Module, f: Func) {
    super(module, f)
    this.native16Bit = module.options.native16Bit
    this.floatFlags = module.options.ieeeStrict ? Flag.PRECISE : Flag.FAST
    this.dxFlags = module.options.ieeeStrict ? Flag.PRECISE : 0
    this.#allocas = f.addBlock('entry')
    this.#prologue = f.addBlock('prologue')
    this.#block = f.addBlock('start')
  }

  // ---- blocks --------------------------------------------------------------------------------------------------------------------

  /** Where instructions go; NO_BLOCK after a jump, when nothing may be emitted. */
  get block(): Block {
    return this.#block
  }
  get reachable(): boolean {
    return this.#block !== NO_BLOCK
  }
  newBlock(name: string): Block {
    return this.f.createBlock(name)
  }
  /** Continues in a block made by newBlock, placing it at the end of the layout. */
  enter(b: Block): void {
    this.f.placeBlock(b)
    this.#block = b
  }
  /** Like enter, unless nothing jumps there: then what follows is unreachable. */
  enterIfReached(b: Block): void {
    if (this.f.predecessors(b).length > 0) this.enter(b)
    else this.#block = NO_BLOCK
  }
  /** Goes on where a block was left open; NO_BLOCK: nowhere. */
  resume(b: Block): void {
    this.#block = b
  }
  /** After code that may not come back: continues somewhere even so, for what must still be lowered. */
  ensureReachable(): void {
    if (this.#block === NO_BLOCK) this.enter(this.newBlock('unreachable'))
  }
  jump(to: Block): void {
    if (this.#block === NO_BLOCK) return
    this.f.terminate(this.#block, Op.Br, VOID, [], [to], 0, this.loc)
    this.#block = NO_BLOCK
  }
  branch(condition: Value, yes: Block, no: Block, hint = 0): void {
    if (this.#block === NO_BLOCK) return
    this.f.terminate(this.#block, Op.CondBr, VOID, [condition], [yes, no], hint, this.loc)
    this.#block = NO_BLOCK
  }
  /** Ends the block where nothing goes on. */
  unreachable(): void {
    if (this.#block === NO_BLOCK) return
    this.f.terminate(this.#block, Op.Unreachable, VOID, [], [], 0, this.pos)
    this.#block = NO_BLOCK
  }
  switchOn(operands: readonly Value[], targets: readonly Block[], hint = 0): void {
    if (this.#block === NO_BLOCK) return
    this.f.terminate(this.#block, Op.Switch, VOID, operands, targets, hint, this.loc)
    this.#block = NO_BLOCK
  }
  /** A phi at the current (just entered) block; values parallel to its predecessors. */
  phi(type: Type, values: readonly Value[]): Value {
    return this.f.append(this.#block, Op.Phi, type, values, 0, 0, this.loc)
  }
  /** Ends the function: return, and the three top blocks become one. */
  finish(): void {
    if (this.#block !== NO_BLOCK)
      this.f.terminate(this.#block, Op.Ret, VOID, this.result === NO_VALUE ? [] : [this.result], [], 0, this.loc)
    const start = this.f.blocks[2]!
    this.f.terminate(this.#allocas, Op.Br, VOID, [], [this.#prologue])
    this.f.terminate(this.#prologue, Op.Br, VOID, [], [start])
    this.f.mergeInto(this.#allocas, this.#prologue)
    this.f.mergeInto(this.#allocas, start)
  }

  // ---- locations -----------------------------------------------------------------------------------------------------------------

  /** From here on instructions have lines and scopes. */
  startDebug(placeOf: PlaceOf): void {
    this.#placeOf = placeOf
    this.f.keepDebugRows()
  }
  /** Where the next instruction comes from. */
  get loc(): Loc {
    return this.#placeOf === undefined ? this.pos : this.locationOf(this.pos)
  }
  /** Location of a position in the current scope. */
  locationOf(pos: number): Loc {
    if (this.#placeOf === undefined || this.scope.scope < 0 || pos === 0) return pos
    const line = this.linePos || pos
    if (this.#locPos !== pos || this.#locLine !== line || this.#locScope !== this.scope) {
      this.#locPos = pos
      this.#locLine = line
      this.#locScope = this.scope
      this.#loc = this.#newRow(pos)
    }
    return this.#loc
  }
  /** A location of its own, for a call. */
  newLocation(): Loc {
    return this.#newRow(this.pos)
  }
  #newRow(pos: number): Loc {
    const { line, column } = this.#placeOf?.(this.linePos || pos) ?? { line: 0, column: 0 }
    return this.f.locations.add({ pos, line, column, ...this.scope })
  }
  /** Says from here on what a variable holds. */
  describe(row: DebugRow): void {
    if (this.#block !== NO_BLOCK) this.f.debugRows?.addAtEnd(this.#block, row)
  }
  /** Stepping stops here, whatever becomes of the code. */
  step(): void {
    if (this.#placeOf && this.module.options.optimization === 0 && this.loc < 0) this.describe(stepRow(this.loc))
  }
  /** Says in which memory a variable is, in front of all code. */
  describeMemory(row: DebugRow): void {
    this.f.debugRows?.addAtEnd(this.#allocas, row)
  }

  // ---- constants -----------------------------------------------------------------------------------------------------------------

  bool(value: boolean): Value {
    return this.module.constants.bool(value)
  }
  constantFloat(v: Value): number | undefined {
    if (v >= 0) return undefined
    const c = this.module.constants.get(v)
    return c.kind === 'float' ? c.value : undefined
  }

  // ---- types, kept by their parts: the module finds them by spelling ---------------------------------------------------------------

  pointer(pointee: Type, space: AddressSpace): Type {
    return (this.#pointers[pointee * 4 + space] ??= this.module.types.pointer(pointee, space))
  }
  /** Result of loads and samples of an element type. */
  resRet(element: Type): Type {
    return (this.#resRets[element] ??= resRetType(this.module.types, element))
  }

  // ---- instructions --------------------------------------------------------------------------------------------------------------

  emit(op: number, type: Type, operands: readonly Value[], aux = 0, flags = 0): Value {
    if (this.f.valueLimit > MAX_INSTRUCTIONS) throw new ProgramTooLarge(this.pos)
    return this.f.append(this.#block, op, type, operands, aux, flags, this.loc)
  }
  /** Says of values that they must be computed as written. */
  precise(values: readonly Value[]): void {
    for (const v of new Set(values)) if (v > 0) this.emit(Op.Precise, VOID, [v])
  }
  /** An instruction in the prologue, which dominates the whole body. */
  early(op: number, type: Type, operands: readonly Value[], aux = 0, flags = 0): Value {
    return this.f.append(this.#prologue, op, type, operands, aux, flags, 0)
  }
  /** @param isWhole it stays one array, whatever its indices are: where something tells which outputs depend on which elements */
  alloca(pointee: Type, isWhole = false): Value {
    return this.f.append(
      this.#allocas,
      Op.Alloca,
      this.pointer(pointee, 0),
      [],
      isWhole && !INDEPENDENT.has(this.module.target.stage) ? 1 : 0,
      0,
      this.pos,
    )
  }
  /** Parameter `n` of the function: in front of everything else, in the order in which they are passed. */
  param(n: number): Value {
    const { f } = this
    let at = f.first(this.#allocas)
    while (at !== NO_VALUE && f.op(at) === Op.Param && f.aux(at) < n) at = f.next(at)
    const type = f.params[n]!
    return at === NO_VALUE ? f.append(this.#allocas, Op.Param, type, [], n) : f.insertBefore(at, Op.Param, type, [], n)
  }
  /** A DXIL operation. Float results get the flags of the mode (PRECISE under -Gis). */
  override dx(opcode: number, type: Type, operands: readonly Value[]): Value {
    return this.emit(Op.Dx, type, operands, opcode, isFloat(type) ? this.dxFlags : 0)
  }
  /** A DXIL operation with several results, by the type code of its signature ('dims', 'fouri32', ...). */
  dxMany(opcode: number, resultCode: string, operands: readonly Value[]): Value {
    return this.emit(Op.Dx, fixedResultType(this.module.types, resultCode)!, operands, opcode)
  }
  /** -x for floats, as LLVM 3.7 writes it. */
  negate(x: Value): Value {
    const type = this.typeOf(x)
    const known = this.constantFloat(x)
    if (known !== undefined) return this.constant(type, -known)
    if (isFloat(type)) return this.binary(Op.FSub, this.constant(type, -0), x)
    const n = this.constantInt(x)
    return n !== undefined ? this.constant(type, -n) : this.binary(Op.Sub, this.constant(type, 0), x)
  }
  load(pointer: Value, type: Type): Value {
    return this.emit(Op.Load, type, [pointer])
  }
  store(pointer: Value, value: Value): void {
    this.emit(Op.Store, VOID, [pointer, value])
  }
}
