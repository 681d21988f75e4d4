// What mesh and amplification shaders may say, one line each. DXC's verdict is asked when the test runs; the code of our first message stands
// here, '' where the shader is right. Each case is a change of a shader that is right.

export interface VerdictCase {
  readonly name: string
  readonly profile: string
  readonly source: string
  readonly args: readonly string[]
  /** Code of the first message; '' for none. */
  readonly code: string
  /** What DXC answers where it is another verdict than ours, and why. */
  readonly dxc?: { readonly accepts: boolean; readonly crashes?: boolean; readonly why: string }
}

const TYPES = `struct V { float4 p : SV_Position; float3 c[3] : COLOR; nointerpolation uint2 k[2] : K; };
struct M { float4 p : SV_Position; row_major float2x3 r : R; column_major float2x3 s : S; };
struct P { uint id : SV_PrimitiveID; bool cull : SV_CullPrimitive; float2 uv[2] : UV; };
struct Sim { uint a; uint b[4]; };
struct Pay { uint a; float3 b; bool c; float2x3 m; Sim s; };
struct Derived : Pay { float4 d; };
struct Half { uint16_t2 a; };
struct Empty {};
struct Wide { float4 a[9] : A; }; struct Less { float4 a[8] : A; }; struct Tall { float4 b[24] : B; }; struct Long { uint a[4096]; };
struct Views { Texture2D t; uint a; };
groupshared Pay shared_payload; groupshared struct { Sim s[2]; uint x; } group;
StructuredBuffer<Sim> SB; ConstantBuffer<Sim> CB; RWStructuredBuffer<uint> O; static Sim st;
void one(inout Sim s) { s.b[1] = 3; DispatchMesh(1, 1, 1, s); }
void two(Sim s) { DispatchMesh(1, 1, 1, s); }
void corner(out vertices V v[64], uint t) { v[t].p = 2; }
void plain(out V v[64], uint t) { v[t].p = 3; }
void tri(out indices uint3 i[32], uint t) { i[t] = 2; }
void fill(out float4 x) { x = 2; }
void change(inout float4 x) { x.x += 2; }
`
// Half needs native 16-bit types, and is only there where they are.
const types = (args: readonly string[]): string =>
  args.includes('-enable-16bit-types') ? TYPES : TYPES.replace(/struct Half.*\n/, '')

interface Changes {
  readonly params?: string
  readonly attributes?: string
  readonly result?: string
  readonly args?: readonly string[]
  readonly minor?: number
  readonly dxc?: VerdictCase['dxc']
}

const GROUP = '[numthreads(32, 1, 1)]'
const MESH = `${GROUP} [outputtopology("triangle")]`
const OUTPUTS = 'out vertices V v[64], out indices uint3 i[32], out primitives P p[32]'
const THREAD = 'uint t : SV_GroupIndex'

function make(
  stage: string,
  code: string,
  body: string,
  given: Required<Pick<Changes, 'params' | 'attributes'>> & Changes,
) {
  const { params, attributes, result = 'void', args = [], minor = args.length > 0 ? 6 : 5, dxc } = given
  const source = `${types(args)}${attributes}\n${result} main(${params}) {\n  ${body}\n}\n`
  const name = [stage, given.result, given.params, given.attributes, body, ...args].filter(Boolean).join(' | ')
  return { name, profile: `${stage}_6_${minor}`, source, args, code, ...(dxc ? { dxc } : {}) }
}

/** A mesh shader that has set its counts and written a position; the body goes on. */
const mesh = (code: string, body: string, { params = '', ...more }: Changes = {}): VerdictCase =>
  make('ms', code, `SetMeshOutputCounts(64, 32); v[t + 9].p = 0; ${body}`, {
    attributes: MESH,
    ...more,
    params: [THREAD, OUTPUTS, params].filter(Boolean).join(', '),
  })
/** One whose parameters or body are the case. */
const whole = (code: string, params: string, body: string, more: Changes = {}): VerdictCase =>
  make('ms', code, body, { attributes: MESH, ...more, params })
const task = (code: string, body: string, more: Changes = {}): VerdictCase =>
  make('as', code, body, { attributes: GROUP, params: THREAD, ...more })

const CRASHES = { accepts: false, crashes: true, why: 'DXC crashes where part of a matrix is written' } as const

