// Which instructions of a block have to keep their order. Invariant: two that may be exchanged give the same results in both orders;
// what is not known conflicts with everything.

import { dxOpcode } from '../dxil/dx_call.ts'
import { mayBeUav } from '../dxil/handle_properties.ts'
import { type BasicBlock, type Instruction, Op, type Value } from '../llvm/model/values.ts'
import { DxilOp, dxilOpRow } from '../spec/dxil_ops.ts'
import { isMarkerCall } from './function_rows.ts'

/** The state that an instruction reads or changes: a variable, the writable resources, an output, or everything. */
type Place = string
const EVERYTHING: Place = '*'
const RESOURCES: Place = 'resources'
/** Which lanes take part: waves ask for it, discards change it. */
const LANES: Place = 'lanes'

export interface Access {
  readonly place: Place
  readonly writes: boolean
}

/** A chain of handles, pointers or elements longer than this is not followed. */
const MAX_STEPS = 64

/** What an instruction has to do with memory; undefined for what only computes. */
export function accessOf(inst: Instruction): Access | undefined {
  switch (inst.op) {
    case Op.Load:
      return isConstantMemory(inst.operands[0]!) ? undefined : { place: variableOf(inst.operands[0]!), writes: false }
    case Op.Store:
      return { place: variableOf(inst.operands[1]!), writes: true }
    case Op.CmpXchg:
    case Op.AtomicRmw:
      return { place: variableOf(inst.operands[0]!), writes: true }
    case Op.Fence:
      return { place: EVERYTHING, writes: true }
    case Op.Call:
      return isMarkerCall(inst) ? undefined : callAccess(inst)
    default:
      return undefined
  }
}

function callAccess(inst: Instruction): Access | undefined {
  const opcode = dxOpcode(inst)
  const row = dxilOpRow(opcode)
  if (!row) return isReadnone(inst) ? undefined : { place: EVERYTHING, writes: true }
  const [, , , signature, , memory, , , , traits] = row
  if (traits.split(' ').includes('wave')) return { place: LANES, writes: false }
  if (memory === 'none' || signature.startsWith('res(')) return undefined
  if (memory === 'reads') {
    const handle = inst.operands[1]
    if (!signature.includes('(res ') || !handle) return { place: EVERYTHING, writes: false }
    return mayBeUav(handle) ? { place: RESOURCES, writes: false } : undefined
  }
  return { place: placeOfWrite(opcode, inst, signature), writes: true }
}

function placeOfWrite(opcode: number, inst: Instruction, signature: string): Place {
  switch (opcode) {
    case DxilOp.StoreOutput:
    case DxilOp.StorePatchConstant:
    case DxilOp.StoreVertexOutput:
    case DxilOp.StorePrimitiveOutput:
      return outputPlace(opcode, inst)
    case DxilOp.TextureStore:
    case DxilOp.TextureStoreSample:
    case DxilOp.BufferStore:
    case DxilOp.RawBufferStore:
    case DxilOp.AtomicBinOp:
    case DxilOp.AtomicCompareExchange:
      return signature.includes('(res ') ? RESOURCES : EVERYTHING
    default:
      return EVERYTHING
  }
}

/** Elements of signatures are different places where row and column are known. */
function outputPlace(opcode: number, inst: Instruction): Place {
  const [, element, row, column] = inst.operands
  if (element?.kind !== 'int' || column?.kind !== 'int') return EVERYTHING
  const rowText = row?.kind === 'int' ? `${row.value}` : undefined
  return rowText === undefined ? EVERYTHING : `output ${opcode} ${element.value} ${rowText} ${column.value}`
}

const isReadnone = (inst: Instruction): boolean => {
  const callee = inst.operands.at(-1)!
  const lists = [inst.attributes, callee.kind === 'function' ? callee.attributes : null]
  return lists.some(list => list?.groups.some(g => g.attributes.includes('readnone')))
}

/** The variable behind an address; everything where it is not known. */
function variableOf(pointer: Value): Place {
  const base = baseOf(pointer)
  if (base?.kind === 'global') return `global ${base.index}`
  return base?.kind === 'instruction' && base.op === Op.Alloca ? `local ${base.index}` : EVERYTHING
}

/** The variable of the function itself that an instruction loads from or stores to. */
export function accessedVariable(inst: Instruction): Instruction | undefined {
  const at = { [Op.Load]: 0, [Op.Store]: 1, [Op.AtomicRmw]: 0, [Op.CmpXchg]: 0 } as Readonly<
    Partial<Record<number, number>>
  >
  const pointer = at[inst.op] === undefined ? undefined : inst.operands[at[inst.op]!]
  const base = pointer && baseOf(pointer)
  return base?.kind === 'instruction' && base.op === Op.Alloca ? base : undefined
}

function isConstantMemory(pointer: Value): boolean {
  const base = baseOf(pointer)
  return base?.kind === 'global' && base.constant
}

function baseOf(pointer: Value): Value | undefined {
  let at: Value | undefined = pointer
  for (let steps = 0; at && steps < MAX_STEPS; steps++) {
    const isStep =
      (at.kind === 'instruction' && (at.op === Op.Gep || at.op === Op.Cast)) ||
      (at.kind === 'expr' && (at.op === 'gep' || at.op === 'cast'))
    if (!isStep) return at
    at = (at as { readonly operands: readonly Value[] }).operands[0]
  }
  return undefined
}

const conflict = (a: Access, b: Access): boolean => {
  if (!a.writes && !b.writes) return false
  if (a.place === b.place || a.place === EVERYTHING || b.place === EVERYTHING) return true
  return false
}

/** For each instruction that reads or writes memory, those before it in its block that it has to stay behind. */
export function orderOf(block: BasicBlock): ReadonlyMap<Instruction, readonly Instruction[]> {
  const order = new Map<Instruction, readonly Instruction[]>()
  /** Since the last write of a place: that write. Reads only wait for it, so that writes alone need to be kept. */
  const lastWrite = new Map<Place, { readonly inst: Instruction; readonly access: Access }>()
  for (const inst of block.instructions) {
    const access = accessOf(inst)
    if (!access) continue
    const before: Instruction[] = []
    for (const { inst: other, access: theirs } of lastWrite.values()) if (conflict(access, theirs)) before.push(other)
    order.set(inst, before)
    if (!access.writes) continue
    // What conflicts with everything stands for all that was before it.
    if (access.place === EVERYTHING) lastWrite.clear()
    lastWrite.set(access.place, { inst, access })
  }
  return order
}

/** Values whose meaning depends on which lanes run: they are only the same in blocks that correspond. */
export function isBoundToBlock(inst: Instruction): boolean {
  const traits = dxilOpRow(dxOpcode(inst))?.[9] ?? ''
  return /wave|gradient|derivative/.test(traits)
}

/** What a program does beside computing: writes, and calls that may do anything. */
export const hasEffect = (inst: Instruction): boolean => accessOf(inst)?.writes === true
