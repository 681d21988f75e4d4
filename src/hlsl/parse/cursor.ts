// The parser's place in the token columns: looking, taking, complaining, recovering. The grammar's files share one cursor.
// Invariant: at most one error is reported a token; nesting is bounded, so no source can exhaust the stack.

import type { Code } from '../../diag/codes.ts'
import { type Diagnostic, type Diagnostics, insertion, type Marks, replacement } from '../../diag/diagnostics.ts'
import type { Span } from '../../diag/sources.ts'
import type { Names } from '../lex/names.ts'
import {
  DECLTYPE,
  EOF,
  IDENTIFIER,
  IS_RESERVED,
  isNamedKeyword,
  KIND,
  KIND_OF_WORD,
  LINE_START,
  SPELLING,
  type TokenColumns,
  UNKNOWN,
} from '../lex/token.ts'
import type { Pragma } from '../preprocess/marks.ts'
import type { Preprocessed } from '../preprocess/preprocessor.ts'
import type { BlockStmt, Declaration, Expr, Statement } from '../tree/ast.ts'
import { Scopes } from './scopes.ts'

/** Thrown after an error was reported; caught where parsing can go on. */
export const BAIL = Symbol('parse error')

/** clang's -fbracket-depth. */
const MAX_BRACKETS = 256
/** Nesting without brackets: else-if chains, conditional and assignment chains, prefix operators. */
const MAX_NESTING = 512

/** The mutually recursive parts of the grammar, tied together in translation_unit.ts. */
export interface Grammar {
  expression(c: Cursor): Expr
  assignment(c: Cursor): Expr
  /** Up to `>` of a template argument list. */
  constant(c: Cursor): Expr
  initializer(c: Cursor): Expr
  block(c: Cursor): BlockStmt
  statement(c: Cursor): Statement
  /** Reads one declaration, which may be several nodes. */
  declaration(c: Cursor, context: DeclarationContext, out: Declaration[]): void
  /** `int x = f()` in the parentheses of if, while, switch. */
  conditionDeclaration(c: Cursor, out: Declaration[]): void
}

/** 'for': in the head of a loop. */
export type DeclarationContext = 'global' | 'member' | 'buffer' | 'local' | 'for'

export class Cursor {
  readonly tokens: TokenColumns
  readonly kinds: Uint8Array
  readonly names: Names
  readonly diagnostics: Diagnostics
  readonly grammar: Grammar
  readonly pragmas: readonly Pragma[]
  readonly hlslVersion: number
  readonly scopes = new Scopes(id => {
    let at = Math.min(this.at, this.tokens.count - 1)
    while (at > 0 && this.tokens.value[at] !== id) at--
    const span = { pos: this.tokens.pos[at]!, end: this.tokens.end[at]! }
    this.diagnostics.report('E1166', span, { name: this.names.text(id) })
  })
  /** Name ids in declarations and statements that were given up: they may declare them. */
  readonly brokenNames = new Set<number>()
  /** Operands and arguments of expressions whose end was not reached yet: what stays behind after an error is checked on its own. */
  readonly unfinished: Expr[] = []
  at = 0
  /** Index of the next pragma to be given out. */
  pragmaAt = 0
  /** Index after the name that scanType looked at last, and how many names it looks at for another one. */
  scannedTo = 0
  /** Function bodies around. */
  bodies = 0
  /** The last `volatile` that was refused: declarations are looked at twice. */
  refusedAt = -1
  /** `unsigned` among the modifiers in front of a type that is going to be read. */
  unsignedAhead: Span | undefined
  scanDepth = 0
  /** Within `<...>` a `>` closes instead of comparing. */
  noGreater = false
  #brackets = 0
  #nesting = 0
  #errorAt = -1

  constructor({ tokens, names, pragmas, hlslVersion }: Preprocessed, diagnostics: Diagnostics, grammar: Grammar) {
    this.tokens = tokens
    this.kinds = tokens.kind
    this.names = names
    this.pragmas = pragmas
    this.hlslVersion = hlslVersion
    this.diagnostics = diagnostics
    this.grammar = grammar
    // HLSL 202x has no such words.
    if (hlslVersion > 2021)
      for (let i = 0; i < tokens.count; i++)
        if (this.kinds[i] === KIND['uniform'] || this.kinds[i] === KIND['shared']) this.kinds[i] = IDENTIFIER
  }

  get kind(): number {
    return this.kinds[this.at]!
  }

  /** Later languages know nothing of the effects framework. */
  get hasEffects(): boolean {
    return this.hlslVersion <= 2021
  }

