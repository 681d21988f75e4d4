// dxilkit-corpus
// One k step of Floyd and Warshall's shortest paths on a distance matrix in place, with the first-hop table.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 8 8 1
// binding: cb0 Graph cbuffer NA NA 1
// binding: u0 Distance UAV struct r/w 1
// binding: u1 NextHop UAV i32 buf 1

static const int UNREACHABLE = 0x3fffffff;

cbuffer Graph : register(b0)
{
    uint Nodes;
    uint Via;
};

RWStructuredBuffer<int> Distance : register(u0);
RWBuffer<int> NextHop : register(u1);

groupshared int viaRow[8];
groupshared int viaColumn[8];

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 t : SV_GroupThreadID)
{
    if (t.y == 0)
        viaRow[t.x] = id.x < Nodes ? Distance[Via * Nodes + id.x] : UNREACHABLE;
    if (t.x == 0)
        viaColumn[t.y] = id.y < Nodes ? Distance[id.y * Nodes + Via] : UNREACHABLE;
    GroupMemoryBarrierWithGroupSync();

    if (max(id.x, id.y) >= Nodes || id.x == Via || id.y == Via)
        return;
    if (viaRow[t.x] == UNREACHABLE || viaColumn[t.y] == UNREACHABLE)
        return;

    const uint cell = id.y * Nodes + id.x;
    const int through = viaColumn[t.y] + viaRow[t.x];
    if (through < Distance[cell])
    {
        Distance[cell] = through;
        NextHop[cell] = NextHop[id.y * Nodes + Via];
    }
}
