// dxilkit-corpus
// Many lights: importance of clusters by orientation cones and bounds, stochastic descent of a light tree with its probability, its build
// from Morton order, and photons gathered from a hash grid with a kernel.
// args: -T cs_6_0 -E SampleLights
// args: -T cs_6_0 -E SampleLights -D SPLIT=1
// args: -T cs_6_0 -E BuildLevel
// args: -T cs_6_0 -E GatherPhotons
// args: -T cs_6_6 -E SampleLights -D SPLIT=1
// args: -T cs_6_6 -E GatherPhotons
// data: cb0 60u 5u 4u 3u 0.3 0.5 16u 0u
// dispatch: 1 1 1

#include "../kernel/config.hlsli"
#include "../kernel/geometry.hlsli"
#include "../kernel/packing.hlsli"
#include "../kernel/random.hlsli"
#include "../kernel/sampling.hlsli"

#ifndef SPLIT
#define SPLIT 0
#endif

struct LightConstants
{
    uint count;
    uint depth;
    uint samples;
    uint frame;
    float splitThreshold;
    float gatherRadius;
    uint gridSize;
    uint level;
};

struct OrientationCone
{
    float3 axis;
    float thetaO;
    float thetaE;

    static OrientationCone Merge(OrientationCone a, OrientationCone b)
    {
        if (b.thetaO > a.thetaO)
        {
            const OrientationCone t = a;
            a = b;
            b = t;
        }
        const float d = SafeAcos(dot(a.axis, b.axis));
        OrientationCone r;
        r.thetaE = max(a.thetaE, b.thetaE);
        r.axis = a.axis;
        r.thetaO = a.thetaO;
        if (min(d + b.thetaO, PI) <= a.thetaO)
            return r;
        r.thetaO = 0.5 * (a.thetaO + d + b.thetaO);
        if (r.thetaO >= PI)
        {
            r.thetaO = PI;
            return r;
        }
        const float3 normal = SafeNormalize(cross(a.axis, b.axis));
        r.axis = Quaternion::FromAxisAngle(normal, r.thetaO - a.thetaO).Rotate(a.axis);
        return r;
    }
};

struct LightNode
{
    float3 lower;
    float power;
    float3 upper;
    uint cone;
    float2 angles;
    uint child;
    uint count;

    OrientationCone Cone()
    {
        OrientationCone c;
        c.axis = UnpackNormal(cone * 0x9e3779b9u);
        c.thetaO = angles.x;
        c.thetaE = angles.y;
        return c;
    }
    float Importance(float3 p, float3 n)
    {
        const float3 center = 0.5 * (lower + upper), half_ = 0.5 * abs(upper - lower);
        const float3 d = center - p;
        const float square = max(dot(d, d), dot(half_, half_));
        const float inv = rsqrt(max(square, 1e-6));
        const float3 w = d * inv;
        const float uncertainty = asin(saturate(length(half_) * inv));
        const OrientationCone c = Cone();
        const float theta = SafeAcos(dot(c.axis, -w));
        const float thetaPrime = max(theta - c.thetaO - uncertainty, 0);
        if (thetaPrime >= c.thetaE && c.thetaE > 0)
            return 0;
        const float incidence = max(SafeAcos(dot(n, w)) - uncertainty, 0);
        return power * cos(thetaPrime) * abs(cos(incidence)) / max(square, 1e-4);
    }
    float SplitMeasure(float3 p)
    {
        const float a = length(0.5 * (lower + upper) - p) - length(upper - lower) * 0.5;
        return a <= 0 ? 0 : saturate(a / (a + length(upper - lower)));
    }
};

struct Photon
{
    float3 position;
    uint direction;
    float3 flux;
    uint next;
};

ConstantBuffer<LightConstants> Lights : register(b0);
StructuredBuffer<LightNode> Tree : register(t0);
StructuredBuffer<float4> Points : register(t1);
StructuredBuffer<Photon> Photons : register(t2);
StructuredBuffer<uint> GridHeads : register(t3);
RWStructuredBuffer<float4> Results : register(u0);
RWStructuredBuffer<LightNode> TreeOut : register(u1);

struct LightPick
{
    uint light;
    float pdf;
};

