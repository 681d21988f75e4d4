// dxilkit-corpus
// Connected components of a mask: labels in a tile by union and find in shared memory, pointer jumping, areas, boxes and moments of components, holes filled.
// args: -T cs_6_0 -E LabelTile
// args: -T cs_6_0 -E LabelTile -D EIGHT=1
// args: -T cs_6_0 -E Compress
// args: -T cs_6_0 -E Measure
// args: -T cs_6_0 -E Measure -D MOMENTS=1
// args: -T cs_6_0 -E FillHoles -D EIGHT=1
// args: -T cs_6_6 -E LabelTile -D EIGHT=1
// set: Size 16 16
// range: Labels 0 63
// dispatch: 1 1 1
#ifndef EIGHT
#define EIGHT 0
#endif
#ifndef MOMENTS
#define MOMENTS 0
#endif
#define TILE 16
#define CELLS (TILE * TILE)
#define NONE 0xffffu

cbuffer Regions : register(b0)
{
    uint2 Size;
    float Threshold;
    uint LeastArea;
};
Texture2D<float> Mask : register(t0);
StructuredBuffer<uint> Labels : register(t1);
RWStructuredBuffer<uint> Result : register(u0);
struct Component
{
    uint area;
    uint4 box;
    float2 center;
    float3 inertia;
};
RWStructuredBuffer<Component> Components : register(u1);

groupshared uint Parent[CELLS];
groupshared uint Changes;

uint Find(uint cell)
{
    uint parent = Parent[cell];
    [allow_uav_condition]
    while (parent != Parent[parent])
        parent = Parent[parent];
    return parent;
}

static const int2 Around[8] = { int2(1, 0), int2(-1, 0), int2(0, 1), int2(0, -1), int2(1, 1), int2(-1, 1), int2(1, -1), int2(-1, -1) };

bool IsSet(int2 p)
{
    return all(p >= 0) && all(uint2(p) < Size) && Mask.Load(int3(p, 0)) > Threshold;
}

/// The least label of the neighbours until nothing changes: what order the threads take decides nothing.
void Propagate(uint cell, uint2 p, bool isInside)
{
    [loop]
    for (uint round = 0; round < CELLS; ++round)
    {
        if (cell == 0)
            Changes = 0;
        GroupMemoryBarrierWithGroupSync();
        const uint own = Parent[cell];
        uint least = own;
        if (isInside)
        {
            [unroll]
            for (uint i = 0; i < (EIGHT ? 8 : 4); ++i)
            {
                const int2 q = int2(p) + Around[i];
                if (any(q < 0) || any(q >= TILE))
                    continue;
                const uint other = Parent[q.y * TILE + q.x];
                if (other != NONE)
                    least = min(least, other);
            }
            least = min(least, Parent[least]);
        }
        GroupMemoryBarrierWithGroupSync();
        if (least != own)
        {
            Parent[cell] = least;
            InterlockedAdd(Changes, 1);
        }
        GroupMemoryBarrierWithGroupSync();
        const bool isDone = Changes == 0;
        GroupMemoryBarrierWithGroupSync();
        if (isDone)
            break;
    }
}

[numthreads(TILE, TILE, 1)]
void LabelTile(uint2 p : SV_DispatchThreadID, uint cell : SV_GroupIndex)
{
    const bool isInside = IsSet(p);
    Parent[cell] = isInside ? cell : NONE;
    GroupMemoryBarrierWithGroupSync();
    Propagate(cell, p % TILE, isInside);
    Result[p.y * Size.x + p.x] = Parent[cell];
}

[numthreads(64, 1, 1)]
void Compress(uint id : SV_DispatchThreadID)
{
    Parent[id] = min(Labels[id], id);
    GroupMemoryBarrierWithGroupSync();
    const uint root = Find(id);
    GroupMemoryBarrierWithGroupSync();
    Parent[id] = root;
    GroupMemoryBarrierWithGroupSync();
    uint members = 0;
    for (uint i = 0; i < 64; ++i)
        members += Parent[i] == root ? 1 : 0;
    // Small regions join the background.
    Result[id] = members < max(LeastArea, 1) ? NONE : root;
}

[numthreads(64, 1, 1)]
void Measure(uint id : SV_DispatchThreadID)
{
    Component c = (Component)0;
    c.box = uint4(~0u, ~0u, 0, 0);
    for (uint i = 0; i < 64; ++i)
    {
        if (Labels[i] != id)
            continue;
        const uint2 p = uint2(i & 7, i >> 3);
        c.area++;
        c.box.xy = min(c.box.xy, p);
        c.box.zw = max(c.box.zw, p);
        c.center += p;
#if MOMENTS
        c.inertia += float3(p.x * p.x, p.x * p.y, p.y * p.y);
#endif
    }
    const float inv = c.area > 0 ? 1.0 / c.area : 0;
    c.center *= inv;
#if MOMENTS
    c.inertia = c.inertia * inv - float3(c.center.x * c.center.x, c.center.x * c.center.y, c.center.y * c.center.y);
    const float half_ = 0.5 * (c.inertia.x + c.inertia.z), root = sqrt(max(half_ * half_ - c.inertia.x * c.inertia.z + c.inertia.y * c.inertia.y, 0));
    c.inertia = float3(half_ + root, half_ - root, 0.5 * atan2(2 * c.inertia.y, c.inertia.x - c.inertia.z + 1e-6));
#endif
    Components[id] = c;
}

[numthreads(TILE, TILE, 1)]
void FillHoles(uint2 p : SV_DispatchThreadID, uint cell : SV_GroupIndex)
{
    const bool isHole = !IsSet(p);
    const uint2 in_ = p % TILE;
    const bool isBorder = any(in_ == 0) || any(in_ == TILE - 1);
    Parent[cell] = !isHole ? NONE : isBorder ? 0 : cell + 1;
    GroupMemoryBarrierWithGroupSync();
    Propagate(cell, in_, isHole && !isBorder);
    const uint label = Parent[cell];
    Result[p.y * Size.x + p.x] = label == NONE ? 1 : label == 0 ? 0 : 2;
}
