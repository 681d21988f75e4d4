// dxilkit-corpus
// Bit fields in constant buffers, where their integers obey the rows, and in groupshared memory.
// args: -T cs_6_0 -E main -HV 2021
// args: -T cs_6_0 -E main -HV 2021 -Zpr
// stride: u0 4

struct Material
{
    float3 tint;
    uint texture : 10;
    uint sampler_ : 4;
    bool lit : 1;
    bool shadowed : 1;
    int bias : 6;
    uint64_t mask : 50;
    uint layer : 5;
};
struct Draw { uint material : 8; uint first : 24; uint count; };

cbuffer Scene : register(b0)
{
    uint draws;
    Material materials[3];
    Draw start;
    float2 scale;
}
ConstantBuffer<Draw> Extra : register(b1);
RWStructuredBuffer<uint> Result : register(u0);
groupshared Draw queue[8];

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    queue[i] = start;
    queue[i].material += i;
    queue[i].first = Extra.first >> i;
    GroupMemoryBarrierWithGroupSync();
    const Draw d = queue[(i + 3) & 7];
    Material m = materials[d.material % 3];
    m.bias += d.first;
    if (m.lit && !m.shadowed)
        m.layer--;
    Result[4 * i] = m.texture + m.sampler_ * 1024 + (m.lit ? 1 << 20 : 0);
    Result[4 * i + 1] = uint(m.bias + 32) + m.layer * 64;
    Result[4 * i + 2] = uint(m.mask >> 20) ^ d.count;
    Result[4 * i + 3] = d.first + Extra.material + draws;
}
