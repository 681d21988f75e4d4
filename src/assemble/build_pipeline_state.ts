// PSV0 of a program that is not a library: everything is said by its metadata, except how much group-shared memory it has.

import {
  buildPsv0,
  type PsvDescription,
  type PsvElementDescription,
  type PsvResourceDescription,
} from '../container/build_psv0.ts'
import { signatureComponent } from '../container/build_signature.ts'
import type { StageInfo } from '../container/psv_stage.ts'
import { dependencyWords, type PsvVersion, psvVersionFor } from '../container/psv0.ts'
import { type ValidatorVersion, validatorAtLeast } from '../container/validator_version.ts'
import type { EntryProperties } from '../dxil/entry_properties.ts'
import type { Program, ProgramEntry } from '../dxil/program.ts'
import type { ProgramResource } from '../dxil/resources.ts'
import { ShaderFlag } from '../dxil/shader_flags.ts'
import type { SignatureElement } from '../dxil/signature_elements.ts'
import { allocSize, dataLayoutOf } from '../dxil/type_size.ts'
import { type Dependencies, readViewIdState, scalarWords } from '../dxil/view_id_state.ts'
import type { Module } from '../llvm/model/module.ts'
import {
  INTERPOLATION_MODE,
  PSV_RESOURCE_FLAG,
  PSV_RESOURCE_TYPE,
  RESOURCE_KIND,
  SEMANTIC_KIND,
  SHADER_STAGE,
} from '../spec/psv_enums.ts'

/** LLVM address space of group-shared memory. */
const GROUP_SHARED = 3
const NO_REGISTER_LIMIT = 0xffffffff

export function buildPipelineState(module: Module, program: Program, entry: ProgramEntry): Uint8Array {
  const { stage, validatorVersion } = program
  const { properties: p } = entry
  const { input, output, patchOrPrim } = entry.signatures
  const usesViewId = (p.shaderFlags & ShaderFlag.ViewID) !== 0n
  const groupSharedBytes = groupShared(module)
  const hasGroups =
    stage === SHADER_STAGE.Compute || stage === SHADER_STAGE.Mesh || stage === SHADER_STAGE.Amplification
  const hasPatch = stage === SHADER_STAGE.Hull || stage === SHADER_STAGE.Domain || stage === SHADER_STAGE.Mesh
  const elements = (list: readonly SignatureElement[]): PsvElementDescription[] =>
    list.map(e => describeElement(e, validatorVersion))
  const vectors: Vectors = {
    input: vectorsUsed(input, 0),
    output: [0, 1, 2, 3].map(s => vectorsUsed(output, s)),
    patchOrPrim: hasPatch ? vectorsUsed(patchOrPrim, 0) : 0,
  }
  const tables = dependencyTables(program, vectors, usesViewId)
  const { minWaveLanes, maxWaveLanes } = waveLanes(stage, p)
  return buildPsv0(
    {
      stage,
      stageInfo: stageInfo(stage, entry, groupSharedBytes),
      entryName: entry.name,
      minWaveLanes,
      maxWaveLanes,
      usesViewId,
      maxVertexCount: stage === SHADER_STAGE.Geometry ? p.geometry?.maxVertexCount : undefined,
      meshTopology: stage === SHADER_STAGE.Mesh ? p.mesh?.topology : undefined,
      numThreads: hasGroups ? p.numThreads : undefined,
      groupSharedBytes: hasGroups ? groupSharedBytes : 0,
      resources: program.resources.map(describeResource),
      inputs: elements(input),
      outputs: elements(output),
      patchOrPrims: elements(patchOrPrim),
      inputVectors: vectors.input,
      outputVectors: vectors.output,
      patchOrPrimVectors: vectors.patchOrPrim,
      viewIdOutputs: tables.viewIdOutputs,
      viewIdPatchOrPrims: tables.viewIdPatchOrPrims,
      inputToOutput: tables.inputToOutput,
      inputToPatch: tables.inputToPatch,
      patchToOutput: tables.patchToOutput,
    },
    validatorVersion,
    psvVersion(program),
  )
}

