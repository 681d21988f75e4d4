// Parts of containers from before DXIL: headers, and the rest as it is.

import { type Io, NO_BYTES } from './io.ts'

/** SHDR and SHEX: version, length, tokens. */
export interface TokenProgram {
  /** Kind << 16 | major << 4 | minor; kinds are D3D10_SB_PROGRAM_TYPE: 0 pixel, 1 vertex, 2 geometry, 3 hull, 4 domain, 5 compute. */
  version: number
  /** Words, with these two. */
  length: number
  tokens: Uint8Array
}

export function newTokenProgram(): TokenProgram {
  return { version: 0, length: 2, tokens: NO_BYTES }
}

export function tokenProgram(io: Io, p: TokenProgram): void {
  p.version = io.u32('version', p.version)
  p.length = io.u32('length', p.length)
  p.tokens = io.remainder('tokens', p.tokens)
}

/** RDEF: constant buffers, bindings, and their names. */
export interface ResourceDefinitions {
  constantBuffers: number
  constantBuffersOffset: number
  bindings: number
  bindingsOffset: number
  /** Kind << 16 | major << 8 | minor; kinds count down from 0xFFFF for pixel shaders. */
  target: number
  flags: number
  /** Offset of the compiler's name. */
  creator: number
  body: Uint8Array
}

export function newResourceDefinitions(): ResourceDefinitions {
  return {
    constantBuffers: 0,
    constantBuffersOffset: 0,
    bindings: 0,
    bindingsOffset: 0,
    target: 0,
    flags: 0,
    creator: 0,
    body: NO_BYTES,
  }
}

export function resourceDefinitions(io: Io, p: ResourceDefinitions): void {
  p.constantBuffers = io.u32('constant buffers', p.constantBuffers)
  p.constantBuffersOffset = io.u32('constant buffers offset', p.constantBuffersOffset)
  p.bindings = io.u32('bindings', p.bindings)
  p.bindingsOffset = io.u32('bindings offset', p.bindingsOffset)
  p.target = io.u32('target', p.target)
  p.flags = io.u32('flags', p.flags)
  p.creator = io.u32('creator', p.creator)
  p.body = io.remainder('body', p.body)
}
