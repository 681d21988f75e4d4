// dxilkit-corpus
// Culls instances against the frustum, by size and against last frame's depth pyramid, picks a level of detail and writes draws.
// args: -T cs_6_0 -E main -D PASS=0
// args: -T cs_6_0 -E main -D PASS=1 -D OCCLUSION=1
// args: -T cs_6_5 -E main -D PASS=1 -D OCCLUSION=1 -D STATISTICS=1
// args: -T cs_6_6 -E main -D PASS=1 -D OCCLUSION=1 -D STATISTICS=1 -D BINDLESS=1
// data: cb0 1 0 0 0 0 1 0 0 0 0 0.01 1 0 0 0.1 0.5 1 0 0 0 0 1 0 0 0 0 0.01 1 0 0 0.1 0.5 1 0 0 0 0 1 0 0 0 0 0.01 1 0 0 0.1 0.5 1 0 0 0 0 1 0 0 0 0 1 0 0.1 0.2 -0.5 0.1 1920 1080 0.00052 0.00092 0 0 7u 1 0 0 1 0u
// data: cb1 40u 0.5 1 1.7 1056964608u 0u 2 0.1 0u 0u 0u 0u
// dispatch: 1 1 1

#include "scene.hlsli"

#ifndef PASS
#define PASS 0
#endif
#ifndef OCCLUSION
#define OCCLUSION 0
#endif
#ifndef STATISTICS
#define STATISTICS 0
#endif

struct CullConstants
{
    uint instanceCount;
    float lodBias;
    float smallPixels;
    float cotHalfFov;
    uint layerMask;
    uint firstDraw;
    float2 pyramidSize;
    float4 lodFade;
};

ConstantBuffer<ViewConstants> View : register(b0);
ConstantBuffer<CullConstants> Cull : register(b1);
DECLARE_READ(StructuredBuffer<InstanceRecord>, Instances, 0);
DECLARE_READ(StructuredBuffer<MeshRecord>, Meshes, 1);
DECLARE_READ(Texture2D<float>, Pyramid, 2);
DECLARE_READ(StructuredBuffer<uint>, PreviouslyVisible, 3);
DECLARE_WRITE(RWStructuredBuffer<DrawIndexedArguments>, Draws, 0);
DECLARE_WRITE(RWStructuredBuffer<uint>, Counters, 1);
DECLARE_WRITE(RWStructuredBuffer<uint>, Visible, 2);
#if STATISTICS
DECLARE_WRITE(RWStructuredBuffer<CullStatistics>, Statistics, 3);
#endif

SamplerState PointClamp : register(s0);

#define COUNTER_DRAWS 0
#define COUNTER_REJECTED 1

enum class Verdict : uint
{
    Visible,
    Hidden,
    OutsideFrustum,
    TooSmall,
    Occluded,
};

bool IsOccluded(Aabb box)
{
#if OCCLUSION
    float4 rect;
    float nearest;
    if (!ProjectBox(PASS == 0 ? View.previousViewProjection : View.viewProjection, box, rect, nearest))
        return false;
    const float2 size = (rect.zw - rect.xy) * Cull.pyramidSize;
    const float level = ceil(log2(max(max(size.x, size.y), 1)));
    const float4 d = float4(
        Pyramid.SampleLevel(PointClamp, rect.xy, level),
        Pyramid.SampleLevel(PointClamp, rect.zy, level),
        Pyramid.SampleLevel(PointClamp, rect.xw, level),
        Pyramid.SampleLevel(PointClamp, rect.zw, level));
    return nearest < min(min(d.x, d.y), min(d.z, d.w));
#else
    return false;
#endif
}

uint SelectLod(MeshRecord mesh, float pixelsPerUnit, float scale)
{
    uint lod = 0;
    const uint count = min(mesh.lodCount & (MAX_LODS - 1), MAX_LODS);
    [loop]
    for (uint i = 1; i < count; ++i)
    {
        if (mesh.lodError[i] * scale * pixelsPerUnit > Cull.lodBias)
            break;
        lod = i;
    }
    return lod;
}

Verdict Test(InstanceRecord instance, MeshRecord mesh, out float pixelsPerUnit)
{
    pixelsPerUnit = 0;
    if ((instance.flags & INSTANCE_FLAG_HIDDEN) != 0 || (instance.layerMask & Cull.layerMask) == 0)
        return Verdict::Hidden;
    const Sphere sphere = WorldSphere(instance, mesh.boundingSphere);
    const Frustum frustum = Frustum::FromMatrix(View.viewProjection);
    if (!frustum.Sees(sphere))
        return Verdict::OutsideFrustum;
    const float distance = max(length(sphere.center - View.position) - sphere.radius, View.nearPlane);
    pixelsPerUnit = PixelsPerUnit(View, distance, Cull.cotHalfFov);
    if (sphere.radius * pixelsPerUnit < Cull.smallPixels)
        return Verdict::TooSmall;
    const Aabb box = WorldBox(instance, mesh);
    if (!frustum.Sees(box))
        return Verdict::OutsideFrustum;
    return IsOccluded(box) ? Verdict::Occluded : Verdict::Visible;
}

void Count(Verdict verdict)
{
#if STATISTICS
    const uint tested = WaveActiveCountBits(true);
    const uint outside = WaveActiveCountBits(verdict == Verdict::OutsideFrustum);
    const uint small = WaveActiveCountBits(verdict == Verdict::TooSmall);
    const uint occluded = WaveActiveCountBits(verdict == Verdict::Occluded);
    const uint visible = WaveActiveCountBits(verdict == Verdict::Visible);
    if (WaveIsFirstLane())
    {
        InterlockedAdd(Statistics[0].tested, tested);
        InterlockedAdd(Statistics[0].outsideFrustum, outside);
        InterlockedAdd(Statistics[0].tooSmall, small);
        InterlockedAdd(Statistics[0].occluded, occluded);
        InterlockedAdd(Statistics[0].visible, visible);
    }
#endif
}

[numthreads(GROUP_SIZE, 1, 1)]
void main(uint index : SV_DispatchThreadID)
{
    if (index >= Cull.instanceCount)
        return;
    const InstanceRecord instance = Instances[index];
    const uint meshIndex = instance.meshIndex % 16;
    const MeshRecord mesh = Meshes[meshIndex];
    const bool wasVisible = (PreviouslyVisible[index >> 5] >> (index & 31)) & 1;
#if PASS == 0
    if (!wasVisible)
        return;
#endif
    float pixelsPerUnit;
    const Verdict verdict = Test(instance, mesh, pixelsPerUnit);
    Count(verdict);
    const bool isVisible = verdict == Verdict::Visible;
    if (isVisible)
        InterlockedOr(Visible[index >> 5], 1u << (index & 31));
    else
        InterlockedAnd(Visible[index >> 5], ~(1u << (index & 31)));
    // What the first pass has drawn is not drawn again.
    const bool draws = isVisible && !(PASS == 1 && wasVisible);
    const uint slot = WaveAppend(Counters, COUNTER_DRAWS, draws);
    if (draws)
    {
        const uint lod = SelectLod(mesh, pixelsPerUnit, instance.maxScale);
        const LodRange range = mesh.lods[lod];
        DrawIndexedArguments draw;
        draw.indexCount = range.indexCount;
        draw.instanceCount = 1;
        draw.startIndex = range.firstIndex;
        draw.baseVertex = 0;
        draw.startInstance = index | (lod << 24);
        Draws[(Cull.firstDraw + slot) & 63] = draw;
    }
    else
        InterlockedAdd(Counters[COUNTER_REJECTED], 1);
}
