// What vertex and pixel shaders may say at their borders, one line each: [profile, source, further arguments]. DXC's verdict is asked when the
// test runs, so no verdict stands here.

export type VerdictCase = readonly [profile: string, source: string, ...args: string[]]

const vs = (source: string, minor = 0, ...args: string[]): VerdictCase => [`vs_6_${minor}`, source, ...args]
const ps = (source: string, minor = 0, ...args: string[]): VerdictCase => [`ps_6_${minor}`, source, ...args]
/** A system value of some type into and out of a stage. */
const input = (stage: 'vs' | 'ps', minor: number, type: string, semantic: string): VerdictCase => [
  `${stage}_6_${minor}`,
  `float4 main(${type} v : ${semantic}) : ${stage === 'vs' ? 'SV_Position' : 'SV_Target'} { return float(v${/[234]$/.test(type) ? '.x' : ''}); }`,
]
const output = (stage: 'vs' | 'ps', minor: number, type: string, semantic: string): VerdictCase => [
  `${stage}_6_${minor}`,
  `${type} main(float4 a : A, out float4 p : ${stage === 'vs' ? 'SV_Position' : 'SV_Target'}) : ${semantic} { p = a; return (${type})a.x; }`,
]

const SHAPES: readonly VerdictCase[] = [
  ...['float', 'uint', 'int', 'uint2', 'bool', 'min16uint'].flatMap(type => [
    input('vs', 8, type, 'SV_VertexID'),
    input('vs', 8, type, 'SV_InstanceID'),
    input('ps', 1, type, 'SV_PrimitiveID'),
    input('ps', 1, type, 'SV_SampleIndex'),
    input('ps', 1, type, 'SV_IsFrontFace'),
    input('ps', 1, type, 'SV_Coverage'),
    input('ps', 1, type, 'SV_InnerCoverage'),
    input('ps', 1, type, 'SV_ViewID'),
    input('ps', 1, type, 'SV_RenderTargetArrayIndex'),
    input('ps', 1, type, 'SV_ViewportArrayIndex'),
    input('ps', 5, type, 'SV_ShadingRate'),
    input('ps', 6, type, 'SV_CullPrimitive'),
    input('vs', 8, type, 'SV_StartVertexLocation'),
    input('vs', 8, type, 'SV_StartInstanceLocation'),
    output('ps', 1, type, 'SV_Coverage'),
    output('ps', 1, type, 'SV_StencilRef'),
    output('vs', 5, type, 'SV_ShadingRate'),
    output('vs', 1, type, 'SV_RenderTargetArrayIndex'),
    output('vs', 1, type, 'SV_ViewportArrayIndex'),
  ]),
  ...['float', 'half', 'float2', 'uint', 'min16float'].flatMap(type => [
    output('ps', 0, type, 'SV_Depth'),
    output('ps', 0, type, 'SV_DepthGreaterEqual'),
    output('ps', 0, type, 'SV_DepthLessEqual'),
  ]),
  ...['float', 'float2', 'float3', 'float4', 'uint4', 'int4', 'half4', 'min16float4'].flatMap(type => [
    vs(`${type} main(float4 a : A) : SV_Position { return (${type})a.x; }`),
    ps(`${type} main(float4 a : A) : SV_Target3 { return (${type})a.x; }`),
    ps(`float4 main(${type} p : SV_Position) : SV_Target { return float4(p.x, 0, 0, 0); }`),
    ps(`float4 main(${type} p : SV_Barycentrics) : SV_Target { return float4(p.x, 0, 0, 0); }`, 1),
    vs(
      `void main(float4 a : A, out float4 p : SV_Position, out ${type} c : SV_ClipDistance) { p = a; c = (${type})a.x; }`,
    ),
    vs(
      `void main(float4 a : A, out float4 p : SV_Position, out ${type} c : SV_CullDistance1) { p = a; c = (${type})a.x; }`,
    ),
  ]),
]

