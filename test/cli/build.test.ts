// `dxilkit build`: configurations and lists, permutations, what is compiled again and what is not, and everything that a build writes.

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { compile, reflect } from '../../src/api/index.ts'
import { type BuildConfig, defineConfig } from '../../src/api/node.ts'
import { expandConfig } from '../../src/cli/build_jobs.ts'
import { BUILD_MESSAGES } from '../../src/cli/build_messages.ts'
import type { BuildSummary } from '../../src/cli/build_report.ts'
import type { BuildManifest } from '../../src/cli/build_results.ts'
import { folder, run } from './run_cli.ts'

const SHADER = `#include "common.hlsli"
RWByteAddressBuffer o;
float unreached(float x) { return x * QUALITY; }
[numthreads(GROUP, 1, 1)] void main(uint i : SV_GroupIndex) {
#if SHADOWS
  o.Store(i * 4, asuint(scale(QUALITY)));
#else
  o.Store(i * 4, 7);
#endif
}
[numthreads(1, 1, 1)] void second(uint i : SV_GroupIndex) { o.Store(0, i); }
`
const COMMON = 'float scale(float x) { return x * 3; }\n'
const CONFIG: BuildConfig = defineConfig({
  outDir: 'out',
  include: ['include'],
  defines: { GROUP: 8 },
  shaders: [
    { file: 'a.hlsl', target: 'cs_6_0', axes: { SHADOWS: [0, 1], QUALITY: [1, 2] } },
    {
      file: 'a.hlsl',
      entry: 'second',
      targets: ['cs_6_0', 'cs_6_5'],
      output: '{name}-{entry}-{target}.dxil',
      defines: { SHADOWS: 0, QUALITY: 0 },
    },
  ],
})

function project(files: Readonly<Record<string, string>> = {}) {
  const home = folder({ 'a.hlsl': SHADER, 'build.json': JSON.stringify(CONFIG), ...files })
  mkdirSync(home.at('include'))
  writeFileSync(home.at('include/common.hlsli'), COMMON)
  return home
}

async function build(t: ExecutionContext, words: readonly string[], code = 0): Promise<BuildSummary> {
  const ran = await run(['build', ...words, '--json'])
  t.is(ran.code, code, ran.stderr + ran.stdout)
  return JSON.parse(ran.stdout) as BuildSummary
}

const counts = ({ compiled, upToDate, failed }: BuildSummary): readonly number[] => [compiled, upToDate, failed]

test('a build makes what single compilations make, once', async t => {
  const home = project()
  const config = home.at('build.json')
  const first = await build(t, [config])
  t.deepEqual(counts(first), [6, 0, 0])
  t.is(first.different, 5)
  const include = () => ({ name: 'common.hlsli', text: COMMON })
  for (const shadows of [0, 1])
    for (const quality of [1, 2])
      t.deepEqual(
        new Uint8Array(readFileSync(home.at(`out/a.main.SHADOWS-${shadows}.QUALITY-${quality}.dxil`))),
        compile(SHADER, { target: 'cs_6_0', defines: { GROUP: 8, SHADOWS: shadows, QUALITY: quality }, include })
          .container,
      )
  t.true(existsSync(home.at('out/a-second-cs_6_5.dxil')))
  t.deepEqual(first.equal.containers, [['out/a.main.SHADOWS-0.QUALITY-1.dxil', 'out/a.main.SHADOWS-0.QUALITY-2.dxil']])
  const manifest = readFileSync(home.at('out/manifest.json'), 'utf8')
  t.deepEqual(counts(await build(t, [config])), [0, 6, 0])
  t.is(readFileSync(home.at('out/manifest.json'), 'utf8'), manifest)
  // The same from nothing, on one thread.
  rmSync(home.at('out'), { recursive: true })
  t.deepEqual(counts(await build(t, [config, '-j', '1'])), [6, 0, 0])
  t.is(readFileSync(home.at('out/manifest.json'), 'utf8'), manifest)
  t.deepEqual(
    readdirSync(home.at('out')).filter(f => f.startsWith('.')),
    ['.dxilkit-build'],
  )
  const { shaders, containers } = JSON.parse(manifest) as BuildManifest
  t.is(shaders.length, 6)
  t.is(containers.length, 5)
  t.deepEqual(shaders[0]!.files, ['a.hlsl', 'include/common.hlsli'])
  t.deepEqual(shaders[0]!.axes, [
    { name: 'SHADOWS', value: 0 },
    { name: 'QUALITY', value: 1 },
  ])
  t.deepEqual(
    JSON.parse(JSON.stringify(containers[shaders[4]!.container]!.reflection)),
    JSON.parse(JSON.stringify(reflect(readFileSync(home.at(shaders[4]!.output))))),
  )
  home.remove()
})

