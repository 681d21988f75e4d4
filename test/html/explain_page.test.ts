// The pages of bindings and layouts in a real browser: choosing with mouse and keys, no complaint, nothing requested, hostile names.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import {
  bindingsPage,
  compareBindings,
  comparisonPage,
  explainBindings,
  explainLayout,
  layoutPage,
} from '../../src/api/index.ts'
import { Chromium, type Page } from '../oracle/chromium.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const HOSTILE = `</script><script>alert(1)</script>"'><img src=x onerror=alert(2)>`

const SHADER = `RWBuffer<float> A : register(u2);
RWBuffer<float> B[4];
RWBuffer<float> C[2];
RWBuffer<float> dead;
RWBuffer<float> E[2];
[numthreads(1,1,1)] void main() { A[0] = E[1][0] + C[1][0] + B[1][0]; }`

async function withPage(t: ExecutionContext, html: string, body: (page: Page) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dxilkit-page-'))
  const browser = await Chromium.start()
  try {
    const file = join(folder, 'page.html')
    writeFileSync(file, html)
    const url = pathToFileURL(file).href
    const page = await browser.open(url)
    t.is(await page.evaluate('document.documentElement.dataset.ready'), 'yes')
    await body(page)
    t.deepEqual(page.complaints, [])
    t.deepEqual(page.requests, [url])
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const texts = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map(e => e.textContent)`)

oracleTest('chromium', 'bindings: a click or a key shows the reason and the space as it was then', async t => {
  const { explanation } = explainBindings(SHADER, { fileName: 'shader.hlsl' })
  await withPage(t, bindingsPage(explanation!), async page => {
    // The first resource that had to pass a gap is chosen: B.
    t.deepEqual(await texts(page, '#why article.open h2'), ['B'])
    t.deepEqual(await texts(page, '#why article.open .steps td'), [
      'u0-u1',
      '2 free, too small for 4',
      'u2',
      'taken by A',
      'u3-u6',
      'fits',
    ])
    t.deepEqual(await texts(page, '.cell.small'), ['C[2]2nd'])
    t.deepEqual(await texts(page, '.cell.later'), ['C[2]2nd', 'E[2]3rd'])
    await page.click('.cell[data-r="3"]')
    t.deepEqual(await texts(page, '#why article.open h2'), ['E'])
    t.deepEqual(await texts(page, '.cell.later'), [])
    t.deepEqual(await texts(page, '.cell[aria-pressed=true]'), ['E[2]3rd'])
    await page.click('button.name[data-r="0"]')
    t.deepEqual(await texts(page, '#why article.open h2'), ['C'])
    await page.press('ArrowDown')
    t.deepEqual(await texts(page, '#why article.open h2'), ['A'])
    t.true((await page.evaluate<number>(`document.querySelectorAll('.hot').length`)) > 1)
    await page.press('ArrowUp')
    t.deepEqual(await texts(page, '#why article.open h2'), ['C'])
  })
})

oracleTest('chromium', 'bindings: problems, unbounded ranges and an empty shader make pages too', async t => {
  const clash = explainBindings(
    'RWBuffer<float> A[4] : register(u1); RWBuffer<float> B : register(u4); Texture2D t[]; Texture2D s[];' +
      '[numthreads(1,1,1)] void main() { A[0][0] = B[0] + t[3].Load(0).x + s[1].Load(0).x; }',
  )
  await withPage(t, bindingsPage(clash.explanation!), async page => {
    t.is((await texts(page, '.problem')).length, 2)
    t.is((await texts(page, 'ol.bar')).length, 3)
    t.deepEqual(await texts(page, '.cell.open'), ['t[]1st', 'free to the end'])
  })
  const empty = explainBindings('[numthreads(1,1,1)] void main() {}')
  await withPage(t, bindingsPage(empty.explanation!), async page => {
    t.deepEqual(await texts(page, '.none'), ['No resources.'])
  })
})

oracleTest('chromium', 'comparison: three policies, differences marked', async t => {
  const { comparison } = compareBindings(SHADER)
  await withPage(t, comparisonPage(comparison!), async page => {
    t.deepEqual(await texts(page, 'td.diff'), ['u7', 'u8-u9'])
    t.deepEqual(await texts(page, 'main h2'), ['Policies', "DXC's rules", "LLVM's rules (0024, 0038)", "Slang's rules"])
  })
})

oracleTest('chromium', 'layout: rows of 16 bytes, members light up together', async t => {
  const { explanation } = explainLayout(
    'cbuffer C { float a; float3 b; float2 c; float d[7]; row_major float2x3 m; uint16_t s; }',
    { enable16BitTypes: true, target: 'cs_6_2' },
  )
  await withPage(t, layoutPage(explanation!), async page => {
    const spans = await page.evaluate<number[]>(
      `[...document.querySelectorAll('table.rows tbody tr')].map(r => [...r.cells].slice(1).reduce((n, c) => n + c.colSpan, 0))`,
    )
    t.true(spans.length > 5)
    t.true(spans.every(n => n === 16))
    t.deepEqual(await texts(page, 'table.rows tbody tr:first-child td'), ['afloat', 'bfloat3'])
    await page.evaluate(
      `document.querySelector('tr[data-hot=b0m3]').dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))`,
    )
    const lit = await texts(page, 'td.hot')
    t.true(lit.includes('d[0]float') && lit.includes('d[6]float'), lit.join())
    t.is((await texts(page, '.hint')).length, 1)
  })
})

oracleTest('chromium', 'hostile names stay text', async t => {
  const e = explainBindings(SHADER, { fileName: HOSTILE }).explanation!
  const hostile = {
    ...e,
    file: HOSTILE,
    entry: HOSTILE,
    resources: e.resources.map(r => ({ ...r, name: HOSTILE, type: HOSTILE, reason: HOSTILE })),
  }
  await withPage(t, bindingsPage(hostile), async page => {
    t.is(await page.evaluate('document.querySelectorAll("img, script").length'), 2)
    t.is((await texts(page, '#why article.open h2'))[0], HOSTILE)
  })
  const l = explainLayout('cbuffer C { float a[9]; float3 b; }', { fileName: HOSTILE }).explanation!
  const [b] = l.buffers
  const bad = {
    ...l,
    buffers: [
      {
        ...b!,
        names: [HOSTILE],
        types: [HOSTILE],
        members: b!.members.map(m => ({ ...m, name: HOSTILE, type: HOSTILE })),
      },
    ],
  }
  await withPage(t, layoutPage(bad), async page => {
    t.is(await page.evaluate('document.querySelectorAll("img, script").length'), 2)
    t.is((await texts(page, 'section h2'))[0], HOSTILE)
  })
})

test('explanation pages hold nothing but their own script and style', t => {
  const { explanation } = explainBindings(SHADER)
  const pages = [
    bindingsPage(explanation!),
    comparisonPage(compareBindings(SHADER).comparison!),
    layoutPage(explainLayout('cbuffer C { float a; }').explanation!),
  ]
  for (const page of pages) {
    t.is(page.match(/<script/g)!.length, 2)
    t.notRegex(page, /\b(src|href|style)=|\bon\w+=|eval\(|new Function|https?:|@import|url\(/)
    t.regex(page, /default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-/)
  }
})
