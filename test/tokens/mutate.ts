// Seeded mutations of token lists. Same seed and source, same mutant, everywhere.

import { Seeded } from '../corpus/seeded.ts'
import { print, scan, type Token } from './scan.ts'
import { DECLARATIONS, DIRECTIVES, STATEMENTS, SUFFIXES, VOCABULARY, WORD_KINDS } from './vocabulary.ts'

export interface Mutant {
  readonly text: string
  /** What was done, with the tokens it was done to, e.g. `replace 'out' -> 'in'`; several are joined by ` + `. */
  readonly change: string
}

interface Change {
  readonly tokens: readonly Token[]
  readonly what: string
}

type Mutation = (tokens: readonly Token[], random: Seeded) => Change

const place = (tokens: readonly Token[], random: Seeded): number => random.int(0, tokens.length - 1)
const pick = <T>(list: readonly T[], random: Seeded): T => list[random.int(0, list.length - 1)]!

/** A few tokens of one word of the vocabulary, as `[unroll]` is three. */
function vocabulary(random: Seeded): {
  readonly tokens: readonly Token[]
  readonly text: string
  readonly kind: string
} {
  const kind = pick(WORD_KINDS, random)
  const text = pick(VOCABULARY[kind], random)
  const [first, ...rest] = scan(text)
  return { tokens: [{ ...first!, before: ' ' }, ...rest], text, kind }
}

const splice = (tokens: readonly Token[], at: number, count: number, ...put: readonly Token[]): readonly Token[] => [
  ...tokens.slice(0, at),
  ...put,
  ...tokens.slice(at + count),
]

const named = (tokens: readonly Token[]): string =>
  `'${tokens
    .map(t => t.text)
    .join(' ')
    .slice(0, 40)}'`

/** At most this many tokens are copied, moved or deleted together. */
const LONGEST_RUN = 8

function run(tokens: readonly Token[], random: Seeded): { readonly at: number; readonly part: readonly Token[] } {
  const at = place(tokens, random)
  return { at, part: tokens.slice(at, at + random.int(1, LONGEST_RUN)) }
}

/** Token kinds whose members can stand for each other. */
function sameKind(tokens: readonly Token[], token: Token, random: Seeded): Token {
  const others = tokens.filter(t => t.kind === token.kind && t.text !== token.text)
  return others.length > 0 ? pick(others, random) : pick(tokens, random)
}

/** Tokens of a text that begins on a line of its own. */
function lineOf(text: string): readonly Token[] {
  const [first, ...rest] = scan(text)
  return [{ ...first!, before: '\n' }, ...rest]
}

/** Index behind a `;` or brace where at least so many braces are open: between declarations (0) or statements (1). */
function behind(tokens: readonly Token[], random: Seeded, least: 0 | 1): number {
  let depth = 0
  const places: number[] = []
  tokens.forEach(({ text }, i) => {
    if (text === '{') depth++
    else if (text === '}') depth--
    if (/^[;{}]$/.test(text) && (least === 0 ? depth === 0 : depth > 0)) places.push(i + 1)
  })
  return places.length > 0 ? pick(places, random) : 0
}

