// dxilkit-corpus
// Least squares for a parabola, by Cramer's rule on a matrix of sums.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

Buffer<float4> Points : register(t0);
RWBuffer<float4> Target : register(u0);

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float s[5] = { 0, 0, 0, 0, 0 };
    float3 r = 0;
    for (uint k = 0; k < 8; ++k)
    {
        const float2 p = float2(k / 4.0, Points[i * 8 + k].y);
        float power = 1;
        for (int n = 0; n < 5; ++n)
        {
            s[n] += power;
            if (n < 3)
                r[n] += power * p.y;
            power *= p.x;
        }
    }
    const float3x3 m = { s[0], s[1], s[2], s[1], s[2], s[3], s[2], s[3], s[4] };
    const float d = determinant(m);
    float3 c;
    for (int column = 0; column < 3; ++column)
    {
        float3x3 replaced = transpose(m);
        replaced[column] = r;
        c[column] = determinant(replaced) / d;
    }
    Target[i] = float4(round(c * 1024) / 1024, d > 0);
}
