// dxilkit-corpus
// Small triangles placed by instance data and the instance's number.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain
// vertices: 3
// instances: 9

struct Instance { float2 offset : INSTANCE_OFFSET; float4 color : INSTANCE_COLOR; uint id : SV_InstanceID; };

float4 VertexMain(Instance i, uint v : SV_VertexID, out float4 color : COLOR, out nointerpolation uint id : ID) : SV_Position
{
    const float2 corner = float2(v & 1, v >> 1) * 0.5;
    color = i.color;
    id = i.id;
    const float2 cell = float2(i.id % 3, i.id / 3) / 1.5 - 1;
    return float4(cell + corner + i.offset * 0.1, 0, 1);
}

float4 PixelMain(float4 position : SV_Position, float4 color : COLOR, nointerpolation uint id : ID) : SV_Target
{
    return float4(color.rgb, id);
}
