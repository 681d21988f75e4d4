// dxilkit-corpus
// Animation graphs on the GPU: compressed tracks decoded (smallest-three quaternions, ranges of 16 bits), a tree of blends evaluated with
// a stack, two-bone inverse kinematics, and the hierarchy resolved level by level in shared memory.
// args: -T cs_6_0 -E main
// args: -T cs_6_0 -E main -D IK=1
// args: -T cs_6_5 -E main -D IK=1 -D ADDITIVE=1
// args: -T cs_6_6 -E main -D IK=1 -D ADDITIVE=1
// data: cb0 32u 5u 0.3 8u 0.2 0.4 0.1 3u
// dispatch: 2 1 1

#include "../kernel/config.hlsli"
#include "../kernel/math.hlsli"
#include "../kernel/packing.hlsli"

#ifndef IK
#define IK 0
#endif
#ifndef ADDITIVE
#define ADDITIVE 0
#endif
#define MAX_BONES 32
#define POSE_STACK 4

struct BoneTransform
{
    Quaternion rotation;
    float3 translation;
    float scale;

    static BoneTransform Identity()
    {
        BoneTransform t;
        t.rotation = Quaternion::Identity();
        t.translation = 0;
        t.scale = 1;
        return t;
    }
    static BoneTransform Mix(BoneTransform a, BoneTransform b, float t)
    {
        BoneTransform r;
        r.rotation = Slerp(a.rotation, b.rotation, t);
        r.translation = lerp(a.translation, b.translation, t);
        r.scale = lerp(a.scale, b.scale, t);
        return r;
    }
    BoneTransform operator*(BoneTransform c)
    {
        BoneTransform r;
        r.rotation = rotation * c.rotation;
        r.translation = translation + rotation.Rotate(c.translation * scale);
        r.scale = scale * c.scale;
        return r;
    }
    BoneTransform Inverse()
    {
        BoneTransform r;
        r.rotation = rotation.Conjugate();
        r.scale = SafeRcp(scale);
        r.translation = r.rotation.Rotate(-translation) * r.scale;
        return r;
    }
};

struct TrackKey
{
    uint2 rotation;
    uint2 translationAndScale;
};

enum GraphOp : uint
{
    GRAPH_CLIP,
    GRAPH_BLEND,
    GRAPH_ADD,
    GRAPH_LAYER,
};

struct GraphNode
{
    uint op;
    uint clip;
    float weight;
    float time;
    uint maskLow;
    uint keys;
    float2 pad;
};

struct BoneInfo
{
    int parent;
    uint level;
    float length;
    uint flags;
    row_major float3x4 inverseBind;
};

struct PoseConstants
{
    uint bones;
    uint nodes;
    float time;
    uint keys;
    float3 target;
    uint effector;
};

ConstantBuffer<PoseConstants> Pose : register(b0);
StructuredBuffer<TrackKey> Tracks : register(t0);
StructuredBuffer<GraphNode> Graph : register(t1);
StructuredBuffer<BoneInfo> Skeleton : register(t2);
RWStructuredBuffer<float3x4> Palette : register(u0);
RWStructuredBuffer<float4> Joints : register(u1);

groupshared float4 SharedRotation[MAX_BONES];
groupshared float4 SharedTranslation[MAX_BONES];

/// Three components of 15 bits, the index of the largest, its sign.
Quaternion DecodeRotation(uint2 p)
{
    const uint largest = p.y >> 30;
    const float3 v = (float3(p.x & 0x7fff, (p.x >> 15) & 0x7fff, ((p.x >> 30) | (p.y << 2)) & 0x7fff) / 32767.0 * 2 - 1) * 0.70710678;
    const float w = SafeSqrt(1 - dot(v, v));
    Quaternion q;
    switch (largest)
    {
    case 0: q.v = float4(w, v); break;
    case 1: q.v = float4(v.x, w, v.yz); break;
    case 2: q.v = float4(v.xy, w, v.z); break;
    default: q.v = float4(v, w); break;
    }
    return q;
}

BoneTransform DecodeKey(uint track, uint key)
{
    const TrackKey k = Tracks[(track * Pose.keys + key) & 63];
    BoneTransform t;
    t.rotation = DecodeRotation(k.rotation * 0x9e3779b9u);
    const float4 v = float4(UnpackUnorm16(k.translationAndScale.x * 0x01234567u), UnpackUnorm16(k.translationAndScale.y * 0x00fedcbau));
    t.translation = v.xyz * 2 - 1;
    t.scale = 0.5 + v.w;
    return t;
}

BoneTransform SampleClip(GraphNode n, uint bone)
{
    const float at = frac(n.time + Pose.time) * (Pose.keys - 1);
    const uint key = min(uint(at), Pose.keys - 2);
    return BoneTransform::Mix(DecodeKey(n.clip + bone, key), DecodeKey(n.clip + bone, key + 1), at - key);
}