const MUTATIONS = {
  delete(tokens, random) {
    const at = place(tokens, random)
    return { tokens: splice(tokens, at, 1), what: named([tokens[at]!]) }
  },
  deleteRun(tokens, random) {
    const { at, part } = run(tokens, random)
    return { tokens: splice(tokens, at, part.length), what: named(part) }
  },
  duplicate(tokens, random) {
    const at = place(tokens, random)
    return { tokens: splice(tokens, at, 0, tokens[at]!), what: named([tokens[at]!]) }
  },
  swapNeighbours(tokens, random) {
    const at = place(tokens, random)
    const pair = tokens.slice(at, at + 2)
    return { tokens: splice(tokens, at, pair.length, ...pair.reverse()), what: named(pair) }
  },
  swapFar(tokens, random) {
    const a = place(tokens, random)
    const b = place(tokens, random)
    const swapped = [...tokens]
    swapped[a] = { ...tokens[b]!, before: tokens[a]!.before }
    swapped[b] = { ...tokens[a]!, before: tokens[b]!.before }
    return { tokens: swapped, what: `${named([tokens[a]!])} ${named([tokens[b]!])}` }
  },
  replaceByOther(tokens, random) {
    const at = place(tokens, random)
    const by = { ...sameKind(tokens, tokens[at]!, random), before: tokens[at]!.before }
    return { tokens: splice(tokens, at, 1, by), what: `${named([tokens[at]!])} -> ${named([by])}` }
  },
  replaceByWord(tokens, random) {
    const at = place(tokens, random)
    const { tokens: by, kind, text } = vocabulary(random)
    return { tokens: splice(tokens, at, 1, ...by), what: `${named([tokens[at]!])} -> ${kind} '${text}'` }
  },
  insertWord(tokens, random) {
    const at = place(tokens, random)
    const { tokens: by, kind, text } = vocabulary(random)
    return { tokens: splice(tokens, at, 0, ...by), what: `${kind} '${text}'` }
  },
  copyRun(tokens, random) {
    const { part } = run(tokens, random)
    return { tokens: splice(tokens, place(tokens, random), 0, ...part), what: named(part) }
  },
  insertDeclaration(tokens, random) {
    const text = pick(DECLARATIONS, random)
    return { tokens: splice(tokens, behind(tokens, random, 0), 0, ...lineOf(text)), what: `'${text}'` }
  },
  insertStatement(tokens, random) {
    const text = pick(STATEMENTS, random)
    return { tokens: splice(tokens, behind(tokens, random, 1), 0, ...lineOf(text)), what: `'${text}'` }
  },
  insertDirective(tokens, random) {
    const [first, second] = pick(DIRECTIVES, random)
    const at = place(tokens, random)
    const end = random.int(at, Math.min(tokens.length, at + LONGEST_RUN))
    const inside = splice(tokens, end, 0, ...(second === undefined ? [] : lineOf(second)))
    return { tokens: splice(inside, at, 0, ...lineOf(first)), what: `'${first}'` }
  },
  changeNumber(tokens, random) {
    const numbers = tokens.flatMap((t, i) => (t.kind === 'number' ? [i] : []))
    if (numbers.length === 0) return { tokens, what: 'nothing' }
    const at = pick(numbers, random)
    const text = tokens[at]!.text.replace(/[a-zA-Z]*$/, '') + pick(SUFFIXES, random)
    return { tokens: splice(tokens, at, 1, { ...tokens[at]!, text }), what: `${named([tokens[at]!])} -> '${text}'` }
  },
  moveRun(tokens, random) {
    const { at, part } = run(tokens, random)
    const rest = splice(tokens, at, part.length)
    return { tokens: splice(rest, random.int(0, rest.length), 0, ...part), what: named(part) }
  },
} satisfies Readonly<Record<string, Mutation>>

/** Small changes come more often: most large ones are refused for the same few reasons. */
const WEIGHTED: readonly (keyof typeof MUTATIONS)[] = [
  'delete',
  'deleteRun',
  'duplicate',
  'swapNeighbours',
  'swapFar',
  'replaceByOther',
  'replaceByOther',
  'replaceByWord',
  'replaceByWord',
  'replaceByWord',
  'insertWord',
  'insertWord',
  'insertWord',
  'copyRun',
  'moveRun',
  'insertDeclaration',
  'insertStatement',
  'insertDirective',
  'changeNumber',
]

/** Flags of a source, now and then for another version of the language. */
export function mutateFlags(words: readonly string[], seed: number): readonly string[] {
  if (words.includes('-HV') || seed % 8 !== 0) return words
  return [...words, '-HV', VERSIONS[(seed >> 3) % VERSIONS.length]!]
}
const VERSIONS = ['2016', '2017', '2018', '2021', '202x']

/** One mutant of a source: one change, seldom two. */
export function mutate(tokens: readonly Token[], seed: number): Mutant {
  const random = new Seeded(seed)
  const changes: string[] = []
  let now = tokens
  for (let left = random.int(0, 7) === 0 ? 2 : 1; left > 0 && now.length > 0; left--) {
    const name = pick(WEIGHTED, random)
    const change = MUTATIONS[name](now, random)
    now = change.tokens
    changes.push(`${name} ${change.what}`)
  }
  return { text: print(now), change: changes.join(' + ') }
}
