// Textual golden files: '=== title', input, '==>', expected output. BLESS=1 rewrites the expected halves (never in CI).
// Every file is checked to be alive: it has cases, each with its arrow, titles are unique.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'

interface Case {
  readonly title: string
  readonly input: string
  readonly expected: string
}

/** Declares one test a case: transform(input) must give the expected half. `file` is relative to the checkout. */
export function golden(file: string, transform: (input: string) => string): void {
  const path = join(process.cwd(), file)
  const cases = parseCases(readFileSync(path, 'utf8'), file)
  if (process.env['BLESS'] === '1') {
    if (process.env['CI']) throw new Error('expectations are blessed by people, not by CI')
    const blessed = cases.map(c => `=== ${c.title}\n\n${c.input}\n\n==>\n\n${transform(c.input).trim()}\n`).join('\n')
    writeFileSync(path, blessed)
    test(`${file}: blessed`, t => t.pass())
    return
  }
  for (const c of cases) test(`${file}: ${c.title}`, t => t.is(transform(c.input).trim(), c.expected))
}

/** Throws when the file is not a list of complete cases. */
export function parseCases(text: string, file: string): Case[] {
  const cases = text
    .split(/^=== /m)
    .slice(1)
    .map(block => {
      const end = block.indexOf('\n')
      const title = block.slice(0, end)
      const halves = block.slice(end).split(/^==>$/m)
      if (halves.length !== 2) throw new Error(`${file}: '${title}' has ${halves.length - 1} ==> lines`)
      return { title, input: halves[0]!.trim(), expected: halves[1]!.trim() }
    })
  if (cases.length === 0) throw new Error(`${file} holds no case`)
  if (new Set(cases.map(c => c.title)).size !== cases.length) throw new Error(`${file} repeats a title`)
  return cases
}
