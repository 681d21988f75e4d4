// dxilkit-corpus
// Sparse matrix times vector in CSR form, a row a thread, four elements at a time where the row allows.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 32 1 1
// binding: cb0 $Globals cbuffer NA NA 1
// binding: t0 RowStart texture u32 buf 1
// binding: t1 Column texture u32 buf 1
// binding: t2 Value texture f32 buf 1
// binding: t3 X texture f32 buf 1
// binding: u0 Y UAV f32 buf 1

Buffer<uint> RowStart;
Buffer<uint> Column;
Buffer<float> Value;
Buffer<float> X;
RWBuffer<float> Y;
const uint RowCount;
const float Scale;

float4 Gather4(uint at)
{
    return float4(X[Column[at]], X[Column[at + 1]], X[Column[at + 2]], X[Column[at + 3]]);
}

float4 Values4(uint at)
{
    float4 v;
    [unroll]
    for (uint i = 0; i < 4; ++i)
        v[i] = Value[at + i];
    return v;
}

[numthreads(32, 1, 1)]
void main(uint3 row : SV_DispatchThreadID)
{
    if (row.x < RowCount)
    {
        uint at = RowStart[row.x];
        const uint end = RowStart[row.x + 1];
        float sum = 0;
        while (end - at >= 4)
        {
            sum += dot(Values4(at), Gather4(at));
            at += 4;
        }
        for (; at != end; ++at)
            sum += Value[at] * X[Column[at]];
        Y[row.x] = sum * Scale;
    }
}
