// A part whose layout is not declared here (yet): its payload as it is.

import { type Io, NO_BYTES } from './io.ts'

export interface RawPart {
  bytes: Uint8Array
}

export function newRawPart(): RawPart {
  return { bytes: NO_BYTES }
}

export function rawPart(io: Io, p: RawPart): void {
  p.bytes = io.remainder('bytes', p.bytes)
}
