// Borders of vertex and pixel shaders: what DXC accepts we accept, with the same signatures and pipeline state, and what it refuses we refuse.

import test from 'ava'
import { compile } from '../../src/api/index.ts'
import { partOf } from '../corpus/container_facts.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { VERDICT_CASES, type VerdictCase } from './verdict_cases.ts'

/** What is known to be otherwise, with the reason; each must still be so, or its line has to go. */
const KNOWN: readonly (readonly [where: RegExp, reason: string])[] = [
  [/^ps.*main\(float v : SV_CullPrimitive\)/, 'DXC fails on a cast of its own, in both releases; we read the input'],
  [/^vs.*inout float4 a : A, out/, 'DXC forgets the unchanged components of an inout parameter'],
]

const optionsOf = ([profile, , ...args]: VerdictCase): ReturnType<typeof dxcArgsToOptions> =>
  dxcArgsToOptions(['-T', profile, '-E', 'main', ...args])

async function compare(c: VerdictCase): Promise<string | undefined> {
  const [profile, source, ...args] = c
  const dxc = await Dxc.shared()
  const theirs = await dxc.compile(source, ['-T', profile, '-E', 'main', ...args])
  const ours = compile(source, optionsOf(c))
  if (!theirs.container) return ours.container ? `DXC refuses: ${theirs.errors}` : undefined
  if (!ours.container) return `refused: ${ours.text}`
  const verdict = await dxc.validate(ours.container)
  if (!verdict.ok) return verdict.message
  const different = ['SFI0', 'ISG1', 'OSG1', 'PSV0'].filter(
    p =>
      Buffer.compare(
        partOf(ours.container!, p) ?? new Uint8Array(),
        partOf(theirs.container!, p) ?? new Uint8Array(),
      ) !== 0,
  )
  return different.length === 0 ? undefined : `${different.join(', ')} differ`
}

oracleTest('dxc', 'vertex and pixel shaders are accepted and refused as by DXC', async t => {
  for (const c of VERDICT_CASES) {
    const different = await compare(c)
    const known = KNOWN.find(([where]) => where.test(`${c[0]} ${c[1]}`))
    const name = `${c[0]} ${c.slice(2).join(' ')}: ${c[1]}`
    if (known === undefined) t.is(different, undefined, name)
    else t.not(different, undefined, `no longer different, take it off the list: ${name}`)
  }
})

test('errors about varyings stand where the varying is declared', t => {
  const at = (source: string, target: string): string => {
    const result = compile(source, { target, entry: 'main' })
    return /:(\d+:\d+): error/.exec(result.text)?.[1] ?? result.text
  }
  t.is(at('float4 main(\n  int2 v : SV_VertexID) : SV_Position { return 0; }', 'vs_6_0'), '2:8')
  t.is(at('float4 main(\n  linear uint4 v : V) : SV_Target { return v; }', 'ps_6_0'), '2:16')
  t.is(
    at(
      'struct O { float4 c : SV_Target;\n  float d : SV_Depth;\n float e : SV_DepthLessEqual; };\nO main() { return (O)1; }',
      'ps_6_0',
    ),
    '4:3',
  )
})
