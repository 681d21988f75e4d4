// A container with every part we can build, made without any oracle.

import { buildPsv0 } from '../../src/container/build_psv0.ts'
import { buildSignature, type SignatureElementDescription } from '../../src/container/build_signature.ts'
import { writeContainer } from '../../src/container/container.ts'
import { buildDebugName } from '../../src/container/debug_name.ts'
import { buildDxilProgram } from '../../src/container/dxil_program.ts'
import { buildFeatures } from '../../src/container/features.ts'
import { buildShaderHash } from '../../src/container/hash.ts'
import { buildCompilerVersion } from '../../src/container/version.ts'
import { Feature } from '../../src/spec/feature_flags.ts'
import {
  COMPONENT_TYPE,
  PSV_RESOURCE_TYPE,
  RESOURCE_KIND,
  SEMANTIC_KIND,
  SHADER_STAGE,
} from '../../src/spec/psv_enums.ts'

export const VALIDATOR = { major: 1, minor: 8 } as const

const texcoord: SignatureElementDescription = {
  name: 'TEXCOORD',
  semanticIndexes: [0, 1],
  rows: 2,
  cols: 2,
  startRow: 1,
  startCol: 1,
  kind: SEMANTIC_KIND.Arbitrary,
  componentType: COMPONENT_TYPE.F32,
  stream: 0,
  usageMask: 3,
  inSignature: true,
}
const position: SignatureElementDescription = {
  ...texcoord,
  name: 'SV_Position',
  semanticIndexes: [0],
  rows: 1,
  cols: 4,
  startRow: 0,
  startCol: 0,
  kind: SEMANTIC_KIND.Position,
  usageMask: 15,
}

export const SAMPLE_ELEMENTS = [texcoord, position]

export function samplePsv0(): Uint8Array {
  const elements = SAMPLE_ELEMENTS.map(e => ({ ...e, interpolation: 2, dynamicMask: 0, componentType: 3 }))
  return buildPsv0(
    {
      stage: SHADER_STAGE.Vertex,
      stageInfo: { outputPositionPresent: 1 },
      entryName: 'main',
      usesViewId: true,
      resources: [
        { type: PSV_RESOURCE_TYPE.CBV, space: 0, lower: 1, upper: 1, kind: RESOURCE_KIND.CBuffer, flags: 0 },
        {
          type: PSV_RESOURCE_TYPE.UAVRaw,
          space: 2,
          lower: 3,
          upper: 0xffffffff,
          kind: RESOURCE_KIND.RawBuffer,
          flags: 1,
        },
      ],
      inputs: elements,
      outputs: elements,
      inputVectors: 3,
      outputVectors: [3],
      viewIdOutputs: [Uint32Array.of(5)],
      inputToOutput: [Uint32Array.from({ length: 12 }, (_, i) => i)],
    },
    VALIDATOR,
  )
}

export function sampleContainer(): Uint8Array {
  const bitcode = Uint8Array.from({ length: 102 }, (_, i) => i * 7)
  const program = buildDxilProgram(
    { stage: SHADER_STAGE.Vertex, major: 6, minor: 1, dxilMajor: 1, dxilMinor: 1 },
    bitcode,
  )
  const signature = { validator: VALIDATOR, minPrecision: true }
  return writeContainer(
    [
      { name: 'SFI0', data: buildFeatures(Feature.ViewID | Feature.WaveOps) },
      { name: 'ISG1', data: buildSignature(SAMPLE_ELEMENTS, { ...signature, isInput: true }) },
      { name: 'OSG1', data: buildSignature(SAMPLE_ELEMENTS, { ...signature, isInput: false }) },
      { name: 'PSV0', data: samplePsv0() },
      {
        name: 'VERS',
        data: buildCompilerVersion({ major: 1, minor: 8, flags: 0, commitCount: 9, commit: 'abcdef', custom: '1.8 x' }),
      },
      { name: 'ILDN', data: buildDebugName('some file.pdb') },
      { name: 'HASH', data: buildShaderHash(bitcode) },
      { name: 'DXIL', data: program },
      { name: 'PRIV', data: Uint8Array.of(1, 2, 3) },
    ],
    VALIDATOR,
  )
}
