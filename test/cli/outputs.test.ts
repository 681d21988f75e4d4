// No output overwrites an input or an included file, whatever the command, the flag and the spelling; outputs are whole files with the
// permissions they had; temporary files are new files under names nobody can plant.

import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { compile, compileToIr, disassemble, readContainer, signedCopy } from '../../src/api/index.ts'
import { dependencyRule } from '../../src/cli/depfile.ts'
import { folder, run } from './run_cli.ts'

const SOURCE = `#include "inc.h"
#define RS "UAV(u0)"
RWByteAddressBuffer o : register(u0);
[RootSignature(RS)] [numthreads(1,1,1)] void main() { o.Store(0, N); }
`
const INCLUDED = '#include "deep.h"\n'
const DEEP = '#define N 7\n'
const BROKEN = 'int x = nothing;\n'

const PLAIN = SOURCE.replace('#include "inc.h"', DEEP)

const container = (): Uint8Array => compile(PLAIN, { target: 'cs_6_0' }).container!

function work() {
  const dxil = container()
  const f = folder({
    'a.hlsl': SOURCE,
    'inc.h': INCLUDED,
    'deep.h': DEEP,
    'bad.hlsl': `${SOURCE}${BROKEN}`,
    'plain.hlsl': PLAIN,
    'words.rsp': '-T cs_6_0',
    'a.dxil': dxil,
    'b.dxil': dxil,
    'a.ll': disassemble(dxil),
    'ir.ll': compileToIr(PLAIN, { target: 'cs_6_0', stopAfter: 'lower' }).ir!,
    'data.bin': 'abcd',
  })
  mkdirSync(f.at('out'))
  return f
}

type Work = ReturnType<typeof work>

/** Words with FILE and OUT, and the file that OUT must not overwrite. */
type Case = readonly [words: string, victim: string]

const COMPILE = 'compile a.hlsl -T cs_6_0'
const CASES: readonly Case[] = [
  ...['-Fo', '-Fc', '-Fh', '-Fe', '-Fre', '-Fsh', '-Frs', '-MF'].flatMap((flag): Case[] => [
    [`${COMPILE} ${flag} OUT`, 'a.hlsl'],
    [`${COMPILE} ${flag} OUT`, 'inc.h'],
    [`${COMPILE} ${flag} OUT`, 'deep.h'],
  ]),
  [`${COMPILE} -FoOUT`, 'deep.h'],
  [`${COMPILE} /Fo OUT`, 'deep.h'],
  [`${COMPILE} -Fo out/x -Fc OUT`, 'deep.h'],
  [`compile bad.hlsl -T cs_6_0 -Fe OUT`, 'bad.hlsl'],
  [`compile bad.hlsl -T cs_6_0 -Fe OUT`, 'deep.h'],
  [`compile a.hlsl -P -Fi OUT`, 'a.hlsl'],
  [`compile a.hlsl -P -Fi OUT`, 'deep.h'],
  [`compile a.hlsl @words.rsp -Fo OUT`, 'words.rsp'],
  [`${COMPILE} --stop-after=lower -Fc OUT`, 'inc.h'],
  [`compile ir.ll -Fo OUT`, 'ir.ll'],
  [`compile -dumpbin a.dxil -Fc OUT`, 'a.dxil'],
  [`disasm a.dxil -o OUT`, 'a.dxil'],
  [`disasm a.dxil -Fc OUT`, 'a.dxil'],
  [`disasm a.dxil --lossless --output OUT`, 'a.dxil'],
  [`asm a.ll -o OUT`, 'a.ll'],
  [`asm a.ll -Fo OUT`, 'a.ll'],
  [`dump a.dxil --html OUT`, 'a.dxil'],
  [`bindings a.hlsl --html OUT`, 'a.hlsl'],
  [`bindings a.hlsl --html OUT`, 'deep.h'],
  [`bindings a.hlsl --json -o OUT`, 'inc.h'],
  [`bindings a.hlsl -o OUT`, 'a.hlsl'],
  [`bindings a.hlsl --compare -o OUT`, 'a.hlsl'],
  [`bindings a.dxil --html OUT`, 'a.dxil'],
  [`bindings plain.hlsl --module a.hlsl -o OUT`, 'a.hlsl'],
  [`layout a.hlsl --html OUT`, 'a.hlsl'],
  [`layout a.hlsl -o OUT`, 'inc.h'],
  [`layout a.hlsl --json -o OUT`, 'deep.h'],
  [`parts extract a.dxil PSV0 -o OUT`, 'a.dxil'],
  [`parts replace a.dxil RTS0 data.bin -o OUT`, 'data.bin'],
  [`parts add a.dxil PRIV data.bin -o OUT`, 'data.bin'],
]

