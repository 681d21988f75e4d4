// Statistics: what programs consist of, against counts made by hand and counts made from the text of listings; CSV; the command.

import { writeFileSync } from 'node:fs'
import test from 'ava'
import { compile, containerBytes, type Statistics, statisticsCsv, stats } from '../../src/api/index.ts'
import { DXIL_OPS } from '../../src/spec/dxil_ops.ts'
import { dxilGroup, OP_GROUP_NAMES } from '../../src/spec/op_groups.ts'
import { folder, run } from '../cli/run_cli.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { bothCounts, containers } from './compare.ts'

function statsOf(source: string, options: Record<string, unknown>): Statistics {
  const result = compile(source, { fileName: 'main.hlsl', target: 'cs_6_0', ...options })
  if (!result.ok) throw new Error(result.text)
  return stats(result.container)
}

const NESTED = `groupshared float cache[64];
RWBuffer<float> o;
Buffer<float> values;
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex, uint3 id : SV_DispatchThreadID) {
  cache[i] = values[id.x];
  GroupMemoryBarrierWithGroupSync();
  float sum = 0;
  [loop] for (uint a = 0; a < id.y; a++)
    [loop] for (uint b = 0; b < id.z; b++)
      sum += cache[(a + b) % 64];
  if (WaveIsFirstLane())
    o[id.x] = sum;
}
`

test('every operation is in a group', t => {
  t.deepEqual(
    DXIL_OPS.filter(row => dxilGroup(row[0]) === 'other').map(row => row[1]),
    [],
  )
  t.is(dxilGroup(4_000_000_000), 'other')
})

test('loops, memory, needs', t => {
  const s = statsOf(NESTED, {})
  t.like(s, {
    stage: 'Compute',
    shaderModel: '6.0',
    loops: 2,
    loopDepth: 2,
    groupSharedBytes: 256,
    withoutLine: s.instructions,
  })
  t.like(s, { needsWaves: true, needsQuads: false, needsHelperLanes: false, waveLanes: null, lines: [] })
  t.like(s.mix, {
    groupSharedLoad: 1,
    groupSharedStore: 1,
    bufferLoad: 1,
    bufferStore: 1,
    wave: 1,
    barrier: 1,
    handle: 2,
  })
  t.is(
    Object.values(s.mix).reduce((a, b) => a + b, 0),
    s.instructions,
  )
  t.deepEqual(
    Object.keys(s.mix),
    OP_GROUP_NAMES.filter(g => g in s.mix),
  )
})

test('pixels that sample need helper lanes, compute shaders that sample by level nothing', t => {
  const pixel = 'Texture2D t; SamplerState s; float4 main(float2 uv : UV) : SV_Target { return t.Sample(s, uv); }'
  t.like(statsOf(pixel, { target: 'ps_6_0' }), { needsQuads: true, needsHelperLanes: true, mix: { textureSample: 1 } })
  t.false(statsOf(pixel.replace('Sample(s, uv)', 'SampleLevel(s, uv, 0)'), { target: 'ps_6_0' }).needsQuads)
  const group = 'RWBuffer<float> o; [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { o[i] = ddx(i * 0.5); }'
  t.like(statsOf(group, { target: 'cs_6_6' }), { needsQuads: true, needsHelperLanes: false, mix: { derivative: 1 } })
  t.deepEqual(statsOf(group.replace('[num', '[WaveSize(32)] [num'), { target: 'cs_6_6' }).waveLanes, [32, 32])
})

test('live registers', t => {
  // Handles are none; the four parts of a row are read at once; two doubles.
  const s = statsOf(
    'cbuffer C { float4 a; double d; }; RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = a.x * a.y + a.z * a.w; }',
    {},
  )
  t.is(s.registers, 4)
  const wide = statsOf(
    'RWBuffer<float> o; cbuffer C { double2 d; }; [numthreads(1, 1, 1)] void main() { o[0] = d.x * d.y; }',
    {},
  )
  t.is(wide.registers, 4)
})