BoneTransform EvaluateGraph(uint bone)
{
    BoneTransform stack[POSE_STACK];
    uint depth = 0;
    [unroll]
    for (uint s = 0; s < POSE_STACK; ++s)
        stack[s] = BoneTransform::Identity();
    [loop]
    for (uint i = 0; i < Pose.nodes; ++i)
    {
        const GraphNode n = Graph[i];
        const GraphOp op = (GraphOp)(n.op & 3);
        if (op == GRAPH_CLIP || depth < 2)
        {
            if (depth < POSE_STACK)
                stack[depth++] = SampleClip(n, bone);
            continue;
        }
        const BoneTransform b = stack[depth - 1], a = stack[depth - 2];
        depth--;
        float w = saturate(n.weight);
        switch (op)
        {
#if ADDITIVE
        case GRAPH_ADD:
        {
            BoneTransform r = a;
            r.rotation = Slerp(Quaternion::Identity(), b.rotation, w) * a.rotation;
            r.translation += b.translation * w;
            r.scale *= lerp(1, b.scale, w);
            stack[depth - 1] = r;
            break;
        }
#endif
        case GRAPH_LAYER:
            w *= (n.maskLow >> (bone & 31)) & 1;
            stack[depth - 1] = BoneTransform::Mix(a, b, w);
            break;
        default:
            stack[depth - 1] = BoneTransform::Mix(a, b, w);
            break;
        }
    }
    return stack[max(depth, 1) - 1];
}

BoneTransform LoadShared(uint i)
{
    BoneTransform t;
    t.rotation.v = SharedRotation[i];
    t.translation = SharedTranslation[i].xyz;
    t.scale = SharedTranslation[i].w;
    return t;
}
void StoreShared(uint i, BoneTransform t)
{
    SharedRotation[i] = t.rotation.v;
    SharedTranslation[i] = float4(t.translation, t.scale);
}

Quaternion RotationBetween(float3 from, float3 to)
{
    Quaternion q;
    q.v = float4(cross(from, to), 1 + dot(from, to));
    return q.Normalized();
}

void SolveTwoBones(uint tip)
{
    const uint middle = max(tip, 2) - 1, root = middle - 1;
    BoneTransform a = LoadShared(root), b = LoadShared(middle), c = LoadShared(tip);
    const float3 ab = b.translation - a.translation, bc = c.translation - b.translation, at = Pose.target - a.translation;
    const float lab = length(ab), lbc = length(bc), lat = clamp(length(at), 1e-3, lab + lbc - 1e-3);
    const float angle = SafeAcos((lab * lab + lat * lat - lbc * lbc) / max(2 * lab * lat, 1e-4));
    const float3 axis = SafeNormalize(cross(ab, at), float3(0, 0, 1));
    const float3 direction = Quaternion::FromAxisAngle(axis, -angle).Rotate(SafeNormalize(at));
    const float3 knee = a.translation + direction * lab;
    a.rotation = RotationBetween(SafeNormalize(ab), direction) * a.rotation;
    b.rotation = RotationBetween(SafeNormalize(bc), SafeNormalize(Pose.target - knee)) * b.rotation;
    b.translation = knee;
    c.translation = a.translation + SafeNormalize(at) * lat;
    StoreShared(root, a);
    StoreShared(middle, b);
    StoreShared(tip, c);
}

[numthreads(MAX_BONES, 1, 1)]
void main(uint bone : SV_GroupIndex, uint group : SV_GroupID)
{
    const BoneInfo info = Skeleton[bone];
    // Parents come before children; the level is how many are above.
    const uint parent = bone == 0 ? 0 : (bone - 1) / 2;
    const uint level = bone == 0 ? 0 : firstbithigh(bone + 1);
    const BoneTransform local = EvaluateGraph(bone);
    StoreShared(bone, local);
    GroupMemoryBarrierWithGroupSync();
    for (uint l = 1; l < 6; ++l)
    {
        if (level == l)
            StoreShared(bone, LoadShared(parent) * local);
        GroupMemoryBarrierWithGroupSync();
    }
#if IK
    if (bone == Pose.effector)
        SolveTwoBones(bone);
    GroupMemoryBarrierWithGroupSync();
#endif
    const BoneTransform world = LoadShared(bone);
    const float3x3 r = world.rotation.ToMatrix() * world.scale;
    const float3x4 m = float3x4(float4(r[0], world.translation.x), float4(r[1], world.translation.y), float4(r[2], world.translation.z));
    const float4x4 bind = float4x4(info.inverseBind[0], info.inverseBind[1], info.inverseBind[2], float4(0, 0, 0, 1));
    const uint slot = (group * MAX_BONES + bone) & 63;
    Palette[slot] = mul(m, bind);
    Joints[slot] = float4(world.Inverse().translation, info.length);
}
