// What DxcPdbUtils says of debug files, of containers and of bare programs with debug information: ours and DXC's for the same command, and the answers that
// a tool relies on. One test for each question that such tools ask: every form of debug file, a debug file in the container, a stripped container, a command
// without entry point, paths in the name, several inputs, flags of warnings, macros that are empty, and names of sources in all spellings.

import test, { type ExecutionContext } from 'ava'
import {
  assembleText,
  type CompileResult,
  compile,
  containerBytes,
  debugSources,
  disassemble,
  readContainer,
} from '../../src/api/index.ts'
import { parseFlags } from '../../src/cli/flag_parser.ts'
import { compileJob } from '../../src/cli/options.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const TINTED = `cbuffer Tint : register(b2) { float4 tint; }
[RootSignature("CBV(b2)")] float4 ENTRY() : SV_Target { return NOTHING + tint; }
`
const INCLUDING = `#include "nothing.hlsli"\n${TINTED}`
const INCLUDED = '#define NOTHING 0\n'

interface Asked {
  readonly source?: string
  readonly words: readonly string[]
  /** The source's name; it stands behind all words, as an input. */
  readonly name?: string
}

type Made = CompileResult & { readonly ok: true }

/** As the command line compiles, the last input being the source. */
function ours({ source = INCLUDING, words, name }: Asked): Made {
  const parsed = parseFlags(name === undefined ? words : [...words, name])
  const [last = 'hlsl.hlsl'] = parsed.inputs.slice(-1)
  // The command line puts debug information without a file into the container; DXC's interface makes a debug file.
  const { embedDebug: _, ...options } = compileJob({ ...parsed, inputs: [last] }).compile
  const embedDebug = words.includes('-Qembed_debug')
  const result = compile(source, { ...options, embedDebug, fileName: last, include: () => INCLUDED })
  if (!result.ok) throw new Error(result.text)
  return result
}

const partOf = (container: Uint8Array, name: string): Uint8Array | undefined =>
  readContainer(container).parts.find(p => p.name === name)?.data

interface Holders {
  readonly pdb: Uint8Array | undefined
  readonly container: Uint8Array
  /** The program of the debug file, alone. */
  readonly program: Uint8Array | undefined
}

async function holders(container: Uint8Array, pdb: Uint8Array | undefined): Promise<Holders> {
  return { container, pdb, program: pdb && partOf(await containerBytes(pdb), 'ILDB') }
}

async function theirs(dxc: Dxc, { source = INCLUDING, words, name }: Asked): Promise<Holders> {
  const all = name === undefined ? words : [...words, name]
  const { container, outputs, errors } = await dxc.compile(source, all, { includes: () => INCLUDED })
  if (!container) throw new Error(errors)
  return holders(container, outputs.get('pdb'))
}

/** What depends on the program's bytes and on who made it; names made of a hash among it. */
const OWN = /^(two\.)?(hash|version|name=[0-9a-f]{32}\.pdb$)/

/** The answers by their keys. */
const answers = (lines: readonly string[]): Map<string, string> =>
  new Map(lines.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))

const counted = (found: ReadonlyMap<string, string>, key: string): string[] =>
  Array.from({ length: Number(found.get(`${key}.count`)) }, (_, i) => found.get(`${key}.${i}`)!)

/** Asks about a holder of ours, and of both releases of DXC whether they would say the same of their own. */
async function ask(t: ExecutionContext, asked: Asked, which: keyof Holders): Promise<Map<string, string>> {
  const made = ours(asked)
  const own = (await holders(made.container, made.pdb?.bytes))[which]
  const label = `${asked.words.join(' ')}: ${which}`
  let found = new Map<string, string>()
  for (const release of ['dxc', 'dxc-new'] as const) {
    const dxc = await Dxc.shared(release)
    const other = (await theirs(dxc, asked))[which]
    t.is(own === undefined, other === undefined, label)
    if (!own || !other) continue
    const [a, b] = [await dxc.debugInfo(own), await dxc.debugInfo(other)]
    const rest = (lines: readonly string[]): string[] => lines.filter(line => !OWN.test(line))
    t.deepEqual(rest(a), rest(b), `${label} (${release})`)
    found = answers(a)
    const hash = partOf(made.container, 'HASH')
    if (which !== 'program') t.is(found.get('hash'), Buffer.from(hash!).toString('hex'), label)
    // Who made it is told by debug files alone.
    const version = answers(b).get('version')
    t.is(found.get('version') === 'none', version === 'none', label)
    if (version !== 'none') t.regex(found.get('version')!, /^0\.1 flags 0 commit 0 {2}text dxilkit \d/)
  }
  return found
}

