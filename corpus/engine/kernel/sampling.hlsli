// Distributions over discs, spheres, hemispheres, triangles and microfacets.
#ifndef KERNEL_SAMPLING_HLSLI
#define KERNEL_SAMPLING_HLSLI

#include "math.hlsli"

float2 SampleDisk(float2 u)
{
    const float2 o = 2 * u - 1;
    if (o.x == 0 && o.y == 0)
        return 0;
    float radius, angle;
    if (abs(o.x) > abs(o.y))
    {
        radius = o.x;
        angle = PI / 4 * (o.y / o.x);
    }
    else
    {
        radius = o.y;
        angle = HALF_PI - PI / 4 * (o.x / o.y);
    }
    float s, c;
    sincos(angle, s, c);
    return radius * float2(c, s);
}

struct DirectionSample
{
    float3 direction;
    float pdf;
};

DirectionSample SampleCosine(float2 u)
{
    const float2 d = SampleDisk(u);
    DirectionSample s;
    s.direction = float3(d, SafeSqrt(1 - dot(d, d)));
    s.pdf = s.direction.z * INV_PI;
    return s;
}

DirectionSample SampleUniformSphere(float2 u)
{
    const float z = 1 - 2 * u.x;
    const float r = SafeSqrt(1 - z * z);
    float sn, cs;
    sincos(TWO_PI * u.y, sn, cs);
    DirectionSample s;
    s.direction = float3(r * cs, r * sn, z);
    s.pdf = INV_PI * 0.25;
    return s;
}

DirectionSample SampleCone(float2 u, float cosMax)
{
    const float z = lerp(cosMax, 1, u.x);
    const float r = SafeSqrt(1 - z * z);
    float sn, cs;
    sincos(TWO_PI * u.y, sn, cs);
    DirectionSample s;
    s.direction = float3(r * cs, r * sn, z);
    s.pdf = rcp(max(TWO_PI * (1 - cosMax), EPSILON));
    return s;
}

float2 SampleTriangle(float2 u)
{
    const float s = sqrt(u.x);
    return float2(1 - s, u.y * s);
}

/// Visible normals of GGX in tangent space.
float3 SampleVisibleNormal(float3 view, float2 alpha, float2 u)
{
    const float3 v = normalize(float3(alpha * view.xy, view.z));
    const float square = dot(v.xy, v.xy);
    const float3 t1 = square > 0 ? float3(-v.y, v.x, 0) * rsqrt(square) : float3(1, 0, 0);
    const float3 t2 = cross(v, t1);
    const float r = sqrt(u.x);
    float sn, cs;
    sincos(TWO_PI * u.y, sn, cs);
    const float p1 = r * cs;
    const float s = 0.5 * (1 + v.z);
    const float p2 = lerp(SafeSqrt(1 - p1 * p1), r * sn, s);
    const float3 n = p1 * t1 + p2 * t2 + SafeSqrt(1 - p1 * p1 - p2 * p2) * v;
    return normalize(float3(alpha * n.xy, max(n.z, 0)));
}

float PowerHeuristic(float a, float b) { return Square(a) / max(Square(a) + Square(b), EPSILON); }

#endif
