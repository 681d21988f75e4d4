// Writes a function block: blocks count, constants, local metadata, instructions, names, attachments.
// Operands are relative to the number of the next instruction; a forward reference also carries its type.

import { AbbrevId } from '../../bitcode/abbrev.ts'
import type { BlockWriter } from '../../bitcode/block_writer.ts'
import { BlockId, FunctionCode } from '../../spec/llvm_codes.ts'
import type { MDDebug } from '../model/metadata.ts'
import { InstFlag, type Instruction, Op, type Value } from '../model/values.ts'
import type { FunctionNumbering, Numbering } from './enumerate.ts'
import { signedForm, writeConstants } from './write_constants.ts'
import { writeAttachments, writeLocalMetadata } from './write_metadata.ts'
import { type NamedValue, writeSymbols } from './write_symbols.ts'
import { FunctionAbbrev } from './write_types.ts'
import { writeUseLists } from './write_use_lists.ts'

const { Unabbreviated } = AbbrevId

export function writeFunction(out: BlockWriter, n: Numbering, f: FunctionNumbering): void {
  const first = n.enter(f)
  out.enter(BlockId.Function, 4)
  out.record(FunctionCode.DeclareBlocks, [f.func.blocks.length])
  writeConstants(out, n, f.constants, false)
  writeLocalMetadata(out, n, f)
  const writer = new InstructionWriter(out, n, first)
  for (const block of f.func.blocks)
    for (const inst of block.instructions) {
      writer.instruction(inst)
      if (inst.location) writer.location(inst.location)
    }
  writeSymbols(out, symbolsOf(n, f))
  writeAttachments(out, n, f)
  writeUseLists(out, n, f.func.useLists)
  out.leave()
  n.leave(f)
}

function symbolsOf(n: Numbering, f: FunctionNumbering): NamedValue[] {
  const symbols: NamedValue[] = []
  const add = (v: { name: string; index: number }, isBlock: boolean): void => {
    if (v.name !== '') symbols.push({ name: v.name, id: n.valueId(v), isBlock })
  }
  for (const a of f.func.args) add(a, false)
  for (const b of f.func.blocks) {
    add(b, true)
    for (const i of b.instructions) add(i, false)
  }
  return symbols
}

/** Alignment in bytes as log2 + 1, 0 for none. */
export const encodedAlign = (bytes: number): number => (bytes === 0 ? 0 : 32 - Math.clz32(bytes))

/** State while the instructions of one function are written. `operands` is reused from record to record. */
class InstructionWriter {
  readonly out: BlockWriter
  readonly n: Numbering
  readonly #ids: Int32Array
  /** Number the next instruction with a value gets. */
  next: number
  operands: (number | bigint)[] = []
  #location: MDDebug | null = null

  constructor(out: BlockWriter, n: Numbering, first: number) {
    this.out = out
    this.n = n
    this.#ids = n.valueIds
    this.next = first
  }

  instruction(inst: Instruction): void {
    this.operands = []
    WRITE[inst.op]!(this, inst)
    if (inst.type.kind !== 'void') this.next++
  }

  location(location: MDDebug): void {
    if (location === this.#location) {
      this.out.record(FunctionCode.DebugLocAgain, [])
      return
    }
    this.#location = location
    const [line, column, scope, inlinedAt] = location.fields
    const ref = (f: typeof scope): number => (f && typeof f === 'object' ? this.n.metadataRef(f) : 0)
    this.out.record(FunctionCode.DebugLoc, [line as number, column as number, ref(scope), ref(inlinedAt)])
  }

  id(v: { readonly index: number }): number {
    return this.#ids[v.index]!
  }

  /** Pushes a relative operand (wrapping for forward references). */
  rel(v: Value): void {
    const id = v.kind === 'metadata' ? this.n.metadataIds[v.metadata.index]! : this.#ids[v.index]!
    this.operands.push((this.next - id) >>> 0)
  }

  /** As rel, followed by the type if the operand is not numbered yet; says whether it was so. */
  relTyped(v: Value): boolean {
    const id = this.#ids[v.index]!
    this.operands.push((this.next - id) >>> 0)
    if (id < this.next) return false
    this.operands.push(this.n.typeId(v.type))
    return true
  }

