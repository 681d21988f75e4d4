// Golden files: `=== title`, input, `==>`, expected, blank lines between. BLESS=1 rewrites the expected halves (never in CI).

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface GoldenCase {
  readonly title: string
  readonly input: string
  readonly expected: string
}

const pathOf = (name: string): string => join(process.cwd(), 'test/lower', name)

/** The cases of a file in test/lower. @throws Error when it is empty, a title repeats, or a case has no expectation */
export function readGolden(name: string): readonly GoldenCase[] {
  const cases = readFileSync(pathOf(name), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map(text => {
      const end = text.indexOf('\n')
      const [input, expected] = text.slice(end + 1).split(/^==>\n/m)
      if (expected === undefined && !isBlessing()) throw new Error(`${name}: '${text.slice(0, end)}' expects nothing`)
      return { title: text.slice(0, end), input: (input ?? '').trim(), expected: (expected ?? '').trim() }
    })
  if (cases.length === 0) throw new Error(`${name} has no cases`)
  if (new Set(cases.map(c => c.title)).size < cases.length) throw new Error(`${name} repeats a title`)
  return cases
}

export function isBlessing(): boolean {
  return process.env['BLESS'] === '1' && process.env['CI'] !== 'true'
}

export function writeGolden(name: string, cases: readonly GoldenCase[]): void {
  const text = cases.map(c => `=== ${c.title}\n${c.input}\n==>\n${c.expected}\n`).join('\n')
  writeFileSync(pathOf(name), text)
}
