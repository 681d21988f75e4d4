// Shapes that are no triangles: an intersection shader for each, any hit shaders that let light through, and closest hits that find the normal again
// from the attributes.
// library: -T lib_6_3
// library: -T lib_6_5 -Zpr
// library: -T lib_6_6 -O1

struct Payload
{
    float3 color;
    float distance;
    uint depth;
    float transmission;
};
struct SurfacePoint
{
    float3 normal;
    uint part;
};
struct Shape
{
    float3 a;
    float radius;
    float3 b;
    float height;
    float4 material;
};

StructuredBuffer<Shape> Shapes : register(t0);
Texture2D<float4> Albedo : register(t1);
SamplerState Repeat : register(s0);
RaytracingAccelerationStructure Scene : register(t2);
RWStructuredBuffer<uint> Statistics : register(u0);
cbuffer Light : register(b0)
{
    float3 toLight;
    float ambient;
    float3 lightColor;
    uint mostBounces;
};

Shape Own()
{
    return Shapes[InstanceID() + PrimitiveIndex()];
}

void Report(float t, float3 normal, uint part)
{
    if (t < RayTMin() || t > RayTCurrent())
        return;
    SurfacePoint s;
    s.normal = dot(normal, ObjectRayDirection()) > 0 ? -normal : normal;
    s.part = part;
    ReportHit(t, dot(normal, ObjectRayDirection()) > 0 ? 1 : 0, s);
}

/** Both roots of t^2 a + 2 t b + c; false where there is none. */
bool Roots(float a, float b, float c, out float2 t)
{
    const float d = b * b - a * c;
    t = 0;
    if (d < 0 || a == 0)
        return false;
    const float root = sqrt(d);
    t = float2(-b - root, -b + root) / a;
    return true;
}

[shader("intersection")]
void Sphere()
{
    const Shape s = Own();
    const float3 o = ObjectRayOrigin() - s.a;
    const float3 d = ObjectRayDirection();
    float2 t;
    if (!Roots(dot(d, d), dot(o, d), dot(o, o) - s.radius * s.radius, t))
        return;
    Report(t.x, (o + d * t.x) / s.radius, 0);
    Report(t.y, (o + d * t.y) / s.radius, 1);
}

[shader("intersection")]
void AxisBox()
{
    const Shape s = Own();
    const float3 inverse = 1 / ObjectRayDirection();
    const float3 first = (s.a - ObjectRayOrigin()) * inverse;
    const float3 second = (s.b - ObjectRayOrigin()) * inverse;
    const float3 near = min(first, second);
    const float3 far = max(first, second);
    const float enter = max(max(near.x, near.y), near.z);
    const float leave = min(min(far.x, far.y), far.z);
    if (enter > leave)
        return;
    const float3 normal = float3(near == enter) * -sign(ObjectRayDirection());
    Report(enter, normal, near.x == enter ? 0 : near.y == enter ? 1 : 2);
}

[shader("intersection")]
void Disc()
{
    const Shape s = Own();
    const float slope = dot(s.b, ObjectRayDirection());
    if (abs(slope) < 1e-6)
        return;
    const float t = dot(s.b, s.a - ObjectRayOrigin()) / slope;
    const float3 at = ObjectRayOrigin() + ObjectRayDirection() * t - s.a;
    if (dot(at, at) <= s.radius * s.radius)
        Report(t, s.b, 0);
}

[shader("intersection")]
void Cylinder()
{
    const Shape s = Own();
    const float3 o = ObjectRayOrigin() - s.a;
    const float3 d = ObjectRayDirection();
    float2 t;
    if (Roots(dot(d.xz, d.xz), dot(o.xz, d.xz), dot(o.xz, o.xz) - s.radius * s.radius, t))
        [unroll]
        for (uint i = 0; i < 2; i++)
        {
            const float3 at = o + d * t[i];
            if (at.y >= 0 && at.y <= s.height)
                Report(t[i], float3(at.x, 0, at.z) / s.radius, 0);
        }
    for (uint cap = 0; cap < 2; cap++)
    {
        const float across = (cap * s.height - o.y) / d.y;
        const float3 at = o + d * across;
        if (dot(at.xz, at.xz) <= s.radius * s.radius)
            Report(across, float3(0, cap ? 1 : -1, 0), 1 + cap);
    }
}

