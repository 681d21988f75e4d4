// The playground in a real browser: errors under the caret, the blob that it hands out, what it loads, whether everybody can use it.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import axe from 'axe-core'
import { folder, run } from '../cli/run_cli.ts'
import { available, type OracleName } from '../oracle/available.ts'
import { Chromium, type Page } from '../oracle/chromium.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { brotliSize, buildPlayground, openPlayground, type Server, serve, until } from './pages.ts'
import { PANES } from './pane_names.ts'

let root = ''
let server: Server
let browser: Chromium

test.before(async () => {
  if (!available('chromium')) return
  root = await buildPlayground()
  server = await serve(root)
  browser = await Chromium.start()
})

test.after.always(async () => {
  await browser?.close()
  server?.close()
  if (root !== '') rmSync(root, { recursive: true, force: true })
})

let last: Promise<void> = Promise.resolve()

/** One after the other: a page behind another one draws nothing. */
function pageTest(
  names: OracleName | readonly OracleName[],
  title: string,
  body: (t: ExecutionContext) => Promise<void>,
): void {
  oracleTest(names, title, t => {
    const done = last.then(() => body(t))
    last = done.catch(() => undefined)
    return done
  })
}

const text = (page: Page, selector: string): Promise<string> =>
  page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`)

/** Puts a text in place of everything in the editor, with the keyboard. */
async function write(page: Page, source: string): Promise<void> {
  await page.evaluate("document.querySelector('#editor .cm-content').focus()")
  await page.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'a',
    code: 'KeyA',
    modifiers: 2,
    windowsVirtualKeyCode: 65,
  })
  await page.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'a', code: 'KeyA', modifiers: 2 })
  await page.type(source)
}

const compiled = (page: Page, how: 'ok' | 'failed'): Promise<void> =>
  until(page, `document.documentElement.dataset.compiled === '${how}'`, `a compilation that is ${how}`)

const WRONG =
  'RWBuffer<float> o;\n[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) {\n  o[i] = squrt(o[i]);\n}\n'
const RIGHT = WRONG.replace('squrt', 'sqrt')

pageTest('chromium', 'the first view loads at most 600 kB', async t => {
  const own = await serve(root)
  const page = await openPlayground(browser, own)
  const bytes = brotliSize(root, own.asked)
  own.close()
  t.log(`${bytes} bytes of brotli in ${own.asked.size} files`)
  t.true(own.asked.size > 5)
  t.true(bytes <= 600_000, `${bytes}`)
  t.deepEqual(page.complaints, [])
})

pageTest('chromium', 'an error stands under the caret with a fix, and the fix leads to the disassembly', async t => {
  const page = await openPlayground(browser, server)
  await write(page, WRONG)
  await compiled(page, 'failed')
  t.regex(await text(page, '.message.error'), /squrt/)
  t.is(await text(page, '.cm-lintRange-error'), 'squrt')
  // The caret stands below the first letter, the rest of the name is underlined.
  const [line = '', caret = ''] = (await text(page, '.caret')).split('\n')
  t.is(line.slice(caret.indexOf('^')).slice(0, 5), 'squrt')
  t.true(caret.endsWith('^~~~~'))
  t.false(await page.evaluate("document.getElementById('stale').hidden"))
  t.regex(await text(page, '.cm-said-error'), /squrt/)
  await page.click('.message .plain')
  await compiled(page, 'ok')
  await until(page, "document.querySelector('#pane .cm-content').textContent.includes('Sqrt')", 'the disassembly')
  t.is(await text(page, '.message'), '')
  // An instruction leads to its line.
  await page.clickOn(
    "[...document.querySelectorAll('#pane .cm-line')].find(l => l.textContent.includes('Sqrt'))",
    'the line of the square root',
  )
  await until(
    page,
    "document.querySelector('#editor .cm-activeLine').textContent.includes('sqrt')",
    'the line of the instruction',
  )
  t.deepEqual(page.complaints, [])
})

/** Keys one by one, as somebody types. */
async function keys(page: Page, text: string): Promise<void> {
  for (const key of text) await page.press(key)
}

pageTest('chromium', 'the editor completes, shows parameters and hints, goes to definitions and renames', async t => {
  const page = await openPlayground(browser, server)
  await page.evaluate("document.querySelector('#editor .cm-content').focus()")
  await until(page, 'document.documentElement.dataset.features')
  await write(
    page,
    'float twice(float v) { return v * 2; }\nRWBuffer<float> o;\n[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) { o[i] = ; }',
  )
  for (let i = 0; i < 3; i++) await page.press('ArrowLeft')
  await keys(page, 'twi')
  await until(page, "document.querySelector('.cm-tooltip-autocomplete')?.textContent.includes('twice')", 'completions')
  // Suggestions that have just come are not taken by a key that was meant for the text.
  await new Promise(resolve => setTimeout(resolve, 200))
  await page.press('Enter')
  await keys(page, '(')
  await until(page, "document.querySelector('.cm-facts b')?.textContent === 'float v'", 'the parameter')
  await keys(page, 'i')
  await compiled(page, 'ok')
  await until(page, "document.querySelector('.cm-hint-binding')?.textContent.includes('u0')", 'the register')
  await until(page, "document.querySelector('.cm-hint-conversion')?.textContent.includes('float')", 'the conversion')
  await page.clickOn(
    "[...document.querySelectorAll('#editor .cm-line span')].findLast(s => s.textContent === 'twice')",
    'the last call of twice',
  )
  await page.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'F12', code: 'F12', windowsVirtualKeyCode: 123 })
  await until(
    page,
    "document.querySelector('#editor .cm-activeLine').textContent.startsWith('float twice')",
    'the definition',
  )
  await page.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'F2', code: 'F2', windowsVirtualKeyCode: 113 })
  await until(page, "document.getElementById('ask-name').open", 'the question for a name')
  await page.type('doubled')
  await page.press('Enter')
  await until(
    page,
    "document.querySelector('#editor .cm-content').textContent.split('doubled').length === 3",
    'the new name',
  )
  await compiled(page, 'ok')
  t.deepEqual(page.complaints, [])
})

pageTest(['chromium', 'dxc'], 'the blob is that of the command line, and the validator accepts it', async t => {
  const files = folder({ 'wave_sum.hlsl': RIGHT })
  const downloads = join(files.path, 'downloads')
  mkdirSync(downloads)
  try {
    const page = await openPlayground(browser, server)
    await browser.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads })
    await write(page, RIGHT)
    await until(page, "document.querySelector('#pane .cm-content').textContent.includes('Sqrt')", 'the disassembly')
    await page.click('#download')
    const path = join(downloads, 'wave_sum.dxil')
    for (let i = 0; i < 200 && !existsSync(path); i++) await new Promise(resolve => setTimeout(resolve, 25))
    t.deepEqual(readdirSync(downloads), ['wave_sum.dxil'])
    const blob = readFileSync(path)
    const ran = await run([files.at('wave_sum.hlsl'), '-T', 'cs_6_0', '-E', 'main', '-Fo', files.at('cli.dxil')])
    t.is(ran.code, 0, ran.stderr)
    t.true(blob.equals(readFileSync(files.at('cli.dxil'))))
    const verdict = await (await Dxc.shared()).validate(blob)
    t.true(verdict.ok, verdict.message)
    t.deepEqual(page.complaints, [])
  } finally {
    files.remove()
  }
})

pageTest('chromium', 'the address holds the state', async t => {
  const page = await openPlayground(browser, server)
  await write(page, RIGHT)
  await page.click('[data-tab=statistics]')
  await until(page, "document.getElementById('pane').dataset.shown === 'statistics'")
  await page.click('#share')
  await until(page, "document.getElementById('share').textContent.includes('Link')")
  const hash = await page.evaluate<string>('location.hash')
  t.true(hash.length > 100 && hash.length < 600, `${hash.length}`)
  const again = await openPlayground(browser, server, undefined, hash)
  t.is(await again.evaluate("document.getElementById('pane').dataset.shown"), 'statistics')
  t.regex(await text(again, '#editor .cm-content'), /sqrt\(o\[i\]\)/)
  const broken = await openPlayground(browser, server, undefined, '#1AAAA')
  t.regex(await text(broken, '#editor .cm-content'), /WaveActiveSum/)
})

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly string[]
}

/** What axe-core finds serious or critical in the page; the byte map's frame has tests of its own. */
const violations = (page: Page, within = ''): Promise<Violation[]> =>
  page.evaluate(
    `axe.run(${within === '' ? 'document' : JSON.stringify(within)}, { iframes: false, resultTypes: ['violations'] }).then(r => r.violations
      .filter(v => v.impact === 'serious' || v.impact === 'critical')
      .map(v => ({ id: v.id, impact: v.impact, nodes: v.nodes.slice(0, 4).map(n => n.html.slice(0, 160) + ' ' + n.failureSummary) })))`,
  )

for (const theme of ['light', 'dark'])
  pageTest('chromium', `axe-core finds nothing serious in any pane, ${theme}`, async t => {
    const page = await openPlayground(browser, server)
    await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: theme }] })
    await page.evaluate(`${axe.source};0`)
    await page.evaluate(
      "(() => { const s = document.getElementById('sample'); s.value = 'layout'; s.dispatchEvent(new Event('change')) })()",
    )
    await until(page, "document.querySelector('#editor .cm-content').textContent.includes('Members begin')")
    for (const pane of PANES) {
      await page.click(`[data-tab=${pane}]`)
      await until(page, `document.getElementById('pane').dataset.shown === '${pane}'`)
      t.deepEqual(await violations(page, pane === PANES[0] ? '' : '#pane'), [], pane)
      t.true(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${pane} is too wide`)
    }
    await write(page, WRONG)
    await compiled(page, 'failed')
    t.deepEqual(await violations(page), [], 'with an error')
    t.deepEqual(page.complaints, [])
  })

