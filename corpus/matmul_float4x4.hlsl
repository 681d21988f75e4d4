// dxilkit-corpus
// A chain of 4x4 transforms: each output is Parents[i] * Locals[i] applied to a point, kept with its transpose and determinant.
// args: -T cs_6_0 -E ComposeTransforms
// args: -T cs_6_6 -E ComposeTransforms
// threads: 32 1 1
// binding: cb0 Scene cbuffer NA NA 1
// binding: t0 Locals texture struct r/o 1
// binding: t1 ParentOf texture u32 buf 1
// binding: u0 Results UAV struct r/w 1

struct Node
{
    float4x4 local;
    float4 pivot;
};

struct Result
{
    float4x4 world;
    float4 point4;
    float det;
    float3 row2;
};

cbuffer Scene : register(b0)
{
    float4x4 Root;
    uint NodeCount;
    uint MaxDepth;
};

StructuredBuffer<Node> Locals : register(t0);
Buffer<uint> ParentOf : register(t1);
RWStructuredBuffer<Result> Results : register(u0);

static const uint NoParent = 0xffffffffu;

float4x4 WorldOf(uint node)
{
    float4x4 m = Locals[node].local;
    uint parent = ParentOf[node];
    for (uint depth = 0; depth < MaxDepth && parent != NoParent; ++depth)
    {
        m = mul(Locals[parent].local, m);
        parent = ParentOf[parent];
    }
    return mul(Root, m);
}

[numthreads(32, 1, 1)]
void ComposeTransforms(uint node : SV_DispatchThreadID)
{
    if (node >= NodeCount)
        return;

    float4x4 world = WorldOf(node);
    Result r;
    r.world = transpose(world);
    r.point4 = mul(world, Locals[node].pivot);
    r.det = determinant((float3x3)world);
    r.row2 = world[2].xyz + float3(world._m03, world._m13, world._m23);
    Results[node] = r;
}
