// Payloads whose fields say which stages read and write them, nested, with arrays and matrices.
// library: -T lib_6_7
// library: -T lib_6_6 -enable-payload-qualifiers
// library: -T lib_6_8 -Od

struct [raypayload] Cone
{
    float width : read(caller, closesthit) : write(caller, closesthit);
    float spread : read(closesthit) : write(caller);
};

struct [raypayload] Gather
{
    float3 color : read(caller) : write(closesthit, miss);
    uint hits : read(anyhit, caller) : write(caller, anyhit);
    Cone cone;
    float2x3 basis : read(caller, anyhit, closesthit, miss) : write(caller, anyhit, closesthit, miss);
    float weights[2] : read(caller) : write(miss, closesthit);
};

RaytracingAccelerationStructure Scene;
RWBuffer<float4> Output;

[shader("raygeneration")]
void Cast()
{
    Gather g;
    g.hits = 0;
    g.cone.width = 0.1f;
    g.cone.spread = 0.01f;
    g.basis = float2x3(1, 0, 0, 0, 1, 0);
    RayDesc ray = { float3(DispatchRaysIndex()), 0, g.basis[1], 100 };
    TraceRay(Scene, RAY_FLAG_NONE, 0xff, 0, 1, 0, ray, g);
    Output[DispatchRaysIndex().x] = float4(g.color * g.weights[0] + g.weights[1], g.hits) * g.cone.width * g.basis[0][2];
}

[shader("anyhit")]
void Pass(inout Gather g, BuiltInTriangleIntersectionAttributes a)
{
    g.basis[0][1] += a.barycentrics.x;
    if (++g.hits < 4)
        IgnoreHit();
}

[shader("closesthit")]
void Hit(inout Gather g, BuiltInTriangleIntersectionAttributes a)
{
    g.cone.width += g.cone.spread * RayTCurrent();
    g.color = float3(a.barycentrics, g.cone.width);
    g.weights[0] = 1;
    g.weights[1] = g.basis[0][0];
    g.basis *= 2;
}

[shader("miss")]
void Away(inout Gather g)
{
    g.color = WorldRayDirection();
    g.weights[0] = g.basis[1][2];
    g.weights[1] = 0;
    g.basis[1] = 0;
}
