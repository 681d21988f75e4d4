// What geometry shaders may say, one line each. DXC's verdict is asked when the test runs; the code of our first message stands here, '' where
// the shader is right.

export interface VerdictCase {
  readonly profile: string
  readonly source: string
  readonly args: readonly string[]
  /** Code of the first message; '' for none. */
  readonly code: string
  /** Why DXC is not asked: it ends with an error of its own insides, or none at all. */
  readonly alone?: string
}

const TYPES = `struct V { float4 p : SV_Position; float3 n : NORMAL; };
struct O { float2 uv : TEXCOORD; float4 p : SV_Position; };
`
const FILL = 'O o = (O)0; s.Append(o);'
const STREAM = 'inout TriangleStream<O> s'

interface Shader {
  readonly before?: string
  readonly attributes?: string
  readonly params?: string
  readonly body?: string
  readonly result?: string
  readonly minor?: number
  readonly args?: readonly string[]
  readonly alone?: string
}

/** A shader of a triangle that puts out one vertex, but for the change. */
function gs(code: string, change: Shader = {}): VerdictCase {
  const { before = '', attributes = '[maxvertexcount(3)]', params = `triangle V v[3], ${STREAM}`, body = FILL } = change
  const { result = 'void main', minor = 0, args = [], alone } = change
  const [type, semantic = ''] = result.split(' main')
  const source = `${TYPES}${before}\n${attributes} ${type} main(${params})${semantic} { ${body} }\n`
  return { profile: `gs_6_${minor}`, source, args, code, ...(alone === undefined ? {} : { alone }) }
}

const other = (code: string, profile: string, source: string): VerdictCase => ({
  profile,
  source: TYPES + source,
  args: [],
  code,
})

const INPUTS: readonly VerdictCase[] = [
  gs(''),
  ...['point V v[1]', 'line V v[2]', 'lineadj V v[4]', 'triangleadj V v[6]', 'triangle inout V v[3]'].map(v =>
    gs('', { params: `${v}, ${STREAM}` }),
  ),
  gs('', {
    params: `triangle V v[3], triangle float4 w[3] : W, ${STREAM}`,
    body: 'O o = (O)0; o.p = w[1]; s.Append(o);',
  }),
  gs('', { params: `uint id : SV_PrimitiveID, triangle V v[3], ${STREAM}`, body: 'O o = (O)id; s.Append(o);' }),
  gs('', {
    before: 'struct I { uint id : SV_PrimitiveID; uint g : SV_GSInstanceID; };',
    attributes: '[maxvertexcount(3)] [instance(4)]',
    params: `I i, triangle V v[3], ${STREAM}`,
    body: 'O o = (O)(i.id + i.g); s.Append(o);',
  }),
  gs('', { params: STREAM }),
  gs('', { params: `InputPatch<V, 3> v, ${STREAM}`, body: 'O o = (O)0; o.p = v[2].p; s.Append(o);' }),
  gs('', { params: `uint view : SV_ViewID, ${STREAM}`, body: 'O o = (O)view; s.Append(o);', minor: 1 }),
  gs('W2315', { params: `triangle V v[3] : X, ${STREAM}`, body: 'O o = (O)0; o.p = v[1].p; s.Append(o);' }),
  gs('E2305', { params: `uint view : SV_ViewID, ${STREAM}` }),
  gs('E2442', { params: `triangle V v[2], ${STREAM}` }),
  gs('E2442', { params: `point V v[3], ${STREAM}` }),
  gs('E2443', { params: `triangle V v, ${STREAM}` }),
  gs('E2443', { params: `triangle InputPatch<V, 3> v, ${STREAM}` }),
  gs('E2449', { params: 'InputPatch<V, 33> v, inout TriangleStream<V> s', body: 's.Append(v[0]);' }),
  gs('E3091', {
    params: 'triangle V v[3], inout TriangleStream<V> s',
    body: '[unroll] for (uint i = 0; i < 4; i++) s.Append(v[i]);',
  }),
  gs('E3091', { params: 'point V v[1], inout PointStream<V> s', body: 'uint i = 1; s.Append(v[i]);', args: ['-Od'] }),
  gs('E2444', { params: `triangle V v[3], line float4 w[2] : W, ${STREAM}` }),
  gs('E2403', { params: `triangle line V v[3], ${STREAM}` }),
  gs('E3093', { params: `V v[3], ${STREAM}` }),
  gs('E2305', { params: `triangle V v[3], ${STREAM}, uint x : SV_VertexID` }),
  gs('E2305', { params: `triangle V v[3], ${STREAM}, uint x : FOO` }),
  gs('E2304', { params: `triangle V v[3], ${STREAM}, uint x` }),
  gs('E2304', { params: `triangle float4 v[3], ${STREAM}` }),
  gs('E2317', { params: `triangle V v[3], ${STREAM}, int x : SV_PrimitiveID` }),
  gs('E2317', { params: `triangle V v[3], ${STREAM}, float x : SV_GSInstanceID`, body: 'O o = (O)x; s.Append(o);' }),
  gs('E3093', {
    before: 'struct P { float4 p : SV_Position; uint id : SV_PrimitiveID; };',
    params: `triangle P v[3], ${STREAM}`,
  }),
  gs('E3010', {
    before: 'struct R { float4 a[8] : A; float4 b[24] : B; float4 p : SV_Position; };',
    params: 'point R v[1], inout PointStream<R> s',
    body: 's.Append(v[0]);',
  }),
]

