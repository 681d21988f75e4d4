// dxilkit-corpus
// A debug and telemetry pass that touches every kind of view: arrays of textures, cube arrays, typed buffers, append and consume buffers,
// raw buffers with structs and arrays, constant-buffer arrays with matrices, atomics of all kinds.
// args: -T cs_6_0 -E Collect
// args: -T cs_6_0 -E Records
// args: -T cs_6_0 -E Matrices
// args: -T cs_6_0 -E Matrices -Zpr
// args: -T cs_6_6 -E Heap
// args: -T cs_6_6 -E Atomics
// args: -T cs_6_2 -E Records -D SMALL=1 -enable-16bit-types
// args: -T cs_6_6 -E Derivatives
// dispatch: 1 1 1

#include "../kernel/config.hlsli"
#include "../kernel/packing.hlsli"

struct SampleRecord
{
    float3 value;
    uint id;
    float2 range[3];
#ifdef SMALL
    float16_t small[4];
    int16_t tiny;
    uint16_t flags;
#else
    uint small[2];
    uint flags;
#endif
};

struct BlockConstants
{
    float4x4 transform;
    row_major float3x4 rows;
    column_major float2x3 columns;
    float scale;
    float2 offsets[5];
    int3 cell;
    bool enabled;
    float3 tint;
    float3x3 basis[2];
};

ConstantBuffer<BlockConstants> Blocks[3] : register(b0);
cbuffer Loose : register(b8)
{
    float LooseScale : packoffset(c0.y);
    float3 LooseTint : packoffset(c1);
    uint4 LooseMask[2] : packoffset(c3);
};
Texture2DArray<float4> Slices : register(t0);
TextureCubeArray<float4> Probes : register(t1);
Texture1D<float> Ramp : register(t2);
Buffer<uint2> Pairs : register(t3);
ByteAddressBuffer Raw : register(t4);
Texture2D<float4> Pool[4] : register(t5);
Texture3D<float> Volume : register(t9);
AppendStructuredBuffer<SampleRecord> Kept : register(u0);
RWBuffer<float4> Typed : register(u1);
RWByteAddressBuffer RawOut : register(u2);
RWTexture2DArray<float4> SlicesOut : register(u3);
RWStructuredBuffer<float4> Results : register(u4);
SamplerState LinearWrap : register(s0);
SamplerState PointClamp : register(s1);
SamplerComparisonState ShadowCompare : register(s2);
Texture2DArray<float> ShadowMaps : register(t10);

[numthreads(8, 8, 1)]
void Collect(uint2 id : SV_DispatchThreadID, uint index : SV_GroupIndex)
{
    uint width, height, elements, levels;
    Slices.GetDimensions(0, width, height, elements, levels);
    const float2 uv = (id + 0.5) / float2(width, height);
    float4 sum = Slices.SampleLevel(LinearWrap, float3(uv, index % elements), 1, int2(1, -1));
    const float3 direction = normalize(float3(uv * 2 - 1, 0.7));
    sum += Probes.SampleLevel(LinearWrap, float4(direction, index & 1), 0);
    sum += Ramp.SampleLevel(PointClamp, uv.x, 0);
    sum += Slices.Load(int4(id & 15, index & 3, 0), int2(0, 1));
    sum.x += Volume.SampleLevel(LinearWrap, float3(uv, 0.3), 0);
    sum += Pool[NonUniformResourceIndex(index & 3)].Load(int3(id & 15, 0));
    const float4 compared = ShadowMaps.GatherCmp(ShadowCompare, float3(uv, 1), 0.5);
    sum.y += dot(compared, 0.25) + ShadowMaps.SampleCmpLevelZero(ShadowCompare, float3(uv, 2), uv.y);
    const float4 blue = Slices.GatherBlue(LinearWrap, float3(uv, 0), int2(1, 1));
    const float4 four = Slices.GatherAlpha(LinearWrap, float3(uv, 1), int2(0, 0), int2(1, 0), int2(0, 1), int2(-1, -1));
    SlicesOut[uint3(id, index & 1)] = sum + blue * 0.1;
    Typed[index] = four + float4(Pairs[index].xyxy & 7);
}

[numthreads(16, 1, 1)]
void Records(uint index : SV_DispatchThreadID)
{
    SampleRecord r = Raw.Load<SampleRecord>((index & 3) * sizeof(SampleRecord));
    const uint k = index % 3;
    r.range[k] += float2(index, 1);
    r.id = index;
#ifdef SMALL
    r.small[index & 3] *= float16_t(2);
    r.tiny = int16_t(r.tiny - int16_t(index));
    r.flags = uint16_t(r.flags << 1 | 1);
#else
    r.small[index & 1] ^= 0xff;
    r.flags = r.flags << 1 | 1;
#endif
    RawOut.Store<SampleRecord>(index * sizeof(SampleRecord) & 0x7f, r);
    float2 ranges[3] = Raw.Load<float2[3]>(64);
    ranges[k] = r.range[k];
    Results[index] = float4(ranges[0] + ranges[2], r.range[(k + 1) % 3]);
    if (index & 1)
        Kept.Append(r);
}

