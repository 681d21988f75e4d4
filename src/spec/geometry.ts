// Input primitives and output streams of geometry shaders, and their limits.

import { table } from '../base/table.ts'
import { INPUT_PRIMITIVE, PRIMITIVE_TOPOLOGY } from './psv_enums.ts'

/** Words in front of a parameter that is one element a vertex: the primitive (INPUT_PRIMITIVE) and how many vertices it has. */
export const PRIMITIVES: ReadonlyMap<string, readonly [primitive: number, vertices: number]> = table({
  point: [INPUT_PRIMITIVE.Point, 1],
  line: [INPUT_PRIMITIVE.Line, 2],
  triangle: [INPUT_PRIMITIVE.Triangle, 3],
  lineadj: [INPUT_PRIMITIVE.LineWithAdjacency, 4],
  triangleadj: [INPUT_PRIMITIVE.TriangleWithAdjacency, 6],
})

/** Types of output streams, and what a stream is made of: PRIMITIVE_TOPOLOGY. */
export const STREAM_TOPOLOGIES: ReadonlyMap<string, number> = table({
  PointStream: PRIMITIVE_TOPOLOGY.PointList,
  LineStream: PRIMITIVE_TOPOLOGY.LineStrip,
  TriangleStream: PRIMITIVE_TOPOLOGY.TriangleStrip,
})

/** INPUT_PRIMITIVE of a patch of one control point; those of more follow, up to 32. */
export const FIRST_PATCH_PRIMITIVE = 8
const MAX_PATCH_POINTS = 32

/** Vertices of an INPUT_PRIMITIVE; 0 for none, undefined for a number that is no primitive's. */
export function verticesOf(primitive: number): number | undefined {
  if (primitive === INPUT_PRIMITIVE.Undefined) return 0
  const points = primitive - FIRST_PATCH_PRIMITIVE + 1
  if (points >= 1 && points <= MAX_PATCH_POINTS) return points
  for (const [own, vertices] of PRIMITIVES.values()) if (own === primitive) return vertices
  return undefined
}

export const MAX_STREAMS = 4
/** Vertices an invocation may put out. */
export const MAX_VERTEX_COUNT = 1024
/** Scalars in all of these together. */
export const MAX_OUTPUT_SCALARS = 1024
export const MAX_INSTANCES = 32

/** What the module says of a geometry shader's entry point. */
export interface GeometryState {
  /** INPUT_PRIMITIVE */
  readonly inputPrimitive: number
  readonly maxVertexCount: number
  /** A bit a stream. */
  readonly streamMask: number
  /** PRIMITIVE_TOPOLOGY */
  readonly topology: number
  readonly instances: number
}
