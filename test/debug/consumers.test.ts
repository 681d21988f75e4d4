// A sample of what debuggers make of debug files and containers; the whole corpus is npm run debuginfo:consumers.

import { compile, replaceBitcode } from '../../src/api/index.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { compareUtils, corpusCommands, DEBUG_WORDS, PIX_PASSES, runPix } from './consumers.ts'

/** Every stage, arrays in memory, 16-bit types. */
const SAMPLE = ['mandelbrot.hlsl', 'drawn/target_array.hlsl', 'drawn/native_halves.hlsl', 'struct_copies.hlsl']

for (const extra of DEBUG_WORDS)
  oracleTest('dxc', `DxcPdbUtils says the same of ours and DXC's for ${extra.join(' ')}`, async t => {
    const dxc = await Dxc.shared()
    let compared = 0
    for (const command of corpusCommands().filter(c => SAMPLE.includes(c.name))) {
      const words = [...command.words, '-D', 'UNUSED=1', '-Wno-conversion', '-ferror-limit=9', ...extra]
      const found = await compareUtils(dxc, { ...command, words })
      t.deepEqual(found, { ours: [], theirs: [], isOwnHash: true }, `${command.name} ${words.join(' ')}`)
      compared++
    }
    t.true(compared >= 8)
  })

oracleTest('dxc', "PIX's passes run over our programs, and PIX finds lines and variables", async t => {
  const dxc = await Dxc.shared()
  for (const command of corpusCommands().filter(c => SAMPLE.includes(c.name)))
    for (const extra of DEBUG_WORDS.filter(([first]) => first === '-Zi')) {
      const words = [...command.words, ...extra]
      const { failures, instructions, lines, variables } = await runPix(dxc, { ...command, words })
      t.deepEqual(failures, [], `${command.name} ${words.join(' ')}`)
      t.true(instructions > 0 && lines > 0 && variables > 0, `${command.name} ${words.join(' ')}`)
    }
})

oracleTest('dxc', 'PIX knows which variables are live at which line', async t => {
  const dxc = await Dxc.shared()
  const source = `RWBuffer<float> o;
float twice(float x) {
  float doubled = x + x;
  return doubled;
}
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  float first = sin(i);
  float second = twice(first) + i;
  o[i] = second;
}
`
  const own = compile(source, {
    target: 'cs_6_0',
    fileName: 'a.hlsl',
    debug: 'full',
    embedDebug: true,
    optimization: 0,
  })
  if (!own.ok) return t.fail(own.text)
  const { module } = await dxc.optimize(own.container, ['-opt-mod-passes', ...PIX_PASSES[1]!])
  const lines = await dxc.debugInfo(replaceBitcode(own.container, 'ILDB', module), 1000)
  const of = (key: string): Map<string, string[]> => {
    const found = new Map<string, string[]>()
    for (const [, n, value] of lines.join('\n').matchAll(new RegExp(`^pix\\.(\\d+)\\.${key}=(.*)$`, 'gm')))
      found.set(n!, [...(found.get(n!) ?? []), value!])
    return found
  }
  const [at, live, functions, depth] = [of('line'), of('variable'), of('function'), of('depth')]
  const inside = [...at].filter(([, [line]]) => line === '3').map(([n]) => n)
  t.true(inside.length > 0)
  for (const n of inside) {
    t.deepEqual(functions.get(n), ['twice'])
    t.deepEqual(depth.get(n), ['2'])
    t.true(live.get(n)?.includes('x'), `${live.get(n)}`)
  }
  const last = [...at].filter(([, [line]]) => line === '10').at(-1)![0]
  t.deepEqual(functions.get(last), ['main'])
  for (const name of ['i', 'first', 'second']) t.true(live.get(last)?.includes(name), `${name}: ${live.get(last)}`)
  t.false(live.get(last)?.includes('doubled'))
})

oracleTest(
  'dxc',
  'PIX shows payloads, whose memory operations take the address of, and structs with objects',
  async t => {
    const dxc = await Dxc.shared()
    const task = `struct Payload { uint first; float4 rest[2]; };
[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {
  Payload sent;
  sent.first = i;
  sent.rest[1] = i;
  DispatchMesh(1, 1, 1, sent);
}
`
    const rays = `struct Payload { float4 color; int hits; };
RaytracingAccelerationStructure scene;
RWBuffer<float> o;
[shader("raygeneration")] void generate() {
  RayDesc ray = { float3(0, 0, 0), 0.1, float3(0, 0, 1), 10 };
  Payload sent;
  sent.color = 1;
  sent.hits = 3;
  TraceRay(scene, 0, 255, 0, 1, 0, ray, sent);
  o[0] = sent.color.y + sent.hits;
}
`
    const objects = `RWStructuredBuffer<float> o;
[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {
  struct { float scale; RWStructuredBuffer<float> buffer; } all[2] = { { i, o }, { 3, o } };
  all[0].buffer[0] = all[0].scale + all[1].scale;
}
`
    for (const [source, target, line, name] of [
      [task, 'as_6_5', '6', 'sent'],
      [rays, 'lib_6_3', '10', 'sent'],
      [objects, 'cs_6_0', '4', 'all'],
    ] as const)
      for (const optimization of [0, 3] as const) {
        const own = compile(source, { target, fileName: 'a.hlsl', debug: 'full', embedDebug: true, optimization })
        if (!own.ok) return t.fail(own.text)
        const { module, ok } = await dxc.optimize(own.container, ['-opt-mod-passes', ...PIX_PASSES[1]!])
        t.true(ok, `${target} -O${optimization}`)
        const lines = await dxc.debugInfo(replaceBitcode(own.container, 'ILDB', module), 1000)
        const there = lines.flatMap(line => /^pix\.(\d+)\.line=(\d+)$/.exec(line)?.slice(1) ?? [])
        const n = there[there.lastIndexOf(line) - 1]
        t.true(lines.includes(`pix.${n}.variable=${name}`), `${target} -O${optimization}\n${lines.join('\n')}`)
      }
  },
)
