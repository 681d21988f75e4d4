// Packing of signatures against DXC's: random signatures of vertex and pixel shaders, and D3D12's own special cases.

import test from 'ava'
import { readContainer } from '../../src/api/index.ts'
import { decodePart } from '../../src/container/parts.ts'
import { type Program, readProgram } from '../../src/dxil/program.ts'
import type { SignatureElement } from '../../src/dxil/signature_elements.ts'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { packSignature } from '../../src/signature/pack.ts'
import { interpretationOf, type SignaturePoint } from '../../src/spec/semantics.ts'
import { randomFrom } from '../ir/random_program.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

/** COMPONENT_TYPE numbers of 16-bit types. */
const SIXTEEN_BITS = [2, 3, 8]

function packed(elements: readonly SignatureElement[], point: SignaturePoint, program: Program): string[] {
  const places = packSignature(
    elements.map(e => ({
      interpretation: interpretationOf(e.kind, point, program.shaderModel.minor)!,
      semanticIndex: e.semanticIndexes[0]!,
      rows: e.rows,
      cols: e.cols,
      interpolation: e.interpolation,
      width: program.nativeLowPrecision && SIXTEEN_BITS.includes(e.componentType) ? 16 : 32,
      stream: e.stream,
    })),
    point,
  )
  return places.map((p, i) => `${elements[i]!.name}${elements[i]!.semanticIndexes} ${p?.row ?? -1},${p?.col ?? -1}`)
}
const stated = (elements: readonly SignatureElement[]): string[] =>
  elements.map(e => `${e.name}${e.semanticIndexes} ${e.startRow},${e.startCol}`)

async function programOf(source: string, ...words: string[]): Promise<Program | undefined> {
  const { container } = await (await Dxc.shared()).compile(source, [...words, '-E', 'main'])
  if (!container) return undefined
  const part = readContainer(container).parts.find(p => p.name === 'DXIL')!
  return readProgram(readModule(decodePart('DXIL', part.data, part.offset).bitcode))
}

const TYPES = ['float', 'float2', 'float3', 'float4', 'int', 'uint2', 'uint4', 'bool', 'row_major float2x3', 'float2x2']
const HALVES = ['half', 'half3', 'int16_t2']
const MODES = ['', '', '', 'nointerpolation ', 'noperspective ', 'centroid ', 'sample ']

function randomFields(seed: number, halves: boolean): string {
  const random = randomFrom(seed)
  const one = <T>(list: readonly T[]): T => list[random(list.length)]!
  const fields = Array.from({ length: 1 + random(9) }, (_, i) => {
    const type = one(halves ? [...TYPES, ...HALVES] : TYPES)
    const isFloat = /float|half/.test(type)
    const array = random(5) === 0 && !type.includes('x') ? `[${1 + random(3)}]` : ''
    return `  ${isFloat ? one(MODES) : 'nointerpolation '}${type} f${i}${array} : A${String.fromCharCode(65 + i)};`
  })
  const special = ['float4 pos : SV_Position;', 'float clip0 : SV_ClipDistance0;', 'float2 cull : SV_CullDistance1;']
  for (const field of special) if (random(2) === 0) fields.splice(random(fields.length + 1), 0, `  ${field}`)
  return fields.join('\n')
}

oracleTest('dxc', 'vertex outputs and pixel inputs get the registers DXC gives them', async t => {
  let compared = 0
  for (let seed = 1; seed <= 60; seed++) {
    const halves = seed % 3 === 0
    const fields = randomFields(seed, halves)
    const words = halves ? ['-enable-16bit-types'] : []
    const vertex = await programOf(`struct V {\n${fields}\n};\nV main() { return (V)0; }`, '-T', 'vs_6_2', ...words)
    const pixel = await programOf(
      `struct V {\n${fields}\n};\nfloat4 main(V v) : SV_Target { return 0; }`,
      '-T',
      'ps_6_2',
      ...words,
    )
    if (vertex) {
      const { output } = vertex.entries[0]!.signatures
      t.deepEqual(packed(output, 'VSOut', vertex), stated(output), fields)
      compared++
    }
    if (pixel) {
      const { input } = pixel.entries[0]!.signatures
      t.deepEqual(packed(input, 'PSIn', pixel), stated(input), fields)
      compared++
    }
  }
  t.true(compared > 60, `${compared} signatures compared`)
})

oracleTest('dxc', 'vertex inputs, targets, and elements without registers', async t => {
  const vertex = await programOf(
    'float4 main(float a : A, float3x2 m : M, uint v : SV_VertexID, float2 b[2] : B, uint i : SV_InstanceID) : SV_Position { return a + m[0][0] + v + b[1].x + i; }',
    '-T',
    'vs_6_0',
  )
  const { input } = vertex!.entries[0]!.signatures
  t.deepEqual(packed(input, 'VSIn', vertex!), stated(input))
  const pixel = await programOf(
    'void main(float4 p : SV_Position, bool f : SV_IsFrontFace, uint s : SV_SampleIndex, uint prim : SV_PrimitiveID, out float4 t2 : SV_Target2, out float2 t0 : SV_Target0, out float d : SV_Depth, out uint c : SV_Coverage) { t2 = p; t0 = f + prim; d = 1; c = s; }',
    '-T',
    'ps_6_0',
  )
  const { input: inputs, output } = pixel!.entries[0]!.signatures
  t.deepEqual(packed(inputs, 'PSIn', pixel!), stated(inputs))
  t.deepEqual(packed(output, 'PSOut', pixel!), stated(output))
})

test('what does not fit has no place', t => {
  const element = {
    interpretation: 'Arb',
    semanticIndex: 0,
    rows: 20,
    cols: 4,
    interpolation: 2,
    width: 32,
    stream: 0,
  } as const
  t.deepEqual(packSignature([element, element], 'VSOut'), [{ row: 0, col: 0 }, null])
  t.deepEqual(packSignature([element, element], 'VSIn'), [{ row: 0, col: 0 }, null])
  t.deepEqual(packSignature([element], 'CSIn'), [undefined])
})

test('a semantic means what its point and shader model say', t => {
  const POSITION = 3
  const VIEW_ID = 27
  t.is(interpretationOf(POSITION, 'VSIn', 0), 'Arb')
  t.is(interpretationOf(POSITION, 'PSIn', 0), 'SV')
  t.is(interpretationOf(POSITION, 'CSIn', 6), undefined)
  t.is(interpretationOf(VIEW_ID, 'PSIn', 0), undefined)
  t.is(interpretationOf(VIEW_ID, 'PSIn', 1), 'NotInSig')
})
