// Debug files as dxc -Fd writes them: MSF 7.00, a file of numbered streams in blocks, with a DXBC container as stream 5. Read
// with binary-parser, which is loaded only here and only when there is such a file: it makes its code at run time, which
// pages with a strict content policy forbid. Invariant: counts and block numbers are checked before anything is allocated.

import { checkArgument, checkBytes, wholeNumber } from '../base/arguments.ts'
import { FormatError } from '../base/format_error.ts'

const MAGIC = 'Microsoft C/C++ MSF 7.00\r\n\x1aDS\0\0\0'
/** Where dxc puts the container. */
const CONTAINER_STREAM = 5
/** A stream that does not exist has this size. */
const NO_STREAM = 0xffffffff
const SUPERBLOCK_SIZE = 56

interface Superblock {
  readonly blockSize: number
  readonly blockCount: number
  readonly directorySize: number
  /** Block that holds the numbers of the directory's blocks. */
  readonly directoryMap: number
}

interface Directory {
  readonly sizes: readonly number[]
  /** Of all streams, one stream behind the other. */
  readonly blocks: readonly number[]
}

/** True when the bytes begin as a debug file does. */
export function isPdb(bytes: Uint8Array): boolean {
  checkBytes('isPdb', bytes)
  return bytes.length >= MAGIC.length && [...MAGIC].every((c, i) => bytes[i] === c.charCodeAt(0))
}

/** The container in a debug file, or the bytes themselves when they are no debug file. @throws FormatError */
export async function containerBytes(bytes: Uint8Array): Promise<Uint8Array> {
  checkBytes('containerBytes', bytes)
  return isPdb(bytes) ? readPdbStream(bytes, CONTAINER_STREAM) : bytes
}

/**
 * A stream of a debug file, as a copy.
 * @throws FormatError when the file is damaged or has no such stream
 */
export async function readPdbStream(bytes: Uint8Array, index: number): Promise<Uint8Array> {
  checkBytes('readPdbStream', bytes)
  checkArgument('readPdbStream', 'index', index, wholeNumber(0, 0xffff))
  const { Parser } = await import('binary-parser')
  const words = new Parser().endianness('little').array('words', { type: 'uint32le', readUntil: 'eof' })
  const superblock = read<Superblock>(
    new Parser()
      .endianness('little')
      .seek(MAGIC.length)
      .uint32('blockSize')
      .uint32('freeMap')
      .uint32('blockCount')
      .uint32('directorySize')
      .uint32('reserved')
      .uint32('directoryMap'),
    bytes.subarray(0, SUPERBLOCK_SIZE),
    MAGIC.length,
  )
  const { blockSize, blockCount, directorySize, directoryMap } = superblock
  if (blockSize < 512 || blockSize > 65536 || (blockSize & (blockSize - 1)) !== 0)
    throw new FormatError(`blocks of ${blockSize} bytes`, 32, 'MSF')
  if (directorySize > bytes.length || blockCount * blockSize > bytes.length + blockSize)
    throw new FormatError('the directory does not fit the file', 44, 'MSF')
  const blocksOfDirectory = Math.ceil(directorySize / blockSize)
  const map = slice(bytes, directoryMap * blockSize, blocksOfDirectory * 4)
  const directoryBlocks = read<{ readonly words: readonly number[] }>(words, map, directoryMap * blockSize).words
  const directory = readDirectory(join(bytes, directoryBlocks, directorySize, blockSize))
  let first = 0
  for (let i = 0; i < index; i++) first += blocksFor(directory.sizes[i] ?? 0, blockSize)
  const size = directory.sizes[index]
  if (size === undefined || size === NO_STREAM) throw new FormatError(`no stream ${index}`, 44, 'MSF')
  return join(bytes, directory.blocks.slice(first, first + blocksFor(size, blockSize)), size, blockSize)

  function readDirectory(data: Uint8Array): Directory {
    const parser = new Parser()
      .endianness('little')
      .uint32('count')
      .array('sizes', { type: 'uint32le', length: 'count' })
      .array('blocks', { type: 'uint32le', readUntil: 'eof' })
    const whole = data.subarray(0, data.length & ~3)
    if (whole.length < 4) throw new FormatError('the directory is empty', 44, 'MSF')
    return read<Directory>(parser, whole, directoryMap * blockSize)
  }
}

/** A parser of binary-parser, whose class is known only once it is loaded. */
interface AnyParser {
  parse(bytes: Uint8Array): unknown
}

/** Runs a parser; leaving its bytes, which it reports as a RangeError, is damage at `offset`. */
function read<T>(parser: AnyParser, bytes: Uint8Array, offset: number): T {
  try {
    return parser.parse(bytes) as T
  } catch {
    throw new FormatError('the file ends inside a structure', offset, 'MSF')
  }
}

function blocksFor(size: number, blockSize: number): number {
  return size === NO_STREAM ? 0 : Math.ceil(size / blockSize)
}

/** The bytes of a stream from its blocks. */
function join(bytes: Uint8Array, blocks: readonly number[], size: number, blockSize: number): Uint8Array {
  if (size > bytes.length || blocks.length < blocksFor(size, blockSize))
    throw new FormatError(`a stream of ${size} bytes has ${blocks.length} blocks`, 44, 'MSF')
  const out = new Uint8Array(size)
  for (let at = 0, i = 0; at < size; at += blockSize, i++)
    out.set(slice(bytes, blocks[i]! * blockSize, Math.min(blockSize, size - at)), at)
  return out
}

function slice(bytes: Uint8Array, at: number, size: number): Uint8Array {
  if (at + size > bytes.length) throw new FormatError(`block at ${at} lies outside the file`, at, 'MSF')
  return bytes.subarray(at, at + size)
}