/** Field by field: a spread element has a hidden class of its own, which all code behind it would have to know. */
const describeElement = (e: SignatureElement, validator: ValidatorVersion): PsvElementDescription => ({
  name: e.name,
  semanticIndexes: e.semanticIndexes,
  rows: e.rows,
  cols: e.cols,
  startRow: e.startRow,
  startCol: e.startCol,
  kind: e.kind,
  componentType: signatureComponent(e.componentType, validator),
  interpolation: e.interpolation,
  dynamicMask: e.dynamicMask,
  stream: e.stream,
})

/** Releases of DXC that write no newer PSV0 than this whatever the validator version. */
const NEWEST_BY_COMPILER: readonly (readonly [ident: RegExp, version: PsvVersion])[] = [
  [/\b1\.[0-7]\./, 2],
  [/\b1\.8\./, 3],
]

/** A program made without a validator version has the newest PSV0 its compiler knew. */
function psvVersion({ validatorVersion: v, ident }: Program): PsvVersion {
  const isUnbound = v.major === 0 && v.minor === 0
  if (!isUnbound && !validatorAtLeast(v, 1, 10)) return psvVersionFor(v)
  return NEWEST_BY_COMPILER.find(([pattern]) => pattern.test(ident))?.[1] ?? 5
}

/** Bytes of all group-shared globals, used or not: DXC's count. */
function groupShared(module: Module): number {
  const layout = dataLayoutOf(module.dataLayout)
  let bytes = 0
  for (const g of module.globals) if (g.type.addressSpace === GROUP_SHARED) bytes += allocSize(g.valueType, layout)
  return bytes >>> 0
}

function waveLanes(stage: number, { waveSize }: EntryProperties): { minWaveLanes?: number; maxWaveLanes?: number } {
  if (stage !== SHADER_STAGE.Compute || !waveSize?.min) return {}
  return { minWaveLanes: waveSize.min, maxWaveLanes: waveSize.max || waveSize.min }
}

const has = (elements: readonly SignatureElement[], kind: number): number =>
  elements.some(e => e.kind === kind) ? 1 : 0

const DEPTHS: readonly number[] = [SEMANTIC_KIND.Depth, SEMANTIC_KIND.DepthLessEqual, SEMANTIC_KIND.DepthGreaterEqual]
const PER_SAMPLE: readonly number[] = [INTERPOLATION_MODE.LinearSample, INTERPOLATION_MODE.LinearNoperspectiveSample]

function stageInfo(stage: number, { properties: p, signatures }: ProgramEntry, groupSharedBytes: number): StageInfo {
  const { input, output } = signatures
  const outputPositionPresent = has(output, SEMANTIC_KIND.Position)
  switch (stage) {
    case SHADER_STAGE.Vertex:
      return { outputPositionPresent }
    case SHADER_STAGE.Hull: {
      const { inputControlPoints = 0, outputControlPoints = 0, domain = 0, outputPrimitive = 0 } = p.hull ?? {}
      return { inputControlPoints, outputControlPoints, domain, outputPrimitive }
    }
    case SHADER_STAGE.Domain: {
      const { inputControlPoints = 0, domain = 0 } = p.domain ?? {}
      return { inputControlPoints, outputPositionPresent, domain }
    }
    case SHADER_STAGE.Geometry: {
      const { inputPrimitive = 0, topology = 0, streamMask = 0 } = p.geometry ?? {}
      // The runtime expects stream 0 even of a shader that writes none.
      return { inputPrimitive, outputTopology: topology, outputStreamMask: streamMask || 1, outputPositionPresent }
    }
    case SHADER_STAGE.Pixel:
      return {
        depthOutput: output.some(e => DEPTHS.includes(e.kind)) ? 1 : 0,
        sampleFrequency: input.some(e => e.kind === SEMANTIC_KIND.SampleIndex || PER_SAMPLE.includes(e.interpolation))
          ? 1
          : 0,
      }
    case SHADER_STAGE.Mesh: {
      const { payloadBytes = 0, maxVertices = 0, maxPrimitives = 0 } = p.mesh ?? {}
      return { groupSharedBytes, payloadBytes, maxOutputVertices: maxVertices, maxOutputPrimitives: maxPrimitives }
    }
    case SHADER_STAGE.Amplification:
      return { payloadBytes: p.amplificationPayloadBytes ?? 0 }
    default:
      return {}
  }
}

