// Numbers, angles, frames and hashes that every pass shares.
#ifndef ENGINE_MATH_HLSLI
#define ENGINE_MATH_HLSLI

static const float PI = 3.14159265358979f;
static const float TWO_PI = 6.28318530717959f;
static const float HALF_PI = 1.57079632679490f;
static const float INV_PI = 0.31830988618379f;
static const float GOLDEN_RATIO = 1.61803398874989f;
static const float FLOAT_TINY = 1e-6f;
static const float FLOAT_LARGE = 3.4e38f;

template <typename T> T Square(T x) { return x * x; }
template <typename T> T Cube(T x) { return x * x * x; }
template <typename T> T Pow4(T x) { return Square(Square(x)); }
template <typename T> T Pow5(T x) { return Square(Square(x)) * x; }
template <typename T> T Remap(T x, T fromLow, T fromHigh, T toLow, T toHigh)
{
    return toLow + (x - fromLow) * (toHigh - toLow) / (fromHigh - fromLow);
}
template <typename T> T Max3(T a, T b, T c) { return max(a, max(b, c)); }
template <typename T> T Min3(T a, T b, T c) { return min(a, min(b, c)); }

float SafeSqrt(float x) { return sqrt(max(x, 0.0f)); }
float SafeDivide(float a, float b) { return b != 0.0f ? a / b : 0.0f; }
float3 SafeNormalize(float3 v)
{
    float lengthSquared = dot(v, v);
    return lengthSquared > FLOAT_TINY ? v * rsqrt(lengthSquared) : float3(0.0f, 0.0f, 1.0f);
}

/// Error below 7e-4 over the whole range.
float FastAcos(float x)
{
    float y = abs(x);
    float result = (-0.0187293f * y + 0.0742610f) * y - 0.2121144f;
    result = (result * y + 1.5707288f) * sqrt(1.0f - y);
    return x < 0.0f ? PI - result : result;
}

float FastAtan2(float y, float x)
{
    float a = min(abs(x), abs(y)) / max(max(abs(x), abs(y)), FLOAT_TINY);
    float s = a * a;
    float r = ((-0.0464964749f * s + 0.15931422f) * s - 0.327622764f) * s * a + a;
    if (abs(y) > abs(x)) r = HALF_PI - r;
    if (x < 0.0f) r = PI - r;
    return y < 0.0f ? -r : r;
}

/// Tangents of a normal without a branch on its direction.
void BuildBasis(float3 n, out float3 tangent, out float3 bitangent)
{
    float s = n.z >= 0.0f ? 1.0f : -1.0f;
    float a = -1.0f / (s + n.z);
    float b = n.x * n.y * a;
    tangent = float3(1.0f + s * n.x * n.x * a, s * b, -s * n.x);
    bitangent = float3(b, s + n.y * n.y * a, -n.y);
}

struct Frame3
{
    float3 x, y, z;

    float3 ToLocal(float3 v) { return float3(dot(v, x), dot(v, y), dot(v, z)); }
    float3 ToWorld(float3 v) { return v.x * x + v.y * y + v.z * z; }
};

Frame3 MakeFrame(float3 n)
{
    Frame3 f;
    f.z = n;
    BuildBasis(n, f.x, f.y);
    return f;
}

uint HashUint(uint x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ (x >> 16);
}

uint HashCombine(uint a, uint b) { return HashUint(a ^ (b + 0x9e3779b9u + (a << 6) + (a >> 2))); }
float ToUnitFloat(uint bits) { return asfloat(0x3f800000u | (bits >> 9)) - 1.0f; }

struct RandomState
{
    uint state;

    uint NextUint()
    {
        state = state * 747796405u + 2891336453u;
        uint word = ((state >> ((state >> 28) + 4u)) ^ state) * 277803737u;
        return (word >> 22) ^ word;
    }
    float Next() { return ToUnitFloat(NextUint()); }
    float2 Next2()
    {
        float a = Next();
        return float2(a, Next());
    }
};

RandomState MakeRandom(uint2 pixel, uint frame)
{
    RandomState r;
    r.state = HashCombine(HashCombine(pixel.x, pixel.y), frame);
    return r;
}

float InterleavedGradientNoise(float2 pixel)
{
    return frac(52.9829189f * frac(dot(pixel, float2(0.06711056f, 0.00583715f))));
}

/// Distances to both hits of a sphere at the origin; y < x where there is none.
float2 IntersectSphere(float3 origin, float3 direction, float radius)
{
    float b = dot(origin, direction);
    float c = dot(origin, origin) - radius * radius;
    float d = b * b - c;
    if (d < 0.0f) return float2(1.0f, -1.0f);
    d = sqrt(d);
    return float2(-b - d, -b + d);
}

float2 IntersectBox(float3 origin, float3 inverseDirection, float3 boxMin, float3 boxMax)
{
    float3 a = (boxMin - origin) * inverseDirection;
    float3 b = (boxMax - origin) * inverseDirection;
    float3 low = min(a, b);
    float3 high = max(a, b);
    return float2(Max3(low.x, low.y, low.z), Min3(high.x, high.y, high.z));
}

#endif
