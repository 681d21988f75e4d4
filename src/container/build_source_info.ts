// The payload of an SRCI part: names, contents (compressed where that is shorter) and arguments of a compilation, as DXC puts them into PDB files.

import { utf8 } from '../base/c_string.ts'
import { deflateZlib } from '../base/deflate.ts'
import { Writer } from './io.ts'
import {
  COMPRESSION,
  newSourceEntry,
  newSourceInfo,
  newSourceSection,
  SOURCE_SECTION,
  type SourceEntry,
  type SourceFile,
  type SourceSection,
  sourceEntries,
  sourceInfo,
} from './source_info.ts'

/** A flag of the command line without its dash, and its value or ''. */
export type Argument = readonly [name: string, value: string]

const HEADER = 8
const SECTION_HEADER = 8
const NAME_HEADER = 16
const CONTENT_HEADER = 12
const NAMES_HEAD = 10
const CONTENTS_HEAD = 20
const ARGUMENTS_HEAD = 12

export function buildSourceInfo(files: readonly SourceFile[], args: readonly Argument[]): Uint8Array {
  const texts = files.map(f => utf8(`${f.text}\0`))
  const names = files.map((f, i) => entry(utf8(`${f.name}\0`), NAME_HEADER, texts[i]!.length))
  const sections = [
    namesSection(names),
    contentsSection(texts.map(t => entry(t, CONTENT_HEADER, 0))),
    argumentsSection(args),
  ]
  const info = newSourceInfo()
  info.sections = sections
  info.alignedSize = HEADER + sections.reduce((sum, s) => sum + s.alignedSize, 0)
  const writer = new Writer(info.alignedSize)
  sourceInfo(writer, info)
  return writer.finish()
}

const padding = (size: number): Uint8Array => new Uint8Array(-size & 3)

function entry(text: Uint8Array, header: number, contentSize: number): SourceEntry {
  const rest = padding(header + text.length)
  return { ...newSourceEntry(), alignedSize: header + text.length + rest.length, text, contentSize, rest }
}

const sizeOf = (entries: readonly SourceEntry[]): number => entries.reduce((sum, e) => sum + e.alignedSize, 0)

function section(type: number, size: number, fields: Partial<SourceSection>): SourceSection {
  const rest = padding(size)
  return { ...newSourceSection(), type, alignedSize: SECTION_HEADER + size + rest.length, rest, ...fields }
}

function namesSection(entries: SourceEntry[]): SourceSection {
  const size = sizeOf(entries)
  // The field has 16 bits; readers go by the count.
  const fields = { count: entries.length, entriesSize: size & 0xffff, entries }
  return section(SOURCE_SECTION.Names, NAMES_HEAD + size, fields)
}

function contentsSection(entries: SourceEntry[]): SourceSection {
  const uncompressedSize = sizeOf(entries)
  const plain = new Writer(uncompressedSize)
  sourceEntries(plain, entries)
  const stored = deflateZlib(plain.finish())
  const isShorter = stored.length < uncompressedSize
  const entriesSize = isShorter ? stored.length : uncompressedSize
  return section(SOURCE_SECTION.Contents, CONTENTS_HEAD + entriesSize, {
    compression: isShorter ? COMPRESSION.Zlib : COMPRESSION.None,
    count: entries.length,
    uncompressedSize,
    entriesSize,
    ...(isShorter ? { stored } : { entries }),
  })
}

function argumentsSection(args: readonly Argument[]): SourceSection {
  const stored = utf8(args.map(([name, value]) => `${name}\0${value}\0`).join(''))
  const fields = { count: args.length, entriesSize: stored.length, stored }
  return section(SOURCE_SECTION.Arguments, ARGUMENTS_HEAD + stored.length, fields)
}
