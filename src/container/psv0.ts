// PSV0, pipeline state validation, versions 0 to 5: one layout for every direction. The stored sizes are the version:
// a newer record is an older one with more fields. build_psv0.ts makes one from a description.

import {
  INTERPOLATION_MODE,
  MESH_TOPOLOGY,
  PSV_RESOURCE_TYPE,
  RESOURCE_KIND,
  SEMANTIC_KIND,
  SHADER_STAGE,
  SIGNATURE_COMPONENT,
} from '../spec/psv_enums.ts'
import { type Io, NO_BYTES, NO_WORDS, type Sized } from './io.ts'
import { STAGE_INFO_SIZE } from './psv_stage.ts'
import { type ValidatorVersion, validatorAtLeast } from './validator_version.ts'

/** Bytes of the runtime info by version. */
export const PSV_INFO_SIZE = [24, 36, 48, 52, 56, 60] as const
/** Bytes of a binding record: versions 0 and 1, and from 2 on. */
export const PSV_RESOURCE_SIZE = [16, 24] as const
const PSV_ELEMENT_SIZE = 16
/** Only geometry shaders have more than one output stream. */
const PSV_STREAMS = 4

/** Names of fields by stream, made once. */
const byStream = (field: string): readonly string[] => [0, 1, 2, 3].map(s => `${field}[${s}]`)
const OUTPUT_VECTORS = byStream('output vectors')
const VIEW_ID_TO_OUTPUT = byStream('view id to output')
const INPUT_TO_OUTPUT = byStream('input to output')
const NUM_THREADS = ['num threads x', 'num threads y', 'num threads z'] as const

export interface PsvInfo extends Sized {
  /** 16 bytes whose meaning depends on the stage, see psv_stage.ts. */
  stageInfo: Uint8Array
  minWaveLanes: number
  maxWaveLanes: number
  /** SHADER_STAGE number; NO_STAGE in version 0, which does not store it. */
  stage: number
  usesViewId: number
  /** Geometry shaders only; the other stages store the next two in the same bytes. */
  maxVertexCount: number
  /** Vectors of the patch constant (hull, domain) or primitive (mesh) signature. */
  patchOrPrimVectors: number
  meshTopology: number
  inputElements: number
  outputElements: number
  patchOrPrimElements: number
  inputVectors: number
  /** By stream. */
  outputVectors: number[]
  numThreads: [x: number, y: number, z: number]
  /** Offset in the string table. */
  entryName: number
  groupSharedBytes: number
  /**
   * Version 5, which DXC writes for validator 1.10 since 1.9.5517: 1 when the part says more about linear algebra operations,
   * in tables whose layout is not published (they are among the indexes and in `trailing`), else 0.
   */
  linearAlgebra: number
}

export interface PsvResource extends Sized {
  type: number
  space: number
  lower: number
  /** Inclusive; 0xFFFFFFFF when unbounded. */
  upper: number
  kind: number
  flags: number
}

/** colsAndStart: bits 0-3 columns, 4-5 start column, 6 allocated. dynMaskAndStream: bits 0-3 mask, 4-5 stream. */
export interface PsvElement extends Sized {
  name: number
  indexes: number
  rows: number
  startRow: number
  colsAndStart: number
  kind: number
  componentType: number
  interpolation: number
  dynMaskAndStream: number
  reserved: number
}

/**
 * A decoded part. Dependency tables are bit tables of D(outputs) words a row, one row per input scalar (or a single row for
 * the ViewID ones); by stream where four may exist; empty where the part has none.
 */
export interface Psv0 {
  infoSize: number
  info: PsvInfo
  resourceSize: number
  resources: PsvResource[]
  strings: Uint8Array
  indexes: Uint32Array
  elementSize: number
  inputs: PsvElement[]
  outputs: PsvElement[]
  patchOrPrims: PsvElement[]
  viewIdOutputs: Uint32Array[]
  viewIdPatchOrPrims: Uint32Array
  inputToOutput: Uint32Array[]
  inputToPatch: Uint32Array
  patchToOutput: Uint32Array
  /** Bytes behind everything known; empty for every version up to 5. */
  trailing: Uint8Array
}

export const NO_STAGE = 0xff

export function newPsv0(): Psv0 {
  return {
    infoSize: PSV_INFO_SIZE[4],
    info: newPsvInfo(),
    resourceSize: PSV_RESOURCE_SIZE[1],
    resources: [],
    strings: NO_BYTES,
    indexes: NO_WORDS,
    elementSize: PSV_ELEMENT_SIZE,
    inputs: [],
    outputs: [],
    patchOrPrims: [],
    viewIdOutputs: Array<Uint32Array>(PSV_STREAMS).fill(NO_WORDS),
    viewIdPatchOrPrims: NO_WORDS,
    inputToOutput: Array<Uint32Array>(PSV_STREAMS).fill(NO_WORDS),
    inputToPatch: NO_WORDS,
    patchToOutput: NO_WORDS,
    trailing: NO_BYTES,
  }
}

