// Tokens with macros expanded: a stack of macro bodies being read over the file being scanned, as one stream.
// Invariant: a macro with names in it is disabled exactly while one of its expansions is on the stack; the number of tokens read from expansions is bounded.

import type { Diagnostics } from '../../diag/diagnostics.ts'
import type { Sources } from '../../diag/sources.ts'
import type { Lexer } from '../lex/lexer.ts'
import type { Names } from '../lex/names.ts'
import {
  END_OF_LINE,
  EOF,
  IDENTIFIER,
  KIND,
  KIND_OF_WORD,
  LINE_START,
  NO_EXPAND,
  NUMBER,
  SPACE_BEFORE,
  STRING,
} from '../lex/token.ts'
import { type Builtin, type Macro, makeMacro, type Spent, type Token } from './macros.ts'
import { type Argument, substitute } from './substitute.ts'

/** Thrown when going on makes no sense (a missing include, a macro bomb); already reported. Never leaves preprocess/. */
export class Stop extends Error {
  override readonly name = 'Stop'
}

/**
 * Low enough that a macro bomb ends within seconds, also where memory is slow. A header that lets Boost's macros write its declarations takes three
 * millions.
 */
const MAX_EXPANDED_TOKENS = 4_000_000
const MAX_ARGUMENT_DEPTH = 200
/** Characters that # and ## may make: each use can double a string. */
const MAX_TEXT = 4_000_000

/** A macro body or argument being read. Positions are moved by delta; with at === 0 the first token takes the flags of the macro's name. */
interface TokenList {
  readonly tokens: readonly Token[]
  readonly macro: Macro | undefined
  readonly delta: number
  readonly firstFlags: number
  at: number
}

/** What the reader asks of the preprocessor above it. */
export interface ReaderHost {
  /** Called with the lexer just after a `#` that starts a line. */
  directive(): void
  /** Computes a builtin macro whose name is the current token; may read on. Leaves the result in the reader's fields. */
  builtin(name: Builtin): void
  /** Operands of ## are expanded, as FXC has it. */
  readonly pastesExpanded: boolean
}

export class MacroReader {
  readonly sources: Sources
  readonly names: Names
  readonly diagnostics: Diagnostics
  /** By name id. Who asks for one takes macroOf(). */
  readonly macros: (Macro | undefined)[]
  /** Ids of the macros asked for, while somebody wants to know. */
  asked: Set<number> | undefined
  /** The file being scanned; the host changes it when files are entered and left. */
  lexer: Lexer | undefined
  /** The arguments of an invocation are being read. */
  collecting = false
  readonly #host: ReaderHost
  #lists: TokenList[] = []
  /** Reading ends with the lists: an argument or a directive's line is being expanded on its own. */
  #isolated = false
  #depth = 0
  #expanded = 0
  #text = 0
  /** Flags an empty expansion leaves to the token after it. */
  #pendingFlags = 0

  kind = EOF
  value = 0
  pos = 0
  end = 0
  flags = 0

  constructor(
    sources: Sources,
    names: Names,
    macros: (Macro | undefined)[],
    diagnostics: Diagnostics,
    host: ReaderHost,
  ) {
    this.sources = sources
    this.names = names
    this.macros = macros
    this.diagnostics = diagnostics
    this.#host = host
  }

  macroOf(id: number): Macro | undefined {
    this.asked?.add(id)
    return this.macros[id]
  }

  /** Nothing is left over from before the next token of the file. */
  get isAtRest(): boolean {
    return this.atFileLevel && !this.#isolated && !this.collecting && this.#pendingFlags === 0
  }

