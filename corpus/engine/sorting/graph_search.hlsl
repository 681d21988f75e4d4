// dxilkit-corpus
// Path finding on a grid for crowds: A* with a heap and a closed set, flow fields by wave fronts in shared memory, and jump tables; all on
// containers that are templates.
// args: -T cs_6_0 -E Astar
// args: -T cs_6_0 -E Astar -D DIAGONAL=1
// args: -T cs_6_0 -E FlowField
// args: -T cs_6_0 -E Records
// args: -T cs_6_6 -E Astar -D DIAGONAL=1
// args: -T cs_6_6 -E Records
// data: cb0 8u 8u 63u 4u
// dispatch: 1 1 1

#define CONTAINERS "containers.hlsli"
#include "../kernel/config.hlsli"
#include "../kernel/math.hlsli"
#include CONTAINERS

#ifndef DIAGONAL
#define DIAGONAL 0
#endif
#define SIDE 8
#define CELLS (SIDE * SIDE)

#define AGENT_FIELDS(X)   \
    X(uint, cell, 12)     \
    X(uint, goal, 12)     \
    X(int, speed, 5)      \
    X(uint, team, 3)
DECLARE_RECORD(Agent, AGENT_FIELDS)

struct SearchConstants
{
    uint2 size;
    uint goal;
    uint agents;
};

ConstantBuffer<SearchConstants> Search : register(b0);
StructuredBuffer<uint> Costs : register(t0);
StructuredBuffer<Agent> Agents : register(t1);
RWStructuredBuffer<uint> Paths : register(u0);
RWStructuredBuffer<float2> Flow : register(u1);

using namespace engine;

struct OpenNode
{
    uint priority;
    uint cell;

    bool operator<(OpenNode o) { return priority < o.priority || (priority == o.priority && cell < o.cell); }
    bool operator>(OpenNode o) { return o < this; }
};

static const int2 STEPS[8] = { int2(1, 0), int2(-1, 0), int2(0, 1), int2(0, -1), int2(1, 1), int2(-1, 1), int2(1, -1), int2(-1, -1) };

int2 CellPosition(uint c) { return int2(c % SIDE, c / SIDE); }
uint StepCost(uint cell) { return 1 + Costs[cell] % 6; }
bool IsWall(uint cell) { return hashing::Mix<(uint)hashing::Kind::Murmur>(cell * 7 + 3) % 5 == 0 && cell != Search.goal && cell > 8; }

uint Estimate(uint a, uint b)
{
    const int2 d = abs(CellPosition(a) - CellPosition(b));
#if DIAGONAL
    return 2 * max(d.x, d.y) + min(d.x, d.y);
#else
    return 2 * (d.x + d.y);
#endif
}

struct SearchState
{
    Heap<uint, 48, Less<uint> > open;
    BitSet<CELLS> closed;
    uint distances[CELLS];
    uint parents[CELLS / 4];

    uint Parent(uint c) { return (parents[c >> 2] >> (8 * (c & 3))) & 0xff; }
    void SetParent(uint c, uint p)
    {
        const uint shift = 8 * (c & 3);
        parents[c >> 2] = (parents[c >> 2] & ~(0xffu << shift)) | p << shift;
    }
};

Optional<uint> Find(uint from, uint to, inout SearchState s)
{
    s.open.count = 0;
    s.closed.Reset();
    for (uint i = 0; i < CELLS; ++i)
        s.distances[i] = 0xffff;
    s.distances[from] = 0;
    s.open.Push(Estimate(from, to) << 8 | from);
    [loop]
    for (uint guard = 0; guard < 96 && s.open.count > 0; ++guard)
    {
        const uint cell = s.open.Pop() & 0xff;
        if (cell == to)
            return Optional<uint>::Some(s.distances[cell]);
        if (s.closed.Test(cell))
            continue;
        s.closed.Set(cell);
        const int2 p = CellPosition(cell);
        const uint ways = DIAGONAL ? 8 : 4;
        [loop]
        for (uint w = 0; w < ways; ++w)
        {
            const int2 n = p + STEPS[w];
            if (any(n < 0) || any(n >= SIDE))
                continue;
            const uint next = n.y * SIDE + n.x;
            if (s.closed.Test(next) || IsWall(next))
                continue;
            const uint d = s.distances[cell] + StepCost(next) * (w < 4 ? 2 : 3);
            if (d < s.distances[next])
            {
                s.distances[next] = d;
                s.SetParent(next, cell);
                s.open.Push((d + Estimate(next, to)) << 8 | next);
            }
        }
    }
    return Optional<uint>::None();
}

