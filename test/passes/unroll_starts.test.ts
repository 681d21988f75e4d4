// Loops marked [unroll] that begin and end with numbers known at run time, and those whose test loads: both compilers accept and reject the same.

import { compile } from '../../src/api/compile.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

/** What s begins with. */
const STARTS: readonly string[] = [
  'n',
  'n + 1',
  'n * 2',
  'n + k',
  'n >> 2',
  'v.y',
  'b[0]',
  'b[0] + 1',
  'b[n]',
  'o[3]',
  'shared',
  'max(n, 0)',
  '(int)f',
  'v[id & 3]',
]
const FROM_START = 'int s = START; [unroll] for (int j = s; j < s + 3; j++) c += b[j & 7] + 1;'

/** The same is loaded twice, or by the test. */
const LOADED: readonly string[] = [
  '[unroll] for (int j = n; j < n + 3; j++) c += b[j & 7];',
  '[unroll] for (int j = shared; j < shared + 3; j++) c += b[j & 7];',
  '[unroll] for (int j = b[0]; j < b[0] + 3; j++) c += b[j & 7];',
  '[unroll] for (int j = o[0]; j < o[0] + 3; j++) o[j] = 2;',
  '[unroll] for (int j = t[uint2(1, 1)]; j < t[uint2(1, 1)] + 3; j++) c += b[j & 7];',
  'c = sum(n);',
  'c = sum(b[3]);',
  'c = between(n, n + 4);',
  'c = between(b[1], b[1] + 4);',
  'int s = n, e = n + 4; [unroll] for (int j = s; j < e; j++) c += b[j & 7];',
  'int s = n; [unroll] for (uint j = s; j < (uint)s + 4; j++) c += b[j & 7];',
  'int s = n; [unroll] for (int j = s; j <= s + 4; j++) c += b[j & 7];',
  'int s = n; [unroll] for (int j = s + 4; j > s; j--) c += b[j & 7];',
  'int i = 0; [unroll] while (b[i] > 3) i++; c = i;',
  'int i = 0; [unroll] do { i++; } while (b[i] > 3); c = i;',
  '[unroll] for (int i = 0; i < b[0]; i++) c += b[i];',
  '[unroll(4)] for (int i = 0; i < b[0]; i++) c += b[i];',
  '[unroll] for (int i = 0; i < n; i++) c += b[i];',
  '[unroll] for (int i = 0; i < 4 && b[i] > 2; i++) c += i;',
]

const program = (
  body: string,
): string => `StructuredBuffer<int> b; RWStructuredBuffer<int> o; Texture2D<int> t; groupshared int shared; cbuffer C { int n, k; float f; int4 v; };
int sum(int x) { int c = 0; [unroll] for (int j = x; j < x + 3; j++) c += b[j & 7]; return c; }
int between(int x, int y) { int c = 0; [unroll] for (int j = x; j < y; j++) c += b[j & 7]; return c; }
[numthreads(1, 1, 1)] void main(uint id : SV_DispatchThreadID) { int c = 0; ${body} o[9] = c; }`

const PROGRAMS = [...STARTS.map(start => FROM_START.replace('START', start)), ...LOADED].map(program)

for (const [level, flag] of [
  [3, '-O3'],
  [0, '-Od'],
] as const)
  oracleTest(['dxc'], `loops from a number known at run time are unrolled where DXC unrolls them: ${flag}`, async t => {
    const dxc = await Dxc.shared()
    for (const source of PROGRAMS) {
      const theirs = await dxc.compile(source, ['-T', 'cs_6_6', flag])
      const ours = compile(source, { target: 'cs_6_6', optimization: level })
      t.is(ours.ok, theirs.ok, source)
    }
  })
