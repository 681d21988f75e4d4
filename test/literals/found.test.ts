// Expressions of literals that once went wrong: the words they leave, worked out by DXC's rules, from our container and from DXC's.

import { oracleTest } from '../oracle/oracle_test.ts'
import { alone, check } from './check.ts'
import type { LiteralProgram, Site, Version } from './tree.ts'

const float = (x: number): number => new Uint32Array(new Float32Array([x]).buffer)[0]!
const double = (x: number): number[] => [...new Uint32Array(new Float64Array([x]).buffer)]
const GLOBALS =
  'int half_(int a) { return a / 2; } float same_(float a) { return a; } int same_int(int a) { return a; } static const uint GROUPS = ceil(100 / 64.0);'

/** `c` is true, `d` false, `i` 3, `x` 2.5. */
const CASES: readonly (readonly [body: string, ...words: number[]])[] = [
  // Computed as floats before they are converted.
  ['int n = max(0.9, 0.8) * 10;', 9],
  ['int n = lerp(10, 20, 0.3);', 13],
  ['int n = (int)lerp(1, 4, 0.5);', 2],
  ['int n = (int)radians(180.0);', 3],
  ['int n = (int)(radians(90.0) * 100);', 157],
  ['int n = clamp(1.5, 0, 1.2) * 10;', 12],
  ['int n = abs(-0.9) * 10;', 9],
  ['int n = (int)(abs(-2.7) * 10);', 27],
  ['uint n = max(0.75, 0.5) * 16;', 12],
  ['int n = (1.5).xx.y * 2;', 3],
  // Choices among literals.
  ['int n = (int)((c ? 1.5 : 2.5) * 2);', 3],
  ['uint n = (c ? 0.5 : 1) * 10;', 5],
  ['int n = (c ? 0.6 : 1) + (c ? 0.6 : 1);', 1],
  ['float n = (c ? 5 : 7) / 2;', float(2)],
  ['float n = (i < 4 ? 1 : 2) / 2;', 0],
  ['float3 v = (c ? 1 : 3) / 2; float n = v.x;', 0],
  ['float n = same_((c ? 1 : 3) / 2);', 0],
  ['float n = 2.5f * ((c ? 1 : 3) / 2);', 0],
  ['float n = 2.5f + (c ? 7 : 3) / 2;', float(5.5)],
  ['float n = (c ? 1 : 2) << 2;', float(4)],
  ['float n = (c ? 4 : 8) | 1;', float(5)],
  ['float n = (c ? 4 : 8) & 12;', float(4)],
  ['float n = ~(c ? 4 : 8);', float(-5)],
  ['int n = select(c, 7, 2) / 2;', 3],
  // By way of 32 bits, but for what is as wide as a literal.
  ['float n = (c ? 0x7fffffff : 1) + 1;', float(-(2 ** 31))],
  ['int64_t n = (c ? 0x7fffffff : 1) + 1;', 0x80000000, 0],
  ['uint n = (d ? 1 : 4035982933) + 0;', 4035982933],
  ['int n = (3517173486).xx.y / (d ? 1024292544 : 18);', 0xfd6ca7f1],
  ['double n = ~(d ? max(0xbffb5024, 0xd) : (26552107008 << 3));', ...double(-1963458561)],
  ['float n = max(~0x11, 4205569578) / (c ? 23 : -13);', float(-3886857)],
  ['uint64_t n = radians(8.5 + 0x623fc0000) - min(c ? 7 : 17, 9.11);', 0x1b6fb189, 0],
  ['uint n = u - ((c ? 10 : (574988845).xx.y) + ((d ? 0x49c75e1b : 0x958f6fb6) ^ (c ? 4 : 1)));', 0x6a70904b],
  ['float n = sign(-14 / (1 ? 9 : 3));', float(1)],
  // Where nothing of a choice is left to run time, in 64 bits again; and so are indices of arrays, which those of vectors are not.
  ['float n = ((5 == 18) ? (c ? 16 : 19) : (-0x30a58000)) * 13;', 0xd01e19e0],
  ['float n = x * ((5 >= 2) ? ((33961771008 >> 3) + (d ? 84157462 : 0xe)) : (c ? 3 : 4));', 0xcced34fb],
  ['float n = (5 < 2) ? 4 : ((1 == 1) ? ((33961771008 >> 3) + (d ? 84157462 : 0xe)) : 3);', 0xcc3dc3fc],
  [
    'int n = same_int((d ? (0x4 / 5) : max(11, 3489554135)) % ((((0xa == .1) ? 2516746240 : 26119012352).xx).y));',
    0xf99f5ed7,
  ],
  ['int a[4] = { 10, 20, 30, 40 }; int n = a[((d ? 7 : 0x3fdea8000) % min(11, 20)) & 3];', 20],
  ['int a[4] = { 10, 20, 30, 40 }; int n = a[(c ? 0x3fdea8000 : 3) >> 33];', 20],
  ['int2 v = int2(7, 8); int n = v[(d ? 7 : 0x3fdea8000) % 11 & 1];', 7],
  // Builtins of literals are done in double.
  ['int n = (int)ceil(2.5);', 3],
  ['uint n = ceil(100 / 64.0);', 2],
  ['uint n = GROUPS;', 2],
  ['int n = (int)trunc(2.5) * 2;', 4],
  ['int n = (int)I.Load(ceil(3.5));', 9],
  ['int n = half_(ceil(2.5));', 1],
  ['uint3 v = uint3(ceil(1.5), ceil(2.5), 1); uint n = v.y;', 3],
  ['int n = max(ceil(2.5), 1);', 3],
  ['int n = floor(2.5);', 2],
  ['uint n = ceil(100 / (64 * 1.0));', 2],
  ['const int n = int(sqrt(2.0) * 1000);', 1414],
  ['int n = round(0.5 + 1.2);', 2],
  ['uint n = (uint)(saturate(0.7) * 255.0 + 0.5);', 179],
  ['uint n = (uint)(pow(0.5, 2.2) * 255.0);', 55],
  ['uint n = (uint)pow(2.0, 3.0);', 8],
  ['int a[4] = { 10, 20, 30, 40 }; int n = a[floor(3.7)];', 40],
  ['int n = reversebits(8);', 0],
  ['double n = radians(180.0);', ...double(Math.PI)],
  ['double n = exp(1.0);', ...double(Math.E)],
  // Before a logarithm can spoil them.
  ['float n = pow(-2.0, 3.0);', float(-8)],
  ['float n = pow(-2.0f, 3.0f);', float(-8)],
  ['static const float k = -2; float n = pow(k, 3.0);', float(-8)],
  // A zero keeps its sign where a number is cut to 0..1.
  ['float n = saturate(-0.0);', float(-0)],
  ['float n = saturate(-(0x4c93230c * 0.0));', float(-0)],
  ['float n = saturate(-0.5);', float(0)],
  ['float n = atan2(-0.0, -1.0);', float(-Math.PI)],
  ['float n = atan2(-0.0f, -1.0f);', float(-Math.PI)],
  ['int n = clamp(2, 3, 1);', 3],
  // What a literal's suffix makes of it up to HLSL 2021.
  ['uint64_t n = 5000000000u;', 705032704, 0],
  ['float n = 0xffffffffffffffff;', float(-1)],
  ['int n = 3e9;', 0x7fffffff],
  ['uint n = -1.5;', 0],
]

