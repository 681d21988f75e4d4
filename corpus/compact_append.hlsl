// dxilkit-corpus
// Stream compaction: particles still alive and inside a box go to an append buffer; deaths are counted by cause.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 64 1 1
// binding: cb0 Filter cbuffer NA NA 1
// binding: t0 All texture struct r/o 1
// binding: u0 Alive UAV struct r/w+cnt 1
// binding: u1 Causes UAV u32 buf 1

struct Particle
{
    float3 position;
    float age;
    uint id;
};

cbuffer Filter : register(b0)
{
    float3 BoxMin;
    float MaxAge;
    float3 BoxMax;
    uint Count;
};

StructuredBuffer<Particle> All : register(t0);
AppendStructuredBuffer<Particle> Alive : register(u0);
RWBuffer<uint> Causes : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= Count)
        return;
    Particle p = All[id.x];
    const bool tooOld = p.age > MaxAge;
    const bool3 below = p.position < BoxMin, above = p.position > BoxMax;
    if (tooOld)
        InterlockedAdd(Causes[0], 1);
    else if (any(below) || any(above))
        InterlockedAdd(Causes[any(below) ? 1 : 2], 1);
    else
    {
        p.age += 1;
        Alive.Append(p);
    }
}