const COUNTS: readonly VerdictCase[] = [
  ...['0', '170', '3.7', '1 + 2'].map(n => gs(n === '3.7' ? 'W2400' : '', { attributes: `[maxvertexcount(${n})]` })),
  gs('', { before: 'static const uint N = 3;', attributes: '[maxvertexcount(N)]' }),
  gs('', { attributes: '[instance(32)] [maxvertexcount(3)]' }),
  gs('E2302', { attributes: '' }),
  gs('E2302', { attributes: '[instance(2)]' }),
  gs('E2303', { attributes: '[maxvertexcount()]' }),
  gs('E2447', { attributes: '[maxvertexcount(171)]' }),
  gs('E2446', { attributes: '[maxvertexcount(1025)]' }),
  gs('E2446', { attributes: '[maxvertexcount(-1)]' }),
  gs('E2448', { attributes: '[maxvertexcount(3)] [instance(33)]' }),
  gs('E2448', { attributes: '[maxvertexcount(3)] [instance(0)]' }),
  gs('E2323', { attributes: '[maxvertexcount(3)] [numthreads(1, 1, 1)]' }),
]

const STREAMS: readonly VerdictCase[] = [
  ...['PointStream', 'LineStream'].map(s => gs('', { params: `triangle V v[3], inout ${s}<O> s` })),
  gs('', { params: 'triangle V v[3], in out TriangleStream<O> s' }),
  gs('', { params: 'point V v[1], inout PointStream<O> s, inout PointStream<V> t', body: `${FILL} t.Append(v[0]);` }),
  gs('', { before: 'TriangleStream<O> g;' }),
  gs('', {
    before: `void f(${STREAM}) { ${FILL} s.RestartStrip(); } void g(${STREAM}) { f(s); f(s); }`,
    body: 'g(s);',
  }),
  gs('', {
    params: 'triangle V v[3], inout TriangleStream<V> s',
    body: 'v[0].p += 1; s.Append(v[0]); s.Append(v[1]);',
  }),
  gs('', { body: 'O o; o.p = 1; s.Append(o);' }),
  gs('', { params: `triangle V v[3], ${STREAM}`, body: 'O o; if (v[0].n.x > 0) o.p = 1; s.Append(o);' }),
  gs('E2440', { params: 'triangle V v[3], TriangleStream<O> s' }),
  gs('E2440', { params: 'triangle V v[3], out TriangleStream<O> s' }),
  gs('E2440', { before: `void f(TriangleStream<O> s) { ${FILL} }`, body: 'f(s);' }),
  gs('E2445', { params: `triangle V v[3], ${STREAM}, inout TriangleStream<O> t` }),
  gs('E2449', { params: 'triangle V v[3]', body: '' }),
  gs('E2450', {
    params: ['s', 't', 'u', 'w', 'x'].map(n => `inout PointStream<O> ${n}`).join(', '),
    body: FILL,
  }),
  gs('E2305', { params: `triangle V v[3], ${STREAM}, out float4 c : COLOR`, body: `${FILL} c = 1;` }),
  gs('E2305', { result: 'float4 main : COLOR', body: `${FILL} return 1;` }),
  gs('E3093', { params: 'triangle V v[3], inout TriangleStream<O> s[2]', body: 'O o = (O)0; s[0].Append(o);' }),
  gs('E2304', { params: 'triangle V v[3], inout TriangleStream<int> s', body: '' }),
  gs('E2015', { params: 'triangle V v[3], inout TriangleStream s', body: '' }),
  gs('E2003', { body: 's.Apend(v[0]);' }),
  gs('E2172', { body: 's.Append(v[0]);' }),
  gs('E3026', { body: 'O o; s.Append(o);' }),
  gs('E3026', { params: 'point V v[1], inout PointStream<O> s, inout PointStream<V> t', body: 't.Append(v[0]);' }),
  gs('E3080', {
    before: 'static TriangleStream<O> g;',
    body: 'g = s; O o = (O)0; g.Append(o);',
    alone: 'an internal error',
  }),
  gs('E3080', {
    before: 'struct S { TriangleStream<O> s; }; void f(inout S x) { O o = (O)0; x.s.Append(o); }',
    body: 'S x; x.s = s; f(x);',
    alone: 'an internal error',
  }),
  gs('', {
    params: 'triangle V v[3], inout TriangleStream<float4> s : SV_Position',
    body: 's.Append(v[0].p);',
    alone: 'it crashes',
  }),
]

