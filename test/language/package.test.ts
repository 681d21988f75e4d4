// The package of the language server: made, and run as a process and as a library.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'

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

  const run = (words: string[], input = '') =>
    spawnSync(process.execPath, [join(FOLDER, manifest.bin['dxilkit-language-server']!), ...words], {
      input,
      encoding: 'utf8',
      timeout: 60_000,
    })
  t.is(run(['--version']).stdout, `${manifest.version}\n`)
  const refused = run(['--pipe=x'])
  t.is(refused.status, 2)
  t.regex(refused.stderr, /^usage: dxilkit-language-server --stdio/)
  const frame = (message: object): string => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  }
  const params = { processId: null, rootUri: null, capabilities: {} }
  const session = [{ id: 1, method: 'initialize', params }, { id: 2, method: 'shutdown' }, { method: 'exit' }]
  const served = run(['--stdio'], session.map(frame).join(''))
  t.regex(served.stdout, /"renameProvider"/)
})
