// Thread nodes that add to a histogram, and a node of the same record that writes it back changed.
// library: -T lib_6_8

struct Sample
{
    float value;
    int bin;
    uint64_t mask;
    min16float weight;
};

RWStructuredBuffer<uint> Bins : register(u0);

[shader("node")]
[NodeLaunch("thread")]
void Add(ThreadNodeInputRecord<Sample> s)
{
    InterlockedAdd(Bins[s.Get().bin & 255], (uint)(s.Get().value * s.Get().weight));
}

[shader("node")]
[NodeLaunch("thread")]
[numthreads(1, 1, 1)]
void Quantize(RWThreadNodeInputRecord<Sample> s, [MaxRecords(1)] [NodeId("Add")] NodeOutput<Sample> next)
{
    float old;
    InterlockedExchange(s.Get().value, 0.5, old);
    InterlockedOr(s.Get().mask, 1ull << 40);
    InterlockedMin(s.Get().bin, (int)(old * 255));
    s.Get().bin++;
    ThreadNodeOutputRecords<Sample> out_ = next.GetThreadNodeOutputRecords(1);
    out_.Get() = s.Get();
    out_.Get().value = old;
    out_.OutputComplete();
}