/** System values where they do not belong. */
const STAGES: readonly VerdictCase[] = [
  'VertexID InstanceID Position RenderTargetArrayIndex ViewportArrayIndex ClipDistance CullDistance PrimitiveID SampleIndex IsFrontFace',
  'Coverage InnerCoverage Target Depth DepthLessEqual StencilRef DispatchThreadID GroupID GroupIndex TessFactor DomainLocation ViewID',
  'Barycentrics ShadingRate CullPrimitive StartVertexLocation GSInstanceID OutputControlPointID InsideTessFactor Nonsense',
]
  .join(' ')
  .split(' ')
  .flatMap(name => [
    vs(`float4 main(uint v : SV_${name}) : SV_Position { return v; }`, 8),
    ps(`float4 main(nointerpolation uint v : SV_${name}) : SV_Target { return v; }`, 8),
    vs(`float4 main(float a : A, out uint v : SV_${name}) : SV_Position { v = 1; return a; }`, 8),
    ps(`float4 main(float a : A, out uint v : SV_${name}) : SV_Target { v = 1; return a; }`, 8),
  ])

const STRUCTURE: readonly VerdictCase[] = [
  // Limits.
  vs(
    'void main(float4 a : A, out float4 p : SV_Position, out float4 c : SV_ClipDistance, out float4 d : SV_CullDistance) { p = c = d = a; }',
  ),
  vs(
    'void main(float4 a : A, out float4 p : SV_Position, out float4 c : SV_ClipDistance, out float4 d : SV_ClipDistance1, out float e : SV_CullDistance) { p = c = d = a; e = 1; }',
  ),
  vs(
    'void main(float4 a : A, out float4 p : SV_Position, out float3 c : SV_ClipDistance, out float3 d : SV_ClipDistance1) { p = a; c = d = a.xyz; }',
  ),
  vs(
    'void main(float4 a : A, out float4 p : SV_Position, out float c[8] : SV_ClipDistance) { p = a; for (int i = 0; i < 8; i++) c[i] = i; }',
  ),
  vs(
    'void main(float4 a : A, out float4 p : SV_Position, out float c[2] : SV_ClipDistance) { p = a; c[0] = 1; c[1] = 2; }',
  ),
  vs('void main(float4 a[32] : A, out float4 p : SV_Position) { p = a[31]; }'),
  vs('void main(float4 a[33] : A, out float4 p : SV_Position) { p = a[31]; }'),
  vs(
    'void main(float4 a : A, out float4 p : SV_Position, out float4 b[31] : B) { p = a; for (int i = 0; i < 31; i++) b[i] = i; }',
  ),
  vs(
    'void main(float4 a : A, out float4 p : SV_Position, out float4 b[32] : B) { p = a; for (int i = 0; i < 32; i++) b[i] = i; }',
  ),
  ps('float4 main(float4 a : A) : SV_Target8 { return a; }'),
  ps('float4 main(float4 a : A) : SV_Target7 { return a; }'),
  ps('void main(float4 a : A, out float4 t[8] : SV_Target) { for (int i = 0; i < 8; i++) t[i] = a; }'),
  ps('void main(float4 a : A, out float4 t[8] : SV_Target1) { for (int i = 0; i < 8; i++) t[i] = a; }'),
  // Duplicates and overlaps.
  vs('float4 main(float4 a : A, float4 b : A) : SV_Position { return a + b; }'),
  vs('float4 main(float4 a : A, float4 b : a0) : SV_Position { return a + b; }'),
  vs('float4 main(float4 a[2] : A, float4 b : A1) : SV_Position { return a[0] + b; }'),
  vs('void main(float4 a : A, out float4 p : SV_Position, out float4 q : SV_Position) { p = q = a; }'),
  ps('void main(float4 a : A, out float4 p : SV_Target0, out float4 q : SV_Target) { p = q = a; }'),
  ps(
    'void main(float4 a : A, out float4 p : SV_Target0, out float q : SV_Depth, out float r : SV_DepthLessEqual) { p = a; q = r = a.x; }',
  ),
  ps('void main(float4 a : A, out float4 p : SV_Target0, out float q : SV_Depth1) { p = a; q = a.x; }'),
  ps('float4 main(float4 p : SV_Position1) : SV_Target { return p; }'),
  vs('float4 main(float4 a : A) : SV_Position3 { return a; }'),
  // Missing semantics and odd types.
  vs('float4 main(float4 a) : SV_Position { return a; }'),
  vs('float4 main(float4 a : A) { return a; }'),
  vs('struct S { float4 p : SV_Position; float2 u; }; S main(float4 a : A) { S s = { a, a.xy }; return s; }'),
  vs('struct S { float4 p; float2 u : U; }; float4 main(S s) : SV_Position { return s.p; }'),
  vs('float4 main(double a : A) : SV_Position { return (float)a; }'),
  vs('float4 main(uint64_t a : A) : SV_Position { return (float)a; }'),
  vs('struct E {}; float4 main(E e, float4 a : A) : SV_Position { return a; }'),
  vs('float4 main(float4 a : A) : COLOR { return a; }'),
  vs('void main() {}'),
  ps('void main() {}'),
  ps('void main(float4 a : A, out float4 t : SV_Target) { }'),
  ps('float4 main() : SV_Target { float4 v; return v; }'),
  ps('float4 main() : COLOR { return 1; }'),
  ps('int main(int i : 1) : SV_Target { return i; }'),
  // Structs.
  vs(
    'struct I { float4 a : A; float3 n : NORMAL; }; struct O { I i; float4 p : SV_Position; }; O main(I i) { O o; o.i = i; o.p = i.a; return o; }',
  ),
  vs('struct I { float4 a; float3 n; }; float4 main(I i : INPUT) : SV_Position { return i.a + i.n.x; }'),
  vs('struct I { float4 a : A; float3 n : N; }; float4 main(I i : INPUT3) : SV_Position { return i.a + i.n.x; }'),
  vs('struct I { float4 a : A; }; float4 main(I i[2] : X) : SV_Position { return i[0].a + i[1].a; }'),
  vs(
    'struct B { float4 a : A; }; struct D : B { float3 n : N; }; float4 main(D d) : SV_Position { return d.a + d.n.x; }',
  ),
  vs(
    'struct B { float4 p : SV_Position; static const int k = 3; float4 get() { return p; } }; B main(float4 a : A) { B b; b.p = a * B::k; return b; }',
  ),
  vs('float4 main(float3x4 m : M) : SV_Position { return m[1] + m[2]; }'),
  vs('float4 main(row_major float3x2 m : M) : SV_Position { return m[1].xyxy + m[2].x; }'),
  vs('float4 main(column_major float3x2 m : M) : SV_Position { return m[1].xyxy + m[2].x; }', 0, '-Zpr'),
  vs(
    'void main(float4 a : A, out float4 p : SV_Position, out float3x2 m : M) { p = a; m = float3x2(1, 2, 3, 4, 5, a.x); }',
  ),
  vs('void main(float4 a : A, out float4 p : SV_Position, out float2x3 m[2] : M) { p = a; m[0] = a.x; m[1] = a.y; }'),
  vs('void main(inout float4 a : A, out float4 p : SV_Position) { p = a; a.x += 1; }'),
  ps('void main(inout float4 a : SV_Target) { a.x += 1; }'),
  vs('enum E { X, Y = 5 }; float4 main(E e : E) : SV_Position { return e == Y; }', 0, '-HV', '2021'),
  vs('float4 main(bool3 b : B) : SV_Position { return float4(b, 1); }'),
  vs('void main(bool b : B, out bool2 c : C, out float4 p : SV_Position) { c = b; p = 1; }'),
  vs('float4 main(min16float3 a : A, min16int b : B, min16uint c : C) : SV_Position { return float4(a, b + c); }'),
  vs(
    'float4 main(half3 a : A, int16_t b : B, uint16_t c : C) : SV_Position { return float4(a, b + c); }',
    2,
    '-enable-16bit-types',
  ),
  ps(
    'float16_t4 main(float16_t4 a : A, nointerpolation int16_t2 b : B) : SV_Target { return a * b.x; }',
    2,
    '-enable-16bit-types',
  ),
  ps(
    'half4 main(half2 a : A, half2 b : B, float2 c : C) : SV_Target { return half4(a, b) + c.x; }',
    2,
    '-enable-16bit-types',
  ),
  // Uniform parameters and defaults.
  vs('float4 main(float4 a : A, uniform float4 b) : SV_Position { return a + b; }'),
  vs('float4 main(float4 a : A, uniform float4 b, uniform Texture2D t) : SV_Position { return a + b + t.Load(0); }'),
  ps('float4 main(float4 a : A, uniform float b = 3) : SV_Target { return a + b; }'),
  vs('float4 main(float4 a : A = float4(1, 2, 3, 4)) : SV_Position { return a; }'),
  // Modifiers.
  ...[
    'nointerpolation',
    'linear',
    'centroid',
    'noperspective',
    'sample',
    'linear centroid',
    'noperspective centroid',
    'noperspective sample',
  ].flatMap(m => [
    ps(`float4 main(${m} float4 a : A) : SV_Target { return a; }`),
    ps(`float4 main(${m} uint4 a : A) : SV_Target { return a; }`),
  ]),
  ps('float4 main(nointerpolation linear float4 a : A) : SV_Target { return a; }'),
  ps('float4 main(nointerpolation sample float4 a : A) : SV_Target { return a; }'),
  ps('float4 main(centroid sample float4 a : A) : SV_Target { return a; }'),
  ps('float4 main(noperspective centroid float4 p : SV_Position) : SV_Target { return p; }'),
  ps('float4 main(nointerpolation float4 p : SV_Position) : SV_Target { return p; }'),
  ps('float4 main(noperspective float3 b : SV_Barycentrics) : SV_Target { return b.xyzz; }', 1),
  ps(
    'float4 main(float3 b : SV_Barycentrics, noperspective float3 c : SV_Barycentrics1) : SV_Target { return b.xyzz + c.x; }',
    1,
  ),
  ps(
    'float4 main(float3 b : SV_Barycentrics, nointerpolation float3 c : C) : SV_Target { return b.x * GetAttributeAtVertex(c, 0).xyzz + GetAttributeAtVertex(c, 2).x; }',
    1,
  ),
  ps('float4 main(float3 c : C) : SV_Target { return GetAttributeAtVertex(c, 0).xyzz; }', 1),
  ps(
    'float4 main(nointerpolation float3 c : C, uint i : I) : SV_Target { return GetAttributeAtVertex(c, 3).xyzz; }',
    1,
  ),
  ps('float4 main(nointerpolation float3 c : C) : SV_Target { return GetAttributeAtVertex(c, 1).xyzz + c.x; }', 1),
  ps(
    'float4 main(float4 a : A) : SV_Target { return EvaluateAttributeSnapped(a, int2(1, 2)) + EvaluateAttributeCentroid(a) + EvaluateAttributeAtSample(a, 2); }',
  ),
  ps('float4 main(nointerpolation float4 a : A) : SV_Target { return EvaluateAttributeAtSample(a, 1); }'),
  ps('float4 main(float4 a[2] : A, uint i : I) : SV_Target { return EvaluateAttributeAtSample(a[i], 1); }'),
  // Pixel shader attributes and operations.
  ps('[earlydepthstencil] float4 main(float4 a : A) : SV_Target { if (a.x < 0) discard; return a; }'),
  ps(
    '[earlydepthstencil] void main(float4 a : A, out float4 t : SV_Target, out float d : SV_Depth) { t = a; d = a.x; }',
  ),
  ps('[EarlyDepthStencil] [nonsense(3)] float4 main(float4 a : A) : SV_Target { return a; }'),
  vs('[earlydepthstencil] float4 main(float4 a : A) : SV_Position { return a; }'),
  vs('[numthreads(1,1,1)] float4 main(float4 a : A) : SV_Position { return a; }'),
  vs('Texture2D t; SamplerState s; float4 main(float2 a : A) : SV_Position { return t.Sample(s, a); }'),
  vs(
    'Texture2D t; SamplerState s; float4 main(float2 a : A) : SV_Position { return t.SampleLevel(s, a, 0) + t.SampleGrad(s, a, 1, 1) + t.Gather(s, a); }',
  ),
  vs('Texture2D t; SamplerState s; float4 main(float2 a : A) : SV_Position { return t.SampleBias(s, a, 1); }'),
  vs('float4 main(float2 a : A) : SV_Position { return ddx(a).xyxy; }'),
  vs('float4 main(float2 a : A) : SV_Position { discard; return 1; }'),
  vs('float4 main(float2 a : A) : SV_Position { clip(a.x); return 1; }'),
  vs('float4 main(float2 a : A) : SV_Position { return QuadReadAcrossX(a.xyxy); }'),
  vs('float4 main(float2 a : A) : SV_Position { return WaveActiveSum(a.xyxy) + WaveGetLaneIndex(); }'),
  ps(
    'float4 main(float2 a : A) : SV_Target { return WaveActiveSum(a.xyxy) + QuadReadAcrossX(a.x) + WaveIsFirstLane() + QuadReadLaneAt(a.y, 2); }',
  ),
  ps('float4 main(float2 a : A) : SV_Target { return IsHelperLane() ? 1 : a.xyxy; }'),
  ps('float4 main(float2 a : A) : SV_Target { return IsHelperLane() ? 1 : a.xyxy; }', 6),
  ps('RasterizerOrderedTexture2D<float4> r; void main(float4 p : SV_Position) { r[p.xy] = r[p.xy] * 2; }'),
  vs('RasterizerOrderedTexture2D<float4> r; float4 main(float4 a : A) : SV_Position { return r[a.xy]; }'),
  ps('RWTexture2D<float4> r; float4 main(float4 p : SV_Position) : SV_Target { r[p.xy] = 1; return 2; }'),
  ps(
    'RWByteAddressBuffer r; [earlydepthstencil] void main(float4 p : SV_Position, uint c : SV_Coverage) { r.InterlockedAdd(uint(p.x) * 4, c); }',
  ),
  vs('RWByteAddressBuffer r; float4 main(uint i : SV_VertexID) : SV_Position { r.Store(i * 4, i); return i; }'),
  vs('groupshared float g[4]; float4 main(float a : A) : SV_Position { g[0] = a; return g[1]; }'),
  ps('float4 main(float4 a : A) : SV_Target { GroupMemoryBarrier(); return a; }'),
  ps('float4 main(float4 a : A) : SV_Target { DeviceMemoryBarrier(); return a; }'),
  ps('float4 main() : SV_Target { return float4(GetRenderTargetSamplePosition(1), GetRenderTargetSampleCount(), 0); }'),
  // Outputs.
  ps('void main(float4 a : A, uint i : I, out float4 t[4] : SV_Target) { t[0] = t[1] = t[2] = t[3] = 0; t[i] = a; }'),
  vs(
    'void main(float4 a : A, uint i : I, out float4 t[4] : T, out float4 p : SV_Position) { t[0] = t[1] = t[2] = t[3] = 0; t[i] = a; p = a; }',
  ),
  vs('void main(float4 a : A, uint i : I, out float4 t : T, out float4 p : SV_Position) { t = 0; t[i] = 1; p = a; }'),
  vs('float4 main(float4 a[4] : A, uint i : I) : SV_Position { return a[i] + a[i & 1]; }'),
  ps('float4 main(float4 a : A) : SV_Target { if (a.x > 1) return a; if (a.y > 1) return a * 2; return 0; }'),
  ps(
    'void main(float4 a : A, out float4 t : SV_Target, out float d : SV_Depth) { if (a.x > 1) { t = a; d = 1; return; } t = 0; [loop] for (int i = 0; i < a.y; i++) t += i; d = a.z; }',
  ),
  ps(
    'float4 f(float a) { if (a < 0) discard; return a; } float4 main(float4 a : A) : SV_Target { float4 s = 0; [loop] for (int i = 0; i < a.y; i++) s += f(a.x - i); return s; }',
  ),
  ps('float4 main(float4 a : A, float4 unused : B, uint c : C) : SV_Target { return a.y; }'),
  vs('void main(float4 a : A, float4 unused : B, out float4 p : SV_Position, out float4 u : U) { p = a; }'),
  ps('float4 main(float4 a : A) : SV_Target { precise float4 b = a * a + a; return b; }'),
  ps('void main(float4 a : A, out precise float4 t : SV_Target) { t = a * a + a; }'),
  vs('precise float4 main(float4 a : A) : SV_Position { return a * a + a; }'),
  // View instancing, dependency tables.
  vs('float4 main(float4 a : A, uint v : SV_ViewID, out float4 c : C) : SV_Position { c = a.x; return a + v; }', 1),
  vs(
    'float4 o[4]; float4 main(float4 a : A, uint v : SV_ViewID, out float4 c : C) : SV_Position { c = v == 1 ? a.x : 2; return a + o[v]; }',
    1,
  ),
  ps('float4 main(float4 a : A, uint v : SV_ViewID) : SV_Target { return a + v; }', 1),
  // Options.
  ...['-Od', '-pack-optimized', '-pack-prefix-stable'].map(o =>
    vs(
      'void main(float a : A, float3 b : B, float2 c : C, out float d : D, out float3 e : E, nointerpolation out float2 f : F, out float4 g : G, out float4 p : SV_Position) { d = a; e = b; f = c; g = p = a; }',
      0,
      o,
    ),
  ),
  vs(
    'struct O { float a : A; float b[3] : B; float3 c : C; nointerpolation uint d : D; float2 e : E; nointerpolation float3 f : F; float2x2 m : M; float4 p : SV_Position; float2 k : SV_ClipDistance; }; O main(float4 v : V) { O o = (O)v.x; return o; }',
    0,
    '-pack-optimized',
  ),
  vs(
    'struct O { float2 k : SV_CullDistance; float3 c : SV_ClipDistance; float a[2] : A; float3 b : B; uint r : SV_RenderTargetArrayIndex; float4 p : SV_Position; uint v : SV_ViewportArrayIndex; }; O main(float4 v : V) { O o = (O)v.x; return o; }',
    0,
    '-pack-optimized',
  ),
  ps(
    'struct O { float a : A; float b[3] : B; float3 c : C; nointerpolation uint d : D; float2 e : E; nointerpolation float3 f : F; }; float4 main(O o, bool f : SV_IsFrontFace, uint i : SV_PrimitiveID) : SV_Target { return o.a + o.b[1] + o.c.x + o.d + o.e.y + o.f.z + f + i; }',
    0,
    '-pack-optimized',
  ),
  // Legacy names.
  vs('float4 main(float4 a : POSITION) : POSITION { return a; }', 0, '-Gec', '-HV', '2016'),
  ps('float4 main(float4 a : TEXCOORD0, float f : VFACE) : COLOR { return a * f; }', 0, '-Gec', '-HV', '2016'),
  ps(
    'void main(float4 a : TEXCOORD0, out float4 c : COLOR1, out float d : DEPTH) { c = a; d = 1; }',
    0,
    '-Gec',
    '-HV',
    '2016',
  ),
  ps('float4 main(float4 a : TEXCOORD0, float4 p : VPOS) : COLOR { return a * p; }', 0, '-Gec', '-HV', '2016'),
]

export const VERDICT_CASES: readonly VerdictCase[] = [...SHAPES, ...STAGES, ...STRUCTURE]
