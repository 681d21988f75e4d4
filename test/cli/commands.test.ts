// The commands as a user sees them: output files, streams, exit codes.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { compile, digestState, readContainer } from '../../src/api/index.ts'
import { compileFile } from '../../src/api/node.ts'
import { folder, run } from './run_cli.ts'

const SHADER = `RWStructuredBuffer<float> result : register(u0);
#ifdef SCALE
static const float scale = SCALE;
#else
static const float scale = 1;
#endif
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) { result[id.x] = scale * id.x; }
`
const BAD = 'static int x = missing;\n'
const corpus = (name: string): string => join(process.cwd(), 'corpus', name)

test('compile writes a container that the library gives too, and dump shows it', async t => {
  const f = folder()
  const made = await run(['compile', corpus('mandelbrot.hlsl'), '-T', 'cs_6_0', '-E', 'main', '-Fo', f.at('m.dxil')])
  t.deepEqual([made.code, made.stdout, made.stderr], [0, '', ''])
  const bytes = readFileSync(f.at('m.dxil'))
  t.is(digestState(readContainer(bytes)), 'retail')
  t.deepEqual(compileFile(corpus('mandelbrot.hlsl'), { target: 'cs_6_0' }).container, new Uint8Array(bytes))
  t.deepEqual(readdirSync(f.path), ['m.dxil'])

  const text = await run(['dump', f.at('m.dxil')])
  t.is(text.code, 0)
  t.regex(text.stdout, /^DXBC container 1\.0/)
  const json = await run(['dump', f.at('m.dxil'), '--json'])
  const dump = JSON.parse(json.stdout) as { parts: { name: string }[]; digestState: string }
  t.deepEqual(
    dump.parts.map(p => p.name),
    ['SFI0', 'ISG1', 'OSG1', 'PSV0', 'STAT', 'HASH', 'DXIL'],
  )
  t.is(dump.digestState, 'retail')
  const part = await run(['dump', '--part', 'PSV0', '--fields', f.at('m.dxil')])
  t.regex(part.stdout, /threads: 8 x 8 x 1/)
  const none = await run(['dump', f.at('m.dxil'), '--part', 'XXXX'])
  t.deepEqual([none.code, none.stdout], [2, ''])
  const damaged = Buffer.from(bytes)
  damaged[damaged.length - 20]! ^= 255
  writeFileSync(f.at('bad.dxil'), damaged)
  t.is((await run(['validate', f.at('bad.dxil')])).code, 1)
  f.remove()
})

test('without an output flag the listing is printed; disasm and -dumpbin give the same program', async t => {
  const f = folder({ 'a.hlsl': SHADER })
  const made = await run(['compile', f.at('a.hlsl'), '-Tcs_6_0'])
  t.is(made.code, 0)
  t.regex(made.stdout, /^; .*NumThreads=\(8,1,1\)/m)
  t.regex(made.stdout, /define void @main\(\)/)
  t.regex(made.stdout, /; result .*UAV +f32|; result .*struct/)
  await run(['compile', f.at('a.hlsl'), '-Tcs_6_0', '-Fo', f.at('a.dxil'), '-Fc', f.at('a.ll')])
  t.is(readFileSync(f.at('a.ll'), 'utf8'), made.stdout)
  t.is((await run(['compile', f.at('a.dxil'), '-dumpbin'])).stdout, made.stdout)
  t.is((await run(['disasm', f.at('a.dxil')])).stdout, made.stdout)
  const bare = await run(['disasm', f.at('a.dxil'), '--no-comments'])
  t.true(made.stdout.endsWith(bare.stdout))
  t.regex(bare.stdout, /^target datalayout/)
  f.remove()
})

test('standard input and standard output', async t => {
  const made = await run(['compile', '-', '-Tcs_6_0', '-Fo', '-'], { stdin: SHADER })
  t.is(made.code, 0)
  t.is(readContainer(made.stdoutBytes).parts.length, 7)
  const text = await run(['dump', '-'], { stdin: made.stdoutBytes })
  t.regex(text.stdout, /DXIL/)
})

