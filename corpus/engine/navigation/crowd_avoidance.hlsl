// dxilkit-corpus
// Crowds that do not collide: half planes of velocities by reciprocal avoidance, a linear program in two dimensions, the least bad one when none fits, walls.
// args: -T cs_6_0 -E Avoid
// args: -T cs_6_0 -E Avoid -D WALLS=1
// args: -T cs_6_0 -E Avoid -D NEIGHBOURS=4 -D WALLS=1
// args: -T cs_6_0 -E Advance
// args: -T cs_6_0 -E Flock
// args: -T cs_6_6 -E Avoid -D WALLS=1
// range: place -3 3
// range: velocity -1 1
// range: goal -3 3
// range: from -3 3
// range: to -3 3
// set: Agents 64 8 0 0
// set: Horizon 2 1 0.25 1.5
#include "../kernel/math.hlsli"
#ifndef WALLS
#define WALLS 0
#endif
#ifndef NEIGHBOURS
#define NEIGHBOURS 8
#endif
#define LINES (NEIGHBOURS + 4 * WALLS)

cbuffer Crowd : register(b0)
{
    uint4 Agents; // count, walls
    float4 Horizon; // agents, walls, step, fastest
    float3 Flocking;
};
struct Agent
{
    float2 place;
    float2 velocity;
    float2 goal;
    float radius;
    uint group;
};
struct Wall
{
    float2 from;
    float2 to;
};
StructuredBuffer<Agent> Before : register(t0);
StructuredBuffer<Wall> Obstacles : register(t1);
RWStructuredBuffer<float4> Wanted : register(u0);
RWStructuredBuffer<Agent> After : register(u1);

struct Line
{
    float2 at;
    float2 direction;
    float Outside(float2 v) { return direction.x * (at.y - v.y) - direction.y * (at.x - v.x); }
};
float Cross2(float2 a, float2 b) { return a.x * b.y - a.y * b.x; }

struct Program
{
    Line lines[LINES];
    uint count;
    float radius;

    void Add(Line l)
    {
        if (count < LINES)
            lines[count++] = l;
    }
    /// The best point on one line within the circle and the lines before it.
    bool SolveLine(uint k, float2 wanted, bool byDirection, inout float2 result)
    {
        const Line l = lines[k];
        const float along = dot(l.at, l.direction);
        const float d = along * along + radius * radius - dot(l.at, l.at);
        if (d < 0)
            return false;
        const float root = sqrt(d);
        float low = -along - root, high = -along + root;
        for (uint i = 0; i < k; ++i)
        {
            const float below = Cross2(l.direction, lines[i].direction), above = Cross2(lines[i].direction, l.at - lines[i].at);
            if (abs(below) <= 1e-5)
            {
                if (above < 0)
                    return false;
                continue;
            }
            const float t = above / below;
            if (below >= 0)
                high = min(high, t);
            else
                low = max(low, t);
            if (low > high)
                return false;
        }
        const float t = byDirection ? (dot(wanted, l.direction) > 0 ? high : low) : clamp(dot(l.direction, wanted - l.at), low, high);
        result = l.at + t * l.direction;
        return true;
    }
    uint Solve(float2 wanted, bool byDirection, inout float2 result)
    {
        const float square = dot(wanted, wanted);
        result = byDirection ? wanted * radius : square > radius * radius ? wanted * (radius * rsqrt(square)) : wanted;
        for (uint i = 0; i < count; ++i)
            if (lines[i].Outside(result) > 0)
            {
                const float2 kept = result;
                if (!SolveLine(i, wanted, byDirection, result))
                {
                    result = kept;
                    return i;
                }
            }
        return count;
    }
};

/// What cannot be kept is broken by as little as can be.
void Relax(inout Program p, uint first, uint walls, inout float2 result)
{
    float distance_ = 0;
    for (uint i = first; i < p.count; ++i)
    {
        if (p.lines[i].Outside(result) <= distance_)
            continue;
        Program q = p;
        q.count = walls;
        for (uint j = walls; j < i; ++j)
        {
            Line l;
            const float d = Cross2(p.lines[i].direction, p.lines[j].direction);
            if (abs(d) <= 1e-5)
            {
                if (dot(p.lines[i].direction, p.lines[j].direction) > 0)
                    continue;
                l.at = 0.5 * (p.lines[i].at + p.lines[j].at);
            }
            else
                l.at = p.lines[i].at + Cross2(p.lines[j].direction, p.lines[i].at - p.lines[j].at) / d * p.lines[i].direction;
            const float2 difference = p.lines[j].direction - p.lines[i].direction;
            l.direction = difference * rsqrt(max(dot(difference, difference), 1e-9));
            q.Add(l);
        }
        const float2 kept = result;
        if (q.Solve(float2(-p.lines[i].direction.y, p.lines[i].direction.x), true, result) < q.count)
            result = kept;
        distance_ = p.lines[i].Outside(result);
    }
}

