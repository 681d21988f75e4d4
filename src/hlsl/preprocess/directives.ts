// The directives: what each `#word` does. Conditionals skip their groups here, without making tokens of them.
// Invariant: run() is called with the lexer just after `#` and returns with it at a line end, or in another file after #include.

import type { Diagnostics } from '../../diag/diagnostics.ts'
import type { Lexer } from '../lex/lexer.ts'
import { END_OF_LINE, EOF, IDENTIFIER, KIND, NUMBER, SPACE_BEFORE, STRING } from '../lex/token.ts'
import { evaluateCondition } from './conditions.ts'
import { readDefinition, tokenOf } from './define.ts'
import type { MacroReader } from './macro_reader.ts'
import { sameDefinition, type Token } from './macros.ts'
import { answer } from './queries.ts'
import { spell } from './substitute.ts'

/** An open #if; its span is that of the directive's word. */
export interface Conditional {
  readonly pos: number
  readonly end: number
  /** A group was taken: later #elif and #else are skipped. */
  taken: boolean
  sawElse: boolean
}

export interface FileState {
  readonly lexer: Lexer
  readonly name: string
  readonly conditionals: Conditional[]
}

export interface DirectivesHost {
  include(path: string, angled: boolean, at: Token): void
  /** `spelling` is what was written, `text` has its macros expanded. */
  pragma(text: string, pos: number, end: number, spelling: string): void
  /** Whether there is such a file. */
  find(path: string, angled: boolean): boolean
  /** #line says nothing. */
  readonly ignoresLines: boolean
}

type At = { readonly pos: number; readonly end: number }

export class Directives {
  readonly #reader: MacroReader
  readonly #files: FileState[]
  readonly #host: DirectivesHost
  readonly #diagnostics: Diagnostics
  readonly #once = new Set<string>()
  readonly #definedId: number
  /** `defined` and `__has_include` are operators only while a condition is being expanded. */
  #inCondition = false

  constructor(reader: MacroReader, files: FileState[], host: DirectivesHost) {
    this.#reader = reader
    this.#files = files
    this.#host = host
    this.#diagnostics = reader.diagnostics
    this.#definedId = reader.names.intern('defined')
  }

  /** Names of files that said `#pragma once`. */
  get once(): Set<string> {
    return this.#once
  }

  /** A condition is being expanded. */
  get inCondition(): boolean {
    return this.#inCondition
  }

  /** Carries out one directive. */
  run(): void {
    const lexer = this.#reader.lexer!
    lexer.inDirective = true
    lexer.next()
    const word = lexer.kind === IDENTIFIER ? this.#reader.names.text(lexer.value) : ''
    const at = { pos: lexer.pos, end: lexer.end }
    if (lexer.kind === NUMBER) this.#line(lexer, tokenOf(lexer), true)
    else if (lexer.kind !== END_OF_LINE) this.#directive(word, lexer, at)
    lexer.skipLine()
    lexer.inDirective = false
  }

