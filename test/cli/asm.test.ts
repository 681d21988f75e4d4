// asm: what it writes, what it refuses, its exit codes; and disasm --lossless, whose text gives the same file again.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { assembleText, compile, disassemble, losslessListing } from '../../src/api/index.ts'
import { run } from './run_cli.ts'

const SOURCE = `RWBuffer<float> o : register(u0); cbuffer c { float k; };
[numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { o[i] = o[i] * k + 1; }`

const compiled = (): Uint8Array => compile(SOURCE, { target: 'cs_6_0', entry: 'main' }).container!

function inFolder(use: (path: (name: string) => string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dxilkit-asm-'))
  return use(name => join(folder, name)).finally(() => rmSync(folder, { recursive: true }))
}

test('disasm --lossless and asm give the same file', t =>
  inFolder(async path => {
    const original = compiled()
    writeFileSync(path('a.dxil'), original)
    t.is((await run(['disasm', '--lossless', path('a.dxil'), '-o', path('a.ll')])).code, 0)
    const { code, stderr } = await run(['asm', path('a.ll'), '-o', path('b.dxil')])
    t.is(code, 0, stderr)
    t.is(stderr, '')
    t.true(Buffer.from(original).equals(readFileSync(path('b.dxil'))))
  }))

test('standard input to standard output; edited text is assembled anew', async t => {
  const text = losslessListing(compiled()).text
  const edited = text.replace('!{i32 8, i32 1, i32 1}', '!{i32 4, i32 1, i32 1}')
  t.not(edited, text)
  const { code, stderr, stdoutBytes } = await run(['asm', '-', '-Fo', '-'], { stdin: edited })
  t.is(code, 0, stderr)
  t.regex(stderr, /warning: the text was changed/)
  t.regex(disassemble(stdoutBytes), /!\{i32 4, i32 1, i32 1\}/)
})

test('errors have a place, exit code 1, and leave no file', t =>
  inFolder(async path => {
    writeFileSync(path('a.ll'), 'define void @f() {\n  ret vod\n}\n')
    const { code, stderr } = await run(['asm', path('a.ll'), '-o', path('a.dxil')])
    t.is(code, 1)
    t.regex(stderr, /a\.ll:2:7: error: expected a type, not 'vod'\n {2}ret vod\n {6}\^/)
    t.false(existsSync(path('a.dxil')))
    t.is((await run(['asm', path('none.ll'), '-o', path('a.dxil')])).code, 2)
  }))

test('text that is no DXIL program, or a damaged trailer, is refused', t => {
  t.is(assembleText('define void @f() {\n  ret void\n}\n').diagnostics[0]?.code, 'E5001')
  const text = losslessListing(compiled()).text
  t.is(assembleText(text.replace('; end\n', '')).diagnostics[0]?.code, 'E5003')
})

test('versions that no container can hold are refused', t => {
  const { text } = losslessListing(compiled())
  for (const name of ['dx.valver', 'dx.version', 'dx.shaderModel'])
    for (const number of ['4294967295', '70000', '-1']) {
      const row = new RegExp(`!${name} = !\\{!(\\d+)\\}`).exec(text)![1]!
      const found = new RegExp(`^(!${row} = !\\{.*)i32 \\d+, i32 \\d+\\}$`, 'm')
      const edited = text.replace(found, `$1i32 ${number}, i32 0}`)
      t.not(edited, text)
      const [first] = assembleText(edited, { ignoreTrailer: true }).diagnostics
      t.is(first?.code, 'E5001')
      t.regex(first?.message ?? '', new RegExp(`${name} \\S+ is no version`))
    }
})
