// Words of HLSL for mutations, by what they are. A mutation takes a kind first and a word of it second, so that long lists do not drown short ones.

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const VOCABULARY = {
  modifier: words(
    `const static extern uniform volatile groupshared shared inline export in out inout row_major column_major snorm unorm
    nointerpolation linear centroid noperspective sample precise globallycoherent`,
  ),
  keyword: words(
    `if else for while do switch case default break continue return discard struct class interface enum namespace using typedef
    template typename cbuffer tbuffer true false this sizeof operator register packoffset`,
  ),
  reserved: words(
    `union goto throw new delete try catch asm explicit private public protected static_cast dynamic_cast reinterpret_cast
    const_cast typeid char wchar_t signed unsigned long short mutable virtual friend auto technique pass string compile point line
    triangle vertices indices primitives payload center`,
  ),
  type: words(
    `void bool int uint dword half float double int64_t uint64_t min16float min16int min16uint int16_t float16_t float2 float3 float4
    int2 uint3 uint4 bool4 double2 half3 float2x2 float4x4 int3x2 float1 float1x1 vector matrix vector<float,3> matrix<int,2,2>
    Buffer<float4> RWBuffer<uint> StructuredBuffer<float> RWStructuredBuffer<uint> ByteAddressBuffer RWByteAddressBuffer Texture2D
    Texture2D<float> Texture3D<int4> TextureCube RWTexture2D<float4> SamplerState SamplerComparisonState sampler Texture2DMS<float4>
    ConstantBuffer<float4> AppendStructuredBuffer<int>`,
  ),
  attribute: words(
    `[unroll] [loop] [branch] [flatten] [numthreads(8,1,1)] [earlydepthstencil] [fastopt] [allow_uav_condition] [call] [forcecase]
    [noinline] [unroll(4)] [shader("compute")] [nosuch] [[vk::binding(0)]] [RootSignature("")] [wavesize(32)]`,
  ),
  operator: words('+ - * / % ~ ! = == != < > <= >= << >> & | ^ && || ? : *= /= %= += -= <<= >>= &= |= ^= ++ --'),
  punctuation: words('( ) [ ] { } ; , . -> :: ... # ## @ ` \\ $'),
  literal: words(
    `0 1 2 -1 4294967295 4294967296 0x7fffffff 0xffffffffffffffff 010 1.0 0.5 1e30 1.5f 2.h 3.0l 1u 2U 3l 4ul 5ll .5 1. 1e-40f true
    false "text" 'a' 0x1p4 1.0.0 08 0b11`,
  ),
  semantic: words(
    `SV_Position SV_Target SV_Target1 SV_Depth SV_VertexID SV_InstanceID SV_DispatchThreadID SV_GroupIndex SV_GroupID
    SV_IsFrontFace TEXCOORD0 COLOR SV_Nonsense`,
  ),
  annotation: words(
    ': register(t0) : register(u1) : register(b0) : register(s0) : register(t0,space1) : packoffset(c0) : packoffset(c1.y)'.replaceAll(
      ': ',
      ':',
    ),
  ),
  intrinsic: words(
    `abs min max saturate lerp dot mul clamp sin sqrt asfloat asuint any all length normalize cross transpose frac floor step
    GroupMemoryBarrierWithGroupSync WaveActiveSum WaveGetLaneIndex InterlockedAdd countbits firstbitlow select and or f16tof32`,
  ),
} as const satisfies Readonly<Record<string, readonly string[]>>

export type WordKind = keyof typeof VOCABULARY
export const WORD_KINDS = Object.keys(VOCABULARY) as readonly WordKind[]

