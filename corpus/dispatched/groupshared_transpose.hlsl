// dxilkit-corpus
// A tile turned round through shared memory.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

Buffer<float4> Source : register(t0);
RWBuffer<float4> Target : register(u0);
groupshared float4 tile[8][8];

[numthreads(8, 8, 1)]
void main(uint2 id : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    tile[id.y][id.x] = Source[index];
    GroupMemoryBarrierWithGroupSync();
    Target[index] = tile[id.x][id.y] + tile[0][id.x].w;
}