[shader("intersection")]
void Cone()
{
    const Shape s = Own();
    const float k = s.radius / s.height;
    const float3 o = ObjectRayOrigin() - (s.a + float3(0, s.height, 0));
    const float3 d = ObjectRayDirection();
    float2 t;
    if (!Roots(dot(d.xz, d.xz) - k * k * d.y * d.y, dot(o.xz, d.xz) - k * k * o.y * d.y, dot(o.xz, o.xz) - k * k * o.y * o.y, t))
        return;
    for (uint i = 0; i < 2; i++)
    {
        const float3 at = o + d * t[i];
        if (at.y <= 0 && at.y >= -s.height)
            Report(t[i], normalize(float3(at.x, -k * k * at.y, at.z)), 0);
    }
}

[shader("intersection")]
void Capsule()
{
    const Shape s = Own();
    const float3 axis = s.b - s.a;
    const float3 d = ObjectRayDirection();
    const float3 o = ObjectRayOrigin() - s.a;
    const float length2 = dot(axis, axis);
    float best = RayTCurrent();
    float3 normal = 0;
    // The nearest of the side and both ends.
    [unroll]
    for (uint end = 0; end < 2; end++)
    {
        const float3 c = o - axis * end;
        float2 t;
        if (Roots(dot(d, d), dot(c, d), dot(c, c) - s.radius * s.radius, t) && t.x > RayTMin() && t.x < best)
        {
            best = t.x;
            normal = (c + d * t.x) / s.radius;
        }
    }
    const float3 da = cross(d, axis);
    const float3 oa = cross(o, axis);
    float2 side;
    if (Roots(dot(da, da), dot(oa, da), dot(oa, oa) - s.radius * s.radius * length2, side) && side.x < best)
    {
        const float3 at = o + d * side.x;
        const float along = dot(at, axis) / length2;
        if (along > 0 && along < 1)
        {
            best = side.x;
            normal = (at - axis * along) / s.radius;
        }
    }
    if (any(normal != 0))
        Report(best, normal, 0);
}

[shader("intersection")]
void Paraboloid()
{
    const Shape s = Own();
    const float3 o = ObjectRayOrigin() - s.a;
    const float3 d = ObjectRayDirection();
    float2 t;
    if (!Roots(dot(d.xz, d.xz), dot(o.xz, d.xz) - s.radius * d.y * 0.5, dot(o.xz, o.xz) - s.radius * o.y, t))
        return;
    for (uint i = 0; i < 2; i++)
    {
        const float3 at = o + d * t[i];
        if (at.y < s.height)
            Report(t[i], normalize(float3(2 * at.x, -s.radius, 2 * at.z)), i);
    }
}

float Field(Shape s, float3 p)
{
    const float3 first = p - s.a;
    const float3 second = p - s.b;
    return s.radius * s.radius * (1 / dot(first, first) + 1 / dot(second, second)) - 1;
}

[shader("intersection")]
void Blobs()
{
    const Shape s = Own();
    float t = RayTMin();
    float before = Field(s, ObjectRayOrigin() + ObjectRayDirection() * t);
    [loop]
    for (uint i = 0; i < 64; i++)
    {
        const float next = t + s.height;
        const float value = Field(s, ObjectRayOrigin() + ObjectRayDirection() * next);
        if ((value < 0) != (before < 0))
        {
            const float hit = t + s.height * before / (before - value);
            const float3 p = ObjectRayOrigin() + ObjectRayDirection() * hit;
            const float2 e = float2(1e-3, 0);
            const float3 slope = float3(
                Field(s, p + e.xyy) - Field(s, p - e.xyy), Field(s, p + e.yxy) - Field(s, p - e.yxy), Field(s, p + e.yyx) - Field(s, p - e.yyx));
            Report(hit, -normalize(slope), i);
            return;
        }
        before = value;
        t = next;
    }
}

[shader("intersection")]
void HeightCell()
{
    const Shape s = Own();
    const float3 step = ObjectRayDirection() * s.height;
    float3 p = ObjectRayOrigin() + ObjectRayDirection() * RayTMin();
    for (uint i = 0; i < 32; i++)
    {
        const float ground = Albedo.SampleLevel(Repeat, p.xz * s.radius, 0).a;
        if (p.y < ground)
        {
            Report(dot(p - ObjectRayOrigin(), ObjectRayDirection()), float3(0, 1, 0), i);
            return;
        }
        p += step;
    }
}

[shader("anyhit")]
void Glass(inout Payload payload, in SurfacePoint s)
{
    payload.transmission *= 1 - Own().material.w * abs(dot(s.normal, ObjectRayDirection()));
    if (payload.transmission > 0.05)
        IgnoreHit();
}

[shader("anyhit")]
void Lattice(inout Payload payload, in SurfacePoint s)
{
    const float3 at = ObjectRayOrigin() + ObjectRayDirection() * RayTCurrent();
    const float3 cell = frac(at * 8);
    if (all(cell > 0.2))
        IgnoreHit();
    payload.depth += s.part;
}