/** Whether the file holds no program, whether sources are in the program, whether the container has no debug information; with its entry point named. */
const FORMS: readonly (readonly [slim: boolean, inProgram: boolean, stripped: boolean, named: boolean])[] = [
  [true, false, true, true],
  [false, true, false, true],
  [false, false, false, true],
  [false, true, true, true],
  [false, true, true, false],
  [false, false, true, true],
]

for (const [slim, inProgram, stripped, named] of FORMS) {
  const entry = named ? 'shade' : 'main'
  const flags = [
    '-Od',
    '-flegacy-macro-expansion',
    stripped ? '-Qstrip_debug' : '-Qembed_debug',
    ...(inProgram ? ['-Qsource_in_debug_module'] : []),
    slim ? '-Zs' : '-Zi',
  ]
  const file = stripped ? [] : ['-Fd', 'x.pdb']
  const words = [
    ...(named ? ['-E', 'shade'] : []),
    '-T',
    'ps_6_0',
    ...flags,
    '-D',
    'FIRST=WORD',
    '-D',
    'SECOND',
    ...file,
  ]
  const asked = { source: INCLUDING.replace('ENTRY', entry), words, name: 'source.hlsl' }
  oracleTest(['dxc', 'dxc-new'], `every form of debug file: ${words.join(' ')}`, async t => {
    const whole: (keyof Holders)[] = ['pdb', ...(stripped ? [] : (['container'] as const))]
    for (const which of inProgram ? [...whole, 'program' as const] : whole) {
      const found = await ask(t, asked, which)
      t.is(found.get('load'), '0')
      t.is(found.get('target'), 'ps_6_0')
      t.is(found.get('entry'), entry)
      t.is(found.get('main'), '.\\source.hlsl')
      t.deepEqual(counted(found, 'source'), ['.\\source.hlsl', '.\\nothing.hlsli'])
      t.is(found.get('text.0.size'), String(asked.source.length))
      t.is(found.get('text.1.size'), String(INCLUDED.length))
      t.deepEqual(counted(found, 'define'), ['FIRST=WORD', 'SECOND'])
      for (const flag of flags) t.true(counted(found, 'flag').includes(flag), flag)
      t.false(counted(found, 'flag').includes('-D'))
      for (const word of [...flags, 'FIRST=WORD', 'SECOND']) t.true(counted(found, 'arg').includes(word), word)
      t.is(found.get('full'), slim ? '0' : '1')
      if (which !== 'program') t.regex(found.get('name')!, /\.pdb$/)
    }
    const dxc = await Dxc.shared()
    const fields = async (pdb: Uint8Array): Promise<string[]> =>
      (await dxc.reflect(pdb)).filter(line => !/^(creator|instructions|floats)=/.test(line))
    const reflected = await fields(ours(asked).pdb!.bytes)
    t.deepEqual(reflected, await fields((await theirs(dxc, asked)).pdb!))
    for (const field of ['buffers=1', 'buffer.0.name=Tint', 'buffer.0.variable.0.name=tint', 'binding.0.point=2'])
      t.true(reflected.includes(field), field)
  })
}

oracleTest(['dxc', 'dxc-new'], 'flags of warnings are one word, other inputs none', async t => {
  const source = TINTED.replace('ENTRY', 'main').replace('NOTHING + ', '')
  const words = ['/Zs', '.\\other_input', '-Wno-parentheses-equality', 'hlsl.hlsl', '/Tps_6_0', '/Emain']
  const found = await ask(t, { source, words }, 'pdb')
  for (const key of ['arg', 'flag']) {
    t.true(counted(found, key).includes('-Wno-parentheses-equality'))
    for (const word of ['no-parentheses-equality', '.\\other_input', '<input>'])
      t.false(counted(found, key).includes(word), word)
  }
  t.is(found.get('main'), '.\\hlsl.hlsl')
})

