// Every command and program of the documents, executed in order in a folder of its own; what they print is what the page shows. BLESS=1 writes what is
// printed, except where a part of it is left out. Every block of every page is executed here, or a row says what checks it.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { blocksOf, prepare, walk } from './walk.ts'

const PAGES = [
  'README.md',
  ...['docs', 'docs/guides'].flatMap(folder =>
    readdirSync(folder)
      .filter(name => name.endsWith('.md'))
      .map(name => `${folder}/${name}`),
  ),
]

/** Blocks that are neither files nor commands: how the block begins, by page, and the test that reads it. */
const ELSEWHERE: readonly (readonly [page: string, begins: RegExp, test: string])[] = [
  ['README.md', /^import \{ compile \}/, 'test/site/guides.test.ts'],
  ['README.md', /^npm /, 'test/package/package.test.ts'],
  ['docs/binding.md', /^\/\/ (?:llvm|slang): /, 'test/documents/binding_docs.test.ts'],
  ['docs/bundlers.md', /^(?:\/\/ vite\.config\.js|import blur)/, 'test/plugin/docs.test.ts'],
  ['docs/cli.md', /^dxilkit \[compile\]/, 'test/cli/docs.test.ts'],
  ['docs/editors.md', /^import \{ languageService \}|^use of undeclared/, 'test/language/service.test.ts'],
  ['docs/editors.md', /^vim\./, 'test/language/package.test.ts'],
]

test('every block of every page is executed or read by a test', t => {
  const seen = new Set<string>()
  for (const page of PAGES)
    for (const { lang, file, body } of blocksOf(readFileSync(page, 'utf8'))) {
      if (file !== '') continue
      const where = `${page}: ${body.slice(0, 60)}`
      if (lang === 'sh') {
        t.true(body.startsWith('$ '), where)
        continue
      }
      const row = ELSEWHERE.find(([p, begins]) => p === page && begins.test(body))
      t.truthy(row, where)
      if (!row) continue
      seen.add(String(row[1]))
      t.true(existsSync(row[2]), row[2])
      const reader = readFileSync(row[2], 'utf8')
      t.true(reader.includes(page), `${row[2]} does not read ${page}`)
    }
  for (const [page, walker] of WALKED)
    t.true(readFileSync(walker, 'utf8').includes(`'${page}'`) && readFileSync(walker, 'utf8').includes('walk('), page)
  for (const [page, begins] of ELSEWHERE) t.true(seen.has(String(begins)), `${page} has no block ${begins}`)
})

/** A test of its own walks it and looks at the manifest as well. */
const WALKED = new Map([['docs/build.md', 'test/cli/build_docs.test.ts']])

for (const page of PAGES.filter(p => !WALKED.has(p) && blocksOf(readFileSync(p, 'utf8')).some(b => b.lang === 'sh')))
  test(`${page}: every command does what it shows`, async t => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dxilkit-guide-')))
    try {
      const { commands, problems, left, blessed } = await walk(readFileSync(page, 'utf8'), folder, prepare(folder))
      if (left.length > 0) t.log(`not on this machine: ${left.join('; ')}`)
      t.true(commands > 0)
      if (process.env['BLESS'] && !process.env['CI']) writeFileSync(page, blessed)
      else t.deepEqual(problems, [])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

test('a walk sees what is not as a page shows it', async t => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dxilkit-guide-')))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const page = [
    '`a.txt`:\n\n```text\none\ntwo\nthree\n```',
    '```sh\n$ cat a.txt\none\n...\nthree\n$ cat a.txt\none\n$ cat a.txt\none\ntw...\n$ cat missing.txt\n...\n$ cat a.txt\n...\ntwo\n```',
  ].join('\n')
  const { commands, problems } = await walk(page, folder, { ...process.env })
  t.is(commands, 5)
  t.deepEqual(
    problems.map(p => p.split('\n')[0]),
    ['cat a.txt', 'cat missing.txt: exit code 1', 'cat a.txt'],
  )
})

test('README shows programs that run', t => {
  const folder = mkdtempSync(join(tmpdir(), 'dxilkit-readme-'))
  try {
    const env = prepare(folder)
    const programs = blocksOf(readFileSync('README.md', 'utf8')).filter(b => b.lang === 'ts')
    t.true(programs.length > 0)
    programs.forEach(({ body }, i) => {
      writeFileSync(join(folder, `${i}.mjs`), body)
      const { status, stdout, stderr } = spawnSync('node', [`${i}.mjs`], { cwd: folder, env, encoding: 'utf8' })
      t.is(status, 0, stderr)
      t.regex(stdout, /bytes of DXIL/)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
