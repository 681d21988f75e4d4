// Tubes around a curve whose direction comes from differences between neighbouring threads, which shader model 6.6 has in mesh shaders too.
// args: -T ms_6_6 -E main
// args: -T as_6_6 -E Measure

struct Vertex { float4 position : SV_Position; float3 normal : NORMAL; float along : ALONG; };
struct Curve { float4 control[4]; };
struct Job { float4 control[4]; float2 lengthAndTurn; uint id; };
cbuffer View { float4x4 viewProjection; float radius; };
StructuredBuffer<Curve> Curves : register(t0);

float3 at(Curve c, float t)
{
    float s = 1 - t;
    return (s * s * s * c.control[0] + 3 * s * s * t * c.control[1] + 3 * s * t * t * c.control[2] + t * t * t * c.control[3]).xyz;
}

groupshared Job job;

[numthreads(32, 1, 1)]
void Measure(uint t : SV_GroupIndex, uint3 group : SV_GroupID)
{
    Curve curve = Curves[group.x];
    float3 here = at(curve, t / 31.0f);
    float step = length(ddx_fine(here));
    float total = WaveActiveSum(step);
    float turn = QuadReadAcrossX(step) - step;
    if (WaveIsFirstLane())
    {
        for (uint i = 0; i < 4; i++)
            job.control[i] = curve.control[i];
        job.lengthAndTurn = float2(total, turn);
        job.id = group.x;
    }
    DispatchMesh(total > 0.001f ? 1 : 0, 1, 1, job);
}

[numthreads(32, 1, 1)]
[outputtopology("triangle")]
void main(
    uint t : SV_GroupIndex,
    in payload Job work,
    out vertices Vertex vertices[128],
    out indices uint3 triangles[248])
{
    SetMeshOutputCounts(128, 248);
    Curve curve;
    for (uint k = 0; k < 4; k++)
        curve.control[k] = work.control[k];
    float3 here = at(curve, t / 31.0f);
    float3 along = ddx(here);
    float3 side = normalize(cross(along, float3(0, 1, 0.01f)));
    float3 up = normalize(cross(side, along));
    for (uint i = 0; i < 4; i++)
    {
        float s, c;
        sincos(i * 1.5707963f + work.lengthAndTurn.y, s, c);
        float3 normal = side * c + up * s;
        uint v = t * 4 + i;
        vertices[v].position = mul(float4(here + normal * radius, 1), viewProjection);
        vertices[v].normal = normal;
        vertices[v].along = work.lengthAndTurn.x * t / 31.0f;
        if (t < 31)
        {
            uint next = t * 4 + ((i + 1) & 3);
            triangles[v * 2] = uint3(v, next, v + 4);
            triangles[v * 2 + 1] = uint3(v + 4, next, next + 4);
        }
    }
}
