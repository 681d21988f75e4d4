// dxilkit-corpus
// Noise in octaves from an integer hash.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

void VertexMain(float4 p : POSITION, out float4 position : SV_Position) { position = p; }

uint Hash(uint2 p)
{
    uint h = p.x * 0x9E3779B1u ^ p.y * 0x85EBCA77u;
    h ^= h >> 15;
    h *= 0x2C1B3C6Du;
    return h ^ (h >> 12);
}
float Lattice(int2 p) { return (Hash(uint2(p)) & 0xFFFF) / 65535.0; }
float Noise(float2 p)
{
    const int2 i = int2(floor(p));
    const float2 f = smoothstep(0, 1, frac(p));
    return lerp(lerp(Lattice(i), Lattice(i + int2(1, 0)), f.x),
                lerp(Lattice(i + int2(0, 1)), Lattice(i + int2(1, 1)), f.x), f.y);
}

float4 PixelMain(float4 at : SV_Position) : SV_Target
{
    float sum = 0, amplitude = 0.5;
    float2 p = at.xy / 8;
    for (int octave = 0; octave < 4; ++octave, amplitude *= 0.5, p *= 2)
        sum += Noise(p) * amplitude;
    return float4(sum, Noise(at.xy / 5), sum * sum, 1);
}
