// The -W flags in every order make of the warnings what DXC makes of them, and names that mean nothing are answered as DXC answers them.

import test from 'ava'
import { compile } from '../../src/api/index.ts'
import { warningGroups } from '../../src/diag/warning_groups.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const SOURCE = `RWBuffer<int> o;
#define M 1
#define M 2
[what] void f() { }
[numthreads(1,1,1)] void main(uint3 i : SV_DispatchThreadID) {
  int x = i.x;
  x == 2;
  float2 g = float4(1, 2, 3, 4);
  if (x = 3) x++;
  x;
  int2 v = i;
  o[0] = x + g.x + v.x;
}`

/** Names of warnings that the source gets from both compilers, groups of them, and names that matter in another way. */
const NAMES = [
  ...['conversion', 'unused-comparison', 'unused-value', 'parentheses', 'macro-redefined', 'unknown-attributes'],
  ...['unused', 'attributes', 'unknown-warning-option', 'ignored-attributes', 'unused-parameter', 'format', 'nonsense'],
]
const FORMS = ['', 'no-', 'error=', 'no-error=', 'error-'] as const
const WHOLE = [
  '-WX',
  '-no-warnings',
  '-Werror',
  '-Wno-error',
  '-Wno-everything',
  '-Werror=',
  '-Wno-',
  '-W',
  '-Wsystem-headers',
]

const random = (seed: number) => (limit: number) => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
  return Math.floor((seed / 2 ** 32) * limit)
}

function flagsOf(next: (limit: number) => number): string[] {
  return Array.from({ length: 1 + next(4) }, () =>
    next(4) === 0 ? WHOLE[next(WHOLE.length)]! : `-W${FORMS[next(FORMS.length)]!}${NAMES[next(NAMES.length)]!}`,
  )
}

/** Severity and name of each message that has one, and what is said of options, in any order. */
const shape = (text: string): string[] =>
  // DXC says of a flag that is given twice twice that it means nothing.
  [...new Set(text.split('\n').map((line, i) => (line.includes('unknown ') ? line : `${line}\0${i}`)))]
    .map(line => line.replace(/\0.*/, ''))
    .flatMap(line => {
      const match = /(warning|error): (.*?) \[-W(?:error,-W)?(.*)\]$/.exec(line)
      if (!match) return []
      // Warnings we have no such thing as, which nobody asked for by name.
      if (/^(sign|float)-conversion$/.test(match[3]!)) return []
      return [match[3] === 'unknown-warning-option' ? `${match[1]} ${match[2]}` : `${match[1]} ${match[3]}`]
    })
    .sort()

function ours(flags: readonly string[]) {
  const result = compile(SOURCE, {
    target: 'cs_6_0',
    warningsAsErrors: flags.includes('-WX'),
    noWarnings: flags.includes('-no-warnings'),
    warnings: flags.filter(f => f.startsWith('-W') && f !== '-WX').map(f => f.slice(2)),
  })
  return { ok: result.ok, shape: shape(result.text) }
}

const errors = (text: string): string[] =>
  [...text.matchAll(/error: (?!validation errors)(.*)/g)].map(([, words]) => words!.trim())

oracleTest('dxc', 'random rows of -W flags do what they do in DXC', async t => {
  const next = random(11)
  const dxc = await Dxc.shared()
  let errors = 0
  for (let i = 0; i < 150; i++) {
    const flags = i === 0 ? [] : flagsOf(next)
    const theirs = await dxc.compile(SOURCE, ['-T', 'cs_6_0', ...flags])
    t.deepEqual(ours(flags), { ok: theirs.ok, shape: shape(theirs.errors) }, `${flags.join(' ')}\n${theirs.errors}`)
    if (!theirs.ok) errors++
  }
  t.true(errors > 20 && errors < 130)
})

/** A name with one to three letters wrong. */
function misspelled(name: string, next: (limit: number) => number): string {
  let word = name
  for (let i = 0; i <= next(3); i++) {
    const at = next(word.length)
    const letter = 'abcdefghijklmnopqrstuvwxyz-'[next(27)]!
    word = word.slice(0, at) + ['', letter, letter + word[at]][next(3)]! + word.slice(at + 1)
  }
  return word
}

oracleTest('dxc-new', "every name DXC knows is known, and the nearest of a misspelled one is DXC's", async t => {
  const next = random(5)
  const groups = warningGroups()
  t.true(groups.length > 500)
  const words = Array.from({ length: 250 }, () => misspelled(groups[next(groups.length)]!, next)).filter(
    word => word !== '' && !/^(no-|error|fatal-errors)/.test(word),
  )
  const all = [...groups, ...words]
  const dxc = await Dxc.shared('dxc-new')
  const source = '[numthreads(1,1,1)] void main() {}\n'
  const theirs = await dxc.compile(source, ['-T', 'cs_6_0', ...all.map(name => `-W${name}`)])
  const said = (text: string): string[] => text.split('\n').filter(line => line.includes('unknown warning option'))
  t.deepEqual(said(compile(source, { target: 'cs_6_0', warnings: all }).text), said(theirs.errors))
  t.true(said(theirs.errors).length > 200)
})

test('-Wfatal-errors ends at the first error', t => {
  const source = 'static int x = a; static int y = b;'
  t.is(compile(source, { target: 'cs_6_0', warnings: ['fatal-errors'] }).diagnostics.length, 1)
  t.is(
    compile(source, { target: 'cs_6_0', warnings: ['fatal-errors', 'no-fatal-errors'] }).diagnostics.length > 1,
    true,
  )
})

const LIBRARIES = [
  ...[
    '',
    'int x;',
    'void f() {}',
    'export int f() { return 1; }',
    '[noinline] int f() { return 1; }',
    'cbuffer C { float a; }',
  ],
  '[numthreads(1,1,1)] void main() {}',
  '[ numthreads(1,1,1) ] [WaveSize(32)] void main() {}\n[NUMTHREADS(2,1,1)] void other() {}',
  '[shader("compute")] [numthreads(1,1,1)] void main() {}',
  '[numthreads(1,1,1)] [shader("compute")] void main() {}',
  '[numthreads(1,1,1)] void main() {}\nexport int f() { return 1; }',
  '[earlydepthstencil] float4 main() : SV_Target { return 0; }',
  '[RootSignature("")] void main() {}',
  '[numthreads(1,1,1)] [RootSignature("")] [earlydepthstencil] void main() {}',
  '[instance(2)] [maxvertexcount(3)] void f() {}',
  '[outputcontrolpoints(3)] [maxtessfactor(4)] void f() {}',
  'static int f() { return 1; } [numthreads(1,1,1)] void main() { f(); }',
  '#pragma dxc diagnostic ignored "-Wmisplaced-attributes"\n[numthreads(1,1,1)] void main() {}',
]

oracleTest('dxc', 'attributes of entry points without [shader] in libraries are warned about as DXC does', async t => {
  const dxc = await Dxc.shared()
  let warned = 0
  for (const source of LIBRARIES)
    for (const target of ['lib_6_3', 'lib_6_8']) {
      if (target === 'lib_6_3' && source.includes('WaveSize')) continue
      const theirs = await dxc.compile(source, ['-T', target])
      const mine = compile(source, { target })
      // DXC's validator has a form of its own for what it refuses: a shader whose stage an attribute implies, and that is none.
      const warnings = (text: string): string => text.split(/^.*error: /m)[0]!
      t.deepEqual([mine.ok, warnings(mine.text)], [theirs.ok, warnings(theirs.errors)], source)
      t.deepEqual(errors(mine.text), errors(theirs.errors), source)
      if (mine.text !== '') warned++
    }
  t.true(warned >= 17)
})

oracleTest(
  'dxc-new',
  'a barrier without its group is one error, however often it is called, with its warning and without',
  async t => {
    const source = `RWBuffer<float> o;
