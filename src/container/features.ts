// SFI0: one 64-bit word of feature flags (spec/feature_flags.ts), present in every container, also when zero.

import { type Io, NO_BYTES, Writer } from './io.ts'

export interface Features {
  flags: bigint
  trailing: Uint8Array
}

export function newFeatures(): Features {
  return { flags: 0n, trailing: NO_BYTES }
}

export function features(io: Io, p: Features): void {
  p.flags = io.u64('flags', p.flags)
  p.trailing = io.remainder('trailing', p.trailing)
}

/** The payload of a SFI0 part. */
export function buildFeatures(flags: bigint): Uint8Array {
  const writer = new Writer(8)
  features(writer, { flags, trailing: NO_BYTES })
  return writer.finish()
}
