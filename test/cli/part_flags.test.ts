// -dumpbin with -setprivate, -getprivate, -setrootsignature, -extractrootsignature, -verifyrootsignature.

import { existsSync, readFileSync } from 'node:fs'
import test from 'ava'
import { compile, extractPart, listParts, readContainer } from '../../src/api/index.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { folder, run } from './run_cli.ts'

const SOURCE = 'RWBuffer<uint> o : register(u1); [numthreads(1, 1, 1)] void main() { o[0] = 1; }'

function made(text: string, stripRootSignature = false): Uint8Array {
  const result = compile(text, { target: 'cs_6_0', stripRootSignature })
  if (!result.ok) throw new Error(result.text)
  return result.container
}

const withSignature = (signature: string): Uint8Array =>
  made(SOURCE.replace('[num', `[RootSignature("${signature}")] [num`))

function files() {
  return folder({
    'a.dxil': made(SOURCE),
    'right.dxil': withSignature('DescriptorTable(UAV(u0, numDescriptors = 4))'),
    'wrong.dxil': made(
      'RWBuffer<uint> o; [RootSignature("DescriptorTable(UAV(u0))")] [numthreads(1, 1, 1)] void main() { o[0] = 1; }',
    ),
    'data.bin': 'hello',
    'more.bin': 'other data',
  })
}

const names = (file: string): string[] => listParts(readFileSync(file)).map(p => p.name)

test('private data: put in, replaced, taken out', async t => {
  const f = files()
  const at = f.at
  const put = await run(['-dumpbin', at('a.dxil'), '-setprivate', at('data.bin'), '-Fo', at('b.dxil')])
  t.is(put.code, 0, put.stderr)
  t.is(names(at('b.dxil')).at(-1), 'PRIV')
  t.is((await run(['-dumpbin', at('b.dxil'), '-getprivate', at('c.bin')])).code, 0)
  t.is(readFileSync(at('c.bin'), 'utf8'), 'hello')
  t.is((await run(['-dumpbin', at('b.dxil'), '-setprivate', at('more.bin'), '-Fo', at('d.dxil')])).code, 0)
  t.is(Buffer.from(extractPart(readFileSync(at('d.dxil')), 'PRIV')).toString(), 'other data')
  const none = await run(['-dumpbin', at('a.dxil'), '-getprivate', at('e.bin')])
  t.is(none.code, 2)
  t.regex(none.stderr, /PRIV/)
  t.false(existsSync(at('e.bin')))
  f.remove()
})

test('root signatures: put in, taken out, checked', async t => {
  const f = files()
  const at = f.at
  const put = await run(['-dumpbin', at('a.dxil'), '-setrootsignature', at('right.dxil'), '-Fo', at('b.dxil')])
  t.is(put.code, 0, put.stderr)
  t.true(names(at('b.dxil')).includes('RTS0'))
  // A container may be changed in its place.
  t.is((await run(['-dumpbin', at('b.dxil'), '-Qstrip_reflect', '-Fo', at('b.dxil')])).code, 0)
  t.false(names(at('b.dxil')).includes('STAT'))
  t.is((await run(['-dumpbin', at('b.dxil'), '-extractrootsignature', '-Fo', at('c.rts')])).code, 0)
  t.deepEqual(names(at('c.rts')), ['RTS0'])
  const check = (file: string) => run(['-dumpbin', at('a.dxil'), '-verifyrootsignature', at(file)])
  const right = await check('c.rts')
  t.deepEqual([right.code, right.stdout], [0, 'root signature verification succeeded.\n'])
  const wrong = await check('wrong.dxil')
  t.is(wrong.code, 1)
  t.regex(wrong.stderr, /error: .* is not fully bound in root signature\. It is resource o /)
  const refused = await run(['-dumpbin', at('a.dxil'), '-setrootsignature', at('wrong.dxil'), '-Fo', at('d.dxil')])
  t.is(refused.code, 1)
  t.false(existsSync(at('d.dxil')))
  t.is((await check('a.dxil')).code, 2)
  f.remove()
})

test('-Fo writes the container without what is stripped, and as it is without flags', async t => {
  const f = folder({ 'a.hlsl': SOURCE.replace('[num', '[RootSignature("DescriptorTable(UAV(u1))")] [num') })
  const at = f.at
  const names = (file: string): string[] => listParts(readFileSync(at(file))).map(p => p.name)
  await run([at('a.hlsl'), '-T', 'cs_6_0', '-Zi', '-Qembed_debug', '-Fo', at('a.dxil')])
  await run(['-dumpbin', at('a.dxil'), '-setprivate', at('a.hlsl'), '-Fo', at('b.dxil')])
  t.true(['ILDB', 'RTS0', 'STAT', 'PRIV'].every(part => names('b.dxil').includes(part)))
  for (const [flag, part] of [
    ['-Qstrip_debug', 'ILDB'],
    ['-Qstrip_rootsignature', 'RTS0'],
    ['-Qstrip_reflect', 'STAT'],
    ['-Qstrip_priv', 'PRIV'],
  ] as const) {
    const { code, stdout } = await run(['-dumpbin', at('b.dxil'), flag, '-Fo', at('c.dxil')])
    t.deepEqual([code, stdout], [0, ''], flag)
    t.deepEqual(
      names('c.dxil'),
      names('b.dxil').filter(name => name !== part),
      flag,
    )
  }
  await run(['-dumpbin', at('b.dxil'), '-Fo', at('d.dxil')])
  t.deepEqual(readFileSync(at('d.dxil')), readFileSync(at('b.dxil')))
  f.remove()
})

test('-dumpbin lists the container in a debug file', async t => {
  const f = folder({ 'a.hlsl': SOURCE })
  await run([f.at('a.hlsl'), '-T', 'cs_6_0', '-Zi', '-Fd', f.at('a.pdb'), '-Fo', f.at('a.dxil')])
  const { code, stdout } = await run(['-dumpbin', f.at('a.pdb')])
  t.is(code, 0)
  t.regex(stdout, /!DICompileUnit/)
  f.remove()
})

test('what they need', async t => {
  const f = files()
  const at = f.at
  for (const [words, message] of [
    [['-T', 'cs_6_0', at('a.dxil'), '-setprivate', at('data.bin')], /-setprivate works on a container/],
    [['-dumpbin', at('a.dxil'), '-setprivate', at('data.bin')], /cannot specify -setprivate without -Fo/],
    [['-dumpbin', at('a.dxil'), '-extractrootsignature'], /cannot specify -extractrootsignature without -Fo/],
    [['-dumpbin', at('a.dxil'), '-setprivate', at('none'), '-Fo', at('x')], /none/],
  ] as const) {
    const { code, stderr } = await run([...words])
    t.is(code, 2, words.join(' '))
    t.regex(stderr, message)
  }
  f.remove()
})

oracleTest('dxc', 'what comes out is valid and keeps its digest right', async t => {
  const f = files()
  const at = f.at
  await run([
    '-dumpbin',
    at('a.dxil'),
    '-setrootsignature',
    at('right.dxil'),
    '-setprivate',
    at('data.bin'),
    '-Fo',
    at('b.dxil'),
  ])
  const bytes = readFileSync(at('b.dxil'))
  const { ok, digest, message } = await (await Dxc.shared()).validate(bytes)
  t.deepEqual([ok, digest], [true, 'right'], message)
  t.is(readContainer(bytes).problems.length, 0)
  f.remove()
})
