// Command line words to flags and inputs, by the table: longest spelling first, `-` and `/`, joined and separate values.
// Invariant: parsing never fails halfway; every problem is listed, in the order of the words.

import { closestWord } from '../base/closest_word.ts'
import { FLAGS, type Flag, type FlagForm, type FlagId, isOwnSpelling } from './dxc_flags.ts'
import { OTHER_BACK_ENDS } from './spirv_flags.ts'

/** One use of a flag, in command line order. */
export interface FlagUse {
  readonly flag: Flag
  /** As the user wrote the flag, for messages. */
  readonly written: string
  /** '' for bare flags. */
  readonly value: string
}

export interface ParsedFlags {
  readonly uses: readonly FlagUse[]
  /** Words that are no flags: input files. */
  readonly inputs: readonly string[]
  readonly errors: readonly string[]
  /** Unknown words that look like flags, with what to say about each; errors unless -Qunused-arguments. */
  readonly unknown: readonly string[]
  /** The same words as they were written. */
  readonly unknownWords: readonly string[]
  /** Flags at the end without their values. */
  readonly missing: readonly string[]
}

interface Spelling {
  readonly text: string
  readonly flag: Flag
}

/** Spellings that take a value glued on, longest first, so that `-Fre` is not read as `-F`; bare and separate ones are looked up whole. */
const JOINED: readonly Spelling[] = []
const WHOLE: ReadonlyMap<string, Flag> = fillTables()

function fillTables(): Map<string, Flag> {
  const whole = new Map<string, Flag>()
  const joined = JOINED as Spelling[]
  for (const flag of FLAGS)
    for (const name of flag.names.split(' '))
      for (const text of name.startsWith('-') ? [name] : [`-${name}`, `/${name}`]) {
        if (flag.form !== 'J') whole.set(text, flag)
        if (takesJoined(flag.form)) joined.push({ text, flag })
      }
  joined.sort((a, b) => b.text.length - a.text.length)
  return whole
}

function takesJoined(form: FlagForm): boolean {
  return form === 'J' || form === 'JS'
}

/** How many words after the flag are its value. */
const VALUES_BEHIND: Readonly<Record<FlagForm, number>> = { F: 0, S: 1, J: 0, JS: 1, S2: 2, S4: 4 }

/**
 * Parses the words behind `compile`.
 * @param isFile tells whether a path names an existing file: `/Data/x.hlsl` is an input then, and not `-D ata/x.hlsl`
 */
export function parseFlags(words: readonly string[], isFile: (path: string) => boolean = () => false): ParsedFlags {
  const uses: FlagUse[] = []
  const inputs: string[] = []
  const errors: string[] = []
  const unknown: string[] = []
  const unknownWords: string[] = []
  const missing: string[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if (word === '--') {
      inputs.push(...words.slice(i + 1))
      break
    }
    if (!looksLikeFlag(word)) {
      inputs.push(word)
      continue
    }
    const flag = WHOLE.get(word)
    if (flag) {
      const count = VALUES_BEHIND[flag.form]
      const values = words.slice(i + 1, i + 1 + count)
      if (values.length < count) {
        errors.push(`argument to '${word}' is missing (expected <${flag.value}>)`)
        missing.push(word)
      } else uses.push({ flag, written: word, value: values.join(' ') })
      i += count
      continue
    }
    const joined = JOINED.find(s => word.startsWith(s.text))
    if (joined && !(word.startsWith('/') && isFile(word)))
      uses.push({ flag: joined.flag, written: joined.text, value: word.slice(joined.text.length) })
    // Paths begin with a slash too: an unknown word is one when it is there or looks like one.
    else if (word.startsWith('/') && !(/^\/[\w-]+$/.test(word) && !isFile(word)) && !OTHER_BACK_ENDS.has(word))
      inputs.push(word)
    else {
      unknown.push(unknownFlag(word))
      unknownWords.push(word)
    }
  }
  return { uses, inputs, errors, unknown, unknownWords, missing }
}

const wordOf = ({ flag, written, value }: FlagUse): string => (flag.form === 'J' ? written + value : written)

/** Without the flags that dxc lacks: to it they are unknown. */
export function dxcFlagsOnly(parsed: ParsedFlags): ParsedFlags {
  const own = parsed.uses.filter(use => isOwnSpelling(use.written))
  const unknown = own.map(use => `unknown argument '${use.written}'; dxilkit compile has it`)
  return {
    ...parsed,
    uses: parsed.uses.filter(use => !own.includes(use)),
    unknown: [...parsed.unknown, ...unknown],
    unknownWords: [...parsed.unknownWords, ...own.map(wordOf)],
  }
}

function looksLikeFlag(word: string): boolean {
  return word.length > 1 && (word.startsWith('-') || word.startsWith('/'))
}

function unknownFlag(word: string): string {
  const shown = word.length > 80 ? `${word.slice(0, 80)}...` : word
  if (OTHER_BACK_ENDS.has(word)) return `'${shown}' is for another back end: dxilkit makes DXIL only`
  const separate = FLAGS.find(f => f.form === 'S' && word.startsWith(f.shown))
  if (separate)
    return `unknown argument '${shown}'; did you mean '${separate.shown} ${shown.slice(separate.shown.length)}'?`
  const guess = word.length > 40 ? undefined : closestWord(word, [...WHOLE.keys(), ...JOINED.map(s => s.text)])
  return `unknown argument '${shown}'${guess ? `; did you mean '${guess}'?` : ''}`
}

/** Typed look-ups over the uses of one command line. */
export class FlagValues {
  readonly #last = new Map<FlagId, FlagUse>()
  readonly #all: readonly FlagUse[]

  /** Every flag without its dash, and its value or ''. A value behind `=` belongs to the flag's name, as debug files of DXC have it. */
  words(): [flag: string, value: string][] {
    return this.#all.map(({ written, value }) => {
      const name = written.replace(/^(--?|\/)/, '')
      return name.endsWith('=') ? [name + value, ''] : [name, value]
    })
  }

  constructor(uses: readonly FlagUse[]) {
    this.#all = uses
    for (const use of uses) this.#last.set(use.flag.id, use)
  }

  has(id: FlagId): boolean {
    return this.#last.has(id)
  }

  /** Value of the last use, which wins; undefined when the flag was not given. */
  last(id: FlagId): string | undefined {
    return this.#last.get(id)?.value
  }

  all(id: FlagId): string[] {
    return this.#all.filter(u => u.flag.id === id).map(u => u.value)
  }

  /** Whichever of these flags came last. */
  lastOf<I extends FlagId>(...ids: readonly I[]): I | undefined {
    let found: I | undefined
    for (const use of this.#all) for (const id of ids) if (use.flag.id === id) found = id
    return found
  }
}
