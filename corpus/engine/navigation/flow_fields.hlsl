// dxilkit-corpus
// Crowds along flow fields: the cost of cells from slope and obstacles, relaxation of the distance to the goal in shared memory, the
// direction of descent, and agents that follow it while they keep apart.
// args: -T cs_6_0 -E BuildCost
// args: -T cs_6_0 -E Relax
// args: -T cs_6_0 -E Relax -D SWEEPS=4 -D DIAGONALS=0
// args: -T cs_6_0 -E Direct
// args: -T cs_6_0 -E Steer
// args: -T cs_6_6 -E Steer
// set: size 8 8
// set: goal 6 5
// set: cellSize 1
// set: agentCount 16
// range: position 0 8
// range: velocity -1 1
// range: Distances 0 20
// range: Costs 1 4
// range: Heights 0 1
// dispatch: 1 1 1
#include "../shared/math.hlsli"

#ifndef SWEEPS
#define SWEEPS 8
#endif
#ifndef DIAGONALS
#define DIAGONALS 1
#endif
#define WIDTH 8
#define UNREACHED 1e6f

struct FieldConstants
{
    int2 size;
    int2 goal;
    float cellSize;
    float maxSlope;
    uint agentCount;
    float deltaTime;
    float maxSpeed;
    float separation;
    float steering;
    float padding;
};

struct Agent
{
    float2 position;
    float2 velocity;
    float radius;
    uint state;
};

ConstantBuffer<FieldConstants> Field : register(b0);
StructuredBuffer<float> Heights : register(t0);
StructuredBuffer<float> Costs : register(t1);
StructuredBuffer<float> Distances : register(t2);
StructuredBuffer<float2> Directions : register(t3);
StructuredBuffer<Agent> Agents : register(t4);
RWStructuredBuffer<float> ScalarOut : register(u0);
RWStructuredBuffer<float2> DirectionOut : register(u1);
RWStructuredBuffer<Agent> AgentsOut : register(u2);

groupshared float Reach[WIDTH * WIDTH];

bool Inside(int2 c) { return all(c >= 0) && all(c < Field.size); }
uint CellIndex(int2 c)
{
    c = clamp(c, 0, Field.size - 1);
    return uint(c.y * Field.size.x + c.x);
}

[numthreads(WIDTH, WIDTH, 1)]
void BuildCost(int3 id : SV_DispatchThreadID)
{
    if (!Inside(id.xy)) return;
    const float dx = Heights[CellIndex(id.xy + int2(1, 0))] - Heights[CellIndex(id.xy - int2(1, 0))];
    const float dy = Heights[CellIndex(id.xy + int2(0, 1))] - Heights[CellIndex(id.xy - int2(0, 1))];
    const float slope = length(float2(dx, dy)) / (2.0f * Field.cellSize);
    ScalarOut[CellIndex(id.xy)] = slope > Field.maxSlope ? UNREACHED : 1.0f + 3.0f * Square(slope);
}

[numthreads(WIDTH, WIDTH, 1)]
void Relax(int3 id : SV_DispatchThreadID, int3 local : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    const bool isGoal = all(id.xy == Field.goal);
    const float cost = Inside(id.xy) ? Costs[CellIndex(id.xy)] : UNREACHED;
    Reach[index] = isGoal ? 0.0f : UNREACHED;
    GroupMemoryBarrierWithGroupSync();
    for (uint sweep = 0; sweep < SWEEPS; ++sweep)
    {
        float best = Reach[index];
        for (int y = -1; y <= 1; ++y)
            for (int x = -1; x <= 1; ++x)
            {
                const bool diagonal = x != 0 && y != 0;
                if (diagonal && !DIAGONALS) continue;
                const int2 n = local.xy + int2(x, y);
                if (any(n < 0) || any(n >= WIDTH)) continue;
                best = min(best, Reach[n.y * WIDTH + n.x] + cost * (diagonal ? 1.41421356f : 1.0f));
            }
        GroupMemoryBarrierWithGroupSync();
        Reach[index] = isGoal ? 0.0f : best;
        GroupMemoryBarrierWithGroupSync();
    }
    if (Inside(id.xy)) ScalarOut[CellIndex(id.xy)] = min(Reach[index], UNREACHED);
}

[numthreads(WIDTH, WIDTH, 1)]
void Direct(int3 id : SV_DispatchThreadID)
{
    if (!Inside(id.xy)) return;
    float best = Distances[CellIndex(id.xy)];
    float2 way = 0.0f;
    for (int i = 0; i < 9; ++i)
    {
        const int2 offset = int2(i % 3, i / 3) - 1;
        if (!Inside(id.xy + offset)) continue;
        const float d = Distances[CellIndex(id.xy + offset)];
        if (d < best)
        {
            best = d;
            way = float2(offset);
        }
    }
    DirectionOut[CellIndex(id.xy)] = way * rsqrt(max(dot(way, way), 1e-6f));
}

float2 SampleDirection(float2 position)
{
    const float2 p = position / Field.cellSize - 0.5f;
    const int2 base = int2(floor(p));
    const float2 f = p - float2(base);
    const float2 low = lerp(Directions[CellIndex(base)], Directions[CellIndex(base + int2(1, 0))], f.x);
    const float2 high = lerp(Directions[CellIndex(base + int2(0, 1))], Directions[CellIndex(base + int2(1, 1))], f.x);
    return lerp(low, high, f.y);
}

[numthreads(64, 1, 1)]
void Steer(uint id : SV_DispatchThreadID)
{
    if (id >= Field.agentCount) return;
    Agent me = Agents[id];
    float2 push = 0.0f;
    for (uint i = 0; i < Field.agentCount; ++i)
    {
        if (i == id) continue;
        const float2 away = me.position - Agents[i].position;
        const float distance = length(away);
        const float reach = me.radius + Agents[i].radius + Field.separation;
        if (distance < reach) push += away / max(distance, 1e-3f) * (1.0f - distance / max(reach, 1e-3f));
    }
    const float2 wanted = SampleDirection(me.position) * Field.maxSpeed + push;
    me.velocity += (wanted - me.velocity) * saturate(Field.steering * Field.deltaTime);
    const float speed = length(me.velocity);
    if (speed > Field.maxSpeed) me.velocity *= Field.maxSpeed / speed;
    me.position = clamp(me.position + me.velocity * Field.deltaTime, 0.0f, float2(Field.size) * Field.cellSize);
    me.state = all(int2(me.position / Field.cellSize) == Field.goal) ? 2u : 1u;
    AgentsOut[id] = me;
}