test('what changed is compiled again, and nothing else', async t => {
  const home = project({ 'b.hlsl': '[numthreads(1,1,1)] void main() {}\n' })
  const config = home.at('build.json')
  const write = (c: BuildConfig): void => writeFileSync(config, JSON.stringify(c))
  const all: BuildConfig = { ...CONFIG, shaders: [...CONFIG.shaders, { file: 'b.hlsl', target: 'cs_6_0' }] }
  write(all)
  const again = async (expected: readonly number[], what: string, words: readonly string[] = []): Promise<void> =>
    void t.deepEqual(counts(await build(t, [config, '-j', '1', ...words])), expected, what)
  await again([7, 0, 0], 'first')
  await again([0, 7, 0], 'nothing')
  utimesSync(home.at('a.hlsl'), new Date(), new Date(Date.now() + 5000))
  await again([0, 7, 0], 'another time')
  writeFileSync(home.at('include/common.hlsli'), COMMON.replace('3', '4'))
  await again([6, 1, 0], 'an included file')
  writeFileSync(home.at('include/common.hlsli'), COMMON.replace('3', '5'))
  utimesSync(home.at('include/common.hlsli'), statSync(home.at('a.hlsl')).mtime, statSync(home.at('a.hlsl')).mtime)
  await again([6, 1, 0], 'an included file of the same size')
  rmSync(home.at('out/b.main.dxil'))
  await again([1, 6, 0], 'an output that is gone')
  writeFileSync(home.at('out/b.main.dxil'), 'other')
  await again([1, 6, 0], 'an output that is another')
  writeFileSync(home.at('common.hlsli'), COMMON)
  await again([6, 1, 0], 'a file that is found before the other one')
  write({ ...all, defines: { GROUP: 16 } })
  await again([7, 0, 0], 'another macro')
  await again([7, 0, 0], 'all', ['--force'])
  await again([0, 7, 0], 'and none')
  appendFile(home.at('out/.dxilkit-build'), '{"done":"out/b.ma')
  await again([0, 7, 0], 'a line that was cut off')
  writeFileSync(home.at('out/.dxilkit-build'), 'no journal\n')
  await again([7, 0, 0], 'a damaged journal')
  write({ ...all, shaders: all.shaders.slice(0, 2), defines: { GROUP: 16 } })
  t.regex((await run(['build', config])).stdout, /1 output of earlier builds that nothing makes any more/)
  t.true(existsSync(home.at('out/b.main.dxil')))
  await again([0, 6, 0], 'pruned', ['--prune'])
  t.false(existsSync(home.at('out/b.main.dxil')))
  home.remove()
})

const appendFile = (path: string, text: string): void => writeFileSync(path, readFileSync(path, 'utf8') + text)

