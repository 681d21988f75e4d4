// The language service: documents as they are being typed, each with its last analysis. It knows no files: a host gives it text.
// Invariant: an answer is about the texts as they were when it was asked; nothing is computed before somebody asks.

import type { Message } from '../diag/message.ts'
import { Analysis, type AnalysisInput } from './analysis.ts'
import { completionsAt } from './completion.ts'
import { atComment, codeActions, type FileDiagnostics, toDiagnostics } from './file_diagnostics.ts'
import { type ChosenRegisters, hoverAt } from './hover.ts'
import { inlayHints } from './inlay_hints.ts'
import type { LanguageHost, LanguageService, RenameEdits, RenameRange } from './language_service.ts'
import { LineMap } from './line_map.ts'
import type {
  CodeActionText,
  Completion,
  FileRange,
  HoverText,
  InlayHintText,
  LanguageDiagnostic,
  OutlineItem,
  Position,
  SignatureHelpText,
  TextEdit,
  TextRange,
} from './model.ts'
import { outlineOf, semanticTokens } from './outline.ts'
import { definitionAt, referencesAt, renameAt, renameRange, toFileRange } from './rename.ts'
import { signatureHelpAt } from './signature_help.ts'
import { type EntrySettings, type FileTarget, targetOf } from './targets.ts'

/** What a whole compilation adds to what the front end knows. */
export interface Compiled {
  readonly messages: readonly Message[]
  readonly registers: ChosenRegisters
}

/** Compiles a file for an entry point. */
export type CompileEntry = (
  text: string,
  file: string,
  entry: EntrySettings,
  include: AnalysisInput['include'],
) => Compiled

interface Document {
  text: string
  version: number
}

/** State of a file between two edits. */
interface FileState {
  analysis: Analysis
  /** The last one that had a tree. */
  last: Analysis
  input: AnalysisInput
  compiled: Compiled | undefined
}

const NO_REGISTERS: ChosenRegisters = new Map()

export class Documents implements LanguageService {
  readonly #host: LanguageHost
  readonly #compile: CompileEntry
  readonly #documents = new Map<string, Document>()
  readonly #states = new Map<string, FileState>()
  /** Registers of the last compilation that went well. */
  readonly #registers = new Map<string, ChosenRegisters>()
  /** Files to look at again, though nothing of theirs is known to have changed. */
  readonly #stale = new Set<string>()

  constructor(host: LanguageHost, compile: CompileEntry) {
    this.#host = host
    this.#compile = compile
  }

  open(file: string, text: string): void {
    const known = this.#documents.get(file)
    if (known?.text === text) return
    this.#documents.set(file, { text, version: (known?.version ?? 0) + 1 })
    this.changed(file)
  }

  edit(file: string, text: string, range?: TextRange): void {
    const old = this.#documents.get(file)?.text ?? ''
    const lines = new LineMap(old)
    const start = range ? lines.offsetAt(range.start) : 0
    const end = range ? lines.offsetAt(range.end) : old.length
    this.open(file, old.slice(0, start) + text + old.slice(end))
  }

  close(file: string): void {
    this.#documents.delete(file)
    this.#states.delete(file)
    this.changed(file)
  }

