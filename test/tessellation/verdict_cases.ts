// What hull and domain shaders may say, one line each: [profile, source, further arguments]. DXC's verdict is asked when the test runs; the
// code of our message stands here, '' where the shader is right. Each case is a change of a shader that is right.

export interface VerdictCase {
  readonly name: string
  readonly profile: string
  readonly source: string
  readonly args: readonly string[]
  /** Code of the first message; '' for none. */
  readonly code: string
}

const TYPES = `struct Vertex { float3 p : POSITION; float2 uv : TEX; };
struct Point { float3 p : POSITION; float2 uv : TEX; };
struct Tri { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
struct Quad { float e[4] : SV_TessFactor; float i[2] : SV_InsideTessFactor; };
struct Line { float e[2] : SV_TessFactor; };
Tri tri(InputPatch<Vertex, 3> ip) { Tri o; o.e[0] = o.e[1] = o.e[2] = o.i = ip[0].p.x; return o; }
Tri bare() { Tri o; o.e[0] = o.e[1] = o.e[2] = o.i = 2; return o; }
`

const ATTRIBUTES = {
  domain: '"tri"',
  partitioning: '"integer"',
  outputtopology: '"triangle_cw"',
  outputcontrolpoints: '3',
  patchconstantfunc: '"tri"',
}
type Attributes = { readonly [K in keyof typeof ATTRIBUTES | 'maxtessfactor']?: string }

const attributes = (changed: Attributes): string =>
  Object.entries({ ...ATTRIBUTES, ...changed })
    .map(([name, value]) => (value === '' ? '' : `[${name}(${value})]`))
    .join(' ')

const BODY = '{ Point o; o.p = ip[i].p; o.uv = ip[i].uv; return o; }'
const PARAMS = 'InputPatch<Vertex, 3> ip, uint i : SV_OutputControlPointID'

interface Hull extends Attributes {
  /** Declarations in front of the entry point. */
  readonly before?: string
  readonly params?: string
  readonly body?: string
  readonly result?: string
  readonly args?: readonly string[]
  readonly minor?: number
}

function hull(name: string, code: string, change: Hull = {}): VerdictCase {
  const { before = '', params = PARAMS, body = BODY, result = 'Point', args = [], minor = 0, ...changed } = change
  const source = `${TYPES}${before}\n${attributes(changed)}\n${result} main(${params}) ${body}\n`
  return { name, profile: `hs_6_${minor}`, source, args, code }
}

interface DomainShader {
  readonly domain?: string
  readonly before?: string
  readonly params?: string
  readonly value?: string
  readonly minor?: number
  readonly args?: readonly string[]
}

const LOCATION = 'float3 at : SV_DomainLocation'
const PATCH = 'const OutputPatch<Point, 3> q'

function domain(name: string, code: string, change: DomainShader = {}): VerdictCase {
  const { domain: word = '[domain("tri")]', before = '', args = [], minor = 0 } = change
  const { params = `Tri t, ${LOCATION}, ${PATCH}`, value = 'float4(q[0].p * at, 1)' } = change
  const source = `${TYPES}${before}\n${word}\nfloat4 main(${params}) : SV_Position { return ${value}; }\n`
  return { name, profile: `ds_6_${minor}`, source, args, code }
}

/** A patch constant function of its own, named f. */
const constant = (text: string): Hull => ({ before: text, patchconstantfunc: '"f"' })
const FILL = '{ Tri o; o.e[0] = o.e[1] = o.e[2] = o.i = 1; return o; }'

