// Boxes whose contents are distance fields: an intersection shader marches, closest hit takes the gradient from the attributes.
// library: -T lib_6_3
// library: -T lib_6_6

struct Shading
{
    float3 color;
    uint steps;
};

struct Surface
{
    float3 gradient;
    uint steps;
    float distance;
};

RaytracingAccelerationStructure Scene;
RWTexture2D<float4> Output;
struct Field
{
    float4x4 toField;
    float3 size;
    uint kind;
    float blend[2];
};
StructuredBuffer<Field> Fields;
ConstantBuffer<Field> Ground;

float Torus(float3 p, float2 t)
{
    return length(float2(length(p.xz) - t.x, p.y)) - t.y;
}

float Box(float3 p, float3 b)
{
    const float3 q = abs(p) - b;
    return length(max(q, 0)) + min(max(q.x, max(q.y, q.z)), 0);
}

float Distance(Field f, float3 p)
{
    switch (f.kind)
    {
    case 0:
        return length(p) - f.size.x;
    case 1:
        return Box(p, f.size);
    case 2:
        return Torus(p, f.size.xy);
    default:
        return lerp(Box(p, f.size), Torus(p, f.size.xy), f.blend[f.kind & 1]);
    }
}

[shader("raygeneration")]
void Trace()
{
    RayDesc ray;
    ray.Origin = float3(DispatchRaysIndex().xy / (float2)DispatchRaysDimensions().xy, -1);
    ray.Direction = float3(0, 0, 1);
    ray.TMin = 0;
    ray.TMax = 100;
    Shading shading;
    shading.color = 0;
    shading.steps = 0;
    TraceRay(Scene, 0, ~0, 0, 0, 0, ray, shading);
    Output[DispatchRaysIndex().xy] = float4(shading.color, shading.steps);
}

[shader("intersection")]
void March()
{
    const Field field = Fields[PrimitiveIndex()];
    const float3 o = mul(field.toField, float4(ObjectRayOrigin(), 1)).xyz;
    const float3 d = normalize(mul((float3x3)field.toField, ObjectRayDirection()));
    Surface surface;
    surface.steps = 0;
    float t = RayTMin();
    for (; surface.steps < 128 && t < RayTCurrent(); surface.steps++)
    {
        surface.distance = Distance(field, o + d * t);
        if (surface.distance < 1e-4f)
            break;
        t += surface.distance;
    }
    if (surface.distance >= 1e-4f)
        return;
    const float3 p = o + d * t;
    [unroll]
    for (uint i = 0; i < 3; i++)
    {
        float3 e = 0;
        e[i] = 1e-3f;
        surface.gradient[i] = Distance(field, p + e) - Distance(field, p - e);
    }
    ReportHit(t, field.kind, surface);
}

[shader("closesthit")]
void Shade(inout Shading shading, Surface surface)
{
    surface.gradient = normalize(surface.gradient);
    shading.color = surface.gradient * 0.5f + 0.5f;
    shading.steps = surface.steps;
    if (HitKind() == 3)
        shading.color.rg = shading.color.gr;
}

[shader("miss")]
void Floor(inout Shading shading)
{
    shading.color = Distance(Ground, WorldRayOrigin() + WorldRayDirection());
}