/** Other ways to name a file of the folder. */
const SPELLINGS: Readonly<Record<string, (f: Work, victim: string) => string>> = {
  'the path': (f, victim) => f.at(victim),
  'a relative path': (f, victim) => relative(process.cwd(), f.at(victim)),
  'a path with dots': (f, victim) => `${f.path}/./out/../${victim}`,
  'a link': (f, victim) => {
    if (!existsSync(f.at('link'))) symlinkSync(f.at(victim), f.at('link'))
    return f.at('link')
  },
  'a link to a link': (f, victim) => {
    symlinkSync(victim, f.at('one'))
    symlinkSync('one', f.at('two'))
    return f.at('two')
  },
  'a linked folder': (f, victim) => {
    symlinkSync(f.path, f.at('out/self'))
    return f.at(`out/self/${victim}`)
  },
  'a hard link': (f, victim) => {
    linkSync(f.at(victim), f.at('hard'))
    return f.at('hard')
  },
}

const wordsOf = (words: string, f: Work, out: string): string[] =>
  words
    .split(' ')
    .map(word =>
      /^@?\w+\.(hlsl|dxil|ll|bin|rsp|h)$/.test(word)
        ? word.replace(/\w+\.\w+$/, name => f.at(name))
        : word.replace('out/x', f.at('out/x')).replace('OUT', out),
    )

const contents = (f: Work): Record<string, string> =>
  Object.fromEntries(
    readdirSync(f.path)
      .filter(name => statSync(f.at(name), { throwIfNoEntry: false })?.isFile())
      .map(name => [name, readFileSync(f.at(name)).toString('latin1')]),
  )

async function refused(t: ExecutionContext, [words, victim]: Case, spelling: string): Promise<void> {
  const f = work()
  const out = SPELLINGS[spelling]!(f, victim)
  const before = contents(f)
  const { code, stderr } = await run(wordsOf(words, f, out))
  const where = `${words} over ${victim} as ${spelling}\n${stderr}`
  t.is(code, 2, where)
  t.regex(stderr, new RegExp(`refusing to overwrite input file '[^']*${victim.replace('.', '\\.')}'`), where)
  t.is(stderr.split('\n').filter(line => line.includes('refusing')).length, 1, where)
  t.deepEqual(contents(f), before, where)
  t.deepEqual(
    readdirSync(f.at('out')).filter(name => name !== 'self'),
    [],
    where,
  )
  f.remove()
}

test('no output of any command overwrites what was read', async t => {
  for (const one of CASES) await refused(t, one, 'the path')
  t.true(CASES.length > 50)
})

test('files are known by what they are, not by how they are spelled', async t => {
  const some = CASES.filter((_, i) => i % 5 === 0)
  for (const spelling of Object.keys(SPELLINGS)) for (const one of some) await refused(t, one, spelling)
})

test('standard input from a file counts as reading it', t => {
  const f = work()
  const input = openSync(f.at('plain.hlsl'), 'r')
  const command = [
    join(process.cwd(), 'dist', 'src', 'cli', 'process.js'),
    'compile',
    '-',
    '-T',
    'cs_6_0',
    '-Fo',
    f.at('plain.hlsl'),
  ]
  const { status, stderr } = spawnSync(process.execPath, command, { stdio: [input, 'pipe', 'pipe'] })
  closeSync(input)
  t.is(status, 2)
  t.regex(String(stderr), /refusing to overwrite input file '<stdin>' \(output '.*plain\.hlsl' is the same file\)/)
  t.true(readFileSync(f.at('plain.hlsl'), 'utf8').includes('void main'))
  f.remove()
})

