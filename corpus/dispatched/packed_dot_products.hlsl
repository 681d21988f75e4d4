// dxilkit-corpus
// Dot products of packed bytes, which the runtime has not; compiled and compared, and a shader of the same sums by hand runs.
// args: -T cs_6_7 -E main
// args: -T cs_6_6 -E main
// args: -T cs_6_0 -E byHand

Buffer<uint4> Source : register(t0);
RWBuffer<uint> Target : register(u0);

#if __SHADER_TARGET_MINOR >= 4
[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    uint sum = dot4add_u8packed(Source[i].x, Source[i].y, i);
    int signedSum = dot4add_i8packed(Source[i].z, Source[i].w, (int)i);
    Target[i] = sum + (uint)signedSum;
}
#endif

uint Dot4(uint a, uint b, uint sum)
{
    for (uint k = 0; k < 32; k += 8)
        sum += ((a >> k) & 255) * ((b >> k) & 255);
    return sum;
}

[numthreads(16, 1, 1)]
void byHand(uint i : SV_DispatchThreadID)
{
    Target[i] = Dot4(Source[i].x * 771, Source[i].y * 513, i);
}
