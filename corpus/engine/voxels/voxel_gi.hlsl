// dxilkit-corpus
// Voxel radiance: injection with a running average by compare-exchange, anisotropic mips, diffuse and specular cones.
// args: -T cs_6_0 -E Inject
// args: -T cs_6_0 -E BuildMips
// args: -T cs_6_0 -E GatherCones
// args: -T cs_6_0 -E GatherCones -D CONES=5 -D SPECULAR=1
// args: -T cs_6_6 -E GatherCones -D CONES=9 -D SPECULAR=1
// data: cb0 16u 16u 16u 4u 0 0 0 0.0625 16u 16u 0.5 1 2 0.5 0 0
// dispatch: 1 1 1

#include "../kernel/config.hlsli"
#include "../kernel/geometry.hlsli"
#include "../kernel/packing.hlsli"
#include "../kernel/random.hlsli"

#ifndef CONES
#define CONES 4
#endif
#ifndef SPECULAR
#define SPECULAR 0
#endif
#define FACES 6

struct VoxelConstants
{
    uint3 size;
    uint levels;
    float3 origin;
    float voxel;
    uint2 screen;
    float stepScale;
    float maxDistance;
    float intensity;
    float bias;
    float2 pad;
};

ConstantBuffer<VoxelConstants> Voxels : register(b0);
Texture2D<float4> Positions : register(t0);
Texture2D<float4> Normals : register(t1);
Texture2D<float4> Lighting : register(t2);
Texture3D<float4> Radiance : register(t3);
Texture3D<float4> Faces[FACES] : register(t4);
SamplerState LinearClamp : register(s0);
RWTexture3D<uint> Packed : register(u0);
RWTexture3D<float4> FacesOut[FACES] : register(u1);
RWTexture2D<float4> Indirect : register(u7);

/// Colour in 3 x 8 bits, number of samples in the rest.
uint PackSample(float3 c, uint count)
{
    const uint3 q = uint3(saturate(c) * 255 + 0.5);
    return q.x | q.y << 8 | q.z << 16 | min(count, 255) << 24;
}
float3 SampleColor(uint v) { return float3(v & 0xff, (v >> 8) & 0xff, (v >> 16) & 0xff) / 255; }

void Average(uint3 cell, float3 color)
{
    uint expected = 0, next = PackSample(color, 1);
    [allow_uav_condition][loop]
    for (uint guard = 0; guard < 32; ++guard)
    {
        uint old;
        InterlockedCompareExchange(Packed[cell], expected, next, old);
        if (old == expected)
            break;
        expected = old;
        const uint count = old >> 24;
        next = PackSample((SampleColor(old) * count + color) / (count + 1), count + 1);
    }
}

[numthreads(8, 8, 1)]
void Inject(uint2 pixel : SV_DispatchThreadID)
{
    const float3 p = Positions[pixel].xyz, n = Normals[pixel].xyz * 2 - 1;
    const float3 cell = (p + n * Voxels.bias * Voxels.voxel - Voxels.origin) / Voxels.voxel;
    if (any(cell < 0) || any(cell >= float3(Voxels.size)))
        return;
    Average(uint3(cell), Lighting[pixel].rgb * rcp(1 + MaxComponent(Lighting[pixel].rgb)));
}

float4 Over(float4 front, float4 back) { return front + back * (1 - front.a); }

