// Reads a function block: constants, local metadata, instructions, names, attachments.

import type { BitBlock, BitRecord } from '../../bitcode/block_reader.ts'
import { BlockId, FunctionCode } from '../../spec/llvm_codes.ts'
import type { Func } from '../model/values.ts'
import { readConstants } from './read_constants.ts'
import { blocksOf, failAt, RecordCursor } from './read_cursor.ts'
import { READ_INSTRUCTION } from './read_instruction.ts'
import { readAttachments, readLocalValueIds } from './read_metadata.ts'
import { FunctionReader, type ReadContext } from './read_state.ts'
import { readSymbols } from './read_symbols.ts'
import { isInFirstUseOrder, readUseLists } from './read_use_lists.ts'

/** Reads the body of `func`. */
export function readFunction(context: ReadContext, func: Func, block: BitBlock): void {
  const { values } = context
  const moduleValues = values.length
  for (const a of func.args) values.push(a)
  const reader = new FunctionReader(context, func)
  for (const item of block.items) {
    if (item.kind === 'define') continue
    if (item.kind === 'record') readRecord(reader, item, block)
    else if (item.id === BlockId.Constants) {
      const first = values.length
      readConstants(context.module, context.types, item, values)
      if (context.module.useLists === null && isInFirstUseOrder(values, first)) context.module.useLists = []
    } else if (item.id === BlockId.Metadata) for (const id of readLocalValueIds(item)) reader.localMetadata.push(id)
    else if (!LATER.has(item.id)) failAt(item, `unknown block ${item.id} in a function`)
  }
  reader.finish(block)
  for (const item of blocksOf(block)) {
    if (item.id === BlockId.ValueSymtab) readSymbols(item, values, func.blocks)
    if (item.id === BlockId.MetadataAttachment) readAttachments(item, func, reader.instructions, context.metadata)
    if (item.id === BlockId.UseList) {
      func.useLists = readUseLists(item, values, func.blocks)
      context.module.useLists ??= []
    }
  }
  values.length = moduleValues
}

/** Read after the instructions. */
const LATER: ReadonlySet<number> = new Set([BlockId.ValueSymtab, BlockId.MetadataAttachment, BlockId.UseList])

function readRecord(reader: FunctionReader, record: BitRecord, block: BitBlock): void {
  const c = new RecordCursor(record)
  switch (record.code) {
    case FunctionCode.DeclareBlocks:
      // Every block ends in a record of its own, which bounds their number before any is made.
      reader.declareBlocks(c, block.items.length)
      return
    case FunctionCode.DebugLoc:
    case FunctionCode.DebugLocAgain:
      reader.debugLocation(c)
      return
    default: {
      const read = READ_INSTRUCTION[record.code] ?? c.fail(`unknown instruction record ${record.code}`)
      reader.append(read(reader, c), c)
    }
  }
}
