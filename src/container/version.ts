// VERS: which compiler made the container. Only in libraries (validator 1.8 on) and debug files.

import { cString, utf8 } from '../base/c_string.ts'
import { type Io, NO_BYTES, Writer } from './io.ts'

export interface CompilerVersion {
  major: number
  minor: number
  flags: number
  commitCount: number
  /** Commit hash and custom version text, each NUL-terminated. */
  strings: Uint8Array
  padding: Uint8Array
}

export function newCompilerVersion(): CompilerVersion {
  return { major: 0, minor: 0, flags: 0, commitCount: 0, strings: NO_BYTES, padding: NO_BYTES }
}

export function compilerVersion(io: Io, p: CompilerVersion): void {
  p.major = io.u16('major', p.major)
  p.minor = io.u16('minor', p.minor)
  p.flags = io.u32('flags', p.flags)
  p.commitCount = io.u32('commit count', p.commitCount)
  p.strings = io.bytes('strings', p.strings, io.u32('string bytes', p.strings.length))
  p.padding = io.remainder('padding', p.padding)
}

/** Commit hash and custom version text; '' where the part has none. */
export function compilerVersionStrings(p: CompilerVersion): { readonly commit: string; readonly custom: string } {
  const nul = p.strings.indexOf(0)
  return { commit: cString(p.strings, 0) ?? '', custom: (nul < 0 ? undefined : cString(p.strings, nul + 1)) ?? '' }
}

/** The payload of a VERS part. */
export function buildCompilerVersion(v: {
  readonly major: number
  readonly minor: number
  readonly flags: number
  readonly commitCount: number
  readonly commit: string
  readonly custom: string
}): Uint8Array {
  const strings = utf8(`${v.commit}\0${v.custom}\0`)
  const writer = new Writer(64)
  const { major, minor, flags, commitCount } = v
  compilerVersion(writer, { major, minor, flags, commitCount, strings, padding: new Uint8Array(-strings.length & 3) })
  return writer.finish()
}