test('errors and warnings: each with its permutation; what is right is kept', async t => {
  const home = project()
  const config = home.at('build.json')
  writeFileSync(home.at('a.hlsl'), SHADER.replace('o.Store(i * 4, 7)', 'o.Store(i * 4, missing)'))
  const ran = await run(['build', config])
  t.is(ran.code, 1)
  t.regex(
    ran.stderr,
    /a\.hlsl main cs_6_0 SHADOWS=0 QUALITY=1:\n.*a\.hlsl:\d+:\d+: error: use of undeclared identifier 'missing'/,
  )
  t.false(existsSync(home.at('out/manifest.json')))
  t.true(existsSync(home.at('out/a.main.SHADOWS-1.QUALITY-1.dxil')))
  t.deepEqual(counts(await build(t, [config], 1)), [0, 2, 4])
  t.regex(
    (await run(['build', config])).stdout,
    /^6 shaders, 2 different; 0 compiled, 2 up to date, 4 failed; [\d.]+ s\n$/,
  )
  const fast = await build(t, [config, '--fail-fast', '-j', '1'], 1)
  t.is(fast.failed, 1)
  writeFileSync(
    home.at('a.hlsl'),
    SHADER.replace('uint i : SV_GroupIndex) {\n', 'uint i : SV_GroupIndex) {\n float f = float2(1, 2);\n'),
  )
  const warned = await run(['build', config])
  t.is(warned.code, 0)
  t.is(warned.stderr.match(/warning: implicit truncation of vector type/g)?.length, 6)
  t.regex(warned.stdout, /6 warnings/)
  t.is((await build(t, [config])).warnings, 6)
  rmSync(home.at('a.hlsl'))
  t.regex((await run(['build', config])).stderr, /no file matches 'a\.hlsl'/)
  home.remove()
})

test('axes, rules and names', t => {
  const names = (config: Partial<BuildConfig['shaders'][number]>): string[] => {
    const { jobs, problems } = expandConfig({ shaders: [{ file: 'x/a.hlsl', target: 'ps_6_0', ...config }] }, f => [f])
    t.deepEqual(problems, [])
    return jobs.map(j => j.output.replace(/^out\/a\.main|\.dxil$/g, ''))
  }
  t.deepEqual(names({}), [''])
  t.deepEqual(names({ axes: { A: [0, 1], B: ['x', 'y z'] } }), ['.A-0.B-x', '.A-0.B-y_z', '.A-1.B-x', '.A-1.B-y_z'])
  t.deepEqual(names({ axes: { A: [true, false, null] } }), ['.A-1', '.A-0', '.A-off'])
  t.deepEqual(names({ axes: { A: [0, 1], B: [1, 2, 3] }, exclude: [{ A: 0, B: [2, 3] }] }), [
    '.A-0.B-1',
    '.A-1.B-1',
    '.A-1.B-2',
    '.A-1.B-3',
  ])
  t.deepEqual(names({ axes: { A: [0, 1], B: { values: [1, 2], when: { A: 1 } } } }), ['.A-0', '.A-1.B-1', '.A-1.B-2'])
  t.deepEqual(
    names({ axes: { A: [0, 1], B: [0, 1] }, when: { any: [{ A: 0, not: { B: 1 } }, { all: [{ A: 1 }, { B: 1 }] }] } }),
    ['.A-0.B-0', '.A-1.B-1'],
  )
  const { jobs } = expandConfig(
    {
      output: '{stage}/{name}_{entry}_{target}_{A}{B}.cso',
      axes: { A: [0, 1], B: { values: [5], when: { A: 1 } } },
      flags: ['-Zpr'],
      defines: { X: true, Y: 'a b', Z: null },
      shaders: [
        {
          file: 'a.hlsl',
          entries: ['v', { entry: 'p', target: 'ps_6_1', when: { A: 1 }, flags: ['-O1'], defines: { X: 3 } }],
          target: 'vs_6_0',
        },
      ],
    },
    f => [f],
  )
  t.deepEqual(
    jobs.map(j => j.output),
    ['out/vs/a_v_vs_6_0_0off.cso', 'out/vs/a_v_vs_6_0_15.cso', 'out/ps/a_p_ps_6_1_15.cso'],
  )
  t.deepEqual(jobs[2]!.words, [
    ...['a.hlsl', '-T', 'ps_6_1', '-E', 'p', '-Zpr', '-O1', '-D', 'X=3', '-D', 'Y=a b', '-D', 'A=1', '-D', 'B=5'],
    ...['-Fo', 'out/ps/a_p_ps_6_1_15.cso'],
  ])
})