const HULL: readonly VerdictCase[] = [
  hull('an array index of control points that is never written', 'W2134', {
    params: `${PARAMS}, out uint slice : SV_RenderTargetArrayIndex`,
  }),
  hull('a shading rate of control points that is never written', 'W2134', {
    params: `${PARAMS}, out uint rate : SV_ShadingRate`,
    minor: 4,
  }),
  hull('a tessellation factor that is never written', 'E3026', {
    patchconstantfunc: '"some"',
    before: 'void some(out Tri t) { t.e[0] = t.e[1] = t.e[2] = 1; }',
  }),
  hull('a hull shader', ''),
  hull('without optimisation', '', { args: ['-Od'] }),
  hull('nothing said', 'E2302', {
    domain: '',
    partitioning: '',
    outputtopology: '',
    outputcontrolpoints: '',
    patchconstantfunc: '',
  }),
  hull('no domain', 'E2475', { domain: '' }),
  hull('no partitioning', 'E2475', { partitioning: '' }),
  hull('no topology', 'E2302', { outputtopology: '' }),
  hull('no output control points', 'E2302', { outputcontrolpoints: '' }),
  hull('no patch constant function', 'E2302', { patchconstantfunc: '' }),
  hull('a domain that there is not', 'E2330', { domain: '"triangle"' }),
  hull('words in upper case', 'E2330', { partitioning: '"Integer"' }),
  ...['pow2', 'fractional_even', 'fractional_odd'].map(word => hull(word, '', { partitioning: `"${word}"` })),
  ...['triangle_ccw', 'point'].map(word => hull(word, '', { outputtopology: `"${word}"` })),
  hull('lines of triangles', 'E2477', { outputtopology: '"line"' }),
  hull('a topology of mesh shaders', 'E2475', { outputtopology: '"triangle"' }),
  hull('no control point', 'E2474', { outputcontrolpoints: '0' }),
  hull('33 control points', 'E2474', { outputcontrolpoints: '33' }),
  hull('32 control points', '', { outputcontrolpoints: '32' }),
  hull('a factor too large', 'E2476', { maxtessfactor: '64.5' }),
  hull('a factor too small', 'E2476', { maxtessfactor: '0.5' }),
  hull('the greatest factor', '', { maxtessfactor: '64' }),
  hull('a negative factor', 'E2411', { maxtessfactor: '-1' }),
  hull('triangles of isolines', 'E2477', { domain: '"isoline"' }),
  hull('isolines', '', {
    ...constant('Line f() { Line o; o.e[0] = 3; o.e[1] = 7; return o; }'),
    domain: '"isoline"',
    outputtopology: '"line"',
  }),
  hull('quads', '', {
    ...constant('Quad f() { Quad o = (Quad)1; return o; }'),
    domain: '"quad"',
  }),
  hull('lines of quads', 'E2477', {
    ...constant('Quad f() { Quad o = (Quad)1; return o; }'),
    domain: '"quad"',
    outputtopology: '"line"',
  }),
  hull('factors of a triangle for a quad', 'E2478', { domain: '"quad"' }),
  hull('a patch of 33', 'E3092', { params: PARAMS.replace('3>', '33>'), patchconstantfunc: '"bare"' }),
  hull('a patch of none', 'E2466', { params: PARAMS.replace('3>', '0>'), patchconstantfunc: '"bare"' }),
  hull('two patches', 'E2467', { params: `${PARAMS}, InputPatch<Vertex, 3> b`, patchconstantfunc: '"bare"' }),
  hull('a patch that goes out', 'E2468', { params: `out ${PARAMS}`, patchconstantfunc: '"bare"' }),
  hull('what it makes itself', 'E3000', { params: `${PARAMS}, OutputPatch<Point, 3> made` }),
  hull('no patch', '', {
    params: 'uint i : SV_OutputControlPointID',
    body: '{ return (Point)i; }',
    patchconstantfunc: '"bare"',
  }),
  hull('nothing goes out', '', { result: 'void', body: '{}', patchconstantfunc: '"bare"' }),
  hull('passing through', '', { result: 'Vertex', body: '{ return ip[i]; }' }),
  hull('a vertex that there is not', 'E3091', { body: '{ return (Point)ip[3]; }', result: 'Point' }),
  hull('a vertex before the first', 'E3091', { body: '{ return (Point)ip[-1]; }' }),
  hull('a varying that comes in', 'E2305', { params: `${PARAMS}, float q : QQ` }),
  hull('the primitive', '', { params: `${PARAMS}, uint id : SV_PrimitiveID`, body: '{ return (Point)ip[id % 3]; }' }),
  hull('a primitive of floats', 'E2317', {
    params: `${PARAMS}, float id : SV_PrimitiveID`,
    body: '{ return (Point)id; }',
  }),
  hull('the view', '', { params: `${PARAMS}, uint v : SV_ViewID`, body: '{ return (Point)ip[v % 3]; }', minor: 1 }),
  hull('an index of the wrong kind', 'E2150', { body: '{ return (Point)ip[float2(1, 2)]; }' }),
  hull('written to', 'E2629', { body: '{ ip[0].p = 1; return (Point)ip[i]; }' }),
  hull('its length', '', { body: '{ return (Point)(ip[i].p.x * ip.Length); }' }),
  hull('derivatives', 'E3028', { body: '{ Point o; o.p = ddx(ip[i].p); o.uv = 0; return o; }' }),
  hull('group-shared memory that stays', 'E2324', {
    before: 'groupshared float g[4];',
    body: '{ Point o; o.p = ip[i].p * g[i]; o.uv = 0; return o; }',
  }),
  hull('group-shared memory that goes', '', {
    before: 'groupshared float g;',
    body: '{ g = i; Point o; o.p = ip[i].p * g; o.uv = 0; return o; }',
  }),
]

