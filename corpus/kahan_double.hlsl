// dxilkit-corpus
// Double precision: compensated (Kahan) and plain sums of a series next to a float sum; doubles made with asdouble.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 8 1 1
// binding: cb0 Series cbuffer NA NA 1
// binding: t0 Terms texture struct r/o 1
// binding: u0 Sums UAV struct r/w 1

cbuffer Series
{
    double Scale;
    double Bias;
    uint TermCount;
};

struct Sum
{
    double kahan;
    double plain;
    float single;
    uint exponentWord;
};

StructuredBuffer<double> Terms;
RWStructuredBuffer<Sum> Sums;

void KahanAdd(inout double sum, inout double compensation, double term)
{
    precise double y = term - compensation;
    precise double t = sum + y;
    precise double lost = (t - sum) - y;
    compensation = lost;
    sum = t;
}

[numthreads(8, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    double sum = 0, compensation = 0, plain = Bias;
    float single = (float)Bias;
    KahanAdd(sum, compensation, Bias);
    for (uint i = 0; i < TermCount; ++i)
    {
        const double term = Terms[id * TermCount + i] * Scale;
        KahanAdd(sum, compensation, term);
        plain += term;
        single += (float)term;
    }
    uint low, high;
    asuint(sum, low, high);
    Sum s;
    s.kahan = sum > 0 ? sum : -sum;
    s.plain = plain;
    s.single = single;
    s.exponentWord = high >> 20;
    Sums[id] = s;
}