/** By code: what is wrong, as text of a configuration, and what is said, with the place. */
const WRONG: readonly (readonly [code: keyof typeof BUILD_MESSAGES, text: string, said: string])[] = [
  ['E4400', '{ "shaders": [ }', '1:16: error: this is no JSON: a value expected'],
  ['E4400', '{\n "shaders": []', "2:15: error: this is no JSON: ',' or '}' expected, but the file ends"],
  [
    'E4400',
    '{ "a\\q": 1 }',
    '1:3: error: this is no JSON: a string without control characters and unknown escapes expected',
  ],
  ['E4401', '{ "shaders": 1 }', '1:14: error: shaders must be an array of shaders, not 1'],
  [
    'E4401',
    '{ "shaders": [{ "file": "a.hlsl", "target": "cs_6_0",\n  "axes": { "A": [] } }] }',
    '2:18: error: shaders[0].axes.A must be an array of at least one value, not an array',
  ],
  [
    'E4401',
    '{ "shaders": [{ "file": "a.hlsl", "exclude": [{ "A": {} }] }] }',
    'must be a string, a number, true, false or null, not an object',
  ],
  [
    'E4402',
    '{ "shaders": [{ "file": "a.hlsl", "targt": "x" }] }',
    "1:44: error: shaders[0].targt is not known; did you mean 'target'?",
  ],
  ['E4403', '{ }', '1:1: error: shaders is missing: it must be an array of shaders'],
  [
    'E4403',
    '{ "shaders": [{ "file": "a.hlsl" }] }',
    "1:15: error: shaders[0].target is missing: it must be a profile, for instance 'ps_6_0'",
  ],
  ['E4404', '{ "shaders": [{ "file": "b*.hlsl", "target": "cs_6_0" }] }', "1:25: error: no file matches 'b*.hlsl'"],
  [
    'E4405',
    '{ "shaders": [{ "file": "a.hlsl", "target": "cs_6_0", "output": "x", "axes": { "A": [0, 1] } }] }',
    "two shaders have the output 'out/x'",
  ],
  [
    'E4406',
    '{ "shaders": [{ "file": "a.hlsl", "target": "cs_6_0", "exclude": [{ "B": 1 }] }] }',
    "1:74: error: 'B' is no axis of a.hlsl: a rule can name entry, target, name",
  ],
  [
    'E4407',
    '{ "shaders": [{ "file": "a.hlsl", "target": "cs_6_0", "output": "{nme}" }] }',
    'has the unknown placeholder {nme}; known are {name}, {entry}, {target}, {stage}, {axes}',
  ],
  [
    'E4408',
    '{ "flags": ["-P"], "shaders": [{ "file": "a.hlsl", "target": "cs_6_0" }] }',
    "1:12: error: the flag '-preprocess' cannot be used in a build: it does not compile",
  ],
  [
    'E4408',
    '{ "flags": ["-Fo", "x"], "shaders": [{ "file": "a.hlsl", "target": "cs_6_0" }] }',
    "the flag '-Fo' cannot be used in a build: a build names its files itself",
  ],
  [
    'E4408',
    '{ "flags": ["--json"], "shaders": [{ "file": "a.hlsl", "target": "cs_6_0" }] }',
    'it prints, and a build makes files',
  ],
  ['E4409', '{ "shaders": [{ "file": "a.hlsl", "target": "cs_6_0", "flags": ["-Zqq"] }] }', '1:64: error: unknown'],
  [
    'E4410',
    `{ "shaders": [{ "file": "a.hlsl", "target": "cs_6_0", "axes": {${[...'ABCDEFG'].map(a => `"${a}": [0,1,2,3,4,5,6,7,8,9]`).join()}} }] }`,
    'a.hlsl has 10000000 permutations, which is more than 1000000',
  ],
  ['E4411', '{ "shaders": [] }', 'there is nothing to build: there are no shaders'],
  [
    'E4411',
    '{ "shaders": [{ "file": "a.hlsl", "target": "cs_6_0", "axes": { "A": [1] }, "exclude": [{ "A": 1 }] }] }',
    'rules leave out every permutation',
  ],
  ['E4413', '{ "defines": { "A B": 1 }, "shaders": [] }', "1:23: error: 'A B' is not the name of a macro"],
  [
    'E4414',
    '{ "shaders": [{ "file": "a.hlsl", "target": "cs_6_0", "axes": { "A": [0, 1] }, "when": { "A": 2 } }] }',
    "1:95: error: the rule never matches: axis 'A' has no value 2; its values are 0, 1",
  ],
  [
    'E4415',
    '{ "shaders": [{ "file": "a.hlsl", "target": "cs_6_0", "output": "x/../../esc.dxil" }] }',
    "the output 'x/../../esc.dxil' lies outside of outDir, 'out'",
  ],
]