  /** Kind of a token ahead; EOF past the end. */
  kindAt(index: number): number {
    return index < this.tokens.count ? this.kinds[index]! : EOF
  }

  /** Name id of the current token. */
  get value(): number {
    return this.tokens.value[this.at]!
  }

  /** Spelling of the current token's name, number or string. */
  get text(): string {
    return this.names.text(this.value)
  }

  get pos(): number {
    return this.tokens.pos[this.at]!
  }

  /** Where the last taken token ended. */
  get lastEnd(): number {
    return this.at > 0 ? this.tokens.end[this.at - 1]! : this.pos
  }

  get span(): Span {
    return this.spanAt(this.at)
  }

  spanAt(index: number): Span {
    return { pos: this.tokens.pos[index]!, end: this.tokens.end[index]! }
  }

  /** Just behind the last taken token: where something is missing. */
  get behind(): Span {
    return { pos: this.lastEnd, end: this.lastEnd }
  }

  /** The current token stands on a later line than the one before it. */
  get onNewLine(): boolean {
    return (this.tokens.flags[this.at]! & LINE_START) !== 0
  }

  advance(): void {
    if (this.kind !== EOF) this.at++
  }

  accept(kind: number): boolean {
    if (this.kinds[this.at] !== kind) return false
    this.advance()
    return true
  }

  expectToken(kind: number): void {
    if (!this.accept(kind)) this.failMissing(SPELLING[kind]!, 'E1000', this.span, { what: `'${SPELLING[kind]}'` })
  }

  /** Takes an identifier and gives its name id; a reserved word gets its own message. */
  identifier(): number {
    if (this.kind !== IDENTIFIER) {
      if (IS_RESERVED[this.kind]) this.fail('E1003', this.span, { word: SPELLING[this.kind]! })
      this.fail('E1000', this.span, { what: 'identifier' })
    }
    const id = this.value
    this.at++
    return id
  }

  /** Takes the name of what is being declared. `behindType`: modifiers in the manner of `sample` may be names there. */
  newName(behindType: boolean): number {
    if (this.value === DECLTYPE && this.kind === IDENTIFIER) {
      this.at++
      this.fail('E1000', this.behind, { what: "'(' after 'decltype'" })
    }
    if (this.kind === IDENTIFIER && isNamedKeyword(this.text, behindType))
      this.fail('E1000', this.span, { what: 'identifier' })
    return this.identifier()
  }