/** What a mesh shader does with its outputs. */
const OUTPUT_CASES: readonly VerdictCase[] = [
  mesh('', 'corner(v, t);'),
  mesh('', 'plain(v, t);'),
  mesh('', 'tri(i, t);'),
  mesh('', 'fill(v[t].p);'),
  mesh('', 'v[t].c[t % 3].y = 5;'),
  mesh('', 'v[t].c[1][t % 3] = 5;'),
  mesh('', 'v[t].k[t % 2] = 4;'),
  mesh('', 'v[t].p.zy = 2;'),
  mesh('', 'V o = (V)1; v[t] = o;'),
  mesh('', 'uint3 all[32]; for (uint j = 0; j < 32; j++) all[j] = j; i = all;'),
  mesh('', 'for (int j = 0; j < 3; j++) v[t].c[j] = j;'),
  mesh('', 'uint x = (v[t].p.x = 3); O[0] = x;'),
  mesh('', 'p[t].cull = t > 3; p[t].id = t; p[t].uv[t % 2].x = 1;'),
  mesh('', 'i[t] = uint3(t, t + 1, 0);'),
  mesh('E2426', 'i[t].x = 1;'),
  mesh('E2426', 'i[t][1] = 1;'),
  mesh('E2426', 'i[t].zyx = 1;'),
  mesh('', 'v[t].p, i[t], O[0] = 1;'),
  mesh('E3070', 'uint3 x = i[t]; O[0] = x.y;'),
  mesh('E3070', 'V o = v[t]; O[0] = o.k[0].x;'),
  mesh('E3070', 'P q = p[0]; O[0] = q.id;'),
  mesh('E3070', 'v[t].p += 1;'),
  mesh('E3070', 'v[t].k[0].x++;'),
  mesh('E3070', 'v[t] = v[t + 1];'),
  mesh('E3070', 'v[t].p = v[t + 1].p;'),
  mesh('E3070', 'change(v[t].p);'),
  mesh('E3070', 'float x = v[t].p.x;', { dxc: { accepts: true, why: 'DXC drops what is read for nothing' } }),
  whole('', `${THREAD}, out vertices M v[64]`, 'SetMeshOutputCounts(1, 1); v[t].p = 1; v[t].r = 2; v[t].s = 3;'),
  whole('', `${THREAD}, out vertices M v[64]`, 'SetMeshOutputCounts(1, 1); v[t].p = 1; v[t].r[1] = 2;', {
    dxc: CRASHES,
  }),
  whole('', `${THREAD}, out vertices M v[64]`, 'SetMeshOutputCounts(1, 1); v[t].p = 1; v[t].s[1][t % 3] = 2;', {
    dxc: CRASHES,
  }),
  whole('', `${THREAD}, out vertices M v[64]`, 'SetMeshOutputCounts(1, 1); v[t].p = 1; v[t].s._m01_m12 = 2;', {
    dxc: CRASHES,
  }),
]

const V3 = 'out vertices V v[3], out indices uint3 i[1]'
const WRITES = 'SetMeshOutputCounts(3, 1); v[0].p = 1;'

