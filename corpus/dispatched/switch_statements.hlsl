// dxilkit-corpus
// Switches: shared labels, defaults in the middle, returns and loops inside.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<uint4> Values : register(t0);
float Classify(uint v)
{
    switch (v % 8)
    {
    case 0:
    case 1:
        return 10;
    default:
        return 20;
    case 5:
        {
            float s = 0;
            for (uint k = 0; k < v; ++k)
            {
                if (k == 4)
                    break;
                s += k;
            }
            return s;
        }
    case 6:
        break;
    }
    return 30;
}

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    Result[4 * i] = float4(Classify(Values[i].x), Classify(Values[i].y), Classify(i), Classify(5));
    int k = int(Values[i].z % 4) - 1;
    float r = 0;
    [branch] switch (k) { case -1: r = 1; break; case 2: r = 2; break; default: r = 3; break; }
    Result[4 * i + 1] = r;
    [flatten] switch (k + 1) { case 0: r *= 2; break; case 1: r += 5; break; }
    Result[4 * i + 2] = r;
    Result[4 * i + 3] = k;
}
