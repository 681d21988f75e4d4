// --print-after, --print-before, --stop-after and what becomes of the text.

import test from 'ava'
import { compile, compileToIr } from '../../src/api/compile.ts'
import { passNames } from '../../src/api/index.ts'
import { folder, run } from './run_cli.ts'

const SOURCE =
  'RWBuffer<uint> o;\n[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) { uint x = i; if (i < 4) o[x] = i * 2; }\n'
const compileWith = (...flags: string[]) => run(['compile', '-', '-T', 'cs_6_0', ...flags], { stdin: SOURCE })

test('--print-after prints the module behind each run of the passes, and no listing', async t => {
  const { code, stdout, stderr } = await compileWith('--print-after=dead_code,bind')
  t.is(code, 0)
  t.is(stderr, '')
  const heads = stdout.split('\n').filter(line => line.startsWith('; IR'))
  t.regex(heads[0]!, /^; IR after dead_code of main(, which changed nothing)?$/)
  t.true(heads.includes('; IR after bind'))
  t.is(heads.length, stdout.match(/^target triple = "dxil-pc-shadermodel6.0-compute"$/gm)?.length ?? 0)
  t.regex(stdout, /handlefrombinding/)
  t.notRegex(stdout, /; Resource Bindings/)
})
test('--print-before shows what a pass gets, and all means every pass', async t => {
  const before = (await compileWith('--print-before=promote_locals')).stdout
  t.regex(before, /^; IR before promote_locals of main$/m)
  t.true(before.split('; IR before').length - 1 >= 1)
  const after = (await compileWith('--print-after=all')).stdout
  for (const name of ['lower', 'remove_unreachable', 'simplify', 'bind', 'lower_resources', 'order_phis'])
    t.regex(after, new RegExp(`^; IR after ${name}\\b`, 'm'), name)
  t.regex(after, /, which changed nothing$/m)
})
test("DXC's spellings mean the same", async t => {
  t.is((await compileWith('-print-after', 'bind')).stdout, (await compileWith('--print-after=bind')).stdout)
  t.is((await compileWith('-print-after-all')).stdout, (await compileWith('--print-after=all')).stdout)
  t.is((await compileWith('-print-before-all')).stdout, (await compileWith('--print-before=all')).stdout)
  t.is((await compileWith('-fcgl')).stdout, (await compileWith('--stop-after=lower')).stdout)
})
test('--stop-after prints the module and ends; its text compiled gives the same container', async t => {
  const direct = compile(SOURCE, { target: 'cs_6_0' }).container!
  for (const where of ['lower', 'simplify', 'simplify:2', 'bind', 'lower_resources', 'order_phis']) {
    const { code, stdout } = await compileWith(`--stop-after=${where}`)
    t.is(code, 0)
    const files = folder({ 'stopped.ll': stdout })
    const again = await run(['compile', files.at('stopped.ll'), '-Fo', '-'])
    t.is(again.code, 0, `${where}: ${again.stderr}`)
    t.deepEqual(new Uint8Array(again.stdoutBytes), new Uint8Array(direct), where)
    files.remove()
  }
})
test('--stop-after writes to -Fc, and makes no container', async t => {
  const files = folder()
  const { code, stdout } = await compileWith(
    '--stop-after=lower',
    '-Fc',
    files.at('out.ll'),
    '-Fo',
    files.at('out.dxil'),
  )
  t.is(code, 0)
  t.is(stdout, '')
  const text = (await run(['compile', files.at('out.ll'), '--stop-after=lower'])).stdout
  t.regex(text, /define void @main\(\) #0/)
  t.is((await run(['dump', files.at('out.dxil')])).code, 2)
  files.remove()
})
test('a name that is no pass is wrong use, with what was meant', async t => {
  for (const [flag, message] of [
    ['--stop-after=simplfy', "--stop-after=simplfy: no such pass; did you mean 'simplify'?"],
    [
      '--print-after=bind,lower_resource',
      "--print-after=lower_resource: no such pass; did you mean 'lower_resources'?",
    ],
    ['--stop-after=simplify:0', "did you mean 'simplify'?"],
    ['--print-before=xyz', `known are ${passNames().join(', ')}, all`],
  ] as const) {
    const { code, stderr, stdout } = await compileWith(flag)
    t.is(code, 2, flag)
    t.true(stderr.includes(message), stderr)
    t.is(stdout, '')
  }
})
test('a pass that does not run as often is an error: there is nothing to show', async t => {
  const { code, stdout, stderr } = await compileWith('--stop-after=simplify:99')
  t.deepEqual([code, stdout], [2, ''])
  t.regex(stderr, /error: the pass 'simplify' ran \d times: there is no run 99 to stop after/)
})
test('the library reports a wrong name too', t => {
  const result = compileToIr(SOURCE, { target: 'cs_6_0', stopAfter: 'nothing' })
  t.false(result.ok)
  t.is(result.diagnostics[0]!.code, 'E4020')
})
test('with errors in the source there is nothing to stop at', t => {
  const result = compileToIr('void main() {}', { target: 'cs_6_0', stopAfter: 'lower' })
  t.false(result.ok)
  t.is(result.ir, undefined)
})
