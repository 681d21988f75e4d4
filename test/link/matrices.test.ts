// Matrices that libraries pass to each other: read and written whole, by rows and by elements, in both orders, linked by our linker and by
// DXC's, and executed.

import test, { type ExecutionContext } from 'ava'
import { listing } from '../../src/api/index.ts'
import { D3d12 } from '../oracle/d3d12.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { compareLinks, libraryOf, type Producer } from './check.ts'

const FRAME = 'struct Frame { float2x3 turn[2]; Back back; Flags flags; };'
/** DXC's type of a matrix of bools is smaller than what it stores there, and it takes rows for columns in elements of a `row_major` one. */
const TYPES = {
  dxc: 'typedef float3x2 Back; typedef int2x2 Flags;',
  dxilkit: 'typedef row_major float3x2 Back; typedef bool2x2 Flags;',
}
const MAIN = `${FRAME}
float2x3 advance(inout Frame f, uint i);
float3x2 flipped(float2x3 m);
RWStructuredBuffer<float> result : register(u0);
[shader("compute")] [numthreads(4, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
  Frame f;
  f.turn[0] = float2x3(i + 1, 2, 3, 4, 5, 6);
  f.turn[1] = f.turn[0] * 2;
  f.back = transpose(f.turn[0]);
  f.flags = Flags(i & 1, true, false, (i & 2) != 0);
  float3x2 t = flipped(advance(f, i));
  uint at = i * 16;
  [unroll] for (uint n = 0; n < 6; n++) {
    result[at + n] = t[n % 3][n / 3];
    result[at + 6 + n] = f.turn[1][n / 3][n % 3] + f.back[n % 3][n / 3] * 100;
  }
  [unroll] for (uint k = 0; k < 4; k++) result[at + 12 + k] = f.flags[k / 2][k % 2];
}`
/** What run time indexes stays in memory, which DXC's linker gives no shader. */
const CHOSEN = 'f.turn[i & 1] += f.turn[0];'
const BRANCHES = 'if (i & 1) f.turn[1] += f.turn[0]; else f.turn[0] += f.turn[0];'
const partOf = (step: string): string => `${FRAME}
export float2x3 advance(inout Frame f, uint i) {
  ${step}
  f.back[1] = float2(7, 8) + f.back[0].yx;
  f.flags = Flags(f.flags._21_22, f.flags._11_12);
  return f.turn[1] + f.back[2][1];
}
export float3x2 flipped(float2x3 m) { return transpose(m); }`

function expected(): number[] {
  const out: number[] = []
  for (let i = 0; i < 4; i++) {
    const first = [i + 1, 2, 3, 4, 5, 6]
    const turn = [first.map(x => (i & 1 ? x : x * 2)), first.map(x => (i & 1 ? x * 3 : x * 2))]
    const back = [[i + 1, 4], [7 + 4, 8 + i + 1], [3, 6]] // biome-ignore format: rows
    out.push(...turn[1]!.map(x => x + 6))
    out.push(...turn[1]!.map((x, n) => x + back[n % 3]![Math.floor(n / 3)]! * 100))
    out.push(0, (i & 2) >> 1, i & 1, 1)
  }
  return out
}

async function run(t: ExecutionContext, container: Uint8Array, said: string): Promise<void> {
  const result = { kind: 'uav', register: 0, arrayIndex: 0, space: 0, type: 'structured', stride: 4 } as const
  const ran = await (await D3d12.shared()).runCompute({
    container,
    dispatch: [1, 1, 1],
    resources: [{ ...result, data: new Uint8Array(256) }],
  })
  t.is(ran.error, undefined, said)
  t.deepEqual([...new Float32Array(ran.uavs[0]!.data.slice().buffer)], expected(), said)
}

for (const producer of ['dxc', 'dxc-new', 'dxilkit'] as const satisfies readonly Producer[])
  for (const step of [CHOSEN, BRANCHES])
    oracleTest(['dxc', 'dxc-new', 'd3d12'], `matrices between libraries of ${producer}: ${step}`, async t => {
      const made: [string, Uint8Array][] = []
      for (const source of [MAIN, partOf(step)]) {
        const types = TYPES[producer === 'dxilkit' ? producer : 'dxc']
        const { container, text } = await libraryOf(producer, { name: '', source: types + source }, 'lib_6_3')
        if (!container) return t.fail(text)
        made.push([`l${made.length}`, container])
      }
      const { dxc, ours, invalid } = await compareLinks(producer, made, { target: 'cs_6_0', entry: 'main' })
      t.is(invalid, '')
      t.is(dxc.ok, step === BRANCHES, dxc.text)
      if (dxc.container) await run(t, dxc.container, 'DXC')
      if (!ours.container) return t.fail(ours.text)
      await run(t, ours.container, 'ours')
    })

test('a matrix in memory is one vector, and moving its elements about is one instruction', async t => {
  const source =
    'struct M { float2x3 m[2]; }; export M f(float3x2 a[2]) { M m = { { transpose(a[0]), transpose(a[1]) } }; return m; }'
  const { container } = await libraryOf('dxilkit', { name: '', source }, 'lib_6_3')
  const text = listing(container!)
  for (const what of ['load <6 x float>', 'store <6 x float>', '= shufflevector'])
    t.is(text.split(what).length, 3, what)
  t.notRegex(text, /extractelement|insertelement/)
})
