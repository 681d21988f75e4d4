// LLVM text to a signed container, and the listing that can be turned back into the very same file.
// Invariant: bad text becomes messages with a place; only bugs are thrown.

import { assembleContainer, programPart } from '../assemble/assemble_container.ts'
import { stripReflection } from '../assemble/strip_reflection.ts'
import { BOOLEAN, checkArgument, checkBytes, checkOptions, type OptionTable, STRING } from '../base/arguments.ts'
import { ContentError } from '../base/content_error.ts'
import { FormatError } from '../base/format_error.ts'
import {
  digestState,
  type PartData,
  readContainer,
  SIGNING,
  type Signing,
  writeContainer,
} from '../container/container.ts'
import type { Args, Code } from '../diag/codes.ts'
import { Diagnostics } from '../diag/diagnostics.ts'
import { Sources, type Span } from '../diag/sources.ts'
import { readProgram } from '../dxil/program.ts'
import { type Listing, shownModule } from '../listing/listing.ts'
import {
  type FoundTrailer,
  findTrailer,
  type Trailer,
  TrailerError,
  type TrailerPart,
  withTrailer,
} from '../listing/trailer.ts'
import type { Module } from '../llvm/model/module.ts'
import { hasDebugInfo, stripDebugInfo } from '../llvm/model/strip_debug.ts'
import { parseModule } from '../llvm/text/parse_module.ts'
import { TextError } from '../llvm/text/parse_tokens.ts'
import { verifyModule } from '../llvm/verify/verify.ts'
import { writeModule } from '../llvm/write/write_module.ts'
import { listingOf } from './disassemble.ts'
import { type Report, reportOf } from './report.ts'

export interface AssembleTextOptions {
  /** Name of the text in messages; default `<text>`. */
  readonly name?: string
  /** Default: what the trailer says, else 'retail'. */
  readonly signing?: Signing
  /** Compute every part from the text, even if a trailer holds them. */
  readonly ignoreTrailer?: boolean
}

/** Plain data; there is a container exactly when `ok`. */
export type AssembleTextResult =
  | (Report & { readonly ok: true; readonly container: Uint8Array })
  | (Report & { readonly ok: false; readonly container?: undefined })

const OPTIONS: OptionTable<AssembleTextOptions> = { name: STRING, signing: SIGNING, ignoreTrailer: BOOLEAN }

/** Parts that say nothing of the program's code, so that a changed program may keep them. */
const INDEPENDENT: ReadonlySet<string> = new Set(['RTS0', 'ILDN', 'PRIV', 'VERS', 'SRCI', 'PDBI'])

/**
 * Assembles LLVM 3.7 text: of `dxc -dumpbin`, of disasm, or edited. With the trailer of losslessListing() behind unchanged text the
 * result is the original file; behind changed text the trailer gives the root signature and other parts the code does not decide.
 */
export function assembleText(text: string, options: AssembleTextOptions = {}): AssembleTextResult {
  checkArgument('assembleText', 'text', text, STRING)
  checkOptions('assembleText', options, OPTIONS)
  const sources = new Sources()
  const file = sources.add(options.name ?? '<text>', text)
  const diagnostics = new Diagnostics(sources, 0)
  const report = <C extends Code>(code: C, pos: number, end: number, args: Args<C>): void => {
    const span: Span = pos < 0 ? { pos: 0, end: 0 } : { pos: file.base + pos, end: file.base + end }
    diagnostics.report(code, span, args)
  }
  const container = attempt(text, options, report)
  const shown = reportOf(diagnostics)
  return container && diagnostics.errorCount === 0 ? { ...shown, ok: true, container } : { ...shown, ok: false }
}

type Reporter = <C extends Code>(code: C, pos: number, end: number, args: Args<C>) => void

function attempt(text: string, options: AssembleTextOptions, report: Reporter): Uint8Array | undefined {
  try {
    const found = options.ignoreTrailer ? null : findTrailer(text)
    if (found?.isUnchanged) return restored(text, found.trailer, options.signing)
    return assembled(text, found, options, report)
  } catch (error) {
    if (error instanceof TextError) report('E5000', error.pos, error.end, { what: error.message })
    else if (error instanceof TrailerError) report('E5003', error.at, error.at, { why: error.message })
    else if (error instanceof FormatError || error instanceof ContentError)
      report('E5001', -1, -1, { why: error.message })
    else throw error
    return undefined
  }
}

