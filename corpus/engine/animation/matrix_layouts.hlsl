// dxilkit-corpus
// Palettes in every layout: row- and column-major members, 3x4 and 4x3, matrices picked and written by row and by element, polar decomposition.
// args: -T cs_6_0 -E BlendPalette
// args: -T cs_6_0 -E BlendPalette -Zpr
// args: -T cs_6_0 -E Decompose
// args: -T cs_6_0 -E Decompose -Zpr
// args: -T cs_6_0 -E Constrain
// args: -T cs_6_6 -E BlendPalette -Zpr
#include "../kernel/math.hlsli"

struct Bone
{
    row_major float3x4 pose;
    column_major float4x3 bind;
    float3x3 inertia;
    uint parent;
    float weight;
    uint2 pad;
};
cbuffer Rig : register(b0)
{
    row_major float3x4 Root[2];
    column_major float3x4 Mirror;
    float4x4 Basis;
    float2x3 Shear;
    uint Iterations;
    float Blend;
};
StructuredBuffer<Bone> Bones : register(t0);
RWStructuredBuffer<float4x4> Palette : register(u0);
RWStructuredBuffer<row_major float3x4> Compact : register(u1);

float4x4 Widen(float3x4 m) { return float4x4(m[0], m[1], m[2], float4(0, 0, 0, 1)); }
float4x4 Widen(float4x3 m) { return transpose(Widen(transpose(m))); }

[numthreads(32, 1, 1)]
void BlendPalette(uint i : SV_DispatchThreadID)
{
    const Bone b = Bones[i];
    float4x4 m = mul(Widen(b.pose), Widen(b.bind));
    uint parent = b.parent;
    [loop]
    for (uint depth = 0; depth < 3 && parent != i; ++depth)
    {
        m = mul(Widen(Bones[parent].pose), m);
        m /= max(abs(m._m33), 1.0) + abs(m[0][0]);
        parent = Bones[parent].parent;
    }
    m = lerp(m, mul(Basis, m), Blend);
    m._m03_m13_m23 += mul(Shear, m[2].xyz).xyx;
    m[3] = float4(0, 0, 0, 1);
    Palette[i] = m;
    Compact[i] = mul((float3x3)m, Root[i & 1]) + Mirror * b.weight;
}

float3x3 PolarStep(float3x3 a)
{
    const float3x3 inverseTransposed = transpose(Inverse3(a));
    return 0.5 * (a + inverseTransposed);
}

[numthreads(32, 1, 1)]
void Decompose(uint i : SV_DispatchThreadID)
{
    float3x3 a = Bones[i].inertia + float3x3(2, 0, 0, 0, 2, 0, 0, 0, 2);
    float3x3 r = a;
    for (uint k = 0; k < 4; ++k)
        r = PolarStep(r);
    const float3x3 s = mul(transpose(r), a);
    float4x4 result = 0;
    for (uint row = 0; row < 3; ++row)
        for (uint column = 0; column < 3; ++column)
        {
            if (row == column)
                result[row][3] = s[row][column];
            result[row][column] = r[row][column];
        }
    result[3] = float4(determinant(r), s._m01, s._m02, s._m12);
    Palette[i] = result;
}

[numthreads(32, 1, 1)]
void Constrain(uint i : SV_DispatchThreadID)
{
    float3x4 m = Bones[i].pose;
    for (uint k = 0; k < Iterations; ++k)
    {
        const uint axis = (k + i) % 3;
        m[axis].xyz = SafeNormalize(m[axis].xyz);
        const uint next = axis == 2 ? 0 : axis + 1;
        m[next].xyz -= dot(m[next].xyz, m[axis].xyz) * m[axis].xyz;
        m[axis][3] = clamp(m[axis][3], -Blend, Blend);
    }
    const bool3x3 small = (float3x3)m < 0.5;
    const int3x3 rounded = (int3x3)((float3x3)m * 8);
    Compact[i] = m;
    Palette[i] = float4x4(float4((float3)small[0], rounded._m00), float4((float3)small[1], rounded._m11), float4((float3)small[2], rounded._m22), float4(rounded[2], all(small)));
}