const out = (fields: string): Shader => ({
  before: `struct Q { ${fields} float4 p : SV_Position; };`,
  params: 'triangle V v[3], inout TriangleStream<Q> s',
  body: 'Q o = (Q)0; s.Append(o);',
})

const OUTPUTS: readonly VerdictCase[] = [
  gs(
    '',
    out(
      'uint v : SV_ViewportArrayIndex; uint r : SV_RenderTargetArrayIndex; bool f : SV_IsFrontFace; uint id : SV_PrimitiveID; float4 c : SV_ClipDistance; float2 d : SV_CullDistance; uint i : SV_InstanceID;',
    ),
  ),
  gs('', { ...out('bool b : B; min16float h : H; float3x2 m : M; float a[3] : A;'), args: ['-Zpr'] }),
  gs('', { ...out('float16_t h : H; float f : F; uint16_t2 u : U;'), args: ['-enable-16bit-types'], minor: 2 }),
  gs('', { ...out('uint r : SV_ShadingRate;'), minor: 4 }),
  gs('E3093', out('uint r : SV_ShadingRate;')),
  gs('E3093', out('uint r : SV_VertexID;')),
  gs('E3093', out('uint r : SV_GSInstanceID;')),
  gs('E2314', out('float4 a : A; float4 b : a;')),
  gs('E2313', out('double d : D;')),
  gs('E2317', out('int r : SV_RenderTargetArrayIndex;')),
]

const CODE: readonly VerdictCase[] = [
  gs('', { body: 'O o = (O)0; o.p = WaveActiveSum(v[0].p); s.Append(o);' }),
  gs('', {
    before: 'Texture2D t; SamplerState m;',
    body: 'O o = (O)0; o.p = t.SampleLevel(m, v[0].n.xy, 0); s.Append(o);',
  }),
  gs('', { before: 'RWBuffer<uint> u;', body: `${FILL} InterlockedAdd(u[0], 1);` }),
  gs('E3028', { body: 'O o = (O)0; o.p = ddx(v[0].p); s.Append(o);' }),
  gs('E3028', { body: 'O o = (O)0; o.p = QuadReadAcrossX(v[0].p); s.Append(o);' }),
  gs('E3028', { body: `${FILL} discard;` }),
  gs('E2324', { before: 'groupshared float x[4];', body: 'x[0] = 1; O o = (O)x[0]; s.Append(o);' }),
]

/** The geometry shader of a library, which has a point shader too. */
const library = (code: string, minor: number, params: string, body: string): VerdictCase =>
  other(
    code,
    `lib_6_${minor}`,
    `[shader("geometry")] [maxvertexcount(3)] [instance(2)] void main(${params}) { ${body} }
[shader("geometry")] [maxvertexcount(1)] void points(point V v[1], inout PointStream<O> s, uint id : SV_PrimitiveID) { O o = (O)id; s.Append(o); }`,
  )

const OTHER_STAGES: readonly VerdictCase[] = [
  ...[3, 5, 8].map(minor => library('', minor, `triangle V v[3], ${STREAM}, uint i : SV_GSInstanceID`, FILL)),
  library('E2451', 5, 'point V v[1], inout PointStream<O> s, inout PointStream<V> t', `${FILL} t.Append(v[0]);`),
  library('E2440', 5, 'point V v[1], PointStream<O> s', FILL),
  other('E2305', 'vs_6_0', 'float4 main(triangle float4 v[3] : A) : SV_Position { return v[0]; }'),
  other('E3093', 'vs_6_0', 'float4 main(inout TriangleStream<O> s) : SV_Position { return 1; }'),
  other('E2323', 'ps_6_0', '[maxvertexcount(3)] float4 main() : SV_Target { return 1; }'),
  other('E2323', 'ps_6_0', '[instance(3)] float4 main() : SV_Target { return 1; }'),
]

export const VERDICT_CASES: readonly VerdictCase[] = [
  ...INPUTS,
  ...COUNTS,
  ...STREAMS,
  ...OUTPUTS,
  ...CODE,
  ...OTHER_STAGES,
]
