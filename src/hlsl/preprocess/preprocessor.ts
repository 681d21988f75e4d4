// Runs the preprocessor over a translation unit: files, conditionals, includes; the result is one column set of tokens.
// Invariant: every directive leaves the lexer at the end of its line; a file's conditionals are closed (or reported) when it ends.

import { type Diagnostics, replacement } from '../../diag/diagnostics.ts'
import { NOWHERE, type SourceFile, type Sources } from '../../diag/sources.ts'
import { Lexer } from '../lex/lexer.ts'
import type { Names } from '../lex/names.ts'
import {
  EOF,
  IDENTIFIER,
  KEYWORD_BASE,
  KEYWORD_COUNT,
  KIND,
  LINE_START,
  NUMBER,
  SPACE_BEFORE,
  STRING,
  TokenColumns,
  UNKNOWN,
} from '../lex/token.ts'
import { type Conditional, Directives, type FileState } from './directives.ts'
import { EMBEDDED_HEADERS } from './embedded_headers.ts'
import {
  type Asked,
  type FileMemory,
  type FileRecord,
  isSameMacro,
  macroChanges,
  type Place,
  type Recording,
} from './file_memory.ts'
import { MacroReader, Stop } from './macro_reader.ts'
import type { Builtin, Token } from './macros.ts'
import type { FileChange, Pragma } from './marks.ts'
import { definesText, type PredefinedOptions, predefinedMacros, predefinedNames } from './predefined.ts'
import { featureQuery, identifierQuery } from './queries.ts'
import { spell } from './substitute.ts'

/** Where a file that is not there was looked for. */
export interface MissingInclude {
  /** Folders, in the order of the search. */
  readonly searched: readonly string[]
  /** A path that is there and looks much like it. Asked only when the error is reported. */
  readonly nearest?: () => string | undefined
}

/**
 * Finds an included file. name is what messages and `#pragma once` know it by; undefined means not found. `outer` are the files around
 * `fromFile`, innermost first: "x" is looked for beside each of them, too. None for <x>.
 */
export type IncludeCallback = (
  path: string,
  fromFile: string,
  angled: boolean,
  outer: readonly string[],
) => { readonly name: string; readonly text: string } | MissingInclude | undefined

/** As DXC has it in messages. */
const embeddedName = (path: string): string => `<built-in:hlsl>/${path}`

const isFound = <T extends object>(answer: T | MissingInclude | undefined): answer is Exclude<T, MissingInclude> =>
  answer !== undefined && !('searched' in answer)

export interface PreprocessOptions extends PredefinedOptions {
  readonly source: string
  readonly name: string
  /** -D options: 'NAME' or 'NAME=value'. */
  readonly defines: readonly string[]
  readonly include: IncludeCallback | undefined
  /** #line says nothing. */
  readonly ignoreLineDirectives?: boolean
  /** As FXC does, operands of ## are expanded first. */
  readonly legacyMacroExpansion?: boolean
  /** What earlier compilations with these options have read. */
  readonly memory?: FileMemory
  /** A macro whose text, as it is at the end of the source, becomes Preprocessed.finalMacro. */
  readonly finalMacro?: string
}

/** What a macro stands for: its strings joined without their quotes, other tokens as they are. */
export interface MacroText {
  readonly text: string
  /** The name where the macro is defined; at 0 for one that no text defines. */
  readonly pos: number
  readonly end: number
}

export interface Preprocessed {
  readonly tokens: TokenColumns
  readonly names: Names
  readonly pragmas: readonly Pragma[]
  /** Pragmas and changes of file together, in order. */
  readonly marks: readonly (Pragma | FileChange)[]
  /** Names of all files included, each once, in order of first inclusion. */
  readonly includedFiles: readonly string[]
  /** The macro that the options name; undefined when it is not defined. */
  readonly finalMacro: MacroText | undefined
  /** False when it ended early at a fatal error: the tokens are not worth parsing. */
  readonly complete: boolean
  /** Year of the language: the grammar depends on it in places. */
  readonly hlslVersion: number
}

