// dxilkit-corpus
// Sphere tracing of a signed distance scene (box with a spherical bite, torus, ground plane) with gradient normals.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 8 4 1
// binding: cb0 View cbuffer NA NA 1
// binding: u0 Depth UAV f32 2d 1
// binding: u1 Normals UAV f32 2d 1

cbuffer View : register(b0)
{
    float4x4 InverseView;
    float2 InvSize;
    float Near, Far;
    int MaxSteps;
    float SmoothK;
}

RWTexture2D<float> Depth : register(u0);
RWTexture2D<float4> Normals : register(u1);

float SdSphere(float3 p, float r) { return length(p) - r; }

float SdBox(float3 p, float3 half_size)
{
    const float3 q = abs(p) - half_size;
    return length(max(q, 0)) + min(max(q.x, max(q.y, q.z)), 0);
}

float SdTorus(float3 p, float2 radii)
{
    const float2 q = float2(length(p.xz) - radii.x, p.y);
    return length(q) - radii.y;
}

float SmoothUnion(float a, float b, float k)
{
    const float h = saturate(0.5 + 0.5 * (b - a) / k);
    return lerp(b, a, h) - k * h * (1 - h);
}

float Scene(float3 p)
{
    float d = max(SdBox(p - float3(-0.5, 0, 0), float3(0.6, 0.4, 0.5)), -SdSphere(p - float3(-0.2, 0.4, -0.4), 0.45));
    d = SmoothUnion(d, SdTorus(p - float3(0.9, 0, 0), float2(0.6, 0.2)), SmoothK);
    return min(d, p.y + 0.7);
}

float3 Gradient(float3 p)
{
    const float2 e = float2(0.004, 0);
    return normalize(float3(
        Scene(p + e.xyy) - Scene(p - e.xyy),
        Scene(p + e.yxy) - Scene(p - e.yxy),
        Scene(p + e.yyx) - Scene(p - e.yyx)));
}

[numthreads(8, 4, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    const float2 ndc = ((float2)id.xy + 0.5) * InvSize * float2(2, -2) + float2(-1, 1);
    const float3 origin = mul(InverseView, float4(0, 0, 0, 1)).xyz;
    const float3 dir = normalize(mul(InverseView, float4(ndc, 1.5, 0)).xyz);

    float t = Near;
    bool hit = false;
    for (int step = 0; step < MaxSteps; ++step)
    {
        const float d = Scene(origin + dir * t);
        if (d < 0.0005 * t)
        {
            hit = true;
            break;
        }
        t += d;
        if (t > Far)
            break;
    }

    if (!hit)
    {
        Depth[id.xy] = Far;
        Normals[id.xy] = 0;
        return;
    }
    Depth[id.xy] = t;
    Normals[id.xy] = float4(Gradient(origin + dir * t) * 0.5 + 0.5, 1);
}
