// Switches that every shader of the engine sees, and the way it names resources: by register, or by index into the heap from 6.6 on.
#ifndef KERNEL_CONFIG_HLSLI
#define KERNEL_CONFIG_HLSLI

#ifndef BINDLESS
#define BINDLESS 0
#endif

#if BINDLESS && (__SHADER_TARGET_MAJOR < 6 || (__SHADER_TARGET_MAJOR == 6 && __SHADER_TARGET_MINOR < 6))
#error "BINDLESS needs shader model 6.6"
#endif

#ifndef QUALITY
#define QUALITY 1
#endif

#define QUALITY_LOW 0
#define QUALITY_MEDIUM 1
#define QUALITY_HIGH 2

#define CONCAT_INNER(a, b) a##b
#define CONCAT(a, b) CONCAT_INNER(a, b)

#if BINDLESS
// One root constant says where the indices of this pass lie.
#define DECLARE_READ(type, name, slot) static type name = ResourceDescriptorHeap[PassIndices.read[(slot) / 4][(slot) % 4]]
#define DECLARE_WRITE(type, name, slot) static type name = ResourceDescriptorHeap[PassIndices.write[(slot) / 4][(slot) % 4]]
struct PassIndexTable
{
    uint4 read[4];
    uint4 write[2];
};
ConstantBuffer<PassIndexTable> PassIndices : register(b15, space7);
#else
#define DECLARE_READ(type, name, slot) type name : register(CONCAT(t, slot))
#define DECLARE_WRITE(type, name, slot) type name : register(CONCAT(u, slot))
#endif

#define DIVIDE_ROUND_UP(n, d) (((n) + (d) - 1) / (d))
#define KEEP_BRANCH [branch]
#define FLATTEN_BRANCH [flatten]

#ifndef GROUP_SIZE
#define GROUP_SIZE 64
#endif

#endif
