// How many instructions of which kind a container's code has: LLVM's word for the instruction, of a DXIL operation its name.

import { listing } from '../../src/api/index.ts'
import { readContainer } from '../../src/container/container.ts'
import { decodePart } from '../../src/container/parts.ts'
import { dxOpcode } from '../../src/dxil/dx_call.ts'
import { type Instruction, Op } from '../../src/llvm/model/values.ts'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { dxilOpRow } from '../../src/spec/dxil_ops.ts'
import { CAST_NAMES, FLOAT_BINOP_NAMES, INT_BINOP_NAMES } from '../../src/spec/llvm_codes.ts'
import { bindingRows } from '../corpus/container_facts.ts'

export interface CodeCounts {
  readonly total: number
  /** Kind and number, in alphabetical order. */
  readonly kinds: Readonly<Record<string, number>>
  /** Rows of the resource table. */
  readonly resources: readonly string[]
}

const OP_WORDS = new Map(Object.entries(Op).map(([name, number]) => [number as number, name.toLowerCase()]))

/** @throws FormatError for what is no container */
export function countCode(container: Uint8Array): CodeCounts {
  const part = readContainer(container).parts.find(p => p.name === 'DXIL')
  const kinds = new Map<string, number>()
  let total = 0
  if (part)
    for (const func of readModule(decodePart('DXIL', part.data, part.offset).bitcode).functions)
      for (const block of func.blocks)
        for (const inst of block.instructions) {
          const kind = kindOf(inst)
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
          total++
        }
  const sorted = [...kinds].sort(([a], [b]) => (a < b ? -1 : 1))
  return { total, kinds: Object.fromEntries(sorted), resources: bindingRows(listing(container)) }
}

function kindOf(inst: Instruction): string {
  if (inst.op === Op.Call) return dxilOpRow(dxOpcode(inst))?.[1] ?? 'call'
  if (inst.op === Op.Binop) {
    const name = inst.type.isFloatOrFloatVector ? FLOAT_BINOP_NAMES[inst.code] : INT_BINOP_NAMES[inst.code]
    return name ?? 'binop'
  }
  if (inst.op === Op.Cast) return CAST_NAMES[inst.code] ?? 'cast'
  if (inst.op === Op.Cmp) return inst.operands[0]!.type.isFloatOrFloatVector ? 'fcmp' : 'icmp'
  if (inst.op === Op.Br) return inst.blocks.length > 1 ? 'branch' : 'jump'
  return OP_WORDS.get(inst.op) ?? `op ${inst.op}`
}

/** Kind and how many more of it the first has, largest first; kinds of which it has fewer are negative and last. */
export function kindDifferences(ours: CodeCounts, theirs: CodeCounts): [string, number][] {
  const all = new Set([...Object.keys(ours.kinds), ...Object.keys(theirs.kinds)])
  const list = [...all].map((kind): [string, number] => [kind, (ours.kinds[kind] ?? 0) - (theirs.kinds[kind] ?? 0)])
  return list.filter(([, n]) => n !== 0).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}
