// `dxilkit layout`: text, JSON, page, choice of buffers; exit codes.

import { existsSync, readFileSync } from 'node:fs'
import test from 'ava'
import { compile } from '../../src/api/index.ts'
import { folder, run } from './run_cli.ts'

const SOURCE = `cbuffer Frame : register(b0) { float a; float3 b; float2 c; float d[3]; };
struct Particle { float3 position; half h; };
StructuredBuffer<Particle> particles;
float loose;
`

test('layout: every buffer that is declared, no entry point needed, any profile', async t => {
  const f = folder({ 's.hlsl': SOURCE })
  const { code, stdout, stderr } = await run(['layout', f.at('s.hlsl')])
  t.is(stderr, '')
  t.is(code, 0)
  t.regex(stdout, /^\$Globals: cbuffer at .*s\.hlsl:4:7\n {2}4 bytes in 1 row, 12 of 16 bytes wasted \(75%\)/)
  t.regex(stdout, /Frame: cbuffer at .*s\.hlsl:1:9\n {2}68 bytes in 5 rows/)
  t.true(stdout.includes('  offset  size  member  type      stride\n       0     4  a       float\n'))
  t.regex(stdout, /particles: StructuredBuffer<Particle>/)
  t.is((await run(['layout', f.at('s.hlsl'), '-T', 'ps_6_0'])).stdout, stdout)
  const wide = await run(['layout', f.at('s.hlsl'), '-enable-16bit-types', '-T', 'lib_6_3', '--buffer', 'particles'])
  t.regex(wide.stdout, /^particles[^\n]*\n {2}stride 16, 2 of 16 bytes wasted/)
  f.remove()
})

test('layout --json and -o', async t => {
  const f = folder()
  const json = JSON.parse((await run(['layout', '-', '--json', '--buffer=Frame'], { stdin: SOURCE })).stdout)
  t.deepEqual(Object.keys(json), ['file', 'buffers'])
  t.deepEqual(Object.keys(json.buffers[0]), [
    'names',
    'kind',
    'types',
    'declared',
    'size',
    'occupied',
    'data',
    'wasted',
    'members',
    'gaps',
    'hints',
  ])
  t.deepEqual(
    json.buffers[0].gaps.map((g: { offset: number; size: number; times: number; reason: string }) => [
      g.offset,
      g.size,
      g.times,
      g.reason,
    ]),
    [
      [24, 8, 1, 'starts-row'],
      [36, 12, 2, 'array-element'],
      [68, 12, 1, 'tail'],
    ],
  )
  t.deepEqual(json.buffers[0].hints, [{ of: 'Frame', order: ['a', 'b', 'd', 'c'], before: 80, after: 64 }])
  await run(['layout', '-', '-o', f.at('x.txt')], { stdin: SOURCE })
  t.regex(readFileSync(f.at('x.txt'), 'utf8'), /Smaller in another order: Frame \{ a, b, d, c \}/)
  await run(['layout', '-', '--html', f.at('x.html')], { stdin: SOURCE })
  t.regex(readFileSync(f.at('x.html'), 'utf8'), /^<!doctype html>[\s\S]*<\/html>\n$/)
  f.remove()
})

test('layout: bad input and wrong words', async t => {
  const bad = await run(['layout', '-'], { stdin: 'cbuffer C { flot a; }' })
  t.is(bad.code, 1)
  t.is(bad.stdout, '')
  t.regex(bad.stderr, /<stdin>:1:13: error:/)
  const guess = await run(['layout', '-', '--buffer', 'Fram'], { stdin: SOURCE })
  t.is(guess.code, 2)
  t.regex(guess.stderr, /no buffer 'Fram'; did you mean 'Frame'\?/)
  t.is((await run(['layout', '-', '--buffer'], { stdin: SOURCE })).code, 2)
  t.is((await run(['layout', 'nowhere.hlsl'])).code, 2)
  t.is((await run(['layout', '-', '-T', 'nonsense'], { stdin: SOURCE })).code, 2)
  const f = folder()
  t.is((await run(['layout', '-', '--html', f.at('no.html')], { stdin: 'x' })).code, 1)
  t.false(existsSync(f.at('no.html')))
  f.remove()
  const { container } = compile('RWBuffer<float> a; [numthreads(1,1,1)] void main() { a[0] = 1; }', {
    target: 'cs_6_0',
  })
  t.regex((await run(['layout', '-'], { stdin: container! })).stderr, /is a container/)
  const deep = await run(['layout', '-'], { stdin: `float a = ${'('.repeat(100_000)}1;` })
  t.is(deep.code, 1)
  const none = await run(['layout', '-'], { stdin: 'void f() {}' })
  t.is(none.code, 0)
  t.regex(none.stdout, /no constant or structured buffers/)
  t.regex((await run(['layout', '--help'])).stdout, /^usage: dxilkit layout FILE/)
})
