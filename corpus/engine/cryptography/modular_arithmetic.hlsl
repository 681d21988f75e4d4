// dxilkit-corpus
// Big numbers of 256 bits: carries, Montgomery products, powers by windows, inverses by Fermat, point doubling and addition on a curve; a number-theoretic transform.
// args: -T cs_6_0 -E Power
// args: -T cs_6_0 -E Power -D WINDOW=2
// args: -T cs_6_0 -E Power -D WIDE=1
// args: -T cs_6_0 -E Points
// args: -T cs_6_0 -E Transform
// args: -T cs_6_0 -E Transform -D INVERSE=1
// args: -T cs_6_6 -E Power -D WIDE=1 -D WINDOW=2
// range: Numbers 0 2000000000
// range: Exponents 0 1000000
// set: Modulus 4294967295 4294967295 0 1 2 3 4 4294967291
#ifndef WINDOW
#define WINDOW 1
#endif
#ifndef WIDE
#define WIDE 0
#endif
#ifndef INVERSE
#define INVERSE 0
#endif
#define LIMBS 8

cbuffer Field : register(b0)
{
    uint4 Modulus[2];
    uint4 RSquared[2];
    uint NegInverse;
    uint Rounds;
};
StructuredBuffer<uint4> Numbers : register(t0);
StructuredBuffer<uint> Exponents : register(t1);
RWStructuredBuffer<uint4> Results : register(u0);

/// Product of two words and two addends: it never overflows two words.
void MultiplyAdd(uint a, uint b, uint c, uint carry, out uint low, out uint high)
{
#if WIDE
    const uint64_t p = uint64_t(a) * b + c + carry;
    low = uint(p);
    high = uint(p >> 32);
#else
    const uint a0 = a & 0xffff, a1 = a >> 16, b0 = b & 0xffff, b1 = b >> 16;
    const uint p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
    const uint middle = (p00 >> 16) + (p01 & 0xffff) + (p10 & 0xffff);
    low = (p00 & 0xffff) | (middle << 16);
    high = p11 + (p01 >> 16) + (p10 >> 16) + (middle >> 16);
    low += c;
    high += low < c ? 1 : 0;
    low += carry;
    high += low < carry ? 1 : 0;
#endif
}

struct Big
{
    uint limb[LIMBS];

    static Big Of(uint4 a, uint4 b)
    {
        Big r;
        [unroll]
        for (uint i = 0; i < 4; ++i)
        {
            r.limb[i] = a[i];
            r.limb[i + 4] = b[i];
        }
        return r;
    }
    uint4 Low() { return uint4(limb[0], limb[1], limb[2], limb[3]); }
    uint4 High() { return uint4(limb[4], limb[5], limb[6], limb[7]); }
    bool IsAtLeast(Big o)
    {
        bool greater = false, decided = false;
        [unroll]
        for (int i = LIMBS - 1; i >= 0; --i)
            if (!decided && limb[i] != o.limb[i])
            {
                greater = limb[i] > o.limb[i];
                decided = true;
            }
        return greater || !decided;
    }
    uint Subtract(Big o)
    {
        uint borrow = 0;
        [unroll]
        for (uint i = 0; i < LIMBS; ++i)
        {
            const uint a = limb[i], d = a - o.limb[i] - borrow;
            borrow = borrow ? (a <= o.limb[i] ? 1 : 0) : (a < o.limb[i] ? 1 : 0);
            limb[i] = d;
        }
        return borrow;
    }
    uint Add(Big o)
    {
        uint carry = 0;
        [unroll]
        for (uint i = 0; i < LIMBS; ++i)
        {
            const uint s = limb[i] + o.limb[i], t = s + carry;
            carry = (s < limb[i] ? 1 : 0) | (t < s ? 1 : 0);
            limb[i] = t;
        }
        return carry;
    }
};

Big TheModulus() { return Big::Of(Modulus[0], Modulus[1] | uint4(0, 0, 0, 0x80000000u)); }

Big AddModulo(Big a, Big b)
{
    const Big m = TheModulus();
    const uint carry = a.Add(b);
    if (carry || a.IsAtLeast(m))
        a.Subtract(m);
    return a;
}
Big SubtractModulo(Big a, Big b)
{
    if (a.Subtract(b))
        a.Add(TheModulus());
    return a;
}

/// a b / 2^256 by the modulus, word by word.
Big Montgomery(Big a, Big b)
{
    const Big m = TheModulus();
    uint t[LIMBS + 2];
    uint k;
    [unroll]
    for (k = 0; k < LIMBS + 2; ++k)
        t[k] = 0;
    [loop]
    for (uint i = 0; i < LIMBS; ++i)
    {
        uint carry = 0;
        [unroll]
        for (k = 0; k < LIMBS; ++k)
            MultiplyAdd(a.limb[k], b.limb[i], t[k], carry, t[k], carry);
        uint s = t[LIMBS] + carry;
        t[LIMBS + 1] = s < carry ? 1 : 0;
        t[LIMBS] = s;
        const uint q = t[0] * NegInverse;
        uint unused;
        MultiplyAdd(q, m.limb[0], t[0], 0, unused, carry);
        [unroll]
        for (k = 1; k < LIMBS; ++k)
            MultiplyAdd(q, m.limb[k], t[k], carry, t[k - 1], carry);
        s = t[LIMBS] + carry;
        t[LIMBS - 1] = s;
        t[LIMBS] = t[LIMBS + 1] + (s < carry ? 1 : 0);
    }
    Big r;
    [unroll]
    for (k = 0; k < LIMBS; ++k)
        r.limb[k] = t[k];
    if (t[LIMBS] || r.IsAtLeast(m))
        r.Subtract(m);
    return r;
}

