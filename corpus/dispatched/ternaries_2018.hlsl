// dxilkit-corpus
// HLSL 2018: operators on vectors, both sides of && evaluated.
// args: -T cs_6_0 -E main -HV 2018
// args: -T cs_6_6 -E main -HV 2018

RWBuffer<float4> Result : register(u0);
Buffer<float4> Values : register(t0);
static int calls = 0;
bool Count(bool v) { ++calls; return v; }

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const float4 v = Values[i];
    const bool4 big = v > 0.5, small = v < 0.75;
    Result[4 * i] = big && small ? v : -v;
    Result[4 * i + 1] = big || !small ? 1 : 0;
    const bool r = Count(v.x > 0.5) && Count(v.y > 0.5);
    Result[4 * i + 2] = float4(r, calls, 0, 0);
    Result[4 * i + 3] = v.x > 0.5 ? v : 0;
}
