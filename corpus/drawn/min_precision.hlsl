// dxilkit-corpus
// Varyings and arithmetic of minimum precision.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

struct Varying
{
    float4 position : SV_Position;
    min16float4 color : COLOR;
    nointerpolation min16uint id : ID;
    nointerpolation min16int2 offset : OFFSET;
};

Varying VertexMain(float4 p : POSITION, min16float4 color : COLOR, min16uint id : ID, min16int2 offset : OFFSET)
{
    Varying v = { p, color, id, offset };
    return v;
}

min16float4 PixelMain(Varying v) : SV_Target
{
    const min16int sum = v.offset.x + v.offset.y * 2;
    return v.color * 0.5 + min16float(sum) + (v.id & 3);
}
