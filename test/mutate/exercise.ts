// Everything that reads foreign bytes, run on one input. Refusing it with a FormatError is fine; anything else is a finding.

import { compile } from '../../src/api/compile.ts'
import { listing } from '../../src/api/disassemble.ts'
import { hashContainer } from '../../src/api/edit.ts'
import { htmlPage } from '../../src/api/html.ts'
import { assembleContainer } from '../../src/assemble/assemble_container.ts'
import { FormatError } from '../../src/base/format_error.ts'
import { readContainer } from '../../src/container/container.ts'
import { containerLayout, layoutBytes } from '../../src/container/edit.ts'
import { decodePart } from '../../src/container/parts.ts'
import { diffContainers } from '../../src/diff/diff_container.ts'
import { formatDiff } from '../../src/diff/format_diff.ts'
import { mapBytes } from '../../src/inspect/byte_map.ts'
import { dumpContainer } from '../../src/inspect/dump.ts'
import { formatDump } from '../../src/inspect/format_dump.ts'
import { mapBitcode } from '../../src/llvm/read/map_bitcode.ts'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { parseModule } from '../../src/llvm/text/parse_module.ts'
import { TextError } from '../../src/llvm/text/parse_tokens.ts'
import { printModule } from '../../src/llvm/text/print.ts'
import { writeModule } from '../../src/llvm/write/write_module.ts'

type Reader = (bytes: Uint8Array) => unknown

/** What a file that is a container goes through, each under its name in findings. */
const READERS: readonly (readonly [string, Reader])[] = [
  ['dump', bytes => formatDump(dumpContainer(bytes, { fields: true }))],
  ['listing', bytes => listing(bytes)],
]

const DEEP_READERS: typeof READERS = [
  ['hex', bytes => wholeMap(bytes)],
  ['edit', bytes => editedAgain(bytes)],
  ['hash', bytes => hashContainer(bytes)],
  ['diff', bytes => formatDiff(diffContainers(bytes, reference()), { nameA: 'a', nameB: 'b' })],
  ['page', bytes => htmlPage(bytes)],
  ['assemble', bytes => assembledAgain(bytes)],
]

const BITCODE: readonly (readonly [string, Reader])[] = [['module', bytes => writeModule(readModule(bytes))]]

const DEEP_BITCODE: typeof READERS = [
  ['text', bytes => parseModule(printModule(readModule(bytes)))],
  ['map', bytes => mapBitcode(bytes)],
]

let sound: Uint8Array | undefined
const reference = (): Uint8Array =>
  (sound ??= compile('[numthreads(1,1,1)] void main() {}', { target: 'cs_6_0' }).container!)

/** Every byte has exactly one place in the map, whatever the file. */
function wholeMap(bytes: Uint8Array): void {
  let at = 0
  for (const range of mapBytes(bytes)) {
    if (range.offset !== at || range.size <= 0) throw new Error(`map has a hole or overlap at ${at}`)
    at += range.size
  }
  if (at !== bytes.length) throw new Error(`map ends at ${at} of ${bytes.length}`)
}

/** Reading a layout and writing it changes nothing, whatever the file. */
function editedAgain(bytes: Uint8Array): void {
  const again = layoutBytes(containerLayout(bytes))
  if (Buffer.compare(again, bytes) !== 0) throw new Error('layout written again differs')
}

function assembledAgain(bytes: Uint8Array): void {
  const part = readContainer(bytes).parts.find(p => p.name === 'DXIL')
  if (part) assembleContainer(readModule(decodePart('DXIL', part.data, part.offset).bitcode))
}

export interface Finding {
  readonly reader: string
  readonly message: string
}

function readersFor(bytes: Uint8Array, deep: boolean): typeof READERS {
  const isBitcode = bytes[0] === 0x42
  const readers = isBitcode ? BITCODE : READERS
  return deep ? [...readers, ...(isBitcode ? DEEP_BITCODE : DEEP_READERS)] : readers
}

/** Milliseconds of processor time one reader may take. */
export const TIME_LIMIT = 1000

/** What went wrong; empty when every reader behaved. @param deep also what builds on the readers: ten times slower */
export function exercise(bytes: Uint8Array, deep = true): Finding[] {
  const findings: Finding[] = []
  for (const [reader, read] of readersFor(bytes, deep)) {
    const start = process.cpuUsage()
    try {
      read(bytes)
    } catch (error) {
      if (error instanceof TextError && reader === 'text') continue // names and types that text cannot carry
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
    .filter(line => /\/src\//.test(line))
    .slice(0, 3)
    .map(line => line.trim().replace(/\(.*\/src\//, '(src/'))
  return `${error.name}: ${error.message.slice(0, 200)} ${frames?.join(' ') ?? ''}`
}