/** Its parameters and attributes. */
const SIGNATURE_CASES: readonly VerdictCase[] = [
  whole('', V3, WRITES),
  whole('', 'out vertices V v[3]', WRITES),
  whole('', 'out indices uint3 i[1]', 'SetMeshOutputCounts(3, 1); i[0] = 0;'),
  whole('', '', ''),
  whole('', 'out vertices float4 v[3] : SV_Position', 'SetMeshOutputCounts(3, 1); v[1] = 2;'),
  whole(
    '',
    'out vertices float4 v[256] : SV_Position, out primitives float4 q[256] : Q',
    'SetMeshOutputCounts(3, 1); v[1] = 2;',
  ),
  whole(
    '',
    `${V3}, uint3 a : SV_DispatchThreadID, int2 b : SV_GroupThreadID, uint c : SV_GroupID, uint d : SV_ViewID`,
    `SetMeshOutputCounts(3, 1); v[0].p = float4(b, c, d); i[0] = a;`,
  ),
  whole('', 'out indices uint2 i[4]', 'SetMeshOutputCounts(3, 1); i[1] = uint2(4, 5);', {
    attributes: `${GROUP} [outputtopology("line")]`,
  }),
  whole('', V3, WRITES, { attributes: `${GROUP} [outputtopology("point")]` }),
  whole('E2305', `${V3}, out float4 q : TEXCOORD`, WRITES),
  whole('E2305', `${V3}, out uint3 q : SV_GroupID`, WRITES),
  whole('E2305', `${V3}, in float4 q : TEXCOORD`, WRITES),
  whole('E2305', `${V3}, uint q : SV_VertexID`, WRITES),
  whole('E2305', `${V3}, in payload Sim q : Q`, WRITES),
  whole('E2305', 'out indices uint3 i[1] : SV_GroupID', ''),
  whole('E2304', `${V3}, uint q`, WRITES),
  whole('E2304', `${V3}, inout payload Sim q`, WRITES),
  whole('E2304', V3, `${WRITES} return 1;`, { result: 'float4' }),
  whole('E2404', `${V3}, payload Sim q`, WRITES),
  whole('E2420', `${V3}, in payload Sim q, in payload Sim r`, WRITES),
  whole('E2420', `${V3}, out vertices V w[3]`, WRITES),
  whole('E2420', `${V3}, out indices uint3 w[1]`, WRITES),
  whole('E2421', 'out vertices V v[], out indices uint3 i[1]', WRITES),
  whole('E2421', 'out vertices V v[3], out indices uint3 i', WRITES),
  whole('E2422', 'out vertices V v[257]', WRITES),
  whole('E2422', 'out vertices V v[3], out indices uint3 i[257]', WRITES),
  whole('E2422', 'out vertices V v[3], out primitives P q[257]', WRITES),
  whole('E2423', `${V3}, out primitives P q[2]`, WRITES),
  whole('E2424', 'out vertices V v[3], out indices int3 i[1]', WRITES),
  whole('E2424', 'out vertices V v[3], out indices uint i[1]', WRITES),
  whole('E2424', 'out vertices V v[3], out indices uint3 i[2][2]', WRITES),
  whole('E2424', 'out vertices V v[3], out indices uint16_t3 i[1]', WRITES, { args: ['-enable-16bit-types'] }),
  whole('E2425', 'out vertices V v[3], out indices uint2 i[1]', WRITES),
  whole('E2425', V3, WRITES, { attributes: `${GROUP} [outputtopology("line")]` }),
  whole('E2427', `${V3}, in payload uint q`, WRITES),
  whole('E2427', `${V3}, in payload Sim q[2]`, `${WRITES} v[1].p = q[1].a;`),
  whole('E2302', V3, WRITES, { attributes: '[outputtopology("triangle")]' }),
  whole('E2302', V3, WRITES, { attributes: GROUP }),
  whole('E2330', V3, WRITES, { attributes: `${GROUP} [outputtopology("quad")]` }),
  whole('E2428', V3, WRITES, { attributes: '[numthreads(128, 2, 1)] [outputtopology("triangle")]' }),
  whole('E2310', V3, WRITES, { attributes: '[numthreads(1, 1, 129)] [outputtopology("triangle")]' }),
  whole('E2323', V3, WRITES, { attributes: `[maxvertexcount(3)] ${MESH}` }),
  whole('E2435', V3, WRITES, { attributes: `[WaveSize(32)] ${MESH}`, minor: 8 }),
  whole('E2305', 'out primitives float4 q[3] : SV_Position', 'SetMeshOutputCounts(3, 1); q[1] = 2;'),
  whole('E2305', 'out primitives float q[3] : SV_ClipDistance', 'SetMeshOutputCounts(3, 1); q[1] = 2;'),
  whole('E2305', 'out vertices uint q[3] : SV_RenderTargetArrayIndex', 'SetMeshOutputCounts(3, 1); q[1] = 2;'),
  whole('E2429', 'out primitives linear float4 q[3] : Q', 'SetMeshOutputCounts(3, 1); q[1] = 2;'),
  whole('', 'out primitives nointerpolation float4 q[3] : Q', 'SetMeshOutputCounts(3, 1); q[1] = 2;'),
  whole(
    '',
    'out vertices float4 q[3] : Q, out primitives float4 r[3] : Q',
    'SetMeshOutputCounts(3, 1); q[1] = 2; r[1] = 4;',
  ),
  whole('', 'out primitives uint a[3] : SV_RenderTargetArrayIndex', 'SetMeshOutputCounts(3, 1); a[1] = 2;'),
  whole('', 'out primitives uint a[3] : SV_ViewportArrayIndex', 'SetMeshOutputCounts(3, 1); a[1] = 2;'),
  whole('', 'out primitives uint a[3] : SV_ShadingRate', 'SetMeshOutputCounts(3, 1); a[1] = 2;'),
  whole('', 'out vertices float2 a[3] : SV_ClipDistance', 'SetMeshOutputCounts(3, 1); a[1] = 2;'),
  whole('', 'out vertices min16float3 a[3] : A', 'SetMeshOutputCounts(3, 1); a[1] = 2;'),
  whole(
    '',
    'out vertices float16_t3 a[3] : A, out primitives int16_t2 b[3] : B',
    'SetMeshOutputCounts(3, 1); a[1] = 2; b[0] = 3;',
    { args: ['-enable-16bit-types'] },
  ),
]

