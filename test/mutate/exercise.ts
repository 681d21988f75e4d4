// Everything that reads foreign bytes, run on one input. Refusing it with a FormatError is fine; anything else is a finding.

import { listing } from '../../src/api/disassemble.ts'
import { FormatError } from '../../src/base/format_error.ts'
import { dumpContainer } from '../../src/inspect/dump.ts'
import { formatDump } from '../../src/inspect/format_dump.ts'
import { readModule } from '../../src/llvm/read_module.ts'
import { writeModule } from '../../src/llvm/write_module.ts'

/** A reader and its name in findings. */
const READERS: readonly (readonly [string, (bytes: Uint8Array) => unknown])[] = [
  ['dump', bytes => formatDump(dumpContainer(bytes, { fields: true }))],
  ['listing', bytes => listing(bytes)],
]

const BITCODE: readonly (readonly [string, (bytes: Uint8Array) => unknown])[] = [
  ['module', bytes => writeModule(readModule(bytes))],
]

export interface Finding {
  readonly reader: string
  readonly message: string
}

/** Milliseconds of processor time one reader may take. */
export const TIME_LIMIT = 1000

/** What went wrong; empty when every reader behaved. */
export function exercise(bytes: Uint8Array): Finding[] {
  const findings: Finding[] = []
  for (const [reader, read] of bytes[0] === 0x42 ? BITCODE : READERS) {
    const start = process.cpuUsage()
    try {
      read(bytes)
    } catch (error) {
      if (!(error instanceof FormatError)) findings.push({ reader, message: described(error) })
      else if (!(error.offset >= 0))
        findings.push({ reader, message: `FormatError without an offset: ${error.message}` })
    }
    const { user, system } = process.cpuUsage(start)
    const ms = (user + system) / 1000
    if (ms > TIME_LIMIT) findings.push({ reader, message: `${Math.round(ms)} ms` })
  }
  return findings
}

function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const frames = error.stack
    ?.split('\n')
    .filter(l => /\/src\//.test(l))
    .slice(0, 3)
    .map(l => l.trim().replace(/\(.*\/src\//, '(src/'))
  return `${error.name}: ${error.message.slice(0, 200)} ${frames?.join(' ') ?? ''}`
}
