// dxilkit-corpus
// A stream of draw commands in bit fields: state changes are counted, sorted by key and written as packets of different size through typed loads and stores.
// args: -T cs_6_2 -E Encode
// args: -T cs_6_2 -E Encode -D WIDE_KEYS=1
// args: -T cs_6_2 -E Decode
// args: -T cs_6_2 -E Decode -D WIDE_KEYS=1
// args: -T cs_6_0 -E Summarise
// range: flags 0 255
// range: pipelineRaw 0 1000
// range: distance 0.1 90
// dispatch: 2 1 1
#ifndef WIDE_KEYS
#define WIDE_KEYS 0
#endif

enum class PacketKind : uint
{
    Nop,
    Pipeline,
    Root,
    Draw,
    DrawIndexed,
    Dispatch,
};

struct CommandKey
{
    uint depth : 16;
    uint mesh : 10;
    uint blend : 3;
    uint queue : 2;
    uint twoSided : 1;
    uint pipeline : 12;
    int layer : 5;
    uint : 3;
    uint material : 12;

    bool SameState(CommandKey other) { return pipeline == other.pipeline && material == other.material && blend == other.blend; }
};

struct DrawRequest
{
    uint pipelineRaw;
    uint materialRaw;
    float distance;
    uint flags;
    int layer;
    uint indexCount;
    uint firstIndex;
    int baseVertex;
};

struct PacketHeader
{
    uint kind : 4;
    uint words : 8;
    uint serial : 20;
};

struct DrawPacket
{
    PacketHeader header;
    uint counts[3];
    int baseVertex;
};

struct StatePacket
{
    PacketHeader header;
    uint2 state;
};

StructuredBuffer<DrawRequest> Requests : register(t0);
RWByteAddressBuffer Stream : register(u0);
RWStructuredBuffer<CommandKey> Keys : register(u1);
RWStructuredBuffer<uint2> Summary : register(u2);

static const uint PACKET_WORDS[6] = {1, 3, 3, 5, 5, 4};
static const uint QUEUE_OF_FLAGS[8] = {0, 0, 1, 1, 2, 3, 2, 3};

CommandKey MakeKey(DrawRequest r)
{
    CommandKey k = (CommandKey)0;
    k.depth = uint(saturate(log2(max(r.distance, 1.0f)) / 10.0f) * 65535.0f);
    k.mesh = r.firstIndex >> 2;
    k.blend = r.flags & 7u;
    k.queue = QUEUE_OF_FLAGS[(r.flags >> 3) & 7u];
    k.twoSided = r.flags >> 6;
    k.pipeline = r.pipelineRaw;
    k.layer = r.layer - 4;
    k.material = r.materialRaw * 3u;
    // Transparent commands are drawn from back to front.
    if (k.blend != 0u) k.depth = ~k.depth;
    return k;
}

#if WIDE_KEYS
uint64_t SortKey(CommandKey k)
{
    uint high = k.queue << 30 | uint(k.layer + 16) << 25 | k.blend << 22 | k.pipeline << 10 | k.material >> 2;
    return (uint64_t)high << 32 | (k.material & 3u) << 30 | k.mesh << 16 | k.depth;
}
bool Before(CommandKey a, CommandKey b) { return SortKey(a) < SortKey(b); }
#else
bool Before(CommandKey a, CommandKey b)
{
    if (a.queue != b.queue) return a.queue < b.queue;
    if (a.layer != b.layer) return a.layer < b.layer;
    if (!a.SameState(b)) return (a.pipeline << 12 | a.material) < (b.pipeline << 12 | b.material);
    return a.depth < b.depth;
}
#endif

PacketHeader HeaderOf(PacketKind kind, uint serial)
{
    PacketHeader h;
    h.kind = (uint)kind;
    h.words = PACKET_WORDS[(uint)kind];
    h.serial = serial;
    return h;
}

groupshared uint GroupWords;
groupshared CommandKey GroupKeys[32];

