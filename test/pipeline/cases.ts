// Pipelines, right and wrong: sources of their shaders and the messages that D3D12's functional rules ask for, known by how each case is made.

import type { PipelineCheckOptions } from '../../src/api/index.ts'
import { graphCases } from './graph_cases.ts'

/** [profile, source]; the entry point is main, of a library nothing. */
export type ShaderSource = readonly [profile: string, source: string]

export interface PipelineCase {
  readonly name: string
  /** Where the verdict comes from: a section of one of the sources that docs/cli.md lists under `pipeline`. */
  readonly rule?: string
  readonly shaders: readonly ShaderSource[]
  /** Codes, in any order; none: it fits. */
  readonly expected: readonly string[]
  readonly options?: PipelineCheckOptions
}

// ---- random pairs of a vertex and a pixel shader --------------------------------------------------------------------------------------

interface Element {
  readonly type: string
  readonly semantic: string
}

const TYPES = [
  'float4',
  'float3',
  'float2',
  'float',
  'nointerpolation uint',
  'nointerpolation int4',
  'noperspective float2',
]

/** Numbers that only the seed decides. */
function random(seed: number): (below: number) => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Registers without holes, so that what comes next stands where the list ends. */
const whole = (list: readonly Element[]): Element[] => list.map(e => ({ ...e, type: 'float4' }))
const plain = (type: string): string => type.replace(/^\w+ (?=\w)/, '')
const fields = (list: readonly Element[]): string =>
  list.map(({ type, semantic }, i) => `${type} e${i} : ${semantic};`).join(' ')

/** @param unwritten an element whose last component is never written */
function vertex(list: readonly Element[], hasPosition = true, unwritten = -1): string {
  const position = hasPosition ? 'float4 p : SV_Position;' : ''
  const writes = list.map(({ type }, i) =>
    i === unwritten ? `o.e${i}.x = id;` : `o.e${i} = (${plain(type)})(id + ${i});`,
  )
  const start = hasPosition ? 'o.p = id;' : ''
  return `struct O { ${position} ${fields(list)} }; O main(uint id : SV_VertexID) { O o; ${start} ${writes.join(' ')} return o; }`
}

function pixel(list: readonly Element[], more = ''): string {
  const reads = list.map(({ type }, i) => `(float4)${/\d$/.test(type) ? `dot(i.e${i}, 1)` : `i.e${i}`}`)
  const all = [...reads, '(float4)1'].join(' + ')
  return `struct I { float4 p : SV_Position; ${fields(list)} ${more} }; float4 main(I i) : SV_Target { return ${all}; }`
}

type Mutation = readonly [
  name: string,
  expected: readonly string[],
  make: (list: readonly Element[]) => readonly [vs: string, ps: string],
]

const LAST: Element = { type: 'float4', semantic: 'LAST' }
const OTHER: Element = { type: 'float4', semantic: 'OTHER' }
const with2 = (list: readonly Element[], ...more: readonly Element[]): Element[] => [...list, ...more]

const MUTATIONS: readonly Mutation[] = [
  ['the same', [], list => [vertex(list), pixel(list)]],
  ['fewer are read', [], list => [vertex(with2(list, LAST)), pixel(list)]],
  [
    'names in other letters',
    [],
    list => [vertex(list), pixel(list.map(e => ({ ...e, semantic: e.semantic.toLowerCase() })))],
  ],
  [
    'fewer components are read',
    [],
    list => [vertex(with2(whole(list), LAST)), pixel(with2(whole(list), { ...LAST, type: 'float2' }))],
  ],
  [
    'made by hardware',
    [],
    list => [vertex(list), pixel(list, 'bool front : SV_IsFrontFace; uint id : SV_PrimitiveID;')],
  ],
  ['one is missing', ['E4141'], list => [vertex(list), pixel(with2(list, LAST))]],
  ['another index', ['E4141'], list => [vertex(with2(list, LAST)), pixel(with2(list, { ...LAST, semantic: 'LAST1' }))]],
  ['another order', ['E4142', 'E4142'], list => [vertex(with2(list, LAST, OTHER)), pixel(with2(list, OTHER, LAST))]],
  [
    'more components',
    ['E4143'],
    list => [vertex(with2(whole(list), { ...LAST, type: 'float3' })), pixel(with2(whole(list), LAST))],
  ],
  [
    'another type',
    ['E4144'],
    list => {
      const number = { ...LAST, type: 'nointerpolation uint4' }
      return [vertex(with2(list, number)), pixel(with2(list, { ...number, type: 'nointerpolation float4' }))]
    },
  ],
  [
    'another precision',
    ['E4145'],
    list => [vertex(with2(list, LAST)), pixel(with2(list, { ...LAST, type: 'min16float4' }))],
  ],
  [
    'never written',
    ['E4146'],
    list => [
      vertex(with2(list, { ...LAST, type: 'float2' }), true, list.length),
      pixel(with2(list, { ...LAST, type: 'float2' })),
    ],
  ],
  ['no position', ['E4154'], list => [vertex(list.slice(0, 0), false), pixel([])]],
]

