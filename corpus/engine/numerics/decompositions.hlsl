// dxilkit-corpus
// Small dense linear algebra: templated matrices with operators, Cholesky, QR by Givens rotations, Jacobi eigenvalues, polar decomposition for shape matching.
// args: -T cs_6_2 -E Factor -HV 2021 -D SIZE=3
// args: -T cs_6_2 -E Factor -HV 2021 -D SIZE=4
// args: -T cs_6_2 -E Factor -HV 2021 -D SIZE=4 -D PIVOT=1
// args: -T cs_6_2 -E Eigen -HV 2021 -D SIZE=3
// args: -T cs_6_2 -E ShapeMatch -HV 2021 -D SIZE=3
// args: -T cs_6_2 -E LeastSquares -HV 2021 -D SIZE=3 -D ROWS=6
// range: values -1 1
// range: target -1 1
// rounded: 64
// dispatch: 1 1 1
#ifndef SIZE
#define SIZE 3
#endif
#ifndef ROWS
#define ROWS SIZE
#endif
#ifndef PIVOT
#define PIVOT 0
#endif

template <int N>
struct Vec
{
    float e[N];

    float Dot(Vec<N> o)
    {
        float sum = 0.0f;
        [unroll] for (int i = 0; i < N; ++i) sum += e[i] * o.e[i];
        return sum;
    }
    Vec<N> operator+(Vec<N> o)
    {
        Vec<N> r;
        [unroll] for (int i = 0; i < N; ++i) r.e[i] = e[i] + o.e[i];
        return r;
    }
    Vec<N> operator*(float s)
    {
        Vec<N> r;
        [unroll] for (int i = 0; i < N; ++i) r.e[i] = e[i] * s;
        return r;
    }
};

template <int R, int C>
struct Mat
{
    Vec<C> row[R];

    Vec<R> Apply(Vec<C> v)
    {
        Vec<R> r;
        [unroll] for (int i = 0; i < R; ++i) r.e[i] = row[i].Dot(v);
        return r;
    }
    Mat<C, R> Transposed()
    {
        Mat<C, R> t;
        [unroll] for (int i = 0; i < R; ++i)
            [unroll] for (int j = 0; j < C; ++j) t.row[j].e[i] = row[i].e[j];
        return t;
    }
};

template <int R, int K, int C>
Mat<R, C> Multiply(Mat<R, K> a, Mat<K, C> b)
{
    Mat<C, K> t = b.Transposed();
    Mat<R, C> result;
    [unroll] for (int i = 0; i < R; ++i)
        [unroll] for (int j = 0; j < C; ++j) result.row[i].e[j] = a.row[i].Dot(t.row[j]);
    return result;
}

struct System
{
    float values[ROWS * SIZE];
    float target[ROWS];
};

struct Solution
{
    float x[4];
    float residual;
    uint steps;
};

StructuredBuffer<System> Systems : register(t0);
RWStructuredBuffer<Solution> Solutions : register(u0);

Mat<ROWS, SIZE> LoadMatrix(System s)
{
    Mat<ROWS, SIZE> m;
    for (int i = 0; i < ROWS; ++i)
        for (int j = 0; j < SIZE; ++j) m.row[i].e[j] = s.values[i * SIZE + j];
    return m;
}

void StoreSolution(uint id, Vec<SIZE> x, float residual, uint steps)
{
    Solution s = (Solution)0;
    [unroll] for (int i = 0; i < SIZE; ++i) s.x[i] = x.e[i];
    s.residual = residual;
    s.steps = steps;
    Solutions[id] = s;
}

/// Lower triangle of the product with itself; false for a matrix that is not positive definite.
bool Cholesky(Mat<SIZE, SIZE> a, out Mat<SIZE, SIZE> lower)
{
    lower = (Mat<SIZE, SIZE>)0;
    bool definite = true;
    [unroll] for (int i = 0; i < SIZE; ++i)
        [unroll] for (int j = 0; j <= i; ++j)
        {
            float sum = a.row[i].e[j];
            [unroll] for (int k = 0; k < j; ++k) sum -= lower.row[i].e[k] * lower.row[j].e[k];
            if (i == j)
            {
                definite = definite && sum > 1e-6f;
                lower.row[i].e[j] = sqrt(max(sum, 1e-6f));
            }
            else lower.row[i].e[j] = sum / lower.row[j].e[j];
        }
    return definite;
}

