// dxilkit-corpus
// One generation of Conway's life on a torus, cells packed 32 to a word, one word a thread.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 4 16 1
// binding: cb0 $Globals cbuffer NA NA 1
// binding: t0 Current texture u32 buf 1
// binding: u0 Next UAV u32 buf 1

Buffer<uint> Current;
RWBuffer<uint> Next;
uint WordsPerRow;
uint Rows;

uint Word(int x, int y)
{
    const int w = (int)WordsPerRow, h = (int)Rows;
    x = (x + w) % w;
    y = (y + h) % h;
    return Current[(uint)(y * w + x)];
}

struct Neighbours
{
    uint left, center, right;
};

Neighbours RowAround(int x, int y)
{
    Neighbours n;
    n.center = Word(x, y);
    n.left = (n.center << 1) | (Word(x - 1, y) >> 31);
    n.right = (n.center >> 1) | (Word(x + 1, y) << 31);
    return n;
}

// Bit-sliced counter: adds one bit column to a three-bit count per cell (counts above 7 wrap, 8 behaves like 0).
void AddBit(inout uint c[3], uint bit)
{
    uint carry = bit;
    [unroll]
    for (int i = 0; i < 3; i++)
    {
        const uint next = c[i] & carry;
        c[i] ^= carry;
        carry = next;
    }
}

[numthreads(4, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= WordsPerRow || id.y >= Rows)
        return;

    uint count[3] = { 0, 0, 0 };
    const Neighbours up = RowAround((int)id.x, (int)id.y - 1);
    const Neighbours here = RowAround((int)id.x, (int)id.y);
    const Neighbours down = RowAround((int)id.x, (int)id.y + 1);
    AddBit(count, up.left);
    AddBit(count, up.center);
    AddBit(count, up.right);
    AddBit(count, here.left);
    AddBit(count, here.right);
    AddBit(count, down.left);
    AddBit(count, down.center);
    AddBit(count, down.right);

    const uint two = ~count[2] & count[1] & ~count[0];
    const uint three = ~count[2] & count[1] & count[0];
    Next[id.y * WordsPerRow + id.x] = three | (two & here.center);
}
