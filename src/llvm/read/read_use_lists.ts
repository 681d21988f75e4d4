// Reads use-list blocks, and tells from the order of constants whether a module was written in the mode that has them.

import type { BitBlock } from '../../bitcode/block_reader.ts'
import { UseListCode } from '../../spec/llvm_codes.ts'
import type { BasicBlock, UseListOrder, Value } from '../model/values.ts'
import { RecordCursor, recordsOf } from './read_cursor.ts'

/** The block's records; values and blocks are those numbered where it stands. */
export function readUseLists(block: BitBlock, values: readonly Value[], blocks: readonly BasicBlock[]): UseListOrder[] {
  return recordsOf(block).map(record => {
    const c = new RecordCursor(record)
    const order = c.rest('use')
    if (order.length < 3) c.fail('use-list order of less than two uses')
    const id = order.pop()!
    if (record.code === UseListCode.BasicBlock)
      return { value: blocks[id] ?? c.fail(`block ${id} does not exist`), order }
    if (record.code !== UseListCode.Value) c.fail(`unknown use-list record ${record.code}`)
    return { value: values[id] ?? c.fail(`value ${id} does not exist`), order }
  })
}

/** Whether integers follow other constants, which they never do where constants are ordered for density. */
export function isInFirstUseOrder(values: readonly Value[], from: number): boolean {
  let others = false
  for (let i = from; i < values.length; i++)
    if (!values[i]!.type.isIntOrIntVector) others = true
    else if (others) return true
  return false
}