test('files whose turn comes later are inputs too', async t => {
  const f = work()
  writeFileSync(f.at('out/a.ll'), readFileSync(f.at('a.dxil')))
  const { code, stderr } = await run(['disasm', f.at('a.dxil'), f.at('out/a.ll'), '-o', f.at('out')])
  t.is(code, 2)
  t.regex(stderr, /refusing to overwrite input file/)
  t.deepEqual(readFileSync(f.at('out/a.ll')), readFileSync(f.at('a.dxil')))
  f.remove()
})

test('edits in place stay: without -o, and with -o that names the same file', async t => {
  const f = work()
  const edits: readonly string[][] = [
    ['sign', f.at('a.dxil'), '--as', 'debug'],
    ['sign', f.at('a.dxil'), '-o', `${f.path}/./a.dxil`],
    ['parts', 'remove', f.at('a.dxil'), 'STAT'],
    ['parts', 'add', f.at('a.dxil'), 'PRIV', f.at('data.bin'), '-o', f.at('a.dxil')],
    ['sign', f.at('a.dxil'), f.at('b.dxil'), `${f.path}/./a.dxil`],
  ]
  for (const words of edits) {
    const { code, stderr } = await run(words)
    t.is(code, 0, words.join(' ') + stderr)
  }
  t.deepEqual(
    readContainer(readFileSync(f.at('a.dxil')))
      .parts.map(p => p.name)
      .filter(name => name === 'STAT' || name === 'PRIV'),
    ['PRIV'],
  )
  // Another file that was read is still none to write to.
  const { code } = await run(['parts', 'add', f.at('b.dxil'), 'PRIV', f.at('data.bin'), '-o', f.at('data.bin')])
  t.is(code, 2)
  f.remove()
})