export type PsvVersion = 0 | 1 | 2 | 3 | 4 | 5

/** PSV version for a validator version, as DXC's published sources have it (newer builds write 5 where these write 4). */
export function psvVersionFor(validator: ValidatorVersion): PsvVersion {
  if (validatorAtLeast(validator, 1, 10)) return 4
  if (validatorAtLeast(validator, 1, 8)) return 3
  if (validatorAtLeast(validator, 1, 6)) return 2
  return validatorAtLeast(validator, 1, 1) ? 1 : 0
}

/** Version of a part: the newest whose runtime info it holds whole. */
export function psvVersion(p: Psv0): number {
  for (let version = PSV_INFO_SIZE.length - 1; version > 0; version--)
    if (p.infoSize >= PSV_INFO_SIZE[version]!) return version
  return 0
}

/** Words of a dependency table row: one bit per scalar, four scalars a vector. */
export function dependencyWords(vectors: number): number {
  return (vectors + 7) >> 3
}

/** The layout of the whole part. */
export function psv0(io: Io, p: Psv0): void {
  p.infoSize = io.u32('info size', p.infoSize)
  if (p.infoSize < PSV_INFO_SIZE[0]) throw io.error(`runtime info of ${p.infoSize} bytes is shorter than version 0`)
  io.sized('info', p.infoSize, p.info, runtimeInfo)

  const resourceCount = io.u32('resource count', p.resources.length)
  if (resourceCount > 0) p.resourceSize = io.u32('resource size', p.resourceSize)
  p.resources = io.list('resource', p.resources, resourceCount, newPsvResource, (io, r) =>
    io.sized('', p.resourceSize, r, resource),
  )
  if (psvVersion(p) >= 1) {
    signatures(io, p)
    viewIdTables(io, p)
    dependencies(io, p)
  }
  p.trailing = io.remainder('trailing', p.trailing)
}

function signatures(io: Io, p: Psv0): void {
  const { info } = p
  p.strings = io.bytes('strings', p.strings, io.u32('string bytes', p.strings.length))
  p.indexes = io.words('semantic indexes', p.indexes, io.u32('semantic index count', p.indexes.length))
  if (info.inputElements + info.outputElements + info.patchOrPrimElements > 0)
    p.elementSize = io.u32('element size', p.elementSize)
  const elements = (field: string, list: PsvElement[], count: number): PsvElement[] =>
    io.list(field, list, count, newPsvElement, (io, e) => io.sized('', p.elementSize, e, element))
  p.inputs = elements('input', p.inputs, info.inputElements)
  p.outputs = elements('output', p.outputs, info.outputElements)
  p.patchOrPrims = elements('patch or prim', p.patchOrPrims, info.patchOrPrimElements)
}

function viewIdTables(io: Io, p: Psv0): void {
  const { info } = p
  if (info.usesViewId === 0) return
  for (let s = 0; s < streams(info); s++) {
    const words = dependencyWords(info.outputVectors[s]!)
    if (words > 0) p.viewIdOutputs[s] = io.words(VIEW_ID_TO_OUTPUT[s]!, p.viewIdOutputs[s]!, words)
  }
  if (info.patchOrPrimVectors > 0 && (info.stage === SHADER_STAGE.Hull || info.stage === SHADER_STAGE.Mesh)) {
    const words = dependencyWords(info.patchOrPrimVectors)
    p.viewIdPatchOrPrims = io.words('view id to patch or prim', p.viewIdPatchOrPrims, words)
  }
}

/** Tables whose either side has no vectors are not stored: their word count is zero. */
function dependencies(io: Io, p: Psv0): void {
  const { info } = p
  const table = (field: string, value: Uint32Array, from: number, to: number): Uint32Array => {
    const words = dependencyWords(to) * from * 4
    return words > 0 ? io.words(field, value, words) : value
  }
  // Mesh shaders have no input signature of their own; DXC writes no table although the vectors could be counted.
  if (info.stage !== SHADER_STAGE.Mesh)
    for (let s = 0; s < streams(info); s++)
      p.inputToOutput[s] = table(INPUT_TO_OUTPUT[s]!, p.inputToOutput[s]!, info.inputVectors, info.outputVectors[s]!)
  if (info.stage === SHADER_STAGE.Hull)
    p.inputToPatch = table('input to patch', p.inputToPatch, info.inputVectors, info.patchOrPrimVectors)
  if (info.stage === SHADER_STAGE.Domain)
    p.patchToOutput = table('patch to output', p.patchToOutput, info.patchOrPrimVectors, info.outputVectors[0]!)
}

