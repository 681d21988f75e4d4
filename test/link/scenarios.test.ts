// Every scenario, with libraries of DXC, of its later release and of dxilkit: verdict and words as DXC's linker, valid, the parts that describe the
// shader byte by byte the same.

import test, { type ExecutionContext } from 'ava'
import { disassemble, type LinkOptions, link, readContainer } from '../../src/api/index.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { compareLinks, libraryOf, type Producer } from './check.ts'
import { SCENARIOS, type Scenario } from './scenarios.ts'

function optionsOf({ target, entry, args = [] }: Scenario): LinkOptions {
  const { exports, exportShadersOnly, validatorVersion } = dxcArgsToOptions(['-T', target, ...args])
  return {
    target,
    ...(entry === undefined ? {} : { entry }),
    ...(exports ? { exports } : {}),
    ...(exportShadersOnly ? { exportShadersOnly } : {}),
    ...(validatorVersion ? { validatorVersion } : {}),
  }
}

async function librariesOf(producer: Producer, { libraries }: Scenario): Promise<[string, Uint8Array][]> {
  const made: [string, Uint8Array][] = []
  for (const [n, { source, args = [], target, change }] of libraries.entries()) {
    const { container, text } = await libraryOf(producer, { name: '', source, args }, target)
    if (!container) throw new Error(text)
    made.push([`l${n}`, change ? change(container) : container])
  }
  return made
}

async function follow(t: ExecutionContext, producer: Producer, scenario: Scenario): Promise<void> {
  const { name, refused, differing = [], parts = [], holds = [], lacks = [] } = scenario
  const libraries = await librariesOf(producer, scenario)
  const result = await compareLinks(producer, libraries, optionsOf(scenario), scenario.args)
  const { dxc, ours } = result
  const said = `${producer}: ${name}\n${dxc.text}\n${ours.text}`
  const isOursAlone = producer === 'dxilkit' && scenario.isOursAlone === true
  t.is(dxc.ok, refused === undefined && !isOursAlone, said)
  if (isOursAlone) t.regex(dxc.text, /Vector type '<3 x float>' is not allowed/)
  t.is(ours.ok, refused === undefined, said)
  if (refused) {
    for (const { text } of [dxc, ours]) t.regex(text, new RegExp(refused.source, 'm'), said)
    return
  }
  t.is(result.invalid, '', said)
  t.deepEqual(result.differing, producer === 'dxilkit' ? [] : differing, said)
  const names = readContainer(ours.container!).parts.map(p => p.name)
  for (const part of parts) t.true(names.includes(part), said)
  // Debug information names what is gone.
  const inputs = libraries.map(([file, container]) => ({ name: file, container }))
  const text = disassemble(link(inputs, { ...optionsOf(scenario), stripDebug: true }).container!)
  for (const r of holds) t.regex(text, r, said)
  for (const r of lacks) t.notRegex(text, r, said)
}

for (const producer of ['dxc', 'dxc-new', 'dxilkit'] as const)
  oracleTest(['dxc', 'dxc-new'], `scenarios with libraries of ${producer}`, async t => {
    for (const s of SCENARIOS) if (!s.isLater || producer !== 'dxc') await follow(t, producer, s)
  })

oracleTest('dxc', 'compilers of other versions: major number, commit, name', async t => {
  const { container } = await libraryOf('dxc', { name: '', source: 'export float f(float x) { return x; }' })
  const other = await libraryOf('dxc', { name: '', source: 'export float g(float x) { return x; }' })
  const part = readContainer(container!).parts.find(p => p.name === 'VERS')!
  const text = Buffer.from(part.data).indexOf(0, 16)
  for (const at of [0, 16, text + 1]) {
    const changed = new Uint8Array(container!)
    changed[part.offset + at]! ^= 3
    const both = [
      ['a', changed],
      ['b', other.container!],
    ] as const
    const { dxc, ours } = await compareLinks('dxc', both, { target: 'lib_6_3' })
    for (const { ok, text: said } of [dxc, ours]) {
      t.false(ok)
      t.regex(said, /Cannot link libraries with conflicting compiler versions/)
    }
  }
})

test('a linked container names a debug file, and no version of a compiler, as DXC has it', async t => {
  const made = await libraryOf('dxilkit', { name: '', source: SCENARIOS[0]!.libraries[0]!.source })
  const inputs = [{ name: 'l', container: made.container! }]
  const named = (options: Partial<LinkOptions>): string => {
    const { container, text } = link(inputs, { target: 'lib_6_3', ...options })
    t.is(text, '')
    const { parts } = readContainer(container!)
    t.false(parts.some(p => p.name === 'VERS'))
    return Buffer.from(parts.find(p => p.name === 'ILDN')!.data.subarray(4))
      .toString()
      .replace(/\0+$/, '')
  }
  t.regex(named({}), /^[0-9a-f]{32}\.pdb$/)
  t.is(named({ debugFile: 'own.pdb' }), 'own.pdb')
  t.regex(named({ debugFile: 'folder/' }), /^[0-9a-f]{32}\.pdb$/)
  t.regex(named({ validatorVersion: { major: 1, minor: 3 } }), /^[0-9a-f]{32}\.pdb$/)
})
