// What linkers are asked for, one scenario a row: libraries, what they are linked to, and what is refused. Both linkers get the same.

import { assembleText, disassemble } from '../../src/api/index.ts'

export interface LibrarySource {
  readonly source: string
  /** Default lib_6_x. */
  readonly target?: string
  readonly args?: readonly string[]
  /** Changes the container once it is compiled. */
  readonly change?: (container: Uint8Array) => Uint8Array
}

export interface Scenario {
  readonly name: string
  readonly libraries: readonly LibrarySource[]
  /** undefined: to a library. */
  readonly entry?: string
  readonly target: string
  /** In DXC's spelling, for both linkers. */
  readonly args?: readonly string[]
  /** What both linkers say when they refuse; none: they accept. */
  readonly refused?: RegExp
  /** Parts of DXC's libraries that differ from those of DXC's linker, each for a reason that the row tells. */
  readonly differing?: readonly string[]
  /** Parts that have to be there. */
  readonly parts?: readonly string[]
  /** Text of the linked program that has to be there, and that must not. */
  readonly holds?: readonly RegExp[]
  readonly lacks?: readonly RegExp[]
  /** DXC's linker makes vectors that its own validator refuses of our libraries, which index rows of matrices in memory. */
  readonly isOursAlone?: boolean
  /** Only libraries of the later DXC, and our own. */
  readonly isLater?: boolean
}

const DEBUG = ['-Zi', '-Qembed_debug']
const EXTERNAL = ['-default-linkage', 'external']

const GRID_MAIN = `cbuffer Offset { float shift; };
float2x2 fetch(uint column, uint row); float2x2 turn(float2x2 m, uint2 at); void keep(float2x2 m, uint at);
[shader("compute")] [numthreads(4, 4, 1)]
void grid(uint2 id : SV_DispatchThreadID, uint2 group : SV_GroupID, uint at : SV_GroupIndex) {
  keep(turn(fetch(group.x, group.y), id) + shift, at);
}`
const GRID_PARTS = `struct Cell { row_major float2x2 m; };
StructuredBuffer<Cell> cells; StructuredBuffer<row_major float2x2> rows; RWStructuredBuffer<float2x2> kept, spare;
cbuffer Scale { float factor; };
groupshared column_major float2x2 passing[16];
void keep(float2x2 m, uint at) { kept[at] = m; }
void unused(float2x2 m, uint at) { spare[at] = m; }
float2x2 fetch(uint column, uint row) { return cells.Load(column).m + rows.Load(row); }
float2x2 turn(float2x2 m, uint2 at) {
  passing[at.x % 16] = m; GroupMemoryBarrierWithGroupSync();
  return passing[15 - at.y % 16] * factor;
}`
const EVERY_STAGE = `struct V { float4 at : SV_Position; float2 uv : UV; }; struct F { float edge[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
cbuffer View { float4x4 view; float detail; }; Texture2D<float4> image; SamplerState how;
float2x2 fetch(uint column, uint row); float2x2 turn(float2x2 m, uint2 at); void keep(float2x2 m, uint at);
[shader("vertex")] V corner(float3 p : PLACE, float2 uv : UV) { V v; v.at = mul(view, float4(p, 1)); v.uv = uv; return v; }
F split(InputPatch<V, 3> p) { F f; f.edge[0] = f.edge[1] = f.edge[2] = f.inside = detail * p[0].uv.x; return f; }
[shader("hull")] [domain("tri")] [partitioning("fractional_odd")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
[patchconstantfunc("split")] V control(InputPatch<V, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }
[shader("domain")] [domain("tri")] V inner(F f, float3 w : SV_DomainLocation, const OutputPatch<V, 3> p) {
  V v; v.at = p[0].at * w.x + p[1].at * w.y + p[2].at * w.z; v.uv = p[0].uv * f.inside; return v; }
[shader("geometry")] [maxvertexcount(3)] void spread(triangle V v[3], inout TriangleStream<V> s) {
  for (uint i = 0; i < 3; i++) { V o = v[i]; o.uv *= detail; s.Append(o); } s.RestartStrip(); }
[shader("pixel")] float4 shade(V v) : SV_Target { return image.Sample(how, v.uv) * detail; }
[shader("compute")] [numthreads(4, 4, 1)] void grid(uint2 id : SV_DispatchThreadID, uint at : SV_GroupIndex) {
  keep(turn(fetch(id.x, id.y), id), at);
}`
const LATE = `cbuffer Settings { float4 base; }; static float4 tint = base * 2; float4 list[3];
[shader("pixel")] float4 shade(uint i : INDEX) : SV_Target { return tint + list[i % 3]; }
export void change() { tint *= 2; }`
const MATRIX_MAIN = `float3 blend(float4 a, float4 b, inout float4x3 m);
cbuffer Rows { float4 a; float4 b; float4x3 m; };
[shader("pixel")] float3 main() : SV_Target { float4x3 own = m; return blend(a, b, own) + own[1]; }`
const MATRIX_PART = `float3 blend(float4 a, float4 b, inout float4x3 m) { m[1] *= 2; return mul(a.xyz, (float3x3)m) + m[b.z]; }`
const MATRICES_MAIN = `float3 blend(float4 a, float4 b, inout float4x3 m[2]);
cbuffer Rows { float4 a; float4 b; float4x3 m[2]; };
[shader("pixel")] float3 main() : SV_Target { float4x3 own[2] = m; return blend(a, b, own); }`
const MATRICES_PART = `float3 blend(float4 a, float4 b, inout float4x3 m[2]) {
  uint n = b.w; return mul(a.xyz, (float3x3)m[n]) + m[n + 1][b.z]; }`