LightPick Descend(uint root, float3 p, float3 n, inout float u)
{
    LightPick pick;
    pick.pdf = 1;
    uint node = root;
    [loop]
    for (uint level = 0; level < Lights.depth; ++level)
    {
        const LightNode left = Tree[(2 * node + 1) & 63], right = Tree[(2 * node + 2) & 63];
        const float a = max(left.Importance(p, n), 0), b = max(right.Importance(p, n), 0);
        const float sum = a + b;
        if (sum <= 0)
        {
            pick.pdf = 0;
            break;
        }
        const float chance = a / sum;
        if (u < chance)
        {
            node = 2 * node + 1;
            u /= max(chance, 1e-5);
            pick.pdf *= chance;
        }
        else
        {
            node = 2 * node + 2;
            u = (u - chance) / max(1 - chance, 1e-5);
            pick.pdf *= 1 - chance;
        }
    }
    pick.light = node;
    return pick;
}

[numthreads(GROUP_SIZE, 1, 1)]
void SampleLights(uint index : SV_DispatchThreadID)
{
    const float4 raw = Points[index];
    const float3 p = raw.xyz, n = OctDecode(raw.wx * 2 - 1);
    RandomState random = RandomState::Create(uint2(index, 5), Lights.frame);
    float4 sum = 0;
#if SPLIT
    // Near nodes are opened: both children get samples of their own.
    uint stack[8];
    uint depth = 1;
    stack[0] = 0;
    [loop]
    for (uint guard = 0; guard < 16 && depth > 0; ++guard)
    {
        const uint node = stack[--depth];
        const LightNode ln = Tree[node & 63];
        if (ln.SplitMeasure(p) < Lights.splitThreshold && depth + 2 <= 6 && node < 15)
        {
            stack[depth++] = 2 * node + 1;
            stack[depth++] = 2 * node + 2;
            continue;
        }
        float u = random.Float();
        const LightPick pick = Descend(node, p, n, u);
        if (pick.pdf > 0)
            sum += float4(pick.light & 0xff, pick.pdf, ln.Importance(p, n), u);
    }
#else
    for (uint s = 0; s < Lights.samples; ++s)
    {
        float u = random.Float();
        const LightPick pick = Descend(0, p, n, u);
        if (pick.pdf > 0)
            sum += float4(float(pick.light & 0xff) / Lights.samples, pick.pdf, 1 / max(pick.pdf, 1e-3), u);
    }
#endif
    Results[index] = sum;
}

[numthreads(GROUP_SIZE, 1, 1)]
void BuildLevel(uint index : SV_DispatchThreadID)
{
    if (2 * index + 1 >= Lights.count)
        return;
    const LightNode a = Tree[2 * index], b = Tree[2 * index + 1];
    LightNode n;
    n.lower = min(a.lower, b.lower);
    n.upper = max(a.upper, b.upper);
    n.power = a.power + b.power;
    const OrientationCone c = OrientationCone::Merge(a.Cone(), b.Cone());
    n.cone = PackNormal(c.axis);
    n.angles = float2(c.thetaO, c.thetaE);
    n.child = 2 * index;
    n.count = a.count + b.count;
    TreeOut[index] = n;
}

uint GridHash(int3 c) { return (uint(c.x) * 73856093u ^ uint(c.y) * 19349663u ^ uint(c.z) * 83492791u) % Lights.gridSize; }

[numthreads(GROUP_SIZE, 1, 1)]
void GatherPhotons(uint index : SV_DispatchThreadID)
{
    const float4 raw = Points[index];
    const float3 p = raw.xyz, n = OctDecode(raw.wx * 2 - 1);
    const int3 cell = int3(floor(p / Lights.gatherRadius));
    float3 flux = 0;
    float nearest[4] = { FLOAT_MAX, FLOAT_MAX, FLOAT_MAX, FLOAT_MAX };
    for (int i = 0; i < 8; ++i)
    {
        const int3 c = cell + int3(i & 1, (i >> 1) & 1, i >> 2) - int3(frac(p / Lights.gatherRadius) < 0.5);
        uint at = GridHeads[GridHash(c) & 63] * 8 + 1;
        for (uint guard = 0; guard < 8 && at != 0; ++guard)
        {
            const Photon photon = Photons[at & 63];
            const float3 d = photon.position - p;
            const float square = dot(d, d);
            if (square < Square(Lights.gatherRadius) && dot(UnpackNormal(photon.direction * 0x9e3779b9u), n) < 0)
            {
                const float k = 1 - square / Square(Lights.gatherRadius);
                flux += photon.flux * (3 * k * k * INV_PI / Square(Lights.gatherRadius));
                // The four nearest ones, by insertion.
                float v = square;
                [unroll]
                for (uint q = 0; q < 4; ++q)
                    if (v < nearest[q])
                        Swap(v, nearest[q]);
            }
            at = photon.next * 7;
        }
    }
    Results[index] = float4(flux, min(nearest[3], 100));
}
