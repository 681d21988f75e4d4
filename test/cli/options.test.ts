// From flags to a job: values, defaults, conflicts, response files, -verify directives.

import test from 'ava'
import { parseFlags } from '../../src/cli/flag_parser.ts'
import { UsageError } from '../../src/cli/host.ts'
import { type CompileJob, compileJob } from '../../src/cli/options.ts'
import { expandResponseFiles, splitWords } from '../../src/cli/response_file.ts'
import { verifyMessages } from '../../src/cli/verify.ts'

const job = (line: string): CompileJob => compileJob(parseFlags(line.split(' ')))

test('defaults', t => {
  const j = job('a.hlsl -T cs_6_0')
  t.is(j.kind, 'compile')
  t.is(j.input, 'a.hlsl')
  t.deepEqual(j.outputs, {})
  t.is(j.headerVariable, 'g_main')
  t.is(j.compile.optimization, 3)
  t.true(j.compile.sign)
  t.is(j.compile.packMatrix, undefined)
  t.deepEqual(j.warnings, [])
})

test('-Gec is HLSL 2016, and nothing else', t => {
  t.like(job('a.hlsl -T ps_6_0 -Gec').compile, { hlslVersion: '2016', legacySemantics: true })
  t.like(job('a.hlsl -T ps_6_0 -Gec -HV 2016').compile, { hlslVersion: '2016', legacySemantics: true })
  t.throws(() => job('a.hlsl -T ps_6_0 -Gec -HV 2018'), { message: /-Gec is not supported with language version 2018/ })
})

test('values reach the compiler', t => {
  const { compile } = job(
    'a.hlsl -T cs_6_2 -E go -DA -DB=2 -Od -Zpr -HV 2018 -enable-16bit-types -Gis -WX -no-warnings -Vd -Qstrip_reflect ' +
      '-ferror-limit=7 -validator-version 1.5 -auto-binding-space 3 -all_resources_bound -nologo',
  )
  t.deepEqual(compile, {
    target: 'cs_6_2',
    entry: 'go',
    defines: ['A', 'B=2'],
    optimization: 0,
    packMatrix: 'row_major',
    hlslVersion: '2018',
    enable16BitTypes: true,
    ieeeStrict: true,
    warningsAsErrors: true,
    noWarnings: true,
    sign: false,
    stripReflection: true,
    stripRootSignature: false,
    errorLimit: 7,
    validatorVersion: { major: 1, minor: 5 },
    autoBindingSpace: 3,
    allResourcesBound: true,
  })
})

test('before shader model 5.1 unused resources keep their registers, as in dxc', t => {
  for (const [profile, reserves] of [
    ['ps_4_0', true],
    ['ps_5_0', true],
    ['ps_5_1', undefined],
    ['ps_6_0', undefined],
  ] as const) {
    const { compile } = job(`a.hlsl -T ${profile}`)
    t.is(compile.target, 'ps_6_0')
    t.is(compile.legacyResourceReservation, reserves, profile)
  }
  t.true(job('a.hlsl -T ps_6_0 -flegacy-resource-reservation').compile.legacyResourceReservation)
})

test('kinds of job', t => {
  t.is(job('-help').kind, 'help')
  t.is(job('/?').kind, 'help')
  t.is(job('--version').kind, 'version')
  t.is(job('a.dxil -dumpbin').kind, 'listing')
  t.is(job('a.hlsl -P').kind, 'preprocess')
  t.is(job('a.hlsl -T cs_6_0 -M').kind, 'dependencies')
})

test('flags without effect warn once, harmless ones do not', t => {
  t.deepEqual(job('a.hlsl -T cs_6_0 -Ni -Ni -No -nologo -Qstrip_priv').warnings, [
    "'-Ni' has no effect",
    "'-No' has no effect",
  ])
  t.deepEqual(job('a.hlsl -T cs_6_0 -Qunused-arguments -frob').warnings, ["unknown argument '-frob' (ignored)"])
  t.deepEqual(job('a.hlsl -T cs_6_0 -denorm any').warnings, [])
})

