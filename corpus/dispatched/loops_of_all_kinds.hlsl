// dxilkit-corpus
// for, while, do, nested, with continue and break, unrolled and not.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<uint4> Values : register(t0);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const uint n = Values[i].x % 12;
    float sum = 0, odd = 0;
    for (uint k = 0; k < n; ++k)
    {
        if (k % 2 == 0)
            continue;
        odd += k;
    }
    uint w = n;
    while (w > 0)
    {
        sum += w & 1;
        w >>= 1;
    }
    float steps = 0;
    uint c = n + 1;
    do
    {
        c = c % 2 ? 3 * c + 1 : c / 2;
        steps++;
    } while (c != 1 && steps < 30);
    float table = 0;
    [unroll] for (int x = 0; x < 3; ++x)
        [loop] for (int y = 0; y < 4; ++y)
        {
            if (x * y > int(n))
                break;
            table += x * 10 + y;
        }
    Result[4 * i] = float4(odd, sum, steps, table);
    Result[4 * i + 1] = n;
    Result[4 * i + 2] = c;
    Result[4 * i + 3] = w;
}
