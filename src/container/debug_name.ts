// ILDN: the name of the file that holds the debug info.

import { utf8, utf8Text } from '../base/c_string.ts'
import { ContentError } from '../base/content_error.ts'
import { type Io, NO_BYTES, Writer } from './io.ts'

export interface DebugName {
  flags: number
  /** UTF-8, without the terminator; kept as bytes so that any file round-trips. */
  name: Uint8Array
  terminator: number
  padding: Uint8Array
}

export function newDebugName(): DebugName {
  return { flags: 0, name: NO_BYTES, terminator: 0, padding: NO_BYTES }
}

export function debugName(io: Io, p: DebugName): void {
  p.flags = io.u16('flags', p.flags)
  p.name = io.bytes('name', p.name, io.u16('name length', p.name.length))
  p.terminator = io.u8('terminator', p.terminator)
  p.padding = io.remainder('padding', p.padding)
}

export function debugNameText(p: DebugName): string {
  return utf8Text(p.name)
}

/** The payload of an ILDN part. The default name is the lower-case hex of HASH plus '.pdb'. */
export function buildDebugName(name: string): Uint8Array {
  const bytes = utf8(name)
  if (bytes.length > 0xffff) throw new ContentError(`a debug name of ${bytes.length} bytes exceeds 65535`)
  const writer = new Writer(8 + bytes.length)
  // Flags, length, name and terminator take length + 5 bytes.
  debugName(writer, { flags: 0, name: bytes, terminator: 0, padding: new Uint8Array(-(bytes.length + 5) & 3) })
  return writer.finish()
}
