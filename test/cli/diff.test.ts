// `dxilkit diff` as a user sees it: exit codes, text, colours, JSON.

import test from 'ava'
import { compile } from '../../src/api/index.ts'
import { folder, run } from './run_cli.ts'

const SOURCE = `RWBuffer<float> o : register(u0);
[numthreads(8, 1, 1)] void main(uint3 id : SV_DispatchThreadID) { o[id.x] = o[id.x + 8] * 2; }`
const build = (source: string): Uint8Array => compile(source, { target: 'cs_6_0' }).container!

const files = folder({
  'a.dxil': build(SOURCE),
  'same.dxil': build(SOURCE),
  'b.dxil': build(SOURCE.replace('* 2', '* 3')),
  'bad.dxil': 'nothing of the sort',
})
test.after.always(() => files.remove())
const diff = (a: string, b: string, ...more: string[]) => run(['diff', files.at(a), files.at(b), ...more])

test('the same: nothing is printed, exit code 0', async t => {
  const { code, stdout, stderr } = await diff('a.dxil', 'same.dxil')
  t.deepEqual([code, stdout, stderr], [0, '', ''])
  t.is((await diff('a.dxil', 'b.dxil', '--no-code', '--ignore', 'HASH,STAT')).code, 0)
})

test('different: a unified diff, exit code 1', async t => {
  const { code, stdout, stderr } = await diff('a.dxil', 'b.dxil')
  t.deepEqual([code, stderr], [1, ''])
  const lines = stdout.split('\n')
  t.is(lines[0], `--- ${files.at('a.dxil')}`)
  t.is(lines.filter(line => /^-.*fmul.*2\.0/.test(line)).length, 1)
  t.is(lines.filter(line => /^\+.*fmul.*3\.0/.test(line)).length, 1)
  const rows = (await diff('a.dxil', 'b.dxil', '--listing')).stdout.split('\n')
  t.is(rows.filter(line => /^[-+]%/.test(line)).length, 2)
  t.false(stdout.includes('\x1b'))
  const brief = await diff('a.dxil', 'b.dxil', '--brief')
  t.regex(brief.stdout, /DXIL function @main: -1 \+1 of/)
  const tight = await diff('a.dxil', 'b.dxil', '--listing', '--context', '0', '--ignore', 'HASH,STAT')
  t.is(tight.stdout.split('\n').filter(line => line.startsWith(' ')).length, 0)
})

test('colours: on a terminal, unless NO_COLOR or --color say otherwise', async t => {
  const words = ['diff', files.at('a.dxil'), files.at('b.dxil')]
  const colored = async (more: readonly string[], options: Parameters<typeof run>[1]): Promise<boolean> =>
    (await run([...words, ...more], options)).stdout.includes('\x1b[')
  t.true(await colored([], { terminal: true }))
  t.false(await colored([], { terminal: true, env: { NO_COLOR: '1' } }))
  t.false(await colored(['--color=never'], { terminal: true }))
  t.true(await colored(['--color=always'], { env: { NO_COLOR: '1' } }))
})

test('JSON', async t => {
  const { code, stdout } = await diff('a.dxil', 'b.dxil', '--json')
  t.is(code, 1)
  const result = JSON.parse(stdout) as { same: boolean; parts: { name: string; status: string }[] }
  t.false(result.same)
  t.is(result.parts.find(p => p.name === 'DXIL')!.status, 'differs')
})

test('trouble: exit code 2', async t => {
  for (const [a, b] of [
    ['a.dxil', 'missing.dxil'],
    ['a.dxil', 'bad.dxil'],
    ['bad.dxil', 'a.dxil'],
  ] as const) {
    const { code, stdout, stderr } = await diff(a, b)
    t.deepEqual([code, stdout], [2, ''])
    t.regex(stderr, /^dxilkit: error: .*(missing|bad)\.dxil/)
  }
  t.is((await run(['diff', files.at('a.dxil')])).code, 2)
  t.is((await run(['diff', '-', '-'])).code, 2)
  t.is((await diff('a.dxil', 'b.dxil', '--color=blue')).code, 2)
  t.is((await diff('a.dxil', 'b.dxil', '--context', 'x')).code, 2)
})

test('trouble is told in one line: damage, choices, names of nothing', async t => {
  t.regex((await diff('bad.dxil', 'a.dxil')).stderr, /^dxilkit: error: '[^']*bad\.dxil': [^:]*\(at byte 0\)\n$/)
  const { stderr } = await diff('a.dxil', 'a.dxil', '--color=blue')
  t.regex(stderr, /^dxilkit: error: Invalid values: Argument: color, Given: "blue", Choices: [^\\\n]*\n$/)
  const none = await diff('a.dxil', 'b.dxil', '--ignore', 'HASH,NOPE')
  t.is(none.code, 2)
  t.regex(none.stderr, /--ignore NOPE: no part is called so/)
  t.is((await diff('a.dxil', 'a.dxil', '--ignore', 'rts0,header')).code, 0)
})

test('a debug file stands for the container in it; it has nothing to validate', async t => {
  const { pdb } = compile(SOURCE, { target: 'cs_6_0', debug: 'full' }) as { pdb: { bytes: Uint8Array } }
  const f = folder({ 'a.pdb': pdb.bytes })
  t.is((await run(['diff', f.at('a.pdb'), f.at('a.pdb')])).code, 0)
  t.regex((await run(['validate', f.at('a.pdb')])).stderr, /the container has no DXIL part/)
  f.remove()
})

test('standard input is one of the two', async t => {
  const { code } = await run(['diff', '-', files.at('same.dxil')], { stdin: build(SOURCE) })
  t.is(code, 0)
})
