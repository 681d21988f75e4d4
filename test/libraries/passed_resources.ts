// Random functions that take, give back and choose resources, for libraries for linking, and a shader of another library that calls them.

import type { Dice } from './shapes.ts'

/** A type, and what reads a number of it. */
const TYPES: readonly (readonly [type: string, read: string])[] = [
  ['Texture2D<float4>', 'X.Load(int3(i, 1, 0)).z'],
  ['Texture2D<uint2>', 'X.Load(int3(i, 1, 0)).y'],
  ['Texture2DMS<float, 4>', 'X.Load(int2(i, 1), 2)'],
  ['TextureCubeArray<float4>', 'X.SampleLevel(Linear, float4(i, 1, 2, 3), 0).w'],
  ['RWTexture2D<float2>', 'X[uint2(i, 1)].y'],
  ['RWTexture3D<unorm float4>', 'X[uint3(i, 1, 2)].x'],
  ['Buffer<int>', 'X[i]'],
  ['RWBuffer<float4>', 'X[i].w'],
  ['StructuredBuffer<Item>', 'X[i].place.y'],
  ['RWStructuredBuffer<Item>', 'X[i].count'],
  ['RWStructuredBuffer<double>', '(float)X[X.IncrementCounter()]'],
  ['globallycoherent RWStructuredBuffer<uint>', 'X[i]'],
  ['ByteAddressBuffer', 'asfloat(X.Load(i * 4))'],
  ['RWByteAddressBuffer', 'asfloat(X.Load(i * 4))'],
  ['SamplerState', 'Map.SampleLevel(X, float2(i, 1), 0).x'],
  ['SamplerComparisonState', 'Map.SampleCmpLevelZero(X, float2(i, 1), 0.5)'],
  ['ConstantBuffer<Item>', 'X.place.x'],
  ['TextureBuffer<Item>', 'X.count'],
]

const COMMON = `struct Item { float3 place; uint count; };
Texture2D<float4> Map : register(t90); SamplerState Linear : register(s90);`

export interface PassedResources {
  readonly functions: string
  /** A compute shader. */
  readonly caller: string
}

export function passedResources(dice: Dice): PassedResources {
  const made = Array.from({ length: 1 + dice.below(4) }, (_, n) => passing(dice, n))
  const prototypes = made.flatMap(({ structs, prototype }) => [...structs, `${prototype};`])
  const body = made.map(({ call }) => call).join(' ')
  return {
    functions: [
      COMMON,
      ...made.flatMap((m, n) => [...m.structs, m.definition, `export float Plain${n}(float x) { return x * ${n}; }`]),
    ].join('\n'),
    caller: [
      COMMON,
      ...made.flatMap(m => m.globals),
      ...prototypes,
      'RWBuffer<float> Out : register(u90);',
      `[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { float sum = 0; ${body} Out[i] = sum; }`,
    ].join('\n'),
  }
}

interface Passing {
  readonly structs: readonly string[]
  readonly globals: readonly string[]
  readonly prototype: string
  readonly definition: string
  readonly call: string
}

function passing(dice: Dice, n: number): Passing {
  const [declared, read] = dice.pick(TYPES)
  const type = declared.replace('globallycoherent ', '')
  const f = `Pass${n}`
  const of = (name: string): string => read.replace(/X/g, name)
  const globals = [`${declared} G${n};`]
  const plain = (head: string, body: string, call: string, structs: readonly string[] = []): Passing => ({
    structs,
    globals,
    prototype: head,
    definition: `export ${head} { ${body} }`,
    call,
  })
  switch (dice.below(6)) {
    case 0:
      return plain(`float ${f}(${type} r, uint i)`, `return ${of('r')};`, `sum += ${f}(G${n}, i);`)
    case 1: {
      const all = plain(`float ${f}(${type} r[2], uint i)`, `return ${of(dice.pick(['r[i & 1]', 'r[1]']))};`, '')
      return { ...all, globals: [`${declared} G${n}[2];`], call: `sum += ${f}(G${n}, i);` }
    }
    case 2:
      return plain(
        `float ${f}(Held${n} h, uint i)`,
        `return ${of('h.held')} * h.n;`,
        `Held${n} h${n}; h${n}.held = G${n}; h${n}.n = i; sum += ${f}(h${n}, i);`,
        [`struct Held${n} { uint n; ${type} held; };`],
      )
    case 3:
      return plain(
        `${type} ${f}(${type} r, inout uint i)`,
        'i += 3; return r;',
        `{ uint j = i; ${type} back = ${f}(G${n}, j); sum += ${of('back')} + j; }`,
      )
    case 4:
      return plain(
        `void ${f}(${type} a, ${type} b, bool which, out ${type} r)`,
        'if (which) r = a; else r = b;',
        `{ ${type} r; ${f}(G${n}, G${n}, i > 4, r); sum += ${of('r')}; }`,
      )
    default: {
      const inner = `[noinline] float Inner${n}(${type} r, uint i) { return ${of('r')} + 1; }`
      const all = plain(`float ${f}(${type} r, uint i)`, `return Inner${n}(r, i) * 2;`, `sum += ${f}(G${n}, i);`)
      return { ...all, definition: `${inner}\n${all.definition}` }
    }
  }
}
