// dxilkit-corpus
// Textures of integers: identifiers picked and masked, drawn to targets of integers.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

Texture2D<uint4> Ids : register(t0);
Texture2D<int2> Signed : register(t1);

void VertexMain(float4 p : POSITION, out float4 position : SV_Position) { position = p; }

void PixelMain(float4 position : SV_Position, out uint4 ids : SV_Target0, out int2 signs : SV_Target1)
{
    const int3 at = int3(position.xy / 2, 0);
    ids = Ids.Load(at) << uint4(0, 1, 2, 3);
    signs = Signed.Load(at) - 32;
}
