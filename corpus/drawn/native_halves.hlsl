// dxilkit-corpus
// Sixteen bits for real; compiled and compared only, since the runtime has none.
// args: -T vs_6_2 -E VertexMain -enable-16bit-types
// args: -T ps_6_6 -E PixelMain -enable-16bit-types
// args: -T vs_6_0 -E Plain
// args: -T ps_6_0 -E PlainPixel

struct Varying
{
    float4 position : SV_Position;
    half3 color : COLOR;
    half2 uv : UV;
    float wide : WIDE;
};

Varying VertexMain(float4 p : POSITION, half4 color : COLOR, half2 uv : UV)
{
    Varying v = { p, color.rgb * color.a, uv, p.z };
    return v;
}

half4 PixelMain(Varying v) : SV_Target { return half4(normalize(v.color), dot(v.uv, v.uv)) + half(v.wide); }

float4 Plain(float4 p : POSITION, out half3 color : COLOR) : SV_Position { color = p.xyz; return p; }
half4 PlainPixel(float4 position : SV_Position, half3 color : COLOR) : SV_Target { return half4(color, 1); }
