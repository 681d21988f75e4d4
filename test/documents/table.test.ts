// docs/documents.md has no holes: every statement names tests, and every test it names is there.

import { existsSync, readFileSync } from 'node:fs'
import test from 'ava'

/** Sections of the page and how many statements each has at least. */
const DOCUMENTS: Readonly<Record<string, number>> = {
  '0024': 30,
  'DXIL resource handling': 30,
  '0028': 18,
  '0016': 20,
  'Parameter layout': 25,
}

interface Row {
  readonly document: string
  readonly statement: string
  readonly tests: readonly { readonly file: string; readonly title: string }[]
}

function rows(): Row[] {
  const found: Row[] = []
  let document = ''
  for (const line of readFileSync('docs/documents.md', 'utf8').split('\n')) {
    if (line.startsWith('## ')) document = line.slice(3)
    const cells = line.startsWith('| ') ? line.slice(2, -2).split(' | ') : []
    if (cells.length === 0 || cells[0] === 'section') continue
    const tests = (cells[2] ?? '').split('<br>').flatMap(text => {
      const [, file, title] = /^`([^`]+)` (.+)$/.exec(text) ?? []
      return file && title ? [{ file, title }] : []
    })
    found.push({ document, statement: cells[1] ?? '', tests })
  }
  return found
}

test('every statement of the five documents names a test that exists', t => {
  const all = rows()
  for (const [document, least] of Object.entries(DOCUMENTS))
    t.true(all.filter(r => r.document.startsWith(document)).length >= least, document)
  const sources = new Map<string, string>()
  for (const { document, statement, tests } of all) {
    t.true(tests.length > 0, `${document}: ${statement}`)
    for (const { file, title } of tests) {
      const path = `${file.startsWith('test/') ? '' : 'test/documents/'}${file}.test.ts`
      if (!sources.has(path)) sources.set(path, existsSync(path) ? readFileSync(path, 'utf8') : '')
      t.true(sources.get(path)!.includes(title), `${path} has no test '${title}'`)
    }
  }
})