  /** Reports unless this token already has its error. */
  complain(code: Code, span: Span, args: MessageArgs, marks?: Marks): Diagnostic | undefined {
    if (this.#errorAt === this.at) return undefined
    this.#errorAt = this.at
    if (this.kind === UNKNOWN && this.text.charCodeAt(0) > 127) return this.diagnostics.report('E1018', this.span, {})
    return (this.diagnostics.report as Report)(code, span, args, marks)
  }

  /** Like complain, for a text that is missing behind the last taken token: it is offered there. */
  complainMissing(text: string, code: Code, span: Span, args: MessageArgs): Diagnostic | undefined {
    return this.complain(code, span, args, { fixIts: [insertion(this.lastEnd, text)] })
  }

  failMissing(text: string, code: Code, span: Span, args: MessageArgs): never {
    this.complainMissing(text, code, span, args)
    throw BAIL
  }

  /** Reports and gives up the construct being read. */
  fail(code: Code, span: Span, args: MessageArgs): never {
    this.complain(code, span, args)
    throw BAIL
  }

  /** Reports and gives up the whole source: at too deep a nesting recovery would only find more of the same. */
  cutOff(code: Code, args: MessageArgs): never {
    this.complain(code, this.span, args)
    this.at = this.tokens.count - 1
    this.#errorAt = this.at
    throw BAIL
  }

  /** Takes the bracket that closes `open`, the index of the opening one. */
  close(kind: number, open: number): void {
    if (this.accept(kind)) return
    const error = this.complainMissing(SPELLING[kind]!, 'E1000', this.span, { what: `'${SPELLING[kind]}'` })
    const span = { pos: this.tokens.pos[open]!, end: this.tokens.end[open]! }
    if (error) this.diagnostics.note(error, 'N1000', span, { bracket: SPELLING[this.kinds[open]!]! })
    throw BAIL
  }

  /** Takes a bracket that is missed right behind what was taken last, where clang does not tell what it would close. */
  closeBehind(kind: number): void {
    if (!this.accept(kind)) this.failMissing(SPELLING[kind]!, 'E1000', this.behind, { what: `'${SPELLING[kind]}'` })
  }

  /** Counts one more open bracket; pair with leaveBracket, or leave it to `guarded` after an error. */
  enterBracket(): void {
    if (++this.#brackets > MAX_BRACKETS) this.cutOff('E1007', { limit: MAX_BRACKETS })
  }

  leaveBracket(): void {
    this.#brackets--
  }

  enterNesting(what: string): void {
    if (++this.#nesting > MAX_NESTING) this.cutOff('E1008', { what, limit: MAX_NESTING })
  }

  leaveNesting(): void {
    this.#nesting--
  }

  /** Runs a part of the grammar; after an error restores nesting and scopes and gives undefined, the cursor where the error was. */
  guarded<T>(part: () => T): T | undefined {
    const brackets = this.#brackets
    const nesting = this.#nesting
    const noGreater = this.noGreater
    const scopes = this.scopes.depth
    try {
      return part()
    } catch (e) {
      if (e !== BAIL) throw e
      this.scopes.leaveTo(scopes)
      this.#brackets = brackets
      this.#nesting = nesting
      this.noGreater = noGreater
      return undefined
    }
  }

  /** Notes that what was read from an index on is lost. */
  noteBroken(start: number): void {
    for (let i = start; i < this.at; i++) if (this.kinds[i] === IDENTIFIER) this.brokenNames.add(this.tokens.value[i]!)
  }

  /** Takes the unfinished expressions from an index on. */
  takeUnfinished(from: number): readonly Expr[] {
    return this.unfinished.length > from ? this.unfinished.splice(from) : NO_EXPRS
  }

  /** `>>` closes two template argument lists. */
  get closesTogether(): boolean {
    return this.hlslVersion > 2021
  }

  /** Splits `>>`, `>=`, `>>=` so that one `>` can be taken; where they are operators, that is an error with a fix. */
  closeAngle(open: number): void {
    const rest =
      this.kind === KIND['>>']
        ? KIND['>']
        : this.kind === KIND['>>=']
          ? KIND['>=']
          : this.kind === KIND['>=']
            ? KIND['=']
            : 0
    if (rest === 0) return void this.close(KIND['>'], open)
    const marks = (text: string): Marks => ({ fixIts: [replacement(this.span, text)] })
    if (this.kind === KIND['>=']) this.complain('E1027', this.span, {}, marks('> ='))
    else if (!this.closesTogether)
      this.complain('E1026', this.span, {}, marks(this.kind === KIND['>>'] ? '> >' : '> >='))
    this.tokens.kind[this.at] = rest
    this.tokens.pos[this.at]!++
  }

  /** Moves over balanced brackets to just after the next `;`, or before a `}` or the end: the end of a broken statement. */
  skipStatement(): void {
    this.#skip(false)
  }

  /** Like skipStatement for declarations: also stops before a line that begins another one. */
  skipDeclaration(): void {
    this.#skip(true)
  }

  #skip(stopsAtDeclaration: boolean): void {
    let depth = 0
    for (let first = true; ; first = false) {
      const kind = this.kind
      if (kind === EOF) return
      if (stopsAtDeclaration && depth === 0 && !first && this.onNewLine && beginsDeclaration(kind)) return
      if (kind === KIND['{']) depth++
      else if (kind === KIND['}']) {
        if (depth === 0) return
        depth--
        if (depth === 0) {
          this.at++
          this.accept(KIND[';'])
          return
        }
      } else if (kind === KIND[';'] && depth === 0) {
        this.at++
        return
      }
      this.at++
    }
  }

  /** Moves to the bracket that closes the one just taken, without taking it. */
  skipToClosing(open: number, closing: number): void {
    for (let depth = 0; this.kind !== EOF; this.at++) {
      if (this.kind === open) depth++
      else if (this.kind === closing && depth-- === 0) return
      else if (this.kind === KIND['{'] || this.kind === KIND['}'] || this.kind === KIND[';']) return
    }
  }
}

const NO_EXPRS: readonly Expr[] = []
type MessageArgs = Readonly<Record<string, string | number>>
type Report = (code: Code, span: Span, args: MessageArgs, marks?: Marks) => Diagnostic

const BEGINS = new Uint8Array(256)
for (const word of [
  'struct',
  'class',
  'cbuffer',
  'tbuffer',
  'namespace',
  'template',
  'typedef',
  'using',
  'static',
  'groupshared',
  'enum',
  '[',
] as const)
  BEGINS[KIND_OF_WORD.get(word)!] = 1
const beginsDeclaration = (kind: number): boolean => BEGINS[kind] === 1
