// Writes a value symbol table, sorted by name in byte order (DXC's change; plain LLVM follows its hash table).

import { sortInPlace } from '../../base/sort.ts'
import { charWidth } from '../../bitcode/abbrev.ts'
import type { BlockWriter } from '../../bitcode/block_writer.ts'
import { BlockId } from '../../spec/llvm_codes.ts'
import { pushText, SymtabAbbrev } from './write_types.ts'

export interface NamedValue {
  readonly name: string
  /** Value id, or block number. */
  readonly id: number
  readonly isBlock: boolean
}

const ENTRY = 1
const BLOCK_ENTRY = 2

/** Nothing is written for an empty table. */
export function writeSymbols(out: BlockWriter, symbols: NamedValue[]): void {
  if (symbols.length === 0) return
  sortInPlace(symbols, (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  out.enter(BlockId.ValueSymtab, 4)
  for (const { name, id, isBlock } of symbols) {
    const record = [id]
    pushText(record, name)
    out.packed(abbrevFor(name, isBlock), isBlock ? BLOCK_ENTRY : ENTRY, record)
  }
  out.leave()
}

function abbrevFor(name: string, isBlock: boolean): number {
  const width = charWidth(name)
  if (isBlock) return width === 6 ? SymtabAbbrev.Block6 : SymtabAbbrev.Entry8
  return width === 6 ? SymtabAbbrev.Entry6 : width === 7 ? SymtabAbbrev.Entry7 : SymtabAbbrev.Entry8
}