test('two spellings of one output are noticed', async t => {
  const f = work()
  symlinkSync(f.at('out'), f.at('other'))
  symlinkSync(f.at('out/x'), f.at('dangling'))
  const pairs: readonly [string, string][] = [
    ['out/x', 'out/x'],
    ['out/x', './out/x'],
    ['out/x', 'other/x'],
    ['out/x', 'out/../out//x'],
    ['out/x', 'dangling'],
  ]
  for (const [a, b] of pairs) {
    const { code, stderr } = await run([
      ...['compile', f.at('plain.hlsl'), '-T', 'cs_6_0', '-Fo', `${f.path}/${a}`, '-Fc', `${f.path}/${b}`],
    ])
    t.is(code, 2, `${a} ${b}`)
    t.regex(stderr, /two outputs go to '/)
    t.deepEqual(readdirSync(f.at('out')), [])
  }
  for (const stream of ['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']) {
    const { code } = await run(['compile', f.at('plain.hlsl'), '-T', 'cs_6_0', '-Fo', '-', '-Fc', stream])
    t.is(code, 2, stream)
  }
  f.remove()
})

test('a link as output stays and its target is written; a dangling one makes its target', async t => {
  const f = work()
  writeFileSync(f.at('out/old'), 'old')
  symlinkSync('out/old', f.at('live'))
  symlinkSync('out/new', f.at('dangling'))
  symlinkSync('nowhere/new', f.at('lost'))
  symlinkSync('loop', f.at('loop'))
  const to = (path: string) => run(['compile', f.at('plain.hlsl'), '-T', 'cs_6_0', '-Fo', f.at(path)])
  for (const [link, target] of [
    ['live', 'out/old'],
    ['dangling', 'out/new'],
  ] as const) {
    t.is((await to(link)).code, 0)
    t.true(lstatSync(f.at(link)).isSymbolicLink())
    t.is(readFileSync(f.at(target)).toString('latin1', 0, 4), 'DXBC')
  }
  const lost = await to('lost')
  t.deepEqual(
    [lost.code, lost.stderr],
    [2, `dxilkit: error: cannot write '${f.at('lost')}': no such file or directory\n`],
  )
  const loop = await to('loop')
  t.deepEqual(
    [loop.code, loop.stderr],
    [2, `dxilkit: error: cannot write '${f.at('loop')}': too many symbolic links\n`],
  )
  f.remove()
})

test('permissions stay as they were, and new files get the usual ones', async t => {
  const f = work()
  const to = (path: string) => run(['compile', f.at('plain.hlsl'), '-T', 'cs_6_0', '-Fo', f.at(path)])
  for (const mode of [0o600, 0o640, 0o755, 0o666]) {
    writeFileSync(f.at('out/kept'), 'old')
    chmodSync(f.at('out/kept'), mode)
    t.is((await to('out/kept')).code, 0)
    t.is(statSync(f.at('out/kept')).mode & 0o7777, mode)
  }
  t.is((await to('out/fresh')).code, 0)
  const usual = 0o666 & ~process.umask()
  t.is(statSync(f.at('out/fresh')).mode & 0o7777, usual)
  f.remove()
})

test('folders, missing folders and nameless files are refused in one line', async t => {
  const f = work()
  for (const path of [f.at('out'), f.at('out/'), f.at('none/x'), f.at('a.hlsl/x'), '']) {
    const { code, stderr, stdout } = await run(['asm', f.at('a.ll'), '-o', path])
    t.deepEqual([code, stderr.split('\n').length, stdout], [2, 2, ''], path + stderr)
  }
  f.remove()
})

test('devices and pipes are written to, not replaced', async t => {
  const f = work()
  t.is((await run(['asm', f.at('a.ll'), '-o', '/dev/null'])).code, 0)
  t.true(statSync('/dev/null').isCharacterDevice())
  if (existsSync('/dev/full')) {
    const { code, stderr } = await run(['asm', f.at('a.ll'), '-o', '/dev/full'])
    t.deepEqual([code, stderr], [2, "dxilkit: error: cannot write '/dev/full': no space left on the device\n"])
  }
  spawnSync('mkfifo', [f.at('pipe')])
  const reader = spawn('cat', [f.at('pipe')])
  let read = 0
  reader.stdout.on('data', (chunk: Buffer) => {
    read += chunk.length
  })
  const closed = new Promise(resolve => reader.on('close', resolve))
  // In a process of its own: opening a pipe waits for the reader.
  const command = [join(process.cwd(), 'dist', 'src', 'cli', 'process.js'), 'asm', f.at('a.ll'), '-o', f.at('pipe')]
  await new Promise(resolve => spawn(process.execPath, command).on('close', resolve))
  await closed
  t.true(read > 1000)
  t.true(statSync(f.at('pipe')).isFIFO())
  f.remove()
})

test('/dev/stdout is standard output, also when that was redirected to a file', t => {
  const f = work()
  const bin = join(process.cwd(), 'dist', 'src', 'cli', 'process.js')
  for (const name of ['-', '/dev/stdout']) {
    const shell = `printf before > ${f.at('log')}; ${process.execPath} ${bin} asm ${f.at('a.ll')} -o ${name} >> ${f.at('log')}`
    t.is(spawnSync('sh', ['-c', shell]).status, 0)
    t.is(readFileSync(f.at('log')).toString('latin1', 0, 10), 'beforeDXBC', name)
  }
  f.remove()
})

test('nothing is written through a link somebody planted where temporary files go', async t => {
  const f = work()
  writeFileSync(f.at('victim'), 'precious')
  // Names that could be guessed from the output and the process.
  for (const name of [`.x.${process.pid}-0.tmp`, '.x.tmp', 'x.tmp', `.x.${process.pid}.tmp`, 'x~'])
    symlinkSync(f.at('victim'), f.at(`out/${name}`))
  t.is((await run(['asm', f.at('a.ll'), '-o', f.at('out/x')])).code, 0)
  t.is(readFileSync(f.at('victim'), 'utf8'), 'precious')
  t.is(readdirSync(f.at('out')).length, 6)
  f.remove()
})

test('a read-only file is not replaced', t => {
  const f = work()
  writeFileSync(f.at('out/x'), 'mine')
  chmodSync(f.at('out/x'), 0o444)
  chmodSync(f.path, 0o777)
  chmodSync(f.at('out'), 0o777)
  const command = [join(process.cwd(), 'dist', 'src', 'cli', 'process.js'), 'asm', f.at('a.ll'), '-o', f.at('out/x')]
  // The superuser may write everything: then somebody else tries.
  const other = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const { status, stderr } = spawnSync(process.execPath, command, { ...other, encoding: 'utf8' })
  if (status === 3 || status === null) return t.pass('the checkout cannot be read by others')
  t.deepEqual([status, stderr], [2, `dxilkit: error: cannot write '${f.at('out/x')}': permission denied\n`])
  t.is(readFileSync(f.at('out/x'), 'utf8'), 'mine')
  f.remove()
})

test('names with control characters are escaped wherever they are printed as text', async t => {
  const f = work()
  const odd = f.at('odd\x1b[31m\nname')
  writeFileSync(`${odd}.hlsl`, SOURCE)
  writeFileSync(`${odd}.dxil`, container())
  writeFileSync(`${odd}.bad`, 'no container')
  const lines: readonly string[][] = [
    ['compile', `${odd}.hlsl`, '-T', 'cs_6_0', '-H', '-Fo', f.at('out/x')],
    ['compile', `${odd}.hlsl`, '-T', 'cs_6_0', '-D', 'N='],
    ['compile', `${odd}.missing`, '-T', 'cs_6_0'],
    ['compile', `${odd}.hlsl`, '-T', 'cs_6_0', '-Fo', `${odd}.hlsl`],
    ['compile', f.at('a.hlsl'), '-T', 'cs_6_0\x1b', '-E', 'a\x1bb', '-D', '1\x1b'],
    ['compile', f.at('a.hlsl'), '-T', 'cs_6_0', '-\x1b[31m'],
    ['\x1b[31m'],
    ['bindings', `${odd}.hlsl`],
    ['bindings', `${odd}.dxil`],
    ['layout', `${odd}.hlsl`],
    ['layout', `${odd}.hlsl`, '--buffer', 'a\x1b'],
    ['dump', `${odd}.dxil`, f.at('a.dxil')],
    ['dump', `${odd}.bad`],
    ['dump', f.at('a.dxil'), '--part', 'AB\x1b'],
    ['disasm', `${odd}.dxil`, f.at('a.dxil')],
    ['disasm', `${odd}.bad`],
    ['hash', `${odd}.dxil`, f.at('a.dxil')],
    ['parts', 'list', `${odd}.dxil`, f.at('a.dxil')],
    ['parts', 'extract', f.at('a.dxil'), 'A\x1bB\n'],
    ['diff', `${odd}.dxil`, f.at('a.dxil')],
    ['diff', `${odd}.bad`, f.at('a.dxil')],
    ['sign', `${odd}.bad`],
    ['sign', f.at('a.dxil'), '--as', 'x\x1b'],
    ['asm', `${odd}.bad`, '-o', f.at('out/y')],
    ['validate', `${odd}.bad`],
  ]
  for (const words of lines) {
    const { stdout, stderr } = await run(words)
    const bad = [...`${stdout}${stderr}`].filter(c => c !== '\n' && c !== '\t' && /\p{Cc}/u.test(c))
    t.deepEqual([bad, `${stdout}${stderr}`.includes('31m\nname')], [[], false], words.join(' '))
  }
  const rule = await run(['compile', `${odd}.hlsl`, '-T', 'cs_6_0', '-M'])
  t.is(rule.code, 2)
  t.regex(rule.stderr, /has a line end in its name, which no make rule can say\n$/)
  f.remove()
})

const NAMES =
  'cbuffer Cbuffer { float4 Member; } Texture2D Texture; SamplerState Sampler; struct Structure { float a; };\nStructuredBuffer<Structure> Elements; float4 mainFunction(float2 u : TEXTUREUV, float4 v : COLORVALUE) : SV_Target { return Member + Elements[0].a + v * Texture.Sample(Sampler, u); }'

/** The container with control characters in a name, wherever that stands in plain bytes. */
function spoiled(bytes: Uint8Array, name: string): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  const odd = `${name[0]}\x1b\n\x9b${name.slice(4)}`
  return signedCopy(Buffer.from(text.replaceAll(name, odd), 'latin1'), 'retail')
}

