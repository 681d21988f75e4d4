// The language server in a process of its own, driven by a scripted editor.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import { Client } from './client.ts'
import { longSource } from './long_source.ts'

interface Published {
  readonly uri: string
  readonly version?: number
  readonly diagnostics: readonly {
    readonly message: string
    readonly severity: number
    readonly range: { readonly start: { readonly line: number; readonly character: number } }
    readonly relatedInformation?: readonly { readonly location: { readonly uri: string } }[]
  }[]
}

const PUBLISH = 'textDocument/publishDiagnostics'

test('keystrokes in a file of 2,000 lines are answered', async t => {
  const client = new Client()
  t.teardown(() => client.kill())
  const { capabilities } = await client.start()
  t.deepEqual(
    ['hoverProvider', 'completionProvider', 'renameProvider', 'semanticTokensProvider', 'inlayHintProvider'].filter(
      name => !capabilities[name],
    ),
    [],
  )
  const uri = 'file:///long.hlsl'
  const text = longSource()
  t.true(text.split('\n').length > 1950)
  const first = client.next<Published>(PUBLISH)
  client.open(uri, text)
  t.deepEqual((await first).diagnostics, [])
  const lines = text.split('\n')
  const line = lines.findIndex((line, i) => i > 1000 && line.includes('float4 texel'))
  const typed = 'float4 mixed = lerp(base, texel0, 0.5); '
  const times: number[] = []
  for (let i = 0; i < typed.length; i++) {
    const version = i + 2
    const answered = client.next<Published>(PUBLISH, p => p.version === version)
    const start = performance.now()
    const at = { line, character: 4 + i }
    client.notify('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range: { start: at, end: at }, text: typed[i] }],
    })
    const { diagnostics } = await answered
    times.push(performance.now() - start)
    // `texel` is declared behind.
    if (i === typed.length - 2) {
      t.is(diagnostics.length, 1)
      t.regex(diagnostics[0]!.message, /use of undeclared identifier 'texel0'/)
      t.deepEqual(diagnostics[0]!.range.start, { line, character: 4 + typed.indexOf('texel0') })
    }
  }
  const median = times.sort((a, b) => a - b)[times.length >> 1]!
  t.log(`median ${median.toFixed(1)} ms, longest ${times.at(-1)!.toFixed(1)} ms`)
  // 50 ms are the aim of a machine that does nothing else; one that runs other tests gets more.
  t.true(median < 1000, `${median} ms`)
  t.is(await client.stop(), 0)
  t.is(client.stderr, '')
})

test('a project: settings, included files on the disk and in the editor, watched files', async t => {
  const root = mkdtempSync(join(tmpdir(), 'dxilkit-lsp-'))
  t.teardown(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'include'))
  mkdirSync(join(root, 'post'))
  writeFileSync(join(root, 'include', 'common.hlsli'), 'float3 tint(float3 c) { return c * STRENGTH; }\n')
  const main = '#include <common.hlsli>\nfloat4 Main(float3 c : COLOR) : SV_Target { return float4(tint(c), 1); }\n'
  writeFileSync(join(root, 'post', 'final.hlsl'), main)
  const uriOf = (...names: string[]): string => pathToFileURL(join(root, ...names)).href
  const shaders = [{ files: 'post/**/*.hlsl', target: 'ps_6_0', entry: 'Main', defines: ['STRENGTH=2'] }]
  const client = new Client({ includePaths: ['include'], shaders })
  t.teardown(() => client.kill())
  await client.start(pathToFileURL(root).href)
  const uri = uriOf('post', 'final.hlsl')
  const header = uriOf('include', 'common.hlsli')
  const seen = client.next<Published>(PUBLISH, p => p.uri === uri && p.diagnostics.length === 0)
  client.open(uri, main)
  await seen
  const at = { textDocument: { uri }, position: { line: 1, character: main.split('\n')[1]!.indexOf('tint') } }
  t.like(await client.request('textDocument/definition', at), {
    uri: header,
    range: { start: { line: 0, character: 7 } },
  })
  t.regex(JSON.stringify(await client.request('textDocument/hover', at)), /float3 tint\(float3 c\)/)

  // An error in the header, in the editor alone, shows at the #include.
  const broken = client.next<Published>(PUBLISH, p => p.uri === uri && p.diagnostics.length > 0)
  client.open(header, 'float3 tint(float3 c) { return c * missing; }\n')
  const { diagnostics } = await broken
  t.regex(diagnostics[0]!.message, /^in common\.hlsli:1:36: use of undeclared identifier 'missing'/)
  t.is(diagnostics[0]!.range.start.line, 0)
  t.is(diagnostics[0]!.relatedInformation![0]!.location.uri, header)

  // Renamed in both files.
  client.notify('textDocument/didChange', {
    textDocument: { uri: header, version: 2 },
    contentChanges: [{ text: 'float3 tint(float3 c) { return c; }\n' }],
  })
  const renamed = await client.request<{ changes: Record<string, unknown[]> }>('textDocument/rename', {
    ...at,
    newName: 'shade',
  })
  t.deepEqual(
    Object.entries(renamed.changes)
      .map(([file, edits]) => [file, edits.length])
      .sort(),
    [
      [header, 1],
      [uri, 1],
    ].sort(),
  )
  const error = await t.throwsAsync(client.request('textDocument/rename', { ...at, newName: 'Main' }))
  t.truthy(error?.message)

  // Other settings, and a file that is not open.
  t.is(await client.request('textDocument/hover', { ...at, textDocument: { uri: uriOf('nowhere.hlsl') } }), null)
  t.is(await client.stop(), 0)
})

test('wrong settings that the editor starts with are told', async t => {
  const client = new Client()
  t.teardown(() => client.kill())
  const told = client.next<{ message: string }>('window/showMessage')
  await client.start(null, { targget: 'ps_6_0' })
  t.is((await told).message, "dxilkit: there is no setting 'targget'")
  t.is(await client.stop(), 0)
})

test('a whole compilation follows, with hints for registers; wrong settings are told', async t => {
  const client = new Client({ targget: 'ps_6_0', hlslVersion: 2021 })
  t.teardown(() => client.kill())
  const told = client.next<{ message: string }>('window/showMessage')
  await client.start()
  t.is((await told).message, "dxilkit: there is no setting 'targget'; 'hlslVersion' has a wrong value")
  const uri = 'untitled:one.hlsl'
  const text = `// dxilkit: -T cs_6_0
RWBuffer<float> o;
RWBuffer<float> p : register(u0);
[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) { o[i] = p[i]; [unroll] for (uint k = 0; k < i; k++) o[k] = ddx(1.0f * k); }
`
  const failed = client.next<Published>(PUBLISH, p => p.diagnostics.length > 0)
  client.open(uri, text)
  const { diagnostics } = await failed
  t.true(diagnostics.length > 0 && diagnostics[0]!.severity === 1, JSON.stringify(diagnostics))
  client.notify('textDocument/didChange', {
    textDocument: { uri, version: 2 },
    contentChanges: [{ text: text.replace(/\[unroll\].*/, '}') }],
  })
  await client.next<Published>(PUBLISH, p => p.version === 2)
  await client.next<Published>(PUBLISH, p => p.version === 2)
  const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } }
  const hints = await client.request<{ label: string }[]>('textDocument/inlayHint', { textDocument: { uri }, range })
  t.deepEqual(
    hints.map(h => h.label),
    [' : register(u1)'],
  )
  t.is(await client.stop(), 0)
})
