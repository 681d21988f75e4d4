// dxilkit-corpus
// Gray-Scott reaction and diffusion: nine-point Laplacian with wrap-around, integer iteration stamps updated in place in a texture.
// args: -T cs_6_0 -E main
// args: -T cs_6_5 -E main
// args: -T cs_6_6 -E main
// threads: 8 8 1
// binding: cb0 Reaction cbuffer NA NA 1
// binding: t0 U texture f32 2d 1
// binding: t1 V texture f32 2d 1
// binding: u0 NextU UAV f32 2d 1
// binding: u1 NextV UAV f32 2d 1
// binding: u2 Stamp UAV u32 2d 1

struct ReactionInfo
{
    int2 size;
    float2 diffusion;
    float feed, kill, dt;
    uint frame;
};

ConstantBuffer<ReactionInfo> Reaction : register(b0);
Texture2D<float> U : register(t0);
Texture2D<float> V : register(t1);
RWTexture2D<float> NextU : register(u0);
RWTexture2D<float> NextV : register(u1);
RWTexture2D<uint> Stamp : register(u2);

static const float Kernel[3][3] = { { 0.05, 0.2, 0.05 }, { 0.2, -1, 0.2 }, { 0.05, 0.2, 0.05 } };

float Laplacian(Texture2D<float> field, int2 at)
{
    float sum = 0;
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
        {
            const int2 p = (at + int2(x, y) + Reaction.size) % Reaction.size;
            sum += Kernel[y + 1][x + 1] * field[p];
        }
    return sum;
}

[numthreads(8, 8, 1)]
void main(int3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= Reaction.size))
        return;
    const float u = U[id.xy], v = V[id.xy];
    const float reaction = u * v * v;
    const float du = Reaction.diffusion.x * Laplacian(U, id.xy) - reaction + Reaction.feed * (1 - u);
    const float dv = Reaction.diffusion.y * Laplacian(V, id.xy) + reaction - (Reaction.feed + Reaction.kill) * v;
    NextU[id.xy] = u + du * Reaction.dt;
    NextV[id.xy] = v + dv * Reaction.dt;

    if (v + dv * Reaction.dt > 0.25f)
        Stamp[id.xy] += Reaction.frame;
    else if (Stamp[id.xy] & 1)
        Stamp[id.xy] = Stamp[id.xy] >> 1 ^ 0x55u;
}
