// One look at a file: preprocessed, parsed and checked under a watch, errors or not. A keystroke makes a new one.

import { Diagnostics, TooManyErrors } from '../diag/diagnostics.ts'
import { type Message, toMessage } from '../diag/message.ts'
import { Sources } from '../diag/sources.ts'
import { judgeOf, SYNTAX_ERRORS } from '../hlsl/check/after_syntax_error.ts'
import type { CheckWatch } from '../hlsl/check/core/watch.ts'
import { type CheckOptions, type CompleteOptions, checkWatched, type WatchedUnit } from '../hlsl/check/program.ts'
import { parseSource } from '../hlsl/parse/translation_unit.ts'
import type { IncludeCallback, PreprocessOptions } from '../hlsl/preprocess/preprocessor.ts'
import type { TranslationUnit } from '../hlsl/tree/ast.ts'
import { NEWEST_MINOR, RELEASED_MINOR, stageOf } from '../spec/stages.ts'
import { LineMap } from './line_map.ts'
import { SymbolIndex } from './symbol_index.ts'
import type { EntrySettings, FileSettings, FileTarget } from './targets.ts'
import { UnitWatch } from './unit_watch.ts'

/** More errors than these nobody reads while typing. */
const MAX_ERRORS = 100

export interface AnalysisInput {
  readonly file: string
  readonly text: string
  readonly target: FileTarget
  readonly include: IncludeCallback
}

export class Analysis {
  readonly file: string
  readonly text: string
  readonly target: FileTarget
  readonly sources = new Sources()
  readonly watch = new UnitWatch()
  readonly unit: TranslationUnit | undefined
  /** Undefined when there were too many errors. */
  readonly checked: WatchedUnit | undefined
  readonly messages: readonly Message[]
  readonly hasErrors: boolean
  readonly options: Pick<CompleteOptions, 'native16Bit' | 'packMatrix' | 'binding'>
  #index: SymbolIndex | undefined
  readonly #lines = new Map<string, LineMap>()

  /** With another watch the index stays empty. */
  constructor(input: AnalysisInput, watch?: CheckWatch) {
    this.file = input.file
    this.text = input.text
    this.target = input.target
    const { unit, checked, messages, hasErrors, options } = frontEnd(input, this.sources, watch ?? this.watch)
    this.unit = unit
    this.checked = checked
    this.messages = messages
    this.hasErrors = hasErrors
    this.options = options
  }

  get index(): SymbolIndex {
    this.#index ??= new SymbolIndex(this.sources, this.unit?.declarations ?? [], this.watch)
    return this.#index
  }

  /** Whether it has a tree: not after an include that was not found. */
  get isComplete(): boolean {
    return this.unit !== undefined && (this.unit.declarations.length > 0 || !this.hasErrors)
  }

  /** The files that were read, this one first. */
  get files(): readonly string[] {
    return [...new Set(this.sources.files.map(f => f.name))]
  }

  linesOf(file: string): LineMap {
    let lines = this.#lines.get(file)
    if (!lines) {
      const text = file === this.file ? this.text : (this.sources.files.find(f => f.name === file)?.text ?? '')
      this.#lines.set(file, (lines = new LineMap(text)))
    }
    return lines
  }

  /** Offset in this file of a position of the sources; undefined where another file or a macro's body is there. */
  offsetOf(pos: number): number | undefined {
    if (this.sources.expansionAt(pos)) return undefined
    const file = this.sources.fileAt(pos)
    return file?.name === this.file ? pos - file.base : undefined
  }

  /** Position in the sources of an offset of this file. */
  posOf(offset: number): number {
    return (this.sources.files.find(f => f.name === this.file)?.base ?? 1) + offset
  }
}

/** The macros and rules that an entry point, or a header, is read with. */
function stageOptions(target: FileTarget): {
  readonly entry: EntrySettings | undefined
  readonly settings: FileSettings
  readonly shaderModel: PreprocessOptions['target']
} {
  const [entry] = target.entries
  const [, stage = 'lib', minor = String(RELEASED_MINOR)] = /^([a-z]+)_6_(\d+)$/.exec(entry?.target ?? '') ?? []
  const known = stageOf(stage)?.prefix ?? 'lib'
  return {
    entry,
    settings: entry ?? target.settings,
    shaderModel: { stage: known, major: 6, minor: Math.min(Number(minor), NEWEST_MINOR) },
  }
}

type FrontEnd = Pick<Analysis, 'unit' | 'checked' | 'messages' | 'hasErrors' | 'options'>

function frontEnd({ file, text, target, include }: AnalysisInput, sources: Sources, watch: CheckWatch): FrontEnd {
  const { entry, settings, shaderModel } = stageOptions(target)
  const {
    hlslVersion = '2021',
    enable16BitTypes = false,
    packMatrix = 'column_major',
    binding = 'dxc',
    defines = [],
  } = settings
  const version = hlslVersion === '202x' ? 2029 : Number(hlslVersion)
  const diagnostics = new Diagnostics(sources, MAX_ERRORS)
  let unit: TranslationUnit | undefined
  let checked: WatchedUnit | undefined
  try {
    diagnostics.allow(SYNTAX_ERRORS)
    const reading = {
      source: text,
      name: file,
      defines,
      include,
      target: shaderModel,
      hlslVersion: version,
      enable16BitTypes,
      ignoreLineDirectives: true,
    }
    unit = parseSource(reading, diagnostics)
    const isBroken = diagnostics.errorCount > 0
    const found = diagnostics.list.length
    diagnostics.allow(isBroken ? 2 : 1)
    const options: CheckOptions = {
      entry: entry?.entry ?? '',
      stage: shaderModel.stage,
      shaderModel,
      hlslVersion: version,
      native16Bit: enable16BitTypes,
      packMatrix,
      binding,
      payloadQualifiers: shaderModel.minor >= 7,
      isBroken,
    }
    checked = checkWatched(unit, options, diagnostics, { watch, isHeader: entry === undefined })
    diagnostics.interleave(found, judgeOf(unit))
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error
  }
  diagnostics.trim()
  return {
    unit,
    checked,
    messages: diagnostics.list.map(d => toMessage(d, sources)),
    hasErrors: diagnostics.errorCount > 0,
    options: { native16Bit: enable16BitTypes, packMatrix, binding },
  }
}
