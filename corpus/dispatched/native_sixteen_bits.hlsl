// dxilkit-corpus
// Halves and short integers for real; compiled and compared, while the plain twin runs.
// args: -T cs_6_2 -E main -enable-16bit-types
// args: -T cs_6_6 -E main -enable-16bit-types
// args: -T cs_6_0 -E plain
// stride: t0 16
// stride: u0 16

#ifdef __HLSL_ENABLE_16_BIT
struct Short { half4 h; int16_t2 s; uint16_t2 u; };
#else
struct Short { uint4 words; };
#endif
StructuredBuffer<Short> Source : register(t0);
RWStructuredBuffer<Short> Target : register(u0);

#ifdef __HLSL_ENABLE_16_BIT
[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    Short v = Source[i];
    v.h = v.h * half(0.5) + half4(v.s, v.u);
    v.s = -v.s;
    v.u = v.u << (uint16_t)i;
    Target[i] = v;
}
#else
[numthreads(16, 1, 1)]
void plain(uint i : SV_DispatchThreadID)
{
    Short v;
    v.words = f32tof16(f16tof32(Source[i].words) * 0.5) + i;
    Target[i] = v;
}
#endif
