// HASH: plain MD5 of the program's bitcode (no program header), and whether source went into it (-Zss).

import { md5 } from '../base/digest.ts'
import { type Io, NO_BYTES, Writer } from './io.ts'

/** Bit 0 of the flags: the hash is that of the module with debug info. */
export const HASH_INCLUDES_SOURCE = 1

export interface ShaderHash {
  flags: number
  digest: Uint8Array
  trailing: Uint8Array
}

export function newShaderHash(): ShaderHash {
  return { flags: 0, digest: new Uint8Array(16), trailing: NO_BYTES }
}

export function shaderHash(io: Io, p: ShaderHash): void {
  p.flags = io.u32('flags', p.flags)
  p.digest = io.bytes('digest', p.digest, 16)
  p.trailing = io.remainder('trailing', p.trailing)
}

/**
 * The payload of a HASH part.
 * @param bitcode the DXIL part's bitcode; with includesSource that of the ILDB part
 */
export function buildShaderHash(bitcode: Uint8Array, includesSource = false): Uint8Array {
  const writer = new Writer(20)
  shaderHash(writer, { flags: includesSource ? HASH_INCLUDES_SOURCE : 0, digest: md5(bitcode), trailing: NO_BYTES })
  return writer.finish()
}
