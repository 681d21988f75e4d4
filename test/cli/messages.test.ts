// Forms of messages on the command line: widths, JSON, SARIF, groups of warnings.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import test from 'ava'
import { folder, run } from './run_cli.ts'

const BROKEN = `float4 main(float4 a : A) : SV_Target { ${'a += 1; '.repeat(40)} return brightnes; }\n`
const SOUND = 'float4 main(uint u : U) : SV_Target { float spare; return u < 0 ? 1 : 2; }\n'

test('source lines are cut to -fmessage-length, and to nothing with 0', async t => {
  const files = folder({ 'x.hlsl': BROKEN })
  const lines = async (...flags: string[]): Promise<string[]> =>
    (await run(['compile', files.at('x.hlsl'), '-T', 'ps_6_0', ...flags])).stderr.split('\n')
  const [, cut = '', carets = ''] = await lines('-fmessage-length=60')
  t.true(cut.length <= 60 && cut.startsWith('  ...'), cut)
  t.is(cut.slice(carets.indexOf('^'), carets.length), 'brightnes')
  t.is((await lines('-fmessage-length=0'))[1], BROKEN.trim())
  t.is((await run(['compile', files.at('x.hlsl'), '-T', 'ps_6_0', '-fmessage-length=wide'])).code, 2)
  files.remove()
})

test('--json holds warnings about the command line too', async t => {
  const files = folder({ 'x.hlsl': SOUND })
  const { stdout, stderr } = await run(['compile', files.at('x.hlsl'), '-T', 'ps_6_0', '--json', '-Wall', '-Zi'])
  const { ok, diagnostics } = JSON.parse(stdout)
  t.true(ok)
  t.is(stderr, '')
  const [driver, ...rest] = diagnostics
  t.deepEqual([driver.code, driver.severity, driver.line], ['W1160', 'warning', 0])
  t.regex(driver.message, /no output provided for debug/)
  t.deepEqual(
    rest.map((m: { option: string }) => m.option),
    ['-Wunused-variable', '-Wtautological-compare'],
  )
  files.remove()
})

test('-fdiagnostics-format=sarif writes a log to stderr or to -Fe', async t => {
  const files = folder({ 'x.hlsl': BROKEN })
  const words = ['compile', files.at('x.hlsl'), '-T', 'ps_6_0', '-fdiagnostics-format=sarif']
  const { code, stderr, stdout } = await run(words)
  t.is(code, 1)
  t.is(stdout, '')
  const log = JSON.parse(stderr)
  t.is(log.version, '2.1.0')
  t.is(log.runs[0].results[0].ruleId, 'E2000')
  t.is((await run([...words, '-Fe', files.at('x.sarif')])).stderr, '')
  t.deepEqual(JSON.parse(readFileSync(files.at('x.sarif'), 'utf8')), log)
  files.remove()
})

test('of several inputs there is one log, and a line of JSON for each, readable or not', async t => {
  const files = folder({ 'x.hlsl': BROKEN, 'y.hlsl': BROKEN })
  const words = ['compile', files.at('x.hlsl'), files.at('y.hlsl'), files.at('none.hlsl'), '-T', 'ps_6_0']
  const logged = await run([...words, '-fdiagnostics-format=sarif'])
  const { results, invocations } = JSON.parse(logged.stderr).runs[0]
  t.deepEqual([logged.code, results.length >= 3], [2, true])
  t.is(JSON.stringify(invocations).includes('"executionSuccessful":true'), false)
  const { code, stdout } = await run([...words, '--json'])
  const lines = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { file: string; ok: boolean })
  t.is(code, 2)
  t.deepEqual(
    lines.map(line => line.ok),
    [false, false, false],
  )
  t.is(lines[2]!.file, files.at('none.hlsl'))
  files.remove()
})

test('two inputs of one name that go to one folder are both named', async t => {
  const files = folder({ 'x.hlsl': SOUND })
  mkdirSync(files.at('sub'))
  writeFileSync(files.at('sub/x.hlsl'), SOUND)
  const two = [files.at('x.hlsl'), files.at('sub/x.hlsl')]
  const { code, stderr } = await run(['compile', ...two, '-T', 'ps_6_0', '-Fo', `${files.at('out')}/`])
  t.is(code, 2)
  t.regex(stderr, /x\.hlsl' and '[^']*sub\/x\.hlsl' would both be written to '[^']*out\/x\.dxil'/)
  files.remove()
})

test('groups of warnings: -Wall, --all-warnings, -Wextra, their order, pragmas', async t => {
  const files = folder({
    'x.hlsl': SOUND,
    'pragma.hlsl': `#pragma dxc diagnostic push\n#pragma dxc diagnostic warning "-Wunused-variable"\n${SOUND}`,
  })
  const names = async (name: string, ...flags: string[]): Promise<string[]> => {
    const { stderr } = await run(['compile', files.at(name), '-T', 'ps_6_0', ...flags])
    return [...stderr.matchAll(/\[-W([\w-]+)\]/g)].map(match => match[1]!)
  }
  t.deepEqual(await names('x.hlsl'), [])
  t.deepEqual(await names('x.hlsl', '-Wall'), ['unused-variable', 'tautological-compare'])
  t.deepEqual(await names('x.hlsl', '--all-warnings'), ['unused-variable', 'tautological-compare'])
  t.deepEqual(await names('x.hlsl', '-Wall', '-Wno-unused-variable'), ['tautological-compare'])
  t.deepEqual(await names('x.hlsl', '-Wno-unused-variable', '-Wall'), ['unused-variable', 'tautological-compare'])
  t.deepEqual(await names('pragma.hlsl'), ['unused-variable'])
  files.remove()
})

test('data says when an output cannot be written', async t => {
  const files = folder({ 'x.hlsl': 'float4 main() : SV_Target { return 0; }\n' })
  const words = ['compile', files.at('x.hlsl'), '-T', 'ps_6_0', '-Fo', files.at('nowhere/x.dxil')]
  const json = await run([...words, '--json'])
  t.is(json.code, 2)
  const said = JSON.parse(json.stdout)
  t.deepEqual([said.ok, said.diagnostics.length, said.diagnostics[0].code], [false, 1, 'E4001'])
  t.regex(said.diagnostics[0].message, /^cannot write '.*nowhere\/x\.dxil': no such file or directory$/)
  const sarif = await run([...words, '-fdiagnostics-format=sarif'])
  t.is(
    JSON.parse(sarif.stderr.slice(0, sarif.stderr.lastIndexOf('}') + 1)).runs[0].invocations[0].executionSuccessful,
    false,
  )
  const both = await run([...words.slice(0, -1), files.at('x.dxil'), '--json', '-Fc', files.at('no/x.ll')])
  t.is(JSON.parse(both.stdout).ok, false)
  t.false(existsSync(files.at('x.dxil')), 'half of the outputs is there')
  files.remove()
})
