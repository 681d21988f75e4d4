// The command line as people type it: dxc's words without `compile`, the second command in dxc's manner, all ways to ask for help,
// several inputs, completion in a real shell.

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { compile } from '../../src/api/index.ts'
import { COMMAND_NAMES } from '../../src/cli/command_names.ts'
import { FLAGS, isOwnSpelling } from '../../src/cli/dxc_flags.ts'
import { folder, run } from './run_cli.ts'

const SHADER = 'RWBuffer<uint> o; [numthreads(1,1,1)] void main(uint3 i : SV_DispatchThreadID) { o[i.x] = 1; }\n'
const PIXEL = 'float4 main(float4 p : SV_Position) : SV_Target { return p; }\n'
const container = (source: string, target: string): Uint8Array => compile(source, { target }).container!

test('a command line of dxc works without the word compile', async t => {
  const f = folder({ 'x.hlsl': PIXEL, no_extension: PIXEL, 'words.rsp': '-T ps_6_0 -E main' })
  const out = f.at('x.dxil')
  const lines: readonly string[][] = [
    ['-T', 'ps_6_0', '-E', 'main', f.at('x.hlsl'), '-Fo', out],
    ['-Tps_6_0', '-Emain', f.at('x.hlsl'), `-Fo${out}`],
    ['/T', 'ps_6_0', '/E', 'main', f.at('x.hlsl'), '/Fo', out],
    [f.at('x.hlsl'), '-T', 'ps_6_0', '-Fo', out],
    [f.at('no_extension'), '-T', 'ps_6_0', '-Fo', out],
    [`@${f.at('words.rsp')}`, f.at('x.hlsl'), '-Fo', out],
    ['-Fo', out, '-nologo', '-T', 'ps_6_0', f.at('x.hlsl')],
    ['--driver-mode=dxc', '-T', 'ps_6_0', f.at('x.hlsl'), '-Fo', out],
  ]
  for (const words of lines) {
    const { code, stderr, stdout } = await run(words)
    t.deepEqual([code, stderr, stdout], [0, '', ''], words.join(' '))
    t.deepEqual(new Uint8Array(readFileSync(out)), container(PIXEL, 'ps_6_0'), words.join(' '))
  }
  const piped = await run(['-', '-T', 'ps_6_0', '-Fo', '-'], { stdin: PIXEL })
  t.deepEqual(new Uint8Array(piped.stdoutBytes), container(PIXEL, 'ps_6_0'))
  // A listing, and what is missing, are compile's own.
  t.regex((await run(['-T', 'ps_6_0', f.at('x.hlsl')])).stdout, /^;\n; Input signature/)
  t.regex((await run([f.at('x.hlsl')])).stderr, /target profile argument is missing/)
  t.regex((await run(['-frobnicate', f.at('x.hlsl'), '-T', 'ps_6_0'])).stderr, /unknown argument '-frobnicate'/)
  f.remove()
})

