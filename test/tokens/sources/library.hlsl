// args: -T lib_6_3
// args: -T lib_6_6
RWTexture2D<float4> target : register(u0);
static const uint flags = 1 | 2;
float helper(float x) { return sqrt(x); }
export float exported(float x, uint n) { return helper(x) * n; }
[shader("compute")] [numthreads(8, 8, 1)] void compute(uint2 id : SV_DispatchThreadID) { target[id] = helper(id.x); }
