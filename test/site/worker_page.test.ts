// docs/guides/embed-in-a-page.md: its worker and its module, put together by a bundler, compile in a browser.

import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { Chromium } from '../oracle/chromium.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { serve, until } from './pages.ts'
import { blocksOf } from './walk.ts'

const PAGE = 'docs/guides/embed-in-a-page.md'

oracleTest('chromium', `${PAGE}: the worker compiles, and only the last call is shown`, async t => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'dxilkit-worker-')))
  t.teardown(() => rmSync(root, { recursive: true, force: true }))
  for (const { file, body } of blocksOf(readFileSync(PAGE, 'utf8')))
    if (file.endsWith('.js')) writeFileSync(join(root, file), body)
  writeFileSync(
    join(root, 'main.js'),
    `import { compileLater } from './page.js'
const source = n => '[numthreads(' + n + ', 1, 1)] void main() {' + (n === 4 ? '' : 'x') + '}'
window.shown = []
for (const n of [1, 2, 4]) compileLater(source(n), { target: 'cs_6_0' }, ({ ok, container }) => window.shown.push([ok, container?.length > 1000]))
`,
  )
  writeFileSync(
    join(root, 'index.html'),
    '<!doctype html><title>page</title><link rel="icon" href="data:,"><script type="module" src="./main.js"></script>',
  )
  await build({
    root,
    configFile: false,
    base: './',
    logLevel: 'silent',
    resolve: { alias: { dxilkit: join(process.cwd(), 'dist', 'src', 'api', 'index.js') } },
    worker: { format: 'es' },
    build: { outDir: join(root, 'out') },
  })
  const server = await serve(join(root, 'out'))
  const browser = await Chromium.start()
  try {
    const page = await browser.open(`${server.url}/`)
    await until(page, 'window.shown?.length > 0', 'a result')
    t.deepEqual(await page.evaluate('window.shown'), [[true, true]])
    t.deepEqual(page.complaints, [])
  } finally {
    await browser.close()
    server.close()
  }
})