  /** The operator `defined X` or `defined(X)` in a condition: becomes 1 or 0. */
  definedOperator(): void {
    const reader = this.#reader
    if (!this.#inCondition) return
    const at = reader.token()
    reader.raw()
    const parenthesized = reader.kind === KIND['(']
    if (parenthesized) reader.raw()
    if (reader.kind !== IDENTIFIER) {
      this.#diagnostics.report('E1111', at, {})
      return void answer(reader, at, false)
    }
    const defined = reader.macroOf(reader.value) !== undefined
    if (parenthesized) {
      reader.raw()
      if (reader.kind !== KIND[')']) this.#diagnostics.report('E1137', at, { name: 'defined' })
    }
    answer(reader, at, defined)
  }

  /** `__has_include("x")` in a condition. */
  hasIncludeOperator(): void {
    const reader = this.#reader
    const at = reader.token()
    if (!this.#inCondition) return void this.#diagnostics.report('E1145', at, { name: reader.names.text(reader.value) })
    const tokens: Token[] = []
    for (reader.raw(); reader.kind !== EOF && reader.kind !== KIND[')']; reader.raw()) tokens.push(reader.token())
    if (tokens[0]?.kind !== KIND['('] || reader.kind !== KIND[')'])
      this.#diagnostics.report('E1137', at, { name: '__has_include' })
    const name = this.#headerOf(tokens.slice(1))
    if (!name) this.#diagnostics.report('E1103', at, {})
    answer(reader, at, name !== undefined && this.#host.find(name.path, name.angled))
  }

  /** `_Pragma("text")`: the text as a pragma; the operator itself vanishes (becomes nothing that the parser sees: an empty expansion). */
  pragmaOperator(): void {
    const reader = this.#reader
    const at = reader.token()
    if (this.#inCondition) return
    reader.raw()
    const open = reader.kind === KIND['(']
    if (open) reader.raw()
    if (!open || reader.kind !== STRING) {
      this.#diagnostics.report('E1144', at, {})
      return
    }
    const spelling = reader.names.text(reader.value).slice(1, -1)
    const text = spelling.replace(/\\(["\\])/g, '$1')
    const diagnostic = /^\s*dxc\s+diagnostic\s+(\w+)(?:\s+"-W([\w-]*)")?\s*$/.exec(text)
    if (diagnostic) this.#diagnosticState(diagnostic[1]!, diagnostic[2], at, this.#diagnostics.sources.fileEnd(at.end))
    this.#host.pragma(text, at.pos, at.end, text)
    reader.raw()
    if (reader.kind === KIND[')']) reader.next()
  }

  #directive(word: string, lexer: Lexer, at: At): void {
    switch (word) {
      case 'define':
        return void this.#define(lexer)
      case 'undef':
        return void this.#undef(lexer)
      case 'include':
        return void this.#include(lexer)
      case 'if':
        return void this.#open(lexer, at, this.#condition(lexer, at))
      case 'ifdef':
      case 'ifndef':
        return void this.#ifdef(lexer, at, word)
      case 'elif':
      case 'else':
      case 'endif':
        return void this.#close(lexer, at, word)
      case 'line':
        lexer.next()
        return void this.#line(lexer, tokenOf(lexer))
      case 'error':
        return void this.#diagnostics.report('E1100', at, { text: this.#rest(lexer) })
      case 'warning':
        return void this.#diagnostics.report('W1100', at, { text: this.#rest(lexer) })
      case 'pragma':
        return void this.#pragma(lexer, at)
      default:
        this.#diagnostics.report('E1108', at, {})
    }
  }

  #rest(lexer: Lexer): string {
    const start = lexer.position - lexer.file.base
    lexer.skipLine()
    const end = lexer.position - lexer.file.base
    return lexer.text.slice(start, end).trim()
  }

  #lineTokens(lexer: Lexer): Token[] {
    const tokens: Token[] = []
    for (; lexer.kind !== END_OF_LINE; lexer.next()) tokens.push(tokenOf(lexer))
    return tokens
  }

  #extra(lexer: Lexer, directive: string): void {
    lexer.next()
    if (lexer.kind !== END_OF_LINE) this.#diagnostics.report('W1109', lexer, { directive })
  }

  /** Reads a macro name, the next token; false after an error. */
  #macroName(lexer: Lexer, defining: boolean): boolean {
    lexer.next()
    if (lexer.kind === END_OF_LINE) this.#diagnostics.report('E1110', lexer, {})
    else if (lexer.kind !== IDENTIFIER) this.#diagnostics.report('E1111', lexer, {})
    else if (defining && lexer.value === this.#definedId) this.#diagnostics.report('E1112', lexer, { name: 'defined' })
    else return true
    return false
  }

  #define(lexer: Lexer): void {
    if (!this.#macroName(lexer, true)) return
    const { macros, names } = this.#reader
    const id = lexer.value
    const macro = readDefinition(lexer, names, this.#diagnostics)
    if (!macro) return
    const old = this.#reader.macroOf(id)
    if (old?.builtin) this.#diagnostics.report('W1120', macro, { action: 'redefining' })
    else if (old && !sameDefinition(old, macro)) {
      const warning = this.#diagnostics.report('W1119', macro, { name: macro.name })
      if (old.pos) this.#diagnostics.note(warning, 'N1119', old, {})
    }
    macros[id] = macro
  }

  #undef(lexer: Lexer): void {
    if (!this.#macroName(lexer, true)) return
    const { macros } = this.#reader
    if (this.#reader.macroOf(lexer.value)?.builtin) this.#diagnostics.report('W1120', lexer, { action: 'undefining' })
    macros[lexer.value] = undefined
    this.#extra(lexer, 'undef')
  }

  // ---- Conditionals ----

  #condition(lexer: Lexer, at: At): boolean {
    lexer.next()
    const raw = this.#lineTokens(lexer)
    if (raw.length === 1 && raw[0]!.kind === NUMBER && raw[0]!.end === raw[0]!.pos + 1)
      return this.#reader.names.text(raw[0]!.value) !== '0'
    const errors = this.#diagnostics.errorCount
    this.#inCondition = true
    const tokens = this.#reader.expandAll(raw)
    this.#inCondition = false
    if (this.#diagnostics.errorCount > errors) return false
    const end =
      raw.length > 0 ? { pos: raw[raw.length - 1]!.end, end: raw[raw.length - 1]!.end } : { pos: at.end, end: at.end }
    return evaluateCondition(tokens, end, this.#reader.names, this.#diagnostics)
  }

  #ifdef(lexer: Lexer, at: At, word: string): void {
    if (!this.#macroName(lexer, false)) return void this.#open(lexer, at, false)
    const defined = this.#reader.macroOf(lexer.value) !== undefined
    this.#extra(lexer, word)
    this.#open(lexer, at, defined === (word === 'ifdef'))
  }

  #open(lexer: Lexer, at: At, taken: boolean): void {
    const conditional: Conditional = { pos: at.pos, end: at.end, taken, sawElse: false }
    this.#current().conditionals.push(conditional)
    if (!taken) this.#skip(lexer, conditional)
  }

  #current(): FileState {
    return this.#files[this.#files.length - 1]!
  }

  /** #elif, #else, #endif met while a group was being read. */
  #close(lexer: Lexer, at: At, word: string): void {
    const { conditionals } = this.#current()
    const open = conditionals[conditionals.length - 1]
    if (word === 'endif') this.#extra(lexer, 'endif')
    if (!open) return void this.#diagnostics.report('E1106', at, { directive: word })
    if (word === 'endif') return void conditionals.pop()
    this.#checkElse(open, word, at)
    if (word === 'else') this.#extra(lexer, 'else')
    this.#skip(lexer, open)
  }

  #checkElse(open: Conditional, word: string, at: At): void {
    if (open.sawElse) this.#diagnostics.report('E1107', at, { directive: word })
    if (word === 'else') open.sawElse = true
  }

  /** Skips groups of `open` until one is to be read or the conditional ends. Nested conditionals are counted, not evaluated. */
  #skip(lexer: Lexer, open: Conditional): void {
    let nested = 0
    for (;;) {
      lexer.skipLine(true)
      lexer.inDirective = false
      if (!lexer.skipToDirective()) return
      lexer.inDirective = true
      lexer.next()
      if (lexer.kind !== IDENTIFIER) continue
      const word = this.#reader.names.text(lexer.value)
      const at = { pos: lexer.pos, end: lexer.end }
      if (word === 'if' || word === 'ifdef' || word === 'ifndef') nested++
      else if (word === 'endif') {
        if (nested-- > 0) continue
        this.#current().conditionals.pop()
        return void this.#extra(lexer, 'endif')
      } else if (nested === 0 && (word === 'else' || word === 'elif')) {
        this.#checkElse(open, word, at)
        if (open.taken) continue
        if (word === 'else') this.#extra(lexer, 'else')
        if (word === 'else' || this.#condition(lexer, at)) {
          open.taken = true
          return
        }
      }
    }
  }

  // ---- Includes, lines, pragmas ----

  #include(lexer: Lexer): void {
    const start = lexer.position
    lexer.next()
    let tokens: Token[]
    let header: { path: string; angled: boolean } | undefined
    let angled = 0
    if (lexer.kind === KIND['<']) {
      angled = lexer.end
      const path = lexer.headerName()
      header = path === undefined ? undefined : { path, angled: true }
      tokens = [{ kind: STRING, value: 0, pos: lexer.pos, end: lexer.position, flags: 0 }]
      if (header) this.#extra(lexer, 'include')
    } else if (lexer.kind === STRING) {
      tokens = [tokenOf(lexer)]
      header = this.#headerOf(tokens)
      this.#extra(lexer, 'include')
    } else {
      tokens = this.#lineTokens(lexer)
      header = this.#headerOf(this.#reader.expandAll(tokens))
    }
    const where = tokens[0] ?? { kind: 0, value: 0, pos: start, end: start, flags: 0 }
    if (!header)
      return void this.#diagnostics.report('E1103', angled ? { pos: angled, end: angled } : (tokens[0] ?? lexer), {})
    if (header.path === '') return void this.#diagnostics.report('E1104', where, {})
    // The rest of this line belongs to this file: leave it before the reader moves to the next.
    lexer.skipLine()
    lexer.inDirective = false
    this.#host.include(header.path, header.angled, where)
  }