const CONFORMING: typeof CASES = [
  ['double n = 5.57;', ...double(Math.fround(5.57))],
  ['double n = 1.0 / 3.0;', ...double(Math.fround(1 / 3))],
  ['double n = i * (double)1 + 0.1;', ...double(3 + Math.fround(0.1))],
  ['int64_t n = 2147483647 + 1;', 0x80000000, 0xffffffff],
  ['int64_t n = -0x80000000;', 0x80000000, 0],
  ['uint64_t n = 1 << 33;', 2, 0],
  ['uint64_t n = 0xFFFFFFFF + 1;', 0, 0],
  ['double n = c ? 0.1 : 0.2;', ...double(Math.fround(0.1))],
  ['int64_t n = 4294967296;', 0, 1],
  ['int64_t n = 1l << 33;', 0, 2],
  ['float n = (c ? 1 : 3) / 2;', 0],
  ['int n = max(0.9, 0.8) * 10;', 9],
  // The arms of a choice meet as in C++; a condition that is a vector counts by its first component.
  ['int64_t n = (c ? -6ll : 0x81483e7f) / 4;', 0xffffffff, 0xffffffff],
  ['int n = bool3(d, c, c) ? 1 : 2;', 2],
  // Done with constants, so that nothing is rounded twice or converted at run time.
  ['uint64_t n = (0x191e40000 + 2.74) * (d ? 25.0 : 11.0);', 0x44cc0000, 0x11],
  ['int n = min((d ? 34.0 : 2502150122) / (-0x7), 413e-3);', 0xeab1bee0],
  ['uint64_t n = 1451874430.0 * 31.0 / (c ? (c ? 6.8 : 17916493824) : 3107927314);', 0x8a837800, 1],
]

const program = (version: Version, optimization: 0 | 3, cases: typeof CASES): LiteralProgram => {
  const sites = cases.map(([body, ...words], k): Site => {
    const globals = k === 0 ? GLOBALS : ''
    return { globals, body, words, isRough: false }
  })
  const base = { seed: 0, version, optimization, sites, source: '', isDynamic: true, isNarrow: false }
  return alone(base, ...sites)
}

for (const version of ['2018', '2021', '202x'] as const)
  oracleTest(
    version === '202x' ? ['dxc-new', 'd3d12'] : ['dxc', 'd3d12'],
    `literals as HLSL ${version} has them`,
    async t => {
      t.timeout(120_000)
      // select() came with HLSL 2021 as a function of its own.
      const cases =
        version === '202x' ? CONFORMING : CASES.filter(([body]) => version === '2021' || !body.includes('select'))
      const { kind, detail } = await check(program(version, 3, cases))
      t.is(kind, 'same', detail)
    },
  )
