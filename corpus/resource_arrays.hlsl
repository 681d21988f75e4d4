// dxilkit-corpus
// Arrays of resources: constant indices, a dynamic but uniform index, explicit and implicit registers side by side, spaces.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 16 1 1
// binding: cb0 Choice cbuffer NA NA 1
// binding: t2 Layers texture f32 buf 3
// binding: t0 Before texture u32 buf 1
// binding: t5 Pages texture struct r/o 2
// binding: t1,space1 Elsewhere texture byte r/o 1
// binding: t0,space1 Floating texture i32 buf 1
// binding: u1 Out UAV f32 buf 2
// binding: u0 Single UAV u32 buf 1

struct ChoiceInfo { uint layer; uint page; float factor; };
ConstantBuffer<ChoiceInfo> Choice;

Buffer<float> Layers[3] : register(t2);
Buffer<uint> Before;
StructuredBuffer<float2> Pages[2];
ByteAddressBuffer Elsewhere : register(t1, space1);
Buffer<int> Floating : register(space1);

RWBuffer<float> Out[2] : register(u1);
RWBuffer<uint> Single;

[numthreads(16, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    const float fixed_layers = Layers[0][id] + 2 * Layers[2][id];
    const float chosen = Layers[Choice.layer][id];
    const float2 page = Pages[Choice.page & 1][id] - Pages[1][id].yx;

    Out[0][id] = fixed_layers + chosen * Choice.factor;
    Out[1][id] = page.x * 3 + page.y + (float)Floating[id];
    Single[id] = Before[id] ^ Elsewhere.Load(id << 2);
}
