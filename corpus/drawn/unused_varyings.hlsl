// dxilkit-corpus
// What the pixel shader does not read still has its place; gaps and partial vectors.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

struct Varying
{
    float2 a : A;
    float4 unused : UNUSED;
    float3 b : B;
    nointerpolation uint c : C;
    float d : D;
    float4 position : SV_Position;
};

Varying VertexMain(float4 p : POSITION, float3 n : NORMAL, float4 nothing : NOTHING, uint c : C)
{
    Varying v;
    v.a = n.xy;
    v.unused = p;
    v.b = n * 2;
    v.c = c;
    v.d = n.z;
    v.position = p;
    return v;
}

float4 PixelMain(Varying v) : SV_Target { return float4(v.a.y, v.b.x, v.d, v.c); }
