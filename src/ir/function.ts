// A function of the IR in SSA form: parallel columns behind an object's face. Value v is row v; 0 is "none"; negative values are constants.
// Invariants: every block ends in exactly one terminator; phi operands are parallel to the predecessor list; a use is an operand slot,
// slots of one value form a doubly linked list (latest use first), so iteration order never depends on a hash.

import { check, InternalError } from '../base/brand.ts'
import { DebugRows } from './debug_rows.ts'
import { FirstColumns, SLOT_BYTES, VALUE_BYTES } from './first_columns.ts'
import { type Loc, Locations } from './locations.ts'
import { isTerminator, Op } from './ops.ts'
import { Room } from './room.ts'
import { type Type, VOID } from './types.ts'
import { type Block, NO_BLOCK, NO_VALUE, type Value } from './value.ts'

export { type Block, NO_BLOCK, NO_VALUE, type Value } from './value.ts'

const NONE = 0

/** What the source asks of a loop: [unroll], [unroll(n)] (at most n iterations), [loop] = disable. */
export interface LoopHint {
  readonly unroll: 'full' | 'disable' | number
  /** Position of the attribute, for the diagnostic when it cannot be honoured. */
  readonly pos: number
}

export class Func {
  readonly name: string
  params: readonly Type[]
  /** Type of what it returns. */
  readonly result: Type
  /**
   * Hints by loop header: the block that the back edge enters. Lowering sets them; unroll_loops deletes those it fulfilled, so
   * that a 'full' or numeric hint left after the pipeline is a loop that could not be unrolled.
   */
  readonly loopHints = new Map<Block, LoopHint>()
  /** Local arrays that are copies of vectors of constant buffers, indexed at run time, and the name of the buffer. */
  readonly constantVectors = new Map<Value, string>()
  /** Local arrays that are static variables, and their names: what of them stays in memory at the end is a variable of the module, as in DXC. */
  readonly statics = new Map<Value, string>()
  /** Steps of the current list of passes that have run, as `pass:1` (changed something), `pass:0` (nothing), `pass:-` (skipped). */
  history: string[] = []
  /** Rows for locations that are more than a position. */
  readonly locations = new Locations()
  /** What variables hold; only when debug information is asked for. */
  debugRows: DebugRows | undefined
  /** Number of its scope in the module's debug information; -1 without. */
  scope = -1
  readonly #columns = FirstColumns.take()
  // Instruction columns, indexed by value.
  #op = this.#columns.op
  #flags = this.#columns.flags
  #type = this.#columns.type
  #aux = this.#columns.aux
  #loc = this.#columns.loc
  #blockOf = this.#columns.blockOf
  #prev = this.#columns.prev
  #next = this.#columns.next
  #firstSlot = this.#columns.firstSlot
  #slotCount = this.#columns.slotCount
  #firstUse = this.#columns.firstUse
  #values = 1
  // Operand slot columns.
  #slotValue = this.#columns.slotValue
  #slotUser = this.#columns.slotUser
  #slotNext = this.#columns.slotNext
  #slotPrev = this.#columns.slotPrev
  #slots = 1
  // Block columns, indexed by block.
  readonly #first: Value[] = [NO_VALUE]
  readonly #last: Value[] = [NO_VALUE]
  readonly #succs: Block[][] = [[]]
  readonly #preds: Block[][] = [[]]
  readonly #names: string[] = ['']
  /** Blocks in layout order; the first is the entry. */
  readonly #layout: Block[] = []
  /** See fact(). */
  #facts: Map<unknown, unknown> | undefined

  constructor(name: string, params: readonly Type[] = [], result: Type = VOID) {
    this.name = name
    this.params = params
    this.result = result
  }

  // ---- reading -------------------------------------------------------------------------------------------------------------------

