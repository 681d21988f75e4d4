// dxilkit-corpus
// All-pairs gravity with softening, tiles of bodies in groupshared memory, leapfrog step.
// args: -T cs_6_0 -E main
// args: -T cs_6_5 -E main
// args: -T cs_6_6 -E main
// threads: 32 1 1
// binding: cb0 Step cbuffer NA NA 1
// binding: t0 BodiesIn texture struct r/o 1
// binding: u0 BodiesOut UAV struct r/w 1

#define TILE 32

struct Body
{
    float3 position;
    float mass;
    float3 velocity;
    float padding;
};

cbuffer Step : register(b0)
{
    float DeltaT;
    float Softening2;
    float Damping;
    uint BodyCount;
};

StructuredBuffer<Body> BodiesIn : register(t0);
RWStructuredBuffer<Body> BodiesOut : register(u0);

groupshared float4 shared_pos[TILE];

void Accumulate(inout float3 acc, float3 self, float4 other)
{
    float3 r = other.xyz - self;
    float distSqr = dot(r, r) + Softening2;
    float invDist = rsqrt(distSqr);
    acc += r * (other.w * invDist * invDist * invDist);
}

[numthreads(TILE, 1, 1)]
void main(uint3 dtid : SV_DispatchThreadID, uint gi : SV_GroupIndex)
{
    Body me = BodiesIn[dtid.x];
    float3 acc = (float3)0;
    const uint tiles = (BodyCount + TILE - 1) / TILE;

    for (uint tile = 0; tile < tiles; tile++)
    {
        const uint i = tile * TILE + gi;
        if (i < BodyCount)
            shared_pos[gi] = float4(BodiesIn[i].position, BodiesIn[i].mass);
        else
            shared_pos[gi] = float4(0, 0, 0, 0);
        GroupMemoryBarrierWithGroupSync();

        [unroll(TILE)]
        for (uint k = 0; k < TILE; k++)
            Accumulate(acc, me.position, shared_pos[k]);
        GroupMemoryBarrierWithGroupSync();
    }

    me.velocity = (me.velocity + acc * DeltaT) * Damping;
    me.position += me.velocity * DeltaT;
    if (dtid.x < BodyCount)
        BodiesOut[dtid.x] = me;
}