test('a wrong configuration is explained at its place', async t => {
  const home = project()
  const config = home.at('wrong.json')
  for (const [code, text, said] of WRONG) {
    writeFileSync(config, text)
    const ran = await run(['build', config])
    t.is(ran.code, 1, text)
    t.true(ran.stderr.includes(said), `${code}: ${said}\n${ran.stderr}`)
    t.is(ran.stdout, '')
  }
  writeFileSync(home.at('throws.mjs'), "throw new Error('on purpose')")
  t.regex((await run(['build', home.at('throws.mjs')])).stderr, /error: the configuration cannot be loaded: on purpose/)
  const told = new Set([...WRONG.map(([code]) => code), 'E4412'])
  t.deepEqual(
    Object.keys(BUILD_MESSAGES).filter(code => !told.has(code)),
    [],
  )
  const missing = await run(['build', home.at('none.json')])
  t.is(missing.code, 2)
  t.regex(missing.stderr, /cannot read .*none\.json': no such file/)
  t.regex((await run(['build', home.at('none.mjs')])).stderr, /cannot read .*none\.mjs': no such file/)
  t.is((await run(['build', home.at('build.json'), '-j', '0'])).code, 2)
  home.remove()
})

test('a configuration may be a module, and have comments', async t => {
  const home = project()
  const config = { ...CONFIG, shaders: CONFIG.shaders.slice(1) }
  for (const text of [
    `export default ${JSON.stringify(config)}`,
    `export default async () => (${JSON.stringify(config)})`,
  ]) {
    const file = home.at(`config${text.length}.mjs`)
    writeFileSync(file, text)
    t.is((await build(t, [file])).built, 2)
  }
  writeFileSync(
    home.at('with comments.json'),
    `// two shaders\n{ /* all */ "shaders": [ { "file": "a.hlsl", "entry": "second", "target": "cs_6_0", "defines": { "GROUP": 1, "QUALITY": 1, "SHADOWS": 0, }, }, ], "include": ["include"] }`,
  )
  t.is((await build(t, [home.at('with comments.json')])).built, 1)
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const takesTypes = major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)
  writeFileSync(home.at('typed.ts'), `const config: object = ${JSON.stringify(config)}\nexport default config\n`)
  const typed = await run(['build', home.at('typed.ts')])
  if (takesTypes) t.is(typed.code, 0)
  else t.regex(typed.stderr, /Node takes TypeScript from 22\.18 on/)
  home.remove()
})

test('a list of command lines', async t => {
  const home = project()
  const line = (n: number, more = ''): string =>
    `-T cs_6_0 ${home.at('a.hlsl')} -I ${home.at('include')} -D GROUP=${n} -D SHADOWS=1 -D QUALITY=1 ${more}-Fo ${home.at(`list/${n}.dxil`)}`
  writeFileSync(home.at('flags.rsp'), '-Zpr')
  const list = home.at('shaders.rsp')
  writeFileSync(
    list,
    `# a comment\n${line(1)}\n\ndxc.exe ${line(2, `-Fc ${home.at('list/2.ll')} `)}\n  dxilkit compile ${line(3, `@${home.at('flags.rsp')} `)}\n`,
  )
  t.deepEqual(counts(await build(t, [list])), [3, 0, 0])
  t.deepEqual(readdirSync(home.at('list')).sort(), ['1.dxil', '2.dxil', '2.ll', '3.dxil'])
  t.deepEqual(counts(await build(t, [list])), [0, 3, 0])
  rmSync(home.at('list/2.ll'))
  t.deepEqual(counts(await build(t, [list])), [1, 2, 0])
  t.is((JSON.parse(readFileSync(`${list}.manifest.json`, 'utf8')) as BuildManifest).shaders.length, 3)
  const listed = await run(['build', list, '--list'])
  writeFileSync(home.at('again.rsp'), listed.stdout)
  t.is((await run(['build', home.at('again.rsp'), '--list'])).stdout, listed.stdout)
  const wrong = [
    [`${line(1)}\n${line(1)}`, /:2:1: error: two shaders have the output/],
    ['-T cs_6_0 a.hlsl', /:1:1: error: -Fo is missing/],
    ['-T cs_6_0 a.hlsl b.hlsl -Fo x', /one input a line: here are a\.hlsl and b\.hlsl/],
    ['-P a.hlsl', /'-preprocess' cannot be used in a build/],
    ['-T cs_6_0 - -Fo x', /cannot read its sources from standard input/],
    ['-T cs_6_0 a.hlsl -Fo -', /outputs of a build are files/],
    ['-Fo x a.hlsl', /target profile argument is missing/],
    ['# nothing', /there is nothing to build: the list has no command line/],
  ] as const
  for (const [text, said] of wrong) {
    writeFileSync(list, text)
    const ran = await run(['build', list])
    t.is(ran.code, 1, text)
    t.regex(ran.stderr, said)
  }
  home.remove()
})

test('archive, depfiles and the list of jobs', async t => {
  const home = project({ 'build.json': JSON.stringify({ ...CONFIG, archive: 'out/all.dxar' }) })
  const depfile = home.at('build.d')
  await build(t, [home.at('build.json'), '--depfiles', '--depfile', depfile])
  const archive = readFileSync(home.at('out/all.dxar'))
  t.is(archive.subarray(0, 8).toString(), 'DXKARC01')
  const index = JSON.parse(archive.subarray(16, 16 + archive.readUInt32LE(8)).toString()) as {
    files: Record<string, [number, number]>
  }
  t.is(Object.keys(index.files).length, 6)
  for (const [name, [offset, size]] of Object.entries(index.files)) {
    t.deepEqual(archive.subarray(offset, offset + size), readFileSync(home.at(name)))
    t.is(offset % archive.readUInt32LE(12), 0)
  }
  t.is(new Set(Object.values(index.files).map(([offset]) => offset)).size, 5)
  t.is(
    readFileSync(home.at('out/a-second-cs_6_0.dxil.d'), 'utf8'),
    `${home.at('out/a-second-cs_6_0.dxil')}: ${home.at('a.hlsl')} \\\n  ${home.at('include/common.hlsli')}\n`,
  )
  t.is(
    readFileSync(depfile, 'utf8'),
    `${home.at('out/all.dxar')}: ${home.at('build.json')} \\\n  ${home.at('a.hlsl')} \\\n  ${home.at('include/common.hlsli')}\n`,
  )
  const listed = (await run(['build', home.at('build.json'), '--list', '--json'])).stdout.trim().split('\n')
  t.is(listed.length, 6)
  t.like(JSON.parse(listed[0]!), {
    source: 'a.hlsl',
    entry: 'main',
    axes: [
      { name: 'SHADOWS', value: 0 },
      { name: 'QUALITY', value: 1 },
    ],
  })
  home.remove()
})

test('the summary says what is slow, large, equal and without effect', async t => {
  const home = project({
    'dead.json': JSON.stringify({
      ...CONFIG,
      shaders: [
        {
          file: 'a.hlsl',
          entry: 'second',
          target: 'cs_6_0',
          defines: { SHADOWS: 1 },
          axes: { QUALITY: [1, 2, 3], OTHER: [0, 1] },
        },
      ],
    }),
  })
  const ran = await run(['build', home.at('dead.json'), '--report'])
  t.regex(ran.stdout, /^slowest\n( +[\d.]+ ms {2}.*\n){5}largest\n +\d+ bytes {2}/)
  t.regex(ran.stdout, /QUALITY changes nothing in a\.hlsl second cs_6_0: 4 permutations would do/)
  t.regex(ran.stdout, /OTHER changes nothing in a\.hlsl second cs_6_0: 3 permutations would do/)
  t.regex(
    ran.stdout,
    /equal containers:\n( {2}out\/a\.second.*\n){6}6 shaders, 1 different; 6 compiled, 0 up to date; [\d.]+ s\n$/,
  )
  const summary = await build(t, [home.at('dead.json')])
  t.deepEqual(
    summary.deadAxes.map(d => [d.axis, d.spared]),
    [
      ['QUALITY', 4],
      ['OTHER', 3],
    ],
  )
  const bar = await run(['build', home.at('dead.json'), '--force', '-j', '1'], { terminal: true })
  t.regex(bar.stderr, /\[=* *\] \d of 6 \(\d+ %\), \d+ s left/)
  const lines = await run(['build', home.at('dead.json'), '--force', '-j', '1'], {
    terminal: true,
    env: { CI: 'true' },
  })
  t.is(lines.stderr, '')
  home.remove()
})

test('--watch builds when something that was read changes', async t => {
  const home = project()
  const stop = new AbortController()
  const ran = run(['build', home.at('build.json'), '--watch'], { stopped: stop.signal })
  const output = home.at('out/a.main.SHADOWS-1.QUALITY-1.dxil')
  const until = async (what: string, holds: () => boolean): Promise<void> => {
    for (let i = 0; i < 1200 && !holds(); i++) await new Promise(resolve => setTimeout(resolve, 25))
    t.true(holds(), what)
  }
  const manifest = home.at('out/manifest.json')
  await until('first', () => existsSync(manifest))
  await new Promise(resolve => setTimeout(resolve, 300))
  const before = readFileSync(output)
  writeFileSync(home.at('include/common.hlsli'), COMMON.replace('3', '4'))
  await until('an included file', () => !readFileSync(output).equals(before))
  stop.abort()
  t.is((await ran).code, 0)
  home.remove()
})

/** A process of its own: it changes its working folder. */
function process_(words: readonly string[], stdin: string): Promise<{ code: number | null; stdout: string }> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [join('dist', 'src', 'cli', 'process.js'), ...words], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let stdout = ''
    child.stdout.on('data', chunk => {
      stdout += String(chunk)
    })
    child.on('close', code => resolve({ code, stdout }))
    child.stdin.end(stdin)
  })
}

