// dxilkit-corpus
// Leapfrog step of the damped wave equation on a ring of cells with per-cell speed; energy added up in fixed point.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 32 1 1
// binding: cb0 $Globals cbuffer NA NA 1
// binding: t0 Cells texture struct r/o 1
// binding: u0 Next UAV struct r/w 1
// binding: u1 Energy UAV u32 buf 1

struct Cell
{
    float now;
    float before;
    float speed;
};

uint CellCount : register(c0);
float Dt : register(c1);
float Damping;

StructuredBuffer<Cell> Cells : register(t0);
RWStructuredBuffer<Cell> Next : register(u0);
RWBuffer<uint> Energy : register(u1);

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    if (!(i < CellCount))
        return;
    const Cell left = Cells[(i + CellCount - 1) % CellCount];
    const Cell right = Cells[(i + 1) % CellCount];
    Cell c = Cells[i];

    const float courant = c.speed * Dt;
    const float laplace = left.now - 2 * c.now + right.now;
    const float velocity = (c.now - c.before) * (1 - Damping * Dt);
    const float next = c.now + velocity + courant * courant * laplace;
    c.before = c.now;
    c.now = next;
    Next[i] = c;

    const float kinetic = (c.now - c.before) * (c.now - c.before);
    InterlockedAdd(Energy[0], (uint)floor(kinetic * 65536.0f));
}