[shader("anyhit")]
void FirstIsEnough(inout Payload payload, in SurfacePoint s)
{
    payload.transmission = 0;
    AcceptHitAndEndSearch();
}

[shader("anyhit")]
void Counted(inout Payload payload, in SurfacePoint s)
{
    InterlockedAdd(Statistics[HitKind()], 1);
    payload.distance = min(payload.distance, RayTCurrent());
}

[shader("anyhit")]
void Dithered(inout Payload payload, in SurfacePoint s)
{
    const uint2 pixel = DispatchRaysIndex().xy;
    const uint bayer = ((pixel.x ^ pixel.y) & 1) * 2 + (pixel.y & 1);
    if (Own().material.w * 4 < bayer + 0.5)
        IgnoreHit();
}

[shader("anyhit")]
void BackFaces(inout Payload payload, in SurfacePoint s)
{
    if (HitKind() == 1 && (RayFlags() & RAY_FLAG_CULL_BACK_FACING_TRIANGLES))
        IgnoreHit();
}

float3 Lit(float3 normal, float3 albedo)
{
    const float3 world = normalize(mul((float3x3)ObjectToWorld3x4(), normal));
    return albedo * (ambient + saturate(dot(world, toLight)) * lightColor);
}

[shader("closesthit")]
void Diffuse(inout Payload payload, in SurfacePoint s)
{
    payload.color = Lit(s.normal, Own().material.rgb);
    payload.distance = RayTCurrent();
}

[shader("closesthit")]
void Textured(inout Payload payload, in SurfacePoint s)
{
    const float2 uv = float2(atan2(s.normal.z, s.normal.x) / 6.2831853, acos(s.normal.y) / 3.14159265);
    payload.color = Lit(s.normal, Albedo.SampleLevel(Repeat, uv, 0).rgb);
    payload.distance = RayTCurrent();
}

[shader("closesthit")]
void Mirror(inout Payload payload, in SurfacePoint s)
{
    payload.distance = RayTCurrent();
    if (payload.depth >= mostBounces)
    {
        payload.color = 0;
        return;
    }
    RayDesc ray;
    ray.Origin = WorldRayOrigin() + WorldRayDirection() * RayTCurrent();
    ray.Direction = reflect(WorldRayDirection(), normalize(mul((float3x3)ObjectToWorld3x4(), s.normal)));
    ray.TMin = 1e-3;
    ray.TMax = 1e4;
    Payload next = { float3(0, 0, 0), 0, payload.depth + 1, 1 };
    TraceRay(Scene, RAY_FLAG_NONE, 0xff, 0, 1, 0, ray, next);
    payload.color = next.color * Own().material.rgb;
}

[shader("closesthit")]
void Facing(inout Payload payload, in SurfacePoint s)
{
    payload.color = s.normal * 0.5 + 0.5;
    payload.color[s.part % 3] = 1;
}

[shader("closesthit")]
void Distances(inout Payload payload, in SurfacePoint s)
{
    payload.color = frac(RayTCurrent() * float3(1, 0.1, 0.01));
    payload.distance = RayTCurrent();
}

[shader("miss")]
void Sky(inout Payload payload)
{
    payload.color = lerp(float3(0.6, 0.7, 0.9), float3(0.1, 0.2, 0.5), saturate(WorldRayDirection().y)) * payload.transmission;
    payload.distance = RayTCurrent();
}

[shader("raygeneration")]
void Look()
{
    const float2 at = (DispatchRaysIndex().xy + 0.5) / DispatchRaysDimensions().xy * 2 - 1;
    RayDesc ray = { float3(at * 0.1, -1), 0, normalize(float3(at, 1)), 1e5 };
    Payload payload = { float3(0, 0, 0), 1e5, 0, 1 };
    TraceRay(Scene, RAY_FLAG_NONE, 0xff, 0, 1, 0, ray, payload);
    Statistics[DispatchRaysIndex().x + 4] = asuint(payload.color.x);
}

TriangleHitGroup Plain = { "Counted", "Diffuse" };
ProceduralPrimitiveHitGroup Spheres = { "Glass", "Textured", "Sphere" };
ProceduralPrimitiveHitGroup Boxes = { "Lattice", "Facing", "AxisBox" };
ProceduralPrimitiveHitGroup Discs = { "", "Mirror", "Disc" };
ProceduralPrimitiveHitGroup Blobby = { "Dithered", "Distances", "Blobs" };
RaytracingShaderConfig Sizes = { 24, 16 };
RaytracingPipelineConfig Depths = { 4 };