const MATRIX: readonly LibrarySource[] = [{ source: MATRIX_MAIN }, { source: MATRIX_PART }]
const OPEN: readonly LibrarySource[] = [
  `float away(); float away1(); float idle1(); float there();
export float here() { return away1(); } export float asks() { return there() + away(); }`,
  `float away(); float away2(); float idle2(); float here();
export float there() { return away2(); } export float replies() { return here() + away(); }`,
].map(source => ({ source, args: DEBUG }))
const ELEMENTS = `struct Element { row_major float4x4 m; float4 f; }; StructuredBuffer<Element> elements;
export float4 xform(float4 v) { return mul(v, elements[0].m) + elements[1].f; }
[shader("vertex")] float4 main(float3 p : PLACE) : SV_Position { return xform(float4(p, 1)) * elements[0].f; }`
const NAMESPACES: readonly LibrarySource[] = [
  {
    source:
      'namespace A { int same(int x) { return x + 1; } int other(int x) { return x + 3; } namespace B { int same(int x) { return x * 2; } } }',
  },
]
const REGISTERS = `float hold(uint at, float v) { return v; } uint held(uint at) { return at; }`
const SIGNED = `[RootSignature("RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), CBV(b0), DescriptorTable(SRV(t0, numDescriptors = 2))")]
[shader("vertex")] float4 corner(float4 p : PLACE, uint i : SV_InstanceID) : SV_Position { return p * i; }`
const TEXTURES = `Texture2D<float4> image; Texture2D<float> depth; SamplerState how;
export float4 look(float2 uv) { return image.SampleLevel(how, uv, 0) * depth.SampleLevel(how, uv, 0); }`