test('debug information: options, and what has nothing to do', t => {
  const made = (words: string): object => {
    const { debug, embedDebug, stripDebug, hashSource, debugFile } = job(`a.hlsl -T cs_6_0 ${words}`).compile
    return JSON.parse(JSON.stringify({ debug, embedDebug, stripDebug, hashSource, debugFile }))
  }
  t.deepEqual(made(''), {})
  t.deepEqual(made('-Zi -Qembed_debug'), { debug: 'full', embedDebug: true })
  t.deepEqual(made('-Zi'), { debug: 'full', embedDebug: true })
  t.deepEqual(made('-Zi -Fd x.pdb'), { debug: 'full', debugFile: 'x.pdb' })
  t.deepEqual(made('-Zi -Qstrip_debug -Zss'), { debug: 'full', stripDebug: true, hashSource: true })
  t.deepEqual(made('-Zs -Fd out/'), { debug: 'source', debugFile: 'out/' })
  t.deepEqual(job('a.hlsl -T cs_6_0 /Zi -D X=1 -Qstrip_debug').compile.arguments, [
    ['T', 'cs_6_0'],
    ['Zi', ''],
    ['D', 'X=1'],
    ['Qstrip_debug', ''],
  ])
  t.regex(job('a.hlsl -T cs_6_0 -Zi').warnings.join(), /no output provided for debug - embedding PDB/)
  t.deepEqual(job('a.hlsl -T cs_6_0 -Fd x.pdb').warnings, ["'-Fd' has no effect without -Zi or -Zs"])
  t.throws(() => job('a.hlsl -T cs_6_0 -Zi -Zs'), { message: /cannot specify -Zi and -Zs together/ })
})

test('every complaint is made at once', t => {
  const error = t.throws(() => job('-frob -Zpr -Zpc -Vn x'), { instanceOf: UsageError })
  t.is(error.message.split('\n').length, 5)
})

test('warnings turned off by name, on again by a later flag', t => {
  t.deepEqual(job('a.hlsl -T cs_6_0 -Wno-conversion -Werror=x').compile.warnings, ['no-conversion', 'error=x'])
})

test('response files', t => {
  t.deepEqual(splitWords(`-T cs_6_0\n -D "A=1 2" '-I' a\\b "c\\"d" ""x`), [
    '-T',
    'cs_6_0',
    '-D',
    'A=1 2',
    '-I',
    'a\\b',
    'c"d',
    'x',
  ])
  const files: Record<string, string> = { one: '-E go @two', two: '-DX "y z"' }
  t.deepEqual(
    expandResponseFiles(['a.hlsl', '@one', '@'], p => files[p]!),
    ['a.hlsl', '-E', 'go', '-DX', 'y z', '@'],
  )
})

test('-verify: expected messages, unexpected ones, lines and counts', t => {
  const message = (line: number, text: string, severity: 'error' | 'warning' = 'error') => {
    const place = { file: 'a.hlsl', line, column: 1, endLine: line, endColumn: 2, lineText: '' }
    const none = { option: '', ranges: [], fixIts: [], includedFrom: [], expansions: [], notes: [] }
    return { code: 'E1', severity, message: text, ...none, ...place } as const
  }
  const check = (source: string, ...messages: ReturnType<typeof message>[]): string[] =>
    verifyMessages(source, 'a.hlsl', messages)
  t.deepEqual(check('x // expected-error {{bad thing}}\n', message(1, 'a bad thing')), [])
  t.deepEqual(
    check(
      '\n// expected-error@-1 {{bad}}\n// expected-warning@+1 2 {{so}}\n',
      message(1, 'bad'),
      message(4, 'so', 'warning'),
      message(4, 'so', 'warning'),
    ),
    [],
  )
  t.deepEqual(check('// expected-no-diagnostics\n'), [])
  t.deepEqual(check('// expected-error@3 1+ {{x}}\n', message(3, 'x'), message(3, 'x')), [])
  t.is(check('x // expected-error {{bad}}\n').length, 1)
  t.is(check('// expected-no-diagnostics\n', message(1, 'bad')).length, 1)
  t.is(check('nothing said\n').length, 1)
  t.is(check('x // expected-error {{bad}}\n', message(2, 'bad')).length, 2)
})
