// dxilkit-corpus
// Sphere traces a scene that is a program of shapes: over-relaxed steps, cones for soft shadows, occlusion, normals by tetrahedron.
// args: -T cs_6_0 -E main
// args: -T cs_6_0 -E main -D OVER_RELAX=1 -D SHADOWS=1
// args: -T cs_6_5 -E main -D OVER_RELAX=1 -D SHADOWS=1 -D OCCLUSION=1
// args: -T cs_6_6 -E main -D OVER_RELAX=1 -D SHADOWS=1 -D OCCLUSION=1
// data: cb0 8u 8u 6u 12u 0 0.5 -3 1.2 0.4 0.8 -0.4 0.001 0.5 0.6 0.7 20
// set: Program.op 0 0 0
// dispatch: 1 1 1

#include "shapes.hlsli"
#include "../kernel/color.hlsli"

#ifndef OVER_RELAX
#define OVER_RELAX 0
#endif
#ifndef SHADOWS
#define SHADOWS 0
#endif
#ifndef OCCLUSION
#define OCCLUSION 0
#endif

struct TraceConstants
{
    uint2 size;
    uint instructions;
    uint maxSteps;
    float3 camera;
    float omega;
    float3 sun;
    float epsilon;
    float3 sky;
    float farPlane;
};

ConstantBuffer<TraceConstants> Trace : register(b0);
StructuredBuffer<ShapeInstruction> Program : register(t0);
StructuredBuffer<float4> Palette : register(t1);
RWTexture2D<float4> Output : register(u0);
RWStructuredBuffer<uint> Statistics : register(u1);

float EvaluateShape(ShapeInstruction i, float3 p)
{
    Quaternion q;
    q.v = i.rotation;
    const float3 l = q.Normalized().Rotate(p - i.center * 2 + 1);
    switch ((ShapeOp)(i.op % 6))
    {
    case OP_SPHERE: return SdSphere(l, i.a);
    case OP_BOX: return SdBox(l, i.size, i.b * 0.1);
    case OP_CAPSULE: return SdCapsule(l, -i.size, i.size, i.a * 0.3);
    case OP_TORUS: return SdTorus(l, float2(i.a, i.b * 0.2));
    case OP_CONE: return SdCone(l, normalize(i.size.xy + 0.1), i.a + 0.1);
    default: return SdHexPrism(l, i.size.xy);
    }
}

FieldValue Evaluate(float3 p)
{
    FieldValue stack[SHAPE_STACK];
    stack[0] = FieldValue::Far();
    uint depth = 1;
    float3 space = p;
    [loop]
    for (uint pc = 0; pc < Trace.instructions; ++pc)
    {
        const ShapeInstruction i = Program[pc];
        switch (i.op)
        {
        case OP_UNION:
        case OP_SUBTRACT:
        case OP_INTERSECT:
            if (depth > 1)
            {
                const FieldValue b = stack[depth - 1], a = stack[depth - 2];
                depth--;
                if (i.op == OP_UNION)
                    stack[depth - 1] = Union(a, b, i.blend * 0.2);
                else if (i.op == OP_SUBTRACT)
                    stack[depth - 1] = Subtract(a, b, i.blend * 0.2);
                else
                    stack[depth - 1] = Intersect(a, b, i.blend * 0.2);
            }
            break;
        case OP_MIRROR:
            space.x = abs(space.x);
            break;
        case OP_REPEAT:
            space = space - i.size * round(space / max(i.size, 0.1));
            break;
        case OP_TWIST:
        {
            float s, c;
            sincos(i.a * space.y, s, c);
            space.xz = mul(float2x2(c, -s, s, c), space.xz);
            break;
        }
        default:
            if (depth < SHAPE_STACK)
            {
                FieldValue v;
                v.distance = EvaluateShape(i, space);
                v.material = i.material;
                v.blend = i.blend;
                stack[depth++] = v;
            }
            break;
        }
    }
    FieldValue r = stack[0];
    for (uint k = 1; k < depth; ++k)
        r = Union(r, stack[k], 0.02);
    return r;
}

