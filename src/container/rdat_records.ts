// The rows of RDAT's tables, declared once: field, width, what the number refers to. Types, layouts and dumps follow from it.

import { COMPONENT_TYPE, INTERPOLATION_MODE, RESOURCE_KIND, SEMANTIC_KIND, SHADER_STAGE } from '../spec/psv_enums.ts'
import {
  HIT_GROUP_TYPE,
  NODE_FUNC_ATTRIB,
  NODE_IO_ATTRIB,
  NODE_LAUNCH_TYPE,
  RDAT_PART,
  RESOURCE_CLASS,
  SUBOBJECT_KIND,
} from '../spec/rdat_enums.ts'
import { type Io, type Names, NO_BYTES, type Sized } from './io.ts'

/** A range of the raw bytes part. */
export interface RdatBytes {
  offset: number
  size: number
}

/**
 * What a field's number is: itself ('number', 'flags'), an offset in the string part ('string'), an offset in the index arrays
 * of plain words ('indexes'), of string offsets ('strings') or of row numbers ('rows'), a row number ('row'), a range ('bytes').
 */
export type RdatFieldKind = 'number' | 'flags' | 'string' | 'indexes' | 'strings' | 'rows' | 'row' | 'bytes'

export interface RdatField {
  readonly kind: RdatFieldKind
  /** Bytes. */
  readonly width: 1 | 2 | 4 | 8
  readonly names?: Names
  /** RDAT_PART of the table that 'row' and 'rows' count in. */
  readonly table?: number
}

export type RdatFields = Readonly<Record<string, RdatField>>

/** A row: a number a field, or a range for kind 'bytes'. */
export type RdatRecord<F extends RdatFields = RdatFields> = {
  -readonly [K in keyof F]: F[K]['kind'] extends 'bytes' ? RdatBytes : number
} & Sized

/** A reference to nothing. */
export const RDAT_NULL = 0xffffffff

const u8 = { kind: 'number', width: 1 } as const
const u16 = { kind: 'number', width: 2 } as const
const u32 = { kind: 'number', width: 4 } as const
const flags = { kind: 'flags', width: 4 } as const
const string = { kind: 'string', width: 4 } as const
const indexes = { kind: 'indexes', width: 4 } as const
const strings = { kind: 'strings', width: 4 } as const
const bytes = { kind: 'bytes', width: 8 } as const
const rows = (table: number) => ({ kind: 'rows', width: 4, table }) as const
const named = (names: Names, width: 1 | 4 = 4) => ({ kind: 'number', width, names }) as const
const elements = rows(RDAT_PART.SignatureElementTable)

const RESOURCE = {
  class: named(RESOURCE_CLASS),
  kind: named(RESOURCE_KIND),
  id: u32,
  space: u32,
  lower: u32,
  upper: u32,
  name: string,
  flags,
} as const satisfies RdatFields

/** The fields from minWaveLanes on exist from validator 1.8 on (stride 52 instead of 44). */
const FUNCTION = {
  name: string,
  unmangledName: string,
  resources: rows(RDAT_PART.ResourceTable),
  dependencies: strings,
  stage: named(SHADER_STAGE),
  payloadBytes: u32,
  attributeBytes: u32,
  featuresLow: flags,
  featuresHigh: flags,
  stageMask: flags,
  minTarget: flags,
  minWaveLanes: u8,
  maxWaveLanes: u8,
  shaderFlags: { kind: 'flags', width: 2 },
  /** Row of the table that belongs to the function's stage: NodeShaderInfo for nodes. */
  shaderInfo: u32,
} as const satisfies RdatFields

/** a to d depend on kind, see subobjectFields(). */
const SUBOBJECT = { kind: named(SUBOBJECT_KIND), name: string, a: u32, b: u32, c: u32, d: u32 } as const

const NODE_ID = { name: string, index: u32 } as const
/** What value is depends on kind, see nodeFunctionAttributeField() and nodeIoAttributeField(). */
const NODE_FUNCTION_ATTRIBUTE = { kind: named(NODE_FUNC_ATTRIB), value: u32 } as const
const NODE_IO_ATTRIBUTE = { kind: named(NODE_IO_ATTRIB), value: u32 } as const
const IO_NODE = { flagsAndKind: flags, attributes: rows(RDAT_PART.NodeShaderIOAttribTable) } as const
const NODE_SHADER_INFO = {
  launch: named(NODE_LAUNCH_TYPE),
  groupSharedBytes: u32,
  attributes: rows(RDAT_PART.NodeShaderFuncAttribTable),
  outputs: rows(RDAT_PART.IONodeTable),
  inputs: rows(RDAT_PART.IONodeTable),
} as const