/** One pair of each kind for every seed. */
export function pairCases(seeds: number): PipelineCase[] {
  return Array.from({ length: seeds }, (_, n) => {
    const pick = random(n + 1)
    const list = Array.from(
      { length: pick(4) },
      (_, i): Element => ({ type: TYPES[pick(TYPES.length)]!, semantic: `E${i}` }),
    )
    return MUTATIONS.map(([name, expected, make]): PipelineCase => {
      const [vs, ps] = make(list)
      return {
        name: `${name}, seed ${n + 1}`,
        expected,
        shaders: [
          ['vs_6_2', vs],
          ['ps_6_2', ps],
        ],
      }
    })
  }).flat()
}

// ---- tessellation ---------------------------------------------------------------------------------------------------------------------

const DOMAINS = { tri: [3, 1, 'float3'], quad: [4, 2, 'float2'], isoline: [2, 0, 'float2'] } as const
type Domain = keyof typeof DOMAINS

const PATCH_VERTEX: ShaderSource = [
  'vs_6_0',
  'struct C { float4 a : A; }; C main(uint i : SV_VertexID) { C c; c.a = i; return c; }',
]
const PLAIN_PIXEL: ShaderSource = ['ps_6_0', 'float4 main() : SV_Target { return 1; }']

function factors(domain: Domain): string {
  const [edges, insides] = DOMAINS[domain]
  const inside =
    insides === 0
      ? ''
      : insides === 1
        ? 'float inside : SV_InsideTessFactor;'
        : `float inside[${insides}] : SV_InsideTessFactor;`
  return `float edges[${edges}] : SV_TessFactor; ${inside}`
}

function hull(domain: Domain, points: number, primitive: string, more = ''): ShaderSource {
  const [edges, insides] = DOMAINS[domain]
  const sets = Array.from({ length: edges }, (_, i) => `f.edges[${i}] = 2;`).join(' ')
  const inner =
    insides === 1 ? 'f.inside = 2;' : Array.from({ length: insides }, (_, i) => `f.inside[${i}] = 2;`).join(' ')
  return [
    'hs_6_0',
    `struct C { float4 a : A; }; struct F { ${factors(domain)} ${more} };
F patch(InputPatch<C, 3> p) { F f; ${sets} ${inner} ${more ? 'f.extra = 1;' : ''} return f; }
[domain("${domain}")] [partitioning("integer")] [outputtopology("${primitive}")] [outputcontrolpoints(${points})]
[patchconstantfunc("patch")] C main(InputPatch<C, 3> p, uint i : SV_OutputControlPointID) { return p[i % 3]; }`,
  ]
}

function domainShader(domain: Domain, points: number, more = ''): ShaderSource {
  const use = more ? '+ f.extra' : ''
  return [
    'ds_6_0',
    `struct C { float4 a : A; }; struct F { ${factors(domain)} ${more} };
[domain("${domain}")] float4 main(F f, ${DOMAINS[domain][2]} at : SV_DomainLocation, const OutputPatch<C, ${points}> p) : SV_Position { return p[0].a * at.x + f.edges[0] ${use}; }`,
  ]
}

/** Takes no patch constants, which a compiler lets pass. */
const bareDomainShader = (domain: Domain): ShaderSource => [
  'ds_6_0',
  `struct C { float4 a : A; };
[domain("${domain}")] float4 main(${DOMAINS[domain][2]} at : SV_DomainLocation, const OutputPatch<C, 3> p) : SV_Position { return p[0].a * at.x; }`,
]

const LINES: Readonly<Record<Domain, string>> = { tri: 'triangle_cw', quad: 'triangle_ccw', isoline: 'line' }