/** Registers up to the last one an element of the stream has. */
function vectorsUsed(elements: readonly SignatureElement[], stream: number): number {
  let vectors = 0
  for (const e of elements) if (e.startRow >= 0 && e.stream === stream) vectors = Math.max(vectors, e.startRow + e.rows)
  return vectors
}

interface Vectors {
  readonly input: number
  readonly output: readonly number[]
  readonly patchOrPrim: number
}

type Tables = Pick<
  PsvDescription,
  'viewIdOutputs' | 'viewIdPatchOrPrims' | 'inputToOutput' | 'inputToPatch' | 'patchToOutput'
>

/** dx.viewIdState counts scalars, PSV0 whole vectors: rows and words are copied into tables of the vectors' size. */
function dependencyTables(program: Program, vectors: Vectors, usesViewId: boolean): Tables {
  const { stage } = program
  const state = readViewIdState(program.viewIdState, stage, usesViewId)
  const row = (to: number, words: Uint32Array | undefined, scalars: number): Uint32Array =>
    widen(words, 1, scalars, 1, to)
  const table = (from: number, to: number, d: Dependencies | undefined): Uint32Array =>
    widen(d?.inputs, state?.inputs ?? 0, d?.outputs ?? 0, from * 4, to)
  const streams = vectors.output.slice(0, stage === SHADER_STAGE.Geometry ? 4 : 1)
  const { patchOrPrim } = vectors
  const inputToOutput =
    stage === SHADER_STAGE.Mesh ? [] : streams.map((to, s) => table(vectors.input, to, state?.streams[s]))
  const patch = state?.patchOrPrim
  const fromPatch = (): Uint32Array =>
    widen(state?.patchToOutput, state?.patchInputs ?? 0, state?.streams[0]?.outputs ?? 0, patchOrPrim * 4, streams[0]!)
  return {
    inputToOutput,
    viewIdOutputs: usesViewId
      ? streams.map((to, s) => row(to, state?.streams[s]?.viewId, state?.streams[s]?.outputs ?? 0))
      : undefined,
    viewIdPatchOrPrims: usesViewId ? row(patchOrPrim, patch?.viewId, patch?.outputs ?? 0) : undefined,
    inputToPatch: stage === SHADER_STAGE.Hull ? table(vectors.input, patchOrPrim, patch) : undefined,
    patchToOutput: stage === SHADER_STAGE.Domain ? fromPatch() : undefined,
  }
}

/** A table of `rows` rows for `vectors` output vectors, filled from one of `fromRows` rows for `scalars` outputs. */
function widen(
  words: Uint32Array | undefined,
  fromRows: number,
  scalars: number,
  rows: number,
  vectors: number,
): Uint32Array {
  const width = dependencyWords(vectors)
  const table = new Uint32Array(width * rows)
  if (!words) return table
  const fromWidth = scalarWords(scalars)
  const copied = Math.min(width, fromWidth)
  for (let r = 0; r < Math.min(rows, fromRows); r++)
    table.set(words.subarray(r * fromWidth, r * fromWidth + copied), r * width)
  return table
}

function describeResource(r: ProgramResource): PsvResourceDescription {
  return {
    type: psvType(r),
    space: r.space,
    lower: r.lower,
    upper: upperBound(r),
    kind: r.kind,
    flags: r.atomic64 ? PSV_RESOURCE_FLAG.UsedByAtomic64 : 0,
  }
}

/** Last register, inclusive. */
export function upperBound(r: ProgramResource): number {
  return r.count === undefined ? NO_REGISTER_LIMIT : (r.lower + r.count - 1) >>> 0
}

function psvType(r: ProgramResource): number {
  const T = PSV_RESOURCE_TYPE
  const isUav = r.class === 'uav'
  switch (r.kind) {
    case RESOURCE_KIND.Sampler:
      return T.Sampler
    case RESOURCE_KIND.CBuffer:
      return T.CBV
    case RESOURCE_KIND.StructuredBuffer:
      if (!isUav) return T.SRVStructured
      return r.hasCounter ? T.UAVStructuredWithCounter : T.UAVStructured
    case RESOURCE_KIND.RTAccelerationStructure:
      return T.SRVRaw
    case RESOURCE_KIND.RawBuffer:
      return isUav ? T.UAVRaw : T.SRVRaw
    default:
      return isUav ? T.UAVTyped : T.SRVTyped
  }
}
