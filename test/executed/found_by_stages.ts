// Programs of shader model 6.9 whose memory was put together wrong, or of too many pieces: vectors in structs, arrays, statics and groupshared.

import type { Source } from './sources.ts'

const SHARED_VECTORS = `groupshared float4 g; groupshared float4 k; groupshared int3 c; groupshared float2x2 m; groupshared bool2 b;
RWStructuredBuffer<float4> o; RWBuffer<int> u;
[numthreads(4,1,1)] void main(uint t : SV_GroupIndex) { if (t == 0) { g = o[3]; k = o[4]; c = 0; m = o[7].xyzw; b = t; }
GroupMemoryBarrierWithGroupSync(); InterlockedAdd(c[t % 3], 1); InterlockedAdd(c.x, 1); GroupMemoryBarrierWithGroupSync();
o[t] = g + g[t & 3] + float4(m) + b.xyxy; u[t] = c[t % 3] + c.y; }`

/** Only written: as wholes, of which DXC leaves nothing, and component by component. */
const UNREAD_VECTORS = `struct S { float4 a; float b; float2 e; }; struct N { S s; float3 q[2]; }; groupshared N n; groupshared float4 g1, g2, g3;
groupshared float2x2 m; RWBuffer<float> o;
[numthreads(4,1,1)] void main(uint t : SV_GroupIndex) { n.s.a = t; n.s.e = t; n.q[1] = t; g1.x = t; g2 = t; g2.y = t + 1; g3.zw = t;
if (t > 2) g3 = 1; m = t; o[t] = 1; }`

export const FOUND_BY_STAGES: readonly Source[] = [
  { source: SHARED_VECTORS, args: '-T cs_6_9 -E main'.split(' ') },
  { source: UNREAD_VECTORS, args: '-T cs_6_9 -E main'.split(' ') },
]
