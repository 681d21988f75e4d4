// A patch of grass: the amplification shader decides how many blades a patch has by its distance, the mesh shader bends each blade in the wind.
// args: -T as_6_5 -E PlanPatch
// args: -T ms_6_5 -E GrowBlades

#define BLADES 32
#define SEGMENTS 3
#define BLADE_VERTICES (SEGMENTS * 2 + 1)
#define BLADE_TRIANGLES (SEGMENTS * 2 - 1)
#define PER_GROUP 8

struct Patch
{
    float3 position;
    float height;
    float3 normal;
    float tint;
};
struct Plan
{
    float3 position;
    float height;
    float3 normal;
    float tint;
    uint blades;
    float2 wind;
    bool isNear;
};

cbuffer Scene : register(b0)
{
    float4x4 viewProjection;
    float3 camera;
    float time;
    float2 windDirection;
    float endDistance;
};
StructuredBuffer<Patch> Patches : register(t0);

float random(uint seed)
{
    seed = (seed ^ 61u) ^ (seed >> 16);
    seed *= 9u;
    seed = seed ^ (seed >> 4);
    seed *= 0x27d4eb2du;
    seed = seed ^ (seed >> 15);
    return float(seed) * (1.0f / 4294967296.0f);
}

[numthreads(1, 1, 1)]
void PlanPatch(uint group : SV_GroupID)
{
    Plan plan;
    Patch here = Patches[group];
    plan.position = here.position;
    plan.height = here.height;
    plan.normal = here.normal;
    plan.tint = here.tint;
    float far = distance(here.position, camera) / endDistance;
    plan.blades = (uint)lerp(float(BLADES), 2.0f, pow(saturate(far), 0.75f));
    plan.wind = windDirection * (0.5f + 0.5f * sin(time + here.position.x * 0.3f));
    plan.isNear = far < 0.2f;
    DispatchMesh(far < 1.0f ? (plan.blades + PER_GROUP - 1) / PER_GROUP : 0, 1, 1, plan);
}

struct BladeVertex
{
    float4 position : SV_Position;
    float3 normal : NORMAL;
    float2 rootAndHeight[2] : BLADE;
    float tint : TINT;
};

void bezier(float3 p0, float3 p1, float3 p2, float t, out float3 position, out float3 tangent)
{
    float3 a = lerp(p0, p1, t);
    float3 b = lerp(p1, p2, t);
    position = lerp(a, b, t);
    tangent = normalize(b - a);
}

[outputtopology("triangle")]
[numthreads(128, 1, 1)]
void GrowBlades(
    uint thread : SV_GroupIndex,
    uint group : SV_GroupID,
    in payload Plan plan,
    out vertices BladeVertex vertices[PER_GROUP * BLADE_VERTICES],
    out indices uint3 triangles[PER_GROUP * BLADE_TRIANGLES])
{
    uint blades = min(plan.blades - group * PER_GROUP, PER_GROUP);
    SetMeshOutputCounts(blades * BLADE_VERTICES, blades * BLADE_TRIANGLES);

    if (thread < blades * BLADE_VERTICES)
    {
        uint blade = thread / BLADE_VERTICES;
        uint corner = thread % BLADE_VERTICES;
        uint seed = group * 977u + blade * 131u;
        float angle = 6.2831853f * random(seed);
        float2 offset = float2(cos(angle), sin(angle)) * sqrt(random(seed + 1));
        float3 root = plan.position + float3(offset.x, 0, offset.y);
        float height = plan.height * (0.7f + 0.6f * random(seed + 2));
        float3 side = float3(-sin(angle), 0, cos(angle));
        float3 tip = root + plan.normal * height + float3(plan.wind.x, 0, plan.wind.y) * height * 0.4f;
        float3 middle = root + plan.normal * height * 0.8f;
        float along = float(corner / 2) / float(SEGMENTS);
        float3 at;
        float3 tangent;
        bezier(root, middle, tip, along, at, tangent);
        float width = 0.03f * (1.0f - along) * ((corner & 1) == 1 ? 1.0f : -1.0f);
        vertices[thread].position = mul(float4(at + side * width, 1), viewProjection);
        vertices[thread].normal = normalize(cross(side, tangent));
        vertices[thread].rootAndHeight[0] = root.xz;
        vertices[thread].rootAndHeight[1] = float2(height, plan.isNear ? 1.0f : 0.0f);
        vertices[thread].tint = plan.tint;
    }

    uint total = blades * BLADE_TRIANGLES;
    for (uint i = thread; i < total; i += 128)
    {
        uint blade = i / BLADE_TRIANGLES;
        uint local = i % BLADE_TRIANGLES;
        uint first = blade * BLADE_VERTICES + local;
        triangles[i] = (local & 1) == 0 ? uint3(first, first + 1, first + 2) : uint3(first + 2, first + 1, first);
    }
}
