// The page in a real browser: clicks with the mouse, keys, what is shown; no complaint of the browser, nothing requested.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { htmlPage } from '../../src/api/html.ts'
import { compile } from '../../src/api/index.ts'
import { readContainer, writeContainer } from '../../src/container/container.ts'
import { buildDebugName } from '../../src/container/debug_name.ts'
import { escapeHtml, scriptJson } from '../../src/html/escape.ts'
import { SAMPLE_ELEMENTS, sampleContainer, VALIDATOR } from '../container/sample.ts'
import { Chromium, type Page } from '../oracle/chromium.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const HOSTILE = `</script><script>alert(1)</script>"'><img src=x onerror=alert(2)>`

const SHADER = `
struct Inner { float2 a; uint b; };
cbuffer Settings : register(b3) { float4 tint; row_major float3x4 world; Inner inner[2]; int unused; };
RWBuffer<float4> output : register(u1);
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) { output[id.x] = tint * world[1][id.x & 3] + inner[1].a.x; }`

function shader(): Uint8Array {
  const { container } = compile(SHADER, { target: 'cs_6_0', entry: 'main' })
  return container!
}

/** Opens the page of a container as a file, hands it to body, and checks that the browser found nothing to complain about. */
async function withPage(
  t: ExecutionContext,
  bytes: Uint8Array,
  title: string,
  body: (page: Page) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dxilkit-page-'))
  const browser = await Chromium.start()
  try {
    const file = join(folder, 'page.html')
    writeFileSync(file, htmlPage(bytes, title))
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

const fact = (page: Page, term: string): Promise<string | undefined> =>
  page.evaluate(`document.querySelector('[data-fact="${term}"]')?.textContent`)
const texts = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map(e => e.textContent)`)

oracleTest('chromium', 'a click on a part shows its bytes and fields, a click on a byte its field', async t => {
  const bytes = sampleContainer()
  const psv = readContainer(bytes).parts.findIndex(p => p.name === 'PSV0')
  const { offset, size } = readContainer(bytes).parts[psv]!
  await withPage(t, bytes, 'sample.dxil', async page => {
    await page.click(`button.part[data-part="${psv}"]`)
    t.is(await page.evaluate(`document.querySelector('button.part[data-part="${psv}"]').ariaPressed`), 'true')
    t.is(await page.evaluate(`document.getElementById('tree-title').textContent`), 'Fields of PSV0')
    const lit = await page.evaluate<string[]>(
      `[...document.querySelectorAll('#hex b:not(.out)')].map(b => b.dataset.offset).filter(Boolean)`,
    )
    t.deepEqual(
      lit.map(Number),
      Array.from({ length: size + 8 }, (_, i) => offset - 8 + i),
    )
    t.is(await fact(page, 'part'), 'PSV0')
    t.is(await fact(page, 'field'), 'FourCC')

    // A group of the tree opens, a leaf in it leads to its bytes.
    await page.click('#tree summary')
    const leaves = await texts(page, '#tree details[open] button')
    t.true(leaves.length > 3, leaves.join())
    await page.click('#tree details[open] li:nth-child(2) button')
    const field = await fact(page, 'field')
    t.true(field?.startsWith('info.'), field)

    // The part's size is in the 4 bytes before its payload.
    await page.click(`#hex b[data-offset="${offset - 3}"]`)
    t.is(await fact(page, 'field'), 'size')
    t.is(await fact(page, 'value'), String(size))
    t.is(await page.evaluate(`document.querySelectorAll('#hex b.sel').length`), 4)
    t.deepEqual(await texts(page, '#tree [aria-current=true]'), [`size = ${size}`])

    // A jump, a byte outside the part, then the keyboard.
    await page.click('#goto')
    await page.type('0x10')
    await page.press('Enter')
    t.is(await fact(page, 'field'), 'digest')
    await page.click('#hex b[data-offset="24"]')
    t.is(await fact(page, 'field'), 'file size')
    t.is(await fact(page, 'value'), String(bytes.length))
    await page.evaluate(`document.getElementById('hex').focus()`)
    await page.press(']')
    t.is(await fact(page, 'field'), 'part count')
    await page.press('ArrowLeft')
    t.is(await fact(page, 'field'), 'file size')
    await page.press('End')
    t.is(await fact(page, 'byte'), `0x${(bytes.length - 1).toString(16)} (${bytes.length - 1})`)
  })
})

oracleTest('chromium', 'tables and disassembly of a compiled shader', async t => {
  const bytes = shader()
  await withPage(t, bytes, 'shader.dxil', async page => {
    await page.click('#tab-tables')
    t.deepEqual(await texts(page, '[role=tabpanel]:not([hidden])>h2:first-of-type'), ['Resource bindings (from STAT)'])
    const cells = await texts(page, '#tables td')
    for (const cell of ['Settings', 'cb3', 'u1', 'tint', 'float4', 'row_major float3x4', 'struct Inner[2]'])
      t.true(cells.includes(cell), cell)
    await page.click('#tab-disasm')
    await page.click('#query')
    await page.type('DX.OP.bufferstore')
    const [found] = await texts(page, '#found')
    t.regex(found!, /^1 of [1-9]/)
    await page.type('~')
    t.deepEqual(await texts(page, '#found'), ['not found'])
    t.true((await texts(page, '#listing'))[0]!.includes('define void @main()'))
  })
})