  /** How much of the limits is used up. */
  get spent(): Spent {
    return { expanded: this.#expanded, text: this.#text }
  }

  /** Uses up as much again as something did; false when that is too much. */
  spend({ expanded, text }: Spent): boolean {
    if (this.#expanded + expanded > MAX_EXPANDED_TOKENS || this.#text + text > MAX_TEXT) return false
    this.#expanded += expanded
    this.#text += text
    return true
  }

  /** Whether the next token comes straight from the file. */
  get atFileLevel(): boolean {
    return this.#lists.length === 0
  }

  /** Reads the next token, expanding macros, into the fields. */
  next(): void {
    for (;;) {
      this.raw()
      if (this.kind !== IDENTIFIER) return
      const macro = this.macroOf(this.value)
      if (macro === undefined || !this.expand(macro)) return
    }
  }

  /** Reads the next token without expanding it. */
  raw(): void {
    const lists = this.#lists
    while (lists.length > 0) {
      const list = lists[lists.length - 1]!
      if (list.at < list.tokens.length) return void this.#fromList(list)
      if (list.macro) list.macro.disabled = false
      lists.pop()
    }
    if (this.#isolated) this.kind = EOF
    else this.#fromFile()
  }

  /** Takes over the lexer's current token. */
  take(lexer: Lexer): void {
    this.kind = lexer.kind
    this.value = lexer.value
    this.pos = lexer.pos
    this.end = lexer.end
    this.flags = lexer.flags | this.#pendingFlags
    this.#pendingFlags = 0
  }

  /** The current token as an object. */
  token(): Token {
    return { kind: this.kind, value: this.value, pos: this.pos, end: this.end, flags: this.flags }
  }

  /** Replaces the current token; its span stays. */
  become(kind: number, spelling: string): void {
    this.kind = kind
    this.value = this.names.intern(spelling)
  }

  /** Begins the expansion of the current token, which names macro. False if it is to stay as it is. */
  expand(macro: Macro): boolean {
    if ((this.flags & NO_EXPAND) !== 0) return false
    if (macro.disabled) {
      this.flags |= NO_EXPAND
      return false
    }
    if (macro.builtin) {
      this.#host.builtin(macro.builtin)
      return false
    }
    const { pos, flags } = this
    if (macro.params === undefined) {
      this.#enter(macro, [], pos, this.end, flags)
      return true
    }
    if (!this.#parenthesisFollows()) return false
    const nameToken = this.token()
    const args = this.#arguments(macro, nameToken)
    if (args) this.#enter(macro, args, pos, this.end, flags)
    else if (this.kind === KIND[')']) {
      // The wrong number of arguments: the name stays, so that what follows still looks like something.
      this.kind = IDENTIFIER
      this.value = nameToken.value
      this.pos = pos
      this.end = nameToken.end
      this.flags = flags | NO_EXPAND
      return false
    } else this.#pendingFlags |= flags & (SPACE_BEFORE | LINE_START)
    return true
  }

  /** Expands tokens on their own, as an argument or the rest of a directive line is. */
  expandAll(tokens: readonly Token[]): Token[] {
    const saved = { lists: this.#lists, isolated: this.#isolated, flags: this.#pendingFlags }
    if (++this.#depth > MAX_ARGUMENT_DEPTH) {
      this.diagnostics.report('E1126', tokens[0] ?? this, { limit: MAX_ARGUMENT_DEPTH })
      throw new Stop()
    }
    this.#lists = [{ tokens, macro: undefined, delta: 0, firstFlags: 0, at: 0 }]
    this.#isolated = true
    this.#pendingFlags = 0
    const out: Token[] = []
    for (this.next(); this.kind !== EOF; this.next()) out.push(this.token())
    this.#lists = saved.lists
    this.#isolated = saved.isolated
    this.#pendingFlags = saved.flags
    this.#depth--
    return out
  }

  #fromList(list: TokenList): void {
    const token = list.tokens[list.at]!
    this.kind = token.kind
    this.value = token.value
    this.pos = token.pos + list.delta
    this.end = token.end + list.delta
    const flags = list.at === 0 && list.macro ? (token.flags & NO_EXPAND) | list.firstFlags : token.flags
    this.flags = flags | this.#pendingFlags
    this.#pendingFlags = 0
    list.at++
    if (++this.#expanded > MAX_EXPANDED_TOKENS) this.#bomb()
  }

  #fromFile(): void {
    for (;;) {
      const lexer = this.lexer!
      lexer.next()
      if (lexer.kind === KIND['#'] && (lexer.flags & LINE_START) !== 0 && !lexer.inDirective) {
        this.#host.directive()
        continue
      }
      // Only the main loop leaves files; an invocation cannot cross the end of one.
      return void this.take(lexer)
    }
  }

  readonly #spend = (characters: number): void => {
    this.#text += characters
    if (this.#text <= MAX_TEXT) return
    this.diagnostics.report('E1140', this, { limit: MAX_TEXT })
    throw new Stop()
  }

  #bomb(): never {
    this.diagnostics.report('E1125', this, { limit: MAX_EXPANDED_TOKENS })
    throw new Stop()
  }

  #parenthesisFollows(): boolean {
    for (let i = this.#lists.length - 1; i >= 0; i--) {
      const list = this.#lists[i]!
      if (list.at < list.tokens.length) return list.tokens[list.at]!.kind === KIND['(']
    }
    return !this.#isolated && this.lexer!.parenthesisFollows()
  }

  /** Puts the macro's expansion on the stack. */
  #enter(macro: Macro, args: readonly Argument[], pos: number, end: number, flags: number): void {
    const firstFlags = flags & (SPACE_BEFORE | LINE_START)
    if (macro.body.length === 0) {
      this.#pendingFlags |= firstFlags
      return
    }
    const base =
      macro.bodyPos === 0 ? 0 : this.sources.addExpansion(macro.name, macro.bodyPos, macro.bodyLength, pos, end)
    let tokens = macro.body
    let delta = base - macro.bodyPos
    if (args.length > 0 || macro.hasPaste || base === 0) {
      const place =
        base === 0
          ? (p: number): number => (p === macro.bodyPos ? pos : end)
          : (p: number): number => p - macro.bodyPos + base
      tokens = substitute(macro, args, {
        names: this.names,
        diagnostics: this.diagnostics,
        place,
        spend: this.#spend,
        pastesExpanded: this.#host.pastesExpanded,
      })
      this.#expanded += macro.body.length
      delta = 0
    }
    if (tokens.length === 0) {
      this.#pendingFlags |= firstFlags
      return
    }
    // Without names its body cannot come back to it; predefined macros are the same objects in all compilations.
    macro.disabled = macro.body.some(isName)
    this.#lists.push({ tokens, macro, delta, firstFlags, at: 0 })
  }

  /** Reads `( arguments )`; undefined after an error. Afterwards the current token is the closing parenthesis. */
  #arguments(macro: Macro, name: Token): readonly Argument[] | undefined {
    this.raw()
    const outer = this.collecting
    this.collecting = true
    const lists = this.#collect(macro, name)
    this.collecting = outer
    if (!lists) return undefined
    const wanted = macro.params!.length
    if (wanted === 0 && lists.length === 1 && lists[0]!.length === 0) return []
    // Written as `F()` the only parameter is absent too.
    const missing = macro.variadic && lists.length === wanted - 1
    if (missing) lists.push([])
    const absent = missing || (macro.variadic && wanted === 1 && lists[0]!.length === 0)
    if (lists.length !== wanted) {
      const few = lists.length < wanted
      const error = this.diagnostics.report('E1123', (few ? undefined : lists[wanted]![0]) ?? this, {
        amount: few ? 'few' : 'many',
      })
      if (macro.pos) this.diagnostics.note(error, 'N1123', macro, { name: macro.name })
      return undefined
    }
    return lists.map((raw, i) => this.#argument(raw, absent && i === wanted - 1))
  }

  #collect(macro: Macro, name: Token): Token[][] | undefined {
    const lists: Token[][] = [[]]
    let current = lists[0]!
    let depth = 0
    for (;;) {
      this.raw()
      const kind = this.kind
      if (kind === EOF || kind === END_OF_LINE) {
        const error = this.diagnostics.report('E1122', name, {})
        if (macro.pos) this.diagnostics.note(error, 'N1123', macro, { name: macro.name })
        return undefined
      }
      if (kind === KIND['(']) depth++
      else if (kind === KIND[')'] && depth-- === 0) return lists
      else if (kind === KIND[','] && depth === 0 && !(macro.variadic && lists.length === macro.params!.length)) {
        current = []
        lists.push(current)
        continue
      } else if (kind === IDENTIFIER && this.macroOf(this.value)?.disabled) this.flags |= NO_EXPAND
      // An argument is one line, however it was written.
      if ((this.flags & LINE_START) !== 0) this.flags = (this.flags & ~LINE_START) | SPACE_BEFORE
      current.push(this.token())
    }
  }

