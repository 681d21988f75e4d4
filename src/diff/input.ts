// What can be compared: a container, or bitcode alone, which is seen as the only part of nothing.

import { FormatError } from '../base/format_error.ts'
import { type Container, type Part, readContainer } from '../container/container.ts'
import { decodePart } from '../container/parts.ts'
import type { Module } from '../llvm/module.ts'
import { readModule } from '../llvm/read_module.ts'

/** Name of the part that stands for bare bitcode. */
export const BITCODE = 'bitcode'

export interface DiffInput {
  readonly bytes: Uint8Array
  /** null for bare bitcode. */
  readonly container: Container | null
  readonly parts: readonly Part[]
}

/** 'BC' 0xC0DE, or the word 0x0B17C0DE of the wrapper around it. */
const MAGICS: readonly (readonly number[])[] = [
  [0x42, 0x43, 0xc0, 0xde],
  [0xde, 0xc0, 0x17, 0x0b],
]

/** @throws FormatError when this is neither bitcode nor a container with a part table that fits */
export function diffInput(bytes: Uint8Array): DiffInput {
  if (MAGICS.some(magic => magic.every((byte, n) => bytes[n] === byte))) {
    const part = { name: BITCODE, fourCC: 0, offset: 0, size: bytes.length, data: bytes }
    return { bytes, container: null, parts: [part] }
  }
  const container = readContainer(bytes)
  return { bytes, container, parts: container.parts }
}

const PROGRAMS: ReadonlySet<string> = new Set(['DXIL', 'ILDB', 'STAT'])

export const holdsModule = (part: Part): boolean => part.name === BITCODE || PROGRAMS.has(part.name)

/** The module of a program part. @throws FormatError */
export function moduleOf(part: Part): Module {
  if (part.name === BITCODE) return readModule(part.data, part.offset)
  if (!PROGRAMS.has(part.name)) throw new FormatError(`part ${part.name} holds no program`, part.offset, part.name)
  const program = decodePart(part.name as 'DXIL', part.data, part.offset)
  return readModule(program.bitcode, part.offset + program.bitcodeOffset + 8)
}
