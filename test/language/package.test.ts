// The package of the language server: made, and run as a process and as a library.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import { Client } from './client.ts'

const FOLDER = 'dist/language-server'
const text = (name: string): string => readFileSync(join(FOLDER, name), 'utf8')

test('the package has what its manifest names, and answers', async t => {
  t.timeout(120_000)
  const made = spawnSync(process.execPath, ['site/language-server/pack.mjs'], { encoding: 'utf8' })
  t.is(made.status, 0, made.stderr)
  const manifest = JSON.parse(text('package.json')) as {
    version: string
    bin: Record<string, string>
    exports: { '.': { types: string; default: string } }
  }
  t.regex(text(manifest.exports['.'].types), /languageService/)
  t.true(text('server.js').startsWith('#!'))

  const library = (await import(pathToFileURL(join(FOLDER, manifest.exports['.'].default)).href)) as {
    languageService(): { open(file: string, text: string): void; diagnostics(file: string): { message: string }[] }
  }
  const service = library.languageService()
  service.open('x.ps.hlsl', 'float4 main() : SV_Target { float tint; return tynt; }')
  t.regex(service.diagnostics('x.ps.hlsl')[0]!.message, /undeclared identifier 'tynt'/)

  const server = join(FOLDER, manifest.bin['dxilkit-language-server']!)
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [server, ...words], { encoding: 'utf8', timeout: 60_000 })
  t.is(run('--version').stdout, `${manifest.version}\n`)
  // What docs/editors.md tells editors to start.
  const [, words = ''] = /cmd = \{ (.*?) \}/.exec(readFileSync('docs/editors.md', 'utf8'))!
  t.deepEqual(words.replaceAll("'", '').split(', '), ['dxilkit-language-server', '--stdio'])
  const refused = run('--pipe=x')
  t.is(refused.status, 2)
  t.regex(refused.stderr, /^usage: dxilkit-language-server --stdio/)
  const client = new Client(null, server)
  const { capabilities } = await client.request<{ capabilities: { renameProvider?: unknown } }>('initialize', {
    processId: null,
    rootUri: null,
    capabilities: {},
  })
  t.truthy(capabilities.renameProvider)
  await client.request('shutdown', null)
  client.notify('exit', null)
})