  changed(file?: string): void {
    for (const [name, { analysis }] of this.#states)
      if (file === undefined || name === file || analysis.files.includes(file) || hasMissing(analysis))
        this.#stale.add(name)
  }

  get files(): readonly string[] {
    return [...this.#documents.keys()]
  }

  textOf(file: string): string | undefined {
    return this.#documents.get(file)?.text
  }

  targetOf(file: string): FileTarget {
    return this.#state(file).input.target
  }

  includesOf(file: string): readonly string[] {
    return this.#state(file).analysis.files.filter(name => name !== file)
  }

  diagnostics(file: string, { whole = false } = {}): readonly LanguageDiagnostic[] {
    return this.#diagnostics(file, whole).list
  }

  shownDiagnostics(file: string): readonly LanguageDiagnostic[] {
    return this.diagnostics(file, { whole: this.#state(file).compiled !== undefined })
  }

  #diagnostics(file: string, whole: boolean): FileDiagnostics {
    const state = this.#state(file)
    if (whole) this.#compileAll(state)
    return toDiagnostics(state.analysis, state.compiled?.messages ?? state.analysis.messages)
  }

  #compileAll(state: FileState): void {
    const { analysis, input } = state
    if (state.compiled || analysis.hasErrors) return
    const messages = [...analysis.messages]
    const seen = new Set(messages.map(keyOf))
    const registers = new Map<string, string>()
    for (const entry of input.target.entries) {
      const compiled = this.#compile(input.text, input.file, entry, input.include)
      for (const given of compiled.messages) {
        const message = given.line === 0 ? atComment(given, input.file, input.text, entry) : given
        if (!seen.has(keyOf(message))) messages.push(message)
        seen.add(keyOf(message))
      }
      for (const [name, register] of compiled.registers) if (!registers.has(name)) registers.set(name, register)
    }
    state.compiled = { messages, registers }
    if (!messages.some(m => m.severity === 'error')) this.#registers.set(input.file, registers)
  }

  hover(file: string, position: Position): HoverText | undefined {
    const { last } = this.#state(file)
    return hoverAt(last, this.#offset(file, position), this.#chosen(file))
  }

  completions(file: string, position: Position): readonly Completion[] {
    const { input, last } = this.#state(file)
    return completionsAt(input, this.#offset(file, position), last)
  }

  signatureHelp(file: string, position: Position): SignatureHelpText | undefined {
    const { input, last } = this.#state(file)
    return signatureHelpAt(input, this.#offset(file, position), last)
  }

  definition(file: string, position: Position): FileRange | undefined {
    return definitionAt(this.#state(file).last, this.#offset(file, position))
  }

  references(file: string, position: Position, { declaration = true } = {}): readonly FileRange[] {
    const { last } = this.#state(file)
    const found = referencesAt(last, this.#offset(file, position), declaration)
    const at = definitionAt(last, this.#offset(file, position))
    const all = new Map(found.map(place => [JSON.stringify(place), place]))
    for (const { last: other } of this.#sharing(file, at)) {
      const offset = other.linesOf(at!.file).offsetAt(at!.range.start)
      const symbol = other.index.at(at!.file, offset)?.symbol
      for (const place of symbol?.places ?? [])
        if (declaration || !place.isDeclaration) {
          const range = toFileRange(other, place)
          all.set(JSON.stringify(range), range)
        }
    }
    return [...all.values()]
  }

  /** States of other open files that read the file of a declaration. */
  #sharing(file: string, at: FileRange | undefined): FileState[] {
    if (!at) return []
    const others = this.files.filter(name => name !== file)
    return others.map(name => this.#state(name)).filter(({ last }) => last.files.includes(at.file))
  }

  prepareRename(file: string, position: Position): RenameRange {
    return renameRange(this.#state(file).last, this.#offset(file, position))
  }

  rename(file: string, position: Position, newName: string): RenameEdits {
    const state = this.#state(file)
    const offset = this.#offset(file, position)
    const at = definitionAt(state.last, offset)
    const all = new Map<string, FileRange>()
    const add = (from: FileState, where: number): string | undefined => {
      const found = renameAt(from.last, from.input, where, newName)
      if ('problem' in found) return found.problem
      for (const place of found.places) {
        const range = toFileRange(from.last, place)
        all.set(JSON.stringify(range), range)
      }
      return undefined
    }
    const problem = add(state, offset)
    if (problem !== undefined) return { problem }
    for (const other of this.#sharing(file, at)) {
      const place = other.last.index.at(at!.file, other.last.linesOf(at!.file).offsetAt(at!.range.start))
      const own = place?.symbol.places.find(p => p.file === other.last.file)
      if (!own) continue
      const trouble = add(other, own.start)
      if (trouble !== undefined) return { problem: `${other.last.file}: ${trouble}` }
    }
    const edits = new Map<string, TextEdit[]>()
    for (const { file: name, range } of all.values()) {
      const list = edits.get(name)
      if (list) list.push({ range, newText: newName })
      else edits.set(name, [{ range, newText: newName }])
    }
    return { edits }
  }

  outline(file: string): readonly OutlineItem[] {
    return outlineOf(this.#state(file).last)
  }

  semanticTokens(file: string): readonly number[] {
    return semanticTokens(this.#state(file).last)
  }

  inlayHints(file: string, range: TextRange): readonly InlayHintText[] {
    const { last } = this.#state(file)
    const lines = last.linesOf(file)
    return inlayHints(last, lines.offsetAt(range.start), lines.offsetAt(range.end), this.#chosen(file))
  }

  codeActions(file: string, range: TextRange): readonly CodeActionText[] {
    return codeActions(this.#diagnostics(file, this.#state(file).compiled !== undefined), range)
  }

  #chosen(file: string): ChosenRegisters {
    return this.#registers.get(file) ?? NO_REGISTERS
  }

  #offset(file: string, position: Position): number {
    return this.#state(file).analysis.linesOf(file).offsetAt(position)
  }

  /** @throws Error for a file that is not open */
  #state(file: string): FileState {
    const document = this.#documents.get(file)
    if (!document) throw new Error(`'${file}' is not open`)
    const known = this.#states.get(file)
    if (known && !this.#stale.has(file)) return known
    this.#stale.delete(file)
    const target = targetOf(file, document.text, this.#host.settings?.(file))
    const input = { file, text: document.text, target, include: this.#includer(target) }
    const analysis = new Analysis(input)
    const last = analysis.isComplete || !known ? analysis : known.last
    const state: FileState = { analysis, last, input, compiled: undefined }
    this.#states.set(file, state)
    return state
  }

  /** Open files stand for what is on the disk. */
  #includer(target: FileTarget): AnalysisInput['include'] {
    const settings = target.entries[0] ?? target.settings
    return (path, from, angled, outer) => {
      const found = this.#host.include?.(path, from, angled, outer, settings)
      if (!found || !('text' in found)) return found
      const open = this.#documents.get(found.name)
      return open ? { name: found.name, text: open.text } : found
    }
  }
}

const keyOf = ({ code, file, line, column, message }: Message): string => `${code}:${file}:${line}:${column}:${message}`
const hasMissing = ({ messages }: Analysis): boolean =>
  messages.some(m => m.code === 'E1102' || /file not found/.test(m.message))