Line AgentLine(Agent a, Agent b, float horizon, float step)
{
    const float2 away = b.place - a.place, relative = a.velocity - b.velocity;
    const float square = dot(away, away), r = (a.radius + b.radius) * 0.5, r2 = r * r;
    Line l;
    float2 u;
    if (square > r2)
    {
        const float2 w = relative - away / horizon;
        const float w2 = dot(w, w), d = dot(w, away);
        if (d < 0 && d * d > r2 * w2)
        {
            const float size = sqrt(w2);
            const float2 unit = w / max(size, 1e-5);
            l.direction = float2(unit.y, -unit.x);
            u = (r / horizon - size) * unit;
        }
        else
        {
            const float leg = sqrt(square - r2);
            l.direction = Cross2(away, w) > 0 ? float2(away.x * leg - away.y * r, away.x * r + away.y * leg) / square
                                              : -float2(away.x * leg + away.y * r, -away.x * r + away.y * leg) / square;
            u = dot(relative, l.direction) * l.direction - relative;
        }
    }
    else
    {
        const float2 w = relative - away / step;
        const float size = max(length(w), 1e-5);
        const float2 unit = w / size;
        l.direction = float2(unit.y, -unit.x);
        u = (r / step - size) * unit;
    }
    l.at = a.velocity + 0.5 * u;
    return l;
}

[numthreads(32, 1, 1)]
void Avoid(uint id : SV_DispatchThreadID)
{
    const Agent a = Before[id];
    Program p = (Program)0;
    p.radius = Horizon.w;
#if WALLS
    for (uint w = 0; w < min(Agents.y, 4); ++w)
    {
        const Wall wall = Obstacles[w];
        const float2 d = wall.to - wall.from;
        const float t = saturate(dot(a.place - wall.from, d) * SafeRcp(dot(d, d)));
        const float2 away = a.place - (wall.from + d * t);
        const float far = length(away);
        Line l;
        l.direction = far > 1e-4 ? float2(away.y, -away.x) / far : float2(1, 0);
        l.at = -(away / max(far, 1e-4)) * (max(far - a.radius, 0) / Horizon.y);
        p.Add(l);
    }
#endif
    const uint walls = p.count;
    // The nearest few, kept in order of distance.
    uint nearest[NEIGHBOURS];
    float distances[NEIGHBOURS];
    uint n;
    for (n = 0; n < NEIGHBOURS; ++n)
    {
        nearest[n] = ~0u;
        distances[n] = 9;
    }
    for (uint other = 0; other < min(Agents.x, 64); ++other)
    {
        if (other == id)
            continue;
        const float2 d = Before[other].place - a.place;
        float square = dot(d, d);
        uint at = other;
        [unroll]
        for (n = 0; n < NEIGHBOURS; ++n)
            if (square < distances[n])
            {
                Swap(square, distances[n]);
                Swap(at, nearest[n]);
            }
    }
    for (n = 0; n < NEIGHBOURS; ++n)
        if (nearest[n] != ~0u)
            p.Add(AgentLine(a, Before[nearest[n]], Horizon.x, Horizon.z));
    const float2 to = a.goal - a.place;
    const float2 wanted = to * min(1, Horizon.w * rsqrt(max(dot(to, to), 1e-6)));
    float2 result = 0;
    const uint failed = p.Solve(wanted, false, result);
    if (failed < p.count)
        Relax(p, failed, walls, result);
    Wanted[id] = float4(result, wanted);
}

[numthreads(32, 1, 1)]
void Advance(uint id : SV_DispatchThreadID)
{
    Agent a = Before[id];
    const float2 v = Wanted[id].xy, change = v - a.velocity;
    const float most = Horizon.w * Horizon.z;
    a.velocity += change * min(1, most * rsqrt(max(dot(change, change), 1e-6)));
    a.place += a.velocity * Horizon.z;
    if (length(a.goal - a.place) < a.radius)
        a.goal = -a.goal;
    After[id] = a;
}

[numthreads(32, 1, 1)]
void Flock(uint id : SV_DispatchThreadID)
{
    const Agent a = Before[id];
    float2 apart = 0, heading = 0, middle = 0;
    float near = 0;
    for (uint i = 0; i < 64; ++i)
    {
        const Agent b = Before[i];
        const float2 d = b.place - a.place;
        const float square = dot(d, d);
        if (i == id || square > 4 || b.group != a.group)
            continue;
        apart -= d * SafeRcp(square);
        heading += b.velocity;
        middle += b.place;
        near += 1;
    }
    Agent o = a;
    if (near > 0)
    {
        heading = heading / near - a.velocity;
        middle = middle / near - a.place;
        o.velocity += (apart * Flocking.x + heading * Flocking.y + middle * Flocking.z) * Horizon.z;
    }
    o.place += o.velocity * Horizon.z;
    After[id] = o;
}
