// Bools in memory are words: what is copied as a part of a struct or an array keeps its bits, what is read alone becomes 0 or 1.

import { compile } from '../../src/api/compile.ts'
import { D3d12, type Resource } from '../oracle/d3d12.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const HEAD = `struct S { bool a; int x; bool2 b; };
struct One { bool a; };
RWStructuredBuffer<S> A : register(u0);
RWStructuredBuffer<S> B : register(u1);
RWByteAddressBuffer raw : register(u2);
StructuredBuffer<S> T : register(t0);
cbuffer C : register(b0) { S cs; bool cb; bool ca[2]; }
groupshared S g;
static S st;
void io(inout S s) { s.x += 1; }
S same(S s) { return s; }
S parts(S s) { S r; r.a = s.a; r.b = s.b; r.x = s.x; return r; }
`
const CASES: readonly (readonly [title: string, body: string])[] = [
  ['from buffer to buffer', 'B[0] = A[0]; B[1] = T[0];'],
  ['through a local and an array', 'S l = A[1]; B[1] = l; S e[2]; e[A[6].x & 1] = A[6]; B[6] = e[A[6].x & 1];'],
  ['through group-shared and static memory', 'g = A[2]; B[2] = g; st = A[3]; B[3] = st;'],
  [
    'byte address buffers',
    'B[3] = raw.Load<S>(0); raw.Store<S>(64, A[4]); raw.Store<One>(128, raw.Load<One>(4)); raw.Store<bool>(132, raw.Load<bool>(8));',
  ],
  [
    'constant buffers',
    'B[0] = cs; S l = cs; B[1] = l; raw.Store(0, cb); bool z[2] = ca; B[3].a = z[1]; B[5].a = cs.a;',
  ],
  ['alone', 'B[5].a = A[5].a; B[5].b = A[5].b; B[5].x = A[5].a; B[7].b = A[7].b.yx; B[7].a = !A[7].a;'],
  ['through calls', 'S l = A[0]; io(l); B[0] = l; B[1] = same(A[1]); B[2] = parts(A[2]);'],
  [
    'put together of parts',
    'S i = { A[4].a, A[4].x, A[4].b }; B[4] = i; S c = A[6]; bool2 v = c.b; c.b = v; B[6] = c; S m = A[5]; if (m.a) m.a = A[6].a; B[5] = m;',
  ],
  ['of two branches', 'S k = A[2]; S n; n = k; if (A[1].x) n = A[3]; B[7] = n;'],
]

const VALUES = [0, 1, 2, 0xffffffff, 0x80000000, 0x100, 3]
const words = (count: number, value: (i: number) => number): Uint8Array =>
  new Uint8Array(Uint32Array.from({ length: count }, (_, i) => value(i)).buffer)
const element = { type: 'structured', stride: 16 } as const
const RESOURCES: readonly Resource[] = [
  { kind: 'cbv', register: 0, data: words(12, i => i + 5) },
  { kind: 'srv', ...element, register: 0, data: words(4, i => i + 5) },
  { kind: 'uav', ...element, register: 0, count: 8, data: words(32, i => VALUES[i % VALUES.length]!) },
  { kind: 'uav', ...element, register: 1, count: 8 },
  { kind: 'uav', type: 'raw', register: 2, data: words(64, i => i * 3 + 2) },
]

async function stored(container: Uint8Array): Promise<string> {
  const run = await (await D3d12.shared()).runCompute({ container, dispatch: [1, 1, 1], resources: RESOURCES })
  return run.error ?? run.uavs.map(({ data }) => Buffer.from(data).toString('hex')).join(' ')
}

for (const [title, body] of CASES)
  oracleTest(['dxc', 'd3d12'], `bools copied: ${title}`, async t => {
    const source = `${HEAD}[numthreads(1, 1, 1)] void main() { ${body} }`
    for (const optimization of [0, 3] as const) {
      const theirs = await (await Dxc.shared()).compile(source, [
        '-T',
        'cs_6_2',
        '-E',
        'main',
        ...(optimization ? [] : ['-Od']),
      ])
      const mine = compile(source, { target: 'cs_6_2', optimization })
      t.true(theirs.ok && mine.ok, theirs.errors + mine.text)
      t.is(await stored(mine.container!), await stored(theirs.container!), `-O${optimization}`)
    }
  })
