// RDAT: a small container of its own with a string part, index arrays, raw bytes and tables. One layout for every direction;
// parts that lie where another one is already are not taken apart but kept in `trailing`.

import { cString } from '../base/c_string.ts'
import { RDAT_PART } from '../spec/rdat_enums.ts'
import { type Io, NO_BYTES, NO_WORDS, type Sized, Writer } from './io.ts'
import { newRdatRecord, RDAT_NULL, RDAT_TABLES, type RdatRecord, rdatRecord } from './rdat_records.ts'

const RDAT_VERSION = 0x10
const PART_HEADER_SIZE = 8
const TABLE_HEADER_SIZE = 8

/** A part of RDAT. Which of bytes, words and records it has depends on its type; `rest` is what is behind them. */
export interface RdatPart extends Sized {
  /** Bytes between the part before and this one; empty in every file DXC makes. */
  gap: Uint8Array
  /** RDAT_PART */
  type: number
  /** Bytes without the part's header of 8. */
  size: number
  /** Strings and raw bytes, with their padding. */
  bytes: Uint8Array
  /** Index arrays: each a count and so many words. */
  words: Uint32Array
  /** Bytes a row. */
  stride: number
  records: RdatRecord[]
}

export interface Rdat {
  version: number
  /** Of the parts, from the start of RDAT. */
  offsets: Uint32Array
  parts: RdatPart[]
  trailing: Uint8Array
}

export function newRdat(): Rdat {
  return { version: RDAT_VERSION, offsets: NO_WORDS, parts: [], trailing: NO_BYTES }
}

export function newRdatPart(type = 0): RdatPart {
  return { gap: NO_BYTES, type, size: 0, bytes: NO_BYTES, words: NO_WORDS, stride: 0, records: [], rest: NO_BYTES }
}

/** The layout of the whole. */
export function rdat(io: Io, p: Rdat): void {
  p.version = io.u32('version', p.version)
  p.offsets = io.words('offsets', p.offsets, io.u32('part count', p.offsets.length))
  const isAhead = (i: number): boolean => i < p.offsets.length && p.offsets[i]! >= io.at
  p.parts = io.each('part', p.parts, isAhead, newRdatPart, (io, part, i) => {
    part.gap = io.bytes('gap', part.gap, p.offsets[i]! - io.at)
    part.type = io.u32('type', part.type, RDAT_PART)
    part.size = io.u32('size', part.size)
    io.sized('', part.size, part, partBody)
  })
  p.trailing = io.remainder('trailing', p.trailing)
}

function partBody(io: Io, p: RdatPart): void {
  if (p.type === RDAT_PART.StringBuffer || p.type === RDAT_PART.RawBytes) p.bytes = io.bytes('bytes', p.bytes, p.size)
  else if (p.type === RDAT_PART.IndexArrays) p.words = io.words('words', p.words, p.size >>> 2)
  else if (Object.hasOwn(RDAT_TABLES, p.type)) {
    const { type } = p
    const count = io.u32('row count', p.records.length)
    p.stride = io.u32('row size', p.stride)
    p.records = io.list(
      'row',
      p.records,
      count,
      () => newRdatRecord(type),
      (io, record) => io.sized('', p.stride, record, (io, r) => rdatRecord(io, type, r)),
    )
  }
}

/**
 * The payload of an RDAT part: sizes and offsets are computed, everything else is taken as given.
 * @param parts in file order; byte parts are padded to 4 here, empty ones left out; rows of a table have its `stride`
 */
export function buildRdat(parts: readonly RdatPart[]): Uint8Array {
  const kept: RdatPart[] = []
  for (const part of parts) {
    const bytes = padded(part.bytes)
    const isTable = Object.hasOwn(RDAT_TABLES, part.type)
    const size = isTable ? TABLE_HEADER_SIZE + part.records.length * part.stride : bytes.length + part.words.length * 4
    const { gap, type, words, stride, records, rest } = part
    if (isTable ? records.length > 0 : size > 0) kept.push({ gap, type, size, bytes, words, stride, records, rest })
  }
  let at = 8 + 4 * kept.length
  const offsets = Uint32Array.from(kept, part => {
    const offset = at
    at += PART_HEADER_SIZE + part.size
    return offset
  })
  const writer = new Writer(at)
  rdat(writer, { version: RDAT_VERSION, offsets, parts: kept, trailing: NO_BYTES })
  return writer.finish()
}

function padded(bytes: Uint8Array): Uint8Array {
  if (bytes.length % 4 === 0) return bytes
  const whole = new Uint8Array((bytes.length + 3) & ~3)
  whole.set(bytes)
  return whole
}

/** The part of that type (RDAT_PART). */
export function rdatPart(p: Rdat, type: number): RdatPart | undefined {
  return p.parts.find(part => part.type === type)
}

/** Rows of a table; none when RDAT lacks it. */
export function rdatRows(p: Rdat, type: number): readonly RdatRecord[] {
  return rdatPart(p, type)?.records ?? []
}

/** The string at an offset; undefined when it is outside. */
export function rdatString(p: Rdat, offset: number): string | undefined {
  return cString(rdatPart(p, RDAT_PART.StringBuffer)?.bytes ?? NO_BYTES, offset)
}

/** The index array at a word offset; empty for the null reference, undefined when it is outside. */
export function rdatIndexes(p: Rdat, offset: number): Uint32Array | undefined {
  if (offset === RDAT_NULL) return NO_WORDS
  const words = rdatPart(p, RDAT_PART.IndexArrays)?.words ?? NO_WORDS
  const count = words[offset]
  if (count === undefined || offset + 1 + count > words.length) return undefined
  return words.subarray(offset + 1, offset + 1 + count)
}

/** A range of the raw bytes; undefined when it is outside. */
export function rdatBytes(p: Rdat, range: { readonly offset: number; readonly size: number }): Uint8Array | undefined {
  const bytes = rdatPart(p, RDAT_PART.RawBytes)?.bytes ?? NO_BYTES
  if (range.offset + range.size > bytes.length) return undefined
  return bytes.subarray(range.offset, range.offset + range.size)
}