  /** One past the highest value id: the size of a side table. */
  get valueLimit(): number {
    return this.#values
  }
  get blockLimit(): number {
    return this.#first.length
  }
  /** Blocks in layout order. Copy before changing the layout while iterating. */
  get blocks(): readonly Block[] {
    return this.#layout
  }
  /** What `make` says of the blocks and edges: asked again when they have changed since. */
  fact<T>(make: (f: Func) => T): T {
    this.#facts ??= new Map()
    const known = this.#facts.get(make) as T | undefined
    if (known !== undefined) return known
    const made = make(this)
    this.#facts.set(make, made)
    return made
  }
  /** True when only its name and types are known: a library that is linked with this one has its body. */
  get isDeclaration(): boolean {
    return this.#layout.length === 0
  }
  /** The first block; functions that are only declared have none, and nobody may ask them. */
  get entry(): Block {
    const [first] = this.#layout
    if (first === undefined) throw new InternalError(`function ${this.name} has no body`)
    return first
  }
  /** The op of an instruction; Op.None (0) for removed rows and for constants. */
  op(v: Value): number {
    return v > 0 ? this.#op[v]! : 0
  }
  /** The type of an instruction (not of a constant: ask the module's constants). */
  type(v: Value): Type {
    return this.#type[v]! as Type
  }
  aux(v: Value): number {
    return this.#aux[v]!
  }
  flags(v: Value): number {
    return this.#flags[v]!
  }
  /** Where the instruction comes from; for those that take its place. */
  loc(v: Value): Loc {
    return this.#loc[v]!
  }
  setLoc(v: Value, loc: Loc): void {
    this.#loc[v] = loc
  }
  /** Its position in the sources, for messages. */
  pos(v: Value): number {
    return this.locations.pos(this.#loc[v]!)
  }
  blockOf(v: Value): Block {
    return this.#blockOf[v]! as Block
  }
  operandCount(v: Value): number {
    return this.#slotCount[v]!
  }
  operandAt(v: Value, i: number): Value {
    return this.#slotValue[this.#firstSlot[v]! + i]! as Value
  }
  operands(v: Value): Value[] {
    const list: Value[] = []
    for (let i = 0, n = this.operandCount(v); i < n; i++) list.push(this.operandAt(v, i))
    return list
  }
  isUsed(v: Value): boolean {
    return this.#firstUse[v]! !== NONE
  }
  /** Users of v, latest first; a user appears once for each operand slot that holds v. */
  users(v: Value): Value[] {
    const list: Value[] = []
    for (let s = this.#firstUse[v]!; s !== NONE; s = this.#slotNext[s]!) list.push(this.#slotUser[s]! as Value)
    return list
  }
  /** The latest operand slot that holds v, or 0; with nextUse and userAt a walk over the uses without a list. */
  firstUse(v: Value): number {
    return this.#firstUse[v]!
  }
  nextUse(slot: number): number {
    return this.#slotNext[slot]!
  }
  userAt(slot: number): Value {
    return this.#slotUser[slot]! as Value
  }
  /** The only user slot's instruction, or NO_VALUE when there is none or more than one; constants have none. */
  singleUser(v: Value): Value {
    const s = v > 0 ? this.#firstUse[v]! : NONE
    return s !== NONE && this.#slotNext[s]! === NONE ? (this.#slotUser[s]! as Value) : NO_VALUE
  }
  first(b: Block): Value {
    return this.#first[b]!
  }
  /** An instruction, or the first one behind it that is no phi. */
  behindPhis(v: Value): Value {
    while (this.op(v) === Op.Phi) v = this.next(v)
    return v
  }
  last(b: Block): Value {
    return this.#last[b]!
  }
  next(v: Value): Value {
    return this.#next[v]! as Value
  }
  prev(v: Value): Value {
    return this.#prev[v]! as Value
  }
  /** The block's terminator, or NO_VALUE while it is under construction. */
  terminator(b: Block): Value {
    const last = this.#last[b]!
    return last !== NONE && isTerminator(this.op(last)) ? last : NO_VALUE
  }
  successors(b: Block): readonly Block[] {
    return this.#succs[b]!
  }
  /** Predecessors, one entry an edge (a switch may list one block several times). Phi operands are parallel to this list. */
  predecessors(b: Block): readonly Block[] {
    return this.#preds[b]!
  }
  blockName(b: Block): string {
    return this.#names[b]!
  }

  // ---- building ------------------------------------------------------------------------------------------------------------------

  addBlock(name = ''): Block {
    const b = this.createBlock(name)
    this.#layout.push(b)
    return b
  }
  /** A block not yet in the layout; place it with placeBlock. */
  createBlock(name = ''): Block {
    this.#facts = undefined
    const b = this.#first.length as Block
    this.#first.push(NO_VALUE)
    this.#last.push(NO_VALUE)
    this.#succs.push([])
    this.#preds.push([])
    this.#names.push(name)
    return b
  }
  /** Puts a created block at the end of the layout, or right after another. */
  placeBlock(b: Block, after: Block = NO_BLOCK): void {
    this.#facts = undefined
    if (after === NO_BLOCK) this.#layout.push(b)
    else this.#layout.splice(this.#layout.indexOf(after) + 1, 0, b)
  }
  /** Replaces the whole layout (same blocks or fewer; dropped ones must be unreachable and emptied). */
  setLayout(blocks: readonly Block[]): void {
    this.#facts = undefined
    this.#layout.length = 0
    for (const b of blocks) this.#layout.push(b)
  }

  /** Appends an instruction to a block. */
  append(b: Block, op: number, type: Type, operands: readonly Value[], aux = 0, flags = 0, loc: Loc = 0): Value {
    const v = this.#create(op, type, operands, aux, flags, loc)
    this.#link(v, b, this.#last[b]!, NO_VALUE)
    this.debugRows?.appended(b, v)
    return v
  }
  /** Starts to keep what variables hold. */
  keepDebugRows(): DebugRows {
    return (this.debugRows ??= new DebugRows())
  }
  /** Inserts an instruction before another, whose location it has unless it is given one. */
  insertBefore(
    at: Value,
    op: number,
    type: Type,
    operands: readonly Value[],
    aux = 0,
    flags = 0,
    loc: Loc = this.loc(at),
  ): Value {
    const v = this.#create(op, type, operands, aux, flags, loc)
    this.#link(v, this.blockOf(at), this.prev(at), at)
    return v
  }
  /** Inserts at the start of a block: before every other instruction (use for phis and entry-block allocas). */
  prepend(b: Block, op: number, type: Type, operands: readonly Value[], aux = 0, flags = 0, loc: Loc = 0): Value {
    const v = this.#create(op, type, operands, aux, flags, loc)
    this.#link(v, b, NO_VALUE, this.#first[b]!)
    return v
  }
  /** Appends a terminator and its edges. */
  terminate(
    b: Block,
    op: number,
    type: Type,
    operands: readonly Value[],
    successors: readonly Block[],
    aux = 0,
    loc: Loc = 0,
  ): Value {
    if (this.terminator(b) !== NO_VALUE) throw new InternalError(`block ${b} of ${this.name} is already terminated`)
    const v = this.append(b, op, type, operands, aux, 0, loc)
    this.#facts = undefined
    for (const s of successors) {
      this.#succs[b]!.push(s)
      this.#preds[s]!.push(b)
    }
    return v
  }

  // ---- changing ------------------------------------------------------------------------------------------------------------------

  setOperand(v: Value, i: number, by: Value): void {
    const slot = this.#firstSlot[v]! + i
    this.#unuse(slot)
    this.#use(slot, by)
  }
  /** Appends an operand (phis, while predecessors are being added). */
  addOperand(v: Value, operand: Value): void {
    const list = this.operands(v)
    list.push(operand)
    this.setOperands(v, list)
  }
  setOperands(v: Value, operands: readonly Value[]): void {
    for (let i = 0, n = this.#slotCount[v]!; i < n; i++) this.#unuse(this.#firstSlot[v]! + i)
    this.#allocateSlots(v, operands)
  }
  setAux(v: Value, aux: number): void {
    this.#aux[v] = aux
  }
  setFlags(v: Value, flags: number): void {
    this.#flags[v] = flags
  }
  /** Turns an instruction into another in place (same value id, new op, type, operands). */
  become(v: Value, op: number, type: Type, operands: readonly Value[], aux = 0, flags = 0): void {
    this.setOperands(v, operands)
    this.#op[v] = op
    this.#type[v] = type
    this.#aux[v] = aux
    this.#flags[v] = flags
  }
  replaceAllUses(v: Value, by: Value): void {
    check(v !== by, 'a value cannot replace itself')
    for (let slot = this.#firstUse[v]!; slot !== NONE; ) {
      const next = this.#slotNext[slot]!
      this.#use(slot, by)
      slot = next
    }
    this.#firstUse[v] = NONE
    this.debugRows?.replaced(v, by)
  }
  /** Takes v out of the function. Its row stays allocated, so ids held elsewhere never come to mean another value. */
  remove(v: Value): void {
    if (this.isUsed(v)) throw new InternalError(`value ${v} of ${this.name} is still used`)
    for (let i = 0, n = this.#slotCount[v]!; i < n; i++) this.#unuse(this.#firstSlot[v]! + i)
    this.#slotCount[v] = 0
    this.debugRows?.left(v, this.next(v), this.blockOf(v))
    this.debugRows?.forget(v)
    this.#unlinkInstruction(v)
    this.#op[v] = Op.None
  }
  /** Moves v before another instruction, possibly into another block; before itself it stays where it is. */
  moveBefore(v: Value, at: Value): void {
    if (v === at) return
    this.debugRows?.left(v, this.next(v), this.blockOf(v))
    this.#unlinkInstruction(v)
    this.#link(v, this.blockOf(at), this.prev(at), at)
  }
  /** Removes the terminator and its edges; phi operands of the targets go with them. */
  clearTerminator(b: Block): void {
    const t = this.terminator(b)
    if (t === NO_VALUE) return
    this.#facts = undefined
    for (const s of this.#succs[b]!) this.#dropEdge(b, s)
    this.#succs[b]!.length = 0
    this.remove(t)
  }
  /** Makes b end in an unconditional branch along its successor edge i; the other edges go, with their phi operands. */
  keepEdge(b: Block, i: number): void {
    const succs = this.#succs[b]!
    const target = succs[i]!
    this.#facts = undefined
    for (let k = 0; k < succs.length; k++) if (k !== i) this.#dropEdge(b, succs[k]!)
    this.#succs[b] = [target]
    this.become(this.terminator(b), Op.Br, 0 as Type, [])
  }
  /** Drops case i (from 1 on) of the switch that b ends in, with its edge. */
  dropCase(b: Block, i: number): void {
    const t = this.terminator(b)
    this.#facts = undefined
    this.#dropEdge(b, this.#succs[b]!.splice(i, 1)[0]!)
    const operands = this.operands(t)
    operands.splice(i, 1)
    this.setOperands(t, operands)
  }
  /** Exchanges the two targets of a conditional branch; its condition is the caller's. */
  swapSuccessors(b: Block): void {
    this.#facts = undefined
    this.#succs[b]!.reverse()
  }
  /** Reorders the predecessor list of b (same edges); phi operands are the caller's. For readers of the textual form. */
  orderPredecessors(b: Block, preds: readonly Block[]): void {
    const same = [...preds].sort((x, y) => x - y).join() === [...this.#preds[b]!].sort((x, y) => x - y).join()
    if (!same) throw new InternalError(`not the predecessors of block ${b}`)
    this.#facts = undefined
    this.#preds[b] = [...preds]
  }
  /** Redirects every edge b -> from to b -> to. The caller adds phi operands in `to` (one an edge, at the end). */
  redirect(b: Block, from: Block, to: Block): void {
    const succs = this.#succs[b]!
    this.#facts = undefined
    for (let i = 0; i < succs.length; i++)
      if (succs[i] === from) {
        this.#dropEdge(b, from)
        succs[i] = to
        this.#preds[to]!.push(b)
      }
  }
  /** Renames predecessor `from` of block b to `to`, keeping the phi operand positions; used when blocks merge or split. */
  replacePredecessor(b: Block, from: Block, to: Block): void {
    const preds = this.#preds[b]!
    this.#facts = undefined
    for (let i = 0; i < preds.length; i++) if (preds[i] === from) preds[i] = to
  }
  /** Moves every instruction from `from` to the end of `into` with its edges; `from` must be its only successor, and is left empty. */
  mergeInto(into: Block, from: Block): void {
    this.#facts = undefined
    this.clearTerminatorKeepingPhis(into)
    if (this.#first[from] !== NONE) this.debugRows?.appended(into, this.#first[from]!)
    this.debugRows?.endMoved(from, into)
    for (let v = this.#first[from]!; v !== NONE; ) {
      const next = this.next(v)
      this.#unlinkInstruction(v)
      this.#link(v, into, this.#last[into]!, NO_VALUE)
      v = next
    }
    for (const s of this.#succs[from]!) {
      this.#succs[into]!.push(s)
      this.replacePredecessor(s, from, into)
    }
    this.#succs[from] = []
    this.#preds[from] = []
    const at = this.#layout.indexOf(from)
    if (at >= 0) this.#layout.splice(at, 1)
  }
  /** Splits before v: v and all after it go to a new block placed behind; the old block is left without terminator. */
  splitBefore(v: Value, name = ''): Block {
    const b = this.blockOf(v)
    const tail = this.createBlock(name)
    this.placeBlock(tail, b)
    this.debugRows?.endMoved(b, tail)
    for (let at: Value = v; at !== NONE; ) {
      const next = this.next(at)
      this.#unlinkInstruction(at)
      this.#link(at, tail, this.#last[tail]!, NO_VALUE)
      at = next
    }
    this.#succs[tail] = this.#succs[b]!
    this.#succs[b] = []
    for (const s of new Set(this.#succs[tail])) this.replacePredecessor(s, b, tail)
    return tail
  }
  /** Drops blocks from the function: their instructions lose all uses. Edges into surviving blocks go, with their phi operands. */
  removeBlocks(dead: ReadonlySet<Block>): void {
    for (const b of dead) for (const s of this.#succs[b]!) if (!dead.has(s)) this.#dropEdge(b, s)
    for (const b of dead) {
      for (let v = this.#first[b]!; v !== NONE; v = this.next(v))
        for (let i = 0, n = this.#slotCount[v]!; i < n; i++) this.#unuse(this.#firstSlot[v]! + i)
      for (let v = this.#first[b]!; v !== NONE; v = this.next(v)) {
        this.#slotCount[v] = 0
        this.#op[v] = Op.None
        this.debugRows?.drop(v)
        this.debugRows?.forget(v)
      }
      this.debugRows?.dropEnd(b)
      this.#first[b] = this.#last[b] = NO_VALUE
      this.#succs[b] = []
      this.#preds[b] = []
    }
    this.setLayout(this.#layout.filter(b => !dead.has(b)))
  }

  /** The function is done with: it has no body any more, and others get its memory. */
  release(): void {
    if (this.isDeclaration) return
    this.setLayout([])
    this.#columns.giveBack()
  }

  // ---- internals -----------------------------------------------------------------------------------------------------------------

  private clearTerminatorKeepingPhis(b: Block): void {
    const t = this.terminator(b)
    this.#succs[b]!.length = 0
    if (t !== NO_VALUE) this.remove(t)
  }

  /** Removes one edge from s's predecessor list together with the matching phi operands. */
  #dropEdge(b: Block, s: Block): void {
    const preds = this.#preds[s]!
    const at = preds.indexOf(b)
    if (at < 0) throw new InternalError(`block ${b} is no predecessor of ${s}`)
    preds.splice(at, 1)
    for (let v = this.#first[s]!; v !== NONE && this.op(v) === Op.Phi; v = this.next(v)) {
      const operands = this.operands(v)
      if (operands.length > preds.length) {
        operands.splice(at, 1)
        this.setOperands(v, operands)
      }
    }
  }

  #create(op: number, type: Type, operands: readonly Value[], aux: number, flags: number, loc: Loc): Value {
    const v = this.#values++ as Value
    if (v >= this.#op.length) this.#growValues()
    this.#op[v] = op
    this.#type[v] = type
    this.#aux[v] = aux
    this.#flags[v] = flags
    this.#loc[v] = loc
    this.#allocateSlots(v, operands)
    return v
  }

  #allocateSlots(v: Value, operands: readonly Value[]): void {
    const n = operands.length
    const old = this.#slotCount[v]!
    if (n > old || old === 0) {
      while (this.#slots + n > this.#slotValue.length) this.#growSlots()
      this.#firstSlot[v] = this.#slots
      this.#slots += n
    }
    this.#slotCount[v] = n
    const first = this.#firstSlot[v]!
    for (let i = 0; i < n; i++) {
      this.#slotUser[first + i] = v
      this.#use(first + i, operands[i]!)
    }
  }

  #use(slot: number, v: Value): void {
    this.#slotValue[slot] = v
    if (v <= 0) return
    const head = this.#firstUse[v]!
    this.#slotNext[slot] = head
    this.#slotPrev[slot] = NONE
    if (head !== NONE) this.#slotPrev[head] = slot
    this.#firstUse[v] = slot
  }

  #unuse(slot: number): void {
    const v = this.#slotValue[slot]!
    this.#slotValue[slot] = NONE
    if (v <= 0) return
    const prev = this.#slotPrev[slot]!
    const next = this.#slotNext[slot]!
    if (prev === NONE) this.#firstUse[v] = next
    else this.#slotNext[prev] = next
    if (next !== NONE) this.#slotPrev[next] = prev
  }

  #link(v: Value, b: Block, prev: Value, next: Value): void {
    this.#blockOf[v] = b
    this.#prev[v] = prev
    this.#next[v] = next
    if (prev === NONE) this.#first[b] = v
    else this.#next[prev] = v
    if (next === NONE) this.#last[b] = v
    else this.#prev[next] = v
  }

  #unlinkInstruction(v: Value): void {
    const b = this.blockOf(v)
    const prev = this.prev(v)
    const next = this.next(v)
    if (prev === NONE) this.#first[b] = next
    else this.#next[prev] = next
    if (next === NONE) this.#last[b] = prev
    else this.#prev[next] = prev
  }

  #growValues(): void {
    const size = this.#op.length * 2
    const room = new Room(size * VALUE_BYTES)
    this.#op = room.grown16(this.#op, size)
    this.#flags = room.grown16(this.#flags, size)
    this.#type = room.grown32(this.#type, size)
    this.#aux = room.grown32(this.#aux, size)
    this.#loc = room.grown32(this.#loc, size)
    this.#blockOf = room.grown32(this.#blockOf, size)
    this.#prev = room.grown32(this.#prev, size)
    this.#next = room.grown32(this.#next, size)
    this.#firstSlot = room.grown32(this.#firstSlot, size)
    this.#slotCount = room.grown32(this.#slotCount, size)
    this.#firstUse = room.grown32(this.#firstUse, size)
  }

  #growSlots(): void {
    const size = this.#slotValue.length * 2
    const room = new Room(size * SLOT_BYTES)
    this.#slotValue = room.grown32(this.#slotValue, size)
    this.#slotUser = room.grown32(this.#slotUser, size)
    this.#slotNext = room.grown32(this.#slotNext, size)
    this.#slotPrev = room.grown32(this.#slotPrev, size)
  }
}
