// How a corpus shader is run and what must come out. Plain data and functions; which compiler or runner is used is not known here.
// Invariant: expect() computes from the inputs and the algorithm's definition, never by following the shader.

import type { Scalar } from './elements.ts'

/** A resource of the run, bound at `register` (`b0`, `t1`, `u0`) and `space`. `data` is what it holds at the start. */
export interface RunResource {
  readonly register: string
  readonly space?: number
  /** Number of the register at which the resource array this one belongs to is declared. */
  readonly arrayAt?: number
  readonly kind: 'cbuffer' | 'structured' | 'raw' | 'typed' | 'texture2d'
  readonly data: Uint8Array
  /** structured: bytes of an element */
  readonly stride?: number
  /** structured UAV: start value of the hidden counter; absent = no counter */
  readonly counter?: number
  /** typed, texture2d */
  readonly format?: TexelFormat
  /** texture2d */
  readonly width?: number
  readonly height?: number
}

export const TEXEL_SIZE = {
  r32_float: 4,
  r32_uint: 4,
  r32_sint: 4,
  r32g32_float: 8,
  r32g32_uint: 8,
  r32g32_sint: 8,
  r32g32b32a32_float: 16,
  r32g32b32a32_uint: 16,
  r32g32b32a32_sint: 16,
} as const
export type TexelFormat = keyof typeof TEXEL_SIZE

/** What one UAV must hold afterwards. */
export interface Expected {
  /** Record layout of the output, as in elements.ts. */
  readonly layout: string
  /** Values from the start of the output; fewer than it holds is allowed (the rest is not looked at). */
  readonly values: readonly Scalar[]
  /** Largest allowed |got - want| for float elements; 0 or absent = exactly equal. */
  readonly abs?: number
  /** Further allowance relative to |want|. */
  readonly rel?: number
  /** Largest allowed difference of integer elements; absent = none. */
  readonly intSlack?: number
  /** Records of this many values may come in any order (append buffers). */
  readonly anyOrder?: number
  /** At most this share of the values may be outside the tolerance (decisions at a threshold); 0 or absent = none. */
  readonly outliers?: number
  /** Final value of the hidden counter. */
  readonly counter?: number
}

export interface Run {
  readonly dispatch: readonly [number, number, number]
  readonly resources: readonly RunResource[]
  /** By register, `u0` or `u2,space1`. */
  expect(): Readonly<Record<string, Expected>>
}

export interface CorpusCase {
  /** corpus/<shader>.hlsl */
  readonly shader: string
  /** Builds inputs; called once per test, so that loading the list costs nothing. */
  run(): Run
  /** Why the runner cannot execute this shader although it is right (a test checks that DXC's blob fails there too). */
  readonly runnable?: string
}

/** A view of a constant buffer: bytes padded to whole 16-byte rows. */
export function cbuffer(register: string, data: Uint8Array, space = 0): RunResource {
  const rows = new Uint8Array(Math.ceil(data.length / 16) * 16)
  rows.set(data)
  return { register, space, kind: 'cbuffer', data: rows }
}

export const structured = (register: string, stride: number, data: Uint8Array, space = 0): RunResource => ({
  register,
  space,
  kind: 'structured',
  stride,
  data,
})

export const counted = (register: string, stride: number, data: Uint8Array, counter: number): RunResource => ({
  ...structured(register, stride, data),
  counter,
})

export const raw = (register: string, data: Uint8Array, space = 0): RunResource => ({
  register,
  space,
  kind: 'raw',
  data,
})

export const typed = (register: string, format: TexelFormat, data: Uint8Array, space = 0): RunResource => ({
  register,
  space,
  kind: 'typed',
  format,
  data,
})

export function texture(
  register: string,
  format: TexelFormat,
  width: number,
  height: number,
  data?: Uint8Array,
): RunResource {
  const size = width * height * TEXEL_SIZE[format]
  if (data && data.length !== size) throw new Error(`texture ${register} needs ${size} bytes, got ${data.length}`)
  return { register, space: 0, kind: 'texture2d', format, width, height, data: data ?? new Uint8Array(size) }
}

/** Zeroed bytes for an output. */
export const zeros = (bytes: number): Uint8Array => new Uint8Array(bytes)