  put(code: number, abbrev: number = Unabbreviated): void {
    this.out.packed(abbrev, code, this.operands)
  }
}

type Writer = (w: InstructionWriter, inst: Instruction) => void

const binop: Writer = (w, { operands, code, flags }) => {
  const forward = w.relTyped(operands[0]!)
  w.rel(operands[1]!)
  w.operands.push(code)
  if (flags !== 0) w.operands.push(flags)
  const abbrev = flags !== 0 ? FunctionAbbrev.BinopFlags : FunctionAbbrev.Binop
  w.put(FunctionCode.Binop, forward ? Unabbreviated : abbrev)
}

const cast: Writer = (w, inst) => {
  const forward = w.relTyped(inst.operands[0]!)
  w.operands.push(w.n.typeId(inst.type), inst.code)
  w.put(FunctionCode.Cast, forward ? Unabbreviated : FunctionAbbrev.Cast)
}

const gep: Writer = (w, inst) => {
  w.operands.push(inst.flags & InstFlag.Inbounds, w.n.typeId(inst.elementType!))
  for (const o of inst.operands) w.relTyped(o)
  w.put(FunctionCode.Gep, FunctionAbbrev.Gep)
}

const extractValue: Writer = (w, inst) => {
  w.relTyped(inst.operands[0]!)
  for (const i of inst.indices!) w.operands.push(i)
  w.put(FunctionCode.ExtractValue)
}

const insertValue: Writer = (w, inst) => {
  w.relTyped(inst.operands[0]!)
  w.relTyped(inst.operands[1]!)
  for (const i of inst.indices!) w.operands.push(i)
  w.put(FunctionCode.InsertValue)
}

const select: Writer = (w, { operands }) => {
  w.relTyped(operands[1]!)
  w.rel(operands[2]!)
  w.relTyped(operands[0]!)
  w.put(FunctionCode.Select)
}

const extractElement: Writer = (w, { operands }) => {
  w.relTyped(operands[0]!)
  w.relTyped(operands[1]!)
  w.put(FunctionCode.ExtractElement)
}

const insertElement: Writer = (w, { operands }) => {
  w.relTyped(operands[0]!)
  w.rel(operands[1]!)
  w.relTyped(operands[2]!)
  w.put(FunctionCode.InsertElement)
}

const shuffleVector: Writer = (w, { operands }) => {
  w.relTyped(operands[0]!)
  w.rel(operands[1]!)
  w.rel(operands[2]!)
  w.put(FunctionCode.ShuffleVector)
}

const cmp: Writer = (w, { operands, code, flags }) => {
  w.relTyped(operands[0]!)
  w.rel(operands[1]!)
  w.operands.push(code)
  if (flags !== 0) w.operands.push(flags)
  w.put(FunctionCode.Cmp2)
}

const ret: Writer = (w, { operands }) => {
  if (operands.length === 0) {
    w.put(FunctionCode.Ret, FunctionAbbrev.RetVoid)
    return
  }
  w.put(FunctionCode.Ret, w.relTyped(operands[0]!) ? Unabbreviated : FunctionAbbrev.Ret)
}

const br: Writer = (w, { operands, blocks }) => {
  for (const b of blocks) w.operands.push(w.id(b))
  if (operands.length > 0) w.rel(operands[0]!)
  w.put(FunctionCode.Br)
}

const switchOn: Writer = (w, { operands, blocks }) => {
  w.operands.push(w.n.typeId(operands[0]!.type))
  w.rel(operands[0]!)
  w.operands.push(w.id(blocks[0]!))
  for (let i = 1; i < operands.length; i++) w.operands.push(w.id(operands[i]!), w.id(blocks[i]!))
  w.put(FunctionCode.Switch)
}

const unreachable: Writer = w => w.put(FunctionCode.Unreachable, FunctionAbbrev.Unreachable)

const phi: Writer = (w, inst) => {
  w.operands.push(w.n.typeId(inst.type))
  for (let i = 0; i < inst.operands.length; i++)
    w.operands.push(signedForm(w.next - w.id(inst.operands[i]!)), w.id(inst.blocks[i]!))
  w.put(FunctionCode.Phi)
}

