// Particles: an amplification wave throws out the dead and the distant, sorts nothing, and hands the living to mesh groups that turn each to the camera.
// args: -T as_6_5 -E SelectParticles
// args: -T ms_6_5 -E ExpandParticles
// args: -T ms_6_7 -E ExpandParticles -D STRETCHED

struct Particle
{
    float3 position;
    float age;
    float3 velocity;
    float size;
    uint color;
    uint frame;
    float spin;
    float lifetime;
};
struct Batch
{
    uint first;
    uint count;
    uint list[32];
};
struct Corner
{
    float4 position : SV_Position;
    float2 uv : TEXCOORD0;
    nointerpolation uint color : COLOR0;
    nointerpolation uint frame : FRAME;
};

cbuffer View : register(b0)
{
    float4x4 viewProjection;
    float3 eye;
    float range;
    float3 right;
    uint particleCount;
    float3 up;
    float fadeLength;
};
StructuredBuffer<Particle> Particles : register(t0);

[numthreads(32, 1, 1)]
void SelectParticles(uint id : SV_DispatchThreadID, uint group : SV_GroupID)
{
    bool lives = false;
    if (id < particleCount)
    {
        const Particle p = Particles[id];
        const float3 away = p.position - eye;
        lives = p.age < p.lifetime && dot(away, away) < range * range;
    }
    Batch batch;
    batch.first = group * 32;
    batch.count = WaveActiveCountBits(lives);
    for (uint i = 0; i < 32; i++)
        batch.list[i] = 0;
    const uint slot = WavePrefixCountBits(lives);
    if (lives)
        batch.list[slot] = id;
    DispatchMesh((batch.count + 7) / 8, 1, 1, batch);
}

float Opacity(Particle p)
{
    return saturate((range - distance(p.position, eye)) / fadeLength) * (1 - p.age / p.lifetime);
}

[numthreads(32, 1, 1)]
[outputtopology("triangle")]
void ExpandParticles(
    in payload Batch batch, uint lane : SV_GroupIndex, uint group : SV_GroupID, out vertices Corner corners[32], out indices uint3 quads[16])
{
    const uint count = min(batch.count - group * 8, 8u);
    SetMeshOutputCounts(count * 4, count * 2);
    const uint which = lane / 4;
    if (which < count)
    {
        const Particle p = Particles[batch.list[group * 8 + which]];
        const float2 corner = float2(lane & 1, (lane >> 1) & 1) * 2 - 1;
        float s, c;
        sincos(p.spin * p.age, s, c);
#ifdef STRETCHED
        const float3 along = normalize(p.velocity + 1e-4);
        const float3 across = normalize(cross(along, p.position - eye));
        const float3 offset = across * corner.x + along * corner.y * (1 + length(p.velocity) * 0.1);
#else
        const float2 turned = float2(corner.x * c - corner.y * s, corner.x * s + corner.y * c);
        const float3 offset = right * turned.x + up * turned.y;
#endif
        corners[lane].position = mul(float4(p.position + offset * p.size, 1), viewProjection);
        corners[lane].uv = corner * 0.5 + 0.5;
        corners[lane].color = (p.color & 0xffffff) | (uint(Opacity(p) * 255) << 24);
        corners[lane].frame = p.frame + uint(p.age / p.lifetime * 16);
        if ((lane & 3) < 2)
            quads[which * 2 + (lane & 1)] = which * 4 + ((lane & 1) ? uint3(2, 1, 3) : uint3(0, 1, 2));
    }
}
