// dxilkit-corpus
// Control flow torture: a byte-code interpreter with nested loops, fall-through switch, early returns from loops, continue in do-while.
// args: -T cs_6_0 -E main
// args: -T cs_6_5 -E main
// args: -T cs_6_6 -E main
// threads: 32 1 1
// binding: cb0 Limits cbuffer NA NA 1
// binding: t0 Programs texture u32 buf 1
// binding: u0 States UAV struct r/w 1

#define PROGRAM_LENGTH 16

cbuffer Limits { int Fuel; int PrimeLimit; };
Buffer<uint> Programs;

struct State
{
    int accumulator;
    int steps;
    int status;
    int primes;
    int found;
    int collatz;
};
RWStructuredBuffer<State> States;

static const int HALTED = 1, OUT_OF_FUEL = 2, BAD_OPCODE = 3;

// Words hold an opcode in the low byte and a signed operand above it.
int Run(uint program, int input, out int steps, out int status)
{
    int acc = input, pc = 0;
    for (steps = 0; steps < Fuel; ++steps)
    {
        const int word = (int)Programs[program * PROGRAM_LENGTH + (uint)(pc & (PROGRAM_LENGTH - 1))];
        const int operand = word >> 8;
        ++pc;
        switch (word & 0xff)
        {
        case 0:
            status = HALTED;
            return acc;
        case 1:
            acc += operand;
            break;
        case 3:
            acc = -acc;
            // goes on into the multiplication
        case 2:
            acc *= operand;
            break;
        case 4:
        case 5:
            if ((acc == 0) == ((word & 1) == 0))
                pc = operand;
            break;
        case 6:
            if (acc < 0)
                continue;
            acc >>= operand & 31;
            break;
        case 7:
            {
                int n = operand;
                while (n > 0)
                {
                    acc ^= n;
                    if (acc > 1000)
                        break;
                    n -= 3;
                }
                break;
            }
        default:
            status = BAD_OPCODE;
            return acc;
        }
    }
    status = OUT_OF_FUEL;
    return acc;
}

int CountPrimes(int below)
{
    int count = 0;
    for (int n = 2; n < below; ++n)
    {
        bool prime = true;
        for (int d = 2; d * d <= n; ++d)
        {
            if (n % d != 0)
                continue;
            prime = false;
            break;
        }
        if (prime)
            ++count;
    }
    return count;
}

// The first (row, column) with row * column == target, packed; returns out of both loops at once.
int FindProduct(int target)
{
    for (int row = 1; row <= 12; ++row)
        for (int column = row; column <= 12; ++column)
            if (row * column == target)
                return row << 8 | column;
    return -1;
}

int Collatz(int n)
{
    int length = 0;
    do
    {
        ++length;
        if ((n & 1) == 0)
        {
            n /= 2;
            continue;
        }
        n = 3 * n + 1;
    } while (n != 1 && length < 200);
    return length;
}

[numthreads(32, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    State s;
    s.accumulator = Run(id % 4, (int)id - 5, s.steps, s.status);
    s.primes = CountPrimes(min((int)id * 3, PrimeLimit));
    s.found = FindProduct((int)id * 2);
    s.collatz = Collatz((int)id + 1);
    States[id] = s;
}