oracleTest(['dxc', 'dxc-new'], 'a debug file in the container is the debug file beside it', async t => {
  const source = TINTED.replace('ENTRY', 'main').replace('NOTHING + ', '')
  const asked = { source, words: ['/Zs', '/Qpdb_in_private', '-T', 'ps_6_0', '-E', 'main'], name: 'hlsl.hlsl' }
  const own = ours(asked)
  t.deepEqual(Buffer.from(partOf(own.container, 'PRIV')!), Buffer.from(own.pdb!.bytes))
  const other = await theirs(await Dxc.shared(), asked)
  t.deepEqual(Buffer.from(partOf(other.container, 'PRIV')!), Buffer.from(other.pdb!))
  await ask(t, asked, 'pdb')
})

oracleTest(['dxc', 'dxc-new'], 'a stripped container names its debug file and has no sources', async t => {
  const source = INCLUDING.replace('ENTRY', 'shade')
  const flags = ['/Zi', '/Od', '-flegacy-macro-expansion', '-Qstrip_debug', '/DFIRST=WORD', '-DSECOND=1']
  const found = await ask(t, { source, words: [...flags, '-Tps_6_0', '-Eshade'], name: 'source.hlsl' }, 'container')
  t.is(found.get('load'), '0')
  t.regex(found.get('name')!, /^[0-9a-f]{32}\.pdb$/)
  t.regex(found.get('hash')!, /[1-9a-f]/)
  t.is(found.get('full'), '0')
  t.is(found.get('source.count'), '0')
})

oracleTest(['dxc', 'dxc-new'], 'without an entry point and without a name', async t => {
  const source = TINTED.replace('ENTRY', 'main').replace('NOTHING + ', '')
  const found = await ask(t, { source, words: ['/Tps_6_0', '/Zi'] }, 'pdb')
  t.is(found.get('entry'), 'main')
  t.is(found.get('main'), '.\\hlsl.hlsl')
})

oracleTest(['dxc', 'dxc-new'], 'a name with a folder', async t => {
  const source = INCLUDING.replace('ENTRY', 'main')
  const found = await ask(t, { source, words: ['/Tps_6_0', '/Zs'], name: 'shaders/Shader.hlsl' }, 'pdb')
  t.is(found.get('load'), '0')
  t.is(found.get('main'), '.\\shaders\\Shader.hlsl')
})

oracleTest(['dxc', 'dxc-new'], 'an entry point that is called like the source, among other inputs', async t => {
  const source = '[RootSignature("")] float shade() : SV_Target { return 0; }\n'
  const words = [
    '-E',
    'shade',
    '-T',
    'ps_6_0',
    'input1',
    'input2',
    '-Od',
    'input3',
    '-Zi',
    'input4',
    '-Qembed_debug',
    '-Fdx.pdb',
  ]
  for (const which of ['pdb', 'container'] as const) {
    const found = await ask(t, { source, words, name: 'shade' }, which)
    t.is(found.get('entry'), 'shade')
    for (const input of [1, 2, 3, 4]) t.false(counted(found, 'arg').includes(`input${input}`))
    for (const word of ['-E', 'shade', '-Od', '-Zi']) t.true(counted(found, 'arg').includes(word))
  }
})

/** A container whose program holds the sources under these names, and these words behind the command line's. */
function named(main: string, included: string, words: readonly string[] = []): Uint8Array {
  const made = compile(INCLUDING.replace('ENTRY', 'main'), {
    target: 'ps_6_0',
    fileName: 'MAIN.hlsl',
    debug: 'full',
    embedDebug: true,
    include: () => ({ name: 'INCLUDED.hlsli', text: INCLUDED }),
  })
  if (!made.ok) throw new Error(made.text)
  const escaped = (text: string): string => text.replaceAll('\\', '\\5C')
  const text = disassemble(made.container)
    .replaceAll('MAIN.hlsl', escaped(main))
    .replaceAll('INCLUDED.hlsli', escaped(included))
  const added = words.map(d => `, !"${d}"`).join('')
  const edited = text.replace(/^!\d+ = !\{!"-T".*(?=\}$)/m, `$&${added}`)
  const assembled = assembleText(edited)
  if (!assembled.ok) throw new Error(assembled.text)
  return assembled.container
}

