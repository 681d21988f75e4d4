// Nodes that only say that there is something to do: empty inputs and outputs, single and in arrays.
// library: -T lib_6_8

RWByteAddressBuffer Ticks : register(u0);

[shader("node")]
[NodeLaunch("broadcasting")]
[NodeIsProgramEntry]
[NodeDispatchGrid(4, 2, 1)]
[numthreads(16, 1, 1)]
void Start(
    uint3 group : SV_GroupID,
    uint i : SV_GroupIndex,
    [MaxRecords(1)] EmptyNodeOutput tick,
    [MaxRecords(16)] [NodeId("Bin")] [NodeArraySize(8)] [AllowSparseNodes] EmptyNodeOutputArray bins,
    [MaxRecords(2)] [NodeId("Overflow")] [UnboundedSparseNodes] EmptyNodeOutputArray overflow)
{
    tick.GroupIncrementOutputCount(group.y == 0 ? 1 : 0);
    if (bins[i & 7].IsValid())
        bins[i & 7].ThreadIncrementOutputCount(1);
    overflow[group.x * 100].GroupIncrementOutputCount(2);
}

[shader("node")]
[NodeId("tick")]
[NodeLaunch("coalescing")]
[numthreads(1, 1, 1)]
void Tick([MaxRecords(256)] EmptyNodeInput ticks)
{
    Ticks.InterlockedAdd(0, ticks.Count());
}

[shader("node")]
[NodeId("Bin", 3)]
[NodeLaunch("coalescing")]
[numthreads(32, 1, 1)]
void Bin(EmptyNodeInput input, uint3 i : SV_GroupThreadID)
{
    if (i.x < input.Count())
        Ticks.InterlockedAdd(4, 1);
}
