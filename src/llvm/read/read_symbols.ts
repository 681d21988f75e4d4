// Reads a value symbol table: gives values and blocks their names.

import type { BitBlock } from '../../bitcode/block_reader.ts'
import type { Argument, BasicBlock, Func, GlobalVariable, Instruction, Value } from '../model/values.ts'
import { RecordCursor, recordsOf } from './read_cursor.ts'

const ENTRY = 1
const BLOCK_ENTRY = 2

export function readSymbols(block: BitBlock, values: readonly Value[], blocks: readonly BasicBlock[]): void {
  for (const record of recordsOf(block)) {
    const c = new RecordCursor(record)
    const id = c.number('id')
    if (record.code === BLOCK_ENTRY) {
      const target = blocks[id] ?? c.fail(`block ${id} does not exist`)
      target.name = c.text()
    } else if (record.code === ENTRY) {
      const value = values[id] ?? c.fail(`value ${id} does not exist`)
      if (isNamed(value)) value.name = c.text()
      else c.fail(`value ${id} cannot have a name`)
    } else c.fail(`unknown symbol record ${record.code}`)
  }
}

const isNamed = (v: Value): v is Argument | Func | GlobalVariable | Instruction =>
  v.kind === 'argument' || v.kind === 'function' || v.kind === 'global' || v.kind === 'instruction'
