// dxilkit-corpus
// Varyings inside structs inside structs, with inheritance and methods.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

struct Base
{
    float4 position : SV_Position;
    float2 Screen() { return position.xy / 32; }
};
struct Surface { float3 normal : NORMAL; float2 uv : UV; };
struct Varying : Base
{
    Surface surface;
    float4 tint : TINT;
    float3 Shade() { return surface.normal * tint.rgb + surface.uv.xyx; }
};

Varying VertexMain(float4 position : POSITION, Surface surface, float4 tint : TINT)
{
    Varying v;
    v.position = position;
    v.surface = surface;
    v.tint = tint;
    return v;
}

float4 PixelMain(Varying v) : SV_Target { return float4(v.Shade() + v.Screen().xyx, v.tint.a); }
