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