test('a persistent worker of Bazel', async t => {
  const home = project()
  const words = (n: number): string[] => [
    '-T',
    'cs_6_0',
    home.at('a.hlsl'),
    '-I',
    home.at('include'),
    '-D',
    'GROUP=1',
    '-D',
    'SHADOWS=1',
    '-D',
    `QUALITY=${n}`,
    '-Fo',
    home.at(`${n}.dxil`),
  ]
  const requests = [
    { arguments: words(1), inputs: [{ path: 'a.hlsl', digest: 'x' }] },
    { arguments: words(2), requestId: 7 },
    { requestId: 7, cancel: true },
    { arguments: ['-T', 'cs_6_0', home.at('missing.hlsl'), '-Fo', home.at('x')], requestId: 8 },
    { requestId: 9 },
    {
      arguments: [
        '-T',
        'cs_6_0',
        'a.hlsl',
        '-I',
        'include',
        '-D',
        'GROUP=1',
        '-D',
        'SHADOWS=1',
        '-D',
        'QUALITY=3',
        '-Fo',
        'in sandbox.dxil',
      ],
      sandboxDir: home.path,
    },
  ]
  const stdin = requests.map(r => JSON.stringify(r)).join('\n')
  for (const flag of ['--worker', '--persistent_worker']) {
    const ran = await process_(['build', flag], stdin)
    const replies = ran.stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { exitCode: number; output: string; requestId: number })
    t.deepEqual(
      replies.map(r => [r.exitCode, r.requestId]),
      [
        [0, 0],
        [0, 7],
        [2, 8],
        [2, 9],
        [0, 0],
      ],
    )
    t.regex(replies[2]!.output, /cannot read .*missing\.hlsl/)
    t.true(existsSync(home.at('2.dxil')) && existsSync(home.at('in sandbox.dxil')))
    t.is(ran.code, 0)
  }
  home.remove()
})

