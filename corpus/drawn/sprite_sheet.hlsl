// dxilkit-corpus
// Instances pick frames of a sheet from a structured buffer.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain
// vertices: 6
// instances: 4
// stride: t1 32

struct Sprite { float2 offset; float2 size; float4 tint; };
StructuredBuffer<Sprite> Sprites : register(t1);
Texture2D<float4> Sheet : register(t0);
SamplerState PointClamp : register(s0);

struct Varying { float4 position : SV_Position; float2 uv : UV; nointerpolation float4 tint : TINT; };

Varying VertexMain(float4 p : POSITION, uint instance : SV_InstanceID)
{
    const Sprite s = Sprites[instance];
    const float2 quarter = float2(instance & 1, instance >> 1) - 0.5;
    Varying v;
    v.position = float4(p.xy * (0.2 + 0.3 * s.size) + quarter, 0.5, 1);
    v.uv = (p.xy * 0.5 + 0.5 + float2(instance & 1, instance >> 1)) * 0.5;
    v.tint = s.tint;
    return v;
}

float4 PixelMain(Varying v) : SV_Target { return Sheet.SampleLevel(PointClamp, v.uv, 0) * v.tint; }
