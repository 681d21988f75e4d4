// The DXBC container: header, part table, digest. Reading keeps going past a damaged part and says what is wrong with it;
// writing aligns by validator version and signs.

import {
  BYTES,
  type Check,
  checkArgument,
  checkBytes,
  listOf,
  oneOf,
  record,
  STRING,
  wholeNumber,
} from '../base/arguments.ts'
import { ByteReader, ByteWriter } from '../base/bytes.ts'
import { ContentError } from '../base/content_error.ts'
import { containerDigest, DIGEST_OFFSET, DIGEST_SIZE, type DigestFlavour } from '../base/digest.ts'
import { FormatError } from '../base/format_error.ts'
import { fourCC, fourCCText } from '../spec/part_names.ts'
import { type ValidatorVersion, validatorAtLeast } from './validator_version.ts'

/** Where a container says how many parts it has. */
export const PART_COUNT = 28
const HEADER_SIZE = 32
const PART_HEADER_SIZE = 8
const SIZE_OFFSET = 24
const MAGIC = fourCC('DXBC')
const PRIV = fourCC('PRIV')
const MAX_SIZE = 0x80000000

/** A part to write: its FourCC text and payload. */
export interface PartData {
  readonly name: string
  readonly data: Uint8Array
}

/** A part as read. */
export interface Part extends PartData {
  /** FourCC word; name is its text. */
  readonly fourCC: number
  /** Offset of the payload (behind the 8-byte part header) in the file. */
  readonly offset: number
  /** The size the file claims; more than data.length when the file ends too early. */
  readonly size: number
}

export interface Container {
  readonly bytes: Uint8Array
  /** The 16 stored digest bytes. */
  readonly digest: Uint8Array
  readonly major: number
  readonly minor: number
  /** Total size the header claims. */
  readonly size: number
  readonly parts: readonly Part[]
  /** What is wrong with header and part table, in file order; empty for a sound container. */
  readonly problems: readonly FormatError[]
}

/** What the stored digest is. 'unsigned' is all zero, 'bypass' and 'preview' are the two sentinels, 'wrong' is none of them. */
export type DigestState = DigestFlavour | 'unsigned' | 'bypass' | 'preview' | 'wrong'

/** How to sign: a digest flavour, all zero ('none'), or the sentinel of pre-release shader models. */
export type Signing = DigestFlavour | 'none' | 'preview'
export const SIGNING: Check = oneOf('retail', 'debug', 'none', 'preview')

const PART: Check = record('{ name, data } of a part', { name: STRING, data: BYTES })

const PARTS: Check = { ...listOf(PART), what: 'an array of { name, data }' }

const VERSION: Check = record('{ major, minor }', { major: wholeNumber(0, 0xffff), minor: wholeNumber(0, 0xffff) })
const CONTAINER: Check = record('what readContainer() returns', { digest: BYTES, bytes: BYTES })

const SENTINELS: readonly (readonly [byte: number, state: DigestState])[] = [
  [0, 'unsigned'],
  [1, 'bypass'],
  [2, 'preview'],
]

/**
 * Reads header and part table. Payloads are views of bytes.
 * @throws FormatError when there is no DXBC header or its part table does not fit; lesser damage is listed in `problems`
 */
export function readContainer(bytes: Uint8Array): Container {
  checkBytes('readContainer', bytes)
  if (bytes.length < HEADER_SIZE)
    throw new FormatError(`a container has a header of 32 bytes, this has ${bytes.length}`, 0)
  const reader = new ByteReader(bytes)
  if (reader.u32() !== MAGIC) throw new FormatError("no 'DXBC' at the start", 0)
  const digest = reader.bytes(DIGEST_SIZE)
  const major = reader.u16()
  const minor = reader.u16()
  const size = reader.u32()
  const count = reader.u32()
  const firstPart = HEADER_SIZE + 4 * count
  if (firstPart > bytes.length) throw new FormatError(`the table of ${count} parts does not fit the file`, PART_COUNT)

  const problems: FormatError[] = []
  if (major !== 1 || minor !== 0) problems.push(new FormatError(`container version ${major}.${minor}, not 1.0`, 20))
  if (size !== bytes.length)
    problems.push(new FormatError(`header says ${size} bytes, the file has ${bytes.length}`, 24))
  const parts: Part[] = []
  let end = firstPart
  for (let i = 0; i < count; i++) {
    const entry = HEADER_SIZE + 4 * i
    reader.seek(entry)
    const at = reader.u32()
    if (at + PART_HEADER_SIZE > bytes.length || at < firstPart) {
      problems.push(new FormatError(`part ${i} begins at ${at}, outside the file's part area`, entry))
      continue
    }
    if (at !== end) problems.push(new FormatError(`part ${i} begins at ${at}, the one before ends at ${end}`, entry))
    const part = readPartAt(reader, at, problems)
    parts.push(part)
    end = part.offset + part.size
  }
  if (end < bytes.length) problems.push(new FormatError(`${bytes.length - end} bytes behind the last part`, end))
  return { bytes, digest, major, minor, size, parts, problems }
}

