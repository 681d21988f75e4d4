// dxilkit-corpus
// A geometry buffer: colour, packed normal and identifiers in four targets, one of integers.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

struct Varying
{
    float4 position : SV_Position;
    float3 normal : NORMAL;
    nointerpolation uint material : MATERIAL;
};
struct GBuffer
{
    float4 albedo : SV_Target0;
    float2 normal : SV_Target1;
    uint4 ids : SV_Target2;
    int2 motion : SV_Target3;
};

Varying VertexMain(float4 position : POSITION, float3 normal : NORMAL, uint material : MATERIAL)
{
    Varying v = { position, normal, material };
    return v;
}

float2 Octahedral(float3 n)
{
    n /= abs(n.x) + abs(n.y) + abs(n.z);
    return n.z >= 0 ? n.xy : (1 - abs(n.yx)) * float2(n.x >= 0 ? 1 : -1, n.y >= 0 ? 1 : -1);
}

GBuffer PixelMain(Varying v)
{
    GBuffer g;
    g.albedo = float4(v.normal * v.normal, 0.5);
    g.normal = Octahedral(normalize(v.normal - 0.5));
    g.ids = uint4(v.material, f32tof16(v.normal.x), asuint(v.normal.y), uint(v.position.x));
    g.motion = int2(v.position.xy) - 16;
    return g;
}
