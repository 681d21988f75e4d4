// dxilkit-corpus
// Pressure by multigrid on a staggered grid with solid cells: damped Jacobi sweeps, the residual, full-weighting restriction, trilinear
// prolongation that skips solids, and the correction of the velocity.
// args: -T cs_6_0 -E Smooth
// args: -T cs_6_0 -E Smooth -D RED_BLACK=1
// args: -T cs_6_0 -E Residual
// args: -T cs_6_0 -E Restrict
// args: -T cs_6_0 -E Prolong
// args: -T cs_6_0 -E Correct
// args: -T cs_6_6 -E Smooth -D RED_BLACK=1
// set: fineSize 4 4 4
// set: coarseSize 2 2 2
// set: omega 0.8
// set: spacing 0.25
// range: Solids 0 1
// dispatch: 1 1 1
#include "../shared/math.hlsli"

#ifndef RED_BLACK
#define RED_BLACK 0
#endif

struct GridConstants
{
    int3 fineSize;
    float omega;
    int3 coarseSize;
    float spacing;
    uint parity;
    float timeStep;
    float density;
    float padding;
};

ConstantBuffer<GridConstants> Grid : register(b0);
StructuredBuffer<float> Pressure : register(t0);
StructuredBuffer<float> RightSide : register(t1);
StructuredBuffer<uint> Solids : register(t2);
StructuredBuffer<float> Coarse : register(t3);
StructuredBuffer<float3> Velocity : register(t4);
RWStructuredBuffer<float> Result : register(u0);
RWStructuredBuffer<float3> VelocityOut : register(u1);

static const int3 NEIGHBOURS[6] = {
    int3(-1, 0, 0), int3(1, 0, 0), int3(0, -1, 0), int3(0, 1, 0), int3(0, 0, -1), int3(0, 0, 1),
};

bool Inside(int3 c, int3 size) { return all(c >= 0) && all(c < size); }
uint IndexOf(int3 c, int3 size) { return uint((c.z * size.y + c.y) * size.x + c.x); }
bool IsSolid(int3 c) { return !Inside(c, Grid.fineSize) || Solids[IndexOf(c, Grid.fineSize)] != 0u; }

struct Stencil
{
    float sum;
    float weight;
};

/// A solid neighbour takes the pressure of the cell: no flow through the wall.
Stencil Gather(int3 cell)
{
    Stencil s;
    s.sum = 0.0f;
    s.weight = 0.0f;
    [unroll]
    for (uint i = 0; i < 6; ++i)
    {
        const int3 n = cell + NEIGHBOURS[i];
        if (!IsSolid(n))
        {
            s.sum += Pressure[IndexOf(n, Grid.fineSize)];
            s.weight += 1.0f;
        }
    }
    return s;
}

[numthreads(4, 4, 4)]
void Smooth(int3 cell : SV_DispatchThreadID)
{
    if (!Inside(cell, Grid.fineSize)) return;
    const uint at = IndexOf(cell, Grid.fineSize);
    const float old = Pressure[at];
#if RED_BLACK
    if (((uint(cell.x + cell.y + cell.z)) & 1u) != (Grid.parity & 1u))
    {
        Result[at] = old;
        return;
    }
#endif
    if (IsSolid(cell))
    {
        Result[at] = 0.0f;
        return;
    }
    const Stencil s = Gather(cell);
    const float target = (s.sum - RightSide[at] * Square(Grid.spacing)) / max(s.weight, 1.0f);
    Result[at] = lerp(old, target, Grid.omega);
}

[numthreads(4, 4, 4)]
void Residual(int3 cell : SV_DispatchThreadID)
{
    if (!Inside(cell, Grid.fineSize)) return;
    const uint at = IndexOf(cell, Grid.fineSize);
    float r = 0.0f;
    if (!IsSolid(cell))
    {
        const Stencil s = Gather(cell);
        const float laplacian = (s.sum - s.weight * Pressure[at]) / Square(Grid.spacing);
        r = RightSide[at] - laplacian;
    }
    Result[at] = r;
}

[numthreads(2, 2, 2)]
void Restrict(int3 cell : SV_DispatchThreadID)
{
    if (!Inside(cell, Grid.coarseSize)) return;
    float sum = 0.0f, weight = 0.0f;
    for (int i = 0; i < 8; ++i)
    {
        const int3 fine = cell * 2 + int3(i & 1, (i >> 1) & 1, i >> 2);
        if (IsSolid(fine)) continue;
        sum += RightSide[IndexOf(fine, Grid.fineSize)];
        weight += 1.0f;
    }
    Result[IndexOf(cell, Grid.coarseSize)] = SafeDivide(sum, weight);
}

[numthreads(4, 4, 4)]
void Prolong(int3 cell : SV_DispatchThreadID)
{
    if (!Inside(cell, Grid.fineSize)) return;
    const uint at = IndexOf(cell, Grid.fineSize);
    const float3 p = (float3(cell) + 0.5f) * 0.5f - 0.5f;
    const int3 base = int3(floor(p));
    const float3 f = p - float3(base);
    float sum = 0.0f, weight = 0.0f;
    for (int i = 0; i < 8; ++i)
    {
        const int3 corner = int3(i & 1, (i >> 1) & 1, i >> 2);
        const int3 c = base + corner;
        if (!Inside(c, Grid.coarseSize)) continue;
        const float3 w = select(corner != 0, f, 1.0f - f);
        const float product = w.x * w.y * w.z;
        sum += product * Coarse[IndexOf(c, Grid.coarseSize)];
        weight += product;
    }
    Result[at] = IsSolid(cell) ? 0.0f : Pressure[at] + SafeDivide(sum, weight);
}

[numthreads(4, 4, 4)]
void Correct(int3 cell : SV_DispatchThreadID)
{
    if (!Inside(cell, Grid.fineSize)) return;
    const uint at = IndexOf(cell, Grid.fineSize);
    float3 v = Velocity[at];
    const float here = Pressure[at];
    const float scale = Grid.timeStep / max(Grid.density * Grid.spacing, 1e-4f);
    [unroll]
    for (uint axis = 0; axis < 3; ++axis)
    {
        const int3 n = cell + NEIGHBOURS[axis * 2];
        v[axis] = IsSolid(cell) || IsSolid(n) ? 0.0f : v[axis] - scale * (here - Pressure[IndexOf(n, Grid.fineSize)]);
    }
    VelocityOut[at] = v;
}
