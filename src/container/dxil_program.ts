// DXIL, ILDB and STAT: a 24-byte program header and LLVM bitcode. The bitcode is bytes here; llvm/ gives them meaning.

import { fourCC } from '../spec/part_names.ts'
import { type Io, NO_BYTES, Writer } from './io.ts'

const DXIL_MAGIC = fourCC('DXIL')
/** Bytes from the inner 'DXIL' header's start to the bitcode, as DXC always writes it. */
const BITCODE_OFFSET = 16
/** Where that inner header starts in the part; bitcode offsets count from here. */
const INNER_HEADER = 8
const HEADER_SIZE = 24

/** True for the names of parts with this layout. */
export function isProgramPart(name: string): name is 'DXIL' | 'ILDB' | 'STAT' {
  return name === 'DXIL' || name === 'ILDB' || name === 'STAT'
}

export interface DxilProgram {
  /** stage << 16 | major << 4 | minor */
  version: number
  /** The whole part in 32-bit words. */
  sizeInWords: number
  magic: number
  /** major << 8 | minor */
  dxilVersion: number
  bitcodeOffset: number
  /** Bytes, without padding. */
  bitcodeSize: number
  /** Bytes between header and bitcode; empty in every file DXC makes. */
  gap: Uint8Array
  bitcode: Uint8Array
  /** Padding or anything else behind the bitcode. */
  trailing: Uint8Array
}

/** Shader stage (SHADER_STAGE) and versions a program is made for. */
export interface ProgramVersion {
  readonly stage: number
  /** Shader model; minor 15 is lib_6_x. */
  readonly major: number
  readonly minor: number
  readonly dxilMajor: number
  readonly dxilMinor: number
}

export function newDxilProgram(): DxilProgram {
  return {
    version: 0,
    sizeInWords: 0,
    magic: DXIL_MAGIC,
    dxilVersion: 0,
    bitcodeOffset: BITCODE_OFFSET,
    bitcodeSize: 0,
    gap: NO_BYTES,
    bitcode: NO_BYTES,
    trailing: NO_BYTES,
  }
}

export function dxilProgram(io: Io, p: DxilProgram): void {
  p.version = io.u32('program version', p.version)
  p.sizeInWords = io.u32('size in words', p.sizeInWords)
  p.magic = io.u32('magic', p.magic)
  if (p.magic !== DXIL_MAGIC) throw io.error("no 'DXIL' in the program header")
  p.dxilVersion = io.u32('dxil version', p.dxilVersion)
  p.bitcodeOffset = io.u32('bitcode offset', p.bitcodeOffset)
  p.bitcodeSize = io.u32('bitcode size', p.bitcodeSize)
  if (p.bitcodeOffset < BITCODE_OFFSET) throw io.error(`bitcode offset ${p.bitcodeOffset} lies inside the header`)
  p.gap = io.bytes('gap', p.gap, p.bitcodeOffset + INNER_HEADER - HEADER_SIZE)
  p.bitcode = io.bytes('bitcode', p.bitcode, p.bitcodeSize)
  p.trailing = io.remainder('trailing', p.trailing)
}

/** Stage and versions of a program. */
export function programVersion(p: DxilProgram): ProgramVersion {
  return {
    stage: p.version >>> 16,
    major: (p.version >>> 4) & 0xf,
    minor: p.version & 0xf,
    dxilMajor: p.dxilVersion >>> 8,
    dxilMinor: p.dxilVersion & 0xff,
  }
}

/** The payload of a program part, bitcode padded with zeros to four bytes. */
export function buildDxilProgram(v: ProgramVersion, bitcode: Uint8Array): Uint8Array {
  const padding = new Uint8Array(-bitcode.length & 3)
  const total = HEADER_SIZE + bitcode.length + padding.length
  const writer = new Writer(total)
  const program = newDxilProgram()
  program.version = ((v.stage << 16) | (v.major << 4) | v.minor) >>> 0
  program.sizeInWords = total / 4
  program.dxilVersion = (v.dxilMajor << 8) | v.dxilMinor
  program.bitcodeSize = bitcode.length
  program.bitcode = bitcode
  program.trailing = padding
  dxilProgram(writer, program)
  return writer.finish()
}
