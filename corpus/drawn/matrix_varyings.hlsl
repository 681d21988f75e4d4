// dxilkit-corpus
// Matrices between the stages, in both orders, and a row by its number.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain
// args: -T ps_6_0 -E PixelMain -O1

struct Varying
{
    float4 position : SV_Position;
    row_major float2x3 rows : ROWS;
    column_major float3x2 columns : COLUMNS;
    nointerpolation uint2 pick : PICK;
};

Varying VertexMain(float4 position : POSITION, float3x3 m : MATRIX, uint2 pick : PICK)
{
    Varying v;
    v.position = position;
    v.rows = (float2x3)m;
    v.columns = (float3x2)transpose(m);
    v.pick = pick;
    return v;
}

float4 PixelMain(Varying v) : SV_Target
{
    const float2x2 product = mul(v.rows, v.columns);
    return float4(product._m00_m11, v.rows._m02, determinant(product)) + v.columns[1].xyxy * v.pick.y;
}
