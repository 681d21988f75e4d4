// dxilkit-corpus
// Every way a value travels from vertices to pixels, with perspective.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

struct Varying
{
    float4 position : SV_Position;
    float4 plain : A;
    noperspective float2 flat2 : B;
    centroid float3 centre : C;
    nointerpolation float constant : D;
    nointerpolation int2 whole : E;
    noperspective centroid float both : F;
    linear float lin : G;
};

Varying VertexMain(float4 p : POSITION, float4 c : COLOR, int2 i : INDEX)
{
    Varying v;
    v.position = float4(p.xy, p.z, 1) * (1 + c.x);
    v.plain = c;
    v.flat2 = c.yz;
    v.centre = c.wzy;
    v.constant = c.x;
    v.whole = i;
    v.both = c.y;
    v.lin = c.z;
    return v;
}

float4 PixelMain(Varying v) : SV_Target
{
    return v.plain + v.flat2.xyxy * 2 + v.centre.xyzx * 4 + float4(v.constant, v.whole, v.both + v.lin);
}
