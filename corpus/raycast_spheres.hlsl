// dxilkit-corpus
// Primary rays against a list of spheres, nearest hit with Lambert shading and one shadow ray.
// args: -T cs_6_0 -E main
// args: -T cs_6_5 -E main
// args: -T cs_6_6 -E main
// threads: 8 8 1
// binding: cb0 Camera cbuffer NA NA 1
// binding: t0 Spheres texture struct r/o 1
// binding: u0 Target UAV f32 2d 1
// binding: u1 HitIds UAV i32 2d 1

struct Sphere
{
    float3 center;
    float radius;
    float3 albedo;
    uint flags;
};

struct Ray { float3 origin; float3 direction; };
struct Hit { float t; int id; };

cbuffer Camera : register(b0)
{
    float3 Eye;
    float TanHalfFov;
    row_major float3x3 Basis;
    uint2 Size;
    uint SphereCount;
    float3 LightDirection;
};

StructuredBuffer<Sphere> Spheres : register(t0);
RWTexture2D<float4> Target : register(u0);
RWTexture2D<int> HitIds : register(u1);

#define FLAG_NO_SHADOW 1u
#define FAR 1e20f

bool Intersect(Ray ray, Sphere s, out float t)
{
    const float3 oc = ray.origin - s.center;
    const float b = dot(oc, ray.direction);
    const float c = dot(oc, oc) - s.radius * s.radius;
    const float disc = b * b - c;
    t = FAR;
    if (disc < 0)
        return false;
    const float root = sqrt(disc);
    t = -b - root;
    if (t < 1e-3f)
        t = -b + root;
    return t >= 1e-3f;
}

Hit Nearest(Ray ray, uint skipFlags = 0)
{
    Hit hit;
    hit.t = FAR;
    hit.id = -1;
    for (uint i = 0; i < SphereCount; ++i)
    {
        const Sphere s = Spheres[i];
        if ((s.flags & skipFlags) != 0)
            continue;
        float t;
        if (Intersect(ray, s, t) && t < hit.t)
        {
            hit.t = t;
            hit.id = (int)i;
        }
    }
    return hit;
}

[numthreads(8, 8, 1)]
void main(uint2 id : SV_DispatchThreadID)
{
    if (id.x >= Size.x || id.y >= Size.y)
        return;

    float2 ndc = ((float2)id + 0.5f) / (float2)Size * 2 - 1;
    ndc.y = -ndc.y;
    Ray ray;
    ray.origin = Eye;
    ray.direction = normalize(mul(float3(ndc * TanHalfFov, 1), Basis));

    const Hit hit = Nearest(ray);
    float4 color = float4(0.1f, 0.2f, 0.3f, 0);
    if (hit.id >= 0)
    {
        const Sphere s = Spheres[hit.id];
        const float3 p = ray.origin + ray.direction * hit.t;
        const float3 n = (p - s.center) / s.radius;
        Ray shadow = { p + n * 0.01f, LightDirection };
        float light = max(dot(n, LightDirection), 0);
        if (light > 0 && Nearest(shadow, FLAG_NO_SHADOW).id >= 0)
            light *= 0.25f;
        color = float4(s.albedo * (0.1f + 0.9f * light), hit.t);
    }
    Target[id] = color;
    HitIds[id] = hit.id;
}
