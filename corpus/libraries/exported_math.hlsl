// Functions for other libraries: structs, arrays, matrices, enums and templates in and out, overloads, namespaces, defaults.
// library: -T lib_6_3
// library: -T lib_6_3 -Od
// library: -T lib_6_5 -default-linkage external
// library: -T lib_6_3 -exports Dot4;solve,resolve=Solve

namespace Geometry
{
    enum class Side : uint { Front, Back, On };
    struct Plane { float3 normal; float offset; };
    struct Box { float3 low; float3 high; };

    export float Distance(Plane p, float3 q) { return dot(p.normal, q) + p.offset; }
    export Side Classify(Plane p, Box b)
    {
        const float3 center = (b.low + b.high) * 0.5f;
        const float reach = dot(b.high - center, abs(p.normal));
        const float d = Distance(p, center);
        return d > reach ? Side::Front : d < -reach ? Side::Back : Side::On;
    }
    export Box Grow(Box b, float3 p)
    {
        b.low = min(b.low, p);
        b.high = max(b.high, p);
        return b;
    }
}

struct Pair { double first; int64_t second; bool3 flags; };
template<typename T> struct Span { T low; T high; };

export float Dot4(float4 a, float4 b) { return dot(a, b); }
export double Dot4(double4 a, double4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

export bool Solve(float3x3 m, float3 b, out float3 x, inout uint iterations)
{
    x = 0;
    const float det = determinant(m);
    if (abs(det) < 1e-6f)
        return false;
    for (uint i = 0; i < 3; i++)
    {
        float3x3 c = m;
        c[0][i] = b.x;
        c[1][i] = b.y;
        c[2][i] = b.z;
        x[i] = determinant(c) / det;
        iterations++;
    }
    return true;
}

export void Prefix(float values[8], out float sums[8], int count)
{
    float sum = 0;
    for (int i = 0; i < 8; i++)
    {
        sum += i < count ? values[i] : 0;
        sums[i] = sum;
    }
}

export Pair Swap(Pair p, Span<float2> s, row_major float2x2 r)
{
    Pair q;
    q.first = (double)p.second + s.low.x * r[0][1];
    q.second = (int64_t)p.first;
    q.flags = !p.flags;
    return q;
}

export float2x2 Rotation(float angle)
{
    float s, c;
    sincos(angle, s, c);
    return float2x2(c, -s, s, c);
}

export uint4 Pack(bool4 b, min16float h, half k) { return select(b, uint4(1, 2, 4, 8), (uint)(h + k)); }
float Internal(float a) { return a + 1; }
export float Outer(float a) { return Internal(a) * 2; }