test('an include is looked for beside all files around it, before the folders', async t => {
  const f = folder({ 'a.hlsl': `#include "sub/deep/b.hlsli"\n${SHADER}` })
  for (const name of ['sub/deep', 'more']) mkdirSync(f.at(name), { recursive: true })
  writeFileSync(f.at('sub/deep/b.hlsli'), '#include "c.hlsli"\n#include "sub/d.hlsli"\n#include <e.hlsli>\n')
  writeFileSync(f.at('c.hlsli'), '#define FOUND 1\n')
  writeFileSync(f.at('sub/d.hlsli'), '#if FOUND != 1\n#error the wrong c.hlsli\n#endif\n')
  writeFileSync(f.at('more/c.hlsli'), '#define FOUND 2\n')
  writeFileSync(f.at('more/e.hlsli'), '')
  const words = ['compile', f.at('a.hlsl'), '-T', 'cs_6_0', '-Fo', f.at('a.dxil')]
  const made = await run([...words, '-I', f.at('more')])
  t.is(made.code, 0, made.stderr)
  // Not <x>.
  writeFileSync(f.at('e.hlsli'), '')
  const angled = await run(words)
  t.is(angled.code, 1)
  t.regex(angled.stderr, /'e\.hlsli' file not found/)
  f.remove()
})

test('profiles of shader models 4 and 5 are those of 6.0, with a warning', async t => {
  const f = folder({ 'a.hlsl': SHADER })
  for (const profile of ['cs_5_0', 'cs_4_1']) {
    const made = await run(['compile', f.at('a.hlsl'), '-T', profile, '-Fo', f.at('a.dxil')])
    t.is(made.code, 0, made.stderr)
    t.regex(made.stderr, /warning: Promoting older shader model profile to 6\.0 version\./)
    t.deepEqual(new Uint8Array(readFileSync(f.at('a.dxil'))), compile(SHADER, { target: 'cs_6_0' }).container)
  }
  for (const profile of ['hs_4_0', 'cs_3_0', 'lib_5_0'])
    t.is((await run(['compile', f.at('a.hlsl'), '-T', profile, '-Fo', f.at('b.dxil')])).code, 2, profile)
  t.false(existsSync(f.at('b.dxil')))
  f.remove()
})

test('spaces around the name of a macro are none of it', async t => {
  const f = folder({ 'a.hlsl': SHADER.replace('scale * id.x', 'scale * id.x + OFFSET') })
  for (const define of ['OFFSET = 2', ' OFFSET=2', 'OFFSET =2', 'OFFSET 1 +=1']) {
    const made = await run(['compile', f.at('a.hlsl'), '-T', 'cs_6_0', '-D', define, '-Fc', '-'])
    t.is(made.code, 0, made.stderr)
    t.regex(made.stdout, /2\.000000e\+00/, define)
  }
  for (const define of ['=2', '1A=2'])
    t.is((await run(['compile', f.at('a.hlsl'), '-T', 'cs_6_0', '-D', define])).code, 2, define)
  for (const [define, words] of [
    ['', "dxilkit: warning: -D '' names no macro\n"],
    ['A-B=1', '<command line>:1:10: warning: whitespace recommended after macro name\n'],
  ] as const) {
    const made = await run([
      'compile',
      f.at('a.hlsl'),
      '-T',
      'cs_6_0',
      '-D',
      'OFFSET=1',
      '-D',
      define,
      '-Fo',
      f.at('x'),
    ])
    t.is(made.code, 0, made.stderr)
    t.true(made.stderr.startsWith(words.replace(':1:', define === '' ? ':1:' : ':2:')), made.stderr)
  }
  f.remove()
})

