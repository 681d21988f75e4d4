// The parts of a container for programs that change them: list, extract, replace, remove, add, sign, hash.
// Invariant: what is not edited keeps its bytes.

import { BOOLEAN, BYTES, checkArgument, checkBytes, checkOptions, STRING } from '../base/arguments.ts'
import { hex } from '../base/bytes.ts'
import { containerDigest, md5 } from '../base/digest.ts'
import { FormatError } from '../base/format_error.ts'
import {
  type Container,
  coveredBytes,
  type DigestState,
  digestState,
  findPart,
  type Part,
  readContainer,
} from '../container/container.ts'
import { type DxilProgram, dxilProgram, isProgramPart } from '../container/dxil_program.ts'
import {
  EDIT_OPTIONS,
  EditError,
  type EditOptions,
  editContainer,
  type PartEdit,
  selectPart,
} from '../container/edit.ts'
import { buildShaderHash, HASH_INCLUDES_SOURCE } from '../container/hash.ts'
import { Writer } from '../container/io.ts'
import { decodePart } from '../container/parts.ts'
import { partContents } from '../spec/part_names.ts'

export { EditError, type EditOptions, editContainer, type PartEdit, signedCopy } from '../container/edit.ts'

export interface PartInfo {
  readonly name: string
  /** What edits and extractPart() know it by: the name, with '#2' and so on where it occurs again. */
  readonly selector: string
  readonly contents: string
  /** Of the payload in the file. */
  readonly offset: number
  readonly size: number
}

/** The parts in the order of the part table. @throws FormatError when this is no container */
export function listParts(bytes: Uint8Array): PartInfo[] {
  checkBytes('listParts', bytes)
  const seen = new Map<string, number>()
  return readContainer(bytes).parts.map(({ name, offset, size }) => {
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return { name, selector: nth === 1 ? name : `${name}#${nth}`, contents: partContents(name), offset, size }
  })
}

/**
 * Payload of a part, or the bitcode in it, as a copy.
 * @throws FormatError when this is no container or the program header is damaged, EditError when there is no such part
 */
export function extractPart(bytes: Uint8Array, selector: string, options: { readonly bitcode?: boolean } = {}) {
  checkBytes('extractPart', bytes)
  checkArgument('extractPart', 'selector', selector, STRING)
  checkOptions('extractPart', options, { bitcode: BOOLEAN })
  const part = selectPart(readContainer(bytes), selector)
  return options.bitcode ? programOf(part).bitcode.slice() : part.data.slice()
}

/**
 * Puts other bitcode into a program part, behind the header it has. A HASH part that belongs to it is made again.
 * @throws as editContainer() does, EditError also when the part is no program
 */
export function replaceBitcode(
  bytes: Uint8Array,
  selector: string,
  bitcode: Uint8Array,
  options: EditOptions = {},
): Uint8Array {
  checkBytes('replaceBitcode', bytes)
  checkArgument('replaceBitcode', 'selector', selector, STRING)
  checkArgument('replaceBitcode', 'bitcode', bitcode, BYTES)
  checkOptions('replaceBitcode', options, EDIT_OPTIONS)
  const container = readContainer(bytes)
  const part = selectPart(container, selector)
  const edits: PartEdit[] = [{ edit: 'replace', part: selector, data: withBitcode(programOf(part), bitcode) }]
  const hash = hashPart(container)
  if (hash && hashedPart(container, hash.includesSource) === part)
    edits.push({ edit: 'replace', part: 'HASH', data: buildShaderHash(bitcode, hash.includesSource) })
  return editContainer(bytes, edits, options)
}

function programOf(part: Part): DxilProgram {
  if (!isProgramPart(part.name)) throw new EditError(`part ${part.name} holds no bitcode`)
  return decodePart(part.name, part.data, part.offset)
}

function withBitcode(program: DxilProgram, bitcode: Uint8Array): Uint8Array {
  const trailing = new Uint8Array(-bitcode.length & 3)
  const words = (PROGRAM_HEADER + program.gap.length + bitcode.length + trailing.length) >>> 2
  const writer = new Writer(words * 4)
  dxilProgram(writer, { ...program, sizeInWords: words, bitcodeSize: bitcode.length, bitcode, trailing })
  return writer.finish()
}

const PROGRAM_HEADER = 24

/** Every hash of a container, lower-case hex. */
export interface HashReport {
  /** As stored. */
  readonly digest: string
  readonly state: DigestState
  /** What the digest is of a signed container with these bytes. */
  readonly expected: { readonly retail: string; readonly debug: string }
  /** The HASH part; matches is undefined when the program it was made of is not there. */
  readonly hash?: { readonly digest: string; readonly includesSource: boolean; readonly matches: boolean | undefined }
  /** MD5 of the bitcode of each program. */
  readonly bitcode: readonly { readonly part: string; readonly md5: string }[]
}

/** The hashes of a container; damaged parts are left out. @throws FormatError when this is no container */
export function hashContainer(bytes: Uint8Array): HashReport {
  checkBytes('hashContainer', bytes)
  const container = readContainer(bytes)
  const covered = coveredBytes(bytes)
  const programs = container.parts.flatMap(part => {
    const program = tryProgram(part)
    return program ? [{ part: part.name, md5: hex(md5(program.bitcode)) }] : []
  })
  const hash = hashPart(container)
  const hashed = hash && programs.find(p => p.part === hashedPart(container, hash.includesSource)?.name)
  return {
    digest: hex(container.digest),
    state: digestState(container),
    expected: { retail: hex(containerDigest(covered, 'retail')), debug: hex(containerDigest(covered, 'debug')) },
    ...(hash ? { hash: { ...hash, matches: hashed && hashed.md5 === hash.digest } } : {}),
    bitcode: programs,
  }
}

function hashPart(container: Container): { readonly digest: string; readonly includesSource: boolean } | undefined {
  const part = findPart(container, 'HASH')
  try {
    const value = part && decodePart('HASH', part.data, part.offset)
    return value && { digest: hex(value.digest), includesSource: (value.flags & HASH_INCLUDES_SOURCE) !== 0 }
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

/** With -Zss the hash is that of the program with debug info. */
function hashedPart(container: Container, includesSource: boolean): Part | undefined {
  return findPart(container, includesSource ? 'ILDB' : 'DXIL')
}

function tryProgram(part: Part): DxilProgram | undefined {
  try {
    return isProgramPart(part.name) ? decodePart(part.name, part.data, part.offset) : undefined
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}
