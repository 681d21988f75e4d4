// A path tracer in a library: bounces in ray generation, triangles with cut-out, spheres by intersection, materials as callable shaders.
// library: -T lib_6_3
// library: -T lib_6_5
// library: -T lib_6_6 -Od

struct Path
{
    float3 radiance;
    float3 throughput;
    float3 origin;
    float3 direction;
    uint seed;
    uint depth;
    bool alive;
};

struct Shadow
{
    float visible;
};

struct Material
{
    float3 albedo;
    float roughness;
    float3 emission;
    uint kind;
};

struct Scatter
{
    float3 normal;
    float3 incoming;
    float3 outgoing;
    float3 weight;
    uint seed;
    uint material;
};

struct SphereHit
{
    float3 normal;
};

RaytracingAccelerationStructure Scene : register(t0);
StructuredBuffer<Material> Materials : register(t1);
StructuredBuffer<float3> Normals : register(t2);
Texture2D<float> CutOut : register(t3);
SamplerState Linear : register(s0);
RWTexture2D<float4> Image : register(u0);
cbuffer Camera : register(b0)
{
    float4x4 InverseView;
    float2 Lens;
    uint Frame;
    uint Bounces;
    float3 SunDirection;
};

GlobalRootSignature Bindings = { "CBV(b0), SRV(t0), SRV(t1), SRV(t2), DescriptorTable(SRV(t3), UAV(u0)), StaticSampler(s0)" };
RaytracingShaderConfig Sizes = { 60, 12 };
RaytracingPipelineConfig Depth = { 2 };
TriangleHitGroup Triangles = { "TriangleCutOut", "TriangleHit" };
ProceduralPrimitiveHitGroup Spheres = { "", "SphereClosest", "SphereIntersection" };
TriangleHitGroup Shadows = { "ShadowHit", "" };

uint NextRandom(inout uint seed)
{
    seed = seed * 747796405u + 2891336453u;
    const uint word = ((seed >> ((seed >> 28u) + 4u)) ^ seed) * 277803737u;
    return (word >> 22u) ^ word;
}

float Uniform(inout uint seed)
{
    return NextRandom(seed) * 2.3283064e-10f;
}

float3 Cosine(inout uint seed, float3 n)
{
    const float a = 6.2831853f * Uniform(seed);
    const float z = 2 * Uniform(seed) - 1;
    const float r = sqrt(max(0, 1 - z * z));
    return normalize(n + float3(r * cos(a), r * sin(a), z));
}

float Sunlight(float3 p)
{
    RayDesc ray = { p, 1e-3f, SunDirection, 1e4f };
    Shadow shadow = { 0 };
    TraceRay(Scene, RAY_FLAG_SKIP_CLOSEST_HIT_SHADER | RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH, 0xff, 2, 3, 1, ray, shadow);
    return shadow.visible;
}

[shader("raygeneration")]
void GeneratePaths()
{
    const uint2 pixel = DispatchRaysIndex().xy;
    const uint2 size = DispatchRaysDimensions().xy;
    Path path = (Path)0;
    path.seed = pixel.x + pixel.y * size.x + Frame * 9781u;
    path.throughput = 1;
    path.alive = true;
    const float2 jitter = float2(Uniform(path.seed), Uniform(path.seed));
    const float2 screen = ((pixel + jitter) / size * 2 - 1) * Lens;
    path.origin = mul(InverseView, float4(0, 0, 0, 1)).xyz;
    path.direction = normalize(mul((float3x3)InverseView, float3(screen, 1)));
    for (uint i = 0; i < Bounces && path.alive; i++)
    {
        RayDesc ray;
        ray.Origin = path.origin;
        ray.Direction = path.direction;
        ray.TMin = 1e-3f;
        ray.TMax = 1e4f;
        TraceRay(Scene, RAY_FLAG_NONE, 0xff, 0, 3, 0, ray, path);
        const float keep = max(path.throughput.x, max(path.throughput.y, path.throughput.z));
        if (i > 2 && Uniform(path.seed) > keep)
            break;
        path.depth++;
    }
    const float4 before = Image[pixel];
    Image[pixel] = lerp(before, float4(path.radiance, 1), 1.0f / (Frame + 1));
}

