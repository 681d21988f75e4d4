// Subobjects of libraries: the types that HLSL predeclares for them, and what each field becomes in RDAT.

import { table } from '../base/table.ts'
import { HIT_GROUP_TYPE, SUBOBJECT_KIND } from './rdat_enums.ts'

/** A number, a string, a list of strings, or the bytes of a root signature. */
export type SubobjectValue = number | string | readonly string[] | Uint8Array

/** A subobject as RDAT has it. */
export interface Subobject {
  /** SUBOBJECT_KIND */
  readonly kind: number
  readonly name: string
  /** One for each field of the record of its kind (container/rdat_records.ts), in its order. */
  readonly values: readonly SubobjectValue[]
}

/** A number, a string, a string that may not be empty, names between semicolons, or the text of a root signature. */
export type SubobjectFieldKind = 'uint' | 'string' | 'name' | 'list' | 'signature'

export interface SubobjectRow {
  /** SUBOBJECT_KIND */
  readonly kind: number
  /** HIT_GROUP_TYPE of hit groups, which is the first word of their row. */
  readonly hitGroup?: number
  readonly fields: readonly (readonly [name: string, kind: SubobjectFieldKind])[]
}

const KIND = SUBOBJECT_KIND

const ROWS: ReadonlyMap<string, SubobjectRow> = table({
  StateObjectConfig: { kind: KIND.StateObjectConfig, fields: [['Flags', 'uint']] },
  GlobalRootSignature: { kind: KIND.GlobalRootSignature, fields: [['Data', 'signature']] },
  LocalRootSignature: { kind: KIND.LocalRootSignature, fields: [['Data', 'signature']] },
  SubobjectToExportsAssociation: {
    kind: KIND.SubobjectToExportsAssociation,
    fields: [
      ['Subobject', 'name'],
      ['Exports', 'list'],
    ],
  },
  RaytracingShaderConfig: {
    kind: KIND.RaytracingShaderConfig,
    fields: [
      ['MaxPayloadSizeInBytes', 'uint'],
      ['MaxAttributeSizeInBytes', 'uint'],
    ],
  },
  RaytracingPipelineConfig: { kind: KIND.RaytracingPipelineConfig, fields: [['MaxTraceRecursionDepth', 'uint']] },
  RaytracingPipelineConfig1: {
    kind: KIND.RaytracingPipelineConfig1,
    fields: [
      ['MaxTraceRecursionDepth', 'uint'],
      ['Flags', 'uint'],
    ],
  },
  TriangleHitGroup: {
    kind: KIND.HitGroup,
    hitGroup: HIT_GROUP_TYPE.Triangle,
    fields: [
      ['AnyHit', 'string'],
      ['ClosestHit', 'string'],
    ],
  },
  ProceduralPrimitiveHitGroup: {
    kind: KIND.HitGroup,
    hitGroup: HIT_GROUP_TYPE.ProceduralPrimitive,
    fields: [
      ['AnyHit', 'string'],
      ['ClosestHit', 'string'],
      ['Intersection', 'name'],
    ],
  },
})

/** The subobject type of a name; undefined for other names. */
export const subobjectRow = (name: string): SubobjectRow | undefined => ROWS.get(name)

/** How many values a subobject of a kind has; a hit group has its type in front, and an intersection shader that may be ''. */
export const subobjectValues = (kind: number): number =>
  [...ROWS.values()]
    .filter(row => row.kind === kind)
    .reduce((most, { hitGroup, fields }) => Math.max(most, fields.length + (hitGroup === undefined ? 0 : 1)), 0)
