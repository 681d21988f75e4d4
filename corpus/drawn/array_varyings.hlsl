// dxilkit-corpus
// Arrays of inputs, indexed by a number that only runs know.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

struct Varying
{
    float4 position : SV_Position;
    float3 colors[4] : COLOR;
    nointerpolation uint pick : PICK;
};

Varying VertexMain(float4 p : POSITION, float3 c[4] : COLOR, uint pick : PICK)
{
    Varying v;
    v.position = p;
    for (int i = 0; i < 4; ++i)
        v.colors[i] = c[(i + pick) % 4];
    v.pick = pick;
    return v;
}

float4 PixelMain(Varying v) : SV_Target
{
    const uint i = (v.pick + uint(v.position.x) / 8) % 4;
    return float4(v.colors[i], i);
}
