// dxilkit-corpus
// Frustum culling of boxes: planes taken from the rows of a view-projection matrix, early outs, visibility bits by atomics.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 32 1 1
// binding: cb0 View cbuffer NA NA 1
// binding: t0 Bounds texture struct r/o 1
// binding: u0 Visible UAV byte r/w 1
// binding: u1 Distances UAV f32 buf 1

cbuffer View : register(b0)
{
    column_major float4x4 ViewProjection;
    float4 Eye;
    uint BoxCount;
    float MaxDistance;
};

struct Aabb { float3 low; float3 high; };
StructuredBuffer<Aabb> Bounds : register(t0);
RWByteAddressBuffer Visible : register(u0);
RWBuffer<float> Distances : register(u1);

void FrustumPlanes(float4x4 m, out float4 planes[6])
{
    planes[0] = m[3] + m[0];
    planes[1] = m[3] - m[0];
    planes[2] = m[3] + m[1];
    planes[3] = m[3] - m[1];
    planes[4] = m[2];
    planes[5] = m[3] - m[2];
}

bool Outside(float4 plane, float3 center, float3 extent)
{
    const float radius = dot(abs(plane.xyz), extent);
    return dot(plane.xyz, center) + plane.w < -radius;
}

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= BoxCount)
        return;
    const Aabb box = Bounds[id.x];
    const float3 center = (box.low + box.high) * 0.5;
    const float3 extent = (box.high - box.low) * 0.5;
    const float d = distance(center, Eye.xyz);
    Distances[id.x] = d;
    if (d - length(extent) > MaxDistance)
        return;

    float4 planes[6];
    FrustumPlanes(ViewProjection, planes);
    for (int p = 0; p < 6; ++p)
        if (Outside(planes[p], center, extent))
            return;

    uint before;
    Visible.InterlockedOr((id.x >> 5) << 2, 1u << (id.x & 31), before);
}
