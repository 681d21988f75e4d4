// Rays, boxes, spheres, cones, frusta and triangles.
#ifndef KERNEL_GEOMETRY_HLSLI
#define KERNEL_GEOMETRY_HLSLI

#include "math.hlsli"

struct Aabb
{
    float3 lower;
    float3 upper;

    static Aabb Empty()
    {
        Aabb b;
        b.lower = FLOAT_MAX;
        b.upper = -FLOAT_MAX;
        return b;
    }
    void Grow(float3 p)
    {
        lower = min(lower, p);
        upper = max(upper, p);
    }
    void Grow(Aabb o)
    {
        lower = min(lower, o.lower);
        upper = max(upper, o.upper);
    }
    float3 Center() { return 0.5 * (lower + upper); }
    float3 Extent() { return 0.5 * (upper - lower); }
    float HalfArea()
    {
        const float3 d = max(upper - lower, 0);
        return d.x * d.y + d.y * d.z + d.z * d.x;
    }
    bool Contains(float3 p) { return all(p >= lower) && all(p <= upper); }
    bool Overlaps(Aabb o) { return all(lower <= o.upper) && all(upper >= o.lower); }
    float3 Corner(uint i) { return float3(i & 1 ? upper.x : lower.x, i & 2 ? upper.y : lower.y, i & 4 ? upper.z : lower.z); }
};

struct Sphere
{
    float3 center;
    float radius;
};

struct Ray
{
    float3 origin;
    float tMin;
    float3 direction;
    float tMax;

    float3 At(float t) { return origin + direction * t; }
};

struct RayInverse
{
    float3 origin;
    float3 inverse;

    static RayInverse From(Ray r)
    {
        RayInverse i;
        const float3 d = select(abs(r.direction) > 1e-12, r.direction, float3(1e-12, 1e-12, 1e-12));
        i.inverse = rcp(d);
        i.origin = -r.origin * i.inverse;
        return i;
    }
    /// Near and far distance; missed when near > far.
    float2 Slabs(Aabb box, float tMin, float tMax)
    {
        const float3 a = box.lower * inverse + origin;
        const float3 b = box.upper * inverse + origin;
        const float3 lo = min(a, b), hi = max(a, b);
        return float2(max(MaxComponent(lo), tMin), min(MinComponent(hi), tMax));
    }
};

struct TriangleHit
{
    float t;
    float2 barycentrics;
    bool isFront;
};

bool IntersectTriangle(Ray ray, float3 v0, float3 v1, float3 v2, out TriangleHit hit)
{
    hit = (TriangleHit)0;
    const float3 e1 = v1 - v0, e2 = v2 - v0;
    const float3 p = cross(ray.direction, e2);
    const float d = dot(e1, p);
    if (abs(d) < 1e-10)
        return false;
    const float inv = 1 / d;
    const float3 s = ray.origin - v0;
    const float u = dot(s, p) * inv;
    if (u < 0 || u > 1)
        return false;
    const float3 q = cross(s, e1);
    const float v = dot(ray.direction, q) * inv;
    if (v < 0 || u + v > 1)
        return false;
    hit.t = dot(e2, q) * inv;
    hit.barycentrics = float2(u, v);
    hit.isFront = d > 0;
    return hit.t > ray.tMin && hit.t < ray.tMax;
}

float2 IntersectSphere(Ray ray, Sphere s)
{
    const float3 o = ray.origin - s.center;
    const float b = dot(o, ray.direction);
    const float c = dot(o, o) - s.radius * s.radius;
    const float d = b * b - c;
    if (d < 0)
        return float2(1, -1);
    const float root = sqrt(d);
    return float2(-b - root, -b + root);
}

#define FRUSTUM_PLANES 6

struct Frustum
{
    float4 planes[FRUSTUM_PLANES];

    static Frustum FromMatrix(float4x4 m)
    {
        Frustum f;
        f.planes[0] = m[3] + m[0];
        f.planes[1] = m[3] - m[0];
        f.planes[2] = m[3] + m[1];
        f.planes[3] = m[3] - m[1];
        f.planes[4] = m[2];
        f.planes[5] = m[3] - m[2];
        [unroll]
        for (uint i = 0; i < FRUSTUM_PLANES; ++i)
            f.planes[i] *= rsqrt(max(dot(f.planes[i].xyz, f.planes[i].xyz), EPSILON));
        return f;
    }
    bool Sees(Sphere s)
    {
        bool inside = true;
        [unroll]
        for (uint i = 0; i < FRUSTUM_PLANES; ++i)
            inside = inside && dot(planes[i].xyz, s.center) + planes[i].w > -s.radius;
        return inside;
    }
    bool Sees(Aabb box)
    {
        [unroll]
        for (uint i = 0; i < FRUSTUM_PLANES; ++i)
        {
            const float3 far = select(planes[i].xyz > 0, box.upper, box.lower);
            if (dot(planes[i].xyz, far) + planes[i].w < 0)
                return false;
        }
        return true;
    }
};

Aabb TransformBox(Aabb box, float3x4 m)
{
    const float3 c = mul(m, float4(box.Center(), 1));
    const float3 e = mul(abs((float3x3)m), box.Extent());
    Aabb r;
    r.lower = c - e;
    r.upper = c + e;
    return r;
}

float3 ClosestOnSegment(float3 a, float3 b, float3 p, out float t)
{
    const float3 d = b - a;
    t = saturate(dot(p - a, d) * SafeRcp(dot(d, d)));
    return a + d * t;
}

float3 ClosestOnTriangle(float3 p, float3 a, float3 b, float3 c)
{
    const float3 ab = b - a, ac = c - a, ap = p - a;
    const float d1 = dot(ab, ap), d2 = dot(ac, ap);
    if (d1 <= 0 && d2 <= 0)
        return a;
    const float3 bp = p - b;
    const float d3 = dot(ab, bp), d4 = dot(ac, bp);
    if (d3 >= 0 && d4 <= d3)
        return b;
    const float vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0)
        return a + ab * (d1 / (d1 - d3));
    const float3 cp = p - c;
    const float d5 = dot(ab, cp), d6 = dot(ac, cp);
    if (d6 >= 0 && d5 <= d6)
        return c;
    const float vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0)
        return a + ac * (d2 / (d2 - d6));
    const float va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
        return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
    const float inv = 1 / (va + vb + vc);
    return a + ab * (vb * inv) + ac * (vc * inv);
}

#endif
