// Strands of hair: an amplification thread a strand drops more of them the further away they are and thickens those that stay; lines come out.
// args: -T as_6_5 -E ThinStrands
// args: -T as_6_8 -E ThinStrands -O1
// args: -T ms_6_5 -E DrawStrands

#define POINTS 16

struct Root
{
    float3 position;
    uint seed;
    float3 normal;
    float length;
};
struct Strands
{
    uint roots[64];
    float widths[64];
    uint count;
};

cbuffer Hair : register(b0)
{
    float4x4 viewProjection;
    float3 eye;
    float time;
    float3 wind;
    float gravity;
    uint strandCount;
    float fullDistance;
    float lastDistance;
};
StructuredBuffer<Root> Roots : register(t0);

uint Hash(uint x)
{
    x ^= x >> 16;
    x *= 0x7feb352d;
    x ^= x >> 15;
    x *= 0x846ca68b;
    return x ^ (x >> 16);
}

groupshared Strands Kept;

[numthreads(64, 1, 1)]
void ThinStrands(uint id : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    if (lane == 0)
        Kept.count = 0;
    GroupMemoryBarrierWithGroupSync();
    if (id < strandCount)
    {
        const Root root = Roots[id];
        const float away = distance(root.position, eye);
        const float part = saturate(1 - (away - fullDistance) / (lastDistance - fullDistance));
        // The same strands stay while the camera moves.
        if ((Hash(root.seed) & 0xffff) < part * 65535)
        {
            uint at;
            InterlockedAdd(Kept.count, 1, at);
            Kept.roots[at] = id;
            Kept.widths[at] = rsqrt(max(part, 1e-3));
        }
    }
    GroupMemoryBarrierWithGroupSync();
    DispatchMesh((Kept.count + 3) / 4, 1, 1, Kept);
}

struct Point
{
    float4 position : SV_Position;
    float3 tangent : TANGENT;
    float along : ALONG;
    nointerpolation float width : WIDTH;
};

float3 Bend(Root root, float t)
{
    const float phase = (Hash(root.seed ^ 0x9e37) & 0xff) / 40.0;
    const float3 sway = wind * (sin(time * 2 + phase + t * 3) * t * t);
    return root.position + root.normal * (root.length * t) + sway - float3(0, gravity * t * t, 0);
}

[numthreads(4 * POINTS, 1, 1)]
[outputtopology("line")]
void DrawStrands(
    in payload Strands strands, uint lane : SV_GroupIndex, uint group : SV_GroupID, out vertices Point points[4 * POINTS],
    out indices uint2 segments[4 * (POINTS - 1)])
{
    const uint count = min(strands.count - group * 4, 4u);
    SetMeshOutputCounts(count * POINTS, count * (POINTS - 1));
    const uint strand = lane / POINTS;
    const uint knot = lane % POINTS;
    if (strand >= count)
        return;
    const Root root = Roots[strands.roots[group * 4 + strand]];
    const float t = knot / float(POINTS - 1);
    const float3 at = Bend(root, t);
    points[lane].position = mul(float4(at, 1), viewProjection);
    points[lane].tangent = normalize(Bend(root, t + 0.01) - at);
    points[lane].along = t;
    points[lane].width = strands.widths[group * 4 + strand] * (1 - t);
    if (knot > 0)
        segments[strand * (POINTS - 1) + knot - 1] = uint2(lane - 1, lane);
}