test("the command in dxc's manner: its flags only, its words and exit codes", async t => {
  const f = folder({ 'x.hlsl': PIXEL, 'bad.hlsl': 'static int a = b;\n' })
  const dxc = (...words: string[]) => run(['--driver-mode=dxc', ...words])
  const profile = ['-T', 'ps_6_0']
  const ends: readonly [words: string[], code: number, stderr: RegExp][] = [
    [[...profile, f.at('x.hlsl')], 0, /^$/],
    [[...profile, f.at('bad.hlsl')], 5, /bad\.hlsl:1:16: error: use of undeclared identifier 'b'/],
    [[...profile, f.at('none.hlsl')], 1, /^dxc failed : cannot read '/],
    [[...profile, f.at('x.hlsl'), '-frob'], 1, /^dxc failed : Unknown argument: '-frob'\n$/],
    [[...profile, f.at('x.hlsl'), '--json'], 1, /^dxc failed : Unknown argument: '--json'\n$/],
    [[...profile, f.at('x.hlsl'), '--stop-after=lower'], 1, /^dxc failed : Unknown argument: '--/],
    [[...profile, f.at('x.hlsl'), '--binding=llvm'], 1, /^dxc failed : Unknown argument: '--/],
    [[...profile, f.at('x.hlsl'), '-Fo', f.at('x.hlsl')], 1, /^dxc failed : refusing to overwrite input file/],
    [[f.at('x.hlsl')], 1, /^dxc failed : Target profile argument is missing\n$/],
    [[...profile], 1, /^dxc failed : Required input file argument is missing/],
    [[], 1, /^dxc failed : Required input file/],
    [['-T', 'xx_1_1', f.at('x.hlsl')], 1, /invalid profile 'xx_1_1'/],
    [[...profile, f.at('x.hlsl'), '-Gfp'], 0, /^dxc warning : '-Gfp' has no effect\n$/],
    [['dump', f.at('bad.hlsl'), ...profile], 5, /use of undeclared identifier/],
    [[f.at('x.hlsl'), 'dump', ...profile], 1, /^dxc failed : cannot read 'dump'/],
    [['-dumpbin', f.at('bad.hlsl')], 1, /^dxc failed : /],
  ]
  for (const [words, code, stderr] of ends) {
    const ran = await dxc(...words)
    t.is(ran.code, code, words.join(' ') + ran.stderr)
    t.regex(ran.stderr, stderr)
  }
  for (const word of ['-help', '--help', '/help', '-?', '/?']) {
    const { code, stdout } = await dxc(word)
    t.is(code, 0)
    t.regex(stdout, /^OVERVIEW: .*\n\nUSAGE: dxilkit-dxc \[options\] <inputs>\n[\s\S]*-Fo <file> +write the container/)
    t.notRegex(stdout, /^ {2}--(json|binding|stop-after)|--time-report/m)
  }
  t.regex((await dxc('--version')).stdout, /^dxilkit \d/)
  // The second command of the package starts this mode.
  const packed = JSON.parse(readFileSync('package.json', 'utf8')) as { bin: Record<string, string> }
  t.is(packed.bin['dxilkit-dxc'], 'bin/dxilkit-dxc.js')
  t.regex(readFileSync('bin/dxilkit-dxc.js', 'utf8'), /--driver-mode=dxc/)
  f.remove()
})

test('every way to ask for help and for the version is answered', async t => {
  for (const words of [['help'], ['--help'], ['-help'], ['-h'], ['-?'], ['/?'], ['help', 'help']])
    t.regex((await run(words)).stdout, /^dxilkit COMMAND[\s\S]*dump <files\.\.>/, words.join(' '))
  for (const words of [['version'], ['--version'], ['-V'], ['-version']])
    t.regex((await run(words)).stdout, /^\d+\.\d+\.\d+\n$/, words.join(' '))
  for (const name of COMMAND_NAMES.filter(n => !['help', 'version'].includes(n))) {
    const texts = new Set<string>()
    for (const words of [
      ['help', name],
      [name, '--help'],
      [name, '-h'],
      [name, '-?'],
      [name, '/?'],
      [name, '-help'],
    ]) {
      const { code, stdout, stderr } = await run(words)
      t.deepEqual([code, stderr], [0, ''], words.join(' '))
      texts.add(stdout)
    }
    t.is(texts.size, 1, name)
    t.true([...texts][0]!.includes(`dxilkit ${name}`), name)
  }
})

test('a word that is no command gets a suggestion', async t => {
  const near = {
    dmup: 'dump',
    Dump: 'dump',
    comple: 'compile',
    disassm: 'disasm',
    hsh: 'hash',
    binding: 'bindings',
    versoin: 'version',
    part: 'parts',
  }
  for (const [word, name] of Object.entries(near))
    for (const words of [[word], [word, 'x.dxil'], ['help', word]]) {
      const { code, stderr } = await run(words)
      t.deepEqual(
        [code, stderr],
        [2, `dxilkit: error: unknown command '${word}'; did you mean '${name}'? (see dxilkit --help)\n`],
      )
    }
  t.regex((await run(['xyzzy'])).stderr, /^dxilkit: error: unknown command 'xyzzy' \(see dxilkit --help\)\n$/)
})

test('several inputs go into a folder, each fails on its own', async t => {
  const f = folder({ 'a.hlsl': SHADER, 'b.hlsl': SHADER.replace('1;', '2;'), 'bad.hlsl': 'static int a = b;\n' })
  const all = ['a', 'bad', 'b'].map(name => f.at(`${name}.hlsl`))
  const made = await run([
    'compile',
    ...all,
    '-T',
    'cs_6_0',
    '-Fo',
    f.at('out/'),
    '-Fc',
    f.at('text/'),
    '-MF',
    f.at('deps/'),
  ])
  t.is(made.code, 1)
  t.regex(made.stderr, /^.*bad\.hlsl:1:16: error/)
  t.deepEqual(readdirSync(f.at('out')), ['a.dxil', 'b.dxil'])
  t.deepEqual(readdirSync(f.at('text')), ['a.ll', 'b.ll'])
  t.deepEqual(readdirSync(f.at('deps')), ['a.d', 'b.d'])
  t.deepEqual(new Uint8Array(readFileSync(f.at('out/a.dxil'))), container(SHADER, 'cs_6_0'))
  const plain = await run([f.at('a.hlsl'), f.at('b.hlsl'), '-T', 'cs_6_0', '-Fo', f.at('x.dxil')])
  t.is(plain.code, 2)
  t.regex(plain.stderr, /^dxilkit: error: several inputs need a folder to write to: -Fo .*x\.dxil\/\n$/)
  const listed = await run([f.at('a.hlsl'), f.at('b.hlsl'), '-T', 'cs_6_0'])
  t.deepEqual(listed.stdout.match(/^; ==== .*$/gm), [`; ==== ${f.at('a.hlsl')}`, `; ==== ${f.at('b.hlsl')}`])
  const json = await run(['compile', f.at('*.hlsl'), '-T', 'cs_6_0', '--json'])
  t.deepEqual(
    json.stdout
      .trim()
      .split('\n')
      .map(line => (JSON.parse(line) as { ok: boolean }).ok),
    [true, true, false],
  )
  t.is((await run(['compile', ...all, f.at('none.hlsl'), '-T', 'cs_6_0', '-Fo', f.at('out/')])).code, 2)
  // Two of one name, and one input into a folder.
  const other = folder({ 'a.hlsl': SHADER })
  const twice = await run(['compile', f.at('a.hlsl'), other.at('a.hlsl'), '-T', 'cs_6_0', '-Fo', f.at('two/')])
  t.is(twice.code, 2)
  t.regex(twice.stderr, /would both be written to '/)
  t.is((await run(['compile', f.at('a.hlsl'), '-T', 'cs_6_0', '-Fo', f.at('one/')])).code, 0)
  t.deepEqual(readdirSync(f.at('one')), ['a.dxil'])
  other.remove()
  f.remove()
})

const VERTEX = 'float4 main(float4 p : POSITION) : SV_Position { return p; }'
const STRUCTS = 'struct O { float4 p : SV_Position; float2 u : TEXCOORD; }; struct D : O { float c : COLOR; }; '
/** By name of the file and source: the profile that is guessed. */
const GUESSES: readonly [file: string, source: string, profile: string][] = [
  ['x.hlsl', SHADER, 'cs_6_9'],
  ['x.hlsl', PIXEL, 'ps_6_9'],
  ['x.hlsl', VERTEX, 'vs_6_9'],
  ['x.ps.hlsl', 'float4 main(float4 p : A) : B { return p; }', 'ps_6_9'],
  ['x.vs.hlsl', 'void main() { }', 'vs_6_9'],
  ['x_ps.hlsl', 'void main() { }', 'ps_6_9'],
  ['x-vs.hlsl', 'void main() { }', 'vs_6_9'],
  ['xPS.hlsl', 'void main() { }', 'ps_6_9'],
  ['blurVS.fx', 'void main() { }', 'vs_6_9'],
  ['vs.hlsl', 'void main() { }', 'vs_6_9'],
  ['x.vert.hlsl', 'void main() { }', 'vs_6_9'],
  ['x.frag.hlsl', 'void main() { }', 'ps_6_9'],
  ['x_pixel.hlsl', 'void main() { }', 'ps_6_9'],
  ['folder.ps/x.vs.hlsl', 'void main() { }', 'vs_6_9'],
  ['x.vs.hlsl', SHADER, 'cs_6_9'],
  ['x.hlsl', '[shader("pixel")] float4 main() : A { return 0; }', 'ps_6_9'],
  ['x.hlsl', '[shader("vertex")] float4 go(float4 p : A) : SV_Position { return p; }', 'vs_6_9'],
  ['x.hlsl', `${STRUCTS}O main() { return (O)0; }`, 'vs_6_9'],
  ['x.hlsl', `${STRUCTS}D main() { return (D)0; }`, 'ps_6_9'],
  ['x.hlsl', `${STRUCTS}float4 main(O i) : SV_Target1 { return i.p; }`, 'ps_6_9'],
  ['x.hlsl', 'void main(float4 p : SV_Position, out float4 c : SV_Target) { c = p; }', 'ps_6_9'],
  ['x.hlsl', 'void main(uint i : SV_VertexID, out float4 p : SV_Position) { p = i; }', 'vs_6_9'],
  ['x.hlsl', '[earlydepthstencil] void main(float4 p : A) { }', 'ps_6_9'],
  ['x.hlsl', 'float helper() { return 1; } float4 shade() : SV_Target { return helper(); }', 'ps_6_9'],
  [
    'x.gs.hlsl',
    `${STRUCTS}[maxvertexcount(1)] void main(point O i[1], inout PointStream<O> s) { s.Append(i[0]); }`,
    'gs_6_9',
  ],
]

test('bindings guesses the stage from attributes, the name of the file and semantics', async t => {
  for (const [file, source, profile] of GUESSES) {
    const f = folder()
    spawnSync('mkdir', ['-p', f.at('folder.ps')])
    const path = f.at(file)
    const { writeFileSync } = await import('node:fs')
    writeFileSync(path, source)
    const { stdout, stderr } = await run(['bindings', path])
    const told = [profile, profile.replace(/_(.)_/, ' $1.'), `shader model: ${profile.slice(0, 2)}\n`]
    t.true(
      told.some(words => `${stdout}${stderr}`.includes(words)),
      `${file}: ${source}\n${stdout}${stderr}`,
    )
    f.remove()
  }
})

test('where nothing tells the stage, bindings says in one line what to pass', async t => {
  for (const source of ['void main() { }', 'float4 main(float4 p : A) : B { return p; }']) {
    const { code, stdout, stderr } = await run(['bindings', '-'], { stdin: source })
    t.deepEqual([code, stdout], [2, ''])
    t.is(stderr, "error: nothing tells the stage of 'main': name the profile, for instance -T ps_6_9\n")
  }
})

// ---- Completion ---------------------------------------------------------------------------------------------------------

/** What bash offers for the last word of a line. */
async function bash(
  t: { readonly pass: () => void },
  lines: readonly (readonly string[])[],
): Promise<string[][] | undefined> {
  if (spawnSync('bash', ['--version']).status !== 0) return void t.pass()
  const script = (await run(['completion', 'bash'])).stdout
  const quote = (word: string): string => `'${word}'`
  const calls = lines.map(words => `ask ${words.map(quote).join(' ')}`)
  const program = `${script}
ask() {
  COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
  local rule; rule=$(complete -p "$1"); rule=\${rule##*-F }; \${rule%% *}
  printf "%s\\n" "\${COMPREPLY[*]}"
}
${calls.join('\n')}
`
  const { stdout, stderr, status } = spawnSync('bash', ['--norc'], { input: program, encoding: 'utf8' })
  if (status !== 0 || stderr !== '') throw new Error(stderr)
  return stdout
    .split('\n')
    .slice(0, -1)
    .map(line => line.split(' ').filter(word => word !== ''))
}

test('bash completes commands, every flag and their values', async t => {
  const usable = FLAGS.filter(flag => flag.effect !== 'missing')
  const spelled = [...new Set(usable.flatMap(f => f.names.split(' ').map(n => (n.startsWith('-') ? n : `-${n}`))))]
  const lines = [
    ['dxilkit', ''],
    ['dxilkit', 'di'],
    ['dxilkit', 'help', 'pa'],
    ['dxilkit', 'completion', ''],
    ['dxilkit', 'compile', '-T', 'lib'],
    ['dxilkit', '-T', 'ps_6_'],
    ['dxilkit', 'x.hlsl', '-HV', ''],
    ['dxilkit', 'compile', '-fdiagnostics-format', '=', 'm'],
    ['dxilkit', 'compile', '-fdiagnostics-color', '='],
    ['dxilkit', 'dump', '--'],
    ['dxilkit', 'bindings', '--com'],
    ['dxilkit', 'layout', '--b'],
    ['dxilkit', 'compile', '-Fo', ''],
    ['dxilkit-dxc', '--'],
    ['dxilkit-dxc', '-T', 'vs_6_8'],
    ...spelled.map(name => ['dxilkit', 'compile', name]),
    ...spelled.map(name => ['dxilkit', name]),
    ...spelled.map(name => ['dxilkit-dxc', name]),
  ]
  const answers = await bash(t, lines)
  if (!answers) return
  t.deepEqual(answers.slice(0, 15), [
    [...COMMAND_NAMES],
    ['disasm', 'diff'],
    ['parts'],
    ['bash', 'zsh', 'fish'],
    ['lib_6_3', 'lib_6_4', 'lib_6_5', 'lib_6_6', 'lib_6_7', 'lib_6_8', 'lib_6_9', 'lib_6_10'],
    ['ps_6_0', 'ps_6_1', 'ps_6_2', 'ps_6_3', 'ps_6_4', 'ps_6_5', 'ps_6_6', 'ps_6_7', 'ps_6_8', 'ps_6_9', 'ps_6_10'],
    ['2016', '2017', '2018', '2021', '202x'],
    ['msvc', 'msvc-fallback'],
    ['always', 'never', 'auto'],
    ['--json', '--fields', '--hex', '--html', '--part'],
    ['--compare'],
    ['--buffer', '--binding='],
    [],
    ['--all-warnings', '--help', '--help-hidden', '--version'],
    ['vs_6_8'],
  ])
  const rest = answers.slice(15)
  for (const [i, name] of spelled.entries()) {
    t.true(rest[i]!.includes(name), name)
    t.true(rest[spelled.length + i]!.includes(name), name)
    t.is(rest[2 * spelled.length + i]!.includes(name), !isOwnSpelling(name), name)
  }
})

test('the scripts for zsh and fish have every command and flag', async t => {
  const { stdout: zsh } = await run(['completion'], { env: { SHELL: '/usr/bin/zsh' } })
  const { stdout: fish } = await run(['completion', 'fish'])
  t.regex(zsh, /^#compdef dxilkit dxilkit-dxc\n/)
  for (const name of COMMAND_NAMES) {
    t.true(zsh.includes(`'${name}:`), name)
    t.true(fish.includes(`-a ${name} -d `), name)
  }
  for (const flag of FLAGS.filter(f => f.effect !== 'missing')) {
    t.true(zsh.includes(`'${flag.shown}:`), flag.shown)
    const word = flag.shown.replace(/^--?/, '').replace(/=$/, '')
    t.true(fish.includes(`${flag.shown.startsWith('--') ? '-l' : '-o'} '${word}'`), flag.shown)
  }
  for (const shell of ['bash', 'zsh', 'fish'])
    if (spawnSync(shell, ['--version']).status === 0) {
      const { stdout } = await run(['completion', shell])
      t.is(spawnSync(shell, ['-n'], { input: stdout, encoding: 'utf8' }).stderr, '', shell)
    }
  const wrong = await run(['completion', 'fihs'])
  t.deepEqual(
    [wrong.code, wrong.stderr],
    [2, "dxilkit: error: no completion for 'fihs'; did you mean 'fish'? (bash, zsh, fish)\n"],
  )
})

test('the process of the second command is the first one in another mode', t => {
  const process_ = join(process.cwd(), 'dist', 'src', 'cli', 'process.js')
  const { status, stdout } = spawnSync(process.execPath, [process_, '--driver-mode=dxc', '--help'], {
    encoding: 'utf8',
  })
  t.is(status, 0)
  t.regex(stdout, /USAGE: dxilkit-dxc/)
})
