// Barrier of shader model 6.8 against DXC: every kind of object and of memory, every kind of semantics, in the stages that there are.

import { compile } from '../../src/api/compile.ts'
import { disassemble } from '../../src/api/disassemble.ts'
import { readContainer } from '../../src/container/container.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const DECLARATIONS = `RWBuffer<float> o; RWStructuredBuffer<float> rs; RWTexture2D<float> rt; RWTexture2DArray<float4> ra; RWTexture3D<float4> r3;
RWTexture1D<float> r1; RWByteAddressBuffer rb; AppendStructuredBuffer<float> ap; Buffer<float> tb; Texture2D<float> t; StructuredBuffer<float> sb;
globallycoherent RWBuffer<float> gc; RasterizerOrderedBuffer<float> ro; RWBuffer<float> arr[4]; cbuffer C { uint n; } static const uint K = 3;
`
const MEMORY = [
  ...[
    '0',
    'UAV_MEMORY',
    'GROUP_SHARED_MEMORY',
    'NODE_INPUT_MEMORY',
    'ALL_MEMORY',
    'UAV_MEMORY|GROUP_SHARED_MEMORY',
    '16',
  ],
  ...['-1', 'K', 'n', 'o', 'rs', 'rt', 'ra', 'r3', 'r1', 'rb', 'ap', 'tb', 't', 'sb', 'gc', 'ro', 'arr[1]', 'arr[n]'],
]
const SEMANTICS = [
  ...[
    '0',
    'GROUP_SYNC',
    'GROUP_SCOPE',
    'DEVICE_SCOPE',
    'GROUP_SYNC|GROUP_SCOPE',
    'GROUP_SYNC|DEVICE_SCOPE',
    '8',
    'n',
    '7',
  ],
]
const STAGES: readonly (readonly [profile: string, head: string, tail: string])[] = [
  ['cs_6_8', '[numthreads(8, 1, 1)] void main() {', ''],
  ['ps_6_8', 'float4 main() : SV_Target {', 'return 1;'],
  ['vs_6_8', 'float4 main() : SV_Position {', 'return 1;'],
  ['cs_6_7', '[numthreads(8, 1, 1)] void main() {', ''],
]

/** The barriers of a module, and the parts that say what it needs. */
function facts(text: string, container: Uint8Array): string {
  const barriers = [...text.matchAll(/call void @dx\.op\.barrierBy\w+\((.*?)\)/g)].map(m => m[1]!.replace(/%\d+/, '%'))
  const entry = /!\{i32 0, i64 (\d+)/.exec(text)?.[1] ?? ''
  const parts = readContainer(container).parts.filter(p => p.name === 'SFI0' || p.name === 'PSV0')
  return [...barriers, entry, ...parts.map(p => Buffer.from(p.data).toString('hex'))].join('\n')
}

oracleTest(['dxc', 'dxc-new'], 'barriers are those of DXC, and so is what it says against others', async t => {
  const [newest, validator] = [await Dxc.shared('dxc-new'), await Dxc.shared()]
  let accepted = 0
  let refused = 0
  const calls = MEMORY.flatMap((memory, i) =>
    SEMANTICS.map((semantics, j) => ({ call: `Barrier(${memory}, ${semantics});`, at: i + j })),
  )
  for (const [k, [profile, head, tail]] of STAGES.entries())
    for (const { call, at } of calls) {
      if (at % (2 * STAGES.length) !== k) continue
      const source = `${DECLARATIONS}${head} o[0] = 1; ${call} o[1] = 2; ${tail} }`
      const args = ['-T', profile, '-E', 'main']
      const theirs = await newest.compile(source, [...args, '-validator-version', '1.8'])
      const ours = compile(source, dxcArgsToOptions(args))
      const what = `${profile} ${call} ${theirs.errors}\nours: ${ours.text}`
      t.is(ours.ok, theirs.ok, what)
      if (!ours.ok || !theirs.container) {
        refused++
        continue
      }
      accepted++
      const { text } = await newest.disassemble(theirs.container)
      t.is(facts(disassemble(ours.container), ours.container), facts(text, theirs.container), what)
      t.true((await validator.validate(ours.container)).ok, what)
    }
  t.true(accepted > 20 && refused > 20, `${accepted} accepted, ${refused} refused`)
})
