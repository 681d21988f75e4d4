// What containers say for each version of the validator: shader flags, feature bits, tables. All of it beside DXC's, over a sample of the corpus.

import test from 'ava'
import { compile, disassemble, readContainer } from '../../src/api/index.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { corpusLibraries } from '../link/as_library.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

/** One compile of so many; each for two versions, which take turns. */
const STEP = Number(process.env['VALIDATOR_STEP'] ?? 23)
const NEWEST = 8
const PARTS = ['SFI0', 'PSV0', 'RDAT', 'ISG1', 'OSG1', 'PSG1']

/** Parts, version of the validator and shader flags, as text. */
function said(container: Uint8Array): Record<string, string> {
  const parts = readContainer(container).parts.filter(p => PARTS.includes(p.name))
  const text = disassemble(container)
  const node = (name: string): string => {
    const number = new RegExp(`^!dx\\.${name} = !\\{!(\\d+)`, 'm').exec(text)?.[1]
    return new RegExp(`^!${number} = (.*)`, 'm').exec(text)?.[1] ?? ''
  }
  const properties = / !(\d+)\}$/.exec(node('entryPoints'))?.[1]
  const flags = properties && new RegExp(`^!${properties} = !\\{i32 0, i64 (\\d+)`, 'm').exec(text)?.[1]
  return Object.fromEntries([
    ...parts.map(p => [p.name, Buffer.from(p.data).toString('hex')] as const),
    ['valver', node('valver')],
    ['flags', flags ?? 'none'],
  ])
}

const profileMinor = (profile: string): number => Number(/_(\d+)$/.exec(profile)![1])

oracleTest('dxc', 'views for writing in libraries and meshes, strict floats: flags of each version', async t => {
  const dxc = await Dxc.shared()
  const source = `RWBuffer<int> u; struct P { float a; };
[shader("miss")] void M(inout P p) { u[0] = 1; }
[shader("vertex")] float4 V() : SV_Position { u[3] = 2; return 0; }
export float f(float a) { u[1] = 2; return a * a; }`
  for (const version of ['1.3', '1.5', '1.7', '1.8']) {
    const words = ['-T', 'lib_6_3', '-Gis', '-validator-version', version]
    const theirs = await dxc.compile(source, words)
    const ours = compile(source, dxcArgsToOptions(words))
    t.deepEqual(said(ours.container!), said(theirs.container!), version)
    t.is(said(ours.container!)['SFI0'], version === '1.8' ? '0000000000000000' : '0400000000000000')
  }
})

oracleTest('dxc', 'for every version of the validator the container says what DXC has it say', async t => {
  const dxc = await Dxc.shared()
  let compared = 0
  const seen = new Set<number>()
  for (const [n, { label, source, profile, entry, args }] of corpusLibraries().entries()) {
    const oldest = profileMinor(profile)
    if (n % STEP !== 3 % STEP || oldest > NEWEST) continue
    const count = NEWEST - oldest + 1
    for (const minor of new Set([oldest + (n % count), oldest + ((n * 7 + 3) % count)])) {
      const words = ['-T', profile, '-E', entry, ...args, '-validator-version', `1.${minor}`]
      // DXC refuses its own bool front faces there, which ours writes as the uint that they have to be.
      if (minor < 2 && /SV_IsFrontFace/i.test(source)) continue
      const theirs = await dxc.compile(source, words)
      const ours = compile(source, dxcArgsToOptions(words))
      t.is(ours.ok, theirs.ok, `${label} 1.${minor}: ${ours.text} ${theirs.errors}`)
      if (!ours.ok || !theirs.container) continue
      t.deepEqual(said(ours.container), said(theirs.container), `${label} 1.${minor}`)
      seen.add(minor)
      compared++
    }
  }
  t.true(compared > 20 && seen.size > 6, `${compared} compared, versions ${[...seen].join()}`)
})

test('the comparison sees shader flags and versions', t => {
  const source = 'RWByteAddressBuffer b; [numthreads(1, 1, 1)] void main() { b.Store(0, (uint)(double)b.Load(4)); }'
  const facts = (version: string): Record<string, string> =>
    said(compile(source, dxcArgsToOptions(['-T', 'cs_6_0', '-validator-version', version])).container!)
  t.regex(facts('1.0')['flags']!, /^\d+$/)
  t.not(facts('1.0')['PSV0'], facts('1.8')['PSV0'])
  t.not(facts('1.0')['valver'], facts('1.8')['valver'])
})
