// The grid as an array, and 64-bit numbers beside it.
// library: -T lib_6_8

struct Work
{
    uint64_t address;
    double weight;
};

struct Input
{
    float bias;
    uint dims[3] : SV_DispatchGrid;
    Work work;
};

RWByteAddressBuffer Out : register(u0);

[shader("node")]
[NodeLaunch("broadcasting")]
[NodeMaxDispatchGrid(16, 16, 16)]
[numthreads(4, 4, 4)]
void Volume(DispatchNodeInputRecord<Input> input, uint3 at : SV_DispatchThreadID)
{
    uint index = at.x + input.Get().dims[0] * (at.y + input.Get().dims[1] * at.z);
    double value = input.Get().work.weight * index + input.Get().bias;
    Out.Store<double>(8 * index, value);
    if (index == 0)
        Out.Store<uint64_t>(0, input.Get().work.address);
}
