// dxilkit-corpus
// Material graphs as byte code: nodes read from a byte buffer, one switch over their kinds, registers in a local array, masks and texture nodes.
// args: -T cs_6_2 -E ShadeGraph
// args: -T cs_6_2 -E ShadeGraph -D TEXTURES=0 -D MAX_NODES=8
// args: -T cs_6_6 -E ShadeGraph -D NOISE=1
// set: nodeCount 6
// set: size 16 16
#ifndef TEXTURES
#define TEXTURES 1
#endif
#ifndef NOISE
#define NOISE 0
#endif
#ifndef MAX_NODES
#define MAX_NODES 32
#endif
#define REGISTERS 8

// Each binary node has the same form: one line a node keeps the interpreter readable.
#define BINARY_NODE(kind, expression) case kind: { const float4 a = machine.Get(node.A()); const float4 b = machine.Get(node.B()); result = (expression); break; }
#define UNARY_NODE(kind, expression) case kind: { const float4 a = machine.Get(node.A()); result = (expression); break; }

namespace Graph
{
    static const uint CONSTANT = 0;
    static const uint ADD = 1;
    static const uint MULTIPLY = 2;
    static const uint MIX = 3;
    static const uint POWER = 4;
    static const uint ONE_MINUS = 5;
    static const uint SATURATE = 6;
    static const uint TEXTURE = 7;
    static const uint FRESNEL = 8;
    static const uint SWIZZLE = 9;
    static const uint NOISE_NODE = 10;

    struct Node
    {
        uint code;
        uint offset;
        float4 value;

        uint Kind() { return code & 255u; }
        uint A() { return (code >> 8) & (REGISTERS - 1); }
        uint B() { return (code >> 12) & (REGISTERS - 1); }
        uint C() { return (code >> 16) & (REGISTERS - 1); }
        uint Target() { return (code >> 20) & (REGISTERS - 1); }
        uint Lanes() { return code >> 24; }
    };

    struct Machine
    {
        float4 registers[REGISTERS];

        void Clear()
        {
            [unroll]
            for (uint i = 0; i < REGISTERS; ++i)
                registers[i] = 0.0f;
        }
        float4 Get(uint at) { return registers[at]; }
        void Set(uint at, float4 value) { registers[at] = value; }
    };
}

cbuffer Parameters : register(b0)
{
    uint2 size : packoffset(c0.x);
    uint nodeCount : packoffset(c0.z);
    float time : packoffset(c0.w);
    float3 viewDirection : packoffset(c1);
    float fresnelPower : packoffset(c1.w);
};
ByteAddressBuffer Program : register(t0);
Texture2D<float4> Layers : register(t1);
SamplerState LinearWrap : register(s0);
RWStructuredBuffer<float4> Surface : register(u0);

Graph::Node ReadNode(uint index)
{
    Graph::Node node;
    node.offset = index * 32u;
    node.code = Program.Load(node.offset);
    node.value = Program.Load<float4>(node.offset + 16u);
    return node;
}

float Hash(float2 p)
{
    const float3 q = frac(p.xyx * float3(0.1031f, 0.1030f, 0.0973f));
    const float d = dot(q, q.yzx + 33.33f);
    return frac((q.x + q.y + d) * (q.z + d));
}

float ValueNoise(float2 p)
{
    const float2 cell = floor(p);
    const float2 at = frac(p);
    const float2 w = at * at * (3.0f - 2.0f * at);
    const float low = lerp(Hash(cell), Hash(cell + float2(1.0f, 0.0f)), w.x);
    const float high = lerp(Hash(cell + float2(0.0f, 1.0f)), Hash(cell + 1.0f), w.x);
    return lerp(low, high, w.y);
}

float Pick(float4 value, uint lane)
{
    switch (lane & 3u)
    {
    case 0: return value.x;
    case 1: return value.y;
    case 2: return value.z;
    default: return value.w;
    }
}

float4 Evaluate(float2 uv, float3 normal)
{
    Graph::Machine machine;
    machine.Clear();
    machine.Set(0, float4(uv, 0.0f, 1.0f));
    machine.Set(1, float4(normal, 0.0f));
    const uint count = min(nodeCount, (uint)MAX_NODES);
    [loop]
    for (uint i = 0; i < count; ++i)
    {
        const Graph::Node node = ReadNode(i);
        float4 result = 0.0f;
        switch (node.Kind() % 11u)
        {
        case Graph::CONSTANT:
            result = node.value;
            break;
        BINARY_NODE(Graph::ADD, a + b)
        BINARY_NODE(Graph::MULTIPLY, a * b)
        BINARY_NODE(Graph::MIX, lerp(a, b, saturate(machine.Get(node.C()).x)))
        BINARY_NODE(Graph::POWER, pow(abs(a) + 0.001f, clamp(b, 0.0f, 4.0f)))
        UNARY_NODE(Graph::ONE_MINUS, 1.0f - a)
        UNARY_NODE(Graph::SATURATE, saturate(a))
#if TEXTURES
        UNARY_NODE(Graph::TEXTURE, Layers.SampleLevel(LinearWrap, a.xy * node.value.xy + node.value.zw, 0.0f))
#endif
        UNARY_NODE(Graph::FRESNEL, pow(saturate(1.0f - dot(a.xyz, viewDirection)), fresnelPower))
        case Graph::SWIZZLE:
        {
            const float4 a = machine.Get(node.A());
            const uint lanes = node.Lanes();
            result = float4(Pick(a, lanes), Pick(a, lanes >> 2), Pick(a, lanes >> 4), Pick(a, lanes >> 6));
            break;
        }
#if NOISE
        UNARY_NODE(Graph::NOISE_NODE, ValueNoise(a.xy * 8.0f + time))
#endif
        default:
            break;
        }
        machine.Set(node.Target(), result);
    }
    return machine.Get(2);
}

[numthreads(8, 8, 1)]
void ShadeGraph(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= size))
        return;
    const float2 uv = (float2(id.xy) + 0.5f) / float2(size);
    const float3 normal = normalize(float3(uv - 0.5f, 1.0f));
    Surface[id.y * size.x + id.x] = Evaluate(uv, normal);
}