void Shade(inout Path path, float3 normal, uint material)
{
    const float3 p = WorldRayOrigin() + WorldRayDirection() * RayTCurrent();
    Scatter scatter;
    scatter.normal = normal;
    scatter.incoming = WorldRayDirection();
    scatter.outgoing = 0;
    scatter.weight = 0;
    scatter.seed = path.seed;
    scatter.material = material;
    CallShader(Materials[material].kind, scatter);
    path.seed = scatter.seed;
    path.radiance += path.throughput * Materials[material].emission;
    path.radiance += path.throughput * scatter.weight * Sunlight(p) * saturate(dot(normal, SunDirection));
    path.throughput *= scatter.weight;
    path.origin = p;
    path.direction = scatter.outgoing;
    path.alive = any(scatter.weight > 0);
}

[shader("closesthit")]
void TriangleHit(inout Path path, BuiltInTriangleIntersectionAttributes hit)
{
    const uint first = PrimitiveIndex() * 3;
    const float3 weights = float3(1 - hit.barycentrics.x - hit.barycentrics.y, hit.barycentrics);
    float3 n = Normals[first] * weights.x + Normals[first + 1] * weights.y + Normals[first + 2] * weights.z;
    n = normalize(mul((float3x3)ObjectToWorld3x4(), n));
    if (HitKind() == HIT_KIND_TRIANGLE_BACK_FACE)
        n = -n;
    Shade(path, n, InstanceID());
}

[shader("anyhit")]
void TriangleCutOut(inout Path path, BuiltInTriangleIntersectionAttributes hit)
{
    if (CutOut.SampleLevel(Linear, hit.barycentrics, 0) < Uniform(path.seed))
        IgnoreHit();
}

[shader("anyhit")]
void ShadowHit(inout Shadow shadow, BuiltInTriangleIntersectionAttributes hit)
{
    if (CutOut.SampleLevel(Linear, hit.barycentrics, 0) < 0.5f)
        IgnoreHit();
    shadow.visible = 0;
    AcceptHitAndEndSearch();
}

[shader("intersection")]
void SphereIntersection()
{
    const float3 o = ObjectRayOrigin();
    const float3 d = ObjectRayDirection();
    const float b = dot(o, d);
    const float discriminant = b * b - dot(d, d) * (dot(o, o) - 1);
    if (discriminant < 0)
        return;
    const float root = sqrt(discriminant);
    const float2 t = (float2(-root, root) - b) / dot(d, d);
    for (uint i = 0; i < 2; i++)
        if (t[i] > RayTMin() && t[i] < RayTCurrent())
        {
            SphereHit hit = { o + d * t[i] };
            if (ReportHit(t[i], i, hit))
                return;
        }
}

[shader("closesthit")]
void SphereClosest(inout Path path, SphereHit hit)
{
    Shade(path, normalize(mul(hit.normal, (float3x3)WorldToObject3x4())), InstanceIndex());
}

[shader("miss")]
void Sky(inout Path path)
{
    const float up = saturate(WorldRayDirection().y * 0.5f + 0.5f);
    path.radiance += path.throughput * lerp(float3(1, 0.9f, 0.8f), float3(0.3f, 0.5f, 0.9f), up);
    path.alive = false;
}

[shader("miss")]
void Lit(inout Shadow shadow)
{
    shadow.visible = 1;
}

[shader("callable")]
void Diffuse(inout Scatter s)
{
    s.outgoing = Cosine(s.seed, s.normal);
    s.weight = Materials[s.material].albedo;
}

[shader("callable")]
void Metal(inout Scatter s)
{
    const float3 mirror = reflect(s.incoming, s.normal);
    s.outgoing = normalize(lerp(mirror, Cosine(s.seed, s.normal), Materials[s.material].roughness));
    s.weight = dot(s.outgoing, s.normal) > 0 ? Materials[s.material].albedo : 0;
}

[shader("callable")]
void Glass(inout Scatter s)
{
    const bool enters = dot(s.incoming, s.normal) < 0;
    const float3 n = enters ? s.normal : -s.normal;
    const float3 through = refract(s.incoming, n, enters ? 1 / 1.5f : 1.5f);
    const float fresnel = 0.04f + 0.96f * pow(1 - abs(dot(s.incoming, n)), 5);
    s.outgoing = all(through == 0) || Uniform(s.seed) < fresnel ? reflect(s.incoming, n) : through;
    s.weight = 1;
}