pageTest('chromium', 'a phone sees everything without scrolling sideways', async t => {
  const page = await openPlayground(browser, server, { width: 390, height: 844 })
  for (const pane of PANES) {
    await page.click(`[data-tab=${pane}]`)
    await until(page, `document.getElementById('pane').dataset.shown === '${pane}'`)
    t.true(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), pane)
  }
  t.deepEqual(page.complaints, [])
})

pageTest('chromium', 'a container of another compiler is compared here', async t => {
  const files = folder()
  try {
    const other = files.at('other.dxil')
    writeFileSync(files.at('a.hlsl'), RIGHT.replace('sqrt', 'rsqrt'))
    t.is((await run([files.at('a.hlsl'), '-T', 'cs_6_0', '-Fo', other])).code, 0)
    const page = await openPlayground(browser, server)
    await write(page, RIGHT)
    await until(page, "document.querySelector('#pane .cm-content').textContent.includes('Sqrt')", 'the disassembly')
    await page.click('[data-tab=diff]')
    await until(page, "document.getElementById('diff-file')")
    const { root: document } = (await page.send('DOM.getDocument')) as { root: { nodeId: number } }
    const { nodeId } = await page.send('DOM.querySelector', { nodeId: document.nodeId, selector: '#diff-file' })
    await page.send('DOM.setFileInputFiles', { nodeId, files: [other] })
    await until(page, "document.querySelector('.difference')", 'the differences')
    t.regex(await text(page, '.difference'), /-value: sqrt.*\n\+value: rsqrt/)
  } finally {
    files.remove()
  }
})