/** colsAndStream: bits 0-1 columns less one, 2-3 start column, 4-5 stream. masks: bits 0-3 usage, 4-7 dynamic indexing. */
const SIGNATURE_ELEMENT = {
  name: string,
  semanticIndexes: indexes,
  kind: named(SEMANTIC_KIND, 1),
  componentType: named(COMPONENT_TYPE, 1),
  interpolation: named(INTERPOLATION_MODE, 1),
  /** 0xFF when unallocated */
  startRow: u8,
  colsAndStream: u8,
  masks: u8,
  padding: u16,
} as const

const VS_INFO = { inputs: elements, outputs: elements, viewIdOutputMask: bytes } as const
const PS_INFO = { inputs: elements, outputs: elements } as const
const HS_INFO = {
  inputs: elements,
  outputs: elements,
  patchOutputs: elements,
  viewIdOutputMask: bytes,
  viewIdPatchOutputMask: bytes,
  inputToOutputMasks: bytes,
  inputToPatchOutputMasks: bytes,
  inputControlPoints: u8,
  outputControlPoints: u8,
  domain: u8,
  outputPrimitive: u8,
} as const
const DS_INFO = {
  inputs: elements,
  outputs: elements,
  patchInputs: elements,
  viewIdOutputMask: bytes,
  inputToOutputMasks: bytes,
  patchToOutputMasks: bytes,
  inputControlPoints: u8,
  domain: u8,
  padding: u16,
} as const
const GS_INFO = {
  inputs: elements,
  outputs: elements,
  viewIdOutputMask: bytes,
  inputToOutputMasks: bytes,
  inputPrimitive: u8,
  outputTopology: u8,
  maxVertexCount: u8,
  outputStreamMask: u8,
} as const
const CS_INFO = { numThreads: indexes, groupSharedBytes: u32 } as const
const MS_INFO = {
  outputs: elements,
  primitiveOutputs: elements,
  viewIdOutputMask: bytes,
  viewIdPrimitiveOutputMask: bytes,
  numThreads: indexes,
  groupSharedBytes: u32,
  groupSharedBytesByViewId: u32,
  payloadBytes: u32,
  maxVertices: u16,
  maxPrimitives: u16,
  topology: u8,
  padding: u8,
  padding2: u16,
} as const
const AS_INFO = { numThreads: indexes, groupSharedBytes: u32, payloadBytes: u32 } as const

const PDB_INFO = {
  sources: rows(RDAT_PART.DxilPdbInfoSourceTable),
  libraries: rows(RDAT_PART.DxilPdbInfoLibraryTable),
  /** Names and values in turn. */
  arguments: strings,
  hash: bytes,
  pdbName: string,
  toolchainId: u32,
  toolchainData: bytes,
  wholeDxil: bytes,
} as const
const PDB_SOURCE = { name: string, content: string } as const
const PDB_LIBRARY = { name: string, data: bytes } as const

export type RdatResource = RdatRecord<typeof RESOURCE>
export type RdatFunction = RdatRecord<typeof FUNCTION>
export type RdatSubobject = RdatRecord<typeof SUBOBJECT>
export type RdatNodeId = RdatRecord<typeof NODE_ID>
export type RdatNodeFunctionAttribute = RdatRecord<typeof NODE_FUNCTION_ATTRIBUTE>
export type RdatNodeIoAttribute = RdatRecord<typeof NODE_IO_ATTRIBUTE>
export type RdatIoNode = RdatRecord<typeof IO_NODE>
export type RdatNodeShaderInfo = RdatRecord<typeof NODE_SHADER_INFO>
export type RdatSignatureElement = RdatRecord<typeof SIGNATURE_ELEMENT>
export type RdatPdbInfo = RdatRecord<typeof PDB_INFO>

