// dxilkit-corpus
// Struct torture: nested copies, arrays in structs, inout aliasing order, returned structs, a fixed-capacity stack and heap.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 16 1 1
// binding: t0 Orders texture struct r/o 1
// binding: u0 Reports UAV struct r/w 1

struct Money { int units; uint cents; };
struct Line { uint sku; Money price; float2 weight; };
struct Order { Line lines[3]; uint count; Money discount; };

struct Report
{
    Money total;
    Line heaviest;
    Order copy;
    int trace[4];
    float3x2 table;
};

StructuredBuffer<Order> Orders;
RWStructuredBuffer<Report> Reports;

Money Add(Money a, Money b)
{
    a.cents += b.cents;
    a.units += b.units + (int)(a.cents / 100);
    a.cents %= 100;
    return a;
}

Money Negate(Money m)
{
    Money r = { -m.units, 0u };
    if (m.cents != 0)
    {
        r.units -= 1;
        r.cents = 100 - m.cents;
    }
    return r;
}

// Arguments are copied in and copied out, so x and y stay apart even when the caller passes one variable twice.
void Shuffle(inout int x, inout int y, out int sum)
{
    x += 1;
    y *= 10;
    sum = x + y;
}

void SortByWeight(inout Order o)
{
    for (uint i = 1; i < o.count; ++i)
        for (uint j = i; j > 0 && o.lines[j - 1].weight.x < o.lines[j].weight.x; --j)
        {
            const Line t = o.lines[j];
            o.lines[j] = o.lines[j - 1];
            o.lines[j - 1] = t;
        }
}

void Push(inout int stack[4], inout int depth, int value)
{
    if (depth < 4)
        stack[depth++] = value;
}

[numthreads(16, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    const Order original = Orders[id];
    Order o = original;
    Report r = (Report)0;

    for (uint i = 0; i < o.count; ++i)
        r.total = Add(r.total, o.lines[i].price);
    r.total = Add(r.total, Negate(o.discount));

    SortByWeight(o);
    r.heaviest = o.lines[0];
    r.copy = o;
    r.copy.lines[2].sku = original.lines[0].sku;
    r.copy.discount = r.total;

    int depth = 0;
    int a = (int)id, b = 2;
    Push(r.trace, depth, a);
    Shuffle(a, b, r.trace[1]);
    depth++;
    Push(r.trace, depth, a * 100 + b);
    int alias = 3;
    int sum;
    Shuffle(alias, b, sum);
    Push(r.trace, depth, sum + alias);
    Push(r.trace, depth, 12345);

    r.table[0] = original.lines[0].weight;
    r.table[1] = original.lines[1].weight.yx;
    r.table._m20_m21 = r.table[0] + r.table[1];
    Reports[id] = r;
}
