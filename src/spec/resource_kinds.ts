// The kinds of resources that DXIL knows: what their coordinates mean. HLSL's types of them are rows of object_types.ts.

import { RESOURCE_KIND } from './psv_enums.ts'

export type ResourceKind = Exclude<keyof typeof RESOURCE_KIND, 'Invalid'>

/** What is read and written, and how it is addressed. */
export type ResourceFamily = 'texture' | 'feedback' | 'typed' | 'raw' | 'structured' | 'constants' | 'sampler' | 'scene'

export interface ResourceKindRow {
  readonly family: ResourceFamily
  /** Coordinates that address an element, the array slice included: 3 of Texture2DArray. 0: it has no elements. */
  readonly coords: number
  /** How many of them a texel offset may move: 2 of Texture2DArray, none of cubes. */
  readonly offsets: number
  readonly isArray: boolean
  readonly isMultisampled: boolean
}

const row = (
  family: ResourceFamily,
  coords: number,
  offsets = 0,
  isArray = false,
  isMultisampled = false,
): ResourceKindRow => ({ family, coords, offsets, isArray, isMultisampled })

export const RESOURCE_KINDS: Readonly<Record<ResourceKind, ResourceKindRow>> = {
  Texture1D: row('texture', 1, 1),
  Texture1DArray: row('texture', 2, 1, true),
  Texture2D: row('texture', 2, 2),
  Texture2DArray: row('texture', 3, 2, true),
  Texture2DMS: row('texture', 2, 2, false, true),
  Texture2DMSArray: row('texture', 3, 2, true, true),
  Texture3D: row('texture', 3, 3),
  TextureCube: row('texture', 3),
  TextureCubeArray: row('texture', 4, 0, true),
  FeedbackTexture2D: row('feedback', 2),
  FeedbackTexture2DArray: row('feedback', 3, 0, true),
  TypedBuffer: row('typed', 1),
  RawBuffer: row('raw', 1),
  StructuredBuffer: row('structured', 1),
  CBuffer: row('constants', 0),
  TBuffer: row('constants', 0),
  Sampler: row('sampler', 0),
  RTAccelerationStructure: row('scene', 0),
}

/** The kinds of a family, or those that a condition picks. */
export const kindsWhere = (holds: (row: ResourceKindRow, kind: ResourceKind) => boolean): ReadonlySet<ResourceKind> =>
  new Set((Object.keys(RESOURCE_KINDS) as ResourceKind[]).filter(kind => holds(RESOURCE_KINDS[kind], kind)))

const BY_NUMBER: ReadonlyMap<number, ResourceKindRow> = new Map(
  (Object.keys(RESOURCE_KINDS) as ResourceKind[]).map(kind => [RESOURCE_KIND[kind], RESOURCE_KINDS[kind]]),
)

/** The row of a kind by its number in DXIL; undefined for numbers that are no kind. */
export const resourceKindOf = (number: number): ResourceKindRow | undefined => BY_NUMBER.get(number)
