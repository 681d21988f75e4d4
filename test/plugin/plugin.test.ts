// What the plugin does besides building: types of imports, files to watch, new shaders and errors in the page of Vite's server, refused words.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { rollup } from 'rollup'
import ts from 'typescript'
import { createServer, type ViteDevServer } from 'vite'
import hlsl from '../../src/api/node_plugin.ts'
import { Chromium } from '../oracle/chromium.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { until } from '../site/pages.ts'
import { type Built, expected, HEADER, project, WRONG_HEADER } from './projects.ts'

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** What the type checker says of files, one line a problem. */
function typeProblems(files: readonly string[]): string[] {
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts'],
    types: [],
  })
  return ts
    .getPreEmitDiagnostics(program)
    .map(d => ts.flattenDiagnosticMessageText(d.messageText, '\n').split('\n')[0]!)
}

test('imports are typed by what the shader binds; included files are watched', async t => {
  const { root, main, header } = project(t)
  const types = join(root, 'env.d.ts')
  const bundle = await rollup({ input: main, plugins: [hlsl.rollup({ types })] })
  t.true(bundle.watchFiles.includes(header))
  t.regex(readFileSync(types, 'utf8'), /declare module "\*\/blur\.hlsl\?cs_6_0&entry=blur&define=SIZE=8"/)
  const use = join(root, 'use.ts')
  const imported = "import blur, { bindings, threadGroup } from './shaders/blur.hlsl?cs_6_0&entry=blur&define=SIZE=8'\n"
  writeFileSync(
    use,
    `${imported}const bytes: Uint8Array = blur\nconst register: 1 = bindings[0].register\nconst group: readonly [8, 2, 1] = threadGroup\nexport const all = [bytes, register, group, bindings[0].name satisfies 'o']\n`,
  )
  t.deepEqual(typeProblems([types, use]), [])
  writeFileSync(
    use,
    `${imported}export const n: 2 = bindings[0].register\nexport const s: string = blur\nbindings[1]\n`,
  )
  t.deepEqual(
    typeProblems([types, use]).map(p => p.replace(/[^ \w'].*/, '')),
    ["Type '1' is not assignable to type '2'", "Type 'Uint8Array", "Tuple type 'readonly "],
  )
})

/** Vite's server for a project whose page shows the bytes of its shader. */
async function serving(root: string): Promise<ViteDevServer> {
  writeFileSync(
    join(root, 'index.html'),
    '<!doctype html><title>page</title><link rel="icon" href="data:,"><p id="shown"></p><script type="module" src="/page.js"></script>',
  )
  writeFileSync(
    join(root, 'page.js'),
    "import { blur } from '/main.js'\ndocument.getElementById('shown').textContent = [...blur].map(b => b.toString(16).padStart(2, '0')).join('')\n",
  )
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [hlsl.vite({ types: false })],
    server: { port: 0, host: '127.0.0.1' },
  })
  return server.listen()
}

oracleTest(
  'chromium',
  'a page of the Vite server reloads with the new shader, and shows errors in its overlay',
  async t => {
    const { root, header } = project(t)
    const server = await serving(root)
    const browser = await Chromium.start()
    t.teardown(async () => {
      await browser.close()
      await server.close()
    })
    const page = await browser.open(server.resolvedUrls!.local[0]!)
    const shows = (text: string, what: string): Promise<void> =>
      until(page, `document.getElementById('shown')?.textContent === '${hexOf(expected(text))}'`, what)
    await shows(HEADER, 'the first shader')
    const tripled = HEADER.replace('2', '3')
    writeFileSync(header, tripled)
    await shows(tripled, 'the changed shader')
    writeFileSync(header, WRONG_HEADER)
    const overlay = "document.querySelector('vite-error-overlay')?.shadowRoot"
    await until(page, overlay, 'the overlay')
    const part = (name: string): Promise<string> => page.evaluate(`${overlay}.querySelector('.${name}').textContent`)
    t.regex(
      await part('message-body'),
      /common\.hlsli:2:10: error: use of undeclared identifier 'missing'\n {2}return missing; }\n {9}\^~~~~~~/,
    )
    t.regex(await part('file'), /shaders\/common\.hlsli:2:9/)
    if (process.env['SHOTS']) writeFileSync(join(process.env['SHOTS'], 'overlay.png'), await page.screenshot())
    writeFileSync(header, HEADER)
    await shows(HEADER, 'the mended shader')
    t.falsy(await page.evaluate(`Boolean(${overlay})`))
  },
)