/** A function whose body uses registers that no HLSL names. */
function withRegisters(container: Uint8Array): Uint8Array {
  const text = disassemble(container)
    .replace(/ret float (%\w+)/, 'call void @dx.op.tempRegStore.f32(i32 1, i32 3, float $1)\n  ret float $1')
    .replace(/ret i32 %\w+/, '%held = call i32 @dx.op.tempRegLoad.i32(i32 0, i32 3)\n  ret i32 %held')
    .replace(
      /^(attributes #0)/m,
      'declare void @dx.op.tempRegStore.f32(i32, i32, float) #0\ndeclare i32 @dx.op.tempRegLoad.i32(i32, i32) #0\n$1',
    )
  const { container: made, text: said } = assembleText(text)
  if (!made) throw new Error(said)
  return made
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'resources of another library',
    libraries: [{ source: GRID_PARTS }, { source: GRID_MAIN }],
    ...{ entry: 'grid', target: 'cs_6_0' },
  },
  {
    name: 'constant buffers of one name, other types and registers',
    libraries: [
      {
        source: `struct A { float4 v; }; ConstantBuffer<A> shared_ : register(b1); float4 other(); RWBuffer<float4> o : register(u0);
[shader("compute")] [numthreads(1, 1, 1)] void main() { o[0] = shared_.v + other(); }`,
      },
      {
        source:
          'struct B { float4 v, w; }; ConstantBuffer<B> shared_ : register(b2); float4 other() { return shared_.w; }',
      },
    ],
    ...{ entry: 'main', target: 'cs_6_0', refused: /Resource already exists as cbuffer for shared_/ },
  },
  ...(
    [
      ['corner', 'vs_6_0'],
      ['control', 'hs_6_0'],
      ['inner', 'ds_6_0'],
      ['spread', 'gs_6_0'],
      ['shade', 'ps_6_0'],
    ] as const
  ).map(
    ([entry, target]): Scenario => ({
      name: `every stage in one library: ${target}`,
      libraries: [{ source: EVERY_STAGE, args: DEBUG }],
      ...{ entry, target },
    }),
  ),
  {
    name: 'every stage in one library, and what it calls in another: cs_6_0',
    libraries: [{ source: EVERY_STAGE, args: DEBUG }, { source: GRID_PARTS }],
    ...{ entry: 'grid', target: 'cs_6_0' },
  },
  {
    name: 'a function that nobody defines',
    libraries: [{ source: GRID_MAIN }],
    ...{
      entry: 'grid',
      target: 'cs_6_0',
      refused: /^error: Cannot find definition of function .*\?(keep|fetch|turn)@@/,
    },
  },
  {
    name: 'a function that two define',
    libraries: [{ source: GRID_MAIN }, { source: GRID_MAIN }],
    ...{ entry: 'grid', target: 'cs_6_0', refused: /error: Definition already exists for function grid/ },
  },
  {
    name: 'a static variable that code initialises',
    libraries: [{ source: LATE, target: 'lib_6_3' }],
    ...{ entry: 'shade', target: 'ps_6_0', holds: [/dx\.op\.cbufferLoad/] },
  },
  {
    name: 'indices behind the end of arrays of resources',
    libraries: [
      {
        source: `Texture1D<float4> few[4] : register(t3); Texture1D<float4> two[2][4] : register(t10);
export float4 fetch(uint i) { return few[7].Load(0) + two[1][5].Load(0) + few[i].Load(0); }`,
        target: 'lib_6_3',
      },
      {
        source: 'float4 fetch(uint i); [shader("pixel")] float4 main() : SV_Target { return fetch(4); }',
        target: 'lib_6_3',
      },
    ],
    ...{
      entry: 'main',
      target: 'ps_6_0',
      holds: [6, 11, 3].map(n => RegExp(`createHandle\\(i32 57, i8 0, i32 \\d, i32 ${n},`)),
    },
  },
  {
    name: 'a variable and a resource that two define',
    libraries: [
      `groupshared float memory[4]; RWStructuredBuffer<float> out_; float side(uint i);
[shader("compute")] [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { memory[i] = i; out_[i] = memory[3 - i] + side(i); }`,
      'groupshared float memory[4]; RWStructuredBuffer<float2> out_; float side(uint i) { memory[i] = 1; out_[i] = 2; return memory[i ^ 1]; }',
    ].map(source => ({ source, args: EXTERNAL, target: 'lib_6_3' })),
    ...{ entry: 'main', target: 'cs_6_0', refused: /already exists/ },
  },
  {
    name: 'a shader of another stage',
    libraries: [{ source: LATE }],
    ...{
      entry: 'shade',
      target: 'cs_6_0',
      refused: /Profile mismatch between entry function and target profile:cs and ps/,
    },
  },
  {
    name: 'a function that is no shader',
    libraries: [{ source: LATE }],
    ...{
      entry: '\x01?change@@YAXXZ',
      target: 'cs_6_0',
      refused: /Cannot find function property for entry function .*\?change@@YAXXZ/,
    },
  },
  {
    name: 'structs and arrays that go through calls leave no memory',
    libraries: [
      {
        source: `struct Light { float3 color; float range[2]; }; float3 lit(Light l, float x); cbuffer Lights { Light l; };
[shader("pixel")] float3 shade(float x : X) : SV_Target { return lit(l, x); }`,
      },
      {
        source:
          'struct Light { float3 color; float range[2]; }; float3 lit(Light l, float x) { return l.color * x + l.range[1]; }',
      },
    ],
    ...{ entry: 'shade', target: 'ps_6_0', lacks: [/alloca/] },
  },
  {
    name: 'arrays of matrices',
    libraries: [{ source: MATRICES_MAIN }, { source: MATRICES_PART }],
    entry: 'main',
    target: 'ps_6_0',
    isOursAlone: true,
  },
  {
    name: 'arrays of matrices, shader model 6.9',
    libraries: [{ source: MATRICES_MAIN }, { source: MATRICES_PART }],
    ...{ entry: 'main', target: 'ps_6_9', isLater: true },
  },
  { name: 'matrices', libraries: MATRIX, entry: 'main', target: 'ps_6_0' },
  {
    name: 'a matrix passed to a function that stays open',
    libraries: [{ source: MATRIX_MAIN }],
    ...{ target: 'lib_6_3', holds: [/declare .*blend/] },
  },
  {
    name: 'resources as results',
    libraries: [
      {
        source: `Texture2D<float4> one, two; SamplerState how; void choose(out Texture2D<float4> t, Texture2D<float4> from); Texture2D<float4> same(Texture2D<float4> t);
[shader("pixel")] float4 shade(float2 uv : UV) : SV_Target { Texture2D<float4> t; choose(t, two); return t.Sample(how, uv) + same(one).Sample(how, uv); }`,
      },
      {
        source:
          'void choose(out Texture2D<float4> t, Texture2D<float4> from) { t = from; } Texture2D<float4> same(Texture2D<float4> t) { return t; }',
      },
    ],
    ...{ entry: 'shade', target: 'ps_6_0', lacks: [/alloca/] },
  },
  {
    name: 'to a library, with debug information',
    libraries: MATRIX.map(library => ({ ...library, args: DEBUG })),
    ...{ target: 'lib_6_3', args: DEBUG },
  },
  {
    name: 'to a library, of libraries that are not optimised',
    libraries: MATRIX.map(library => ({ ...library, args: ['-Od'] })),
    ...{ target: 'lib_6_3', args: ['-Od'] },
  },
  {
    name: 'exports by mangled name, two for one',
    libraries: MATRIX,
    target: 'lib_6_3',
    args: ['-exports', 'renamed,copied=\\01?blend@@YA?AV?$vector@M$02@@V?$vector@M$03@@0AIAV?$matrix@M$03$02@@@Z;main'],
    holds: [/define .*\?renamed@@/, /define .*\?copied@@/, /@main/],
    lacks: [/\?blend/],
  },
  {
    name: 'shaders only',
    libraries: MATRIX,
    ...{ target: 'lib_6_3', args: ['-export-shaders-only'], holds: [/@main/], lacks: [/blend/] },
  },
  {
    name: 'resources chosen at run time',
    libraries: [
      {
        source: `ByteAddressBuffer one, two; RWByteAddressBuffer o : register(u2); uint read(uint i, bool b, ByteAddressBuffer x, ByteAddressBuffer y);
[shader("pixel")] float4 shade(uint i : I) : SV_Target { o.Store(0, 1); return read(i, i > 2, one, two); }`,
      },
      {
        source:
          'uint read(uint i, bool b, ByteAddressBuffer x, ByteAddressBuffer y) { ByteAddressBuffer c = x; if (b) c = y; return c.Load(i * 4); }',
      },
    ],
    ...{ entry: 'shade', target: 'ps_6_0', refused: /local resource not guaranteed to map to unique global resource/ },
  },
  {
    name: 'open functions stay, those that nobody calls do not',
    libraries: OPEN,
    target: 'lib_6_3',
    holds: [
      /declare float .*\?away@@/,
      /declare float .*\?away1@@/,
      /declare float .*\?away2@@/,
      /define float .*\?asks@@/,
    ],
    lacks: [/idle/],
  },
  {
    name: 'open functions, and exports in two flags',
    libraries: OPEN,
    ...{ target: 'lib_6_3', args: ['-exports', 'renamed=asks', '-exports', 'replies'] },
    holds: [/declare float .*\?away1@@/, /define float .*\?renamed@@/, /define float .*\?replies@@/],
    lacks: [/idle/, /\?here/, /\?there/, /\?asks/],
  },
  {
    name: 'exports that change names',
    libraries: OPEN,
    ...{ target: 'lib_6_3', args: ['-exports', 'replies=asks;asks=replies'], lacks: [/\?here/, /\?there/] },
  },
  {
    name: 'exports of what is in namespaces, by the name alone',
    libraries: NAMESPACES,
    ...{ target: 'lib_6_3', args: ['-exports', 'new=same;other'] },
    holds: [/define .*\?new@A@@/, /define .*\?new@B@A@@/, /define .*\?other@A@@/],
    lacks: [/\?same/],
  },
  {
    name: 'exports of what is in namespaces, with their names',
    libraries: NAMESPACES,
    ...{ target: 'lib_6_3', args: ['-exports', 'A::same'] },
    refused: /^error: Library has no functions to export/,
  },
  {
    name: 'exports that collide',
    libraries: OPEN,
    ...{ target: 'lib_6_3', args: ['-exports', 'replies=asks;replies'] },
    refused: /^error: Export name collides with another export: \\01\?replies@@YAMXZ/,
  },
  {
    name: 'an export of nothing beside one of something',
    libraries: OPEN,
    ...{ target: 'lib_6_3', args: ['-exports', 'replies=nothing;asks'] },
    refused: /^error: Could not find target for export: nothing/,
  },
  {
    name: 'an export of nothing',
    libraries: OPEN,
    ...{
      target: 'lib_6_3',
      args: ['-exports', 'replies=nothing'],
      refused: /^error: Library has no functions to export/,
    },
  },
  {
    name: 'textures of equal and of other types',
    libraries: [
      TEXTURES,
      TEXTURES.replace('look', 'again')
        .replace('Texture2D<float> depth', 'Texture2D<float> far')
        .replace('depth.', 'far.'),
    ].map(source => ({ source, args: [...DEBUG, ...EXTERNAL], target: 'lib_6_3' })),
    target: 'lib_6_3',
  },
  {
    name: 'an older version of the validator',
    libraries: MATRIX,
    ...{
      target: 'lib_6_3',
      args: ['-validator-version', '1.3'],
      holds: [/!dx\.valver = !\{!\d+\}[\s\S]*!\{i32 1, i32 3\}/],
    },
  },
  {
    name: 'the first version of the validator, to which each load from a UAV is one of several components',
    libraries: [
      {
        source: `RWTexture2D<float> canvas; RWByteAddressBuffer raw : register(u3);
[shader("pixel")] float4 shade(uint i : I) : SV_Target { return canvas[uint2(i, 1)] + raw.Load(i); }`,
        target: 'lib_6_3',
      },
    ],
    ...{ entry: 'shade', target: 'ps_6_0', args: ['-validator-version', '1.0'] },
  },
  {
    name: 'a version of the validator that is too old',
    libraries: MATRIX,
    ...{ target: 'lib_6_3', args: ['-validator-version', '1.2'] },
    refused: /^error: Validator version does not support target profile lib_6_3/,
  },
  {
    name: 'registers that no HLSL names',
    libraries: [
      {
        source: `float hold(uint at, float v); uint held(uint at);
[shader("vertex")] float4 main(uint i : SV_VertexID) : SV_Position { float v = hold(i, i * 2); return v + held(i + 1); }`,
        ...{ args: ['-validator-version', '1.3'], target: 'lib_6_3' },
      },
      { source: REGISTERS, args: ['-validator-version', '1.3', ...EXTERNAL], target: 'lib_6_3', change: withRegisters },
    ],
    ...{
      entry: 'main',
      target: 'vs_6_0',
      holds: [/call void @dx\.op\.tempRegStore\.f32/, /call i32 @dx\.op\.tempRegLoad\.i32/],
    },
  },
  {
    // Ours computes the value in each function that reads it, so that it is there without a further link: RDAT names the buffer with them.
    name: 'to a library, a static variable that code initialises',
    libraries: [
      { source: 'float base; static float sum = base + 1; export float first() { return sum; }' },
      { source: 'float first(); export float second() { return first(); }' },
    ],
    ...{ target: 'lib_6_3', differing: ['RDAT'] },
  },
  {
    name: 'from shader model 6.3 to 6.6',
    libraries: [
      {
        source: 'float4 tint; [shader("pixel")] float4 shade() : SV_Target { return tint; }',
        target: 'lib_6_3',
      },
    ],
    ...{ entry: 'shade', target: 'ps_6_6', holds: [/annotateHandle\(.*ResourceProperties \{ i32 13, i32 16 \}/] },
  },
  {
    name: 'a root signature',
    libraries: [{ source: SIGNED, args: ['-HV', '2018'] }],
    ...{ entry: 'corner', target: 'vs_6_6', parts: ['RTS0'] },
  },
  { name: 'tables of a library', libraries: [{ source: TEXTURES }], target: 'lib_6_3' },
  {
    name: 'to a library for linking: what is scalar stays scalar, for linkers that know no vectors',
    libraries: [{ source: ELEMENTS, target: 'lib_6_5' }],
    ...{ target: 'lib_6_x', lacks: [/rawBufferVectorLoad/, /f(add|mul).* <\d x/] },
  },
  {
    name: 'to a library for linking: vectors stay vectors',
    libraries: [{ source: ELEMENTS }],
    ...{ target: 'lib_6_x', holds: [/rawBufferVectorLoad/], isLater: true },
  },
  {
    name: 'an entry point that nobody defines',
    libraries: [{ source: GRID_MAIN }],
    ...{ entry: 'nobody', target: 'cs_6_0', refused: /^error: Cannot find definition of function nobody/ },
  },
]
