// The -W flags in their order, as clang reads them: what each makes of the warnings, and which of them mean nothing.

import { isWarningOption, warningGroups } from './warning_groups.ts'
import { codesNamed, defaultLevel, type WarningLevel } from './warning_names.ts'

export interface WarningLevels {
  /** By code; what is not in it is as it is by default. */
  readonly levels: ReadonlyMap<string, WarningLevel>
  /** Codes that -Wno-error=name keeps from becoming errors under -Werror. */
  readonly neverErrors: ReadonlySet<string>
  /** -Werror, -Wno-error: whichever came last. */
  readonly asErrors: boolean
  /** -Wfatal-errors: the first error ends the compilation. */
  readonly fatalErrors: boolean
  readonly unknown: readonly UnknownOption[]
}

export interface UnknownOption {
  /** As clang shows it: `-Wfoo`, `-Wno-foo`, `-Werror=foo`. */
  readonly option: string
  /** What it may have meant, '' when nothing is nearest. */
  readonly guess: string
  /** `-Werror` or `-Wfatal-errors` for what stands behind one of these and is no specifier; '' otherwise. */
  readonly specifierOf: string
}

/** @param values what stands behind each -W: `conversion`, `no-conversion`, `error`, `error=conversion` */
export function warningLevels(values: readonly string[]): WarningLevels {
  const reader = new Reader()
  for (const value of values) reader.read(value)
  return reader
}

/** The prefix of an option that has a form of its own, and what `=name` behind it does. */
type Special = 'error' | 'fatal-errors'

class Reader implements WarningLevels {
  readonly levels = new Map<string, WarningLevel>()
  readonly neverErrors = new Set<string>()
  asErrors = false
  fatalErrors = false
  readonly unknown: UnknownOption[] = []

  read(value: string): void {
    const isOn = !value.startsWith('no-')
    const name = isOn ? value : value.slice('no-'.length)
    const special = name.startsWith('error') ? 'error' : name.startsWith('fatal-errors') ? 'fatal-errors' : undefined
    // -W and -Wno- alone are GCC's older spellings and do nothing.
    if (name === '' || name === 'system-headers') return
    if (special) this.#special(special, name.slice(special.length), isOn, value)
    else if (isOn) this.#enable(name)
    else this.#disable(name)
  }

  #special(special: Special, rest: string, isOn: boolean, value: string): void {
    if (rest === '') {
      if (special === 'error') this.asErrors = isOn
      else this.fatalErrors = isOn
    } else if (rest.length === 1 || !/^[=-]/.test(rest))
      this.unknown.push({ option: `-W${value}`, guess: '', specifierOf: `-W${special}` })
    else {
      const name = rest.slice(1)
      // Only -Weverything and -Wno-everything are flags.
      if (name === 'everything') {
        const guess = `-W${special}=${nearestGroup(name)}`
        return void this.unknown.push({ option: `-W${value}`, guess, specifierOf: '' })
      }
      for (const code of this.#codes(`-W${special}=`, name)) {
        if (isOn) this.levels.set(code, 'error')
        else if (special === 'error') this.#allow(code)
      }
    }
  }

  /** -Wno-error=name: an error goes back to a warning, and -Werror will not make it one again. */
  #allow(code: string): void {
    if (this.#level(code) === 'error') this.levels.set(code, 'warning')
    this.neverErrors.add(code)
  }

  /** An error stays one. */
  #enable(name: string): void {
    for (const code of this.#codes('-W', name)) if (this.#level(code) !== 'error') this.levels.set(code, 'warning')
  }

  #level(code: string): WarningLevel {
    return this.levels.get(code) ?? defaultLevel(code)
  }

  #disable(name: string): void {
    for (const code of this.#codes('-Wno-', name)) this.levels.set(code, 'ignored')
  }

  #codes(prefix: string, name: string): readonly string[] {
    const codes = codesNamed(name)
    if (codes.length === 0 && name !== 'everything' && !isWarningOption(name)) {
      const guess = nearestGroup(name)
      this.unknown.push({ option: prefix + name, guess: guess === '' ? '' : prefix + guess, specifierOf: '' })
    }
    return codes
  }
}

/** The group with the fewest edits to the name; '' when two are equally near, as clang has it. */
function nearestGroup(name: string): string {
  let best = ''
  let least = name.length + 1
  // Longer names are nobody's misspelling, and the search takes time by their length.
  if (name.length > 80) return best
  for (const group of warningGroups()) {
    if (Math.abs(group.length - name.length) > least) continue
    const distance = editDistance(group, name)
    if (distance > least) continue
    best = distance < least ? group : ''
    least = distance
  }
  return best
}

/** Insertions, deletions and replacements, each one edit. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++)
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (a[i] === b[j] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