/** What holds for the whole shader. */
const PROGRAM_CASES: readonly VerdictCase[] = [
  whole('E3071', V3, 'v[0].p = 1;'),
  whole('E3072', V3, `SetMeshOutputCounts(3, 1); ${WRITES}`),
  whole('E3073', `${THREAD}, ${V3}`, 'if (t > 3) SetMeshOutputCounts(3, 1); v[0].p = 1;'),
  whole('', `${THREAD}, ${V3}`, 'if (t > 3) return; SetMeshOutputCounts(3, 1); v[0].p = 1;'),
  whole('E3026', V3, 'SetMeshOutputCounts(3, 1);'),
  whole('E3028', V3, `${WRITES} Sim s = (Sim)0; DispatchMesh(1, 1, 1, s);`),
  whole('E3077', 'out vertices Wide v[256]', 'SetMeshOutputCounts(3, 1); v[0].a[0] = 1;'),
  whole('E3077', 'out vertices Less v[256], in payload Long q', 'SetMeshOutputCounts(3, 1); v[0].a[0] = q.a[0];'),
  whole('E3078', 'out vertices Wide v[2], out primitives Tall w[2]', 'SetMeshOutputCounts(3, 1); v[0].a[0] = 1;'),
  mesh('', 'v[t].p = ddx((float)t);', { minor: 6 }),
  mesh('E3064', 'v[t].p = ddx((float)t);', {
    minor: 6,
    attributes: '[numthreads(3, 1, 1)] [outputtopology("triangle")]',
  }),
  mesh('E3002', 'v[t].p = ddx((float)t);'),
  mesh('', 'v[t].p = WaveActiveSum(t) + WaveGetLaneIndex(); GroupMemoryBarrierWithGroupSync();'),
  mesh('', 'v[t].p = q.b.x + q.m[1][2] + q.s.b[t % 4] + q.c;', { params: 'in payload Pay q' }),
  mesh('', 'v[t].p = q.a; q.a = 3; v[t + 1].p = q.a;', { params: 'in payload Pay q' }),
  mesh('', 'v[t].p = q.d.y + q.b.z;', { params: 'in payload Derived q' }),
  mesh('', 'v[t].p = q.m[t % 2][t % 3];', { params: 'in payload Pay q' }),
]

