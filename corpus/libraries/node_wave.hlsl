// A node with a wave size: the lanes of a wave agree on how many records they need before they ask for them.
// library: -T lib_6_8

struct Ray
{
    float3 origin;
    float3 direction;
    uint pixel;
};

struct Hit
{
    float t;
    uint pixel;
};

StructuredBuffer<float4> Spheres : register(t0);

[shader("node")]
[NodeLaunch("coalescing")]
[WaveSize(16, 64, 32)]
[numthreads(64, 1, 1)]
void Intersect(
    [MaxRecords(64)] RWGroupNodeInputRecords<Ray> rays,
    uint i : SV_GroupIndex,
    [MaxRecords(64)] NodeOutput<Hit> Shade)
{
    bool isActive = i < rays.Count();
    float nearest = 1e30;
    if (isActive)
    {
        float3 o = rays[i].origin;
        float3 d = normalize(rays[i].direction);
        for (uint s = 0; s < 8; s++)
        {
            float3 oc = o - Spheres[s].xyz;
            float b = dot(oc, d);
            float h = b * b - dot(oc, oc) + Spheres[s].w * Spheres[s].w;
            if (h > 0 && -b - sqrt(h) > 0)
                nearest = min(nearest, -b - sqrt(h));
        }
        rays[i].direction = d * nearest;
    }
    bool isHit = isActive && nearest < 1e30;
    uint hits = WaveActiveCountBits(isHit);
    uint before = WavePrefixCountBits(isHit);
    ThreadNodeOutputRecords<Hit> hit = Shade.GetThreadNodeOutputRecords(isHit ? 1 : 0);
    if (isHit)
    {
        hit.Get().t = nearest + 0.001 * before / hits;
        hit.Get().pixel = rays[i].pixel;
    }
    hit.OutputComplete();
}
