// Words of 64 bits as pairs or natively, rotations, byte orders, wide arithmetic.
#ifndef CRYPTOGRAPHY_WORDS_HLSLI
#define CRYPTOGRAPHY_WORDS_HLSLI

#include "../kernel/config.hlsli"

uint RotateLeft(uint x, uint n) { return x << n | x >> (32 - n); }
uint RotateRight(uint x, uint n) { return x >> n | x << (32 - n); }
uint ByteSwap(uint x) { return RotateLeft(x & 0x00ff00ff, 24) | RotateLeft(x & 0xff00ff00, 8); }

#ifdef NATIVE64
typedef uint64_t Word64;
Word64 MakeWord(uint lo, uint hi) { return Word64(hi) << 32 | lo; }
uint Low(Word64 w) { return uint(w); }
uint High(Word64 w) { return uint(w >> 32); }
Word64 Add64(Word64 a, Word64 b) { return a + b; }
Word64 Xor64(Word64 a, Word64 b) { return a ^ b; }
Word64 And64(Word64 a, Word64 b) { return a & b; }
Word64 Not64(Word64 a) { return ~a; }
Word64 RotateLeft64(Word64 a, uint n) { return n == 0 ? a : a << n | a >> (64 - n); }
#else
struct Word64
{
    uint lo, hi;
};
Word64 MakeWord(uint lo, uint hi)
{
    Word64 w;
    w.lo = lo;
    w.hi = hi;
    return w;
}
uint Low(Word64 w) { return w.lo; }
uint High(Word64 w) { return w.hi; }
Word64 Add64(Word64 a, Word64 b)
{
    const uint lo = a.lo + b.lo;
    return MakeWord(lo, a.hi + b.hi + (lo < a.lo ? 1 : 0));
}
Word64 Xor64(Word64 a, Word64 b) { return MakeWord(a.lo ^ b.lo, a.hi ^ b.hi); }
Word64 And64(Word64 a, Word64 b) { return MakeWord(a.lo & b.lo, a.hi & b.hi); }
Word64 Not64(Word64 a) { return MakeWord(~a.lo, ~a.hi); }
Word64 RotateLeft64(Word64 a, uint n)
{
    n &= 63;
    if (n & 32)
        a = MakeWord(a.hi, a.lo);
    n &= 31;
    if (n == 0)
        return a;
    return MakeWord(a.lo << n | a.hi >> (32 - n), a.hi << n | a.lo >> (32 - n));
}
#endif

uint2 Multiply64(uint a, uint b)
{
    const uint al = a & 0xffff, ah = a >> 16, bl = b & 0xffff, bh = b >> 16;
    const uint ll = al * bl, lh = al * bh, hl = ah * bl, hh = ah * bh;
    const uint mid = (ll >> 16) + (lh & 0xffff) + (hl & 0xffff);
    return uint2((ll & 0xffff) | mid << 16, hh + (lh >> 16) + (hl >> 16) + (mid >> 16));
}

#endif
