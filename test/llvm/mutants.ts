// Damages bitcode on purpose, at the level of bits and of single operands, and checks that nothing but FormatError comes
// out of reading, and that what could be read can be verified, printed, written and read to the same text again.

import type { ExecutionContext } from 'ava'
import { InternalError } from '../../src/base/brand.ts'
import { FormatError } from '../../src/base/format_error.ts'
import { type BitBlock, type BitRecord, readBlocks } from '../../src/bitcode/block_reader.ts'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { printModule } from '../../src/llvm/text/print.ts'
import { verifyModule } from '../../src/llvm/verify/verify.ts'
import { writeModule } from '../../src/llvm/write/write_module.ts'
import { writeTree } from '../bitcode/write_tree.ts'

/** Tries `count` mutants; fails the test on the first that breaks a rule. */
export function survives(
  t: ExecutionContext,
  bytes: Uint8Array,
  count: number,
  seed = 1,
): { read: number; refused: number } {
  const random = generator(seed)
  const result = { read: 0, refused: 0 }
  for (let i = 0; i < count; i++) {
    const mutant = i % 2 === 0 ? damagedBits(bytes, random) : damagedOperand(bytes, random)
    if (!mutant) continue
    try {
      if (tryOne(mutant)) result.read++
      else result.refused++
    } catch (error) {
      t.fail(`mutant ${i}: ${error instanceof Error ? error.stack : String(error)}`)
    }
  }
  return result
}

function tryOne(bytes: Uint8Array): boolean {
  try {
    readModule(bytes)
  } catch (error) {
    if (error instanceof FormatError) return false
    throw error
  }
  const m = readModule(bytes)
  verifyModule(m)
  const text = printModule(m)
  const again = printModule(readModule(writeModule(m)))
  if (again !== text) throw new Error(`text changed on the way\n${firstDifference(text, again)}`)
  return true
}

function firstDifference(a: string, b: string): string {
  const [x, y] = [a.split('\n'), b.split('\n')]
  const at = x.findIndex((line, i) => line !== y[i])
  return `${x[at]}\n${y[at]}`
}

const generator = (seed: number): ((limit: number) => number) => {
  let state = seed
  return limit => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

function damagedBits(bytes: Uint8Array, random: (limit: number) => number): Uint8Array {
  const copy = bytes.slice()
  for (let k = random(3); k >= 0; k--) copy[4 + random(copy.length - 4)]! ^= 1 << random(8)
  return random(12) === 0 ? copy.subarray(0, random(copy.length)) : copy
}

/** One operand of one record replaced; null when it does not fit the record's abbreviation any more. */
function damagedOperand(bytes: Uint8Array, random: (limit: number) => number): Uint8Array | null {
  const tree = readBlocks(bytes)
  const records: BitRecord[] = []
  const collect = (block: BitBlock): void => {
    for (const item of block.items)
      if (item.kind === 'block') collect(item)
      else if (item.kind === 'record' && block.id !== 0) records.push(item)
  }
  tree.forEach(collect)
  const { operands } = records[random(records.length)]!
  const at = random(operands.length + 1)
  const choice = [0, 1, random(8), random(300), 0xffffffff, 2 ** 40, 2n ** 63n, 2n ** 64n - 1n][random(8)]!
  if (random(6) === 0) operands.splice(at, 1)
  else operands[at] = choice
  try {
    return writeTree(tree)
  } catch (error) {
    if (error instanceof InternalError) return null
    throw error
  }
}