const CONSTANT: readonly VerdictCase[] = [
  hull('a function that there is not', 'E2469', { patchconstantfunc: '"nothing"' }),
  hull('a function without a body', 'E2469', constant('Tri f();')),
  hull('a function of no factors', 'E2469', constant('float4 f() : XX { return 1; }')),
  hull('no inner factor', 'E2479', constant('struct E { float e[3] : SV_TessFactor; }; E f() { return (E)1; }')),
  hull('an overload, the last', 'W2466', {
    before: 'Tri tri(InputPatch<Vertex, 3> ip, uint id : SV_PrimitiveID) { return (Tri)id; }',
  }),
  hull('patches of other sizes', 'E2470', constant(`Tri f(InputPatch<Vertex, 4> a) ${FILL}`)),
  hull('output patches of other sizes', 'E2470', constant(`Tri f(OutputPatch<Point, 4> a) ${FILL}`)),
  hull('a parameter in and out', 'E2471', constant(`Tri f(inout uint k : KK) ${FILL}`)),
  hull(
    'out parameters',
    '',
    constant(
      'void f(out float e[3] : SV_TessFactor, out float i : SV_InsideTessFactor, out float4 x : XX, InputPatch<Vertex, 3> ip) { e[0] = e[1] = e[2] = i = 1; x = ip[1].p.xyzz; }',
    ),
  ),
  hull(
    'a patch of another struct',
    '',
    constant(
      'struct W { float2 uv : TEX; float3 p : POSITION; }; Tri f(InputPatch<W, 3> a) { return (Tri)(a[0].uv.x + a[1].p.z); }',
    ),
  ),
  hull(
    'what the input has not',
    'E2473',
    constant('struct W { float2 uv : OTHER; }; Tri f(InputPatch<W, 3> a) { return (Tri)a[0].uv.x; }'),
  ),
  hull(
    'what the output has not',
    'E2473',
    constant('struct W { float2 uv : OTHER; }; Tri f(OutputPatch<W, 3> a) { return (Tri)a[0].uv.x; }'),
  ),
  hull('the control point', 'E3093', constant(`Tri f(uint k : SV_OutputControlPointID) ${FILL}`)),
  hull('a varying', 'E3093', constant(`Tri f(uint k : KK) ${FILL}`)),
  hull('no semantic', 'E2304', constant(`Tri f(uint k) ${FILL}`)),
  hull('called by the entry', 'E2472', {
    before: 'Tri f(InputPatch<Vertex, 3> ip) { return tri(ip); }',
    patchconstantfunc: '"f"',
    body: '{ return (Point)f(ip).i; }',
  }),
  hull('calls itself', 'E2174', constant('Tri f(InputPatch<Vertex, 3> ip) { return f(ip); }')),
  hull('a factor that nothing writes', '', constant('Tri f() { Tri o; o.e[0] = o.e[1] = 1; o.i = 1; return o; }')),
  hull(
    'factors too many',
    'E2478',
    constant('struct E { float e[4] : SV_TessFactor; float i : SV_InsideTessFactor; }; E f() { return (E)1; }'),
  ),
  hull(
    'factors of half precision',
    '',
    constant(
      'struct E { min16float e[3] : SV_TessFactor; min16float i : SV_InsideTessFactor; }; E f() { return (E)1; }',
    ),
  ),
  hull(
    'factors of integers',
    'E2317',
    constant('struct E { int e[3] : SV_TessFactor; int i : SV_InsideTessFactor; }; E f() { return (E)1; }'),
  ),
  hull(
    'what the control points are',
    '',
    constant(
      'Tri f(OutputPatch<Point, 3> o, uint id : SV_PrimitiveID, InputPatch<Vertex, 3> ip) { return (Tri)(o[id % 3].p.x + ip[id % 2].uv.y); }',
    ),
  ),
]