oracleTest('dxc', 'a macro without a name in the program', async t => {
  const dxc = await Dxc.shared()
  const container = named('a.hlsl', 'b.hlsli', ['-D', '', '-D', 'FIRST=WORD'])
  const found = answers(await dxc.debugInfo(container))
  t.is(found.get('load'), '0')
  t.deepEqual(counted(found, 'define'), ['FIRST=WORD'])
  t.deepEqual(
    debugSources(container)!.arguments.filter(a => a.name === 'D'),
    [{ name: 'D', value: 'FIRST=WORD' }],
  )
})

/** Names of the main source and of an included one, and what DxcPdbUtils makes of them. */
const SPELLINGS: readonly (readonly [main: string, included: string, shownMain: string, shownIncluded: string])[] = [
  ['main.hlsl', 'inc.h', '.\\main.hlsl', '.\\inc.h'],
  ['.\\main.hlsl', '.\\inc.h', '.\\main.hlsl', '.\\inc.h'],
  ['/path/main.hlsl', '/path/inc.h', '.\\path\\main.hlsl', '.\\path\\inc.h'],
  ['\\path/main.hlsl', '\\path\\inc.h', '.\\path\\main.hlsl', '.\\path\\inc.h'],
  ['..\\main.hlsl', '..\\inc.h', '.\\..\\main.hlsl', '.\\..\\inc.h'],
  ['..\\dir\\main.hlsl', '..\\dir\\inc.h', '.\\..\\dir\\main.hlsl', '.\\..\\dir\\inc.h'],
  ['F:\\\\dir\\main.hlsl', 'F:\\\\dir\\inc.h', 'F:\\dir\\main.hlsl', 'F:\\dir\\inc.h'],
  ['\\\\dir\\main.hlsl', '\\\\dir\\inc.h', '\\\\dir\\main.hlsl', '\\\\dir\\inc.h'],
  ['\\\\\\dir\\main.hlsl', '\\\\\\dir\\inc.h', '\\\\\\dir\\main.hlsl', '\\\\\\dir\\inc.h'],
  ['//dir\\main.hlsl', '//dir/inc.h', '\\\\dir\\main.hlsl', '\\\\dir\\inc.h'],
  ['///dir/main.hlsl', '///dir\\inc.h', '\\\\\\dir\\main.hlsl', '\\\\\\dir\\inc.h'],
]

oracleTest('dxc', 'names of sources in all spellings, and compiling again from them', async t => {
  const dxc = await Dxc.shared()
  const again = INCLUDING.replace('ENTRY', 'main').replace('nothing.hlsli', 'inc.h')
  for (const [main, included, shownMain, shownIncluded] of SPELLINGS) {
    const container = named(main, included)
    const found = answers(await dxc.debugInfo(container))
    t.deepEqual(counted(found, 'source'), [shownMain, shownIncluded], main)
    t.is(found.get('main'), shownMain)
    // Both compile again under the names shown, and find the included file.
    const asks: string[] = []
    const { ok, errors } = await dxc.compile(again, ['-T', 'ps_6_0', '-Zi', shownMain], {
      includes: path => {
        asks.push(path)
        return INCLUDED
      },
    })
    t.true(ok, errors)
    const plain = shownIncluded.replaceAll('\\', '/').replace(/^(\.\/)+/, '')
    t.deepEqual(asks, [plain], main)
    const files = debugSources(container)!.files
    t.deepEqual(
      files.map(f => f.name),
      [main, included],
    )
  }
})

test('the program with debug information tells its sources and arguments, also under slashes', t => {
  const container = named('a.hlsl', 'b.hlsli')
  t.deepEqual(debugSources(container), {
    files: [
      { name: 'a.hlsl', text: INCLUDING.replace('ENTRY', 'main') },
      { name: 'b.hlsli', text: INCLUDED },
    ],
    arguments: [
      { name: 'T', value: 'ps_6_0' },
      { name: 'E', value: 'main' },
      { name: 'Zi', value: '' },
      { name: 'Qembed_debug', value: '' },
    ],
  })
  const plain = compile('float4 main() : SV_Target { return 0; }', { target: 'ps_6_0' })
  t.is(debugSources(plain.container!), undefined)
})
