// The documentation's pages: links, completeness, examples, search, and whether everybody can use them.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test from 'ava'
import axe from 'axe-core'
import MiniSearch from 'minisearch'
import { exampleTable, shownExample } from '../../site/docs/examples.ts'
import { manPage } from '../../site/docs/man.ts'
import { brokenLinks, makeSite, type Site, writeAssets } from '../../site/docs/site.ts'
import { messageRows } from '../../site/docs/tables.ts'
import { FLAGS } from '../../src/cli/dxc_flags.ts'
import { Chromium } from '../oracle/chromium.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { serve, until } from './pages.ts'

/** The number of examples may only grow. */
const EXAMPLES = 728

let site: Site

test.before(async () => {
  // The library's page takes TypeDoc half a minute; building the site checks its links.
  site = await makeSite({ api: false })
})

const page = (path: string): string => site.files.get(path) ?? ''

test('no link leads nowhere', t => {
  t.true(site.files.size >= 18)
  t.deepEqual(brokenLinks(site, ['playground/index.html', 'assets/docs.css', 'assets/docs.js']), [])
  const broken: Site = { files: new Map([['a.html', '<a href="b.html#c">x</a><h2 id="d">d</h2><a href="#e">y</a>']]) }
  t.deepEqual(brokenLinks(broken, []), ['a.html: b.html#c', 'a.html: #e'])
})

test('every flag and every message has its place', async t => {
  for (const flag of FLAGS) t.true(page('docs/flags.html').includes(`<code>${flag.shown}`), flag.shown)
  for (const { code } of await messageRows()) t.true(page('docs/messages.html').includes(`id="${code}"`), code)
})

test('every example leads to its message', async t => {
  const known = new Map((await messageRows()).map(row => [row.code, row]))
  const examples = exampleTable()
  t.log(`${examples.size} of ${known.size} messages have an example`)
  t.true(examples.size >= EXAMPLES, `${examples.size} examples`)
  for (const [code, example] of examples) {
    const row = known.get(code)
    t.truthy(
      row && (await shownExample(code, row.template, example)),
      `${code} is ${row ? 'not what comes' : 'no message'}`,
    )
  }
  // An example of another message is seen.
  t.is(await shownExample('E2001', 'use of nothing', { source: 'x', options: { target: 'ps_6_0' } }), undefined)
  t.is(await shownExample('E4000', 'cannot hear', { files: {}, commands: ['dxilkit dump missing.dxil'] }), undefined)
})

test('search finds sections by their words', t => {
  const text = page('assets/search.js')
  const json = JSON.parse(text.slice(text.indexOf('=') + 1)) as string
  const index = MiniSearch.loadJSON(json, { fields: ['title', 'text'], storeFields: ['title', 'page'] })
  const first = (words: string): string => String(index.search(words, { prefix: true, combineWith: 'AND' })[0]?.id)
  t.regex(first('E2001'), /messages\.html#E2001/)
  t.regex(first('constant buffer rows'), /constant-buffer|layout|cli/)
})

oracleTest('chromium', 'pages in a browser: search with keys, light and dark, wide and narrow', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'dxilkit-docs-'))
  for (const [path, text] of site.files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  await writeAssets(folder)
  const server = await serve(folder)
  const browser = await Chromium.start()
  try {
    const tab = await browser.open(`${server.url}/docs/guides/constant-buffer.html`)
    await tab.evaluate(`${axe.source};0`)
    for (const theme of ['light', 'dark']) {
      await tab.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: theme }] })
      const found = await tab.evaluate<string[]>(
        "axe.run(document, { resultTypes: ['violations'] }).then(r => r.violations.map(v => v.id + ' ' + v.nodes[0].html))",
      )
      t.deepEqual(found, [], theme)
    }
    await tab.press('/')
    t.is(await tab.evaluate('document.activeElement.id'), 'search')
    await tab.type('W2100')
    await until(tab, "document.querySelector('#found li')", 'something found')
    await tab.press('Enter')
    await until(tab, "location.href.endsWith('/docs/messages.html#W2100')", 'the page of the message')
    t.deepEqual(tab.complaints, [])
    const narrow = await browser.open(`${server.url}/docs/cli.html`, { width: 390, height: 844 })
    t.true(await narrow.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    t.deepEqual(narrow.complaints, [])
  } finally {
    await browser.close()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the manual page is what the help says now', async t => {
  const made = await manPage()
  if (process.env['BLESS'] && !process.env['CI']) writeFileSync('man/dxilkit.1', made)
  t.is(readFileSync('man/dxilkit.1', 'utf8'), made)
})
