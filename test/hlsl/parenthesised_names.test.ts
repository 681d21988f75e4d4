// Brackets around a declared name change nothing: the container is that of the program without them.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'

const PAIRS: readonly (readonly [string, string])[] = [
  ['static int (x[2])[3] = { 1, 2, 3, 4, 5, 6 };', 'static int x[2][3] = { 1, 2, 3, 4, 5, 6 };'],
  ['static int ((x)[2][3]) = { 1, 2, 3, 4, 5, 6 };', 'static int x[2][3] = { 1, 2, 3, 4, 5, 6 };'],
  ['static int (((x)[2]))[3] = { 1, 2, 3, 4, 5, 6 };', 'static int x[2][3] = { 1, 2, 3, 4, 5, 6 };'],
  ['typedef int (Row)[3]; static Row (x)[2] = { 1, 2, 3, 4, 5, 6 };', 'static int x[2][3] = { 1, 2, 3, 4, 5, 6 };'],
]

const program = (declaration: string): string =>
  `${declaration} RWBuffer<int> (o); [numthreads(1, 1, 1)] void main(uint (i) : SV_GroupIndex) { int(k) = x[i][1]; o[0] = k + x[1][i]; }`
const plain = (declaration: string): string =>
  `${declaration} RWBuffer<int> o; [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { int k = x[i][1]; o[0] = k + x[1][i]; }`

test('brackets around names change nothing', t => {
  for (const [bracketed, wanted] of PAIRS) {
    const a = compile(program(bracketed), { target: 'cs_6_0', entry: 'main' })
    const b = compile(plain(wanted), { target: 'cs_6_0', entry: 'main' })
    t.true(a.ok && b.ok, a.text + b.text)
    t.deepEqual(a.container, b.container, bracketed)
  }
})

test('brackets are counted', t => {
  const deep = (count: number): string =>
    `RWBuffer<int> ${'('.repeat(count)}o${')'.repeat(count)}; [numthreads(1, 1, 1)] void main() { o[0] = 1; }`
  t.true(compile(deep(200), { target: 'cs_6_0', entry: 'main' }).ok)
  const { ok, text } = compile(deep(20_000), { target: 'cs_6_0', entry: 'main' })
  t.false(ok)
  t.regex(text, /^hlsl\.hlsl:1:\d+: (fatal )?error: .*nesting/)
})
