// Mutants of printed IR: refused with a place, or compiled to what the validator accepts.

import { compileToIr } from '../../src/api/compile.ts'
import { compileModule } from '../../src/api/compile_module.ts'
import { Dxc } from '../oracle/dxc.ts'
import { mutate } from './mutate.ts'

export type Kind = 'refused' | 'valid' | 'invalid' | 'no-place' | 'crash'

export interface Outcome {
  readonly kind: Kind
  readonly detail: string
  readonly text: string
}

const SOURCES: readonly (readonly [target: string, source: string])[] = [
  [
    'cs_6_0',
    `cbuffer B { float4 k; float a[3]; int m; }
RWStructuredBuffer<float2> rw[3];
Texture2D<float4> tex;
SamplerState smp;
groupshared float g[16];
[numthreads(16, 1, 1)] void main(uint i : SV_GroupIndex) {
  g[i] = tex.SampleLevel(smp, float2(i, 2) / 16, 0).y + tex.Load(int3(i, 2, 0)).y;
  GroupMemoryBarrierWithGroupSync();
  float s = 0;
  [loop] for (uint n = 0; n < i; n++) { s += g[n] * k.x + a[n % 3]; if (s > 100) break; }
  switch (m) { case 0: s = sqrt(s); break; case 3: s = s / k.y; break; default: s = sin(s); }
  if (i > 3) rw[i % 3][i] = float2(s, 2);
}`,
  ],
  [
    'cs_6_6',
    `RWByteAddressBuffer b; RWTexture2D<uint> t; AppendStructuredBuffer<uint3> q; Buffer<float4> f; RWBuffer<int> w;
groupshared uint c; groupshared int64_t big[4];
[numthreads(8, 8, 1)] void main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex) {
  uint old; InterlockedAdd(c, 1, old); t[id.xy] = old; InterlockedMax(t[id.yx], old);
  q.Append(uint3(id.xy, WaveActiveSum(old)));
  while (true) { uint x = WaveReadLaneFirst(old & 3); if (x == (old & 3)) { b.Store(i * 4, WaveActiveCountBits(true)); break; } }
  big[i & 3] = (int64_t)old << 3; AllMemoryBarrierWithGroupSync();
  double d = f[i].x * 2.0L; w[i] = (int)d + (int)(big[(i + 1) & 3] >> 2);
  uint2 p = b.Load2(i * 8); b.InterlockedCompareExchange(4, p.x, p.y, old); b.Store(8, old);
}`,
  ],
  [
    'ps_6_0',
    `cbuffer C { float4x4 m; uint n; } Texture2D<float4> tex[2] : register(t0); SamplerState s; SamplerComparisonState cs; Texture2DArray<float> sh;
float4 main(float4 p : SV_Position, float2 uv : TEXCOORD0, nointerpolation uint k : KEY, bool front : SV_IsFrontFace) : SV_Target {
  float4 c = 0; float arr[4] = { 1, 2, 3, uv.x };
  for (uint i = 0; i < n; i++) c += tex[0].Sample(s, uv * i) * arr[i & 3];
  if (k > 2) discard;
  c.x += ddx(c.y) + sh.SampleCmpLevelZero(cs, float3(uv, 1), 0.5) + fwidth(uv.x);
  return front ? mul(m, c) : clamp(c, 0, 1);
}`,
  ],
  [
    'vs_6_0',
    `cbuffer C { row_major float3x4 m[2]; int3 sel; } StructuredBuffer<float4> sb;
struct O { float4 p : SV_Position; float2 uv : UV; uint id : ID; };
O main(float3 v : POSITION, uint id : SV_VertexID, float4 w : WEIGHT) { O o; o.p = float4(mul(m[id & 1], float4(v, 1)), 1) + sb[id]; o.uv = w.xy * sel.x; o.id = id ^ asuint(w.z); return o; }`,
  ],
]

const PHASES = ['lower', 'simplify_cfg', 'bind', 'lower_resources'] as const
const printed = new Map<string, string>()

function original(seed: number): string {
  const [target, source] = SOURCES[seed % SOURCES.length]!
  const stopAfter = PHASES[(seed >> 2) % PHASES.length]!
  const key = `${target} ${stopAfter}`
  let text = printed.get(key)
  if (text === undefined) {
    const result = compileToIr(source, { target, stopAfter })
    if (result.ir === undefined) throw new Error(result.text)
    printed.set(key, (text = result.ir))
  }
  return text
}

export async function check(seed: number): Promise<Outcome> {
  const text = mutate(original(seed), seed)
  let result: ReturnType<typeof compileModule>
  try {
    result = compileModule(text)
  } catch (e) {
    return { kind: 'crash', detail: String((e as Error).stack).slice(0, 900), text }
  }
  if (!result.container) {
    const first = result.diagnostics[0]
    const placed = first !== undefined && first.line > 0 && first.column > 0
    return { kind: placed ? 'refused' : 'no-place', detail: first?.message ?? 'no message', text }
  }
  const valid = await (await Dxc.shared()).validate(result.container)
  return { kind: valid.ok ? 'valid' : 'invalid', detail: valid.message, text }
}

/** The lines that the mutant changed. */
export function changes(seed: number, text: string): string {
  const before = new Set(original(seed).split('\n'))
  return text
    .split('\n')
    .filter(line => !before.has(line))
    .join('\n')
}
