// dxilkit-corpus
// Limbs that reach for targets: two bones in closed form, FABRIK, cyclic coordinate descent with joint limits, look-at with a share a joint.
// args: -T cs_6_0 -E SolveLimbs
// args: -T cs_6_0 -E SolveLimbs -D SOLVER=1
// args: -T cs_6_0 -E SolveLimbs -D SOLVER=2
// args: -T cs_6_0 -E SolveLimbs -D SOLVER=2 -D LIMITS=1
// args: -T cs_6_0 -E LookAt
// args: -T cs_6_6 -E SolveLimbs -D SOLVER=1 -D LIMITS=1
// set: Count 16 5 4 0
// range: target -1 1
// range: pole -1 1
// range: joint -1 1
#include "../kernel/math.hlsli"

#ifndef SOLVER
#define SOLVER 0
#endif
#ifndef LIMITS
#define LIMITS 0
#endif
#define JOINTS 5

cbuffer Rig : register(b0)
{
    uint4 Count; // limbs, joints, iterations
    float3 Up;
    float Weight;
    float4 Shares[2];
    float2 ConeLimits[JOINTS];
};

struct Limb
{
    float3 target;
    float soft;
    float3 pole;
    uint root;
};
struct Joint
{
    float3 joint;
    float bone;
    float4 rotation;
};
StructuredBuffer<Limb> Limbs : register(t0);
StructuredBuffer<Joint> Bind : register(t1);
RWStructuredBuffer<Joint> Pose : register(u0);

struct Chain
{
    float3 at[JOINTS];
    float bone[JOINTS - 1];
    uint joints;

    void Load(uint root)
    {
        joints = clamp(Count.y, 2, JOINTS);
        for (uint i = 0; i < JOINTS; ++i)
        {
            at[i] = Bind[(root + i) & 63].joint;
            if (i > 0)
                bone[i - 1] = max(length(at[i] - at[i - 1]), 0.01);
        }
    }
    float Reach()
    {
        float sum = 0;
        for (uint i = 0; i + 1 < joints; ++i)
            sum += bone[i];
        return sum;
    }
    void Straighten(float3 direction)
    {
        for (uint i = 1; i < joints; ++i)
            at[i] = at[i - 1] + direction * bone[i - 1];
    }
    float3 Clamp(uint i, float3 direction)
    {
#if LIMITS
        if (i == 0)
            return direction;
        const float3 axis = SafeNormalize(at[i] - at[i - 1]);
        const float c = dot(axis, direction), most = cos(ConeLimits[i].x + 0.2);
        if (c >= most)
            return direction;
        const float3 side = SafeNormalize(direction - axis * c, Up);
        return axis * most + side * SafeSqrt(1 - most * most);
#else
        return direction;
#endif
    }
    void Forward(float3 root)
    {
        at[0] = root;
        for (uint i = 0; i + 1 < joints; ++i)
            at[i + 1] = at[i] + Clamp(i, SafeNormalize(at[i + 1] - at[i])) * bone[i];
    }
    void Backward(float3 goal)
    {
        at[joints - 1] = goal;
        for (uint i = joints - 1; i > 0; --i)
            at[i - 1] = at[i] + SafeNormalize(at[i - 1] - at[i]) * bone[i - 1];
    }
    void Descend(float3 goal)
    {
        for (int pivot = int(joints) - 2; pivot >= 0; --pivot)
        {
            const float3 a = SafeNormalize(at[joints - 1] - at[pivot]), b = SafeNormalize(goal - at[pivot]);
            float angle = atan2(length(cross(a, b)), dot(a, b));
#if LIMITS
            angle = min(angle, ConeLimits[pivot].y + 0.1);
#endif
            const float3 axis = cross(a, b);
            if (dot(axis, axis) < 1e-8)
                continue;
            Quaternion q = Quaternion::FromAxisAngle(normalize(axis), angle);
            for (uint i = uint(pivot) + 1; i < joints; ++i)
                at[i] = at[pivot] + q.Rotate(at[i] - at[pivot]);
        }
    }
};

/// Knee of two bones between root and goal, bent towards the pole.
void SolveTwoBones(inout Chain c, float3 goal, float3 pole, float soft)
{
    const float upper = c.bone[0], lower = c.bone[1];
    float3 d = goal - c.at[0];
    float l = max(length(d), 1e-4);
    d /= l;
    const float most = upper + lower, begin = most * (1 - 0.1 * soft);
    if (l > begin && soft > 0.01)
    {
        const float room = most - begin;
        l = begin + room * (1 - exp(-(l - begin) / max(room, 1e-4)));
    }
    l = clamp(l, abs(upper - lower) + 1e-3, most - 1e-4);
    const float along = (upper * upper - lower * lower + l * l) / (2 * l);
    const float aside = SafeSqrt(upper * upper - along * along);
    const float3 bend = SafeNormalize(pole - c.at[0] - d * dot(pole - c.at[0], d), Up);
    c.at[1] = c.at[0] + d * along + bend * aside;
    c.at[2] = c.at[0] + d * l;
}

float4 Between(float3 a, float3 b)
{
    const float c = dot(a, b);
    if (c < -0.9999)
        return float4(cross(a, abs(a.x) > 0.9 ? float3(0, 1, 0) : float3(1, 0, 0)), 0);
    return normalize(float4(cross(a, b), 1 + c));
}

[numthreads(16, 1, 1)]
void SolveLimbs(uint limb : SV_DispatchThreadID)
{
    if (limb >= Count.x)
        return;
    const Limb l = Limbs[limb];
    Chain c, rest;
    c.Load(l.root * 4);
    rest = c;
    const float3 root = c.at[0];
#if SOLVER == 0
    SolveTwoBones(c, l.target, l.pole, l.soft);
#else
    if (length(l.target - root) >= c.Reach())
        c.Straighten(SafeNormalize(l.target - root));
    else
        for (uint i = 0; i < min(Count.z, 8); ++i)
        {
#if SOLVER == 1
            c.Backward(l.target);
            c.Forward(root);
#else
            c.Descend(l.target);
#endif
            if (length(c.at[c.joints - 1] - l.target) < 1e-3)
                break;
        }
#endif
    [unroll]
    for (uint j = 0; j < 4; ++j)
    {
        Joint o;
        o.joint = lerp(rest.at[j], c.at[j], Weight);
        o.bone = c.bone[min(j, JOINTS - 2)];
        o.rotation = j + 1 < c.joints ? Between(SafeNormalize(rest.at[j + 1] - rest.at[j]), SafeNormalize(c.at[j + 1] - c.at[j]))
                                      : Quaternion::Identity().v;
        Pose[limb * 4 + j] = o;
    }
}

[numthreads(16, 1, 1)]
void LookAt(uint limb : SV_DispatchThreadID)
{
    if (limb >= Count.x)
        return;
    const Limb l = Limbs[limb];
    Quaternion turn = Quaternion::Identity();
    for (uint j = 0; j < 4; ++j)
    {
        const Joint joint = Bind[(l.root * 4 + j) & 63];
        const float3 wanted = SafeNormalize(l.target - joint.joint);
        const float3 ahead = turn.Rotate(float3(0, 0, 1));
        Quaternion full;
        full.v = Between(ahead, wanted);
        turn = Slerp(Quaternion::Identity(), full, Shares[j >> 2][j & 3] * Weight) * turn;
        Joint o = joint;
        o.rotation = turn.Normalized().v;
        Pose[limb * 4 + j] = o;
    }
}
