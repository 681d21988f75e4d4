// A work graph of two nodes: one sorts the pixels of a tile by material, the other shades the pixels of one material together.
// library: -T lib_6_8
// library: -T lib_6_8 -Od

struct Tile
{
    uint3 grid : SV_DispatchGrid;
    uint2 origin;
    uint frame;
};

struct Pixel
{
    uint2 at;
    float3 normal;
    float depth;
};

Texture2D<float4> GBuffer : register(t0);
Texture2D<uint> Materials : register(t1);
RWTexture2D<float4> Image : register(u0);

[shader("node")]
[NodeLaunch("broadcasting")]
[NodeIsProgramEntry]
[NodeMaxDispatchGrid(64, 64, 1)]
[numthreads(8, 8, 1)]
void Classify(
    DispatchNodeInputRecord<Tile> tile,
    uint3 thread : SV_DispatchThreadID,
    [MaxRecords(64)] [NodeId("Shade")] [NodeArraySize(4)] NodeOutputArray<Pixel> shade)
{
    uint2 at = tile.Get().origin + thread.xy;
    uint material = Materials[at];
    bool isCovered = material < 4;
    ThreadNodeOutputRecords<Pixel> pixel = shade[material & 3].GetThreadNodeOutputRecords(isCovered ? 1 : 0);
    if (isCovered)
    {
        float4 g = GBuffer[at];
        pixel.Get().at = at;
        pixel.Get().normal = normalize(g.xyz * 2 - 1);
        pixel.Get().depth = g.w;
    }
    pixel.OutputComplete();
}

float3 Shaded(Pixel p, float3 albedo)
{
    return albedo * saturate(dot(p.normal, float3(0.3, 0.8, 0.5))) / (1 + p.depth);
}

[shader("node")]
[NodeLaunch("coalescing")]
[NodeId("Shade", 0)]
[numthreads(32, 1, 1)]
void ShadeMatte([MaxRecords(32)] GroupNodeInputRecords<Pixel> pixels, uint i : SV_GroupIndex)
{
    if (i < pixels.Count())
        Image[pixels[i].at] = float4(Shaded(pixels[i], 0.8), 1);
}

[shader("node")]
[NodeLaunch("coalescing")]
[NodeId("Shade", 1)]
[numthreads(32, 1, 1)]
void ShadeMirror([MaxRecords(32)] GroupNodeInputRecords<Pixel> pixels, uint i : SV_GroupIndex)
{
    if (i >= pixels.Count())
        return;
    Pixel p = pixels.Get(i);
    float3 r = reflect(float3(0, 0, 1), p.normal);
    Image[p.at] = float4(Shaded(p, 0.2) + pow(saturate(r.y), 16), 1);
}