/** Whole declarations: what single words do not bring about. */
export const DECLARATIONS: readonly string[] = [
  'namespace Added { static int inside = 3; int within(int a) { return a; } }',
  'using namespace Added;',
  'enum Added { First, Second = 4, Third };',
  'enum class Added : uint { First, Second };',
  'struct Added { int a; float2 b; int sum() { return a + (int)b.x; } };',
  'struct Added { int a; Added operator+(Added o) { Added r; r.a = a + o.a; return r; } bool operator<(Added o) { return a < o.a; } };',
  'struct Added { float a; float operator[](int i) { return a * i; } float operator()(float b) { return a + b; } };',
  'struct Base { int a; int f() { return a; } }; struct Added : Base { int b; int f() { return b + Base::f(); } };',
  'interface Shape { float area(); }; class Added : Shape { float side; float area() { return side * side; } };',
  'template<typename T> T added(T a, T b) { return a + b; }',
  'template<typename T, int N> struct Added { T items[N]; T first() { return items[0]; } };',
  'template<> int added<int>(int a, int b) { return a - b; }',
  'typedef float4 Added[2];',
  'using Added = vector<float, 3>;',
  'cbuffer Added { float4 one; float2x2 two[3]; int three : packoffset(c8); }',
  'tbuffer Added : register(t9) { float4 one; }',
  'ConstantBuffer<Added> added : register(b3, space1);',
  'groupshared float added[16];',
  'static const float added[] = { 1, 2, 3 };',
  'extern float4 added; uniform int more = 2;',
  'SamplerState added { Filter = MIN_MAG_MIP_LINEAR; };',
  'Texture2D<float4> added[4] : register(t4);',
  'RaytracingAccelerationStructure added;',
  'export int added(int a) { return a * 2; }',
  '_Static_assert(sizeof(float4) == 16, "size");',
  '[numthreads(2, 2, 1)] void added(uint t : SV_GroupIndex) { }',
]

/** Whole statements. */
export const STATEMENTS: readonly string[] = [
  'Added added;',
  'int added = 1;',
  'float2x3 added = 0; added._m01_m12 = 2; added[1].xy = added[0].yz;',
  'for (int i = 0, j = 3; i < j; ++i, --j) { if (i == 1) continue; }',
  'do { if (true) break; } while (false);',
  'switch (2) { case 0: break; case 1: case 2: default: break; }',
  'while (int left = 0) { left--; }',
  'struct Local { int a; } local; local.a = 1;',
  'enum { Here, There } place;',
  'static int kept = 0; kept++;',
  'const float fixed_value = 1.5; float copy = fixed_value;',
  'int list[3] = { 1, 2, 3 }; list[1] = list[2];',
  'float4 v = float4(1, 2, 3, 4); v.xw += v.yz;',
  'return;',
  'discard;',
  '{ int inner = 1; { int inner = 2; } }',
  'GroupMemoryBarrierWithGroupSync();',
  'uint lanes = WaveActiveSum(1u);',
  'bool2 both = bool2(true, false); if (all(both) || any(both)) { }',
  'int picked = true ? 1 : 2; picked <<= 1; picked = ~picked;',
]

/** A directive, and what ends it. */
export const DIRECTIVES: readonly (readonly [string, string?])[] = [
  ['#if 0', '#endif'],
  ['#if defined(ADDED) || 1', '#endif'],
  ['#ifndef ADDED', '#endif'],
  ['#ifdef __HLSL_VERSION', '#else\n#endif'],
  ['#if __HLSL_VERSION > 2018 && __SHADER_TARGET_MAJOR >= 6', '#endif'],
  ['#define ADDED(a, b) ((a) + (b))'],
  ['#define float half'],
  ['#define int'],
  ['#undef ADDED'],
  ['#pragma pack_matrix(row_major)'],
  ['#pragma once'],
  ['#line 100 "other.hlsl"'],
  ['#error added'],
  ['#endif'],
  ['#else'],
]

export const SUFFIXES: readonly string[] = [
  '',
  'u',
  'U',
  'l',
  'L',
  'ul',
  'll',
  'ull',
  'f',
  'F',
  'h',
  'H',
  'lf',
  'x',
  'uu',
  'i8',
]