Vec<SIZE> SolveLower(Mat<SIZE, SIZE> lower, Vec<SIZE> b)
{
    [unroll] for (int i = 0; i < SIZE; ++i)
    {
        [unroll] for (int k = 0; k < i; ++k) b.e[i] -= lower.row[i].e[k] * b.e[k];
        b.e[i] /= lower.row[i].e[i];
    }
    [unroll] for (int j = SIZE - 1; j >= 0; --j)
    {
        [unroll] for (int k = j + 1; k < SIZE; ++k) b.e[j] -= lower.row[k].e[j] * b.e[k];
        b.e[j] /= lower.row[j].e[j];
    }
    return b;
}

[numthreads(32, 1, 1)]
void Factor(uint id : SV_DispatchThreadID)
{
    System s = Systems[id];
    Mat<ROWS, SIZE> m = LoadMatrix(s);
    Vec<SIZE> b = (Vec<SIZE>)0;
    [unroll] for (int i = 0; i < SIZE; ++i) b.e[i] = s.target[i];
#if PIVOT
    uint swaps = 0;
    for (int column = 0; column < SIZE; ++column)
    {
        int best = column;
        for (int r = column + 1; r < SIZE; ++r)
            if (abs(m.row[r].e[column]) > abs(m.row[best].e[column])) best = r;
        if (best != column)
        {
            Vec<SIZE> held = m.row[best];
            m.row[best] = m.row[column];
            m.row[column] = held;
            float value = b.e[best];
            b.e[best] = b.e[column];
            b.e[column] = value;
            swaps++;
        }
        float inverse = 1.0f / m.row[column].e[column];
        for (int under = column + 1; under < SIZE; ++under)
        {
            float factor = m.row[under].e[column] * inverse;
            m.row[under] = m.row[under] + m.row[column] * -factor;
            b.e[under] -= b.e[column] * factor;
        }
    }
    for (int back = SIZE - 1; back >= 0; --back)
    {
        for (int k = back + 1; k < SIZE; ++k) b.e[back] -= m.row[back].e[k] * b.e[k];
        b.e[back] /= m.row[back].e[back];
    }
    StoreSolution(id, b, 0.0f, swaps);
#else
    Mat<SIZE, SIZE> normal = Multiply<SIZE, ROWS, SIZE>(m.Transposed(), m);
    [unroll] for (int d = 0; d < SIZE; ++d) normal.row[d].e[d] += 1.0f;
    Mat<SIZE, SIZE> lower;
    bool definite = Cholesky(normal, lower);
    Vec<SIZE> x = SolveLower(lower, b);
    Vec<SIZE> error = normal.Apply(x) + b * -1.0f;
    StoreSolution(id, x, floor(error.Dot(error) + 0.5f), definite);
#endif
}

void Rotate(inout float a, inout float b, float c, float s)
{
    float x = a * c - b * s, y = a * s + b * c;
    a = x, b = y;
}

[numthreads(32, 1, 1)]
void Eigen(uint id : SV_DispatchThreadID)
{
    Mat<ROWS, SIZE> m = LoadMatrix(Systems[id]);
    Mat<SIZE, SIZE> a = Multiply<SIZE, ROWS, SIZE>(m.Transposed(), m);
    uint sweep = 0;
    for (; sweep < 8u; ++sweep)
    {
        float off = a.row[0].e[1] * a.row[0].e[1] + a.row[0].e[2] * a.row[0].e[2] + a.row[1].e[2] * a.row[1].e[2];
        if (off < 1e-8f) break;
        [unroll] for (int p = 0; p < SIZE - 1; ++p)
            [unroll] for (int q = p + 1; q < SIZE; ++q)
            {
                float apq = a.row[p].e[q];
                if (abs(apq) < 1e-7f) continue;
                float theta = (a.row[q].e[q] - a.row[p].e[p]) / (2.0f * apq);
                float t = (theta < 0.0f ? -1.0f : 1.0f) / (abs(theta) + sqrt(theta * theta + 1.0f));
                float c = rsqrt(t * t + 1.0f), s = t * c;
                [unroll] for (int k = 0; k < SIZE; ++k) Rotate(a.row[k].e[p], a.row[k].e[q], c, s);
                [unroll] for (int k = 0; k < SIZE; ++k) Rotate(a.row[p].e[k], a.row[q].e[k], c, s);
            }
    }
    Vec<SIZE> values;
    [unroll] for (int i = 0; i < SIZE; ++i) values.e[i] = a.row[i].e[i];
    if (values.e[0] < values.e[1]) { float h = values.e[0]; values.e[0] = values.e[1]; values.e[1] = h; }
    if (values.e[1] < values.e[2]) { float h = values.e[1]; values.e[1] = values.e[2]; values.e[2] = h; }
    if (values.e[0] < values.e[1]) { float h = values.e[0]; values.e[0] = values.e[1]; values.e[1] = h; }
    StoreSolution(id, values, 0.0f, 0u);
}

