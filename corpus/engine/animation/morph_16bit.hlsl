// dxilkit-corpus
// Morph targets and normals in native 16-bit types: sparse deltas, accumulation in halves with compensation, quantised output.
// args: -T cs_6_2 -E ApplyMorphs -enable-16bit-types
// args: -T cs_6_2 -E ApplyMorphs -enable-16bit-types -D COMPENSATED=1
// args: -T cs_6_2 -E ApplyMorphs -enable-16bit-types -D COMPENSATED=1 -D TANGENTS=1
// args: -T cs_6_6 -E ApplyMorphs -enable-16bit-types -D HEAP=1
// args: -T cs_6_2 -E QuantiseNormals -enable-16bit-types
// args: -T cs_6_0 -E ApplyMorphs -D MINIMUM=1
// args: -T cs_6_0 -E QuantiseNormals -D MINIMUM=1
// range: weight 0 1
// dispatch: 1 1 1
#ifndef COMPENSATED
#define COMPENSATED 0
#endif
#ifndef TANGENTS
#define TANGENTS 0
#endif
#ifndef HEAP
#define HEAP 0
#endif
#ifndef MINIMUM
#define MINIMUM 0
#endif

#if MINIMUM
typedef min16float Half;
typedef min16float2 Half2;
typedef min16float3 Half3;
typedef min16float4 Half4;
typedef min16int2 Short2;
typedef min16uint Ushort;
#else
typedef float16_t Half;
typedef float16_t2 Half2;
typedef float16_t3 Half3;
typedef float16_t4 Half4;
typedef int16_t2 Short2;
typedef uint16_t Ushort;
#endif

struct Vertex
{
    float3 position;
    uint normal;
    float4 tangent;
};

struct MorphTarget
{
    float weight;
    uint first;
    uint count;
    uint scale;
};

struct Accumulator
{
    Half3 sum;
    Half3 lost;

    void Add(Half3 value)
    {
#if COMPENSATED
        precise Half3 y = value - lost;
        precise Half3 t = sum + y;
        lost = (t - sum) - y;
        sum = t;
#else
        sum += value;
#endif
    }
};

#if HEAP
cbuffer Handles : register(b1) { uint DeltaHandle; uint VertexHandle; }
#endif
StructuredBuffer<MorphTarget> Targets : register(t0);
StructuredBuffer<uint2> Deltas : register(t1);
StructuredBuffer<uint> Remap : register(t2);
RWStructuredBuffer<Vertex> Vertices : register(u0);
RWStructuredBuffer<uint2> Quantised : register(u1);
cbuffer Counts : register(b0)
{
    uint TargetCount;
    uint VertexCount;
    float Strength;
}

Half3 DecodeDelta(uint2 packed, uint scaleBits)
{
    Half scale = (Half)(1.0f / float(1u << (scaleBits & 7u)));
    int3 raw = int3(int(packed.x << 16) >> 16, int(packed.x) >> 16, int(packed.y << 16) >> 16) & 1023;
    return (Half3)(float3(raw - 512) / 512.0f) * scale;
}

Half3 OctahedralDecode(uint packed)
{
    Half2 e = (Half2)(float2(packed & 0xffu, (packed >> 8) & 0xffu) / 127.5f - 1.0f);
    Half3 n = Half3(e, (Half)1 - abs(e.x) - abs(e.y));
    Half fold = max(-n.z, (Half)0);
    n.x += n.x >= (Half)0 ? -fold : fold;
    n.y += n.y >= (Half)0 ? -fold : fold;
    return normalize(n);
}

Short2 OctahedralEncode(Half3 n)
{
    Half2 p = n.xy / (abs(n.x) + abs(n.y) + abs(n.z));
    if (n.z <= (Half)0)
    {
        Half2 s = Half2(p.x >= (Half)0 ? (Half)1 : (Half)-1, p.y >= (Half)0 ? (Half)1 : (Half)-1);
        p = ((Half)1 - abs(p.yx)) * s;
    }
    return (Short2)(p * (Half)127);
}

[numthreads(64, 1, 1)]
void ApplyMorphs(uint id : SV_DispatchThreadID)
{
    if (id >= VertexCount * 8u) return;
#if HEAP
    StructuredBuffer<uint2> deltas = ResourceDescriptorHeap[DeltaHandle];
    RWStructuredBuffer<Vertex> vertices = ResourceDescriptorHeap[VertexHandle];
#else
#define deltas Deltas
#define vertices Vertices
#endif
    Vertex v = vertices[id];
    Accumulator position = (Accumulator)0, normal = (Accumulator)0;
    normal.Add(OctahedralDecode(v.normal));
    for (uint t = 0; t < TargetCount; ++t)
    {
        MorphTarget target = Targets[t];
        Half weight = (Half)(target.weight * Strength);
        if (weight == (Half)0) continue;
        uint low = target.first, high = target.first + target.count;
        while (low < high)
        {
            uint middle = (low + high) >> 1;
            if (Remap[middle] < id) low = middle + 1;
            else high = middle;
        }
        if (low >= target.first + target.count) continue;
        uint2 packed = deltas[low];
        position.Add(DecodeDelta(packed, target.scale) * weight);
        normal.Add(OctahedralDecode(packed.y >> 16) * weight);
    }
    v.position += (float3)position.sum;
    Half3 n = normalize(normal.sum);
    Short2 encoded = OctahedralEncode(n);
    v.normal = (uint(int(encoded.x)) & 0xffu) | (uint(int(encoded.y)) & 0xffu) << 8;
#if TANGENTS
    Half3 tangent = (Half3)v.tangent.xyz;
    tangent = normalize(tangent - n * dot(n, tangent));
    Half3 bitangent = cross(n, tangent) * (Half)sign(v.tangent.w);
    v.tangent = float4((float3)tangent, dot((float3)bitangent, v.position) < 0.0f ? -1.0f : 1.0f);
#endif
    vertices[id] = v;
}

[numthreads(32, 1, 1)]
void QuantiseNormals(uint id : SV_DispatchThreadID)
{
    Vertex v = Vertices[id];
    Half3 n = OctahedralDecode(v.normal);
    Half worst = (Half)0;
    Ushort best = (Ushort)0;
    // The four roundings of the encoded pair: the one that decodes to the nearest direction wins.
    Short2 base = OctahedralEncode(n);
    [unroll]
    for (Ushort i = (Ushort)0; i < (Ushort)4; ++i)
    {
        Short2 candidate = base + Short2(i & (Ushort)1, i >> (Ushort)1);
        uint bits = (uint(int(candidate.x) + 128) & 0xffu) | (uint(int(candidate.y) + 128) & 0xffu) << 8;
        Half score = dot(OctahedralDecode(bits), n);
        if (score > worst)
        {
            worst = score;
            best = i;
        }
    }
    Quantised[id] = uint2((uint)best, uint(float(worst) * 64.0f + 0.5f));
}
