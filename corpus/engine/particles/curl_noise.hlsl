// dxilkit-corpus
// Particles in a curl-noise field: emission from dead lists, modules switched by a mask of features, collision with a height field,
// and sorting keys for those that live on.
// args: -T cs_6_0 -E Emit
// args: -T cs_6_0 -E Update
// args: -T cs_6_0 -E Update -D FEATURES=31
// args: -T cs_6_5 -E Update -D FEATURES=31 -D OCTAVES=4
// args: -T cs_6_6 -E Update -D FEATURES=31 -D BINDLESS=1
// data: cb0 48u 20u 7u 0u 0 0 0 0.016 0 -9.8 0 0.1 1 0.5 2 0.3 0.2 1 1 0.5
// data: u1 12u 30u 0u 0u 0u 0u 0u 0u

#include "../kernel/config.hlsli"
#include "../kernel/random.hlsli"
#include "../kernel/packing.hlsli"
#include "../kernel/color.hlsli"
#include "../kernel/waves.hlsli"

#ifndef FEATURES
#define FEATURES 3
#endif
#ifndef OCTAVES
#define OCTAVES 2
#endif
#define FEATURE_CURL 1
#define FEATURE_DRAG 2
#define FEATURE_COLLIDE 4
#define FEATURE_COLOR 8
#define FEATURE_ATTRACT 16
#define HAS(f) ((FEATURES & FEATURE_##f) != 0)

struct ParticleState
{
    float3 position;
    float age;
    float3 velocity;
    float lifetime;
    uint color;
    uint sizeAndSpin;
    uint seed;
    uint emitter;
};

struct ParticleConstants
{
    uint capacity;
    uint emitCount;
    uint frame;
    uint flags;
    float3 origin;
    float deltaTime;
    float3 gravity;
    float drag;
    float noiseScale;
    float noiseSpeed;
    float noiseStrength;
    float bounce;
    float3 attractor;
    float attractorStrength;
};

ConstantBuffer<ParticleConstants> Constants : register(b0);
DECLARE_READ(Texture2D<float>, Heights, 0);
DECLARE_READ(Texture2D<float4>, ColorRamp, 1);
DECLARE_WRITE(RWStructuredBuffer<ParticleState>, Particles, 0);
DECLARE_WRITE(RWStructuredBuffer<uint>, Counters, 1);
DECLARE_WRITE(RWStructuredBuffer<uint>, DeadList, 2);
DECLARE_WRITE(RWStructuredBuffer<uint2>, SortKeys, 3);
SamplerState LinearClamp : register(s0);

#define COUNTER_DEAD 0
#define COUNTER_ALIVE 1
#define COUNTER_DRAWN 2

/// Simplex noise with its gradient.
float4 SimplexGradient(float3 p)
{
    const float skew = 1.0 / 3, unskew = 1.0 / 6;
    const float3 cell = floor(p + dot(p, skew));
    const float3 x0 = p - cell + dot(cell, unskew);
    const float3 order = step(x0.yzx, x0.xyz);
    const float3 other = 1 - order;
    const float3 i1 = min(order.xyz, other.zxy), i2 = max(order.xyz, other.zxy);
    const float3 corners[4] = { x0, x0 - i1 + unskew, x0 - i2 + 2 * unskew, x0 - 1 + 3 * unskew };
    const float3 offsets[4] = { float3(0, 0, 0), i1, i2, float3(1, 1, 1) };
    float4 result = 0;
    [unroll]
    for (uint i = 0; i < 4; ++i)
    {
        const uint3 h = HashPcg3(uint3(int3(cell + offsets[i])));
        const float3 g = float3(h & 0xffff) / 32767.5 - 1;
        const float3 d = corners[i];
        const float t = max(0.5 - dot(d, d), 0);
        const float t2 = t * t, t4 = t2 * t2;
        const float gd = dot(g, d);
        result.w += t4 * gd;
        result.xyz += t4 * g - 8 * t2 * t * gd * d;
    }
    return result * 42;
}

float3 Curl(float3 p)
{
    float3 sum = 0;
    float amplitude = 1, frequency = 1;
    [unroll]
    for (uint o = 0; o < OCTAVES; ++o)
    {
        const float3 q = p * frequency;
        const float3 a = SimplexGradient(q).xyz, b = SimplexGradient(q + float3(31.3, 17.7, -47.1)).xyz;
        sum += cross(a, b) * amplitude;
        amplitude *= 0.5;
        frequency *= 2.03;
    }
    return sum;
}