const MAX_INCLUDE_DEPTH = 200
/** A source with more characters that begin no token is no HLSL: reading on would only take time. */
const MAX_UNKNOWN = 1000

/** Preprocesses one translation unit. Problems go to diagnostics (whose error limit may throw TooManyErrors). */
export function preprocess(options: PreprocessOptions, diagnostics: Diagnostics): Preprocessed {
  return new Preprocessor(options, diagnostics).run()
}

class Preprocessor {
  readonly #options: PreprocessOptions
  readonly #sources: Sources
  readonly #diagnostics: Diagnostics
  readonly #names: Names
  readonly #tokens: TokenColumns
  readonly #pragmas: Pragma[] = []
  readonly #marks: (Pragma | FileChange)[] = []
  readonly #included = new Set<string>()
  readonly #files: FileState[] = []
  readonly #reader: MacroReader
  readonly #directives: Directives
  /** Files that are to be remembered, the innermost last. */
  readonly #recordings: Recording[] = []
  #counter = 0
  #unknown = 0

  constructor(options: PreprocessOptions, diagnostics: Diagnostics) {
    this.#options = options
    this.#names = options.memory?.names() ?? predefinedNames()
    // As many as there are, or fewer: what is too much costs more than growing once.
    this.#tokens = new TokenColumns(Math.max(options.memory?.expected ?? 0, 64 + (options.source.length >> 4)))
    this.#diagnostics = diagnostics
    this.#sources = diagnostics.sources
    const macros = predefinedMacros(this.#names, options)
    this.#reader = new MacroReader(this.#sources, this.#names, macros, diagnostics, {
      directive: () => this.#directives.run(),
      builtin: name => this.#builtin(name),
      pastesExpanded: options.legacyMacroExpansion === true,
    })
    this.#directives = new Directives(this.#reader, this.#files, {
      include: (path, angled, token) => this.#include(path, angled, token),
      pragma: (text, pos, end, spelling) => this.#pragma({ tokenIndex: this.#tokens.count, text, pos, end, spelling }),
      find: (path, angled) => {
        // What such a question depends on is not remembered.
        this.#recordings.length = 0
        this.#reader.asked = undefined
        return isFound(this.#find(path, angled))
      },
      ignoresLines: options.ignoreLineDirectives === true,
    })
  }

  run(): Preprocessed {
    let complete = false
    let finalMacro: MacroText | undefined
    try {
      const main = this.#sources.add(this.#options.name, this.#options.source)
      if (this.#options.defines.length > 0) this.#readDefines()
      this.#enter(main)
      this.#loop()
      finalMacro = this.#finalMacro()
      complete = true
    } catch (e) {
      if (!(e instanceof Stop)) throw e
    } finally {
      // A macro may have been left in the middle of its expansion.
      if (!complete) this.#options.memory?.clear()
    }
    this.#end()
    if (this.#options.memory) this.#options.memory.expected = this.#tokens.count
    return {
      tokens: this.#tokens,
      names: this.#names,
      pragmas: this.#pragmas,
      marks: this.#marks,
      includedFiles: [...this.#included],
      finalMacro,
      complete,
      hlslVersion: this.#options.hlslVersion,
    }
  }

  /** Parameters stay as they are: DXC reads the body of a macro with parameters too. */
  #finalMacro(): MacroText | undefined {
    const { finalMacro } = this.#options
    const macro = finalMacro === undefined ? undefined : this.#reader.macros[this.#names.intern(finalMacro)]
    if (!macro) return undefined
    macro.disabled = true
    const tokens = this.#reader.expandAll(macro.body)
    macro.disabled = false
    return { text: joinedText(this.#names, tokens), pos: macro.pos, end: macro.end }
  }

  #pragma(pragma: Pragma): void {
    this.#pragmas.push(pragma)
    this.#marks.push(pragma)
  }

  #readDefines(): void {
    this.#enter(this.#sources.add('<command line>', definesText(this.#options.defines)))
    this.#loop()
  }

  /** The hot loop: tokens straight from the file bypass the macro reader unless they name a macro. */
  #loop(): void {
    const reader = this.#reader
    const macros = reader.macros
    const tokens = this.#tokens
    const hash = KIND['#']
    for (;;) {
      if (reader.atFileLevel) {
        const lexer = reader.lexer!
        lexer.next()
        const kind = lexer.kind
        if (kind === IDENTIFIER) {
          reader.asked?.add(lexer.value)
          const macro = macros[lexer.value]
          reader.take(lexer)
          if (macro !== undefined && reader.expand(macro)) continue
        } else if (kind === hash && (lexer.flags & LINE_START) !== 0) {
          this.#directives.run()
          continue
        } else if (kind === EOF) {
          if (!this.#leave()) return
          continue
        } else reader.take(lexer)
      } else {
        reader.next()
        if (reader.kind === EOF) {
          if (!this.#leave()) return
          continue
        }
      }
      const value = reader.value
      const kind = reader.kind
      if (kind === UNKNOWN && ++this.#unknown > MAX_UNKNOWN) this.#notText()
      tokens.push(
        kind === IDENTIFIER && value <= KEYWORD_COUNT ? KEYWORD_BASE + value : kind,
        value,
        reader.pos,
        reader.end,
        reader.flags,
      )
    }
  }

  #notText(): never {
    this.#diagnostics.report('E1023', this.#reader, { limit: MAX_UNKNOWN })
    throw new Stop()
  }

  #end(): void {
    const lexer = this.#reader.lexer
    const pos = lexer ? Math.min(Math.max(lexer.pos, lexer.file.base), lastLineEnd(lexer.file)) : 0
    this.#tokens.push(EOF, 0, pos, pos, LINE_START)
  }

  #enter(file: SourceFile): void {
    const lexer = new Lexer(file, this.#names, this.#diagnostics)
    this.#files.push({ lexer, name: file.name, conditionals: [] })
    this.#reader.lexer = lexer
    this.#diagnostics.states.enter(file.base)
  }

  /** Ends the current file; false when no other is open. */
  #leave(): boolean {
    const file = this.#files.pop()!
    for (const open of file.conditionals) this.#unterminated(open)
    const { length } = this.#recordings
    if (length > 0 && this.#recordings[length - 1]!.place.depth === this.#files.length)
      this.#remember(this.#recordings.pop()!)
    const outer = this.#files[this.#files.length - 1]
    if (!outer) return false
    this.#reader.lexer = outer.lexer
    this.#goOn(outer)
    return true
  }

  /** Behind an include. */
  #goOn({ lexer }: FileState): void {
    this.#marks.push({ tokenIndex: this.#tokens.count, pos: lexer.position, includedAt: undefined })
    this.#diagnostics.states.enter(lexer.position)
  }

  #unterminated(open: Conditional): void {
    this.#diagnostics.report('E1105', open, {})
  }

  #find(path: string, angled: boolean): ReturnType<IncludeCallback> {
    return this.#ask(path, angled, this.#around())
  }

  /** Names of the open files, innermost first. */
  #around(): string[] {
    return this.#files.map(file => file.name).reverse()
  }

  #ask(path: string, angled: boolean, [from, ...around]: readonly string[]): ReturnType<IncludeCallback> {
    const { include } = this.#options
    const outer = angled ? [] : around
    let found = include?.(path, from!, angled, outer)
    // A callback that only looks beside the file it is told is told of the others. One that says where it searched knows of them.
    for (let i = 0; include && found === undefined && i < outer.length; i++)
      found = include(path, outer[i]!, angled, outer.slice(i + 1))
    const text = angled && !isFound(found) ? EMBEDDED_HEADERS.get(path) : undefined
    return text === undefined ? found : { name: embeddedName(path), text }
  }

  #include(path: string, angled: boolean, at: Token): void {
    if (this.#files.length >= MAX_INCLUDE_DEPTH) {
      this.#diagnostics.report('E1102', at, {})
      throw new Stop()
    }
    const found = this.#find(path, angled)
    if (!isFound(found)) {
      this.#reportMissing(path, at, found)
      throw new Stop()
    }
    const { name, text } = found
    // Who asks for the files wants to know when they change.
    if (name !== embeddedName(path)) this.#included.add(name)
    if (this.#recordings.length > 0) {
      const asked = { path, angled, around: this.#around(), name, text }
      for (const recording of this.#recordings) recording.asked.push(asked)
    }
    if (this.#directives.once.has(name)) return
    const place = { name, text, base: this.#sources.next, includedAt: at.pos, depth: this.#files.length }
    if (this.#canRemember()) {
      if (this.#recall(place)) return
      this.#record(place)
    }
    const file = this.#sources.add(name, text, at.pos)
    this.#marks.push({ tokenIndex: this.#tokens.count, pos: file.base, includedAt: at.pos })
    this.#enter(file)
  }

  // ---- Files that were read before ----

  #canRemember(): boolean {
    return this.#options.memory !== undefined && this.#reader.isAtRest && !this.#diagnostics.states.isUsed
  }

  /** What no remembered file may change. */
  #still(): number[] {
    const { list, errorCount } = this.#diagnostics
    return [list.length, errorCount, this.#counter, this.#unknown]
  }

  #record(place: Place): void {
    const { macros, spent } = this.#reader
    const before = {
      macros: macros.slice(),
      once: new Set(this.#directives.once),
      tokens: this.#tokens.count,
      marks: this.#marks.length,
      sources: this.#sources.mark(),
      spent,
      still: this.#still(),
    }
    const askedMacros = new Set<number>()
    this.#recordings.push({ place, before, askedMacros, asked: [] })
    this.#reader.asked = askedMacros
  }

  /** A file that is being recorded ends. */
  #remember({ place, before, askedMacros, asked }: Recording): void {
    const outer = this.#recordings.at(-1)
    this.#reader.asked = outer?.askedMacros
    if (outer) for (const id of askedMacros) outer.askedMacros.add(id)
    const sources = this.#sources.since(before.sources)
    const still = this.#still()
    if (!sources || !this.#canRemember() || still.some((n, i) => n !== before.still[i])) return
    const { macros, spent } = this.#reader
    const { once } = this.#directives
    this.#options.memory!.add({
      place,
      macros: [...askedMacros].map(id => [id, before.macros[id]]),
      once: [...new Set(asked.map(a => a.name))].map(name => [name, before.once.has(name)]),
      asked,
      tokens: this.#tokens.from(before.tokens),
      marks: this.#marks.slice(before.marks + 1).map(m => ({ ...m, tokenIndex: m.tokenIndex - before.tokens })),
      madeMacros: macroChanges(before.macros, macros),
      madeOnce: [...once].filter(name => !before.once.has(name)),
      sources,
      spent: { expanded: spent.expanded - before.spent.expanded, text: spent.text - before.spent.text },
    })
  }

  /** Takes a file as it was read before; false when it never was in these circumstances. */
  #recall(place: Place): boolean {
    const record = this.#options.memory!.at(place).find(r => this.#holds(r))
    if (!record || !this.#reader.spend(record.spent)) return false
    for (const recording of this.#recordings) {
      recording.asked.push(...record.asked)
      for (const [id] of record.macros) recording.askedMacros.add(id)
    }
    for (const { name, path } of record.asked) if (name !== embeddedName(path)) this.#included.add(name)
    const first = this.#tokens.count
    this.#marks.push({ tokenIndex: first, pos: place.base, includedAt: place.includedAt })
    for (const mark of record.marks) {
      const moved = { ...mark, tokenIndex: mark.tokenIndex + first }
      this.#marks.push(moved)
      if ('text' in moved) this.#pragmas.push(moved)
    }
    this.#tokens.append(record.tokens)
    this.#sources.append(record.sources)
    for (const [id, macro] of record.madeMacros) this.#reader.macros[id] = macro
    for (const name of record.madeOnce) this.#directives.once.add(name)
    this.#goOn(this.#files.at(-1)!)
    return true
  }

  /** Whether everything that a file asked for is as it was. */
  #holds({ macros, once, asked }: FileRecord): boolean {
    const isSame = ({ path, angled, around, name, text }: Asked): boolean => {
      const found = this.#ask(path, angled, around)
      return isFound(found) && found.name === name && found.text === text
    }
    return (
      macros.every(([id, macro]) => isSameMacro(this.#reader.macros[id], macro)) &&
      once.every(([name, was]) => this.#directives.once.has(name) === was) &&
      asked.every(isSame)
    )
  }

  #reportMissing(path: string, at: Token, missing: MissingInclude | undefined): void {
    const error = this.#diagnostics.report('E1101', at, { file: path })
    if (!missing) return
    const guess = missing.nearest?.()
    if (guess !== undefined) {
      // Inside the quotes or brackets.
      const inside = { pos: at.pos + 1, end: at.end - 1 }
      const fixIts = inside.end > inside.pos ? [replacement(inside, guess)] : []
      this.#diagnostics.note(error, 'N1160', at, { file: guess }, { fixIts })
    }
    if (missing.searched.length > 0)
      this.#diagnostics.note(error, 'N1161', NOWHERE, { folders: missing.searched.join(', ') })
  }

  #builtin(name: Builtin): void {
    const reader = this.#reader
    switch (name) {
      case '__LINE__':
        return void reader.become(NUMBER, String(this.#sources.locate(this.#sources.fileEnd(reader.end))?.line ?? 1))
      case '__FILE__':
        return void reader.become(STRING, quoted(this.#sources.locate(reader.pos)?.file ?? ''))
      case '__BASE_FILE__':
        return void reader.become(STRING, quoted(this.#options.name))
      case '__COUNTER__':
        return void reader.become(NUMBER, String(this.#counter++))
      case '__INCLUDE_LEVEL__':
        return void reader.become(NUMBER, String(this.#files.length - 1))
      // Unknown on purpose: output must not depend on when it was made.
      case '__DATE__':
        return void reader.become(STRING, '"??? ?? ????"')
      case '__TIME__':
        return void reader.become(STRING, '"??:??:??"')
      case 'defined':
        return void this.#directives.definedOperator()
      case '__TIMESTAMP__':
        return void reader.become(STRING, '""')
      case '__has_include':
      case '__has_include_next':
        return void this.#directives.hasIncludeOperator()
      case '_Pragma':
        return void this.#directives.pragmaOperator()
      case '__has_feature':
      case '__has_extension':
      case '__has_builtin':
      case '__has_attribute':
      case '__has_warning':
      case '__has_cpp_attribute':
      case '__has_declspec_attribute':
        return void featureQuery(reader, this.#directives.inCondition)
      case '__is_identifier':
        return void identifierQuery(reader, this.#directives.inCondition)
    }
  }
}

/** L and its kin in front of a string. */
const STRING_PREFIX = /^(?:L|u8|u|U)$/

/** Strings without quotes, side by side; a blank where there was one between other tokens. */
function joinedText(names: Names, tokens: readonly Token[]): string {
  let text = ''
  tokens.forEach((token, i) => {
    const spelling = spell(names, token.kind, token.value)
    const before = tokens[i - 1]
    const next = tokens[i + 1]
    if ((token.flags & SPACE_BEFORE) !== 0 && before && before.kind !== STRING) text += ' '
    if (token.kind === STRING) text += spelling.slice(1, -1)
    else if (!(next?.kind === STRING && (next.flags & SPACE_BEFORE) === 0 && STRING_PREFIX.test(spelling)))
      text += spelling
  })
  return text
}

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`

/** The end of a file is in front of the line end that stands last, as clang has it. */
function lastLineEnd({ text, base }: SourceFile): number {
  const isLineEnd = (at: number): boolean => text[at] === '\n' || text[at] === '\r'
  let end = text.length
  if (isLineEnd(end - 1)) end--
  if (end < text.length && isLineEnd(end - 1) && text[end - 1] !== text[end]) end--
  return base + end
}