test('lines of source, of the container or its debug file', async t => {
  const options = { debug: 'full', embedDebug: true }
  const s = statsOf(NESTED, options)
  t.deepEqual(
    s.lines.map(line => line.line),
    [...s.lines.map(line => line.line)].sort((a, b) => a - b),
  )
  const line = (n: number) => s.lines.find(line => line.line === n)
  t.like(line(11), {
    file: 'main.hlsl',
    text: 'sum += cache[(a + b) % 64];',
    loopDepth: 2,
    mix: { groupSharedLoad: 1 },
  })
  t.like(line(7), { instructions: 1, mix: { barrier: 1 }, loopDepth: 0 })
  t.is(s.withoutLine + s.lines.reduce((n, line) => n + line.instructions, 0), s.instructions)
  // The peak is at an instruction with a line.
  t.true(s.lines.some(line => line.registers === s.registers))

  const apart = compile(NESTED, { fileName: 'main.hlsl', target: 'cs_6_0', debug: 'full' })
  if (!apart.ok) return t.fail(apart.text)
  t.deepEqual(stats(apart.container).lines, [])
  const debugContainer = await containerBytes(apart.pdb!.bytes)
  t.deepEqual(stats(apart.container, { debugContainer }).lines, s.lines)
  t.deepEqual(stats(debugContainer), stats(apart.container, { debugContainer }))
})

oracleTest('dxc', "counts of both compilers' containers are those of their listings", async t => {
  const dxc = await Dxc.shared()
  let compared = 0
  for await (const [name, container] of containers(dxc, 5, 9)) {
    const { ours, listed } = bothCounts(container)
    t.deepEqual(ours, listed, name)
    if (++compared >= 60) break
  }
  t.is(compared, 60)
})

test('CSV has a row for each program, function and line, and quotes what needs it', t => {
  const statistics = statsOf(NESTED, { debug: 'full', embedDebug: true, fileName: 'a "b", c.hlsl' })
  const csv = statisticsCsv([{ file: 'x', statistics }])
  const rows = csv.split('\r\n')
  t.is(rows.pop(), '')
  t.is(rows.length, 2 + statistics.functions.length + statistics.lines.length)
  t.true(rows[0]!.startsWith('file,scope,name,line,instructions,registers,'))
  t.true(
    rows[1]!.startsWith(['x', 'program', 'Compute', '', statistics.instructions, statistics.registers, 2].join(',')),
  )
  t.true(rows[2]!.startsWith('x,function,main,,'))
  t.true(rows[3]!.startsWith('x,line,"a ""b"", c.hlsl",'))
  const columns = (row: string): number => row.replace(/"(?:[^"]|"")*"/g, '').split(',').length
  t.deepEqual([...new Set(rows.map(columns))], [columns(rows[0]!)])
})

test('the command: text, JSON, CSV, the debug file beside the container', async t => {
  const made = compile(NESTED, { fileName: 'main.hlsl', target: 'cs_6_0', debug: 'full', debugFile: 'x.pdb' })
  if (!made.ok) return t.fail(made.text)
  const f = folder({ 'a.dxil': made.container, 'b.dxil': made.container })
  const bare = await run(['stats', f.at('a.dxil')])
  t.regex(bare.stdout, /^compute shader, shader model 6\.0, by dxilkit/)
  t.regex(bare.stdout, /2 loops up to 2 deep/)
  t.notRegex(bare.stdout, /main\.hlsl/)
  writeFileSync(f.at('x.pdb'), made.pdb!.bytes)
  const text = await run(['stats', f.at('a.dxil')])
  t.regex(text.stdout, /^ +11 +\d+ +0 +1 +\d+ +2 {2}sum \+= cache\[\(a \+ b\) % 64\];$/m)
  const debugContainer = await containerBytes(made.pdb!.bytes)
  const json = await run(['stats', '--json', f.at('a.dxil')])
  t.deepEqual(JSON.parse(json.stdout), stats(made.container, { debugContainer }))
  const csv = await run(['stats', '--csv', f.at('a.dxil'), f.at('b.dxil')])
  t.is(csv.stdout.split('\r\n').filter(row => row.startsWith('file,')).length, 1)
  t.is(csv.stdout.split('\r\n').filter(row => row.includes(',program,')).length, 2)
  t.is((await run(['stats', '--json', '--csv', f.at('a.dxil')])).code, 2)
  writeFileSync(f.at('c.dxil'), 'no container')
  const bad = await run(['stats', f.at('c.dxil')])
  t.is(bad.code, 1)
  t.regex(bad.stderr, /error: .*\(at byte \d+\)/)
  f.remove()
})

test('a container without a program is refused', t => {
  t.throws(() => stats(new Uint8Array(40)), { name: 'FormatError' })
  t.throws(() => stats('x' as never), { name: 'TypeError' })
})
