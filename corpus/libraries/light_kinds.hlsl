// Many lights of few kinds: each kind is a callable shader that picks a point on the light; rays then ask whether it is seen.
// library: -T lib_6_3
// library: -T lib_6_5 -Od

struct Light
{
    float3 position;
    uint kind;
    float3 axisU;
    float power;
    float3 axisV;
    float cosCone;
};

struct Sample
{
    float3 from;
    uint light;
    float3 direction;
    float distance;
    float3 radiance;
    uint seed;
};

struct Seen
{
    float3 throughput;
    bool blocked;
};

RaytracingAccelerationStructure Scene : register(t0);
StructuredBuffer<Light> Lights : register(t1);
StructuredBuffer<float4> Points : register(t2);
RWStructuredBuffer<float4> Result : register(u0);

cbuffer Frame : register(b0)
{
    uint LightCount;
    uint FirstSeed;
    float2 Sun;
    float4 SunColour;
};

float Next(inout uint seed)
{
    seed = seed * 747796405u + 2891336453u;
    const uint word = ((seed >> ((seed >> 28) + 4)) ^ seed) * 277803737u;
    return float((word >> 22) ^ word) * 2.3283064e-10f;
}

void Towards(inout Sample s, float3 target)
{
    const float3 d = target - s.from;
    s.distance = length(d);
    s.direction = d / max(s.distance, 1e-4f);
}

[shader("callable")]
void PointLight(inout Sample s)
{
    const Light l = Lights[s.light];
    Towards(s, l.position);
    s.radiance = l.power / max(s.distance * s.distance, 1e-4f);
}

[shader("callable")]
void SpotLight(inout Sample s)
{
    const Light l = Lights[s.light];
    Towards(s, l.position);
    const float inside = dot(-s.direction, normalize(l.axisU));
    s.radiance = inside > l.cosCone ? l.power * smoothstep(l.cosCone, 1, inside) : 0;
}

[shader("callable")]
void RectangleLight(inout Sample s)
{
    const Light l = Lights[s.light];
    const float2 at = float2(Next(s.seed), Next(s.seed)) - 0.5f;
    Towards(s, l.position + at.x * l.axisU + at.y * l.axisV);
    const float3 n = cross(l.axisU, l.axisV);
    s.radiance = l.power * saturate(dot(n, -s.direction)) / max(s.distance * s.distance, 1e-4f);
}

[shader("callable")]
void SunLight(inout Sample s)
{
    const float2 wobble = float2(Next(s.seed), Next(s.seed)) * 0.01f;
    const float2 a = Sun + wobble;
    s.direction = float3(sin(a.x) * cos(a.y), sin(a.y), cos(a.x) * cos(a.y));
    s.distance = 1e6f;
    s.radiance = SunColour.rgb * SunColour.a;
}

[shader("callable")]
void PortalLight(inout Sample s)
{
    // Through the window one of the other kinds shines.
    const Light l = Lights[s.light];
    s.light = (s.light + 1) % max(LightCount, 1);
    const uint inner = Lights[s.light].kind;
    if (inner < 4)
        CallShader(inner, s);
    s.radiance *= saturate(dot(s.direction, l.axisU));
}

[shader("raygeneration")]
void LightPoints()
{
    const uint at = DispatchRaysIndex().x;
    const float3 from = Points[at * 2].xyz;
    const float3 normal = Points[at * 2 + 1].xyz;
    float3 sum = 0;
    uint seed = FirstSeed + at;
    for (uint i = 0; i < LightCount; i++)
    {
        Sample s = (Sample)0;
        s.from = from;
        s.light = i;
        s.seed = seed;
        CallShader(Lights[i].kind, s);
        seed = s.seed;
        const float facing = dot(s.direction, normal);
        if (facing <= 0 || all(s.radiance == 0))
            continue;
        RayDesc ray;
        ray.Origin = from;
        ray.TMin = 1e-3f;
        ray.Direction = s.direction;
        ray.TMax = s.distance;
        Seen seen;
        seen.throughput = 1;
        seen.blocked = true;
        TraceRay(Scene, RAY_FLAG_SKIP_CLOSEST_HIT_SHADER, 0xff, 0, 1, 0, ray, seen);
        if (!seen.blocked)
            sum += s.radiance * seen.throughput * facing;
    }
    Result[at] = float4(sum, 1);
}

[shader("anyhit")]
void Tinted(inout Seen seen, BuiltInTriangleIntersectionAttributes at)
{
    seen.throughput *= 1 - float3(at.barycentrics, 0.5f);
    if (any(seen.throughput > 0.01f))
        IgnoreHit();
}

[shader("miss")]
void Unblocked(inout Seen seen)
{
    seen.blocked = false;
}