float HeightAt(float2 p, out float3 normal)
{
    const float2 uv = p * 0.1 + 0.5;
    const float h = Heights.SampleLevel(LinearClamp, uv, 0);
    const float hx = Heights.SampleLevel(LinearClamp, uv + float2(0.01, 0), 0), hy = Heights.SampleLevel(LinearClamp, uv + float2(0, 0.01), 0);
    normal = normalize(float3((h - hx) * 10, 1, (h - hy) * 10));
    return h;
}

[numthreads(GROUP_SIZE, 1, 1)]
void Emit(uint index : SV_DispatchThreadID)
{
    if (index >= min(Constants.emitCount, 64))
        return;
    int left;
    InterlockedAdd(Counters[COUNTER_DEAD], uint(-1), left);
    if (left <= 0)
    {
        InterlockedAdd(Counters[COUNTER_DEAD], 1u);
        return;
    }
    const uint slot = DeadList[left - 1] % 64;
    RandomState random = RandomState::Create(uint2(index, slot), Constants.frame);
    ParticleState p;
    p.position = Constants.origin + (random.Float3() - 0.5) * 0.2;
    const float3 direction = float3(random.Normal(), abs(random.Normal()) + 1, random.Normal());
    p.velocity = SafeNormalize(direction) * lerp(1, 4, random.Float());
    p.age = 0;
    p.lifetime = lerp(0.5, 2, random.Float());
    p.color = PackUnorm8(float4(HsvToRgb(float3(random.Float(), 0.7, 1)), 1));
    p.sizeAndSpin = PackHalf2(float2(lerp(0.01, 0.05, random.Float()), random.Float() * TWO_PI));
    p.seed = random.Next();
    p.emitter = Constants.frame & 0xff;
    Particles[slot] = p;
    InterlockedAdd(Counters[COUNTER_ALIVE], 1u);
}

[numthreads(GROUP_SIZE, 1, 1)]
void Update(uint index : SV_DispatchThreadID)
{
    const bool isUsed = index < Constants.capacity;
    ParticleState p = (ParticleState)0;
    if (isUsed)
        p = Particles[index];
    const float dt = Constants.deltaTime;
    const bool wasAlive = isUsed && p.age < p.lifetime;
    p.age += dt;
    const bool isAlive = wasAlive && p.age < p.lifetime;
    if (isAlive)
    {
        float3 acceleration = Constants.gravity;
        if (HAS(CURL))
        {
            const float3 field = Curl(p.position * Constants.noiseScale + Constants.noiseSpeed * Constants.frame * 0.01);
            acceleration += (field * Constants.noiseStrength - p.velocity) * 2;
        }
        if (HAS(DRAG))
            p.velocity *= exp(-Constants.drag * dt);
        if (HAS(ATTRACT))
        {
            const float3 d = Constants.attractor - p.position;
            acceleration += d * (Constants.attractorStrength / max(dot(d, d), 0.01));
        }
        p.velocity += acceleration * dt;
        p.position += p.velocity * dt;
        if (HAS(COLLIDE))
        {
            float3 normal;
            const float h = HeightAt(p.position.xz, normal);
            if (p.position.y < h)
            {
                p.position.y = h;
                const float vn = dot(p.velocity, normal);
                if (vn < 0)
                    p.velocity -= (1 + Constants.bounce) * vn * normal;
            }
        }
        const float life = p.age / max(p.lifetime, 1e-3);
        if (HAS(COLOR))
        {
            const float4 c = ColorRamp.SampleLevel(LinearClamp, float2(life, 0.5), 0);
            p.color = PackUnorm8(c * float4(1, 1, 1, 1 - life * life));
        }
        const float2 sizeAndSpin = UnpackHalf2(p.sizeAndSpin);
        p.sizeAndSpin = PackHalf2(float2(sizeAndSpin.x, sizeAndSpin.y + dt * (float(p.seed & 0xff) / 128 - 1)));
        Particles[index] = p;
    }
    const uint drawn = WaveAppend(Counters, COUNTER_DRAWN, isAlive);
    if (isAlive)
        SortKeys[drawn & 63] = uint2(~asuint(max(p.position.z, 0)), index);
    if (wasAlive && !isAlive)
    {
        uint slot;
        InterlockedAdd(Counters[COUNTER_DEAD], 1u, slot);
        DeadList[slot & 63] = index;
        InterlockedAdd(Counters[COUNTER_ALIVE], uint(-1));
    }
}
