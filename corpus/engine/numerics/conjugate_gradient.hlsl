// dxilkit-corpus
// Linear systems within a group: sparse rows in several forms, conjugate gradients with preconditioners, BiCGSTAB, Chebyshev smoothing, compensated dot products.
// args: -T cs_6_0 -E Solve
// args: -T cs_6_0 -E Solve -D FORMAT=1
// args: -T cs_6_0 -E Solve -D PRECONDITIONER=1
// args: -T cs_6_0 -E Solve -D FORMAT=2 -D PRECONDITIONER=2
// args: -T cs_6_0 -E Solve -D METHOD=1
// args: -T cs_6_0 -E Solve -D METHOD=2 -D COMPENSATED=1
// args: -T cs_6_0 -E Multiply -D FORMAT=1
// args: -T cs_6_6 -E Solve -D METHOD=1 -D PRECONDITIONER=1
// range: Columns 0 63
// range: Starts 0 60
// range: Values 0 0.2
// set: System 64 3 8 0
// set: Tuning 0.001 0.2 1.8 0.7
#include "../kernel/math.hlsli"
#include "../kernel/waves.hlsli"
#ifndef FORMAT
#define FORMAT 0
#endif
#ifndef PRECONDITIONER
#define PRECONDITIONER 0
#endif
#ifndef METHOD
#define METHOD 0
#endif
#ifndef COMPENSATED
#define COMPENSATED 0
#endif
#define N 64

cbuffer Linear : register(b0)
{
    uint4 System;  // rows, row length, rounds
    float4 Tuning; // tolerance, least and largest eigenvalue, relaxation
};
Buffer<uint> Starts : register(t0);
Buffer<uint> Columns : register(t1);
Buffer<float> Values : register(t2);
Buffer<float> RightSide : register(t3);
RWStructuredBuffer<float> Solution : register(u0);
RWStructuredBuffer<float2> Log : register(u1);

groupshared float Vector[N];
groupshared float2 Partial[N];

/// A row's product with the shared vector; the diagonal rules the row, so that every system has a solution.
float Row(uint row)
{
    float sum = 0, weight = 0;
#if FORMAT == 0
    const uint first = Starts[row], last = min(first + 4, N);
    for (uint k = first; k < last; ++k)
    {
        const uint c = Columns[k] & (N - 1);
        const float v = Values[k];
        sum += v * (Vector[row] - Vector[c]);
    }
    weight = 1 + Values[row];
#elif FORMAT == 1
    // Padded rows, column by column.
    [unroll(4)]
    for (uint k = 0; k < 4; ++k)
    {
        if (k >= System.y)
            break;
        const uint c = Columns[(k * 17 + row) & (N - 1)];
        sum += c < N ? Values[(k * 13 + row) & (N - 1)] * (Vector[row] - Vector[c]) : 0;
    }
    weight = 1.5;
#else
    // A band, as finite differences have it.
    static const int Offsets[4] = { -8, -1, 1, 8 };
    [unroll]
    for (uint k = 0; k < 4; ++k)
    {
        const int c = int(row) + Offsets[k];
        if (c >= 0 && c < N)
            sum += (Vector[row] - Vector[c]) * 0.25;
    }
    weight = 0.5;
#endif
    return sum + weight * Vector[row];
}

float Apply(uint row, float x)
{
    GroupMemoryBarrierWithGroupSync();
    Vector[row] = x;
    GroupMemoryBarrierWithGroupSync();
    return Row(row);
}

float2 TwoSum(float a, float b)
{
    precise float s = a + b;
    precise float t = s - a;
    precise float e = (a - (s - t)) + (b - t);
    return float2(s, e);
}

float Dot(uint row, float a, float b)
{
    GroupMemoryBarrierWithGroupSync();
    Partial[row] = float2(a * b, 0);
    GroupMemoryBarrierWithGroupSync();
    for (uint half_ = N / 2; half_ > 0; half_ /= 2)
    {
        if (row < half_)
        {
#if COMPENSATED
            float2 s = TwoSum(Partial[row].x, Partial[row + half_].x);
            s.y += Partial[row].y + Partial[row + half_].y;
            Partial[row] = s;
#else
            Partial[row].x += Partial[row + half_].x;
#endif
        }
        GroupMemoryBarrierWithGroupSync();
    }
    return Partial[0].x + Partial[0].y;
}

float Precondition(uint row, float r)
{
#if PRECONDITIONER == 0
    return r;
#elif PRECONDITIONER == 1
    return r / (1 + 4 * Values[row]);
#else
    // Two sweeps of weighted Jacobi.
    float z = r * Tuning.w;
    [unroll]
    for (uint i = 0; i < 2; ++i)
        z += Tuning.w * 0.5 * (r - Apply(row, z));
    return z;
#endif
}

[numthreads(N, 1, 1)]
void Solve(uint row : SV_GroupIndex)
{
    const float b = RightSide[row];
    float x = 0, r = b;
    const uint rounds = min(System.z, 16);
    const float target = Tuning.x * Tuning.x * Dot(row, b, b);
    uint used = 0;
    float square = 0;
#if METHOD == 0
    float z = Precondition(row, r), p = z;
    float rz = Dot(row, r, z);
    for (; used < rounds; ++used)
    {
        const float ap = Apply(row, p);
        const float pap = Dot(row, p, ap);
        if (abs(pap) < 1e-20)
            break;
        const float alpha = rz / pap;
        x += alpha * p;
        r -= alpha * ap;
        square = Dot(row, r, r);
        if (square <= target)
            break;
        z = Precondition(row, r);
        const float next = Dot(row, r, z);
        p = z + p * (next / rz);
        rz = next;
    }
#elif METHOD == 1
    const float shadow = r;
    float rho = 1, alpha = 1, omega = 1, v = 0, p = 0;
    while (used < rounds)
    {
        const float next = Dot(row, shadow, r);
        if (abs(next) < 1e-20)
            break;
        const float beta = next / rho * (alpha / omega);
        rho = next;
        p = r + beta * (p - omega * v);
        const float y = Precondition(row, p);
        v = Apply(row, y);
        alpha = rho / (Dot(row, shadow, v) + 1e-20);
        const float s = r - alpha * v;
        const float z = Precondition(row, s), t = Apply(row, z);
        omega = Dot(row, t, s) / (Dot(row, t, t) + 1e-20);
        x += alpha * y + omega * z;
        r = s - omega * t;
        square = Dot(row, r, r);
        ++used;
        if (square <= target || abs(omega) < 1e-12)
            break;
    }
#else
    const float middle = 0.5 * (Tuning.z + Tuning.y), radius = 0.5 * (Tuning.z - Tuning.y);
    float p = 0, alpha = 0;
    do
    {
        const float beta = used == 0 ? 0 : used == 1 ? 0.5 * radius * radius * alpha * alpha : 0.25 * radius * radius * alpha * alpha;
        alpha = 1 / (middle - (used ? beta / alpha : 0));
        p = r + beta * p;
        x += alpha * p;
        r -= alpha * Apply(row, p);
    } while (++used < rounds);
    square = Dot(row, r, r);
#endif
    Solution[row] = x;
    if (row == 0)
        Log[0] = float2(square, used);
}

[numthreads(N, 1, 1)]
void Multiply(uint row : SV_GroupIndex)
{
    Solution[row] = Apply(row, RightSide[row]);
}