const MEASURE = `(() => {
  const light = c => { const [r, g, b] = c.match(/[\\d.]+/g).map(Number).map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b };
  const over = (c, under) => { const [r, g, b, a = 1] = c.match(/[\\d.]+/g).map(Number); const u = under.match(/[\\d.]+/g).map(Number); return 'rgb(' + [r, g, b].map((v, i) => v * a + u[i] * (1 - a)).join() + ')' };
  const page = getComputedStyle(document.body).backgroundColor;
  const shades = [...document.querySelectorAll('#source td[class*=q]')];
  const contrast = shades.map(e => { const s = getComputedStyle(e), a = light(s.color), b = light(over(s.backgroundColor, page)); return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) });
  return { shades: shades.length, contrast: Math.min(...contrast), page,
    wide: document.documentElement.scrollWidth > innerWidth || document.getElementById('source').scrollWidth > innerWidth,
    columns: [...document.querySelectorAll('#source thead th')].filter(e => e.offsetWidth > 0).map(e => e.textContent) };
})()`

interface Measured {
  readonly shades: number
  /** The least of any shaded cell. */
  readonly contrast: number
  readonly page: string
  readonly wide: boolean
  readonly columns: readonly string[]
}

oracleTest('chromium', 'the source as a heat map: light, dark, wide and narrow', async t => {
  const source = SHADER.replace('main(', 'main/*<b>*/(')
  const { container } = compile(source, { target: 'cs_6_0', fileName: 'a<b>.hlsl', debug: 'full', embedDebug: true })
  await withPage(t, container!, 'shader.dxil', async page => {
    await page.click('#tab-source')
    t.deepEqual(await texts(page, '#source h2'), ['a<b>.hlsl'])
    t.deepEqual(await texts(page, '#source td.code'), source.split('\n'))
    const [instructions] = await texts(page, '#source tbody tr:nth-child(6) td')
    t.true(Number(instructions) > 5, instructions)
    const seen = new Set<string>()
    for (const [scheme, width, columns] of [
      ['light', 1400, 9],
      ['dark', 1400, 9],
      ['light', 420, 4],
      ['dark', 420, 4],
    ] as const) {
      await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] })
      await page.send('Emulation.setDeviceMetricsOverride', { width, height: 800, deviceScaleFactor: 1, mobile: false })
      await page.settle()
      const found = await page.evaluate<Measured>(MEASURE)
      t.true(found.shades > 0 && found.contrast > 4.5, `${scheme}: contrast ${found.contrast}`)
      t.false(found.wide, `${scheme} ${width}`)
      t.is(found.columns.length, columns, `${found.columns}`)
      seen.add(found.page)
    }
    t.is(seen.size, 2)
  })
})

oracleTest('chromium', 'a page without debug information has no such tab', async t => {
  await withPage(t, shader(), 'shader.dxil', async page => {
    t.deepEqual(await texts(page, '[role=tab]'), ['Bytes', 'Tables', 'Disassembly'])
  })
})

oracleTest('chromium', 'a megabyte stays quick, and only what is in view exists', async t => {
  const big = new Uint8Array(1 << 20).map((_, i) => i * 31)
  const bytes = writeContainer([{ name: 'PRIV', data: big }], VALIDATOR)
  await withPage(t, bytes, 'big', async page => {
    t.true((await page.evaluate<number>(`document.querySelectorAll('#hex .row').length`)) < 100)
    await page.evaluate(`document.getElementById('hex').focus()`)
    await page.press('End')
    t.is(await fact(page, 'byte'), `0x${(bytes.length - 1).toString(16)} (${bytes.length - 1})`)
    t.is(await page.evaluate(`document.getElementById('cursor').dataset.offset`), String(bytes.length - 1))
    t.true((await page.evaluate<number>(`document.querySelectorAll('#hex .row').length`)) < 100)
  })
})

oracleTest('chromium', 'hostile names stay text, damage is shown', async t => {
  const bytes = writeContainer(
    [
      { name: `<"'>`, data: Uint8Array.of(1, 2, 3, 4) },
      { name: 'ILDN', data: buildDebugName(HOSTILE) },
      { name: 'PSV0', data: Uint8Array.of(0xff, 0xff, 0, 0) },
    ],
    VALIDATOR,
  )
  await withPage(t, bytes, HOSTILE, async page => {
    t.is(await page.evaluate('document.querySelector("h1").textContent'), HOSTILE)
    t.is(await page.evaluate('document.querySelectorAll("img, script").length'), 2)
    await page.click('button.part[data-part="0"]')
    t.is(await fact(page, 'part'), `<"'>`)
    await page.click('#tab-tables')
    t.true((await texts(page, '#tables dd')).includes(HOSTILE))
    t.true((await texts(page, '#tables td')).includes('PSV0'))
    await page.click('#tables button.at')
    t.is(await page.evaluate(`document.getElementById('bytes').hidden`), false)
    await page.click('#tab-disasm')
    t.regex((await texts(page, '#disasm'))[0]!, /No disassembly/)
  })
})

test('the page holds no text of the file unescaped', t => {
  const page = htmlPage(sampleContainer(), HOSTILE)
  t.false(page.includes(HOSTILE))
  t.is(page.match(/<script/g)!.length, 2)
  t.is(page.match(/<\/script>/g)!.length, 2)
  t.notRegex(htmlPage(sampleContainer(), 'sample'), /\b(src|href)=|\bon\w+=|eval\(|new Function|https?:|@import|url\(/)
  t.true(SAMPLE_ELEMENTS.every(e => page.includes(e.name)))
})

test('escaping', t => {
  t.is(escapeHtml(`<a b="c" d='e'>&`), '&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;')
  t.is(escapeHtml('a\u202eb\x1b\n'), 'a\\x202eb\\x1b\n')
  t.is(scriptJson(['</script><!--']), '["\\u003c/script>\\u003c!--"]')
  t.deepEqual(JSON.parse(scriptJson(HOSTILE)), HOSTILE)
})
