// Writes a tree of blocks back to bits, each record with the abbreviation it was read with. For tests only: it proves
// that the reader lost nothing, and lets a test change one operand and nothing else.

import { type Abbrev, BLOCKINFO_BLOCK, BLOCKINFO_SETBID } from '../../src/bitcode/abbrev.ts'
import type { BitBlock } from '../../src/bitcode/block_reader.ts'
import { BlockWriter } from '../../src/bitcode/block_writer.ts'

export function writeTree(blocks: readonly BitBlock[]): Uint8Array {
  const out = new BlockWriter()
  for (const block of blocks) writeBlock(out, block)
  return out.finish()
}

function writeBlock(out: BlockWriter, block: BitBlock): void {
  if (block.id === BLOCKINFO_BLOCK) {
    const entries: [number, Abbrev[]][] = []
    for (const item of block.items)
      if (item.kind === 'record' && item.code === BLOCKINFO_SETBID) entries.push([Number(item.operands[0]), []])
      else if (item.kind === 'define') entries[entries.length - 1]![1].push(item.abbrev)
    out.blockInfo(entries)
    return
  }
  out.enter(block.id, block.width)
  for (const item of block.items)
    if (item.kind === 'block') writeBlock(out, item)
    else if (item.kind === 'define') out.define(item.abbrev)
    else out.packed(item.abbrev, item.code, item.operands)
  out.leave()
}