/** Fields of each table, by RDAT_PART number; the parts that are no tables are not here. */
export const RDAT_TABLES: Readonly<Record<number, RdatFields>> = {
  [RDAT_PART.ResourceTable]: RESOURCE,
  [RDAT_PART.FunctionTable]: FUNCTION,
  [RDAT_PART.SubobjectTable]: SUBOBJECT,
  [RDAT_PART.NodeIDTable]: NODE_ID,
  [RDAT_PART.NodeShaderIOAttribTable]: NODE_IO_ATTRIBUTE,
  [RDAT_PART.NodeShaderFuncAttribTable]: NODE_FUNCTION_ATTRIBUTE,
  [RDAT_PART.IONodeTable]: IO_NODE,
  [RDAT_PART.NodeShaderInfoTable]: NODE_SHADER_INFO,
  [RDAT_PART.SignatureElementTable]: SIGNATURE_ELEMENT,
  [RDAT_PART.VSInfoTable]: VS_INFO,
  [RDAT_PART.PSInfoTable]: PS_INFO,
  [RDAT_PART.HSInfoTable]: HS_INFO,
  [RDAT_PART.DSInfoTable]: DS_INFO,
  [RDAT_PART.GSInfoTable]: GS_INFO,
  [RDAT_PART.CSInfoTable]: CS_INFO,
  [RDAT_PART.MSInfoTable]: MS_INFO,
  [RDAT_PART.ASInfoTable]: AS_INFO,
  [RDAT_PART.DxilPdbInfoTable]: PDB_INFO,
  [RDAT_PART.DxilPdbInfoSourceTable]: PDB_SOURCE,
  [RDAT_PART.DxilPdbInfoLibraryTable]: PDB_LIBRARY,
}

const SUBOBJECT_FIELDS: Readonly<Record<number, RdatFields>> = {
  [SUBOBJECT_KIND.StateObjectConfig]: { flags },
  [SUBOBJECT_KIND.GlobalRootSignature]: { data: bytes },
  [SUBOBJECT_KIND.LocalRootSignature]: { data: bytes },
  [SUBOBJECT_KIND.SubobjectToExportsAssociation]: { subobject: string, exports: strings },
  [SUBOBJECT_KIND.RaytracingShaderConfig]: { maxPayloadBytes: u32, maxAttributeBytes: u32 },
  [SUBOBJECT_KIND.RaytracingPipelineConfig]: { maxRecursionDepth: u32 },
  [SUBOBJECT_KIND.HitGroup]: {
    type: named(HIT_GROUP_TYPE),
    anyHit: string,
    closestHit: string,
    intersection: string,
  },
  [SUBOBJECT_KIND.RaytracingPipelineConfig1]: { maxRecursionDepth: u32, flags },
}

/** What the words a, b, c, d of a subobject are, in order (a 'bytes' field takes two); none for an unknown kind. */
export function subobjectFields(kind: number): RdatFields {
  return SUBOBJECT_FIELDS[kind] ?? {}
}

/** Bytes of a row with all fields. */
export function rdatStride(type: number): number {
  let size = 0
  for (const field of Object.values(RDAT_TABLES[type] ?? {})) size += field.width
  return size
}

/** A row of that table with zeros and null ranges; give the fields that differ. */
export function newRdatRecord(type: number): RdatRecord {
  const record: Record<string, number | RdatBytes | Uint8Array> = { rest: NO_BYTES }
  for (const [name, field] of Object.entries(RDAT_TABLES[type] ?? {}))
    record[name] = field.kind === 'bytes' ? { offset: 0, size: 0 } : 0
  return record as RdatRecord
}

/** The layout of one row. */
export function rdatRecord(io: Io, type: number, record: RdatRecord): void {
  const values = record as Record<string, number | RdatBytes | Uint8Array>
  for (const [name, { kind, width, names }] of Object.entries(RDAT_TABLES[type] ?? {})) {
    const value = values[name]
    if (kind === 'bytes') {
      const range = value as RdatBytes
      range.offset = io.u32(`${name} offset`, range.offset)
      range.size = io.u32(`${name} size`, range.size)
    } else if (width === 1) values[name] = io.u8(name, value as number, names)
    else if (width === 2) values[name] = io.u16(name, value as number, names)
    else values[name] = io.u32(name, value as number, names)
  }
}
