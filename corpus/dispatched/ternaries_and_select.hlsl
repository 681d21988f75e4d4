// dxilkit-corpus
// Choices by component and by short circuit.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<float4> Values : register(t0);
static int calls = 0;
bool Count(bool v) { ++calls; return v; }

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const float4 v = Values[i];
    const bool4 big = v > 0.5;
    Result[4 * i] = select(big, v, -v);
    Result[4 * i + 1] = float4(and(big.xy, big.zw), or(big.x, big.y), any(big) + all(big));
    const bool r = Count(v.x > 0.5) && Count(v.y > 0.5) || Count(v.z > 0.5);
    Result[4 * i + 2] = float4(r, calls, v.x > v.y ? v.x : v.y, !big.w);
    Result[4 * i + 3] = i % 2 ? v.xyzw : v.wzyx;
}
