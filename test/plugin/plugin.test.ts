// Projects of bundlers with shaders in them: Vite, Rollup, webpack and esbuild build; Vite's server gives new shaders when a file or an include changes.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { build as esbuild } from 'esbuild'
import { rollup } from 'rollup'
import { createServer, build as vite } from 'vite'
import webpack from 'webpack'
import { compile } from '../../src/api/index.ts'
import hlsl from '../../src/api/node_plugin.ts'

const HEADER = 'float3 tint(float3 c) { return c * 2; }\n'
const SHADER = `#include "common.hlsli"
#ifndef SIZE
#define SIZE 4
#endif
RWStructuredBuffer<float3> o : register(u1);
[numthreads(SIZE, 2, 1)]
void blur(uint i : SV_GroupIndex) { o[i] = tint(o[i]); }
`
const IMPORT = './shaders/blur.hlsl?cs_6_0&entry=blur&define=SIZE=8'
const MAIN = `import blur, { bindings, threadGroup } from '${IMPORT}'
export { blur, bindings, threadGroup }
`

function project(t: ExecutionContext): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'dxilkit-plugin-')))
  t.teardown(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'shaders'))
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(root, 'shaders', 'common.hlsli'), HEADER)
  writeFileSync(join(root, 'shaders', 'blur.hlsl'), SHADER)
  writeFileSync(join(root, 'main.js'), MAIN)
  return root
}

interface Built {
  readonly blur: Uint8Array
  readonly bindings: readonly { readonly name: string; readonly register: number }[]
  readonly threadGroup: readonly number[]
}

const expected = (header = HEADER): Uint8Array => {
  const include = () => header
  const { container } = compile(SHADER, { target: 'cs_6_0', entry: 'blur', defines: ['SIZE=8'], include })
  return container!
}

async function check(t: ExecutionContext, file: string): Promise<void> {
  const built = (await import(pathToFileURL(file).href)) as Built
  t.deepEqual(Uint8Array.from(built.blur), expected())
  t.like(built.bindings[0], { name: 'o', register: 1 })
  t.deepEqual(built.threadGroup, [8, 2, 1])
}

test('Rollup and esbuild build it', async t => {
  const root = project(t)
  const bundle = await rollup({ input: join(root, 'main.js'), plugins: [hlsl.rollup({ types: false })] })
  t.true(bundle.watchFiles.includes(join(root, 'shaders', 'common.hlsli')))
  await bundle.write({ file: join(root, 'out', 'rollup.mjs') })
  await check(t, join(root, 'out', 'rollup.mjs'))
  const outfile = join(root, 'out', 'esbuild.mjs')
  await esbuild({
    entryPoints: [join(root, 'main.js')],
    bundle: true,
    format: 'esm',
    outfile,
    plugins: [hlsl.esbuild({ types: false })],
  })
  await check(t, outfile)
})

test('webpack builds it, and says where an error is', async t => {
  const root = project(t)
  const run = () =>
    new Promise<webpack.Stats>((resolve, reject) => {
      const compiler = webpack({
        mode: 'development',
        devtool: false,
        context: root,
        entry: './main.js',
        output: { path: join(root, 'out'), filename: 'webpack.mjs', library: { type: 'module' } },
        experiments: { outputModule: true },
        plugins: [hlsl.webpack({ types: false })],
      })
      compiler!.run((error, stats) => (error ? reject(error) : resolve(stats!)))
    })
  const stats = await run()
  t.deepEqual(
    stats.toJson().errors?.map(e => e.message),
    [],
  )
  await check(t, join(root, 'out', 'webpack.mjs'))
  writeFileSync(join(root, 'shaders', 'common.hlsli'), 'float3 tint(float3 c) { return missing; }\n')
  const errors = (await run()).toJson().errors ?? []
  t.regex(errors[0]?.message ?? '', /common\.hlsli:1:32: error: use of undeclared identifier 'missing'/)
})

test('a Vite project builds, is typed, and reloads', async t => {
  const root = project(t)
  writeFileSync(join(root, 'index.html'), '<script type="module" src="/main.js"></script>')
  const types = join(root, 'env.d.ts')
  const plugins = [hlsl.vite({ types })]
  const lib = { entry: join(root, 'main.js'), formats: ['es' as const], fileName: () => 'vite.mjs' }
  await vite({ root, logLevel: 'silent', plugins, build: { lib, outDir: join(root, 'out') } })
  t.true(readdirSync(join(root, 'out')).includes('vite.mjs'))
  await check(t, join(root, 'out', 'vite.mjs'))
  t.regex(readFileSync(types, 'utf8'), /declare module "\*\/blur\.hlsl\?cs_6_0&entry=blur&define=SIZE=8"/)

  const server = await createServer({
    root,
    logLevel: 'silent',
    plugins,
    server: { middlewareMode: true, ws: false, hmr: false },
    appType: 'custom',
  })
  t.teardown(() => server.close())
  const bytesOf = async (): Promise<string> => {
    const module = (await server.ssrLoadModule('/main.js')) as unknown as Built
    return Buffer.from(module.blur).toString('hex')
  }
  const hex = (header: string): string => Buffer.from(expected(header)).toString('hex')
  t.is(await bytesOf(), hex(HEADER))
  // The watcher takes its time.
  const changed = async (header: string): Promise<void> => {
    const file = join(root, 'shaders', 'common.hlsli')
    const seen = new Promise<void>(resolve => server.watcher.once('change', () => resolve()))
    writeFileSync(file, header)
    await Promise.race([seen, new Promise(resolve => setTimeout(resolve, 8000))])
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  await changed('float3 tint(float3 c) { return c * 3; }\n')
  t.is(await bytesOf(), hex('float3 tint(float3 c) { return c * 3; }\n'))
  await changed('float3 tint(float3 c) {\n  return missing; }\n')
  const error = (await t.throwsAsync(bytesOf())) as Error & { loc?: { file: string; line: number; column: number } }
  t.regex(error.message, /common\.hlsli:2:10: error/)
  t.like(error.loc, { file: join(root, 'shaders', 'common.hlsli'), line: 2, column: 9 })
  await changed(HEADER)
  t.is(await bytesOf(), hex(HEADER))
})

test('words behind the question mark that mean nothing are refused; those of bundlers are theirs', async t => {
  const root = project(t)
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
