// The top-level declarations of a preprocessed source, seen from their tokens alone, and the same source without some of them. A function that
// the entry point does not reach has no part in the result; who knows that it compiles need not compile it again (api/reuse.ts).
// Invariant: what is not surely a function with a body stays, and so does all that the declarations that stay name.

import { IDENTIFIER, KIND, type Scan, STRING, TokenColumns } from '../lex/token.ts'
import type { Pragma } from './marks.ts'
import type { Preprocessed } from './preprocessor.ts'

/** One declaration, or several that could not be told apart. */
export interface Part {
  /** Of its tokens: [first, end). */
  readonly first: number
  readonly end: number
  /** Name id of a function with a body; 0 for everything else. */
  readonly name: number
  /** Indexes of the functions of the outline that it names, itself perhaps among them. */
  readonly mentions: readonly number[]
  readonly scan: Scan
}

/** More functions than this are not worth the time that looking for what each of them reaches takes. */
const MAX_FUNCTIONS = 4000

/** Words whose declarations end at a semicolon, braces or not. */
const WITH_SEMICOLON: ReadonlySet<number> = new Set(
  [KIND.struct, KIND.class, KIND.interface, KIND.enum, KIND.typedef, KIND.using, KIND['=']].map(Number),
)
/** Words that no declaration of a plain function has in front of its body. */
const NO_FUNCTION: ReadonlySet<number> = new Set(
  [KIND.cbuffer, KIND.tbuffer, KIND.namespace, KIND.template, KIND.operator, KIND.union, KIND.export, KIND['::']].map(
    Number,
  ),
)

/** The parts in order, together all tokens in front of the last; undefined when brackets do not match or there are too many functions. */
export function outlineOf({ tokens, names, complete }: Preprocessed): readonly Part[] | undefined {
  if (!complete) return undefined
  const parts = new Scanner(names.count).scans(tokens)
  if (!parts) return undefined
  // By name id.
  const functions = new Array<number[] | undefined>(names.count).fill(undefined)
  const byText = new Map<string, number[]>()
  let count = 0
  for (const [i, { scan }] of parts.entries()) {
    const { name } = scan
    if (name === 0) continue
    if (++count > MAX_FUNCTIONS) return undefined
    const same = functions[name]
    if (same) same.push(i)
    else {
      functions[name] = [i]
      byText.set(`"${names.text(name)}"`, functions[name])
    }
  }
  return parts.map(({ first, scan }) => {
    const mentions: number[] = []
    for (const id of scan.identifiers) {
      const named = functions[id]
      if (named) for (const part of named) mentions.push(part)
    }
    // [patchconstantfunc("name")]
    for (const id of scan.strings)
      for (const part of byText.get(names.text(id)) ?? []) if (!mentions.includes(part)) mentions.push(part)
    return { first, end: first + scan.end - scan.first, name: scan.name, mentions, scan }
  })
}

class Scanner {
  /** By name id: the last scan, counted, that has it. */
  readonly #noted: Int32Array
  #count = 0

  constructor(names: number) {
    this.#noted = new Int32Array(names)
  }

