// Writes a use-list block as it was read: permutations of the uses of values.

import type { BlockWriter } from '../../bitcode/block_writer.ts'
import { BlockId, UseListCode } from '../../spec/llvm_codes.ts'
import type { UseListOrder } from '../model/values.ts'
import type { Numbering } from './enumerate.ts'

/** Orders of values that have no number any more are left out; nothing is written for none. */
export function writeUseLists(out: BlockWriter, n: Numbering, lists: readonly UseListOrder[]): void {
  const kept = lists.filter(list => n.valueId(list.value) >= 0)
  if (kept.length === 0) return
  out.enter(BlockId.UseList, 3)
  for (const { value, order } of kept)
    out.record(value.kind === 'block' ? UseListCode.BasicBlock : UseListCode.Value, [...order, n.valueId(value)])
  out.leave()
}
