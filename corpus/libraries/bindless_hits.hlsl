// Materials behind descriptor heaps and unbounded arrays, chosen by instance.
// library: -T lib_6_6
// library: -T lib_6_7 -disable-payload-qualifiers
// library: -T lib_6_6 -Od

struct Surface
{
    float4 color;
    uint2 ids;
};

struct Instance
{
    uint vertices;
    uint texture;
    uint stride;
    uint flags;
};

StructuredBuffer<Instance> Instances : register(t0);
ByteAddressBuffer Geometry[] : register(t0, space1);
Texture2D Textures[64] : register(t0, space2);
SamplerState Filter : register(s0);
RWTexture2D<float4> Output : register(u0);
RWByteAddressBuffer Counters : register(u1);

[shader("raygeneration")]
void Launch()
{
    RaytracingAccelerationStructure scene = ResourceDescriptorHeap[DispatchRaysDimensions().z];
    RayDesc ray = { float3(DispatchRaysIndex()), 0, float3(0, 0, 1), 1e6f };
    Surface s = (Surface)0;
    TraceRay(scene, RAY_FLAG_FORCE_OPAQUE, 0xff, 0, 0, 0, ray, s);
    Output[DispatchRaysIndex().xy] = s.color;
    Counters.InterlockedAdd(s.ids.x * 4, s.ids.y);
}

[shader("closesthit")]
void Material(inout Surface s, BuiltInTriangleIntersectionAttributes a)
{
    const Instance instance = Instances[InstanceID()];
    const uint at = PrimitiveIndex() * instance.stride;
    const ByteAddressBuffer vertices = Geometry[NonUniformResourceIndex(instance.vertices)];
    const float2 u0 = vertices.Load<float2>(at);
    const float2 u1 = vertices.Load<float2>(at + 8);
    const float2 uv = lerp(u0, u1, a.barycentrics.x);
    if (instance.flags & 1)
    {
        Texture2D<float4> heap = ResourceDescriptorHeap[NonUniformResourceIndex(instance.texture)];
        SamplerState own = SamplerDescriptorHeap[instance.flags >> 8];
        s.color = heap.SampleLevel(own, uv, 0);
    }
    else
        s.color = Textures[NonUniformResourceIndex(instance.texture & 63)].SampleLevel(Filter, uv, 0);
    s.ids = uint2(InstanceIndex(), GeometryIndex());
}

[shader("miss")]
void Nothing(inout Surface s)
{
    s.ids.y = Counters.Load(0);
}