[numthreads(32, 1, 1)]
void ShapeMatch(uint id : SV_DispatchThreadID)
{
    System s = Systems[id];
    float3x3 deformation = float3x3(s.values[0], s.values[1], s.values[2], s.values[3], s.values[4], s.values[5], s.values[6], s.values[7], s.values[8]);
    deformation += float3x3(2, 0, 0, 0, 2, 0, 0, 0, 2);
    float4 q = float4(0.0f, 0.0f, 0.0f, 1.0f);
    for (uint i = 0; i < 6u; ++i)
    {
        float3 q2 = q.xyz + q.xyz;
        float3 xx = q.x * q2, ww = q.w * q2;
        float yy = q.y * q2.y, yz = q.y * q2.z, zz = q.z * q2.z;
        float3x3 r = float3x3(1.0f - yy - zz, xx.y - ww.z, xx.z + ww.y, xx.y + ww.z, 1.0f - xx.x - zz, yz - ww.x, xx.z - ww.y, yz + ww.x, 1.0f - xx.x - yy);
        float3x3 rt = transpose(r), at = transpose(deformation);
        float3 omega = cross(rt[0], at[0]) + cross(rt[1], at[1]) + cross(rt[2], at[2]);
        omega /= abs(dot(rt[0], at[0]) + dot(rt[1], at[1]) + dot(rt[2], at[2])) + 1e-6f;
        float angle = length(omega);
        if (angle < 1e-4f) break;
        float3 axis = omega / angle;
        float4 d = float4(axis * sin(0.5f * angle), cos(0.5f * angle));
        q = float4(d.w * q.xyz + q.w * d.xyz + cross(d.xyz, q.xyz), d.w * q.w - dot(d.xyz, q.xyz));
        q = normalize(q);
    }
    Vec<SIZE> v;
    v.e[0] = q.x, v.e[1] = q.y, v.e[2] = q.z;
    StoreSolution(id, v, q.w, 0u);
}

[numthreads(32, 1, 1)]
void LeastSquares(uint id : SV_DispatchThreadID)
{
    System s = Systems[id];
    Mat<ROWS, SIZE> a = LoadMatrix(s);
    float b[ROWS] = s.target;
    [unroll] for (int c = 0; c < SIZE; ++c)
        [unroll] for (int r = c + 1; r < ROWS; ++r)
        {
            float x = a.row[c].e[c], y = a.row[r].e[c];
            float inverse = rsqrt(max(x * x + y * y, 1e-12f));
            float cs = x * inverse, sn = -y * inverse;
            [unroll] for (int k = c; k < SIZE; ++k) Rotate(a.row[c].e[k], a.row[r].e[k], cs, sn);
            Rotate(b[c], b[r], cs, sn);
        }
    Vec<SIZE> x = (Vec<SIZE>)0;
    [unroll] for (int i = SIZE - 1; i >= 0; --i)
    {
        float sum = b[i];
        [unroll] for (int j = i + 1; j < SIZE; ++j) sum -= a.row[i].e[j] * x.e[j];
        x.e[i] = sum / a.row[i].e[i];
    }
    StoreSolution(id, x, 0.0f, ROWS);
}
