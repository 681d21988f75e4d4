// Damaged containers and bitcode from sound ones: bytes, words, lengths, parts, and records of the bitstream itself.
// Invariant: a mutant is a pure function of the pool, the seed and its number, so a finding is repeated by naming the two.

import type { BitBlock, BitRecord } from '../../src/bitcode/block_reader.ts'
import { readBlocks } from '../../src/bitcode/block_reader.ts'
import { type PartData, readContainer, writeContainer } from '../../src/container/container.ts'
import { decodePart, encodePart } from '../../src/container/parts.ts'
import { writeTree } from '../bitcode/write_tree.ts'
import { Seeded } from '../corpus/seeded.ts'

/** Numbers that break arithmetic: limits of every width, powers of two and their neighbours. */
const EDGES = [
  0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 255, 256, 65535, 65536, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff,
]

type Mutator = (rng: Seeded, bytes: Uint8Array, pool: readonly Uint8Array[]) => Uint8Array

/** @returns the mutant: up to three changes, mostly one, on a member of the pool */
export function mutant(pool: readonly Uint8Array[], seed: number, number: number): Uint8Array {
  const rng = new Seeded(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b))
  let bytes: Uint8Array = Uint8Array.from(pick(rng, pool))
  for (let changes = Math.max(1, rng.int(-3, 3)); changes > 0; changes--) bytes = pick(rng, MUTATORS)(rng, bytes, pool)
  return bytes
}

const pick = <T>(rng: Seeded, list: readonly T[]): T => list[rng.int(0, list.length - 1)]!

const flipBit: Mutator = (rng, bytes) => {
  if (bytes.length > 0) bytes[rng.int(0, bytes.length - 1)]! ^= 1 << rng.int(0, 7)
  return bytes
}

const setByte: Mutator = (rng, bytes) => {
  if (bytes.length > 0) bytes[rng.int(0, bytes.length - 1)] = rng.u32()
  return bytes
}

const setWord: Mutator = (rng, bytes) => {
  if (bytes.length < 4) return bytes
  const at = rng.int(0, (bytes.length >> 2) - 1) * 4
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(at, rng.int(0, 3) === 0 ? rng.u32() : pick(rng, EDGES), true)
  return bytes
}

const cut: Mutator = (rng, bytes) => bytes.slice(0, rng.int(0, bytes.length))

const drop: Mutator = (rng, bytes) => {
  const at = rng.int(0, bytes.length)
  const end = Math.min(bytes.length, at + rng.int(1, 16))
  return joined([bytes.subarray(0, at), bytes.subarray(end)])
}

const repeat: Mutator = (rng, bytes) => {
  const at = rng.int(0, bytes.length)
  const end = Math.min(bytes.length, at + rng.int(1, 64))
  return joined([bytes.subarray(0, end), bytes.subarray(at)])
}

const splice: Mutator = (rng, bytes, pool) => {
  const other = pick(rng, pool)
  const at = rng.int(0, bytes.length)
  return joined([bytes.subarray(0, at), other.subarray(Math.min(at, other.length))])
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(pieces.reduce((n, p) => n + p.length, 0))
  let at = 0
  for (const piece of pieces) {
    out.set(piece, at)
    at += piece.length
  }
  return out
}

/** Changes inside one part whose container stays sound, so that the damage reaches the part's reader. */
const insidePart: Mutator = (rng, bytes, pool) => {
  const parts = partsOf(bytes)
  if (!parts) return bytes
  const at = rng.int(0, parts.length - 1)
  const change = pick(rng, [flipBit, setByte, setWord, setWord, cut, drop, repeat])
  parts[at] = { name: parts[at]!.name, data: change(rng, Uint8Array.from(parts[at]!.data), pool) }
  return writeContainer(parts, { major: 1, minor: 0 }, 'none')
}