export function tessellationCases(): PipelineCase[] {
  const list: PipelineCase[] = []
  const add = (
    name: string,
    expected: readonly string[],
    shaders: readonly ShaderSource[],
    options?: PipelineCheckOptions,
  ): void => void list.push({ name, expected, shaders: [PATCH_VERTEX, ...shaders], ...(options ? { options } : {}) })
  const domains = Object.keys(DOMAINS) as Domain[]
  for (const domain of domains) {
    const hs = hull(domain, 3, LINES[domain])
    for (const points of [3, 4])
      add(`${domain}, ${points} points`, points === 3 ? [] : ['E4149'], [hs, domainShader(domain, points), PLAIN_PIXEL])
    add(`${domain}, patches are drawn`, [], [hs, domainShader(domain, 3)], { topology: 'patch' })
    add(`${domain}, triangles are drawn`, ['E4152'], [hs, domainShader(domain, 3)], { topology: 'triangle' })
    add(`${domain}, no domain shader`, ['E4150'], [hs])
    add(`${domain}, no hull shader`, ['E4150'], [domainShader(domain, 3)])
    add(`${domain}, a patch constant more`, ['E4141'], [hs, domainShader(domain, 3, 'float4 extra : EXTRA;')])
    add(
      `${domain}, a patch constant less`,
      ['E4147'],
      [hull(domain, 3, LINES[domain], 'float4 extra : EXTRA;'), domainShader(domain, 3)],
    )
    add(`${domain}, no patch constants`, ['E4147'], [hs, bareDomainShader(domain)])
    add(
      `${domain}, the same patch constants`,
      [],
      [hull(domain, 3, LINES[domain], 'float4 extra : EXTRA;'), domainShader(domain, 3, 'float4 extra : EXTRA;')],
    )
  }
  add('quad for tri', ['E4148'], [hull('tri', 3, 'triangle_cw'), domainShader('quad', 3)])
  for (const [primitive, vertices, domain, expected] of [
    ['triangle', 3, 'tri', []],
    ['line', 2, 'tri', ['E4151']],
    ['point', 1, 'quad', ['E4151']],
    ['line', 2, 'isoline', []],
    ['triangle', 3, 'isoline', ['E4151']],
  ] as const)
    add(`${primitive} of ${domain}`, expected, [
      hull(domain, 3, LINES[domain]),
      domainShader(domain, 3),
      geometry(primitive, vertices, 'float4 p : SV_Position;'),
    ])
  return list
}

// ---- geometry and mesh ----------------------------------------------------------------------------------------------------------------

const geometry = (
  primitive: string,
  vertices: number,
  members: string,
  out = 'float4 p : SV_Position;',
): ShaderSource => [
  'gs_6_0',
  `struct I { ${members} }; struct O { ${out} };
[maxvertexcount(1)] void main(${primitive} I i[${vertices}], inout PointStream<O> s) { O o = (O)0; s.Append(o); }`,
]

const POSITION: ShaderSource = ['vs_6_0', 'float4 main(uint i : SV_VertexID) : SV_Position { return i; }']

export function geometryCases(): PipelineCase[] {
  const list: PipelineCase[] = []
  const drawn: readonly (readonly [string, number, string])[] = [
    ['point', 1, 'point'],
    ['line', 2, 'line'],
    ['triangle', 3, 'triangle'],
    ['lineadj', 4, 'line'],
    ['triangleadj', 6, 'triangle'],
  ]
  for (const [primitive, vertices, kind] of drawn)
    for (const topology of ['point', 'line', 'triangle', 'patch'] as const)
      list.push({
        name: `${primitive}, ${topology} drawn`,
        expected: topology === kind ? [] : ['E4151'],
        shaders: [POSITION, geometry(primitive, vertices, 'float4 p : SV_Position;')],
        options: { topology },
      })
  const id: ShaderSource = ['ps_6_0', 'float4 main(uint id : SV_PrimitiveID) : SV_Target { return id; }']
  const shaders = (out: string): ShaderSource[] => [POSITION, geometry('point', 1, 'float4 p : SV_Position;', out), id]
  list.push({ name: 'an id that nobody makes', expected: ['E4141'], shaders: shaders('float4 p : SV_Position;') })
  const both = 'uint id : SV_PrimitiveID; float4 p : SV_Position;'
  list.push({ name: 'an id in another register', expected: [], shaders: [...shaders(both).slice(0, 2), id] })
  list.push({
    name: 'a layer nobody writes',
    expected: [],
    shaders: [
      POSITION,
      ['ps_6_0', 'float4 main(float4 p : SV_Position, uint l : SV_RenderTargetArrayIndex) : SV_Target { return l; }'],
    ],
  })
  return list
}

