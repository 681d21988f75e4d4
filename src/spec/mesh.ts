// What a mesh shader declares about its outputs and payload, and the limits of the mesh pipeline. Source of the numbers: DxilConstants.h.

import { MESH_TOPOLOGY } from './psv_enums.ts'

/** Vertices of a primitive by topology: what an element of the index array has. */
export const INDICES_OF_TOPOLOGY: Readonly<Record<number, number>> = {
  [MESH_TOPOLOGY.Line]: 2,
  [MESH_TOPOLOGY.Triangle]: 3,
}

export interface MeshShader {
  /** MESH_TOPOLOGY */
  readonly topology: number
  /** Length of the array of vertices. */
  readonly maxVertices: number
  /** Length of the arrays of indices and of what primitives have. */
  readonly maxPrimitives: number
  /** Size of the payload that comes in; 0: none. */
  readonly payloadBytes: number
}

export const MAX_MESH_VERTICES = 256
export const MAX_MESH_PRIMITIVES = 256
export const MAX_PAYLOAD_BYTES = 16384
/** Rows of the signatures of vertices, of primitives, and of both. */
export const MAX_MESH_ROWS = 32
/** Bytes of all outputs: counts are rounded up to 32, a scalar counts as 4 bytes. */
export const MAX_MESH_OUTPUT_BYTES = 32 * 1024
/** Bytes of all outputs and the payload. */
export const MAX_MESH_IN_OUT_BYTES = 47 * 1024

/** Words that say what a parameter of a mesh shader is. */
export const MESH_ROLES = ['vertices', 'primitives', 'indices', 'payload'] as const
export type MeshRole = (typeof MESH_ROLES)[number]
