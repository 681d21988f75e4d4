// A container reflected: everything D3D12's reflection interfaces tell, and what they leave out, from STAT or DXIL and RDAT.

import { FormatError } from '../base/format_error.ts'
import { type Container, findPart } from '../container/container.ts'
import { decodePart } from '../container/parts.ts'
import { integerOf, operandsOf, textOf } from '../dxil/metadata_values.ts'
import { type Program, type ProgramEntry, readProgram } from '../dxil/program.ts'
import { featuresOf, ShaderFlag } from '../dxil/shader_flags.ts'
import { structAnnotations } from '../dxil/type_annotations.ts'
import { dataLayoutOf } from '../dxil/type_size.ts'
import type { Module } from '../llvm/model/module.ts'
import { readModule } from '../llvm/read/read_module.ts'
import { nameOf, SHADER_STAGE } from '../spec/psv_enums.ts'
import { reflectBinding } from './bindings.ts'
import { reflectBuffers } from './buffers.ts'
import { reflectFunctions } from './functions.ts'
import type { InstructionCounts, Reflection, ShaderReflection } from './model.ts'
import { requirements } from './requirements.ts'
import { reflectSignature } from './signatures.ts'
import type { TypeContext } from './types.ts'

const PROGRAM_HEADER_BYTES = 8

/**
 * Reflects a container made by anyone.
 * @throws FormatError when the container has no program, or one that cannot be read
 */
export function reflectContainer(container: Container): Reflection {
  const { module, source } = programOf(container)
  const program = readProgram(module)
  const context: TypeContext = {
    annotations: structAnnotations(module),
    layout: dataLayoutOf(module.dataLayout),
    count: 0,
  }
  const common = {
    creator: program.ident,
    shaderModel: `${program.shaderModel.major}.${program.shaderModel.minor}`,
    source,
    buffers: reflectBuffers(context, program.resources),
    bindings: program.resources.map(r => reflectBinding(context, r)),
  }
  if (program.stage === SHADER_STAGE.Library)
    return { kind: 'library', ...common, functions: reflectFunctions(container, program, common) }
  const entry = program.entries[0]
  if (!entry) throw new FormatError('the program has no entry point', 0)
  return { kind: 'shader', ...common, ...shaderFacts(program, entry), counts: countsOf(module) }
}

/** The module that tells most: STAT keeps names and types, ILDB too. */
function programOf(container: Container): { readonly module: Module; readonly source: Reflection['source'] } {
  for (const source of ['STAT', 'ILDB', 'DXIL'] as const) {
    const part = findPart(container, source)
    if (!part) continue
    const program = decodePart(source, part.data, part.offset)
    return { module: readModule(program.bitcode, part.offset + program.bitcodeOffset + PROGRAM_HEADER_BYTES), source }
  }
  throw new FormatError('the container has neither a STAT nor a DXIL part', 0)
}

type ShaderFacts = Pick<
  ShaderReflection,
  | 'stage'
  | 'entry'
  | 'inputs'
  | 'outputs'
  | 'patchConstants'
  | 'threadGroup'
  | 'waveLanes'
  | 'geometry'
  | 'tessellation'
  | 'mesh'
  | 'requires'
>

function shaderFacts({ stage }: Program, { name, signatures, properties: p }: ProgramEntry): ShaderFacts {
  const { geometry, hull, domain, mesh, waveSize } = p
  const factorDomain = hull?.domain ?? domain?.domain
  return {
    stage: nameOf(SHADER_STAGE, stage),
    entry: name,
    inputs: reflectSignature(signatures.input, factorDomain),
    outputs: reflectSignature(signatures.output, factorDomain),
    patchConstants: reflectSignature(signatures.patchOrPrim, factorDomain),
    threadGroup: p.numThreads ?? null,
    waveLanes: waveSize?.min ? [waveSize.min, waveSize.max || waveSize.min] : null,
    geometry: geometry
      ? {
          inputPrimitive: geometry.inputPrimitive,
          outputTopology: geometry.topology,
          maxVertices: geometry.maxVertexCount,
          instances: geometry.instances,
        }
      : null,
    tessellation: hull
      ? {
          domain: hull.domain,
          inputControlPoints: hull.inputControlPoints,
          outputControlPoints: hull.outputControlPoints,
          partitioning: hull.partitioning,
          outputPrimitive: hull.outputPrimitive,
        }
      : domain
        ? {
            domain: domain.domain,
            inputControlPoints: domain.inputControlPoints,
            ...{ outputControlPoints: 0, partitioning: 0, outputPrimitive: 0 },
          }
        : null,
    mesh: mesh ? { ...mesh } : null,
    requires: requirements(featuresOf(p.shaderFlags), (p.shaderFlags & ShaderFlag.ForceEarlyDepthStencil) !== 0n),
  }
}

function countsOf(module: Module): InstructionCounts {
  const operands = operandsOf(module.findNamed('dx.counters')?.operands[0])
  const counters = new Map<string, number>()
  for (let i = 0; i + 1 < operands.length; i += 2) counters.set(textOf(operands[i]), integerOf(operands[i + 1]) ?? 0)
  const of = (...names: string[]): number => names.reduce((sum, name) => sum + (counters.get(name) ?? 0), 0)
  return {
    instructions: of('insts'),
    arrayBytes: of('array_local_bytes', 'array_static_bytes', 'array_tgsm_bytes'),
    arrayAccesses: of('array_local_ldst', 'array_static_ldst', 'array_tgsm_ldst'),
    branches: of('branches'),
    floats: of('floats'),
    ints: of('ints'),
    uints: of('uints'),
    samples: of('tex_norm'),
    textureLoads: of('tex_load'),
    textureStores: of('tex_store'),
    comparisons: of('tex_cmp'),
    biased: of('tex_bias'),
    gradients: of('tex_grad'),
    cuts: of('gs_cut'),
    emits: of('gs_emit'),
    barriers: of('barrier'),
    atomics: of('atomic'),
  }
}
