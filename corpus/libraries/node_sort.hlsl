// A bitonic sort of the records that a group was given, in place, and a choice among outputs at run time.
// library: -T lib_6_8

struct Key
{
    uint key;
    uint value;
};

struct Run
{
    uint keys[4];
    float2x3 basis;
};

RWStructuredBuffer<uint2> Sorted : register(u0);
cbuffer Settings : register(b0)
{
    uint Route;
};

[shader("node")]
[NodeLaunch("coalescing")]
[NodeIsProgramEntry]
[numthreads(32, 1, 1)]
void Sort(
    [MaxRecords(32)] RWGroupNodeInputRecords<Key> keys,
    uint i : SV_GroupIndex,
    [MaxRecords(1)] [NodeArraySize(16)] NodeOutputArray<Run> runs)
{
    for (uint size = 2; size <= 32; size *= 2)
        for (uint gap = size / 2; gap > 0; gap /= 2)
        {
            uint j = i ^ gap;
            if (j > i && j < keys.Count())
            {
                Key a = keys[i];
                Key b = keys[j];
                bool isUp = (i & size) == 0;
                if ((a.key > b.key) == isUp)
                {
                    keys[i] = b;
                    keys[j] = a;
                }
            }
            Barrier(keys, GROUP_SYNC | GROUP_SCOPE);
        }
    if (i < keys.Count())
        Sorted[i] = uint2(keys[i].key, keys[i].value);
    GroupNodeOutputRecords<Run> run = runs[min(Route, 15)].GetGroupNodeOutputRecords(1);
    if (i < 4)
    {
        run.Get().keys[i] = keys[i].key;
        run.Get().basis[i & 1] = float3(i, keys[i].value, 1);
    }
    run.OutputComplete();
}
