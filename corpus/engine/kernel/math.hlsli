// Mathematics that every pass needs: constants, safe variants of intrinsics, frames, quaternions, small solvers.
#ifndef KERNEL_MATH_HLSLI
#define KERNEL_MATH_HLSLI

static const float PI = 3.14159265358979323846;
static const float TWO_PI = 6.28318530717958647692;
static const float HALF_PI = 1.57079632679489661923;
static const float INV_PI = 0.31830988618379067154;
static const float EPSILON = 1e-6;
static const float FLOAT_MAX = 3.402823466e38;
static const float3 LUMA_WEIGHTS = float3(0.2126, 0.7152, 0.0722);

template <typename T> T Square(T x) { return x * x; }
template <typename T> T Cube(T x) { return x * x * x; }
template <typename T> T Pow4(T x) { return Square(Square(x)); }
template <typename T> T Pow5(T x) { return Square(Square(x)) * x; }

template <typename T> T Min3(T a, T b, T c) { return min(a, min(b, c)); }
template <typename T> T Max3(T a, T b, T c) { return max(a, max(b, c)); }
template <typename T> void Swap(inout T a, inout T b)
{
    const T t = a;
    a = b;
    b = t;
}

float SafeRcp(float x) { return abs(x) > EPSILON ? rcp(x) : 0; }
float SafeSqrt(float x) { return sqrt(max(x, 0)); }
float SafeAcos(float x) { return acos(clamp(x, -1, 1)); }
float3 SafeNormalize(float3 v, float3 otherwise = float3(0, 0, 1))
{
    const float square = dot(v, v);
    return square > EPSILON * EPSILON ? v * rsqrt(square) : otherwise;
}

float Remap(float x, float from0, float from1, float to0, float to1)
{
    return to0 + (x - from0) * SafeRcp(from1 - from0) * (to1 - to0);
}
float Remap01(float x, float from0, float from1) { return saturate((x - from0) * SafeRcp(from1 - from0)); }

float MaxComponent(float3 v) { return Max3(v.x, v.y, v.z); }
float MinComponent(float3 v) { return Min3(v.x, v.y, v.z); }
float Luminance(float3 c) { return dot(c, LUMA_WEIGHTS); }

/// Acos to 4.5e-5, without the transcendental unit.
float FastAcos(float x)
{
    const float a = abs(x);
    const float r = (((-0.0187293 * a + 0.0742610) * a - 0.2121144) * a + 1.5707288) * sqrt(max(1 - a, 0));
    return x >= 0 ? r : PI - r;
}

/// Branchless frame around a normal.
void BuildFrame(float3 n, out float3 t, out float3 b)
{
    const float s = n.z >= 0 ? 1.0 : -1.0;
    const float a = -1.0 / (s + n.z);
    const float c = n.x * n.y * a;
    t = float3(1.0 + s * n.x * n.x * a, s * c, -s * n.x);
    b = float3(c, s + n.y * n.y * a, -n.y);
}

struct Quaternion
{
    float4 v;

    static Quaternion Identity()
    {
        Quaternion q;
        q.v = float4(0, 0, 0, 1);
        return q;
    }
    static Quaternion FromAxisAngle(float3 axis, float angle)
    {
        float s, c;
        sincos(angle * 0.5, s, c);
        Quaternion q;
        q.v = float4(axis * s, c);
        return q;
    }
    Quaternion Conjugate()
    {
        Quaternion q;
        q.v = float4(-v.xyz, v.w);
        return q;
    }
    Quaternion Normalized()
    {
        Quaternion q;
        q.v = v * rsqrt(max(dot(v, v), EPSILON));
        return q;
    }
    float3 Rotate(float3 p)
    {
        const float3 t = 2 * cross(v.xyz, p);
        return p + v.w * t + cross(v.xyz, t);
    }
    Quaternion operator*(Quaternion r)
    {
        Quaternion q;
        q.v = float4(v.w * r.v.xyz + r.v.w * v.xyz + cross(v.xyz, r.v.xyz), v.w * r.v.w - dot(v.xyz, r.v.xyz));
        return q;
    }
    float3x3 ToMatrix()
    {
        const float3 d = 2 * v.xyz * v.xyz;
        const float xy = 2 * v.x * v.y, xz = 2 * v.x * v.z, yz = 2 * v.y * v.z;
        const float wx = 2 * v.w * v.x, wy = 2 * v.w * v.y, wz = 2 * v.w * v.z;
        return float3x3(1 - d.y - d.z, xy - wz, xz + wy,
                        xy + wz, 1 - d.x - d.z, yz - wx,
                        xz - wy, yz + wx, 1 - d.x - d.y);
    }
};

Quaternion Slerp(Quaternion a, Quaternion b, float t)
{
    float c = dot(a.v, b.v);
    const float s = c < 0 ? -1 : 1;
    c *= s;
    Quaternion q;
    if (c > 0.9995)
        q.v = lerp(a.v, b.v * s, t);
    else
    {
        const float angle = SafeAcos(c);
        const float inv = rcp(sin(angle));
        q.v = (a.v * sin((1 - t) * angle) + b.v * (s * sin(t * angle))) * inv;
    }
    return q.Normalized();
}

/// Eigenvalues of a symmetric matrix, largest first (trigonometric method).
float3 SymmetricEigenvalues(float3x3 m)
{
    const float p1 = m[0][1] * m[0][1] + m[0][2] * m[0][2] + m[1][2] * m[1][2];
    if (p1 < EPSILON)
    {
        float3 d = float3(m[0][0], m[1][1], m[2][2]);
        if (d.x < d.y) Swap(d.x, d.y);
        if (d.y < d.z) Swap(d.y, d.z);
        if (d.x < d.y) Swap(d.x, d.y);
        return d;
    }
    const float q = (m[0][0] + m[1][1] + m[2][2]) / 3;
    const float3 diagonal = float3(m[0][0], m[1][1], m[2][2]) - q;
    const float p = sqrt((dot(diagonal, diagonal) + 2 * p1) / 6);
    const float3x3 b = (m - float3x3(q, 0, 0, 0, q, 0, 0, 0, q)) * (1 / p);
    const float phi = SafeAcos(determinant(b) * 0.5) / 3;
    const float e0 = q + 2 * p * cos(phi);
    const float e2 = q + 2 * p * cos(phi + TWO_PI / 3);
    return float3(e0, 3 * q - e0 - e2, e2);
}

float3x3 Inverse3(float3x3 m)
{
    const float3 a = cross(m[1], m[2]);
    const float3 b = cross(m[2], m[0]);
    const float3 c = cross(m[0], m[1]);
    const float d = SafeRcp(dot(m[0], a));
    return transpose(float3x3(a, b, c)) * d;
}

#endif