  scans(tokens: TokenColumns): { readonly first: number; readonly scan: Scan }[] | undefined {
    const parts: { first: number; scan: Scan }[] = []
    const last = tokens.count - 1
    let next = 0
    for (let first = 0; first < last; ) {
      while (next < tokens.pieces.length && tokens.pieces[next]!.first < first) next++
      const piece = tokens.pieces[next]
      if (piece?.first === first) {
        next++
        for (const scan of this.#scansOf(piece.tokens)) {
          parts.push({ first: piece.first + scan.first, scan })
          first = piece.first + scan.end
        }
        if (first > piece.first) continue
      }
      const found = partAt(tokens, first, last)
      if (!found) return undefined
      parts.push({ first, scan: this.#scan(tokens, first, found) })
      first = found.end
    }
    return parts
  }

  /** The declarations at the beginning of a piece that end in it. */
  #scansOf(tokens: TokenColumns): readonly Scan[] {
    if (tokens.outline) return tokens.outline
    const scans: Scan[] = []
    for (let first = 0; first < tokens.count; ) {
      const found = partAt(tokens, first, tokens.count)
      if (!found?.isClosed) break
      scans.push(this.#scan(tokens, first, found))
      first = found.end
    }
    tokens.outline = scans
    return scans
  }

  #scan({ kind, value }: TokenColumns, first: number, { end, name }: { end: number; name: number }): Scan {
    const noted = this.#noted
    const mark = ++this.#count
    const identifiers: number[] = []
    const strings: number[] = []
    for (let i = first; i < end; i++) {
      const k = kind[i]
      if (k !== IDENTIFIER && k !== STRING) continue
      const id = value[i]!
      if (noted[id] === mark) continue
      noted[id] = mark
      if (k === STRING) strings.push(id)
      else identifiers.push(id)
    }
    return { first, end, name, identifiers, strings, hash: undefined }
  }
}

/** The declaration that begins at `first`: where it ends, its name if it is a function, and whether more tokens would change that. */
function partAt(
  tokens: TokenColumns,
  first: number,
  last: number,
): { end: number; name: number; isClosed: boolean } | undefined {
  const { kind, value } = tokens
  let name = 0
  let isFunction = true
  let endsAtSemicolon = false
  for (let i = first; i < last; ) {
    const k = kind[i]!
    if (k === KIND[';']) return { end: i + 1, name: 0, isClosed: true }
    if (k === KIND['(']) {
      if (name === 0 && i > first + 1 && kind[i - 1] === IDENTIFIER) name = value[i - 1]!
      else isFunction = false
    } else if (k === KIND[':'] && name === 0) isFunction = false
    else if (WITH_SEMICOLON.has(k)) endsAtSemicolon = true
    else if (NO_FUNCTION.has(k)) isFunction = false
    if (k === KIND['{'] || k === KIND['('] || k === KIND['[']) {
      const close = closing(kind, i, last)
      if (close < 0) return undefined
      if (k === KIND['{'] && !endsAtSemicolon) {
        return { end: close + 1, name: isFunction ? name : 0, isClosed: true }
      }
      i = close + 1
    } else if (k === KIND[')'] || k === KIND[']'] || k === KIND['}']) return undefined
    else i++
  }
  return { end: last, name: 0, isClosed: false }
}

/** Index of the bracket that closes the one at `open`; -1 without one. */
function closing(kind: Uint8Array, open: number, last: number): number {
  let depth = 0
  for (let i = open; i < last; i++) {
    const k = kind[i]!
    if (k === KIND['('] || k === KIND['['] || k === KIND['{']) depth++
    else if ((k === KIND[')'] || k === KIND[']'] || k === KIND['}']) && --depth === 0) return i
  }
  return -1
}

/** The indexes that `starts` reach by naming, the starts among them, in order. */
export function reachedFrom(parts: readonly Part[], starts: Iterable<number>): readonly number[] {
  const isReached = new Uint8Array(parts.length)
  const reached: number[] = []
  const reach = (part: number): void => {
    if (isReached[part] === 1) return
    isReached[part] = 1
    reached.push(part)
  }
  for (const part of starts) reach(part)
  for (let i = 0; i < reached.length; i++) for (const next of parts[reached[i]!]!.mentions) reach(next)
  return reached.sort((a, b) => a - b)
}

/** The source with these parts alone; tokens keep their positions. */
export function withParts(source: Preprocessed, parts: readonly Part[], kept: readonly number[]): Preprocessed {
  const from = source.tokens
  const tokens = new TokenColumns(kept.reduce((sum, index) => sum + parts[index]!.end - parts[index]!.first, 1))
  const pragmas: Pragma[] = []
  let at = 0
  const copy = (first: number, end: number): void => {
    for (; at < source.pragmas.length && source.pragmas[at]!.tokenIndex < end; at++) {
      const pragma = source.pragmas[at]!
      // What stands in a part that was left out goes in front of the next one.
      pragmas.push({ ...pragma, tokenIndex: tokens.count + Math.max(0, pragma.tokenIndex - first) })
    }
    for (let i = first; i < end; i++)
      tokens.push(from.kind[i]!, from.value[i]!, from.pos[i]!, from.end[i]!, from.flags[i]!)
  }
  for (const index of kept) copy(parts[index]!.first, parts[index]!.end)
  copy(from.count - 1, from.count)
  return { ...source, tokens, pragmas }
}
