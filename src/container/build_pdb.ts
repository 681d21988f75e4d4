// A debug file as DXC writes it: MSF 7.00 in blocks of 512 bytes with six streams, of which stream 1 is the header and stream 5 the container.
// Blocks: 0 the superblock, 1 and 2 the map of free blocks, then the numbers of the directory's blocks, the directory, the streams.

import { utf8 } from '../base/c_string.ts'

const BLOCK = 512
const MAGIC = 'Microsoft C/C++ MSF 7.00\r\n\x1aDS\0\0\0'
const FREE_MAP = 1
const FIRST_BLOCK = 3
/** Format of the header: VC70. */
const PDB_VERSION = 20000404
const HEADER_STREAM = 1
const CONTAINER_STREAM = 5

const blocksFor = (bytes: number): number => Math.ceil(bytes / BLOCK)

/**
 * The bytes of a debug file.
 * @param hash 16 bytes that name the shader: what its ILDN and HASH parts say
 */
export function buildPdb(container: Uint8Array, hash: Uint8Array): Uint8Array {
  const streams: Uint8Array[] = Array.from({ length: CONTAINER_STREAM + 1 }, () => new Uint8Array(0))
  streams[HEADER_STREAM] = header(hash)
  streams[CONTAINER_STREAM] = container
  const streamBlocks = streams.reduce((sum, s) => sum + blocksFor(s.length), 0)
  const directorySize = 4 * (1 + streams.length + streamBlocks)
  const directoryBlocks = blocksFor(directorySize)
  const mapBlocks = blocksFor(4 * directoryBlocks)
  const directoryAt = FIRST_BLOCK + mapBlocks
  const streamsAt = directoryAt + directoryBlocks
  const total = streamsAt + streamBlocks
  const out = new Uint8Array(total * BLOCK)
  const view = new DataView(out.buffer)
  const words = (at: number, list: readonly number[]): void => {
    for (const [i, word] of list.entries()) view.setUint32(at + 4 * i, word, true)
  }
  out.set(utf8(MAGIC))
  words(MAGIC.length, [BLOCK, FREE_MAP, total, directorySize, 0, FIRST_BLOCK])
  const numbers = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i)
  words(FIRST_BLOCK * BLOCK, numbers(directoryAt, directoryBlocks))
  const sizes = streams.map(s => s.length)
  words(directoryAt * BLOCK, [streams.length, ...sizes, ...numbers(streamsAt, streamBlocks)])
  let at = streamsAt
  for (const stream of streams) {
    out.set(stream, at * BLOCK)
    at += blocksFor(stream.length)
  }
  return out
}

/** Version, signature 0, age 1, the hash as GUID, and an empty table of named streams. */
function header(hash: Uint8Array): Uint8Array {
  const out = new Uint8Array(56)
  const view = new DataView(out.buffer)
  view.setUint32(0, PDB_VERSION, true)
  view.setUint32(8, 1, true)
  out.set(hash.subarray(0, 16), 12)
  view.setUint32(36, 1, true)
  return out
}