[numthreads(16, 1, 1)]
void Matrices(uint index : SV_DispatchThreadID)
{
    const uint which = index % 3;
    const BlockConstants b = Blocks[which];
    float4 p = float4(index, 1, 2, 1) * b.scale;
    p = mul(b.transform, p);
    const float3 q = mul(b.rows, p);
    const float2 c = mul(b.columns, q);
    const float3 basis = mul(b.basis[index & 1], b.tint) + b.basis[1]._m00_m11_m22;
    float4x4 m = transpose(b.transform);
    m[index & 3] += float4(c, b.offsets[index % 5]);
    m._m03_m13_m23 = basis;
    [unroll]
    for (uint r = 0; r < 4; ++r)
        m[r][(r + index) & 3] *= 2;
    const float4 product = mul(p, m) + determinant((float3x3)m);
    Results[index] = b.enabled ? product + float4(LooseTint * LooseScale, LooseMask[index & 1].z & 7) : product.wzyx + b.cell.x;
}

#if __SHADER_TARGET_MINOR >= 6
struct HeapIndices
{
    uint textures[4];
    uint buffer;
    uint sampler;
    uint target;
};

[numthreads(8, 8, 1)]
void Heap(uint2 id : SV_DispatchThreadID, uint index : SV_GroupIndex)
{
    const HeapIndices h = Raw.Load<HeapIndices>(0);
    SamplerState s = SamplerDescriptorHeap[h.sampler];
    StructuredBuffer<SampleRecord> records = ResourceDescriptorHeap[h.buffer];
    RWTexture2D<float4> target = ResourceDescriptorHeap[NonUniformResourceIndex(h.target + (index & 1))];
    float4 sum = 0;
    for (uint i = 0; i < 4; ++i)
    {
        Texture2D<float4> t = ResourceDescriptorHeap[NonUniformResourceIndex(h.textures[i])];
        sum += t.SampleLevel(s, (id + 0.5) / 8, i);
    }
    const SampleRecord r = records[index];
    sum.xy += r.range[index % 3];
    target[id] = sum + r.value.xyzx;
}

groupshared uint64_t SharedWide;
groupshared int SharedSmall[4];
RWStructuredBuffer<int64_t> WideCounters : register(u5);
RWTexture2D<uint64_t> WideTexture : register(u6);
RWTexture2D<int> IntTexture : register(u7);

[numthreads(64, 1, 1)]
void Atomics(uint index : SV_GroupIndex)
{
    if (index == 0)
        SharedWide = 0;
    GroupMemoryBarrierWithGroupSync();
    InterlockedMax(SharedWide, uint64_t(index * 7919 % 64) << 32 | index);
    InterlockedXor(SharedSmall[index & 3], int(index));
    GroupMemoryBarrierWithGroupSync();
    int64_t before;
    InterlockedAdd(WideCounters[index & 7], int64_t(index) - 32, before);
    InterlockedCompareStore(WideCounters[8], 0, before);
    InterlockedMin(WideTexture[uint2(index & 7, 1)], SharedWide);
    int old;
    InterlockedExchange(IntTexture[uint2(0, index & 3)], SharedSmall[index & 3], old);
    uint ignored;
    RawOut.InterlockedCompareExchange(index * 4, 0, uint(old), ignored);
    RawOut.InterlockedAdd64(512, SharedWide);
    InterlockedCompareStoreFloatBitwise(Results[0].x, 0.0, float(index));
}

[numthreads(8, 8, 1)]
void Derivatives(uint2 id : SV_DispatchThreadID, uint index : SV_GroupIndex)
{
    const float2 uv = (float2(id) + 0.5) / 16 * (1 + 0.1 * id.y);
    const float4 c = Pool[0].Sample(LinearWrap, uv);
    const float lod = Pool[1].CalculateLevelOfDetail(LinearWrap, uv * 4);
    const float2 dx = ddx(uv), dy = ddy_fine(uv);
    const float4 grad = Pool[2].SampleGrad(LinearWrap, uv, dx * 3, dy);
    Results[index] = c + grad + float4(dx, dy) + lod + Pool[3].SampleBias(LinearWrap, uv, 0.5) + fwidth(c.x);
}
#endif
