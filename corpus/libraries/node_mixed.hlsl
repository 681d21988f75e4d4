// Nodes beside a compute shader, an exported function and a shader for rays, which use the same resources.
// library: -T lib_6_8

struct [raypayload] Payload
{
    float4 colour : read(caller, miss) : write(caller, miss);
};

struct Record
{
    uint2 pixel;
};

Texture2D<float4> Source : register(t0);
SamplerState Smooth : register(s0);
RWTexture2D<float4> Target : register(u0);

export float4 Tint(float4 colour, float amount)
{
    return lerp(colour, float4(1, 0.5, 0.25, 1), amount);
}

[shader("node")]
[NodeLaunch("broadcasting")]
[NodeDispatchGrid(16, 16, 1)]
[numthreads(8, 8, 1)]
void Scatter(uint3 id : SV_DispatchThreadID, [MaxRecords(64)] NodeOutput<Record> Gather)
{
    float2 uv = (id.xy + 0.5) / 128;
    float4 colour = Source.Sample(Smooth, uv);
    GroupNodeOutputRecords<Record> all = Gather.GetGroupNodeOutputRecords(64);
    all[(id.x & 7) + 8 * (id.y & 7)].pixel = id.xy + (uint2)(colour.xy * 4);
    all.OutputComplete();
}

[shader("node")]
[NodeLaunch("coalescing")]
[numthreads(64, 1, 1)]
void Gather([MaxRecords(64)] GroupNodeInputRecords<Record> records, uint i : SV_GroupIndex)
{
    if (i < records.Count())
        Target[records[i].pixel] = Tint(Source.SampleLevel(Smooth, records[i].pixel / 128.0, 0), 0.5);
}

[shader("compute")]
[numthreads(8, 8, 1)]
void Clear(uint3 id : SV_DispatchThreadID)
{
    Target[id.xy] = 0;
}

[shader("miss")]
void Sky(inout Payload p)
{
    p.colour = Tint(p.colour, 0.1);
}