[numthreads(4, 1, 1)]
void Astar(uint index : SV_DispatchThreadID)
{
    SearchState s;
    [unroll]
    for (uint z = 0; z < CELLS / 4; ++z)
        s.parents[z] = 0;
    const uint from = index, to = CLAMPED(Search.goal - index, 0u, CELLS - 1u);
    const Optional<uint> cost = Find(from, to, s);
    FixedVector<uint, 12> path;
    path.Clear();
    uint cell = to;
    for (uint i = 0; i < 12 && cost.has; ++i)
    {
        if (!path.Push(cell) || cell == from)
            break;
        cell = s.Parent(cell);
    }
    for (uint k = 0; k < 12; ++k)
        Paths[index * 16 + k] = k < path.count ? path.At(path.count - 1 - k) : 0xff;
    Paths[index * 16 + 12] = cost.Or(0xffffffff);
    Paths[index * 16 + 13] = s.closed.Count();
    Paths[index * 16 + 14] = s.closed.First();
    Paths[index * 16 + 15] = path.count;
}

groupshared uint Distance_[CELLS];
groupshared uint Changed;

[numthreads(CELLS, 1, 1)]
void FlowField(uint cell : SV_GroupIndex)
{
    const bool wall = IsWall(cell);
    Distance_[cell] = cell == Search.goal ? 0 : 0xffff;
    GroupMemoryBarrierWithGroupSync();
    [loop]
    for (uint round = 0; round < CELLS; ++round)
    {
        if (cell == 0)
            Changed = 0;
        GroupMemoryBarrierWithGroupSync();
        uint best = Distance_[cell];
        const int2 p = CellPosition(cell);
        [unroll]
        for (uint w = 0; w < 4; ++w)
        {
            const int2 n = p + STEPS[w];
            if (all(n >= 0) && all(n < SIDE) && !wall)
                best = min(best, Distance_[n.y * SIDE + n.x] + StepCost(cell));
        }
        GroupMemoryBarrierWithGroupSync();
        if (best < Distance_[cell])
        {
            Distance_[cell] = best;
            Changed = 1;
        }
        GroupMemoryBarrierWithGroupSync();
        if (Changed == 0)
            break;
    }
    float2 direction = 0;
    const int2 p = CellPosition(cell);
    [unroll]
    for (uint w = 0; w < 8; ++w)
    {
        const int2 n = p + STEPS[w];
        if (any(n < 0) || any(n >= SIDE))
            continue;
        const float drop = float(Distance_[cell]) - float(Distance_[n.y * SIDE + n.x]);
        direction += normalize(float2(STEPS[w])) * max(drop, 0);
    }
    Flow[cell] = dot(direction, direction) > 0 ? normalize(direction) : 0;
}

[numthreads(CELLS, 1, 1)]
void Records(uint index : SV_GroupIndex)
{
    const Agent a = Agents[index], b = Agents[(index + 1) % CELLS];
    Heap<float, 8, Greater<float> > heap;
    heap.count = 0;
    for (uint i = 0; i < 8; ++i)
        heap.Push(float(hashing::Mix<(uint)hashing::Kind::Fibonacci>(index * 8 + i) >> 20));
    float sum = 0, before = 1e9;
    bool sorted = true;
    for (uint k = 0; k < 5; ++k)
    {
        const float top = heap.Pop();
        sorted = sorted && top <= before;
        before = top;
        sum += top * (k + 1);
    }
    BitSet<96> left, right;
    left.Reset();
    right.Reset();
    for (uint m = 0; m < 12; ++m)
    {
        left.Set(hashing::Mix<(uint)hashing::Kind::Identity>(index + m * 7) % 96);
        right.Flip((index * 3 + m * 5) % 96);
    }
    const BitSet<96> both = left & right;
    Paths[index] = a.Digest() ^ (a.Same(b) ? 1 : 0);
    Flow[index] = float2(sum, both.Count() + (sorted ? 100 : 0) + both.First() * 1000 + FixedVector<uint, 12>::Capacity);
}
