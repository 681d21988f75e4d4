// dxilkit-corpus
// A velocity field's divergence and one Jacobi step of its pressure.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

Texture2D<float4> Velocity : register(t0);
Texture2D<float4> Pressure : register(t1);
RWTexture2D<float4> Target : register(u0);

float4 At(Texture2D<float4> field, int2 p) { return field.Load(int3(clamp(p, 0, 15), 0)); }

[numthreads(16, 16, 1)]
void main(uint2 id : SV_DispatchThreadID)
{
    const int2 p = id;
    const float4 l = At(Velocity, p - int2(1, 0)), r = At(Velocity, p + int2(1, 0));
    const float4 b = At(Velocity, p - int2(0, 1)), t = At(Velocity, p + int2(0, 1));
    const float divergence = 0.5 * (r.x - l.x + t.y - b.y);
    float sum = 0;
    [unroll] for (int d = 0; d < 4; ++d)
        sum += At(Pressure, p + int2(d == 0 ? -1 : d == 1, d == 2 ? -1 : d == 3)).x;
    Target[id] = float4(divergence, (sum - divergence) / 4, id);
}
