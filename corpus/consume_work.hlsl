// dxilkit-corpus
// Work items drawn from a consume buffer, results into slots reserved with IncrementCounter; DecrementCounter gives back unused ones.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 16 1 1
// binding: u0 Work UAV struct r/w+cnt 1
// binding: u1 Results UAV struct r/w+cnt 1
// binding: u2 Free UAV struct r/w+cnt 1

struct Item { uint kind; int2 operands; };
struct Outcome { uint kind; int value; };

ConsumeStructuredBuffer<Item> Work : register(u0);
RWStructuredBuffer<Outcome> Results : register(u1);
RWStructuredBuffer<uint> Free : register(u2);

int Evaluate(Item item)
{
    switch (item.kind)
    {
    case 0: return item.operands.x + item.operands.y;
    case 1: return item.operands.x - item.operands.y;
    case 2: return item.operands.x * item.operands.y;
    case 3: return max(item.operands.x, item.operands.y);
    }
    return -1;
}

[numthreads(16, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    const Item item = Work.Consume();
    if (item.kind > 3)
    {
        const uint slot = Free.DecrementCounter();
        Free[slot] = 0x1000 + slot;
        return;
    }
    Outcome o;
    o.kind = item.kind;
    o.value = Evaluate(item);
    const uint at = Results.IncrementCounter();
    Results[at] = o;
}