[numthreads(32, 1, 1)]
void Encode(uint id : SV_DispatchThreadID, uint local : SV_GroupIndex)
{
    DrawRequest request = Requests[id];
    CommandKey key = MakeKey(request);
    GroupKeys[local] = key;
    if (local == 0) GroupWords = 0;
    GroupMemoryBarrierWithGroupSync();

    uint rank = 0;
    for (uint i = 0; i < 32u; ++i)
    {
        CommandKey other = GroupKeys[i];
        if (Before(other, key) || (i < local && !Before(key, other))) rank++;
    }
    Keys[(id & ~31u) + rank] = key;

    bool newState = local == 0 || !key.SameState(GroupKeys[local - 1]);
    uint base = (id & ~31u) * 32u + rank * 32u;
    if (newState)
    {
        StatePacket state;
        state.header = HeaderOf(PacketKind::Pipeline, id);
        state.state = uint2(key.pipeline, key.material << 3 | key.blend);
        Stream.Store<StatePacket>(base, state);
        base += 4u * state.header.words;
    }
    DrawPacket draw;
    draw.header = HeaderOf(request.indexCount > 3u ? PacketKind::DrawIndexed : PacketKind::Draw, id);
    draw.counts[0] = request.indexCount * 3u;
    draw.counts[1] = request.firstIndex;
    draw.counts[2] = key.twoSided;
    draw.baseVertex = request.baseVertex;
    Stream.Store(base, draw);
    InterlockedAdd(GroupWords, draw.header.words + (newState ? 3u : 0u));
    GroupMemoryBarrierWithGroupSync();
    if (local == 0) Summary[id >> 5] = uint2(GroupWords, WaveActiveMax(rank));
}

[numthreads(32, 1, 1)]
void Decode(uint id : SV_DispatchThreadID)
{
    uint base = id * 32u;
    uint draws = 0, states = 0, words = 0;
    for (uint guard = 0; guard < 4u && words < 8u; ++guard)
    {
        PacketHeader header = Stream.Load<PacketHeader>(base + 4u * words);
        switch ((PacketKind)(header.kind % 6u))
        {
        case PacketKind::Pipeline:
        case PacketKind::Root:
        {
            StatePacket state = Stream.Load<StatePacket>(base + 4u * words);
            states += state.state.x ^ state.state.y;
            break;
        }
        case PacketKind::DrawIndexed:
        case PacketKind::Draw:
        {
            DrawPacket draw = Stream.Load<DrawPacket>(base + 4u * words);
            draws += draw.counts[header.serial % 3u] + uint(draw.baseVertex);
            break;
        }
        case PacketKind::Dispatch: draws |= 0x80000000u; break;
        default: break;
        }
        words += max(1u, PACKET_WORDS[header.kind % 6u]);
    }
    CommandKey key = Keys[id];
#if WIDE_KEYS
    uint64_t sorted = SortKey(key);
    Summary[id] = uint2(uint(sorted >> 32) + draws, uint(sorted) ^ states);
#else
    Summary[id] = uint2(draws + key.layer, states ^ key.depth);
#endif
}

[numthreads(32, 1, 1)]
void Summarise(uint id : SV_DispatchThreadID, uint local : SV_GroupIndex)
{
    CommandKey key = MakeKey(Requests[id]);
    CommandKey previous = MakeKey(Requests[max(id, 1u) - 1u]);
    uint changes = 0;
    changes |= key.pipeline != previous.pipeline ? 1u : 0u;
    changes |= key.material != previous.material ? 2u : 0u;
    changes |= key.queue > previous.queue ? 4u : 0u;
    changes |= key.layer < previous.layer ? 8u : 0u;
    changes |= key.twoSided ? 16u : 0u;
    key.mesh += changes;
    key.layer -= 1;
    key.pipeline ^= 0x5a5u;
    Keys[id] = key;
    Summary[id] = uint2(changes, firstbithigh(changes) + countbits(key.pipeline));
}
