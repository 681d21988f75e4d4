// The two hashes of a container: plain MD5 (the HASH part) and the container digest (MD5 whose last block differs).
// The TypeScript functions are the default; a native twin with the same results may be put in their place.

import { checkArgument, FUNCTION, record, STRING } from './arguments.ts'
import { md5Blocks, md5 as md5InTypeScript, md5Last, md5Start } from './md5.ts'

/** Which of the two tail formulas a digest was made with; loaders accept both. */
export type DigestFlavour = 'retail' | 'debug'

/** An implementation of both hashes; results are 16 bytes. */
export interface DigestImplementation {
  readonly name: string
  md5(data: Uint8Array): Uint8Array
  /** @param container the whole container, header included; the digest field in it does not matter */
  containerDigest(container: Uint8Array, flavour: DigestFlavour): Uint8Array
}

/** The digest covers everything from the version field on: behind magic and digest. */
const DIGEST_START = 20
/** Where the digest is stored in a container. */
export const DIGEST_OFFSET = 4
export const DIGEST_SIZE = 16

export const TYPESCRIPT_DIGEST: DigestImplementation = {
  name: 'typescript',
  md5: md5InTypeScript,
  containerDigest: containerDigestInTypeScript,
}

let current = TYPESCRIPT_DIGEST

const IMPLEMENTATION = record('a DigestImplementation', { name: STRING, containerDigest: FUNCTION, md5: FUNCTION })

/** For the whole process; without argument the TypeScript one returns. */
export function useDigest(implementation: DigestImplementation = TYPESCRIPT_DIGEST): void {
  checkArgument('useDigest', 'implementation', implementation, IMPLEMENTATION)
  current = implementation
}

/** Name of the implementation in use. */
export function digestImplementation(): string {
  return current.name
}

/** Plain MD5, 16 bytes. */
export function md5(data: Uint8Array): Uint8Array {
  return current.md5(data)
}

/**
 * Digest of a DXBC container: the bytes that belong at offset 4.
 * @throws RangeError when the container is shorter than the hashed range's start
 */
export function containerDigest(container: Uint8Array, flavour: DigestFlavour = 'retail'): Uint8Array {
  if (container.length < DIGEST_START) throw new RangeError(`a container of ${container.length} bytes has no digest`)
  return current.containerDigest(container, flavour)
}

function containerDigestInTypeScript(container: Uint8Array, flavour: DigestFlavour): Uint8Array {
  const length = container.length - DIGEST_START
  const rest = length & 63
  const wholeEnd = container.length - rest
  // Both words are modulo 2^32; the debug flavour differs in nothing else.
  const bits = flavour === 'retail' ? length << 3 : (length << 4) | 0xf
  const last = flavour === 'retail' ? (length << 1) | 1 : (length << 2) | 0x10000000

  md5Start()
  md5Blocks(container, DIGEST_START, wholeEnd)
  // A short rest shares its block with the bit count in front; a long one fills a block of its own.
  const tail =
    rest < 56 ? { size: 64, at: 4, first: bits, place: 0, last } : { size: 128, at: 0, first: bits, place: 64, last }
  return md5Last(container, wholeEnd, tail)
}
