// dxilkit-corpus
// Records with nested structs and arrays through structured buffers.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// dispatch: 2 1 1
// stride: t0 40
// stride: u0 40

struct Item { float3 place; int kind; float2 weights[3]; };
StructuredBuffer<Item> Source : register(t0);
RWStructuredBuffer<Item> Target : register(u0);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    Item item = Source[i];
    item.kind = int(i) - 3;
    item.place = item.place.zxy * 2;
    item.weights[i % 3] += item.weights[(i + 1) % 3];
    Target[i] = item;
    Target[i + 32].weights[1].y = item.place.x;
}