test('names inside containers are escaped, too', async t => {
  const bytes = compile(NAMES, { target: 'ps_6_0', entry: 'mainFunction' }).container!
  const text = Buffer.from(bytes).toString('latin1')
  const plain = await run(['disasm', '-'], { stdin: bytes })
  t.is(plain.code, 0)
  // In bitcode names of 7-bit characters stand in bits of their own: there the assembler puts them.
  const assembled = await run(['asm', '-', '-o', '-'], {
    stdin: plain.stdout.replace(/"(\w*?)(Function|Texture|Cbuffer)/g, '"$1\\1B\\0A\\9B$2'),
  })
  t.is(assembled.code, 0, assembled.stderr)
  const spoiledOnes = ['mainFunction', 'TEXTUREUV', 'COLORVALUE', 'PSV0', 'ISG1', 'HASH', 'SFI0'].filter(n =>
    text.includes(n),
  )
  t.true(spoiledOnes.length >= 6)
  for (const odd of [assembled.stdoutBytes, ...spoiledOnes.map(name => spoiled(bytes, name))]) {
    const f = folder({ 'a.dxil': odd, 'b.dxil': bytes })
    for (const words of [
      ...[[], ['--fields'], ['--hex'], ['--html', '-']].map(flags => ['dump', f.at('a.dxil'), ...flags]),
      ...[[], ['--no-comments'], ['--lossless']].map(flags => ['disasm', f.at('a.dxil'), ...flags]),
      ['diff', f.at('a.dxil'), f.at('b.dxil')],
      ['diff', f.at('b.dxil'), f.at('a.dxil'), '--brief'],
      ['hash', f.at('a.dxil')],
      ['reflect', f.at('a.dxil')],
      ['parts', 'list', f.at('a.dxil')],
      ['bindings', f.at('a.dxil')],
      ['bindings', f.at('a.dxil'), '--html', '-'],
      ['validate', f.at('a.dxil')],
    ]) {
      const { stdout, stderr } = await run(words)
      const shown = `${stdout}${stderr}`
      const bad = [...shown].filter(c => c !== '\n' && c !== '\t' && c !== '\r' && /\p{Cc}/u.test(c))
      t.deepEqual(
        [bad.length, /\n\u009b/.test(shown)],
        [0, false],
        `${words.slice(0, 1).concat(words.slice(2)).join(' ')}: ${JSON.stringify(
          shown
            .split('\n')
            .filter(line => /\p{Cc}/u.test(line))
            .slice(0, 3),
        )}`,
      )
    }
    f.remove()
  }
})

test('make reads the rules of names with blanks and other marks', t => {
  if (spawnSync('make', ['--version']).status !== 0) return t.log('[skip] make is not installed')
  const names = [
    'a b',
    'c#d',
    'e:f',
    'g$h',
    'i\\ j',
    'k\\#l',
    'm%n',
    "o'p",
    'q"r',
    'x\ty',
    'back\\slash',
    '~t',
    'a&b',
    '(x)',
  ]
  const f = folder(Object.fromEntries(names.map(name => [name, ''])))
  for (const name of names) {
    writeFileSync(f.at('rules'), `${dependencyRule('out', name, [])}\t@echo made\n`)
    const { stdout, stderr } = spawnSync('make', ['-f', 'rules', 'out'], { cwd: f.path, encoding: 'utf8' })
    t.deepEqual([stdout, stderr], ['made\n', ''], name)
  }
  f.remove()
})