/** Parts left out, doubled, renamed, taken from another container. */
const shuffleParts: Mutator = (rng, bytes, pool) => {
  const parts = partsOf(bytes)
  if (!parts) return bytes
  const at = rng.int(0, parts.length - 1)
  const other = partsOf(pick(rng, pool))
  const action = rng.int(0, 3)
  if (action === 0) parts.splice(at, 1)
  else if (action === 1) parts.splice(at, 0, parts[at]!)
  else if (action === 2) parts[at] = { name: pick(rng, parts).name, data: parts[at]!.data }
  else if (other) parts[at] = pick(rng, other)
  return writeContainer(parts, { major: 1, minor: 0 }, 'none')
}

/** A record's operands changed and the bitstream written again, lengths right: the damage reaches the module reader. */
const insideRecord: Mutator = (rng, bytes) => {
  if (bytes[0] === 0x42) return recordChanged(rng, bytes)
  const parts = partsOf(bytes)
  const programs = parts?.flatMap((p, i) => (p.name === 'DXIL' || p.name === 'STAT' || p.name === 'ILDB' ? [i] : []))
  if (!parts || !programs || programs.length === 0) return bytes
  const at = pick(rng, programs)
  const program = decodePart('DXIL', parts[at]!.data)
  program.bitcode = recordChanged(rng, program.bitcode)
  program.bitcodeSize = program.bitcode.length
  parts[at] = { name: parts[at]!.name, data: encodePart('DXIL', program) }
  return writeContainer(parts, { major: 1, minor: 0 }, 'none')
}

function recordChanged(rng: Seeded, bitcode: Uint8Array): Uint8Array {
  const blocks = readBlocks(bitcode)
  const records: [BitBlock, BitRecord][] = []
  const walk = (block: BitBlock): void => {
    if (block.id === 0) return
    for (const item of block.items)
      if (item.kind === 'block') walk(item)
      else if (item.kind === 'record') records.push([block, item])
  }
  for (const block of blocks) walk(block)
  if (records.length === 0) return bitcode
  for (let n = rng.int(1, 3); n > 0; n--) {
    const [block, record] = pick(rng, records)
    const at = block.items.indexOf(record)
    if (at < 0) continue
    const operands = [...record.operands]
    let { code } = record
    const action = rng.int(0, 5)
    if (action === 0) block.items.splice(at, 1)
    else if (action === 1) block.items.splice(at, 0, pick(rng, records)[1])
    else {
      if (action === 2) code = rng.int(0, 60)
      else if (action === 3 || operands.length === 0) operands.push(pick(rng, EDGES))
      else if (action === 4) operands.splice(rng.int(0, operands.length - 1), 1)
      else operands[rng.int(0, operands.length - 1)] = rng.int(0, 2) === 0 ? pick(rng, EDGES) : rng.int(0, 300)
      block.items[at] = { ...record, code, operands, abbrev: 3 }
    }
  }
  return writeTree(blocks)
}

function partsOf(bytes: Uint8Array): PartData[] | undefined {
  try {
    const parts = readContainer(bytes).parts.map(({ name, data }) => ({ name, data }))
    const priv = parts.findIndex(p => p.name === 'PRIV')
    return parts.length === 0 || (priv >= 0 && priv < parts.length - 1) ? undefined : parts
  } catch {
    return undefined
  }
}

/** What fails on an already damaged input leaves it as it is. */
const safely =
  (mutator: Mutator): Mutator =>
  (rng, bytes, pool) => {
    try {
      return mutator(rng, bytes, pool)
    } catch {
      return flipBit(rng, bytes, pool)
    }
  }

/** Changes of length by one of several means; else most mutants would end at the header's size. */
const resize: Mutator = (rng, bytes, pool) => pick(rng, [cut, drop, repeat, splice])(rng, bytes, pool)

/** Weighted by repetition towards damage that reaches deep readers. */
const MUTATORS: readonly Mutator[] = [
  flipBit,
  setWord,
  resize,
  ...Array<Mutator>(4).fill(safely(insidePart)),
  ...Array<Mutator>(2).fill(safely(shuffleParts)),
  ...Array<Mutator>(10).fill(safely(insideRecord)),
]