const DOMAIN: readonly VerdictCase[] = [
  domain('a domain shader', ''),
  domain('without optimisation', '', { args: ['-Od'] }),
  domain('no domain', 'E2475', { domain: '' }),
  domain('a location of two', '', {
    params: `Tri t, float2 at : SV_DomainLocation, ${PATCH}`,
    value: 'at.xyxy * q[0].p.x',
  }),
  domain('a location of four', 'E3090', {
    params: `Tri t, float4 at : SV_DomainLocation, ${PATCH}`,
    value: 'at * q[0].p.x',
  }),
  domain('a location of integers', 'E2317', {
    params: `Tri t, int3 at : SV_DomainLocation, ${PATCH}`,
    value: 'at.xyzz * q[0].p.x',
  }),
  domain("a quad's third", 'E3090', { domain: '[domain("quad")]', params: `Quad t, ${LOCATION}, ${PATCH}` }),
  domain("a quad's third, never read", '', {
    domain: '[domain("quad")]',
    params: `Quad t, ${LOCATION}, ${PATCH}`,
    value: 'at.xyxy * q[0].p.x',
  }),
  domain("an isoline's third", '', { domain: '[domain("isoline")]', params: `Line t, ${LOCATION}, ${PATCH}` }),
  domain('no factors', '', { params: `${LOCATION}, ${PATCH}` }),
  domain('factors that do not fit', 'E2478', { domain: '[domain("quad")]', value: 'at.xyxy * q[0].p.x' }),
  domain('a vector of factors', 'E2478', {
    before: 'struct E { float3 e : SV_TessFactor; float i : SV_InsideTessFactor; };',
    params: `E t, ${LOCATION}, ${PATCH}`,
  }),
  domain('no patch', '', { params: `Tri t, ${LOCATION}`, value: 'at.xyzz' }),
  domain('the wrong patch', 'E3091', { params: `Tri t, ${LOCATION}, InputPatch<Point, 3> q` }),
  domain('two patches', 'E2467', { params: `Tri t, ${LOCATION}, ${PATCH}, OutputPatch<Point, 3> r` }),
  domain('a patch of 33', 'E3092', { params: `Tri t, ${LOCATION}, OutputPatch<Point, 33> q` }),
  domain('a patch of nothing said', 'E2466', { params: `Tri t, ${LOCATION}, OutputPatch<Point> q`, value: '1' }),
  domain('a vertex behind the last', 'E3091', { value: 'q[3].p.xyzz' }),
  domain('the primitive', '', {
    params: `Tri t, ${LOCATION}, ${PATCH}, uint id : SV_PrimitiveID`,
    value: 'q[id % 3].p.xyzz + t.e[id % 3]',
  }),
  domain('the control point', 'E2305', { params: `Tri t, ${LOCATION}, ${PATCH}, uint id : SV_OutputControlPointID` }),
  domain('outputs of a hull shader', 'E2323', { domain: '[domain("tri")] [outputcontrolpoints(3)]' }),
  domain('a partitioning', 'W2467', { domain: '[domain("tri")] [partitioning("integer")]' }),
  domain('a semantic that stands twice', 'E2314', {
    before: 'struct E { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float a : A; float b : A; };',
    params: `E t, ${LOCATION}, ${PATCH}`,
  }),
  domain('the same semantic from both sides', '', {
    before: 'struct E { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float a : POSITION; };',
    params: `E t, ${LOCATION}, ${PATCH}`,
    value: 'q[1].p.xyzz * t.a',
  }),
  domain('a distance that is never written', 'E3026', {
    params: `Tri t, ${LOCATION}, ${PATCH}, out float c : SV_ClipDistance`,
  }),
]

const LIBRARY_HULL = `[shader("hull")] ${attributes({})}\nPoint`
const LIBRARY_DOMAIN = '[shader("domain")] [domain("tri")] float4'

function library(name: string, code: string, source: string): VerdictCase {
  return { name, profile: 'lib_6_3', source: `${TYPES}${source}\n`, args: [], code }
}

const LIBRARY: readonly VerdictCase[] = [
  library('a hull shader in a library', '', `${LIBRARY_HULL} one(${PARAMS}) ${BODY}`),
  library(
    'two that share a patch constant function, and a domain shader',
    '',
    `${LIBRARY_HULL} one(${PARAMS}) ${BODY}
${LIBRARY_HULL} two(${PARAMS}) { return (Point)ip[0]; }
${LIBRARY_DOMAIN} three(Tri t, ${LOCATION}, ${PATCH}) : SV_Position { return float4(q[1].p * at, t.i); }`,
  ),
  library(
    'control points read in a library',
    'E3094',
    `Tri f(OutputPatch<Point, 3> o) { return (Tri)o[1].uv.x; }
${LIBRARY_HULL.replace('"tri")]\n', '"f")]\n')} one(${PARAMS}) ${BODY}`,
  ),
  library(
    'no topology in a library',
    'E2302',
    `${LIBRARY_HULL.replace(/\[outputtopology\S+/, '')} one(${PARAMS}) ${BODY}`,
  ),
]

export const VERDICT_CASES: readonly VerdictCase[] = [...HULL, ...CONSTANT, ...DOMAIN, ...LIBRARY]
