// dxilkit-corpus
// Particle step: gravity, drag, attractors from a small cbuffer array, bounce off a floor, death and respawn from a hash.
// args: -T cs_6_0 -E UpdateParticles -D MAX_ATTRACTORS=4
// args: -T cs_6_6 -E UpdateParticles -D MAX_ATTRACTORS=4
// threads: 64 1 1
// binding: cb0 Frame cbuffer NA NA 1
// binding: cb1 Forces cbuffer NA NA 1
// binding: u0 Particles UAV struct r/w 1
// binding: u1 Stats UAV u32 buf 1

struct Particle
{
    float3 position;
    float life;
    float3 velocity;
    uint seed;
};

struct Attractor { float3 position; float strength; };

cbuffer Frame : register(b0)
{
    float Dt;
    float Gravity;
    float Drag;
    uint Count;
};

cbuffer Forces : register(b1)
{
    Attractor Attractors[MAX_ATTRACTORS];
    int AttractorCount;
    float3 Spawn;
};

RWStructuredBuffer<Particle> Particles : register(u0);
RWBuffer<uint> Stats : register(u1);

uint WangHash(uint seed)
{
    seed = (seed ^ 61) ^ (seed >> 16);
    seed *= 9;
    seed = seed ^ (seed >> 4);
    seed *= 0x27d4eb2d;
    return seed ^ (seed >> 15);
}

float Random(inout uint seed)
{
    seed = WangHash(seed);
    return (float)(seed >> 8) * (1.0f / 16777216.0f);
}

void Respawn(inout Particle p)
{
    p.position = Spawn;
    p.velocity.x = Random(p.seed) * 2 - 1;
    p.velocity.y = Random(p.seed) * 3;
    p.velocity.z = Random(p.seed) * 2 - 1;
    p.life = 1 + Random(p.seed);
}

float3 Pull(float3 at)
{
    float3 force = float3(0, -Gravity, 0);
    for (int i = 0; i < AttractorCount; ++i)
    {
        const float3 to = Attractors[i].position - at;
        const float d2 = dot(to, to) + 0.25f;
        force += to * (Attractors[i].strength / (d2 * sqrt(d2)));
    }
    return force;
}

[numthreads(64, 1, 1)]
void UpdateParticles(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= Count)
        return;
    Particle p = Particles[id.x];
    p.life -= Dt;
    if (p.life <= 0)
    {
        Respawn(p);
        InterlockedAdd(Stats[1], 1u);
    }
    else
    {
        p.velocity += Pull(p.position) * Dt;
        p.velocity *= exp2(-Drag * Dt);
        p.position += p.velocity * Dt;
        if (p.position.y < 0 && p.velocity.y < 0)
        {
            p.position.y = -p.position.y;
            p.velocity.y *= -0.5f;
            InterlockedAdd(Stats[0], 1u);
        }
    }
    Particles[id.x] = p;
}