/** Parts from the text alone. */
function assembled(
  text: string,
  found: FoundTrailer | null,
  options: AssembleTextOptions,
  report: Reporter,
): Uint8Array | undefined {
  const kinds = found?.trailer.metadataKinds
  const module = parsed(text, kinds)
  const problems = verifyModule(module)
  for (const what of problems) report('E5002', -1, -1, { what })
  if (problems.length > 0) return undefined
  const given = found?.trailer.parts.filter(p => p.data !== null) ?? []
  const kept = given.filter(p => INDEPENDENT.has(p.name)).map(p => ({ name: p.name, data: p.data! }))
  if (found) {
    const lost = ['STAT'].filter(name => given.some(p => p.name === name))
    report('W5000', -1, -1, { parts: lost.length > 0 ? `${lost.join(', ')} is` : 'nothing is' })
  }
  return containerOf(text, module, kinds, kept, options.signing ?? found?.trailer.signing ?? 'retail')
}

const parsed = (text: string, kinds: readonly string[] | undefined): Module =>
  parseModule(text, kinds === undefined ? {} : { metadataKinds: kinds })

/** With debug information the module goes into ILDB, and without it into DXIL, as DXC does. */
function containerOf(
  text: string,
  module: Module,
  kinds: readonly string[] | undefined,
  extraParts: readonly PartData[],
  signing: Signing,
): Uint8Array {
  if (!hasDebugInfo(module)) return assembleContainer(module, { signing, extraParts })
  const full = programPart('ILDB', readProgram(module), writeModule(module))
  const bare = parsed(text, kinds)
  stripDebugInfo(bare)
  stripReflection(bare, readProgram(bare))
  return assembleContainer(bare, { signing, extraParts: [...extraParts, full] })
}

/** The file a trailer was made from. */
function restored(text: string, trailer: Trailer, signing: Signing | undefined): Uint8Array {
  if (trailer.file) return trailer.file
  const made = partsFromText(text, trailer.metadataKinds)
  const parts = trailer.parts.map(({ name, data }) => {
    const part = data ?? made.get(name)
    if (!part) throw new FormatError(`the trailer wants a part ${name}, which the text does not give`, 0)
    return { name, data: part }
  })
  return rebuilt(parts, signing ?? trailer.signing)
}

/** Alignment is as the parts have it: version 1.0 makes no demands. */
const rebuilt = (parts: readonly PartData[], signing: Signing): Uint8Array =>
  writeContainer(parts, { major: 1, minor: 0 }, signing)

/** What the assembler makes of the text, by name. */
function partsFromText(text: string, kinds: readonly string[]): Map<string, Uint8Array> {
  const bytes = containerOf(text, parsed(text, kinds), kinds, [], 'none')
  return new Map(readContainer(bytes).parts.map(p => [p.name, p.data]))
}

/**
 * The listing with a trailer of comments from which assembleText() makes these very bytes again.
 * @throws FormatError when the bytes hold nothing that could be listed
 */
export function losslessListing(bytes: Uint8Array): Listing {
  checkBytes('losslessListing', bytes)
  const { text, problems } = listingOf(bytes)
  const metadataKinds = kindsOf(bytes)
  const parts = partsToKeep(bytes, text, metadataKinds)
  const whole: Trailer = { metadataKinds, signing: 'none', parts: [], file: bytes }
  return { text: withTrailer(text, parts ?? whole), problems }
}

/** Kinds of the module that is listed, none if it cannot be read. */
function kindsOf(bytes: Uint8Array): readonly string[] {
  try {
    return shownModule(bytes).metadataKinds
  } catch (error) {
    if (error instanceof FormatError) return []
    throw error
  }
}

/** The trailer in parts, null when that does not give the file back. */
function partsToKeep(bytes: Uint8Array, text: string, metadataKinds: readonly string[]): Trailer | null {
  try {
    const container = readContainer(bytes)
    const state = digestState(container)
    const signing = state === 'unsigned' ? 'none' : state
    if (signing === 'wrong' || signing === 'bypass') return null
    const made = madeParts(text, metadataKinds)
    const parts: TrailerPart[] = container.parts.map(({ name, data }) => {
      const same = made.get(name)
      return { name, data: same && isEqual(same, data) ? null : data }
    })
    const back = rebuilt(
      container.parts.map(({ name, data }) => ({ name, data })),
      signing,
    )
    return isEqual(back, bytes) ? { metadataKinds, signing, parts, file: null } : null
  } catch (error) {
    if (error instanceof FormatError || error instanceof ContentError) return null
    throw error
  }
}

/** partsFromText(), empty when the text makes no program. */
function madeParts(text: string, kinds: readonly string[]): Map<string, Uint8Array> {
  try {
    return partsFromText(text, kinds)
  } catch (error) {
    if (error instanceof FormatError || error instanceof ContentError || error instanceof TextError) return new Map()
    throw error
  }
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((x, i) => x === b[i])