const amplification = (size: number): ShaderSource => [
  'as_6_5',
  `struct P { float a[${size}]; }; groupshared P p; [numthreads(1, 1, 1)] void main() { p.a[0] = 1; DispatchMesh(1, 1, 1, p); }`,
]
function mesh(size: number, members = '', primitive = ''): ShaderSource {
  const payload = size > 0 ? `struct P { float a[${size}]; };` : ''
  const param = size > 0 ? 'in payload P p,' : ''
  const prims = primitive ? `struct R { ${primitive} };` : ''
  const out = primitive ? ', out primitives R r[1]' : ''
  return [
    'ms_6_5',
    `${payload} ${prims} struct V { float4 p : SV_Position; ${members} };
[numthreads(1, 1, 1)] [outputtopology("triangle")] void main(${param} out vertices V v[3], out indices uint3 t[1] ${out}) {
  SetMeshOutputCounts(3, 1); V o = (V)${size > 0 ? 'p.a[0]' : '1'}; v[0] = o; v[1] = o; v[2] = o; t[0] = uint3(0, 1, 2); ${primitive ? 'r[0] = (R)1;' : ''} }`,
  ]
}
const reads = (members: string, sum: string): ShaderSource => [
  'ps_6_5',
  `struct I { float4 p : SV_Position; ${members} }; float4 main(I i) : SV_Target { return ${sum}; }`,
]

export function meshCases(): PipelineCase[] {
  const color = 'float4 color : COLOR;'
  return [
    { name: 'mesh alone', expected: [], shaders: [mesh(0), reads('', '1')] },
    ...[1, 4, 9].flatMap((size): PipelineCase[] => [
      { name: `payload of ${size}`, expected: [], shaders: [amplification(size), mesh(size)] },
      { name: `payload of ${size} and more`, expected: ['E4153'], shaders: [amplification(size), mesh(size + 2)] },
      { name: `payload of ${size} from nobody`, expected: ['E4153'], shaders: [mesh(size)] },
      { name: `amplification of ${size} alone`, expected: ['E4156'], shaders: [amplification(size)] },
    ]),
    { name: 'varyings of vertices', expected: [], shaders: [mesh(0, color), reads(color, 'i.color')] },
    {
      name: 'varyings of primitives',
      expected: [],
      shaders: [mesh(0, '', color), reads(`nointerpolation ${color}`, 'i.color')],
    },
    { name: 'varyings of nobody', expected: ['E4141'], shaders: [mesh(0), reads(color, 'i.color')] },
    {
      name: 'too few components',
      expected: ['E4143'],
      shaders: [mesh(0, 'float2 color : COLOR;'), reads(color, 'i.color')],
    },
    { name: 'a vertex shader beside', expected: ['E4155'], shaders: [POSITION, mesh(0)] },
  ]
}

// ---- root signatures ------------------------------------------------------------------------------------------------------------------

const BOUND: ShaderSource = [
  'ps_6_0',
  `cbuffer C : register(b0) { float4 c; }; Texture2D<float4> t : register(t1); SamplerState s : register(s0); RWStructuredBuffer<float> u : register(u1, space2);
float4 main() : SV_Target { u[0] = 1; return t.Sample(s, c.xy); }`,
]
const PARTS = {
  c: 'CBV(b0)',
  t: 'DescriptorTable(SRV(t0, numDescriptors = 4))',
  s: 'StaticSampler(s0)',
  u: 'UAV(u1, space = 2)',
} as const