test('a server: lines of JSON in, lines of JSON out', async t => {
  const home = project()
  const source = '#include "x.h"\nRWByteAddressBuffer o; [numthreads(1,1,1)] void main() { o.Store(0, X); }'
  const requests = [
    { id: 1, method: 'version' },
    { id: 2, method: 'compile', arguments: ['-T', 'cs_6_0'], source, files: { 'x.h': '#define X 5\n' } },
    { id: 'three', method: 'compile', arguments: ['-T', 'cs_6_0', 'named.hlsl'], source },
    {
      id: 4,
      method: 'run',
      arguments: [
        '-T',
        'cs_6_0',
        'a.hlsl',
        '-I',
        'include',
        '-D',
        'GROUP=1',
        '-D',
        'SHADOWS=1',
        '-D',
        'QUALITY=3',
        '-Fo',
        'served.dxil',
      ],
      cwd: home.path,
    },
    { id: 5, method: 'dance' },
    { id: 6, method: 'compile', arguments: ['-Zqq'], source },
    { id: 7, method: 'compile', arguments: 'x' },
    { id: 8, method: 'shutdown' },
    { id: 9, method: 'version' },
  ]
  const ran = await process_(['build', '--server'], `${requests.map(r => JSON.stringify(r)).join('\n')}\n`)
  const replies = ran.stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)
  t.deepEqual(
    replies.map(r => r['id']),
    [1, 2, 'three', 4, 5, 6, 7, 8],
  )
  t.is(replies[0]!['protocol'], 1)
  const expected = compile(source, { target: 'cs_6_0', include: () => '#define X 5\n' })
  t.like(replies[1], { ok: true, container: Buffer.from(expected.container!).toString('base64'), includes: ['x.h'] })
  t.is(replies[2]!['ok'], false)
  t.regex(String(replies[2]!['text']), /named\.hlsl:1:10: fatal error: 'x\.h' file not found|named\.hlsl:1:10: error/)
  t.like(replies[3], { exitCode: 0 })
  t.true(existsSync(home.at('served.dxil')))
  for (const i of [4, 5, 6]) t.is(typeof replies[i]!['error'], 'string')
  const broken = await process_(['build', '--server'], 'no json\n[1]\n')
  t.is(broken.stdout.match(/"error":"a request is an object in one line of JSON"/g)?.length, 2)
  home.remove()
})
