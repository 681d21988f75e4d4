// The extension for Visual Studio Code: packed, unpacked again, and run with an editor that only takes note of what it is given.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import test from 'ava'

/** The files of a zip, by its directory. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = zip.lastIndexOf('PK\x05\x06')
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const size = zip.readUInt32LE(at + 20)
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const start = zip.readUInt32LE(at + 42) + 30 + nameLength
    files.set(name, inflateRawSync(zip.subarray(start, start + size)))
    at += 46 + nameLength + zip.readUInt16LE(at + 30)
  }
  return files
}

/** A module `vscode` whose classes keep their arguments and whose functions keep what is registered. */
const EDITOR = `const keep = name => class { constructor(...words) { this.kind = name; this.words = words; this.edits = [] } replace(...e) { this.edits.push(e) } }
const providers = {}
const shown = new Map()
exports.providers = providers
exports.shown = shown
exports.document = undefined
exports.Uri = { file: path => ({ scheme: 'file', fsPath: path, toString: () => 'file://' + path }), parse: text => ({ scheme: 'other', toString: () => text }) }
for (const name of ['Position', 'Range', 'Location', 'Hover', 'MarkdownString', 'Diagnostic', 'DiagnosticRelatedInformation', 'CompletionItem', 'SignatureHelp', 'SignatureInformation', 'ParameterInformation', 'WorkspaceEdit', 'DocumentSymbol', 'SemanticTokens', 'SemanticTokensLegend', 'InlayHint', 'CodeAction']) exports[name] = keep(name)
exports.CodeActionKind = { QuickFix: 'quickfix' }
exports.languages = new Proxy({ createDiagnosticCollection: () => ({ set: (uri, list) => shown.set(uri.toString(), list), delete: () => {} }) }, { get: (own, name) => own[name] ?? ((_, provider) => { providers[name] = provider; return { dispose() {} } }) })
const event = () => ({ dispose() {} })
exports.workspace = { onDidOpenTextDocument: event, onDidChangeTextDocument: event, onDidCloseTextDocument: event, onDidSaveTextDocument: event, get textDocuments() { return [exports.document] }, getConfiguration: () => ({ get: () => '' }) }
`

interface Kept {
  readonly words: readonly unknown[]
  readonly edits: readonly unknown[]
}

test('the extension packs, and answers in an editor', t => {
  if (!existsSync('dist/index.js')) return t.pass('there is no bundle')
  const packed = spawnSync(process.execPath, ['site/vscode/pack.mjs'])
  t.is(packed.stderr.toString(), '')
  const files = unzip(readFileSync('dist/vscode/dxilkit-hlsl.vsix'))
  const manifest = JSON.parse(files.get('extension/package.json')!.toString()) as {
    main: string
    contributes: { languages: { configuration: string }[]; grammars: { path: string }[] }
  }
  const named = [
    manifest.main,
    manifest.contributes.languages[0]!.configuration,
    manifest.contributes.grammars[0]!.path,
  ]
  for (const name of named) t.true(files.has(join('extension', name)), name)
  t.regex(files.get('extension.vsixmanifest')!.toString(), /Id="dxilkit-hlsl" Version="0\.1\.0"/)
  t.true(files.has('[Content_Types].xml'))
  const grammar = JSON.parse(files.get('extension/hlsl.tmLanguage.json')!.toString()) as {
    patterns: { match?: string }[]
  }
  for (const { match } of grammar.patterns) if (match) t.notThrows(() => new RegExp(match))

  const root = mkdtempSync(join(tmpdir(), 'dxilkit-vscode-'))
  t.teardown(() => rmSync(root, { recursive: true, force: true }))
  files.set('extension/node_modules/vscode/index.js', Buffer.from(EDITOR))
  for (const [name, data] of files) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), data)
  }
  const require = createRequire(join(root, 'extension', 'x.js'))
  const editor = require('vscode') as {
    document: unknown
    shown: Map<string, Kept[]>
    providers: Record<string, Record<string, (...words: unknown[]) => unknown>>
  }
  const text = 'cbuffer C { float4 tint; };\nfloat4 main() : SV_Target { return tint * tynt; }\n'
  const uri = { scheme: 'file', fsPath: '/x.ps.hlsl', toString: () => 'file:///x.ps.hlsl' }
  const document = { uri, languageId: 'hlsl', getText: () => text }
  editor.document = document
  const subscriptions: unknown[] = []
  ;(require('./extension.js') as { activate(context: unknown): void }).activate({ subscriptions })
  t.true(subscriptions.length > 12)
  t.regex(
    String(editor.shown.get('file:///x.ps.hlsl')![0]!.words[1]),
    /undeclared identifier 'tynt'; did you mean 'tint'/,
  )
  const at = { line: 1, character: 36 }
  const hover = editor.providers['registerHoverProvider']!['provideHover']!(document, at) as Kept
  t.regex(String((hover.words[0] as Kept).words[0]), /float4 tint[\s\S]*offset 0/)
  const names = editor.providers['registerCompletionItemProvider']!['provideCompletionItems']!(document, at) as Kept[]
  t.true(names.some(n => n.words[0] === 'tint'))
  const edit = editor.providers['registerRenameProvider']!['provideRenameEdits']!(document, at, 'shade') as Kept
  t.is(edit.edits.length, 2)
  t.throws(() => editor.providers['registerRenameProvider']!['provideRenameEdits']!(document, at, '2'), {
    message: /is no name/,
  })
})