function readPartAt(reader: ByteReader, at: number, problems: FormatError[]): Part {
  reader.seek(at)
  const code = reader.u32()
  const size = reader.u32()
  const offset = reader.at
  const name = fourCCText(code)
  const left = reader.remaining
  if (size > left) problems.push(new FormatError(`part ${name} says ${size} bytes, ${left} are left`, at + 4, name))
  return { fourCC: code, name, offset, size, data: reader.bytes(Math.min(size, left)) }
}

/** The first part of that name. */
export function findPart(container: Container, name: string): Part | undefined {
  return container.parts.find(part => part.name === name)
}

/** Which digest the container carries; hashes it unless a sentinel answers. */
export function digestState(container: Container): DigestState {
  checkArgument('digestState', 'container', container, CONTAINER)
  const { digest } = container
  for (const [byte, state] of SENTINELS) if (digest.every(b => b === byte)) return state
  for (const flavour of ['retail', 'debug'] as const) {
    const expected = containerDigest(coveredBytes(container.bytes), flavour)
    if (digest.every((b, i) => b === expected[i])) return flavour
  }
  return 'wrong'
}

/**
 * Puts parts into a container, in the order given.
 * @param validator decides alignment: from 1.7 on every payload but PRIV must be a multiple of 4 bytes long
 * @param signing   default 'retail'
 * @throws RangeError when a payload breaks the alignment rule, PRIV is not last, or the whole exceeds 2 GiB
 */
export function writeContainer(
  parts: readonly PartData[],
  validator: ValidatorVersion,
  signing: Signing = 'retail',
): Uint8Array {
  checkArgument('writeContainer', 'parts', parts, PARTS)
  checkArgument('writeContainer', 'validator', validator, VERSION)
  checkArgument('writeContainer', 'signing', signing, SIGNING)
  checkParts(parts, validator)
  let total = HEADER_SIZE + 4 * parts.length
  for (const part of parts) total += PART_HEADER_SIZE + part.data.length
  if (total > MAX_SIZE) throw new ContentError(`a container of ${total} bytes exceeds ${MAX_SIZE}`)

  const out = new ByteWriter(total)
  out.u32(MAGIC)
  out.zeros(DIGEST_SIZE)
  out.u16(1)
  out.u16(0)
  out.u32(total)
  out.u32(parts.length)
  let at = HEADER_SIZE + 4 * parts.length
  for (const part of parts) {
    out.u32(at)
    at += PART_HEADER_SIZE + part.data.length
  }
  for (const part of parts) {
    out.u32(fourCC(part.name))
    out.u32(part.data.length)
    out.bytes(part.data)
  }
  const bytes = out.finish()
  signContainer(bytes, signing)
  return bytes
}

/** Stores the digest in place. */
export function signContainer(bytes: Uint8Array, signing: Signing): void {
  checkBytes('signContainer', bytes)
  checkArgument('signContainer', 'signing', signing, SIGNING)
  if (signing === 'none') bytes.fill(0, DIGEST_OFFSET, DIGEST_OFFSET + DIGEST_SIZE)
  else if (signing === 'preview') bytes.fill(2, DIGEST_OFFSET, DIGEST_OFFSET + DIGEST_SIZE)
  else bytes.set(containerDigest(coveredBytes(bytes), signing), DIGEST_OFFSET)
}

/** What a digest covers: as many bytes as the header says, or all when the file has no more. Appended bytes are not covered. */
export function coveredBytes(bytes: Uint8Array): Uint8Array {
  const size = new ByteReader(bytes.subarray(SIZE_OFFSET, SIZE_OFFSET + 4)).u32()
  return size >= HEADER_SIZE && size < bytes.length ? bytes.subarray(0, size) : bytes
}

function checkParts(parts: readonly PartData[], validator: ValidatorVersion): void {
  const aligned = validatorAtLeast(validator, 1, 7)
  parts.forEach((part, i) => {
    const code = fourCC(part.name)
    if (code === PRIV && i !== parts.length - 1) throw new ContentError('part PRIV must be the last')
    if (aligned && code !== PRIV && part.data.length % 4 !== 0)
      throw new ContentError(`part ${part.name} has ${part.data.length} bytes, not a multiple of 4`)
  })
}
