// Our linker beside DXC's: libraries of either compiler give shaders that validate and whose describing parts are DXC's; linked code runs.

import test from 'ava'
import { compile, link, listing } from '../../src/api/index.ts'
import { CASES } from '../corpus/cases/all.ts'
import { differences } from '../corpus/compare.ts'
import { bindingRows } from '../corpus/container_facts.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { execute } from '../corpus/run_case.ts'
import { D3d12 } from '../oracle/d3d12.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { corpusLibraries } from './as_library.ts'
import { compareLinks, libraryOf, type Producer } from './check.ts'

/** One of so many. */
const STEP = 17

for (const producer of ['dxc', 'dxc-new', 'dxilkit'] as const satisfies readonly Producer[])
  oracleTest(['dxc', 'dxc-new'], `shaders of the corpus as libraries of ${producer}, a sample`, async t => {
    let [linked, without] = [0, 0]
    const start = producer.length % STEP
    for (const [n, { label, source, profile, entry, args }] of corpusLibraries().entries()) {
      if (n % STEP !== start) continue
      const { container } = await libraryOf(producer, { name: 'library', source, args })
      if (!container) {
        without++
        continue
      }
      const options = { target: profile, entry }
      const { dxc, ours, invalid, differing } = await compareLinks(producer, [['library', container]], options)
      t.true(ours.ok || !dxc.ok, `${label}: ${ours.text}`)
      t.is(invalid, '', label)
      t.deepEqual(differing, [], label)
      linked++
    }
    t.true(linked > 15 && without < linked, `${linked} linked, ${without} without a library`)
  })

oracleTest(['dxc', 'd3d12'], 'compute shaders of the corpus, linked, compute what they should, a sample', async t => {
  let ran = 0
  for (const [n, library] of corpusLibraries().entries()) {
    const shader = /^(\w+)\.hlsl /.exec(library.label)?.[1]
    const known = CASES.find(c => c.shader === shader)
    if (!known || n % 10 !== 0 || !/^cs_6_[0-5]$/.test(library.profile)) continue
    const { container } = await libraryOf('dxc', { name: '', source: library.source, args: library.args })
    if (!container) continue
    const result = link([{ name: 'l', container }], { target: library.profile, entry: library.entry })
    t.is(result.text, '', library.label)
    // Registers that nobody wrote go by the names here, not by the order of declaration that the run describes.
    const own = compile(library.source, dxcArgsToOptions(['-T', library.profile, '-E', library.entry, ...library.args]))
    const rows = (bytes: Uint8Array): string => bindingRows(listing(bytes)).sort().join()
    if (!own.ok || rows(own.container) !== rows(result.container!)) continue
    const description = known.run()
    const { outputs, error } = await execute(result.container!, description)
    t.is(error, undefined, library.label)
    t.deepEqual(differences(description.expect(), outputs), [], library.label)
    ran++
  }
  t.true(ran >= 5, `${ran}`)
})

/** A shader of two libraries: parameters in and out, structs, arrays, static variables, a resource that goes through a parameter. */
const MAIN = `
struct Item { float3 place; uint kind; float2 pair[2]; };
float weigh(inout Item item, uint i);
int2 turned(int2 v, bool b);
RWStructuredBuffer<float> result : register(u0);
StructuredBuffer<Item> items : register(t0);
static float sum = 0.5;
float add(float x) { sum += x; return sum; }
[shader("compute")] [numthreads(4, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
  Item item = items[i];
  float w = weigh(item, i);
  int2 t = turned(int2(i, 3), (i & 1) != 0);
  result[i * 4] = w;
  result[i * 4 + 1] = item.pair[i & 1].y + item.place.z;
  result[i * 4 + 2] = add(t.x) + add(t.y);
  result[i * 4 + 3] = item.kind;
}`
const WEIGH = `
struct Item { float3 place; uint kind; float2 pair[2]; };
cbuffer Scale : register(b0) { float4 scale; };
float weigh(inout Item item, uint i) {
  for (uint n = 0; n <= i; n++) item.pair[n & 1] += scale.xy;
  item.kind += 10;
  item.place.z *= 2;
  return dot(item.place, scale.zwx);
}
int2 turned(int2 v, bool b) { return b ? v.yx : v; }`

/** The same, computed here. */
function expected(items: Float32Array, kinds: Uint32Array, scale: readonly number[]): number[] {
  const out: number[] = []
  for (let i = 0; i < 4; i++) {
    const at = i * 8
    const place = [items[at]!, items[at + 1]!, items[at + 2]! * 2]
    const pair = [items[at + 5]!, items[at + 7]!]
    for (let n = 0; n <= i; n++) pair[n & 1]! += scale[1]!
    const [x, y] = i & 1 ? [3, i] : [i, 3]
    const first = 0.5 + x
    out.push(place[0]! * scale[2]! + place[1]! * scale[3]! + place[2]! * scale[0]!)
    out.push(pair[i & 1]! + place[2]!, first + (first + y), kinds[at + 3]! + 10)
  }
  return out
}

for (const producer of ['dxc', 'dxc-new', 'dxilkit'] as const)
  oracleTest(
    ['dxc', 'dxc-new', 'd3d12'],
    `a compute shader linked of two libraries of ${producer} computes what it should`,
    async t => {
      const libraries = await Promise.all(
        [MAIN, WEIGH].map(async (source, n) => ({
          name: `${n}`,
          ...(await libraryOf(producer, { name: '', source })),
        })),
      )
      for (const l of libraries) t.true(l.ok, l.text)
      const inputs = libraries.map(l => ({ name: l.name, container: l.container! }))
      const result = link(inputs, { target: 'cs_6_0' })
      t.is(result.text, '')
      t.is((await (await Dxc.shared()).validate(result.container!)).message, '')
      const data = new Float32Array(32).map((_, n) => n * 0.25 + 1)
      const kinds = new Uint32Array(data.buffer)
      for (let i = 0; i < 4; i++) kinds[i * 8 + 3] = i * 7
      const scale = [2, 3, 0.5, 4]
      const resources = [
        { kind: 'cbv', register: 0, arrayIndex: 0, space: 0, data: new Uint8Array(Float32Array.from(scale).buffer) },
        {
          kind: 'srv',
          register: 0,
          arrayIndex: 0,
          space: 0,
          type: 'structured',
          stride: 32,
          data: new Uint8Array(data.buffer),
        },
        { kind: 'uav', register: 0, arrayIndex: 0, space: 0, type: 'structured', stride: 4, data: new Uint8Array(64) },
      ] as const
      const ran = await (await D3d12.shared()).runCompute({
        container: result.container!,
        dispatch: [1, 1, 1],
        resources,
      })
      t.is(ran.error, undefined)
      t.deepEqual(
        [...new Float32Array(ran.uavs[0]!.data.slice().buffer)],
        [...Float32Array.from(expected(data, kinds, scale))],
      )
    },
  )

test('the corpus has shaders of every stage that can stand in a library', t => {
  const stages = new Set(corpusLibraries().map(library => library.profile.slice(0, 2)))
  t.deepEqual([...stages].sort(), ['as', 'cs', 'ds', 'gs', 'hs', 'ms', 'ps', 'vs'])
})