export function bindingCases(): PipelineCase[] {
  const list: PipelineCase[] = []
  const add = (name: string, expected: readonly string[], rootSignature: string, ...shaders: ShaderSource[]): void =>
    void list.push({
      name,
      expected,
      shaders: shaders.length > 0 ? shaders : [POSITION, BOUND],
      options: { rootSignature },
    })
  const names = Object.keys(PARTS) as (keyof typeof PARTS)[]
  // Every subset: what is left out is complained about.
  for (let mask = 0; mask < 16; mask++) {
    const given = names.filter((_, i) => (mask >> i) & 1)
    const missing = names.length - given.length
    add(
      `with ${given.join('') || 'nothing'}`,
      Array.from({ length: missing }, () => 'E4158'),
      given.map(n => PARTS[n]).join(', '),
    )
  }
  for (const visibility of ['VERTEX', 'PIXEL', 'ALL', 'GEOMETRY'])
    add(
      `seen by ${visibility}`,
      visibility === 'PIXEL' || visibility === 'ALL' ? [] : ['E4158'],
      `CBV(b0, visibility = SHADER_VISIBILITY_${visibility}), ${PARTS.t}, ${PARTS.s}, ${PARTS.u}`,
    )
  add('denied', ['E4158'], `RootFlags(DENY_PIXEL_SHADER_ROOT_ACCESS), ${names.map(n => PARTS[n]).join(', ')}`)
  add('a texture in a root descriptor', ['E4158'], `${PARTS.c}, SRV(t1), ${PARTS.s}, ${PARTS.u}`)
  const layout: ShaderSource = ['vs_6_0', 'float4 main(float4 p : POSITION) : SV_Position { return p; }']
  add('an input layout', [], 'RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT)', layout)
  add('no input layout', ['E4160'], 'RootFlags(0)', layout)
  const heap: ShaderSource = [
    'cs_6_6',
    '[numthreads(1, 1, 1)] void main() { RWBuffer<float> b = ResourceDescriptorHeap[1]; b[0] = 1; }',
  ]
  add('a heap', [], 'RootFlags(CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED)', heap)
  add('no heap', ['E4160'], 'RootFlags(0)', heap)
  const compute: ShaderSource = [
    'cs_6_0',
    'RWBuffer<float> b : register(u3); [numthreads(1, 1, 1)] void main() { b[0] = 1; }',
  ]
  add('compute', [], 'DescriptorTable(UAV(u3))', compute)
  add('compute, nothing bound', ['E4158'], '', compute)
  add('compute beside others', ['E4173'], 'DescriptorTable(UAV(u3))', compute, POSITION)
  return list
}

// ---- ray tracing ----------------------------------------------------------------------------------------------------------------------

const RAYS = `struct P { float4 c; float d; }; struct A { float2 b; };
[shader("closesthit")] void near(inout P p, A a) { p.c = a.b.x; }
[shader("anyhit")] void any(inout P p, A a) { IgnoreHit(); }
[shader("miss")] void sky(inout P p) { p.d = 1; }
[shader("intersection")] void sphere() { A a = { float2(1, 2) }; ReportHit(1, 0, a); }`

export function rayCases(): PipelineCase[] {
  const list: PipelineCase[] = []
  const add = (name: string, expected: readonly string[], ...sources: readonly string[]): void =>
    void list.push({ name, expected, shaders: sources.map(s => ['lib_6_3', s]) })
  const config = (payload: number, attributes: number): string =>
    `RaytracingShaderConfig config = { ${payload}, ${attributes} };`
  for (const payload of [16, 20, 32])
    for (const attributes of [4, 8, 16]) {
      const wrong = [
        ...(payload < 20 ? ['E4165', 'E4165', 'E4165'] : []),
        ...(attributes < 8 ? ['E4165', 'E4165'] : []),
      ]
      add(`config ${payload} ${attributes}`, wrong, `${RAYS} ${config(payload, attributes)}`)
      add(`config ${payload} ${attributes} of another library`, wrong, RAYS, config(payload, attributes))
    }
  const group = (any: string, near: string): string => `TriangleHitGroup group = { "${any}", "${near}" };`
  add('a hit group', [], `${RAYS} ${group('any', 'near')}`)
  add('a hit group of half', [], `${RAYS} ${group('', 'near')}`)
  add('a hit group of nothing there', ['E4166'], `${RAYS} ${group('any', 'far')}`)
  add('a hit group the wrong way round', ['E4167', 'E4167'], `${RAYS} ${group('near', 'any')}`)
  add('a hit group of a miss shader', ['E4167'], `${RAYS} ${group('', 'sky')}`)
  add('a procedural group', [], `${RAYS} ProceduralPrimitiveHitGroup group = { "any", "near", "sphere" };`)
  add('an association', [], `${RAYS} ${config(32, 8)} SubobjectToExportsAssociation a = { "config", "near;sky" };`)
  add(
    'an association with a group',
    [],
    `${RAYS} ${config(32, 8)} ${group('', 'near')} SubobjectToExportsAssociation a = { "config", "group" };`,
  )
  add(
    'an association with nothing',
    ['E4169'],
    `${RAYS} ${config(32, 8)} SubobjectToExportsAssociation a = { "config", "none" };`,
  )
  add('an association of nothing', ['E4169'], `${RAYS} SubobjectToExportsAssociation a = { "none", "sky" };`)
  const two = `RaytracingShaderConfig small = { 8, 8 }; RaytracingShaderConfig big = { 64, 8 };`
  const associated = (near: string, sky: string): string =>
    `${RAYS} ${two} SubobjectToExportsAssociation a = { "${near}", "near" }; SubobjectToExportsAssociation b = { "${sky}", "sky" };`
  add('two configurations', [], associated('big', 'big'))
  add('two configurations, one too small', ['E4165'], associated('big', 'small'))
  add(
    'two configurations for one export',
    ['E4170'],
    `${RAYS} ${two} SubobjectToExportsAssociation a = { "big", "sky" }; SubobjectToExportsAssociation b = { "small", "sky" };`,
  )
  add('recursion', [], `${RAYS} RaytracingPipelineConfig p = { 31 };`)
  add('deep recursion', ['E4164'], `${RAYS} RaytracingPipelineConfig p = { 32 };`)
  add('two pipelines', ['E4163'], `${RAYS} RaytracingPipelineConfig p = { 1 };`, 'RaytracingPipelineConfig q = { 2 };')
  add('an unresolved function', ['E4162'], 'float f(float x); export float g(float x) { return f(x); }')
  add(
    'a resolved function',
    [],
    'float f(float x); export float g(float x) { return f(x); }',
    'export float f(float x) { return x; }',
  )
  add(
    'one export twice',
    ['E4161'],
    'export float f(float x) { return x; }',
    'export float f(float x) { return x + 1; }',
  )
  return list
}