[numthreads(4, 4, 4)]
void BuildMips(uint3 cell : SV_DispatchThreadID)
{
    float4 children[8];
    [unroll]
    for (uint i = 0; i < 8; ++i)
        children[i] = Radiance[(cell * 2 + uint3(i & 1, (i >> 1) & 1, i >> 2)) % Voxels.size];
    // For each direction the nearer four lie over the farther four.
    float4 sums[FACES];
    [unroll]
    for (uint face = 0; face < FACES; ++face)
    {
        const uint axis = face >> 1, bit = 1u << axis;
        sums[face] = 0;
        [unroll]
        for (uint k = 0; k < 8; ++k)
        {
            if (k & bit)
                continue;
            const float4 near = children[face & 1 ? k | bit : k], far = children[face & 1 ? k : k | bit];
            sums[face] += Over(near, far) * 0.25;
        }
    }
    FacesOut[0][cell] = sums[0];
    FacesOut[1][cell] = sums[1];
    FacesOut[2][cell] = sums[2];
    FacesOut[3][cell] = sums[3];
    FacesOut[4][cell] = sums[4];
    FacesOut[5][cell] = sums[5];
}

float4 SampleAnisotropic(float3 uvw, float3 direction, float level)
{
    const float3 w = direction * direction;
    const float4 x = direction.x < 0 ? Faces[0].SampleLevel(LinearClamp, uvw, level) : Faces[1].SampleLevel(LinearClamp, uvw, level);
    const float4 y = direction.y < 0 ? Faces[2].SampleLevel(LinearClamp, uvw, level) : Faces[3].SampleLevel(LinearClamp, uvw, level);
    const float4 z = direction.z < 0 ? Faces[4].SampleLevel(LinearClamp, uvw, level) : Faces[5].SampleLevel(LinearClamp, uvw, level);
    return w.x * x + w.y * y + w.z * z;
}

float4 TraceCone(float3 origin, float3 direction, float aperture)
{
    float4 sum = 0;
    float distance = Voxels.voxel * 2;
    [loop]
    for (uint step = 0; step < 16; ++step)
    {
        if (distance > Voxels.maxDistance || sum.a > 0.95)
            break;
        const float diameter = max(Voxels.voxel, 2 * aperture * distance);
        const float level = log2(diameter / Voxels.voxel);
        const float3 uvw = (origin + direction * distance - Voxels.origin) / (Voxels.voxel * float3(Voxels.size));
        if (any(uvw < 0) || any(uvw > 1))
            break;
        float4 c = level < 1 ? lerp(Radiance.SampleLevel(LinearClamp, uvw, 0), SampleAnisotropic(uvw, direction, 0), level)
                             : SampleAnisotropic(uvw, direction, level - 1);
        c *= 1 - pow(saturate(1 - c.a), diameter * Voxels.stepScale / Voxels.voxel);
        sum = Over(sum, c);
        distance += diameter * Voxels.stepScale;
    }
    return sum;
}

[numthreads(8, 8, 1)]
void GatherCones(uint2 pixel : SV_DispatchThreadID)
{
    const float3 n = SafeNormalize(Normals[pixel].xyz * 2 - 1);
    const float3 p = Positions[pixel].xyz + n * Voxels.bias * Voxels.voxel;
    float3 t, b;
    BuildFrame(n, t, b);
    float4 diffuse = 0;
    float total = 0;
    const float turn = GradientDither(pixel, 0) * TWO_PI;
    [unroll]
    for (uint i = 0; i < CONES; ++i)
    {
        float3 local = float3(0, 0, 1);
        if (i > 0)
        {
            float s, c;
            sincos(TWO_PI * (i - 1) / (CONES - 1) + turn, s, c);
            local = float3(0.866 * c, 0.866 * s, 0.5);
        }
        const float w = local.z;
        diffuse += w * TraceCone(p, local.x * t + local.y * b + local.z * n, 0.577);
        total += w;
    }
    diffuse /= total;
    float4 result = diffuse;
#if SPECULAR
    const float roughness = Normals[pixel].w;
    const float3 view = SafeNormalize(p - float3(0.5, 0.5, -1));
    const float4 specular = TraceCone(p, reflect(view, n), max(roughness * 0.5, 0.03));
    result += specular * Pow5(1 - saturate(dot(-view, n)));
#endif
    Indirect[pixel] = float4(result.rgb * Voxels.intensity, 1 - diffuse.a);
}
