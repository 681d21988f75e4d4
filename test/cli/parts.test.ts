// parts, sign, hash on the command line: what comes out, what stays as it was, and every refusal.

import { readFileSync } from 'node:fs'
import test from 'ava'
import { sampleContainer } from '../container/sample.ts'
import { folder, run } from './run_cli.ts'

test('parts come out, go in, and leave the rest as it was', async t => {
  const f = folder({ 'a.dxil': sampleContainer(), data: 'eight by', odd: 'odd' })
  const file = f.at('a.dxil')
  const list = await run(['parts', 'list', file])
  t.is(list.code, 0)
  t.regex(list.stdout, /^SFI0 +0x[0-9a-f]+ +0x8 +feature flags$/m)
  const priv = await run(['parts', 'extract', file, 'PRIV'])
  t.deepEqual([...priv.stdoutBytes], [1, 2, 3])
  t.is((await run(['parts', 'remove', file, 'PRIV', 'HASH'])).code, 0)
  t.is((await run(['parts', 'add', file, 'HASH', f.at('data'), '--sign', 'none'])).code, 0)
  const names = JSON.parse((await run(['parts', 'list', file, '--json'])).stdout).map((p: { name: string }) => p.name)
  t.deepEqual(names.slice(-3), ['ILDN', 'HASH', 'DXIL'])
  t.is((await run(['parts', 'extract', file, 'HASH'])).stdout, 'eight by')
  t.regex((await run(['hash', file])).stdout, /^digest +0{32} +unsigned$/m)
  t.is((await run(['sign', file])).code, 0)
  t.regex((await run(['hash', file])).stdout, /^digest +[0-9a-f]{32} +matches$/m)
  f.remove()
})

test('bitcode replaced by itself gives the same file', async t => {
  const f = folder({ 'a.dxil': sampleContainer() })
  t.is((await run(['parts', 'extract', f.at('a.dxil'), 'DXIL', '--bitcode', '-o', f.at('a.bc')])).code, 0)
  t.is((await run(['parts', 'replace', f.at('a.dxil'), 'DXIL', f.at('a.bc'), '--bitcode'])).code, 0)
  t.deepEqual(new Uint8Array(readFileSync(f.at('a.dxil'))), sampleContainer())
  f.remove()
})

test('a refused edit is exit code 2 and leaves the file alone', async t => {
  const f = folder({ 'a.dxil': sampleContainer(), odd: 'odd', none: 'no container' })
  const file = f.at('a.dxil')
  const before = readFileSync(file)
  const cases: [words: string[], complaint: RegExp, code: number][] = [
    [['parts', 'replace', file, 'NONE', f.at('odd')], /there is no part NONE/, 2],
    [['parts', 'add', file, 'PSV0', f.at('odd')], /there is a part PSV0 already/, 2],
    [['parts', 'add', file, 'toolong', f.at('odd')], /is no part name/, 2],
    [['parts', 'remove', file], /usage: dxilkit parts remove FILE PARTS/, 2],
    [['parts', 'explode', file], /no action of parts/, 2],
    [['parts', 'extract', file, 'PRIV', '--bitcode'], /holds no bitcode/, 2],
    [['parts', 'remove', file, 'PRIV', '--sign', 'twice'], /no way to sign/, 2],
    [['parts', 'list', f.at('none')], /error: a container has a header/, 1],
    [['sign', f.at('none')], /error: a container has a header/, 1],
    [['sign', file, file, f.at('none'), '-o', 'x'], /signed in place/, 2],
  ]
  for (const [words, complaint, code] of cases) {
    const ran = await run(words)
    t.is(ran.code, code, words.join(' '))
    t.regex(ran.stderr, complaint)
  }
  t.deepEqual(readFileSync(file), before)
  f.remove()
})

test('a wrong digest is reported and not kept by an edit', async t => {
  const bytes = sampleContainer()
  bytes[5]! ^= 1
  const f = folder({ 'a.dxil': bytes })
  const hash = await run(['hash', f.at('a.dxil')])
  t.is(hash.code, 1)
  t.regex(hash.stdout, /DOES NOT MATCH/)
  const ran = await run(['parts', 'remove', f.at('a.dxil'), 'PRIV'])
  t.is(ran.code, 0)
  t.regex(ran.stderr, /warning: the digest did not match/)
  t.regex((await run(['hash', f.at('a.dxil')])).stdout, /unsigned/)
  f.remove()
})
