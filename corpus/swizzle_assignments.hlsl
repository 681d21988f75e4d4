// dxilkit-corpus
// Swizzles as sources and destinations: repeated, reordered, through inout parameters, on buffers, groupshared and matrix rows.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 8 1 1
// binding: t0 In texture f32 buf 1
// binding: u0 Out UAV struct r/w 1

Buffer<float4> In;

struct Slots { float4 a; float3 b; int2 c; uint d; };
RWStructuredBuffer<Slots> Out;

groupshared float4 cells[8];

void Swap(inout float2 x, inout float2 y)
{
    const float2 t = x;
    x = y;
    y = t;
}

void Halve(inout float v) { v *= 0.5; }

float2 Twice(float2 v) { return v.xy * 2; }
float3 Twice(float3 v) { return v.zyx * 2; }
int2 Twice(int2 v) { return v + v; }

[numthreads(8, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    float4 v = In[id];
    Slots s;
    s.a = v.wzyx;
    s.a.xz = s.a.zx;
    Swap(s.a.xw, s.a.yz);
    s.a.ba += v.rr;
    Halve(s.a.y);

    s.b = Twice(v.xyz);
    s.b.zx -= Twice(v.xy).yx;
    s.b.y = v.w.xxx.z;

    s.c.yx = int2(v.xy);
    s.c = Twice(s.c);
    ++s.c.x;
    const int old = s.c.y--;
    s.d = (uint)(old - s.c.y) + (uint)id.xxxx.w;

    cells[id] = 0;
    cells[id].yw = v.xz;
    cells[id].xyz += 1;
    GroupMemoryBarrierWithGroupSync();
    s.a += cells[id ^ 1].wxyz;

    Out[id] = s;
    Out[id].a.y = s.a.y + 0.25;
    Out[id].b.xz = Out[id].b.zx;
}
