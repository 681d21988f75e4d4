// What a command may touch of the process: streams, environment, standard input. Tests run commands with a host of their own.
// Invariant: commands never print or exit themselves; they write to the host and return an exit code.

import type { CompileOptions, CompileResult, FormatError, Message } from '../api/index.ts'
import { type Damage, placedDamage } from '../base/format_error.ts'
import { shownName } from '../base/shown_name.ts'
import type { CommandFiles, FileIdentity } from './file_identity.ts'

/** Exit codes, documented in docs/cli.md. */
export const EXIT = { ok: 0, problems: 1, usage: 2, internal: 3 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export interface Stream {
  readonly isTerminal: boolean
  /** Of a terminal. */
  readonly columns?: number | undefined
  write(data: string | Uint8Array): void
}

export interface Host {
  readonly stdout: Stream
  readonly stderr: Stream
  readonly env: Readonly<Record<string, string | undefined>>
  /** All of standard input. */
  readStdin(): Uint8Array
  /** The file that standard input comes from, if it is one. */
  stdinIdentity?(): FileIdentity | undefined
  /** Standard input as lines, as they come. */
  stdinLines?(): AsyncIterable<string>
  /** Ends what would go on for ever. */
  readonly stopped?: AbortSignal
  /** compile(), or one that shares work. */
  readonly compile?: (source: string, options: CompileOptions) => CompileResult
  /** What stands in front of complaints about the command line; default 'dxilkit: error: '. */
  readonly complaint?: string
  /** What the command has read and written; main() keeps the list. */
  readonly files?: CommandFiles
}

/** Wrong use of the command line, or a file that cannot be read or written: exit code 2, on stderr one line a complaint. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly lines: readonly string[]

  constructor(what: string | readonly string[], options?: ErrorOptions) {
    const lines = (typeof what === 'string' ? [what] : what).map(shownName)
    super(lines.join('\n'), options)
    this.lines = lines
  }
}

/** A binary input that is not what it should be: exit code 1, one line with the byte offset. */
export class BadFile extends Error {
  override readonly name = 'BadFile'
  readonly damage: Damage

  constructor(file: string, damage: FormatError) {
    super(damageText(file, damage))
    this.damage = damage
  }
}

/** Messages about the options and not about the source are wrong use. */
export function exitCodeOf({
  ok,
  diagnostics,
}: {
  readonly ok: boolean
  readonly diagnostics: readonly Message[]
}): ExitCode {
  if (ok) return EXIT.ok
  const isUsage = diagnostics.some(m => m.severity === 'error' && /^[EW]40/.test(m.code) && m.line === 0)
  return isUsage ? EXIT.usage : EXIT.problems
}

/** Damage of a binary file in one line. */
export const damageText = (file: string, damage: Damage): string => shownName(`${file}: error: ${placedDamage(damage)}`)

/** Whether to colour what goes to this stream: NO_COLOR and FORCE_COLOR as their conventions say, else terminals only. */
export function wantsColor(host: Host, stream: Stream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = host.env
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false
  return stream.isTerminal && TERM !== 'dumb'
}
