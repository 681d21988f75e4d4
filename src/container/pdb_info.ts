// PDBI: what a debug file knows, an RDAT image, usually compressed. The bytes stay as stored; pdbInfoRdat() opens them.

import { FormatError } from '../base/format_error.ts'
import { inflate } from './inflate.ts'
import { type Io, NO_BYTES, Reader } from './io.ts'
import { newRdat, type Rdat, rdat } from './rdat.ts'
import { COMPRESSION } from './source_info.ts'

export interface PdbInfo {
  version: number
  /** COMPRESSION */
  compression: number
  uncompressedSize: number
  stored: Uint8Array
  trailing: Uint8Array
}

export function newPdbInfo(): PdbInfo {
  return { version: 0, compression: COMPRESSION.Zlib, uncompressedSize: 0, stored: NO_BYTES, trailing: NO_BYTES }
}

export function pdbInfo(io: Io, p: PdbInfo): void {
  p.version = io.u16('version', p.version)
  p.compression = io.u16('compression', p.compression, COMPRESSION)
  const size = io.u32('stored size', p.stored.length)
  p.uncompressedSize = io.u32('uncompressed size', p.uncompressedSize)
  p.stored = io.bytes('stored', p.stored, size)
  p.trailing = io.remainder('trailing', p.trailing)
}

/** The RDAT image inside. @throws FormatError; offsets count from the image's start */
export function pdbInfoRdat(p: PdbInfo): Rdat {
  if (p.compression !== COMPRESSION.None && p.compression !== COMPRESSION.Zlib)
    throw new FormatError(`unknown compression ${p.compression}`, 2, 'PDBI')
  const image = p.compression === COMPRESSION.None ? p.stored : inflate(p.stored, p.uncompressedSize, 'PDBI')
  const value = newRdat()
  rdat(new Reader(image, 0, 'PDBI'), value)
  return value
}
