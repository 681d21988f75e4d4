// dxilkit-corpus
// Vector and matrix intrinsics: lengths, products, reflections, reductions, determinants and inverses by cofactors.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 16 1 1
// binding: t0 In texture f32 buf 1
// binding: u0 Out UAV f32 buf 1
// binding: u1 Logic UAV u32 buf 1

Buffer<float4> In;
RWBuffer<float4> Out;
RWBuffer<uint> Logic;

float3x3 Inverse(float3x3 m)
{
    const float3 a = cross(m[1], m[2]), b = cross(m[2], m[0]), c = cross(m[0], m[1]);
    const float3x3 cofactors = { a, b, c };
    return transpose(cofactors) / determinant(m);
}

float4x4 Translation(float3 by)
{
    float4x4 m = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };
    m._14_24_34 = by;
    return m;
}

[numthreads(16, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    const float4 a = In[2 * id], b = In[2 * id + 1];
    const float3 n = normalize(b.xyz);
    const uint at = id * 8;

    Out[at + 0] = float4(dot(a, b), length(a.xyz), distance(a.xy, b.xy), dot(a.xy, b.zw));
    Out[at + 1] = float4(cross(a.xyz, b.xyz), 0);
    Out[at + 2] = float4(reflect(a.xyz, n), 1);
    Out[at + 3] = float4(refract(normalize(a.xyz), n, 0.75), 2);
    Out[at + 4] = float4(faceforward(n, a.xyz, float3(0, 0, 1)), 3);

    float3x3 m = float3x3(a.xyz, b.xyz, float3(1, -2, 4));
    m._m00 += 6; m._m11 += 8;
    Out[at + 5] = float4(mul(Inverse(m), mul(m, float3(1, 2, 3))), determinant(m));
    const float4x4 t = mul(Translation(a.xyz), Translation(b.xyz));
    Out[at + 6] = mul(t, float4(1, 1, 1, 1)) + float4(0, 0, 0, determinant(t));
    const float2x2 rotation = { cos(a.w), -sin(a.w), sin(a.w), cos(a.w) };
    Out[at + 7] = float4(mul(rotation, b.xy), mul(b.xy, rotation));

    uint flags = 0;
    flags |= any(a > b) ? 1 : 0;
    flags |= all(a > b) ? 2 : 0;
    flags |= any(a.xy) ? 4 : 0;
    flags |= all(abs(b.xyz) < 2) ? 8 : 0;
    const bool4 mask = (a > 0) == (b > 0);
    flags |= dot(uint4(mask), uint4(16, 32, 64, 128));
    flags |= any(!mask.xy) ? 256 : 0;
    Logic[id] = flags;
}
