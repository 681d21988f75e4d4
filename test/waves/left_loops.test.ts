// Loops that lanes leave one after the other, by hand: what ours store is what DXC's blob stores, and what is written here.

import { compile } from '../../src/api/compile.ts'
import { D3d12 } from '../oracle/d3d12.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

/** `x` is 0, 1, 2, 1, 2, 1, 0, 0 by lane; `r` goes to the lane's word of the output. */
const X = [0, 1, 2, 1, 2, 1, 0, 0]
const program = (body: string, functions = ''): string => `
RWStructuredBuffer<uint> o : register(u0);
ByteAddressBuffer I : register(t0);
${functions}
[numthreads(8, 1, 1)] void main(uint t : SV_DispatchThreadID) {
  uint x = I.Load(t * 4);
  uint r = 99;
  ${body}
  o[t] = r;
}`

/** Lanes with the same x as lane t. */
const alike = (t: number): number => X.filter(x => x === X[t]).length
const sumAlike = (t: number): number => X.reduce((sum, x, i) => (x === X[t] ? sum + i : sum), 0)
const maskAlike = (t: number): number => X.reduce((mask, x, i) => (x === X[t] ? mask | (1 << i) : mask), 0)

const CASES: readonly (readonly [title: string, source: string, expected: (t: number) => number])[] = [
  [
    'a waterfall that counts its lanes',
    program('while (true) { uint f = WaveReadLaneFirst(x); if (f == x) { r = WaveActiveCountBits(true); break; } }'),
    alike,
  ],
  [
    'a waterfall without a condition, in a for loop',
    program('for (;;) { if (WaveReadLaneFirst(x) == x) { r = WaveActiveSum(t); break; } }'),
    sumAlike,
  ],
  [
    'a store in the loop',
    program('while (true) { if (WaveActiveMin(x) == x) { o[t + 8] = WaveActiveCountBits(true); r = 7; break; } }'),
    () => 7,
  ],
  [
    'a counted loop',
    program('for (uint i = 0; i < 8; i++) { if (i == x) { r = WaveActiveSum(t) + i * 100; break; } }'),
    t => sumAlike(t) + X[t]! * 100,
  ],
  [
    'a counted loop, unrolled',
    program('[unroll] for (uint i = 0; i < 3; i++) { if (i == x) { r = WaveActiveSum(1u) + i * 10; break; } }'),
    t => alike(t) + X[t]! * 10,
  ],
  [
    'a ballot',
    program('for (uint i = 0; i < 4; i++) { if (i == x) { uint4 b = WaveActiveBallot(true); r = b.x; break; } }'),
    maskAlike,
  ],
  [
    'do and break',
    program(
      'uint i = 0; do { if (i == x) { r = WaveActiveMin(t) + 10 * WaveActiveMax(t); break; } i++; } while (true);',
    ),
    t => X.indexOf(X[t]!) + 10 * X.lastIndexOf(X[t]!),
  ],
  [
    'do and break before a test',
    program('uint i = 0; do { if (i == x) { r = WavePrefixCountBits(true); break; } i++; } while (i < 9);'),
    t => X.slice(0, t).filter(x => x === X[t]).length,
  ],
  [
    'two ways out',
    program(
      'for (uint i = 0; i < 8; i++) { if (i == x) { uint s = WaveActiveSum(t); if (s > 10) { r = s; break; } else { r = s + 1000; break; } } }',
    ),
    t => (sumAlike(t) > 10 ? sumAlike(t) : sumAlike(t) + 1000),
  ],
  [
    'a loop around',
    program(
      'r = 0; for (uint i = 0; i < 3; i++) { for (uint j = 0; j < 3; j++) { if (j == x) { r += WaveActiveCountBits(true); break; } } }',
    ),
    t => alike(t) * 3,
  ],
  [
    'out of the outer loop',
    program(`for (uint i = 0; i < 4; i++) { for (uint j = 0; j < 2; j++) { if (j == 1) break; }
      if (i == x) { r = WaveActiveCountBits(true) * 10 + i; break; } }`),
    t => alike(t) * 10 + X[t]!,
  ],
  [
    'a loop whose result leaves the outer loop with it',
    program(
      `while (true) { if (WaveActiveMin(x) == x) { for (uint j = 0; j < 2; j++) { r = WaveActiveCountBits(true); } break; } }`,
    ),
    alike,
  ],
  [
    'in a function, as the value it returns',
    program(
      'r = f(x, t);',
      'uint f(uint x, uint t) { uint v = 0; while (true) { if (WaveReadLaneFirst(x) == x) { v = WaveActiveSum(t); break; } } return v; }',
    ),
    sumAlike,
  ],
  [
    'behind a switch in the loop',
    program(
      'for (uint i = 0; i < 4; i++) { switch (i) { case 0: r = 50; break; default: r = 60; break; } if (i == x) { r += WaveActiveCountBits(true); break; } }',
    ),
    t => (X[t] === 0 ? 50 : 60) + alike(t),
  ],
  [
    'a flag instead of a break',
    program(
      'bool done = false; while (!done) { if (WaveReadLaneFirst(x) == x) { r = WaveActiveSum(t); done = true; } }',
    ),
    sumAlike,
  ],
  ...[
    'if (x > 9) { r = 1; break; } else { r = WaveActiveSum(t); } break;',
    'if (x > 9) break; else r = WaveActiveSum(t); break;',
    'if (false) { r = 1; break; } else { r = WaveActiveSum(t); } break;',
    'if (true) { r = WaveActiveSum(t); } break;',
    'if (x < 9) { r = WaveActiveSum(t); } else if (x < 20) { r = 7; break; } else { r = 8; break; } break;',
    'switch (x) { case 99: r = 1; return; default: r = WaveActiveSum(t); break; } break;',
    '{ { r = WaveActiveSum(t); } } break;',
    'do { r = WaveActiveSum(t); } while (false); break;',
    'r = twice(t) / 2; break;',
  ].map(
    body =>
      [
        `where the break stands behind the operation: ${body}`,
        program(
          `while (true) { if (WaveReadLaneFirst(x) == x) { ${body} } }`,
          'uint twice(uint t) { if (t > 99) return 5; return WaveActiveSum(t) * 2; }',
        ),
        sumAlike,
      ] as const,
  ),
  [
    'behind the loop all are back',
    program('for (uint i = 0; i < 4; i++) { if (i == x) break; } r = WaveActiveCountBits(true);'),
    () => 8,
  ],
  [
    'a key that only the wave knows',
    program(
      'uint k = x; while (true) { uint f = WaveActiveMax(k); if (k == f) { r = WaveActiveCountBits(true) * 10 + f; break; } }',
    ),
    t => alike(t) * 10 + X[t]!,
  ],
]