  /** `"x"` or `< x >` as tokens; backslashes in header names are not escapes. */
  #headerOf(tokens: readonly Token[]): { path: string; angled: boolean } | undefined {
    const { names } = this.#reader
    const first = tokens[0]
    if (first?.kind === STRING) return { path: names.text(first.value).slice(1, -1), angled: false }
    const close = tokens.findIndex(t => t.kind === KIND['>'])
    if (first?.kind !== KIND['<'] || close < 0) return undefined
    const inner = tokens.slice(1, close)
    return {
      path: inner
        .map((t, i) => (i > 0 && (t.flags & SPACE_BEFORE) !== 0 ? ' ' : '') + spell(names, t.kind, t.value))
        .join(''),
      angled: true,
    }
  }

  #line(lexer: Lexer, first: Token, isMarker = false): void {
    const { names, sources } = this.#reader
    const rest = first.kind === END_OF_LINE ? [] : this.#reader.expandAll(this.#lineTokens(lexer))
    const [number, file, extra] = rest
    const text = number?.kind === NUMBER ? names.text(number.value) : ''
    if (!/^\d{1,10}$/.test(text) || Number(text) > 0xffffffff)
      return void this.#diagnostics.report('E1127', number ?? lexer, {
        what: number?.kind === NUMBER && !/^\d+$/.test(text) ? 'simple digit sequence' : 'positive integer argument',
      })
    if (file && file.kind !== STRING) return void this.#diagnostics.report('E1128', file, {})
    // `# 5 "file" 1` is a marker with flags.
    if (extra && !isMarker) this.#diagnostics.report('W1109', extra, { directive: 'line' })
    lexer.skipLine()
    if (this.#host.ignoresLines) return
    sources.remapLine(
      lexer.position + 1,
      Number(text),
      file ? names.text(file.value).slice(1, -1).replace(/\\(.)/g, '$1') : undefined,
    )
  }

  #pragma(lexer: Lexer, at: At): void {
    lexer.next()
    const tokens = this.#lineTokens(lexer)
    const first = tokens[0]
    if (!first) return
    const { names } = this.#reader
    const word = first.kind === IDENTIFIER ? names.text(first.value) : ''
    if (word === 'region' || word === 'endregion' || word === 'mark') return
    if (this.#reader.collecting) return void this.#diagnostics.report('E1146', at, { directive: 'pragma' })
    if (word === 'message') this.#message([first, ...this.#reader.expandAll(tokens.slice(1))])
    if (word === 'dxc' && tokens[1]?.kind === IDENTIFIER && names.text(tokens[1].value) === 'diagnostic')
      this.#dxcDiagnostic(tokens.slice(1), lexer.position)
    if (word === 'once') {
      if (this.#files.length === 1) this.#diagnostics.report('W1006', first, {})
      return void this.#once.add(this.#current().name)
    }
    let text = ''
    for (const token of this.#reader.expandAll(tokens)) {
      const spelling = spell(names, token.kind, token.value)
      text += /\w$/.test(text) && /^["\w]/.test(spelling) ? ` ${spelling}` : spelling
    }
    let spelling = ''
    for (const token of tokens)
      spelling +=
        (spelling !== '' && (token.flags & SPACE_BEFORE) !== 0 ? ' ' : '') + spell(names, token.kind, token.value)
    this.#host.pragma(text, at.pos, tokens[tokens.length - 1]!.end, spelling)
  }

  /** `#pragma message "text"`, or in parentheses, behind the expansion of macros; strings in a row are one. */
  #message(tokens: readonly Token[]): void {
    const open = tokens[1]?.kind === KIND['(']
    if (!open && tokens[1]?.kind !== STRING) return void this.#diagnostics.report('E1143', tokens[0]!, {})
    let at = open ? 2 : 1
    let text = ''
    if (tokens[at]?.kind !== STRING)
      return void this.#diagnostics.report('E1142', tokens[at] ?? tokens[1]!, { where: 'pragma message' })
    for (; tokens[at]?.kind === STRING; at++) text += this.#reader.names.text(tokens[at]!.value).slice(1, -1)
    if (open && tokens[at]?.kind !== KIND[')']) return void this.#diagnostics.report('E1143', tokens[at - 1]!, {})
    this.#diagnostics.report('W1005', tokens[0]!, { text: text.replace(/\\(["'\\?])/g, '$1') })
  }

  /** `#pragma dxc diagnostic ...`; tokens begin at `diagnostic`, `behind` is where its line ends. */
  #dxcDiagnostic(tokens: readonly Token[], behind: number): void {
    const { names } = this.#reader
    const [last, verb, group] = tokens as readonly [Token, Token | undefined, Token | undefined]
    const word = verb?.kind === IDENTIFIER ? names.text(verb.value) : ''
    const name = group?.kind === STRING ? /^"-W(.*)"$/.exec(names.text(group.value))?.[1] : undefined
    if (/^(error|warning|ignored|fatal)$/.test(word) && group?.kind !== STRING)
      this.#diagnostics.report('E1142', group ?? verb!, { where: 'pragma diagnostic' })
    else this.#diagnosticState(word, name, verb ?? last, behind)
  }

  #diagnosticState(word: string, name: string | undefined, at: At, behind: number): void {
    const { sources, states } = this.#diagnostics
    if (word === 'push') states.push()
    else if (word === 'pop') {
      if (!states.pop(behind, sources)) this.#diagnostics.report('W1122', at, {})
    } else if (word === 'ignored' || word === 'warning' || word === 'error' || word === 'fatal') {
      if (name !== undefined) states.set(name, word === 'fatal' ? 'error' : word, behind, sources)
    } else this.#diagnostics.report('W1123', at, {})
  }
}
