// Programs about whose verdict dxilkit and DXC once differed: names, braces, template arguments, large and deep things.

import { both } from '../hlsl/both.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const MAIN = '[numthreads(1, 1, 1)] void main(uint t : SV_GroupIndex)'
const FIB = `RWBuffer<int> o;
template<int N> int f() { return f<N - 1>() + f<N - 2>(); }
template<> int f<1>() { return 1; }
template<> int f<0>() { return 1; }
`
const TEMPLATE = `RWBuffer<int> o;
template<typename T> struct S { T a[2]; int past() { return a[3]; } int both() { return past() + a[0]; } };
`
const derived = (n: number): string => Array.from({ length: n }, (_, i) => `struct S${i + 1} : S${i} { };`).join('\n')

/** Accepted by both, and valid. */
const ACCEPTED: readonly string[] = [
  `RWBuffer<int> o; static int a$b = 1; ${MAIN} { int $ = 2; o[0] = a$b + $; }`,
  `#define X$Y 3\n#define F($a, b$) ($a + b$)\nRWBuffer<int> o; ${MAIN} { o[0] = X$Y + F(1, 2); }`,
  `#ifdef $\n#endif\n#if $a == 1\n#endif\n${MAIN} { }`,
  `RWBuffer<int> o; int a[4] { 1, 2 }; int b { 1 }; float4 c { 1, 2, 3, 4 }; ${MAIN} { o[0] = a[1] + b + c.x; }`,
  `RWBuffer<int> o; static int a[2] { 1, 2 }; ${MAIN} { o[0] = a[1]; }`,
  `RWByteAddressBuffer o; ${MAIN} { o.Store<>(0, 1u); o.Store(4, o.Load<>(8)); }`,
  `RWBuffer<int> o; ${MAIN} { int x = t; [nosuch] x = 2; [unroll] x++; [branch] max(x, 1); [nosuch(a b c)] ; o[0] = x; }`,
  `${TEMPLATE}${MAIN} { S<int> s; s.a[0] = 1; o[0] = s.a[0]; }`,
  `${FIB}${MAIN} { o[0] = f<22>(); }`,
  `RWBuffer<int> o; ${MAIN} { float a[1 << 24]; a[5] = 2; o[0] = a[5]; }`,
  `RWBuffer<int> o; struct S0 { int a; };\n${derived(300)}\n${MAIN} { S300 s; s.a = 1; o[0] = s.a; }`,
  `RWBuffer<int> o; // a comment\r#define A 1\r${MAIN} {\r  o[0] = A;\r}`,
  `RWBuffer<int> o; ${MAIN} { int \\u00e9 = 1, a\\u00e9b = 2; o[0] = \\u00e9 + é + aéb + a\\U000000e9b; }`,
  `#define \\u00e9 2\nRWBuffer<int> o; ${MAIN} { o[0] = é; }`,
  `struct S { int a; int S; int float4; }; RWBuffer<int> o; ${MAIN} { S s; s.float4 = 1; o[0] = s.float4; }`,
]

/** Refused by both, on the same line. */
const REFUSED: readonly string[] = [
  `${TEMPLATE}${MAIN} { S<int> s; s.a[0] = 1; o[0] = s.past(); }`,
  `${TEMPLATE}${MAIN} { S<int> s; s.a[0] = 1; o[0] = s.both(); }`,
  `struct float4 { int a; }; ${MAIN} { }`,
  `struct S { void S() { } }; ${MAIN} { }`,
  `struct S { static int S; }; ${MAIN} { }`,
  `struct S { struct S { int a; } s; }; ${MAIN} { }`,
  `struct S { enum { S }; }; ${MAIN} { }`,
  `RWStructuredBuffer<int, 1> o; ${MAIN} { }`,
  `RWStructuredBuffer<int, 1, 1> o; ${MAIN} { }`,
  `Texture2D<float, 4> o; ${MAIN} { }`,
  `static vector<float, 4, 4> o; ${MAIN} { }`,
  `static matrix<float, 4, 4, 4> o; ${MAIN} { }`,
  `static long a; ${MAIN} { }`,
  `struct S { int a; int f() const { return a; } }; ${MAIN} { }`,
]

oracleTest('dxc', 'programs that both accept', async t => {
  for (const source of ACCEPTED) {
    const { ours, theirs, isValid } = await both(source, '-T cs_6_2')
    t.true(ours.ok && theirs.ok && isValid, `${source}\n${ours.text}\n${theirs.errors}`)
  }
})

const lineOf = (log: string): string | undefined => /^x\.hlsl:(\d+):\d+: error/m.exec(log)?.[1]

oracleTest('dxc', 'programs that both refuse on the same line', async t => {
  for (const source of REFUSED) {
    const { ours, theirs } = await both(source, '-T cs_6_2')
    t.true(!ours.ok && !theirs.ok, source)
    t.is(lineOf(ours.text), lineOf(theirs.errors), `${source}\n${ours.text}\n${theirs.errors}`)
  }
  const { ours, theirs } = await both(`enum E { A };\n${MAIN} { }`, '-T cs_6_0 -HV 2016')
  t.true(!ours.ok && !theirs.ok)
})

/** Words that are keywords or types to DXC, where they cannot be names, and one where they can. */
const WORDS: readonly (readonly [words: string, source: string, accepted: boolean])[] = [
  ['float3 uint half dword int64_t vector Texture2D StructuredBuffer string', 'int @; ', false],
  ['float3 uint half vector Texture2D', 'int @() { return 1; } ', false],
  ['float3 uint half vector Texture2D', 'typedef bool @; ', false],
  ['float3 uint Texture2D', 'enum E { @ }; ', false],
  ['float3 uint vector RayDesc0', 'struct S { int @; }; ', true],
  ['SamplerState ByteAddressBuffer RayDesc sampler2D samplerCUBE', 'int @; ', true],
  ['bool int float double void auto technique sampler_state _Alignas __declspec signed long', 'int @; ', false],
  ['sample precise center vertices', 'int @; ', true],
  ['sample precise center vertices', 'struct @ { int a; }; ', false],
  ['shared linear point triangle', 'struct S { int @; }; ', false],
  ['unsigned', '@ g; ', false],
  ['unsigned', '@ int g; @ int4 h; @ dword i; @ dword3 j; @ dword3x4 k; @ min16int3 l; ', true],
  ['float4 SamplerState S', 'struct S { int a; }; @<float> g; ', false],
  ['sampler2D samplerCUBE', '@ g; ', false],
]

oracleTest('dxc', 'words as names', async t => {
  for (const [words, source, accepted] of WORDS)
    for (const word of words.split(' ')) {
      const program = `${source.replaceAll('@', word)}${MAIN} { }`
      const { ours, theirs } = await both(program, '-T cs_6_2')
      t.is(theirs.ok, accepted, `DXC: ${program}\n${theirs.errors}`)
      t.is(ours.ok, accepted, `${program}\n${ours.text}`)
    }
})