float3 Normal(float3 p)
{
    const float2 k = float2(1, -1);
    const float h = Trace.epsilon * 2;
    return SafeNormalize(
        k.xyy * Evaluate(p + k.xyy * h).distance + k.yyx * Evaluate(p + k.yyx * h).distance +
        k.yxy * Evaluate(p + k.yxy * h).distance + k.xxx * Evaluate(p + k.xxx * h).distance);
}

struct March
{
    float t;
    uint steps;
    FieldValue value;
    bool isHit;
};

March MarchRay(Ray ray)
{
    March m;
    m.t = ray.tMin;
    m.isHit = false;
    m.value = FieldValue::Far();
    float before = 0, step = 0, omega = OVER_RELAX ? Trace.omega : 1;
    [loop]
    for (m.steps = 0; m.steps < Trace.maxSteps; ++m.steps)
    {
        m.value = Evaluate(ray.At(m.t));
        const float radius = abs(m.value.distance);
#if OVER_RELAX
        const bool failed = omega > 1 && radius + before < step;
        if (failed)
        {
            step -= omega * step;
            omega = 1;
        }
        else
            step = m.value.distance * omega;
        before = radius;
        if (!failed && radius < Trace.epsilon * m.t)
#else
        step = m.value.distance;
        if (radius < Trace.epsilon * m.t)
#endif
        {
            m.isHit = true;
            break;
        }
        m.t += step;
        if (m.t > ray.tMax)
            break;
    }
    return m;
}

float SoftShadow(float3 origin, float3 direction, float sharpness)
{
    float result = 1, t = 0.02, previous = 1e9;
    for (uint i = 0; i < 8; ++i)
    {
        const float h = Evaluate(origin + direction * t).distance;
        const float y = h * h / (2 * previous);
        const float d = sqrt(max(h * h - y * y, 0));
        result = min(result, sharpness * d / max(t - y, 1e-3));
        previous = h;
        t += clamp(h, 0.01, 0.5);
        if (result < 0.001 || t > 5)
            break;
    }
    const float s = saturate(result);
    return s * s * (3 - 2 * s);
}

float Occlusion(float3 p, float3 n)
{
    float sum = 0, weight = 1;
    [unroll]
    for (uint i = 0; i < 5; ++i)
    {
        const float h = 0.01 + 0.12 * i / 4.0;
        sum += (h - Evaluate(p + n * h).distance) * weight;
        weight *= 0.85;
    }
    return saturate(1 - 1.5 * sum);
}

[numthreads(8, 8, 1)]
void main(uint2 pixel : SV_DispatchThreadID)
{
    Ray ray;
    ray.origin = Trace.camera;
    ray.direction = normalize(float3((pixel + 0.5) / Trace.size * 2 - 1, 1.5));
    ray.tMin = 0.1;
    ray.tMax = Trace.farPlane;
    const March m = MarchRay(ray);
    float3 color = Trace.sky * (1 - 0.5 * ray.direction.y);
    if (m.isHit)
    {
        const float3 p = ray.At(m.t), n = Normal(p);
        const float3 sun = normalize(Trace.sun);
        float light = saturate(dot(n, sun));
#if SHADOWS
        light *= SoftShadow(p + n * 0.01, sun, 12);
#endif
        float ambient = 0.5 + 0.5 * n.y;
#if OCCLUSION
        ambient *= Occlusion(p, n);
#endif
        const float3 albedo = lerp(Palette[m.value.material & 63].rgb, 0.8, m.value.blend * 0.3);
        const float3 h = SafeNormalize(sun - ray.direction);
        color = albedo * (light * 2.5 + ambient * Trace.sky) + pow(saturate(dot(n, h)), 48) * light;
        color = lerp(Trace.sky, color, exp(-0.02 * m.t * m.t));
    }
    const uint total = WaveActiveSum(m.steps);
    if (WaveIsFirstLane())
        InterlockedAdd(Statistics[0], total);
    InterlockedMax(Statistics[1], m.steps);
    Output[pixel] = float4(TonemapAces(color), m.t);
}