[numthreads(8, 1, 1)]
void Power(uint id : SV_DispatchThreadID)
{
    const Big x = Montgomery(Big::Of(Numbers[id * 2], Numbers[id * 2 + 1]), Big::Of(RSquared[0], RSquared[1]));
    Big table[1u << WINDOW];
    table[0] = Montgomery(Big::Of(uint4(1, 0, 0, 0), (uint4)0), Big::Of(RSquared[0], RSquared[1]));
    [unroll]
    for (uint i = 1; i < (1u << WINDOW); ++i)
        table[i] = Montgomery(table[i - 1], x);
    const uint exponent = Exponents[id];
    Big r = table[0];
    [loop]
    for (int bit = 20 - WINDOW; bit >= 0; bit -= WINDOW)
    {
        [unroll]
        for (uint j = 0; j < WINDOW; ++j)
            r = Montgomery(r, r);
        const uint digit = (exponent >> bit) & ((1u << WINDOW) - 1);
        r = Montgomery(r, table[digit]);
    }
    Results[id * 2] = r.Low();
    Results[id * 2 + 1] = r.High();
}

struct Point
{
    Big x, y, z;

    /// Projective doubling with the curve's a = 0.
    Point Doubled()
    {
        const Big xx = Montgomery(x, x), yy = Montgomery(y, y), yyyy = Montgomery(yy, yy);
        const Big m = AddModulo(AddModulo(xx, xx), xx);
        Big s = Montgomery(x, yy);
        s = AddModulo(s, s);
        s = AddModulo(s, s);
        Big e = AddModulo(yyyy, yyyy);
        e = AddModulo(e, e);
        Point p;
        p.x = SubtractModulo(Montgomery(m, m), AddModulo(s, s));
        p.y = SubtractModulo(Montgomery(m, SubtractModulo(s, p.x)), AddModulo(e, e));
        const Big yz = Montgomery(y, z);
        p.z = AddModulo(yz, yz);
        return p;
    }
};

[numthreads(4, 1, 1)]
void Points(uint id : SV_DispatchThreadID)
{
    Point p;
    p.x = Big::Of(Numbers[id * 4], Numbers[id * 4 + 1]);
    p.y = Big::Of(Numbers[id * 4 + 2], Numbers[id * 4 + 3]);
    p.z = Big::Of(uint4(1, 0, 0, 0), (uint4)0);
    const uint rounds = 1 + (Rounds & 3);
    [loop]
    for (uint i = 0; i < rounds; ++i)
        p = p.Doubled();
    Results[id * 4] = p.x.Low();
    Results[id * 4 + 1] = p.x.High();
    Results[id * 4 + 2] = p.y.Low();
    Results[id * 4 + 3] = p.z.High();
}

#define PRIME 12289u
#define ROOT 7u
#define POINTS 64
groupshared uint Row[POINTS];

uint PowerSmall(uint b, uint e)
{
    uint r = 1;
    for (; e > 0; e >>= 1)
    {
        if (e & 1)
            r = r * b % PRIME;
        b = b * b % PRIME;
    }
    return r;
}

[numthreads(POINTS / 2, 1, 1)]
void Transform(uint id : SV_GroupIndex)
{
    const uint other = id + POINTS / 2;
    Row[reversebits(id) >> 26] = Numbers[id].x % PRIME;
    Row[reversebits(other) >> 26] = Numbers[other].y % PRIME;
    GroupMemoryBarrierWithGroupSync();
    const uint root = PowerSmall(ROOT, (PRIME - 1) / POINTS);
#if INVERSE
    const uint w = PowerSmall(root, PRIME - 2);
#else
    const uint w = root;
#endif
    for (uint span = 1; span < POINTS; span <<= 1)
    {
        const uint inner = id % span, low = (id / span) * span * 2 + inner;
        const uint a = Row[low], b = Row[low + span] * PowerSmall(w, inner * (POINTS / 2 / span)) % PRIME;
        GroupMemoryBarrierWithGroupSync();
        Row[low] = (a + b) % PRIME;
        Row[low + span] = (a + PRIME - b) % PRIME;
        GroupMemoryBarrierWithGroupSync();
    }
#if INVERSE
    const uint scale = PowerSmall(POINTS, PRIME - 2);
#else
    const uint scale = 1;
#endif
    Results[id] = uint4(Row[id] * scale % PRIME, Row[other] * scale % PRIME, id, w);
}
