// What a command may touch of the process: streams, environment, standard input. Tests run commands with a host of their own.
// Invariant: commands never print or exit themselves; they write to the host and return an exit code.

import type { FormatError } from '../api/index.ts'

/** Exit codes, documented in docs/cli.md. */
export const EXIT = { ok: 0, problems: 1, usage: 2, internal: 3 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export interface Stream {
  readonly isTerminal: boolean
  write(data: string | Uint8Array): void
}

export interface Host {
  readonly stdout: Stream
  readonly stderr: Stream
  readonly env: Readonly<Record<string, string | undefined>>
  /** All of standard input. */
  readStdin(): Uint8Array
}

/** Wrong use of the command line, or a file that cannot be read or written: exit code 2, one line on stderr. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A binary input that is not what it should be: exit code 1, one line with the byte offset. */
export class BadFile extends Error {
  override readonly name = 'BadFile'

  constructor(file: string, damage: FormatError) {
    super(`${file}: error: ${damage.message} (at byte ${damage.offset}${damage.part && ` in ${damage.part}`})`)
  }
}

/** Whether to colour what goes to this stream: NO_COLOR and FORCE_COLOR as their conventions say, else terminals only. */
export function wantsColor(host: Host, stream: Stream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = host.env
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false
  return stream.isTerminal && TERM !== 'dumb'
}