function streams(info: PsvInfo): number {
  return info.stage === SHADER_STAGE.Geometry ? PSV_STREAMS : 1
}

function runtimeInfo(io: Io, r: PsvInfo): void {
  r.stageInfo = io.bytes('stage info', r.stageInfo, STAGE_INFO_SIZE)
  r.minWaveLanes = io.u32('min wave lanes', r.minWaveLanes)
  r.maxWaveLanes = io.u32('max wave lanes', r.maxWaveLanes)
  r.stage = io.u8('stage', r.stage, SHADER_STAGE) // version 1
  r.usesViewId = io.u8('uses view id', r.usesViewId)
  if (r.stage === SHADER_STAGE.Geometry) r.maxVertexCount = io.u16('max vertex count', r.maxVertexCount)
  else {
    r.patchOrPrimVectors = io.u8('patch or prim vectors', r.patchOrPrimVectors)
    r.meshTopology = io.u8('mesh topology', r.meshTopology, MESH_TOPOLOGY)
  }
  r.inputElements = io.u8('input elements', r.inputElements)
  r.outputElements = io.u8('output elements', r.outputElements)
  r.patchOrPrimElements = io.u8('patch or prim elements', r.patchOrPrimElements)
  r.inputVectors = io.u8('input vectors', r.inputVectors)
  for (let s = 0; s < PSV_STREAMS; s++) r.outputVectors[s] = io.u8(OUTPUT_VECTORS[s]!, r.outputVectors[s]!)
  for (let i = 0; i < 3; i++) r.numThreads[i] = io.u32(NUM_THREADS[i]!, r.numThreads[i]!) // version 2
  r.entryName = io.u32('entry name', r.entryName) // version 3
  r.groupSharedBytes = io.u32('group shared bytes', r.groupSharedBytes) // version 4
  r.linearAlgebra = io.u32('linear algebra', r.linearAlgebra) // version 5
}

function resource(io: Io, r: PsvResource): void {
  r.type = io.u32('type', r.type, PSV_RESOURCE_TYPE)
  r.space = io.u32('space', r.space)
  r.lower = io.u32('lower', r.lower)
  r.upper = io.u32('upper', r.upper)
  r.kind = io.u32('kind', r.kind, RESOURCE_KIND) // version 2
  r.flags = io.u32('flags', r.flags)
}

function element(io: Io, e: PsvElement): void {
  e.name = io.u32('name', e.name)
  e.indexes = io.u32('indexes', e.indexes)
  e.rows = io.u8('rows', e.rows)
  e.startRow = io.u8('start row', e.startRow)
  e.colsAndStart = io.u8('cols and start', e.colsAndStart)
  e.kind = io.u8('kind', e.kind, SEMANTIC_KIND)
  e.componentType = io.u8('component type', e.componentType, SIGNATURE_COMPONENT)
  e.interpolation = io.u8('interpolation', e.interpolation, INTERPOLATION_MODE)
  e.dynMaskAndStream = io.u8('dynamic mask and stream', e.dynMaskAndStream)
  e.reserved = io.u8('reserved', e.reserved)
}

function newPsvInfo(): PsvInfo {
  return {
    stageInfo: new Uint8Array(STAGE_INFO_SIZE),
    minWaveLanes: 0,
    maxWaveLanes: 0xffffffff,
    stage: NO_STAGE,
    usesViewId: 0,
    maxVertexCount: 0,
    patchOrPrimVectors: 0,
    meshTopology: 0,
    inputElements: 0,
    outputElements: 0,
    patchOrPrimElements: 0,
    inputVectors: 0,
    outputVectors: [0, 0, 0, 0],
    numThreads: [0, 0, 0],
    entryName: 0,
    groupSharedBytes: 0,
    linearAlgebra: 0,
    rest: NO_BYTES,
  }
}

function newPsvResource(): PsvResource {
  return { type: 0, space: 0, lower: 0, upper: 0, kind: 0, flags: 0, rest: NO_BYTES }
}

function newPsvElement(): PsvElement {
  return {
    name: 0,
    indexes: 0,
    rows: 0,
    startRow: 0,
    colsAndStart: 0,
    kind: 0,
    componentType: 0,
    interpolation: 0,
    dynMaskAndStream: 0,
    reserved: 0,
    rest: NO_BYTES,
  }
}
