// Runs command lines in the test's own process, with streams that collect.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Host, Stream } from '../../src/cli/host.ts'
import { main } from '../../src/cli/main.ts'

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  readonly stdoutBytes: Uint8Array
}

export interface RunOptions {
  readonly stdin?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
  /** Both streams are terminals. */
  readonly terminal?: boolean
  /** Ends --watch. */
  readonly stopped?: AbortSignal
}

class Collected implements Stream {
  readonly isTerminal: boolean
  readonly #chunks: Uint8Array[] = []

  constructor(isTerminal: boolean) {
    this.isTerminal = isTerminal
  }
  write(data: string | Uint8Array): void {
    this.#chunks.push(Buffer.from(data as string))
  }
  get bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }
}

/** Runs `dxilkit` with these words. Nothing of the environment is passed on. */
export async function run(words: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const stdout = new Collected(options.terminal ?? false)
  const stderr = new Collected(options.terminal ?? false)
  const host: Host = {
    stdout,
    stderr,
    env: options.env ?? {},
    readStdin: () => Buffer.from((options.stdin ?? '') as string),
    stdinLines: async function* () {
      yield* String(options.stdin ?? '').split('\n')
    },
    ...(options.stopped ? { stopped: options.stopped } : {}),
  }
  const code = await main(words, host)
  return { code, stdout: stdout.bytes.toString(), stderr: stderr.bytes.toString(), stdoutBytes: stdout.bytes }
}

/** A folder of its own with these files; `remove` takes it away. `at` makes a path in it. */
export function folder(files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const path = mkdtempSync(join(tmpdir(), 'dxilkit-cli-'))
  for (const [name, data] of Object.entries(files)) writeFileSync(join(path, name), data)
  return {
    path,
    at: (name: string): string => join(path, name),
    remove: (): void => rmSync(path, { recursive: true, force: true }),
  }
}