for (const optimization of [3, 0] as const)
  for (const [title, source, expected] of CASES)
    oracleTest(['dxc', 'd3d12'], `${title} at -O${optimization}`, async t => {
      const ours = compile(source, { target: 'cs_6_0', entry: 'main', optimization })
      const dxc = await Dxc.shared()
      const theirs = await dxc.compile(source, ['-T', 'cs_6_0', '-E', 'main', ...(optimization === 0 ? ['-Od'] : [])])
      t.true((await dxc.validate(ours.container!)).ok)
      const wanted = X.map((_, i) => expected(i))
      t.deepEqual(await outputOf(ours.container!), wanted)
      t.deepEqual(await outputOf(theirs.container!), wanted, 'DXC')
    })

async function outputOf(container: Uint8Array): Promise<number[]> {
  const { uavs, error } = await (await D3d12.shared()).runCompute({
    container,
    dispatch: [1, 1, 1],
    resources: [
      { kind: 'uav', type: 'structured', stride: 4, register: 0, count: 16 },
      { kind: 'srv', type: 'raw', register: 0, data: new Uint8Array(Uint32Array.from(X).buffer) },
    ],
  })
  if (error !== undefined) throw new Error(error)
  return [...new Uint32Array(Uint8Array.from(uavs[0]!.data).buffer)].slice(0, 8)
}