test('macros, includes and their folders', async t => {
  const f = folder({ 'a.hlsl': '#include "deep/b.hlsli"\n#include <c.hlsli>\n' + SHADER })
  mkdirSync(f.at('deep'))
  mkdirSync(f.at('more'))
  writeFileSync(f.at('deep/b.hlsli'), '#include "d.hlsli"\n')
  writeFileSync(f.at('deep/d.hlsli'), '#define D 1\n')
  writeFileSync(f.at('more/c.hlsli'), '#if !D\n#error no D\n#endif\n')
  const words = ['compile', f.at('a.hlsl'), '-T', 'cs_6_0', '-I', f.at('more')]
  const made = await run([...words, '-DSCALE=3.5', '-Fc', '-'])
  t.is(made.code, 0, made.stderr)
  t.regex(made.stdout, /3\.500000e\+00/)
  const included = ['deep/b.hlsli', 'deep/d.hlsli', 'more/c.hlsli'].map(f.at)

  const nested = await run([...words, '-H', '-Fo', f.at('a.dxil')])
  t.deepEqual(
    nested.stdout.match(/^; Opening file .*$/gm),
    included.map((p, i) => `; Opening file [${p}], stack top [${i === 1 ? 1 : 0}]`),
  )
  const rule = await run([...words, '-M'])
  t.is(rule.stdout, `${f.at('a.hlsl')}: ${[f.at('a.hlsl'), ...included].join(' \\\n  ')}\n`)
  await run([...words, '-MF', f.at('dep'), '-Fo', f.at('a.dxil')])
  t.is(readFileSync(f.at('dep'), 'utf8'), rule.stdout.replace(f.at('a.hlsl'), f.at('a.dxil')))
  await run([...words, '-MD', '-Fo', f.at('a.dxil')])
  t.true(existsSync(f.at('a.d')))
  const missing = await run(words.slice(0, 4))
  t.is(missing.code, 1)
  t.regex(missing.stderr, /a\.hlsl:2:\d+: (fatal )?error: 'c\.hlsli' file not found/)
  f.remove()
})

test('preprocessing', async t => {
  const f = folder({ 'a.hlsl': '#define X 1 + 2\nint a = X;\n' })
  t.is((await run(['compile', f.at('a.hlsl'), '-P'])).code, 0)
  t.regex(readFileSync(f.at('a.i'), 'utf8'), /int a = 1 \+ 2;/)
  t.regex((await run(['compile', f.at('a.hlsl'), '-P', '-Fi', '-'])).stdout, /1 \+ 2/)
  t.regex((await run(['compile', f.at('a.hlsl'), '-P', '-Fi', '-', '-Tps_6_0', '-DX=7'])).stderr, /redefined/)
  for (const [words, file] of [
    [['-Po', f.at('b.txt')], 'b.txt'],
    [['-Po', '-Fi', f.at('c.txt')], 'c.txt'],
    [['/Po', '/Fi', f.at('d.txt')], 'd.txt'],
  ] as const) {
    const made = await run(['--driver-mode=dxc', '-T', 'ps_6_0', f.at('a.hlsl'), ...words])
    t.is(made.code, 0, made.stderr)
    t.is(made.stderr, `dxc warning : warning: /Po is deprecated, please use /P /Fi ${f.at(file)} instead.\n`)
    t.regex(readFileSync(f.at(file), 'utf8'), /int a = 1 \+ 2;/)
  }
  rmSync(f.at('a.i'))
  t.regex((await run(['--driver-mode=dxc', '-Po', f.at('a.hlsl')])).stderr, /please use \/P instead/)
  t.true(existsSync(f.at('a.i')))
  f.remove()
})

