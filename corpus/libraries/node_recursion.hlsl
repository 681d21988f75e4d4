// A quadtree that divides itself: a node that sends work to itself until the levels are used up.
// library: -T lib_6_8

struct Cell
{
    float2 corner;
    float size;
    uint level;
};

StructuredBuffer<float4> Points : register(t0);
RWStructuredBuffer<float4> Leaves : register(u0);
RWByteAddressBuffer Counter : register(u1);

uint PointsIn(float2 corner, float size)
{
    uint count = 0;
    for (uint i = 0; i < 64; i++)
    {
        float2 p = Points[i].xy - corner;
        count += all(p >= 0) && all(p < size) ? 1 : 0;
    }
    return count;
}

[shader("node")]
[NodeLaunch("thread")]
[NodeIsProgramEntry]
[NodeMaxRecursionDepth(8)]
void Divide(
    ThreadNodeInputRecord<Cell> cell,
    [MaxRecords(4)] [NodeId("Divide")] NodeOutput<Cell> parts)
{
    Cell c = cell.Get();
    bool divides = GetRemainingRecursionLevels() > 0 && PointsIn(c.corner, c.size) > 4;
    ThreadNodeOutputRecords<Cell> children = parts.GetThreadNodeOutputRecords(divides ? 4 : 0);
    if (divides)
    {
        [unroll]
        for (uint i = 0; i < 4; i++)
        {
            children[i].size = c.size / 2;
            children[i].corner = c.corner + float2(i & 1, i >> 1) * c.size / 2;
            children[i].level = c.level + 1;
        }
    }
    else
    {
        uint at;
        Counter.InterlockedAdd(0, 1, at);
        Leaves[at] = float4(c.corner, c.size, c.level);
    }
    children.OutputComplete();
}