void f(int i) { Barrier(GROUP_SHARED_MEMORY, 0); o[i] = 1; }
float4 main() : SV_Position { f(0); f(1); return 0; }`
    const dxc = await Dxc.shared('dxc-new')
    for (const [flag, code] of [
      ['-Whlsl-barrier', 'E2375'],
      ['-Wno-hlsl-barrier', 'E2666'],
    ] as const) {
      const theirs = await dxc.compile(source, ['-T', 'vs_6_8', '-E', 'main', flag])
      t.false(theirs.ok)
      const { diagnostics } = compile(source, { target: 'vs_6_8', warnings: [flag.slice('-W'.length)] })
      t.deepEqual(
        diagnostics.map(d => d.code),
        [code],
      )
    }
  },
)

oracleTest('dxc-new', 'a barrier gets all complaints about its flags', async t => {
  const dxc = await Dxc.shared('dxc-new')
  for (const flags of ['2, 1', '2 | 4, 1', '0, 1 | 2 | 4', '2, 1 | 2 | 4', '16, 1 | 2 | 4', '15, 1 | 2 | 4', '4, 4']) {
    const source = `float4 main() : SV_Target { Barrier(${flags}); return 0; }`
    const theirs = await dxc.compile(source, ['-T', 'ps_6_8', '-E', 'main'])
    const mine = compile(source, { target: 'ps_6_8' })
    t.deepEqual(errors(mine.text), errors(theirs.errors), flags)
  }
})
