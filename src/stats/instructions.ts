// What one instruction is: its group, and its name in listings.

import { calleeOf, dxOpcode } from '../dxil/dx_call.ts'
import { type Instruction, Op, type Value } from '../llvm/model/values.ts'
import { binopName, castName, cmpName } from '../llvm/text/print_values.ts'
import { dxilOpRow } from '../spec/dxil_ops.ts'
import { previewOp } from '../spec/dxil_ops_preview.ts'
import { dxilGroup, type OpGroup } from '../spec/op_groups.ts'

const GROUP_SHARED = 3

/** Instructions of LLVM by their operation; what needs a look at type or operands is not here. */
const BY_OP: Readonly<Partial<Record<Op, readonly [name: string, group: OpGroup]>>> = {
  [Op.Gep]: ['getelementptr', 'address'],
  [Op.Alloca]: ['alloca', 'address'],
  [Op.ExtractValue]: ['extractvalue', 'aggregate'],
  [Op.InsertValue]: ['insertvalue', 'aggregate'],
  [Op.ExtractElement]: ['extractelement', 'aggregate'],
  [Op.InsertElement]: ['insertelement', 'aggregate'],
  [Op.ShuffleVector]: ['shufflevector', 'aggregate'],
  [Op.Select]: ['select', 'select'],
  [Op.Phi]: ['phi', 'phi'],
  [Op.Switch]: ['switch', 'branch'],
  [Op.Ret]: ['ret', 'jump'],
  [Op.Unreachable]: ['unreachable', 'jump'],
  [Op.CmpXchg]: ['cmpxchg', 'atomic'],
  [Op.AtomicRmw]: ['atomicrmw', 'atomic'],
  [Op.Fence]: ['fence', 'barrier'],
}

export function describe(inst: Instruction): readonly [name: string, group: OpGroup] {
  const row = BY_OP[inst.op]
  if (row) return row
  switch (inst.op) {
    case Op.Binop:
      return [binopName(inst.code, inst.type), inst.type.isFloatOrFloatVector ? 'float' : 'integer']
    case Op.Cast:
      return [castName(inst.code), 'conversion']
    case Op.Cmp:
      return [cmpName(inst.code), 'comparison']
    case Op.Br:
      return ['br', inst.operands.length > 0 ? 'branch' : 'jump']
    case Op.Load:
      return ['load', `${memoryOf(inst.operands[0])}Load`]
    case Op.Store:
      return ['store', `${memoryOf(inst.operands[1])}Store`]
    default:
      return describeCall(inst)
  }
}

function describeCall(inst: Instruction): readonly [string, OpGroup] {
  const opcode = dxOpcode(inst)
  if (opcode === -1) return ['call', calleeOf(inst)?.name.startsWith('llvm.') ? 'other' : 'call']
  const preview = dxilOpRow(opcode) ? undefined : previewOp(opcode)
  const name = dxilOpRow(opcode)?.[1] ?? preview?.replace(/\(.*/, '') ?? `operation ${opcode}`
  return [name, dxilGroup(opcode)]
}

/** Addresses in a chain that is longer than any program's are of no known memory. */
const MAX_CHAIN = 64

/** Which memory a pointer is into. */
function memoryOf(pointer: Value | undefined): 'groupShared' | 'local' | 'record' {
  if (pointer?.type.addressSpace === GROUP_SHARED) return 'groupShared'
  let at: Value | undefined = pointer
  for (let i = 0; i < MAX_CHAIN && at; i++) {
    if (at.kind === 'global') return 'local'
    if (at.kind === 'expr') at = at.operands[0]
    else if (at.kind !== 'instruction') return 'record'
    else if (at.op === Op.Alloca) return 'local'
    else if (at.op === Op.Gep || at.op === Op.Cast) at = at.operands[0]
    else return 'record'
  }
  return 'record'
}