const EXPLICIT_TYPE = 1 << 6

const alloca: Writer = (w, inst) => {
  const size = inst.operands[0]!
  const inAlloca = inst.flags & InstFlag.InAlloca ? 1 << 5 : 0
  w.operands.push(w.n.typeId(inst.elementType!), w.n.typeId(size.type), w.id(size))
  w.operands.push(encodedAlign(inst.align) | inAlloca | EXPLICIT_TYPE)
  w.put(FunctionCode.Alloca)
}

const load: Writer = (w, inst) => {
  const forward = w.relTyped(inst.operands[0]!)
  w.operands.push(w.n.typeId(inst.type), encodedAlign(inst.align), inst.flags & InstFlag.Volatile)
  if (inst.ordering === 0) {
    w.put(FunctionCode.Load, forward ? Unabbreviated : FunctionAbbrev.Load)
    return
  }
  w.operands.push(inst.ordering, inst.scope)
  w.put(FunctionCode.LoadAtomic)
}

const store: Writer = (w, inst) => {
  w.relTyped(inst.operands[1]!)
  w.relTyped(inst.operands[0]!)
  w.operands.push(encodedAlign(inst.align), inst.flags & InstFlag.Volatile)
  if (inst.ordering === 0) {
    w.put(FunctionCode.Store)
    return
  }
  w.operands.push(inst.ordering, inst.scope)
  w.put(FunctionCode.StoreAtomic)
}

const cmpXchg: Writer = (w, inst) => {
  w.relTyped(inst.operands[0]!)
  w.relTyped(inst.operands[1]!)
  w.rel(inst.operands[2]!)
  w.operands.push(inst.flags & InstFlag.Volatile, inst.ordering, inst.scope, inst.failureOrdering)
  w.operands.push(inst.flags & InstFlag.Weak ? 1 : 0)
  w.put(FunctionCode.CmpXchg)
}

const atomicRmw: Writer = (w, inst) => {
  w.relTyped(inst.operands[0]!)
  w.rel(inst.operands[1]!)
  w.operands.push(inst.code, inst.flags & InstFlag.Volatile, inst.ordering, inst.scope)
  w.put(FunctionCode.AtomicRmw)
}

const fence: Writer = (w, inst) => {
  w.operands.push(inst.ordering, inst.scope)
  w.put(FunctionCode.Fence)
}

const EXPLICIT_FUNCTION_TYPE = 1 << 15

const call: Writer = (w, inst) => {
  const { operands, flags } = inst
  const type = inst.elementType!
  const count = operands.length - 1
  const tail = flags & InstFlag.Tail ? 1 : 0
  const mustTail = flags & InstFlag.MustTail ? 1 << 14 : 0
  w.operands.push(w.n.attributeListId(inst.attributes))
  w.operands.push((inst.callingConvention << 1) | tail | mustTail | EXPLICIT_FUNCTION_TYPE, w.n.typeId(type))
  w.relTyped(operands[count]!)
  for (let i = 0; i < count; i++)
    if (i < type.paramCount) w.rel(operands[i]!)
    else w.relTyped(operands[i]!)
  w.put(FunctionCode.Call)
}

/** By Op. */
const WRITE: Record<Op, Writer> = {
  [Op.Binop]: binop,
  [Op.Cast]: cast,
  [Op.Gep]: gep,
  [Op.ExtractValue]: extractValue,
  [Op.InsertValue]: insertValue,
  [Op.Select]: select,
  [Op.ExtractElement]: extractElement,
  [Op.InsertElement]: insertElement,
  [Op.ShuffleVector]: shuffleVector,
  [Op.Cmp]: cmp,
  [Op.Ret]: ret,
  [Op.Br]: br,
  [Op.Switch]: switchOn,
  [Op.Unreachable]: unreachable,
  [Op.Phi]: phi,
  [Op.Alloca]: alloca,
  [Op.Load]: load,
  [Op.Store]: store,
  [Op.CmpXchg]: cmpXchg,
  [Op.AtomicRmw]: atomicRmw,
  [Op.Fence]: fence,
  [Op.Call]: call,
}
