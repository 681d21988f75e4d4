// What included files made of themselves, for compilations to come that include them in the same circumstances: permutations of a source read most
// of their headers once. A file is remembered with everything it asked for (macros, names it included) and everything it made (tokens, macros,
// places in the sources). It comes back when all answers are the same and it lies at the same position, so that nothing has to be moved.
// Invariant: a remembered file is never told from one that is read. Whatever is in doubt is read: files with messages, __COUNTER__, #line.

import type { SourcesMark, SourcesPiece } from '../../diag/sources.ts'
import type { Names } from '../lex/names.ts'
import type { TokenColumns } from '../lex/token.ts'
import { type Macro, type Spent, sameDefinition } from './macros.ts'
import type { FileChange, Pragma } from './marks.ts'
import { predefinedNames } from './predefined.ts'

/** An include that was looked for. */
export interface Asked {
  readonly path: string
  readonly angled: boolean
  /** Names of the files around the directive, innermost first. */
  readonly around: readonly string[]
  readonly name: string
  readonly text: string
}

/** A file, and where it is included. */
export interface Place {
  readonly name: string
  readonly text: string
  /** Its first position. */
  readonly base: number
  readonly includedAt: number
  readonly depth: number
}

/** A file as it was read. */
export interface FileRecord {
  readonly place: Place
  /** Macros that were asked for, as they were in front of the file. */
  readonly macros: readonly (readonly [name: number, macro: Macro | undefined])[]
  /** Files that were included, whether they had said `#pragma once` in front of this file. */
  readonly once: readonly (readonly [name: string, wasOnce: boolean])[]
  readonly asked: readonly Asked[]
  readonly tokens: TokenColumns
  /** With indexes that count from the first token. */
  readonly marks: readonly (Pragma | FileChange)[]
  readonly madeMacros: readonly (readonly [name: number, macro: Macro | undefined])[]
  readonly madeOnce: readonly string[]
  readonly sources: SourcesPiece
  readonly spent: Spent
}

/** A file that is being read. */
export interface Recording {
  readonly place: Place
  /** What was there in front of it. */
  readonly before: {
    readonly macros: readonly (Macro | undefined)[]
    readonly once: ReadonlySet<string>
    readonly tokens: number
    readonly marks: number
    readonly sources: SourcesMark
    readonly spent: Spent
    /** Messages and whatever else may not change. */
    readonly still: readonly number[]
  }
  readonly askedMacros: Set<number>
  readonly asked: Asked[]
}

/** Tokens kept; beyond it all is forgotten. */
const MAX_TOKENS = 4_000_000
/** Names kept. */
const MAX_NAMES = 200_000

/** The files of compilations with equal options. Their names have the same ids, so that tokens can be copied. */
export class FileMemory {
  #names = predefinedNames()
  /** How many tokens the last compilation had. */
  expected = 0
  readonly #records = new Map<string, FileRecord[]>()
  #tokens = 0

  /** The table for the next compilation. */
  names(): Names {
    if (this.#names.count > MAX_NAMES) this.clear()
    return this.#names
  }

  clear(): void {
    this.#names = predefinedNames()
    this.#records.clear()
    this.#tokens = 0
  }

  /** Records of the same text at the same place, the latest first. */
  at(place: Place): readonly FileRecord[] {
    const { text, includedAt, depth } = place
    return (this.#records.get(keyOf(place)) ?? []).filter(
      r => r.place.text === text && r.place.includedAt === includedAt && r.place.depth === depth,
    )
  }

  add(record: FileRecord): void {
    if (this.#tokens > MAX_TOKENS) {
      // The names stay: a compilation is using them.
      this.#records.clear()
      this.#tokens = 0
    }
    const key = keyOf(record.place)
    this.#records.set(key, [record, ...(this.#records.get(key) ?? [])])
    this.#tokens += record.tokens.count + record.macros.length
  }
}

const keyOf = ({ name, base }: Place): string => `${base} ${name}`

/** Equal in everything, positions too. */
export function isSameMacro(a: Macro | undefined, b: Macro | undefined): boolean {
  if (a === b) return true
  if (!a || !b || a.pos !== b.pos || a.end !== b.end || a.name !== b.name || !sameDefinition(a, b)) return false
  return a.body.every((t, i) => {
    const u = b.body[i]!
    return t.pos === u.pos && t.end === u.end && t.flags === u.flags
  })
}

/** What changed in a table of macros. */
export function macroChanges(
  before: readonly (Macro | undefined)[],
  after: readonly (Macro | undefined)[],
): [number, Macro | undefined][] {
  const changes: [number, Macro | undefined][] = []
  for (let id = 0; id < after.length; id++) if (after[id] !== before[id]) changes.push([id, after[id]])
  return changes
}
