// Signed distances of shapes, their combination, and programs of them as lists of instructions.
#ifndef DISTANCE_FIELDS_SHAPES_HLSLI
#define DISTANCE_FIELDS_SHAPES_HLSLI

#include "../kernel/config.hlsli"
#include "../kernel/geometry.hlsli"
#include "../kernel/packing.hlsli"

struct FieldValue
{
    float distance;
    uint material;
    float blend;

    static FieldValue Far()
    {
        FieldValue v;
        v.distance = 1e9;
        v.material = 0;
        v.blend = 0;
        return v;
    }
};

float SdSphere(float3 p, float r) { return length(p) - r; }
float SdBox(float3 p, float3 b, float round)
{
    const float3 q = abs(p) - b + round;
    return length(max(q, 0)) + min(MaxComponent(q), 0) - round;
}
float SdCapsule(float3 p, float3 a, float3 b, float r)
{
    float t;
    return length(p - ClosestOnSegment(a, b, p, t)) - r;
}
float SdTorus(float3 p, float2 r) { return length(float2(length(p.xz) - r.x, p.y)) - r.y; }
float SdCone(float3 p, float2 c, float h)
{
    const float2 q = h * float2(c.x / max(c.y, 1e-3), -1), w = float2(length(p.xz), p.y);
    const float2 a = w - q * saturate(dot(w, q) / dot(q, q)), b = w - q * float2(saturate(w.x / q.x), 1);
    const float k = sign(q.y), d = min(dot(a, a), dot(b, b));
    const float s = max(k * (w.x * q.y - w.y * q.x), k * (w.y - q.y));
    return sqrt(d) * sign(s);
}
float SdHexPrism(float3 p, float2 h)
{
    const float3 k = float3(-0.8660254, 0.5, 0.57735);
    p = abs(p);
    p.xy -= 2 * min(dot(k.xy, p.xy), 0) * k.xy;
    const float2 d = float2(length(p.xy - float2(clamp(p.x, -k.z * h.x, k.z * h.x), h.x)) * sign(p.y - h.x), p.z - h.y);
    return min(max(d.x, d.y), 0) + length(max(d, 0));
}

float SmoothMin(float a, float b, float k, out float blend)
{
    const float h = saturate(0.5 + 0.5 * (b - a) / max(k, 1e-4));
    blend = 1 - h;
    return lerp(b, a, h) - k * h * (1 - h);
}

FieldValue Union(FieldValue a, FieldValue b, float k)
{
    FieldValue r;
    float t;
    r.distance = SmoothMin(a.distance, b.distance, k, t);
    r.material = t > 0.5 ? b.material : a.material;
    r.blend = lerp(a.blend, b.blend, t);
    return r;
}
FieldValue Subtract(FieldValue a, FieldValue b, float k)
{
    FieldValue n = b;
    n.distance = -b.distance;
    FieldValue m = a;
    m.distance = -a.distance;
    FieldValue r = Union(m, b, k);
    r.distance = -r.distance;
    r.material = a.material;
    return r;
}
FieldValue Intersect(FieldValue a, FieldValue b, float k)
{
    FieldValue r = b;
    if (a.distance > b.distance)
        r = a;
    float t;
    r.distance = -SmoothMin(-a.distance, -b.distance, k, t);
    return r;
}

enum ShapeOp : uint
{
    OP_SPHERE,
    OP_BOX,
    OP_CAPSULE,
    OP_TORUS,
    OP_CONE,
    OP_PRISM,
    OP_UNION,
    OP_SUBTRACT,
    OP_INTERSECT,
    OP_MIRROR,
    OP_REPEAT,
    OP_TWIST,
};

struct ShapeInstruction
{
    uint op;
    uint material;
    float blend;
    float pad;
    float3 center;
    float a;
    float4 rotation;
    float3 size;
    float b;
};

#define SHAPE_STACK 4

#endif
