// `npm run lsp`: the package dxilkit-language-server in dist/language-server, ready for `npm pack`. It holds the whole front end, so
// that it needs nothing of dxilkit; vscode-languageserver stays a dependency.

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const OUT = join(ROOT, 'dist', 'language-server')
const NEEDED = ['vscode-languageserver', 'vscode-languageserver-textdocument']

const own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const manifest = {
  name: 'dxilkit-language-server',
  version: own.version,
  description: 'Language server for HLSL with the front end of dxilkit: diagnostics, hover, completion, rename, hints',
  keywords: ['hlsl', 'language-server', 'lsp'],
  homepage: own.homepage,
  repository: own.repository,
  bugs: own.bugs,
  license: own.license,
  type: 'module',
  engines: own.engines,
  bin: { 'dxilkit-language-server': 'server.js' },
  exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
  dependencies: Object.fromEntries(NEEDED.map(name => [name, own.devDependencies[name]])),
}

rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
// Pages take index.js and what it shares with the server, which adds files and the protocol.
await build({
  absWorkingDir: ROOT,
  entryPoints: { index: 'src/api/language.ts', server: 'src/cli/lsp_main.ts' },
  outdir: OUT,
  bundle: true,
  splitting: true,
  chunkNames: 'shared-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  minify: true,
  lineLimit: 500,
  legalComments: 'none',
  preserveSymlinks: true,
  external: [...NEEDED, 'node-gyp-build'],
  logLevel: 'warning',
})
writeFileSync(join(OUT, 'server.js'), `#!/usr/bin/env node\n${readFileSync(join(OUT, 'server.js'), 'utf8')}`)
const types = await rollup({ input: join(ROOT, 'dist/src/api/language.d.ts'), plugins: [dts()] })
await types.write({ file: join(OUT, 'index.d.ts'), format: 'es' })
await types.close()
writeFileSync(join(OUT, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
copyFileSync(join(ROOT, 'LICENSE'), join(OUT, 'LICENSE'))
copyFileSync(join(ROOT, 'docs/editors.md'), join(OUT, 'README.md'))
console.log(`dist/language-server: ${manifest.name} ${manifest.version}`)
