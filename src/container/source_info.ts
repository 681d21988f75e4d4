// SRCI, the sources and arguments in a debug file: three sections, each with its own size. Compressed contents stay as stored;
// sourceTexts() opens them.

import { utf8Text } from '../base/c_string.ts'
import { FormatError } from '../base/format_error.ts'
import { inflate } from './inflate.ts'
import { type Io, NO_BYTES, Reader, type Sized } from './io.ts'

export const SOURCE_SECTION = { Contents: 0, Names: 1, Arguments: 2 } as const
export const COMPRESSION = { None: 0, Zlib: 1 } as const

/** Name (names section) or text (contents section) of a file; `rest` is its padding. */
export interface SourceEntry extends Sized {
  /** Bytes of the entry with its header and padding. */
  alignedSize: number
  flags: number
  /** NUL-terminated. */
  text: Uint8Array
  /** Bytes of the content that belongs to a name, with its terminator; names section only. */
  contentSize: number
}

/** A section; which fields there are depends on its type. `rest` is what is behind them. */
export interface SourceSection extends Sized {
  /** Bytes of the section with its header of 8. */
  alignedSize: number
  headerFlags: number
  /** SOURCE_SECTION */
  type: number
  flags: number
  count: number
  entriesSize: number
  entries: SourceEntry[]
  /** Contents only: the section's second size, compression, and the entries as stored when they are compressed. */
  contentsSize: number
  contentsFlags: number
  compression: number
  uncompressedSize: number
  stored: Uint8Array
}

export interface SourceInfo {
  alignedSize: number
  flags: number
  sections: SourceSection[]
  trailing: Uint8Array
}

export function newSourceInfo(): SourceInfo {
  return { alignedSize: 0, flags: 0, sections: [], trailing: NO_BYTES }
}

export function sourceInfo(io: Io, p: SourceInfo): void {
  p.alignedSize = io.u32('aligned size', p.alignedSize)
  p.flags = io.u16('flags', p.flags)
  p.sections = io.list('section', p.sections, io.u16('section count', p.sections.length), newSourceSection, section)
  p.trailing = io.remainder('trailing', p.trailing)
}

function section(io: Io, p: SourceSection): void {
  p.alignedSize = io.u32('aligned size', p.alignedSize)
  p.headerFlags = io.u16('header flags', p.headerFlags)
  p.type = io.u16('type', p.type, SOURCE_SECTION)
  io.sized('', p.alignedSize - 8, p, (io, p) => {
    if (p.type === SOURCE_SECTION.Names) names(io, p)
    else if (p.type === SOURCE_SECTION.Contents) contents(io, p)
    else if (p.type === SOURCE_SECTION.Arguments) argumentText(io, p)
  })
}

function names(io: Io, p: SourceSection): void {
  p.flags = io.u32('flags', p.flags)
  p.count = io.u32('count', p.count)
  p.entriesSize = io.u16('entries size', p.entriesSize)
  p.entries = io.list('name', p.entries, p.count, newSourceEntry, (io, e) => entry(io, e, true))
}

function contents(io: Io, p: SourceSection): void {
  p.contentsSize = io.u32('contents size', p.contentsSize)
  p.contentsFlags = io.u16('contents flags', p.contentsFlags)
  p.compression = io.u16('compression', p.compression, COMPRESSION)
  p.entriesSize = io.u32('entries size', p.entriesSize)
  p.uncompressedSize = io.u32('uncompressed size', p.uncompressedSize)
  p.count = io.u32('count', p.count)
  if (p.compression === COMPRESSION.None)
    p.entries = io.list('content', p.entries, p.count, newSourceEntry, (io, e) => entry(io, e, false))
  else p.stored = io.bytes('stored', p.stored, p.entriesSize)
}

function argumentText(io: Io, p: SourceSection): void {
  p.flags = io.u32('flags', p.flags)
  p.entriesSize = io.u32('size', p.entriesSize)
  p.count = io.u32('count', p.count)
  p.stored = io.bytes('arguments', p.stored, p.entriesSize)
}

const NAME_HEADER = 16
const CONTENT_HEADER = 12

function entry(io: Io, p: SourceEntry, isName: boolean): void {
  p.alignedSize = io.u32('aligned size', p.alignedSize)
  p.flags = io.u32('flags', p.flags)
  const size = io.u32('text size', p.text.length)
  if (isName) p.contentSize = io.u32('content size', p.contentSize)
  io.sized('', p.alignedSize - (isName ? NAME_HEADER : CONTENT_HEADER), p, (io, p) => {
    p.text = io.bytes('text', p.text, size)
  })
}

/** A source file that a debug file holds. */
export interface SourceFile {
  readonly name: string
  readonly text: string
}

/** Names and texts, opened when compressed. @throws FormatError when the compressed contents are damaged */
export function sourceFiles(p: SourceInfo): SourceFile[] {
  const namesOf = p.sections.find(s => s.type === SOURCE_SECTION.Names)
  const contentsOf = p.sections.find(s => s.type === SOURCE_SECTION.Contents)
  if (!namesOf) return []
  const texts = contentsOf ? contentEntries(contentsOf) : []
  return namesOf.entries.map((e, i) => ({ name: plain(e.text), text: texts[i] ? plain(texts[i].text) : '' }))
}

function contentEntries(p: SourceSection): SourceEntry[] {
  if (p.compression === COMPRESSION.None) return p.entries
  if (p.compression !== COMPRESSION.Zlib) throw new FormatError(`unknown compression ${p.compression}`, 0, 'SRCI')
  const reader = new Reader(inflate(p.stored, p.uncompressedSize, 'SRCI'), 0, 'SRCI')
  return reader.list('content', [], p.count, newSourceEntry, (io, e) => entry(io, e, false))
}

/** Arguments of the compilation, names and values in turn as stored. */
export function sourceArguments(p: SourceInfo): readonly { readonly name: string; readonly value: string }[] {
  const stored = p.sections.find(s => s.type === SOURCE_SECTION.Arguments)?.stored ?? NO_BYTES
  const words = utf8Text(stored).split('\0')
  return Array.from({ length: Math.floor(words.length / 2) }, (_, i) => ({
    name: words[2 * i]!,
    value: words[2 * i + 1]!,
  }))
}

/** Contents one behind another, as they are before they are compressed. */
export function sourceEntries(io: Io, entries: readonly SourceEntry[]): void {
  for (const e of entries) entry(io, e, false)
}

function plain(text: Uint8Array): string {
  return utf8Text(text.at(-1) === 0 ? text.subarray(0, -1) : text)
}

export function newSourceEntry(): SourceEntry {
  return { alignedSize: 0, flags: 0, text: NO_BYTES, contentSize: 0, rest: NO_BYTES }
}

export function newSourceSection(): SourceSection {
  return {
    alignedSize: 0,
    headerFlags: 0,
    type: 0,
    flags: 0,
    count: 0,
    entriesSize: 0,
    entries: [],
    contentsSize: 0,
    contentsFlags: 0,
    compression: 0,
    uncompressedSize: 0,
    stored: NO_BYTES,
    rest: NO_BYTES,
  }
}
