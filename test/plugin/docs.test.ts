// docs/bundlers.md: the configuration and the import that it shows build a project, and the module exports what the table says.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import { blocksOf } from '../site/walk.ts'

const TEXT = readFileSync('docs/bundlers.md', 'utf8')

test('what docs/bundlers.md shows builds', async t => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'dxilkit-bundlers-')))
  t.teardown(() => rmSync(root, { recursive: true, force: true }))
  const [config, use] = blocksOf(TEXT).map(block => block.body)
  const plugin = join(process.cwd(), 'dist', 'src', 'api', 'node_plugin.js')
  mkdirSync(join(root, 'node_modules', 'dxilkit'), { recursive: true })
  mkdirSync(join(root, 'shaders', 'include'), { recursive: true })
  writeFileSync(
    join(root, 'node_modules', 'dxilkit', 'package.json'),
    '{ "type": "module", "exports": { "./plugin": "./plugin.js" } }',
  )
  writeFileSync(
    join(root, 'node_modules', 'dxilkit', 'plugin.js'),
    `export { default } from ${JSON.stringify(pathToFileURL(plugin).href)}\n`,
  )
  symlinkSync(join(process.cwd(), 'node_modules', 'vite'), join(root, 'node_modules', 'vite'))
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(root, 'vite.config.js'), config!)
  writeFileSync(
    join(root, 'shaders', 'include', 'kernel.hlsli'),
    'float kernel(int i) { return 1.0 / (RADIUS + i); }\n',
  )
  writeFileSync(
    join(root, 'blur.hlsl'),
    '#include "kernel.hlsli"\nRWBuffer<float> o;\n[numthreads(32, 1, 1)] void blur(int i : SV_GroupIndex) { o[i] *= kernel(i); }\n',
  )
  writeFileSync(
    join(root, 'main.js'),
    `${use}export * from './blur.hlsl?cs_6_0&entry=blur&define=RADIUS=4'\nexport { blur }\n`,
  )
  const options = `--logLevel warn --ssr main.js --outDir out`.split(' ')
  const vite = join(process.cwd(), 'node_modules', 'vite', 'bin', 'vite.js')
  const made = spawnSync(process.execPath, [vite, 'build', ...options], { cwd: root, encoding: 'utf8' })
  t.is(made.status, 0, made.stderr)
  const built = (await import(pathToFileURL(join(root, 'out', 'main.js')).href)) as Record<string, unknown>
  const names = [...TEXT.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(m => m[1]!.replaceAll('`', '').split(', '))
  for (const name of ['bindings', 'threadGroup', 'target', 'entry']) t.true(names.includes(name) && name in built, name)
  t.deepEqual(built['threadGroup'], [32, 1, 1])
  t.true(built['blur'] instanceof Uint8Array)
})
