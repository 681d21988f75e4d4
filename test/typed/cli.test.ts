// `dxilkit types`: the languages, the words that are refused, and what errors leave.

import { readFileSync } from 'node:fs'
import test from 'ava'
import { folder, run } from '../cli/run_cli.ts'

const SHADER = 'cbuffer C { float4 a; }; float4 main() : SV_Target { return a; }'

test('languages by word and by the ending of the file', async t => {
  const f = folder({ 'x.hlsl': SHADER })
  t.teardown(() => f.remove())
  const types = (...words: string[]) => run(['types', f.at('x.hlsl'), '-T', 'ps_6_0', ...words])
  t.regex((await types()).stdout, /export class C \{/)
  t.regex((await types('--lang', 'cpp', '--namespace', 'a::b')).stdout, /namespace a::b \{[\s\S]*offsetof\(C, a\) == 0/)
  t.is((await types('-o', f.at('x.cs'))).code, 0)
  t.regex(readFileSync(f.at('x.cs'), 'utf8'), /public struct C/)
  t.regex((await types('--url', './x.dxil')).stdout, /new URL\("\.\/x\.dxil", import\.meta\.url\)/)
  t.regex((await run(['types', '--help'])).stdout, /usage: dxilkit types/)
})

test('wrong words and wrong shaders', async t => {
  const f = folder({ 'x.hlsl': SHADER, 'bad.hlsl': 'x' })
  t.teardown(() => f.remove())
  for (const [words, problem] of [
    [[], /a file name is missing/],
    [[f.at('x.hlsl')], /-T is missing/],
    [[f.at('x.hlsl'), '-T', 'ps_6_0', '--lang', 'rust'], /--lang is ts, cpp or cs, not 'rust'/],
    [[f.at('x.hlsl'), '-T', 'ps_6_0', '--lang', 'cpp', '--namespace', '1'], /'1' is no namespace/],
    [[f.at('x.hlsl'), '-T', 'ps_6_0', '--lang', 'cs', '--url', 'x'], /--url is for TypeScript/],
  ] as const) {
    const { code, stderr } = await run(['types', ...words])
    t.is(code, 2)
    t.regex(stderr, problem)
  }
  const bad = await run(['types', f.at('bad.hlsl'), '-T', 'ps_6_0', '-o', f.at('bad.ts')])
  t.is(bad.code, 1)
  t.throws(() => readFileSync(f.at('bad.ts')))
})
