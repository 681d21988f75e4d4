// dxilkit-corpus
// Schoolbook product of 256-bit integers in 32-bit limbs with 64-bit intermediates; the halves are added back with carry.
// args: -T cs_6_0 -E main -D LIMBS=8
// args: -T cs_6_6 -E main -D LIMBS=8
// threads: 16 1 1
// binding: t0 Left texture struct r/o 1
// binding: t1 Right texture struct r/o 1
// binding: u0 Product UAV struct r/w 1

struct Operand { uint limb[LIMBS]; };
struct Wide { uint limb[2 * LIMBS]; uint carryOfSum; };

StructuredBuffer<Operand> Left;
StructuredBuffer<Operand> Right;
RWStructuredBuffer<Wide> Product;

uint AddWithCarry(uint a, uint b, inout uint carry)
{
    const uint64_t sum = (uint64_t)a + b + carry;
    carry = (uint)(sum >> 32);
    return (uint)sum;
}

[numthreads(16, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    const Operand a = Left[id];
    const Operand b = Right[id];
    Wide r = (Wide)0;

    for (uint i = 0; i < LIMBS; ++i)
    {
        uint64_t carry = 0;
        for (uint j = 0; j < LIMBS; ++j)
        {
            const uint64_t t = (uint64_t)a.limb[i] * (uint64_t)b.limb[j] + r.limb[i + j] + carry;
            r.limb[i + j] = (uint)(t & 0xffffffffu);
            carry = t >> 32;
        }
        r.limb[i + LIMBS] = (uint)carry;
    }

    uint carryOut = 0;
    for (uint k = 0; k < LIMBS; ++k)
        AddWithCarry(r.limb[k], r.limb[k + LIMBS], carryOut);
    r.carryOfSum = carryOut;
    Product[id] = r;
}