test('Vite modules on the server follow changes', async t => {
  const { root, header } = project(t)
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [hlsl.vite({ types: false })],
    server: { middlewareMode: true, ws: false, hmr: false },
    appType: 'custom',
  })
  t.teardown(() => server.close())
  const bytesOf = async (): Promise<string> =>
    hexOf(((await server.ssrLoadModule('/main.js')) as unknown as Built).blur)
  t.is(await bytesOf(), hexOf(expected()))
  // The watcher takes its time.
  const seen = new Promise<void>(resolve => server.watcher.once('change', () => resolve()))
  writeFileSync(header, WRONG_HEADER)
  await Promise.race([seen, new Promise(resolve => setTimeout(resolve, 8000))])
  await new Promise(resolve => setTimeout(resolve, 200))
  const error = (await t.throwsAsync(bytesOf())) as Error & { loc?: { file: string; line: number; column: number } }
  t.like(error.loc, { file: header, line: 2, column: 9 })
})

test('words behind the question mark that mean nothing are refused; those of bundlers are theirs', async t => {
  const { root } = project(t)
  const build = (from: string) => {
    writeFileSync(join(root, 'main.js'), `import a from '${from}'; export { a }`)
    return rollup({ input: join(root, 'main.js'), plugins: [hlsl.rollup({ types: false })], onwarn: () => {} })
  }
  await t.throwsAsync(build('./shaders/blur.hlsl?cs_6_0&entri=blur'), {
    message: /'entri=blur' says nothing of a shader/,
  })
  await t.throwsAsync(build('./shaders/blur.hlsl?cs_6_0&entry=nothing'), { message: /missing entry point|nothing/ })
  await t.throwsAsync(build('./shaders/blur.hlsl?raw'), { message: /Could not resolve|raw/ })
})

test('options are checked when the plugin is made, and take the forms that compile() takes', async t => {
  const made = (options: unknown) => () => hlsl.rollup(options as never)
  t.throws(made({ includeDirs: 'inc' }), { instanceOf: TypeError, message: /^hlsl: option 'includeDirs' must be/ })
  t.throws(made({ defines: { 'A B': 1 } }), { instanceOf: TypeError, message: /^hlsl: option 'defines'/ })
  t.throws(made({ optimize: 3 }), { instanceOf: TypeError, message: /did you mean 'optimization'/ })
  for (const options of [null, 5]) t.throws(made(options), { message: /^hlsl: the options must be an object/ })
  const { root } = project(t)
  const build = (from: string) => {
    writeFileSync(join(root, 'main.js'), `import a from '${from}'; export { a }`)
    const plugins = [hlsl.rollup({ types: false, defines: { RADIUS: 4, NONE: null } })]
    return rollup({ input: join(root, 'main.js'), plugins, onwarn: () => {} })
  }
  writeFileSync(join(root, 'shaders', 'four.hlsl'), FOUR)
  await t.notThrowsAsync(build('./shaders/four.hlsl?cs_6_0'))
  await t.throwsAsync(build('./shaders/none.hlsl?cs_6_0'), { message: /cannot read file '.*none\.hlsl': no such file/ })
})

const FOUR = `#if RADIUS != 4 || defined(NONE)
#error macros
#endif
[numthreads(1, 1, 1)] void main() {}
`
