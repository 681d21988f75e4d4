// Records with native 16-bit numbers, and a grid of them.
// library: -T lib_6_8 -enable-16bit-types

struct Sparse
{
    uint16_t2 grid : SV_DispatchGrid;
    float16_t scale;
    int16_t3 offsets;
    half4 colours[2];
};

RWTexture2D<float4> Image : register(u0);

[shader("node")]
[NodeLaunch("broadcasting")]
[NodeMaxDispatchGrid(128, 128, 1)]
[numthreads(8, 8, 1)]
void Paint(DispatchNodeInputRecord<Sparse> input, uint3 at : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    half4 colour = input.Get().colours[i & 1] * input.Get().scale;
    Image[int2(at.xy) + int2(input.Get().offsets.xy)] = colour + input.Get().offsets.z;
}
