// dxilkit-corpus
// Particles in a hash grid: cells counted and filled by open addressing, neighbours searched by a template over kernels, moved and collided.
// args: -T cs_6_0 -E Insert -HV 2021
// args: -T cs_6_0 -E Gather -HV 2021
// args: -T cs_6_0 -E Gather -D KERNEL=SpikyKernel -D BOUNDS=1 -HV 2021
// args: -T cs_6_6 -E Gather -D KERNEL=SpikyKernel -HV 2021
// set: count 64
// set: tableSize 256
// set: radius 0.5
#ifndef KERNEL
#define KERNEL PolyKernel
#endif
#ifndef BOUNDS
#define BOUNDS 0
#endif
#define EMPTY 0xffffffffu
#define MAX_PROBES 16

struct Particle
{
    float3 position;
    float mass;
    float3 velocity;
    float age;
};

cbuffer Grid : register(b0)
{
    uint count;
    uint tableSize;
    float radius;
    float step;
    float3 gravity;
    float stiffness;
    float3 boxLow;
    float damping;
    float3 boxHigh;
    float restDensity;
};
StructuredBuffer<Particle> Before : register(t0);
StructuredBuffer<uint> Keys : register(t1);
StructuredBuffer<uint> Heads : register(t2);
StructuredBuffer<uint> Links : register(t3);
RWStructuredBuffer<uint> OutKeys : register(u0);
RWStructuredBuffer<uint> OutHeads : register(u1);
RWStructuredBuffer<uint> OutLinks : register(u2);
RWStructuredBuffer<Particle> After : register(u3);

struct Cell
{
    int3 at;

    static Cell Of(float3 position)
    {
        Cell c;
        c.at = int3(floor(position / radius));
        return c;
    }
    Cell operator+(int3 offset)
    {
        Cell c;
        c.at = at + offset;
        return c;
    }
    uint Key()
    {
        const uint3 p = uint3(at) & 1023u;
        return p.x | (p.y << 10) | (p.z << 20);
    }
    uint Slot()
    {
        uint h = Key() * 0x9e3779b1u;
        h ^= h >> 15;
        return h & (tableSize - 1u);
    }
};

[numthreads(64, 1, 1)]
void Insert(uint id : SV_DispatchThreadID)
{
    if (id >= count)
        return;
    const Cell cell = Cell::Of(Before[id].position);
    const uint key = cell.Key();
    uint slot = cell.Slot();
    [loop]
    for (uint probe = 0; probe < MAX_PROBES; ++probe)
    {
        uint seen;
        InterlockedCompareExchange(OutKeys[slot], EMPTY, key, seen);
        if (seen == EMPTY || seen == key)
        {
            uint next;
            InterlockedExchange(OutHeads[slot], id, next);
            OutLinks[id] = next;
            return;
        }
        slot = (slot + 1u) & (tableSize - 1u);
    }
    OutLinks[id] = EMPTY;
}

uint FindHead(Cell cell)
{
    const uint key = cell.Key();
    uint slot = cell.Slot();
    [loop]
    for (uint probe = 0; probe < MAX_PROBES; ++probe)
    {
        const uint seen = Keys[slot];
        if (seen == key)
            return Heads[slot];
        if (seen == EMPTY)
            break;
        slot = (slot + 1u) & (tableSize - 1u);
    }
    return EMPTY;
}

struct PolyKernel
{
    static float Weight(float distanceSquared)
    {
        const float x = max(radius * radius - distanceSquared, 0.0f);
        return x * x * x;
    }
};

struct SpikyKernel
{
    static float Weight(float distanceSquared)
    {
        const float x = max(radius - sqrt(distanceSquared), 0.0f);
        return x * x * x;
    }
};

struct Neighbourhood
{
    float density;
    float3 push;
    uint found;
};

template<typename K>
Neighbourhood Search(uint self, Particle p)
{
    Neighbourhood n;
    n.density = 0.0f;
    n.push = 0.0f;
    n.found = 0;
    const Cell home = Cell::Of(p.position);
    [loop]
    for (int i = 0; i < 27; ++i)
    {
        const int3 offset = int3(i % 3, (i / 3) % 3, i / 9) - 1;
        uint other = FindHead(home + offset);
        [loop]
        for (uint guard = 0; other < count && guard < 32; ++guard)
        {
            if (other != self)
            {
                const Particle q = Before[other];
                const float3 apart = p.position - q.position;
                const float squared = dot(apart, apart);
                const float w = K::Weight(squared);
                n.density += q.mass * w;
                n.push += apart * (w * rsqrt(squared + 0.0001f));
                n.found += squared < radius * radius ? 1u : 0u;
            }
            other = Links[other];
        }
    }
    return n;
}

[numthreads(64, 1, 1)]
void Gather(uint id : SV_DispatchThreadID)
{
    if (id >= count)
        return;
    Particle p = Before[id];
    const Neighbourhood n = Search<KERNEL>(id, p);
    const float pressure = stiffness * max(n.density - restDensity, 0.0f);
    p.velocity += (gravity + n.push * pressure) * step;
    p.velocity *= n.found > 0 ? damping : 1.0f;
    p.position += p.velocity * step;
#if BOUNDS
    [unroll]
    for (uint axis = 0; axis < 3; ++axis)
    {
        if (p.position[axis] < boxLow[axis] || p.position[axis] > boxHigh[axis])
            p.velocity[axis] = -p.velocity[axis] * damping;
        p.position[axis] = clamp(p.position[axis], boxLow[axis], boxHigh[axis]);
    }
#endif
    p.age += step;
    After[id] = p;
}