test('the C header, the reflection part and the shader hash', async t => {
  const f = folder({ 'a.hlsl': SHADER })
  const words = ['compile', f.at('a.hlsl'), '-Tcs_6_0', '-Fo', f.at('a.dxil'), '-Fh', f.at('a.h')]
  t.is((await run([...words, '-Fre', f.at('a.ref'), '-Fsh', f.at('a.hash')])).code, 0)
  const bytes = readFileSync(f.at('a.dxil'))
  const header = readFileSync(f.at('a.h'), 'utf8')
  t.regex(header, /^#if 0\r\n;/)
  t.regex(header, /#endif\r\n\r\nconst unsigned char g_main\[\] = \{\r\n {2}0x44, 0x58, 0x42, 0x43, /)
  const list = header.slice(header.indexOf('{\r\n', header.indexOf('#endif'))).match(/0x[0-9a-f]{2}/g)!
  t.deepEqual(Buffer.from(list.map(Number)), bytes)
  t.is(Math.max(...header.split('\r\n').map(line => line.match(/0x[0-9a-f]{2}/g)?.length ?? 0)), 12)
  t.is(readFileSync(f.at('a.ref')).subarray(0, 4).toString(), 'STAT')
  const hash = bytes.subarray(readContainer(bytes).parts.find(p => p.name === 'HASH')!.offset).subarray(0, 20)
  t.deepEqual(readFileSync(f.at('a.hash')), hash)
  // What older validators want no part for, and what the container is stripped of, is written all the same, as by dxc.
  const reflection = readFileSync(f.at('a.ref'))
  const old = ['-validator-version', '1.0', '-Qstrip_reflect', '-Fsh', f.at('old.hash'), '-Fre', f.at('old.ref')]
  t.is((await run([...words, ...old])).code, 0)
  t.is(readFileSync(f.at('old.hash')).length, 20)
  t.is(readFileSync(f.at('old.ref')).subarray(0, 4).toString(), 'STAT')
  t.is((await run([...words, '-Qstrip_reflect', '-Fre', f.at('a.ref')])).code, 0)
  t.deepEqual(readFileSync(f.at('a.ref')), reflection)
  t.false(readContainer(readFileSync(f.at('a.dxil'))).parts.some(p => p.name === 'STAT'))
  await run([...words, '-Vn', 'bytes_of_a'])
  t.regex(readFileSync(f.at('a.h'), 'utf8'), /const unsigned char bytes_of_a\[\]/)
  f.remove()
})

test('a failed compile changes nothing on disk', async t => {
  const f = folder({ 'a.hlsl': BAD, 'a.dxil': 'precious', 'a.ll': 'too' })
  const made = await run([
    'compile',
    f.at('a.hlsl'),
    '-Tcs_6_0',
    '-Fo',
    f.at('a.dxil'),
    '-Fc',
    f.at('a.ll'),
    '-Fh',
    f.at('a.h'),
  ])
  t.is(made.code, 1)
  t.is(readFileSync(f.at('a.dxil'), 'utf8'), 'precious')
  t.is(readFileSync(f.at('a.ll'), 'utf8'), 'too')
  t.deepEqual(readdirSync(f.path).sort(), ['a.dxil', 'a.hlsl', 'a.ll'])
  writeFileSync(f.at('a.hlsl'), SHADER)
  const unwritable = await run(['compile', f.at('a.hlsl'), '-Tcs_6_0', '-Fo', f.at('a.dxil'), '-Fc', f.at('no/a.ll')])
  t.is(unwritable.code, 2)
  t.is(readFileSync(f.at('a.dxil'), 'utf8'), 'precious')
  t.deepEqual(readdirSync(f.path).sort(), ['a.dxil', 'a.hlsl', 'a.ll'])
  f.remove()
})

test('a link is followed, permissions are kept', async t => {
  const f = folder({ 'a.hlsl': SHADER, 'real.dxil': '' })
  chmodSync(f.at('real.dxil'), 0o600)
  symlinkSync(f.at('real.dxil'), f.at('link.dxil'))
  t.is((await run(['compile', f.at('a.hlsl'), '-Tcs_6_0', '-Fo', f.at('link.dxil')])).code, 0)
  t.is(readFileSync(f.at('real.dxil')).subarray(0, 4).toString(), 'DXBC')
  t.deepEqual(readdirSync(f.path).sort(), ['a.hlsl', 'link.dxil', 'real.dxil'])
  t.is((await run(['compile', f.at('a.hlsl'), '-Tcs_6_0', '-Fo', '/dev/null'])).code, 0)
  f.remove()
})

test('messages: styles, colours, a file, JSON', async t => {
  const f = folder({ 'a.hlsl': BAD })
  const words = ['compile', f.at('a.hlsl'), '-Tcs_6_0']
  const said = async (...more: string[]): Promise<string> => (await run([...words, ...more])).stderr.split('\n')[0]!
  const what = "error: use of undeclared identifier 'missing'"
  t.is(await said(), `${f.at('a.hlsl')}:1:16: ${what}`)
  t.is(await said('-fdiagnostics-format=msvc'), `${f.at('a.hlsl')}(1,16) :  ${what}`)
  t.is(await said('-fdiagnostics-format=vi'), `${f.at('a.hlsl')} +1:16: ${what}`)
  t.regex(
    (await run([...words, '-fdiagnostics-format=odd'])).stderr,
    /invalid option odd to -fdiagnostics-format: supported values are clang/,
  )

  const isColored = async (options: object, ...more: string[]): Promise<boolean> =>
    (await run([...words, ...more], options)).stderr.includes('\x1b[')
  t.false(await isColored({}))
  t.true(await isColored({ terminal: true }))
  t.false(await isColored({ terminal: true, env: { NO_COLOR: '1' } }))
  t.true(await isColored({ env: { FORCE_COLOR: '1' } }))
  t.false(await isColored({ terminal: true, env: { FORCE_COLOR: '0' } }))
  t.true(await isColored({}, '-fdiagnostics-color=always'))
  t.false(await isColored({ terminal: true }, '-fdiagnostics-color=never'))

  const toFile = await run([...words, '-Fe', f.at('messages.txt')])
  t.deepEqual([toFile.code, toFile.stderr], [1, ''])
  t.regex(readFileSync(f.at('messages.txt'), 'utf8'), /undeclared identifier/)

  const json = await run([...words, '--json'])
  t.deepEqual([json.code, json.stderr], [1, ''])
  const { ok, diagnostics } = JSON.parse(json.stdout) as { ok: boolean; diagnostics: Record<string, unknown>[] }
  t.false(ok)
  t.like(diagnostics[0], { code: 'E2000', severity: 'error', line: 1, column: 16, endColumn: 23, lineText: BAD.trim() })
  f.remove()
})

test('warnings: shown, turned off, errors', async t => {
  const source = SHADER.replace('scale * id.x', 'float2(1, 2)')
  const f = folder({ 'a.hlsl': source })
  const words = ['compile', f.at('a.hlsl'), '-Tcs_6_0', '-Fo', f.at('a.dxil')]
  const shown = await run(words)
  t.is(shown.code, 0)
  t.regex(shown.stderr, /warning: implicit truncation of vector type/)
  for (const flag of ['-no-warnings', '-Wno-conversion']) t.is((await run([...words, flag])).stderr, '')
  const errors = await run([...words, '-WX'])
  t.is(errors.code, 1)
  t.regex(errors.stderr, /error: implicit truncation/)
  t.is((await run([...words, '-WX', '-Wno-conversion'])).code, 0)
  f.remove()
})

test('flags of the SPIR-V back end change nothing, flags that choose one are refused', async t => {
  const f = folder({ 'a.hlsl': SHADER })
  const made = (...flags: string[]) => run(['compile', f.at('a.hlsl'), '-T', 'cs_6_0', '-Fo', '-', ...flags])
  const plain = await made()
  const words: readonly string[][] = [
    ['-fvk-b-shift', '1', 'all', '-fvk-t-shift', '10', '0', '-fvk-u-shift', '20', '0', '-fvk-s-shift', '30', '0'],
    ['-fvk-bind-register', 't0', '0', '1', '2', '-vkbr', 'u0', '0', '3', '4', '-fvk-bind-globals', '5', '6'],
    [
      '-fspv-target-env=vulkan1.3',
      '-fspv-debug=vulkan-with-source',
      '-fspv-extension=SPV_KHR_ray_tracing',
      '-fspv-reflect',
    ],
    [
      '-fvk-use-dx-layout',
      '-fvk-use-scalar-layout',
      '-fvk-invert-y',
      '-fvk-stage-io-order=alpha',
      '-Oconfig=-O,--loop-unroll',
    ],
    ['/fvk-use-gl-layout', '/fspv-entrypoint-name=x', '-fspv-max-id', '400000', '-Wno-vk-ignored-features'],
  ]
  for (const flags of words) {
    const result = await made(...flags)
    t.is(result.code, 0, result.stderr)
    t.is(result.stderr, '')
    t.deepEqual(result.stdoutBytes, plain.stdoutBytes)
  }
  t.regex((await made('-fvk-bind-register', 't0', '0', '1')).stderr, /argument to '-fvk-bind-register' is missing/)
  t.regex((await made('-fspv-debug=bad')).stderr, /unknown SPIR-V debug info control parameter: bad/)
  t.regex((await made('-fvk-stage-io-order=bad')).stderr, /location assignment order: bad/)
  for (const flag of ['-spirv', '-metal']) {
    const { code, stderr } = await made(flag)
    t.is(code, 2)
    t.true(stderr.includes(`'${flag}' is for another back end`))
  }
})

test('flags about root signatures', async t => {
  const f = folder({ 'a.hlsl': `#define RS "UAV(u0)"\n${SHADER}` })
  const made = (...flags: string[]) => run(['compile', f.at('a.hlsl'), '-T', 'cs_6_0', '-Fo', '-', ...flags])
  const names = async (...flags: string[]) => readContainer((await made(...flags)).stdoutBytes).parts.map(p => p.name)
  t.false((await names()).includes('RTS0'))
  t.true((await names('-rootsig-define', 'RS')).includes('RTS0'))
  t.true((await names('-rootsig-define', 'RS', '-force-rootsig-ver', 'rootsig_1_0')).includes('RTS0'))
  t.false((await names('-rootsig-define', 'RS', '-Qstrip_rootsignature')).includes('RTS0'))
  t.is((await made('-force-rootsig-ver', 'rootsig_7')).code, 2)
  t.false((await names('-rootsig-define', 'SX')).includes('RTS0'))
  t.regex((await made('-rootsig-define', 'SX')).stderr, /warning: no macro 'SX' is defined/)
  const alone = f.at('rs.dxil')
  t.is((await run(['compile', f.at('a.hlsl'), '-T', 'cs_6_0', '-rootsig-define', 'RS', '-Frs', alone])).code, 0)
  const { stdoutBytes } = await run(['compile', f.at('a.hlsl'), '-T', 'rootsig_1_1', '-E', 'RS', '-Fo', '-'])
  t.deepEqual(readFileSync(alone), Buffer.from(stdoutBytes))
  const stripped = ['-rootsig-define', 'RS', '-Qstrip_rootsignature', '-Frs', f.at('stripped.dxil')]
  t.is((await run(['compile', f.at('a.hlsl'), '-T', 'cs_6_0', ...stripped])).code, 0)
  t.deepEqual(readFileSync(f.at('stripped.dxil')), readFileSync(alone))
  for (const mode of ['clang', 'dxc']) {
    const none = ['compile', f.at('a.hlsl'), '-T', 'cs_6_0', '-Frs', f.at('none.dxil')]
    t.is((await run(mode === 'dxc' ? ['--driver-mode=dxc', ...none.slice(1)] : none)).code, 0)
    t.false(existsSync(f.at('none.dxil')))
  }
  t.is((await run(['compile', f.at('a.hlsl'), '-T', 'rootsig_1_1', '-E', 'RS'])).code, 0)
  f.remove()
})

test('in the manner of dxc: when the listing is printed, and that -MD and -MF do nothing but list', async t => {
  const f = folder({ 'a.hlsl': SHADER })
  const made = (...flags: string[]) => run(['--driver-mode=dxc', f.at('a.hlsl'), '-T', 'cs_6_0', ...flags])
  t.is((await made('-Zi', '-Fd', f.at('q.pdb'))).stdout, '')
  t.regex((await made('-Fre', f.at('a.ref'))).stdout, /define void @main/)
  t.regex((await made('-Fsh', f.at('a.hash'))).stdout, /define void @main/)
  t.is((await made('-MF', f.at('a.d'), '-Fo', f.at('none.dxil'))).code, 0)
  t.regex(readFileSync(f.at('a.d'), 'utf8'), /a\.hlsl/)
  t.false(existsSync(f.at('none.dxil')))
  f.remove()
})

test('whether a root signature fits is asked where the container has it and a digest, as by dxc', async t => {
  const source = 'RWBuffer<uint> o; [RootSignature("UAV(u0)")] [numthreads(1,1,1)] void main() { o[0] = 1; }'
  const f = folder({ 'a.hlsl': source })
  const made = async (...flags: string[]) =>
    (await run(['compile', f.at('a.hlsl'), '-T', 'cs_6_0', '-Fo', f.at('a.dxil'), '-Frs', f.at('a.rs'), ...flags])).code
  t.is(await made(), 1)
  t.is(await made('-Vd'), 0)
  rmSync(f.at('a.rs'))
  t.is(await made('-Qstrip_rootsignature'), 0)
  t.is(readContainer(readFileSync(f.at('a.rs'))).parts[0]!.name, 'RTS0')
  f.remove()
})

test('flags that change the container', async t => {
  const f = folder({ 'a.hlsl': SHADER })
  const made = async (...flags: string[]) => {
    const { stdoutBytes } = await run(['compile', f.at('a.hlsl'), '-Tcs_6_0', '-Fo', '-', ...flags])
    return readContainer(stdoutBytes)
  }
  const names = async (...flags: string[]): Promise<string[]> => (await made(...flags)).parts.map(p => p.name)
  t.is(digestState(await made('-Vd')), 'unsigned')
  t.false((await names('-Qstrip_reflect')).includes('STAT'))
  t.true((await names()).includes('STAT'))
  const options = { target: 'cs_6_0', fileName: f.at('a.hlsl'), validatorVersion: { major: 1, minor: 6 } } as const
  t.deepEqual((await made('-validator-version', '1.6')).bytes, Buffer.from(compile(SHADER, options).container!))
  f.remove()
})

test('-verify, --time-report, help, version, completion', async t => {
  const f = folder({ 'a.hlsl': `static int x = missing; // expected-error {{undeclared}}\n`, 'b.hlsl': SHADER })
  t.deepEqual(await run(['compile', f.at('a.hlsl'), '-Tcs_6_0', '-verify']).then(r => [r.code, r.stderr]), [0, ''])
  t.is((await run(['compile', f.at('b.hlsl'), '-Tcs_6_0', '-verify'])).code, 1)
  const timed = await run(['compile', f.at('b.hlsl'), '-Tcs_6_0', '--time-report', '-Fo', f.at('b.dxil')])
  t.regex(timed.stderr, /parse +\d+\.\d+ ms[\s\S]*total +\d+\.\d+ ms/)
  t.regex((await run(['compile', '--help'])).stdout, /-Fo <file> +write the container/)
  t.regex((await run(['compile', '-?'])).stdout, /usage: dxilkit compile/)
  for (const words of [['help'], ['--help'], ['-h']])
    t.regex((await run(words)).stdout, /Commands:[\s\S]*dump <files\.\.>/)
  t.regex((await run(['dump', '--help'])).stdout, /--json/)
  t.regex((await run(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/)
  t.regex((await run(['compile', '--version'])).stdout, /^dxilkit \d/)
  t.regex((await run(['completion'])).stdout, /complete .*dxilkit/)
  f.remove()
})

test('validate: DXV, dxv on PATH, none', async t => {
  const f = folder({ 'a.hlsl': SHADER })
  await run(['compile', f.at('a.hlsl'), '-Tcs_6_0', '-Fo', f.at('a.dxil')])
  const script = (name: string, text: string): string => {
    writeFileSync(f.at(name), `#!/bin/sh\n${text}\n`)
    chmodSync(f.at(name), 0o755)
    return f.at(name)
  }
  const good = script('good', 'echo Validation succeeded.')
  const bad = script('dxv', 'echo no good; exit 1')
  const broken = script('broken', 'exit 9')
  const ask = (env: Record<string, string>) => run(['validate', f.at('a.dxil')], { env })

  const valid = await ask({ DXV: good, PATH: f.path })
  t.deepEqual([valid.code, valid.stdout], [0, `Validation succeeded.\n${f.at('a.dxil')}: valid (${good})\n`])
  const invalid = await ask({ PATH: `/nowhere:${f.path}` })
  t.deepEqual([invalid.code, invalid.stderr, invalid.stdout], [1, 'no good\n', `${f.at('a.dxil')}: invalid (${bad})\n`])
  t.is((await ask({ DXV: broken })).code, 2)
  t.is((await ask({ DXV: f.at('nothing') })).code, 2)
  t.is((await ask({ DXV: f.at('a.dxil') })).code, 2)
  f.remove()
})

test('compileFile says what it cannot read', t => {
  const result = compileFile('/nowhere/a.hlsl', { target: 'cs_6_0' })
  t.false(result.ok)
  t.like(result.diagnostics[0], { code: 'E4000', file: '/nowhere/a.hlsl' })
  t.is(result.text, "error: cannot read file '/nowhere/a.hlsl': no such file or directory\n")
})
