// What can be compared: a container, or a module alone (bitcode or LLVM text), which is seen as the only part of nothing.

import { FormatError } from '../base/format_error.ts'
import { type Container, type Part, readContainer } from '../container/container.ts'
import { decodePart } from '../container/parts.ts'
import type { Module } from '../llvm/model/module.ts'
import { readModule } from '../llvm/read/read_module.ts'
import { parseModule } from '../llvm/text/parse_module.ts'
import { TextError } from '../llvm/text/parse_tokens.ts'

/** Name of the part that stands for a module alone. */
const BITCODE = 'bitcode'

export interface DiffInput {
  readonly bytes: Uint8Array
  /** null for a module alone. */
  readonly container: Container | null
  readonly parts: readonly Part[]
  /** The module of an input that is text. */
  readonly module?: Module
}

/** 'BC' 0xC0DE, or the word 0x0B17C0DE of the wrapper around it. */
const MAGICS: readonly (readonly number[])[] = [
  [0x42, 0x43, 0xc0, 0xde],
  [0xde, 0xc0, 0x17, 0x0b],
]
const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean => magic.every((byte, n) => bytes[n] === byte)

/** How a line of LLVM text begins; one within the first bytes makes a file text. */
const TEXT_LINE = /^(;|target |source_filename|define |declare |attributes |[%@!][\w."]+ = )/m
const LOOKED_AT = 4096

/** @throws FormatError when this is no module and no container with a part table that fits */
export function diffInput(bytes: Uint8Array): DiffInput {
  const part = { name: BITCODE, fourCC: 0, offset: 0, size: bytes.length, data: bytes }
  if (MAGICS.some(magic => startsWith(bytes, magic))) return { bytes, container: null, parts: [part] }
  if (isText(bytes)) return { bytes, container: null, parts: [part], module: parsed(bytes) }
  const container = readContainer(bytes)
  return { bytes, container, parts: container.parts }
}

function isText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, LOOKED_AT)
  if (head.some(byte => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)) return false
  return TEXT_LINE.test(new TextDecoder().decode(head))
}

function parsed(bytes: Uint8Array): Module {
  const text = new TextDecoder().decode(bytes)
  try {
    return parseModule(text)
  } catch (error) {
    if (!(error instanceof TextError)) throw error
    const at = new TextEncoder().encode(text.slice(0, Math.max(0, error.pos))).length
    throw new FormatError(`not LLVM text: ${error.message}`, at)
  }
}

/** Where one side is a module alone, the other is its program alone: the one with debug information first, as listings show it. */
export function alike(a: DiffInput, b: DiffInput): readonly [DiffInput, DiffInput] {
  if ((a.container === null) === (b.container === null)) return [a, b]
  return a.container ? [programOnly(a), b] : [a, programOnly(b)]
}

/** @throws FormatError when the container has no program, or its header is damaged */
function programOnly(input: DiffInput): DiffInput {
  for (const name of ['ILDB', 'DXIL'] as const) {
    const part = input.parts.find(p => p.name === name)
    if (!part) continue
    const { bitcode, bitcodeOffset } = decodePart(name, part.data, part.offset)
    const offset = part.offset + bitcodeOffset + 8
    return {
      ...input,
      container: null,
      parts: [{ ...part, name: BITCODE, offset, size: bitcode.length, data: bitcode }],
    }
  }
  throw new FormatError('the container has no DXIL part to compare with a module', 28)
}

const PROGRAMS: ReadonlySet<string> = new Set(['DXIL', 'ILDB', 'STAT'])

export const holdsModule = (part: Part): boolean => part.name === BITCODE || PROGRAMS.has(part.name)

/** The module of a program part of an input. @throws FormatError */
export function moduleOf(input: DiffInput, part: Part): Module {
  if (input.module) return input.module
  if (part.name === BITCODE) return readModule(part.data, part.offset)
  if (!PROGRAMS.has(part.name)) throw new FormatError(`part ${part.name} holds no program`, part.offset, part.name)
  const program = decodePart(part.name as 'DXIL', part.data, part.offset)
  return readModule(program.bitcode, part.offset + program.bitcodeOffset + 8)
}
