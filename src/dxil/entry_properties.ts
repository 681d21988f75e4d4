// Properties of an entry point: the tag, value pairs of its tuple in dx.entryPoints, typed. Absent tags are absent fields.

import type { Func } from '../llvm/model/values.ts'
import {
  type Operand,
  operandsOf,
  tagged,
  targetOf,
  unsignedListOf,
  unsignedOf,
  wideOf,
  wordsOf,
} from './metadata_values.ts'
import { NODE_TAG, type NodeProperties, readNodeProperty } from './node_properties.ts'

export type ThreadGroup = readonly [x: number, y: number, z: number]

export interface WaveSize {
  readonly min: number
  /** 0 for a fixed size (it is min). */
  readonly max: number
  readonly preferred: number
}

export interface GeometryProperties {
  /** INPUT_PRIMITIVE */
  readonly inputPrimitive: number
  readonly maxVertexCount: number
  readonly streamMask: number
  /** PRIMITIVE_TOPOLOGY */
  readonly topology: number
  readonly instances: number
}

export interface HullProperties {
  readonly patchConstantFunction: Func | undefined
  readonly inputControlPoints: number
  readonly outputControlPoints: number
  /** TESSELLATOR_DOMAIN */
  readonly domain: number
  readonly partitioning: number
  /** TESSELLATOR_OUTPUT */
  readonly outputPrimitive: number
  /** Raw bits of the float. */
  readonly maxTessFactorBits: number
}

export interface DomainProperties {
  readonly domain: number
  readonly inputControlPoints: number
}

export interface MeshProperties {
  readonly maxVertices: number
  readonly maxPrimitives: number
  /** MESH_TOPOLOGY */
  readonly topology: number
  readonly payloadBytes: number
}

export interface EntryProperties {
  /** The 64-bit word of tag 0, see shader_flags.ts. */
  readonly shaderFlags: bigint
  /** SHADER_STAGE of a library's entry. */
  readonly shaderKind?: number
  /** Compute, mesh, amplification, node. */
  readonly numThreads?: ThreadGroup
  readonly waveSize?: WaveSize
  readonly geometry?: GeometryProperties
  readonly hull?: HullProperties
  readonly domain?: DomainProperties
  readonly mesh?: MeshProperties
  readonly amplificationPayloadBytes?: number
  /** Ray payload; the parameter's size of callable shaders. */
  readonly payloadBytes?: number
  readonly attributeBytes?: number
  readonly autoBindingSpace?: number
  readonly rootSignature?: Uint8Array
  readonly groupSharedLimit?: number
  readonly node?: NodeProperties
  /** Tags not known here. */
  readonly unknownTags: readonly number[]
}

/** EntryProps tags (DXIL metadata). Those of node shaders are in node_properties.ts. */
export const ENTRY_TAG = {
  ShaderFlags: 0,
  Geometry: 1,
  Domain: 2,
  Hull: 3,
  NumThreads: 4,
  AutoBindingSpace: 5,
  RayPayloadSize: 6,
  RayAttributeSize: 7,
  ShaderKind: 8,
  Mesh: 9,
  Amplification: 10,
  WaveSize: 11,
  RootSignature: 12,
  WaveSizeRange: 23,
  GroupSharedLimit: 24,
} as const

type Writable<T> = { -readonly [K in keyof T]: T[K] }
export type EntryDraft = Writable<EntryProperties> & { unknownTags: number[] }
type Reader = (value: Operand, p: EntryDraft) => void

const threads = (md: Operand): ThreadGroup => {
  const [x = 0, y = 0, z = 0] = unsignedListOf(md)
  return [x, y, z]
}

const READERS: Readonly<Record<number, Reader>> = {
  [ENTRY_TAG.ShaderFlags]: (md, p) => void (p.shaderFlags = wideOf(md) ?? 0n),
  [ENTRY_TAG.Geometry]: (md, p) => {
    const [inputPrimitive = 0, maxVertexCount = 0, streamMask = 0, topology = 0, instances = 0] = unsignedListOf(md)
    p.geometry = { inputPrimitive, maxVertexCount, streamMask, topology, instances }
  },
  [ENTRY_TAG.Domain]: (md, p) => {
    const [domain = 0, inputControlPoints = 0] = unsignedListOf(md)
    p.domain = { domain, inputControlPoints }
  },
  [ENTRY_TAG.Hull]: (md, p) => {
    const [func, ...rest] = operandsOf(md)
    const target = targetOf(func)
    const at = (i: number): number => unsignedOf(rest[i]) ?? 0
    const factor = targetOf(rest[5])
    p.hull = {
      patchConstantFunction: target?.kind === 'function' ? target : undefined,
      inputControlPoints: at(0),
      outputControlPoints: at(1),
      domain: at(2),
      partitioning: at(3),
      outputPrimitive: at(4),
      maxTessFactorBits: factor?.kind === 'fp' ? Number(factor.bits) : 0,
    }
  },
  [ENTRY_TAG.NumThreads]: (md, p) => void (p.numThreads = threads(md)),
  [ENTRY_TAG.AutoBindingSpace]: (md, p) => void (p.autoBindingSpace = unsignedOf(operandsOf(md)[0] ?? md) ?? 0),
  [ENTRY_TAG.RayPayloadSize]: (md, p) => void (p.payloadBytes = unsignedOf(md) ?? 0),
  [ENTRY_TAG.RayAttributeSize]: (md, p) => void (p.attributeBytes = unsignedOf(md) ?? 0),
  [ENTRY_TAG.ShaderKind]: (md, p) => void (p.shaderKind = unsignedOf(md) ?? 0),
  [ENTRY_TAG.Mesh]: (md, p) => {
    const [group, ...rest] = operandsOf(md)
    p.numThreads = threads(group)
    const at = (i: number): number => unsignedOf(rest[i]) ?? 0
    p.mesh = { maxVertices: at(0), maxPrimitives: at(1), topology: at(2), payloadBytes: at(3) }
  },
  [ENTRY_TAG.Amplification]: (md, p) => {
    const [group, payload] = operandsOf(md)
    p.numThreads = threads(group)
    p.amplificationPayloadBytes = unsignedOf(payload) ?? 0
  },
  [ENTRY_TAG.WaveSize]: readWaveSize,
  [ENTRY_TAG.WaveSizeRange]: readWaveSize,
  [ENTRY_TAG.RootSignature]: (md, p) => {
    // The bytes hang in an array constant, inside a node in some versions.
    const value = targetOf(operandsOf(md)[0] ?? md)
    if (value?.kind === 'data') p.rootSignature = Uint8Array.from(value.elements, Number)
    else p.rootSignature = Uint8Array.from(wordsOf(operandsOf(md)[0] ?? md))
  },
  [ENTRY_TAG.GroupSharedLimit]: (md, p) => void (p.groupSharedLimit = unsignedOf(md) ?? 0),
}

function readWaveSize(md: Operand, p: EntryDraft): void {
  const [min = 0, max = 0, preferred = 0] = unsignedListOf(md)
  p.waveSize = { min, max, preferred }
}

/** @param md the properties operand of an entry, or null */
export function readEntryProperties(md: Operand): EntryProperties {
  const p: EntryDraft = { shaderFlags: 0n, unknownTags: [] }
  let node: Writable<NodeProperties> | undefined
  for (const [tag, value] of tagged(md)) {
    const reader = READERS[tag]
    if (reader) reader(value, p)
    else if (tag in NODE_TAG) node = readNodeProperty(tag, value, node)
    else p.unknownTags.push(tag)
  }
  if (node) p.node = node
  return p
}