const TASK_CASES: readonly VerdictCase[] = [
  task('', 'Pay q; q.a = t; q.b = 2; q.c = t > 3; DispatchMesh(t, 2, 3, q);'),
  task('', 'Pay q = (Pay)0; q.m[1][2] = 5; q.m[t % 2] = 3; q.s.b[t % 4] = 1; DispatchMesh(1, 1, 1, q);'),
  task(
    '',
    'shared_payload.a = t; shared_payload.b.y = t; shared_payload.c = t > 4; DispatchMesh(1, 1, 1, shared_payload);',
  ),
  task('', 'group.s[1].a = t; DispatchMesh(1, 1, 1, group.s[1]);'),
  task('', 'group.s[1].a = t; DispatchMesh(1, 1, 1, group);'),
  task('', 'DispatchMesh(1, 1, 1, SB[t]);'),
  task('', 'st.a = 2; DispatchMesh(1, 1, 1, st);'),
  task('', 'Sim s = (Sim)t; one(s);'),
  task('', 'Sim s = (Sim)t; two(s);'),
  task('', 'DispatchMesh(1, 1, 1, (Sim)0);'),
  task('', 'Sim s[2]; s[0] = (Sim)1; s[1] = (Sim)2; DispatchMesh(1, 1, 1, s[t & 1]);'),
  task('', 'Derived d = (Derived)0; DispatchMesh(1, 1, 1, d);'),
  task('', 'Derived d = (Derived)0; DispatchMesh(1, 1, 1, (Pay)d);'),
  task('', 'Sim s = (Sim)1; DispatchMesh(1, 1, 1, s); O[0] = 1;'),
  task('', 'Half h; h.a = 2; DispatchMesh(1, 1, 1, h);', { args: ['-enable-16bit-types'] }),
  task('', 'Sim s = (Sim)1; O[t] = ddx((float)t); DispatchMesh(1, 1, 1, s);', { minor: 6 }),
  task('', 'Sim s = (Sim)1; DispatchMesh(a.x, b.y, c.z, s);', {
    params: 'uint3 a : SV_DispatchThreadID, uint3 b : SV_GroupThreadID, uint3 c : SV_GroupID',
  }),
  task('', 'Sim s = (Sim)1; DispatchMesh(1, 1, 1, s);', { params: 'in payload Sim q' }),
  task('W2467', 'Sim s = (Sim)1; DispatchMesh(1, 1, 1, s);', { attributes: `[outputtopology("line")] ${GROUP}` }),
  task('E3074', ''),
  task('E3074', 'Sim s = (Sim)1; DispatchMesh(1, 1, 1, s); DispatchMesh(1, 1, 1, s);'),
  task('E3074', 'Sim s = (Sim)1; if (t > 3) DispatchMesh(1, 1, 1, s); else DispatchMesh(2, 1, 1, s);'),
  task('E3075', 'if (t > 3) { Sim s = (Sim)1; DispatchMesh(1, 1, 1, s); }'),
  task('E3075', 'Sim s = (Sim)1; if (t > 3) return; DispatchMesh(1, 1, 1, s);'),
  task('E2434', 'DispatchMesh(1, 1, 1, t);'),
  task('E2434', 'Sim s[2]; DispatchMesh(1, 1, 1, s);'),
  task('E2434', 'DispatchMesh(1, 1, 1, CB);'),
  task('E2170', 'DispatchMesh(1, 1, 1);'),
  task('E2436', 'Empty e; DispatchMesh(1, 1, 1, e);'),
  task('E3028', 'Sim s = (Sim)1; SetMeshOutputCounts(1, 1); DispatchMesh(1, 1, 1, s);'),
  task('E2302', 'Sim s = (Sim)1; DispatchMesh(1, 1, 1, s);', { attributes: '' }),
  task('E2428', 'Sim s = (Sim)1; DispatchMesh(1, 1, 1, s);', { attributes: '[numthreads(64, 2, 2)]' }),
  task('E2435', 'Sim s = (Sim)1; DispatchMesh(1, 1, 1, s);', { attributes: `[WaveSize(32)] ${GROUP}`, minor: 6 }),
  task('E2305', 'Sim s = (Sim)1; DispatchMesh(1, 1, 1, s);', { params: 'uint q : SV_ViewID' }),
  task('E2305', 'Sim s = (Sim)1; q = 1; DispatchMesh(1, 1, 1, s);', { params: 'out uint q : X' }),
  task('E2304', 'Sim s = (Sim)1; DispatchMesh(1, 1, 1, s);', { params: 'uint q' }),
  task('E2304', 'Sim s = (Sim)1; DispatchMesh(1, 1, 1, s); return 1;', { result: 'uint' }),
]

/** Payloads by their size, which need types of their own. */
const SIZE_CASES: readonly VerdictCase[] = [
  ['', 4096],
  ['E3076', 4097],
].map(([code, count]) => ({
  name: `payload of ${count} numbers`,
  profile: 'as_6_5',
  args: [],
  code: String(code),
  source: `struct Big { uint a[${count}]; }; groupshared Big b; ${GROUP} void main(uint t : SV_GroupIndex) { b.a[t] = t; DispatchMesh(1, 1, 1, b); }`,
}))

export const VERDICT_CASES: readonly VerdictCase[] = [
  ...OUTPUT_CASES,
  ...SIGNATURE_CASES,
  ...PROGRAM_CASES,
  ...TASK_CASES,
  ...SIZE_CASES,
]
