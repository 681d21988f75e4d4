// A network of two layers: weights are rows of long vectors, a neuron is one dot product.
// later: -T cs_6_9 -E main
// later: -T cs_6_9 -E main -Od

#define INPUTS 24
#define HIDDEN 8

struct Layer
{
    vector<float, INPUTS> row;
    float bias;
};

ByteAddressBuffer Samples : register(t0);
StructuredBuffer<Layer> First : register(t1);
RWByteAddressBuffer Results : register(u0);

vector<float, HIDDEN> Relu(vector<float, HIDDEN> x)
{
    return max(x, 0);
}

vector<float, HIDDEN> Hidden(vector<float, INPUTS> sample)
{
    vector<float, HIDDEN> sums;
    [unroll]
    for (uint i = 0; i < HIDDEN; i++)
        sums[i] = dot(First[i].row, sample) + First[i].bias;
    return Relu(sums);
}

[numthreads(32, 1, 1)]
void main(uint thread : SV_DispatchThreadID)
{
    vector<float, INPUTS> sample = Samples.Load<vector<float, INPUTS> >(thread * INPUTS * 4);
    vector<float, HIDDEN> active = Hidden(sample);
    if (all(active == 0))
        active = 1;
    vector<float, HIDDEN> scaled = active / dot(active, (vector<float, HIDDEN>)1);
    Results.Store(thread * HIDDEN * 4, select(scaled > 0.5, scaled * scaled, scaled));
}