/** Sections by message, of those that accept by the kind of pipeline. */
const RULES: Readonly<Record<string, string>> = {
  E4141: '[F] 4.4.3.2; [M] 666',
  E4142: '[F] 4.4.3.2; [M] 665',
  E4143: '[F] 4.4.3.2; [M] 660',
  E4144: '[F] 4.4.3.2; [M] 661',
  E4145: '[F] 4.4.3.2; [M] 662',
  E4146: '[F] 4.4.3.2; [M] 663',
  E4147: '[F] 10.10, 12.2; [M] 670',
  E4148: '[F] 11.8, 12.2; [M] 669',
  E4149: '[F] 10.3; [M] 667',
  E4150: '[F] 10.3; [M] 659; [D] 6629',
  E4151: '[F] 11.8.1, 13.2, 13.10',
  E4152: '[F] 10.3; [M] 668',
  E4153: '[A] "Mesh Payload"',
  E4154: '[F] 15.2',
  E4155: '[A] "CreatePipelineState"',
  E4156: '[A] "CreatePipelineState"',
  E4158: '[B] "Root Signature in Pipeline State"',
  E4160: '[B] "Root Signature in Pipeline State"; [H] "Root Signature Changes"',
  E4161: '[R] "D3D12_EXPORT_DESC"',
  E4162: '[D] 5849',
  E4163: '[R] "D3D12_RAYTRACING_PIPELINE_CONFIG"',
  E4164: '[R] "Ray recursion limit"',
  E4165: '[R] "D3D12_RAYTRACING_SHADER_CONFIG"',
  E4166: '[R] "Hit groups"',
  E4167: '[R] "Hit groups"',
  E4169: '[R] "Subobject association behavior"',
  E4170: '[R] "Subobject association behavior"',
  E4173: '[B] "Root Signature in Pipeline State"',
}

const ruled = (fits: string, list: readonly PipelineCase[]): PipelineCase[] =>
  list.map(c => ({ rule: [...new Set(c.expected)].map(e => RULES[e] ?? '').join('; ') || fits, ...c }))

export const allCases = (seeds: number): PipelineCase[] => [
  ...ruled('[F] 4.4.3.2, 4.4.4', pairCases(seeds)),
  ...ruled('[F] 10.3, 11.8, 12.2', tessellationCases()),
  ...ruled('[F] 13.2, 13.10', geometryCases()),
  ...ruled('[A] "Signature Linkage", "Mesh Payload"', meshCases()),
  ...ruled('[B] "Shader visibility", "Root Signature in Pipeline State"', bindingCases()),
  ...ruled('[R] "Hit groups", "Subobject association behavior"', rayCases()),
  ...graphCases(),
]
