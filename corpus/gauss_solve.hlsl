// dxilkit-corpus
// Solves one dense 6x6 system a thread: LU with partial pivoting on local arrays, then both substitutions; reports the determinant.
// args: -T cs_6_0 -E main -D DIM=6
// args: -T cs_6_6 -E main -D DIM=6
// threads: 16 1 1
// binding: cb0 Job cbuffer NA NA 1
// binding: t0 Systems texture struct r/o 1
// binding: u0 Solutions UAV struct r/w 1

struct System
{
    float a[DIM][DIM];
    float b[DIM];
};

struct Solution
{
    float x[DIM];
    float det;
    int swaps;
    bool singular;
};

cbuffer Job : register(b0) { uint SystemCount; };

StructuredBuffer<System> Systems : register(t0);
RWStructuredBuffer<Solution> Solutions : register(u0);

void SwapRows(inout System s, int i, int j)
{
    for (int c = 0; c < DIM; ++c)
    {
        const float v = s.a[i][c];
        s.a[i][c] = s.a[j][c];
        s.a[j][c] = v;
    }
    const float r = s.b[i];
    s.b[i] = s.b[j];
    s.b[j] = r;
}

int PivotRow(System s, int column, out float best)
{
    int row = column;
    best = abs(s.a[column][column]);
    for (int r = column + 1; r < DIM; ++r)
        if (abs(s.a[r][column]) > best)
        {
            best = abs(s.a[r][column]);
            row = r;
        }
    return row;
}

[numthreads(16, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    if (id >= SystemCount)
        return;

    System s = Systems[id];
    Solution result = (Solution)0;
    result.det = 1;

    for (int k = 0; k < DIM; ++k)
    {
        float best;
        const int p = PivotRow(s, k, best);
        if (best < 1e-6)
        {
            result.singular = true;
            result.det = 0;
            Solutions[id] = result;
            return;
        }
        if (p != k)
        {
            SwapRows(s, k, p);
            result.swaps++;
            result.det = -result.det;
        }
        result.det *= s.a[k][k];
        for (int r = k + 1; r < DIM; ++r)
        {
            const float f = s.a[r][k] / s.a[k][k];
            for (int c = k; c < DIM; ++c)
                s.a[r][c] -= f * s.a[k][c];
            s.b[r] -= f * s.b[k];
        }
    }

    for (int i = DIM - 1; i >= 0; --i)
    {
        float sum = s.b[i];
        for (int c = i + 1; c < DIM; ++c)
            sum -= s.a[i][c] * result.x[c];
        result.x[i] = sum / s.a[i][i];
    }
    Solutions[id] = result;
}