  #argument(raw: readonly Token[], absent: boolean): Argument {
    let expanded: readonly Token[] | undefined
    return {
      raw,
      absent,
      expanded: () => {
        expanded ??= raw.some(t => t.kind === IDENTIFIER && this.macroOf(t.value) !== undefined)
          ? this.expandAll(raw)
          : raw
        return expanded
      },
    }
  }
}

export const isName = ({ kind }: Token): boolean => kind === IDENTIFIER

/** Words of `(-1)` and of another macro's name. */
const CONSTANT_WORD = /\w+|[-()]/g

/** A macro standing for a number, perhaps `(-1)`, for a string or for another macro, as predefined ones do. */
export function constantMacro(names: Names, name: string, spelling: string): Macro {
  const first = spelling.charAt(0)
  const token = (kind: number, value: number): Token => ({ kind, value, pos: 0, end: 0, flags: 0 })
  let body: Token[]
  if (first === '"') body = [token(STRING, names.intern(spelling))]
  else if (first >= '0' && first <= '9') body = [token(NUMBER, names.intern(spelling))]
  else
    body = (spelling.match(CONSTANT_WORD) ?? []).map(word => {
      const kind = KIND_OF_WORD.get(word) ?? (/^\d/.test(word) ? NUMBER : IDENTIFIER)
      return token(kind, kind === NUMBER || kind === IDENTIFIER ? names.intern(word) : 0)
    })
  return makeMacro(name, { pos: 0, end: 0 }, { body })
}
