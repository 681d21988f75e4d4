// dxilkit-corpus
// Conditions added up and multiplied: bools, vectors of them, short integers, and counts that are also numbers.
// args: -T cs_6_0 -E main
// args: -T cs_6_2 -E main -enable-16bit-types

RWBuffer<int4> Result : register(u0);
Buffer<int4> Values : register(t0);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const int4 v = Values[i];
    const bool4 odd = (v & 1) != 0;
    const bool4 high = (v & 6) == 6;
    const bool4 low = (v & 14) == 2;
    const bool4 any = odd + high + low;
    const bool4 both = odd * high;
    const bool4 mixed = (odd + low) * (high + odd) + low * high;
    Result[4 * i] = int4(any) * 4 + int4(both) * 2 + mixed;

    const int count = odd.x + odd.y + odd.z + odd.w;
    const int product = (odd.x + high.x) * (odd.y + high.y) * (odd.z + high.z) * 3;
    Result[4 * i + 1] = int4(count, count == 0, product == 0, product != 0 ? count : -1);

    const min16uint narrow = min16uint(odd.x) + min16uint(high.y) + min16uint(low.z);
    Result[4 * i + 2] = int4(narrow != 0, (odd.x + high.x == 0) + (low.y + low.z == 0), odd.x - high.x == 0, odd.x + v.y == 0);
    Result[4 * i + 3] = 0;
    if (high.x + high.y + high.z + high.w)
        Result[4 * i + 3] = v;
}
