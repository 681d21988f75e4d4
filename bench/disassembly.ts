// Our listing against DXC's disassembler on the same files in one run, and how fast containers are read and written.
// DXC's times are taken inside its own process around the call; the files are DXC's, plain and with debug information.

import { listing } from '../src/api/disassemble.ts'
import { readContainer, writeContainer } from '../src/container/container.ts'
import { decodePart, encodePart, isDecodable } from '../src/container/parts.ts'
import { readModule } from '../src/llvm/read/read_module.ts'
import { writeModule } from '../src/llvm/write/write_module.ts'
import type { Dxc } from '../test/oracle/dxc.ts'
import { best, quantile, rate } from './statistics.ts'

const RUNS = 7
/** Offset of the bitcode in a program part as DXC writes it. */
const BITCODE = 24
const DEBUG_INFO = ['-Zi', '-Qembed_debug']

interface Case {
  readonly source: string
  readonly args: readonly string[]
}

export async function benchDisassembly(dxc: Dxc, cases: readonly Case[]): Promise<void> {
  const all: Uint8Array[] = []
  for (const [title, more] of [
    ['plain', []],
    ['debug information', DEBUG_INFO],
  ] as const) {
    const files: Uint8Array[] = []
    for (const c of cases) {
      const { container } = await dxc.compile(c.source, [...c.args, ...more])
      if (container) files.push(container)
    }
    await compareListings(dxc, title, files)
    all.push(...files)
  }
  benchContainers(all)
}

async function compareListings(dxc: Dxc, title: string, files: readonly Uint8Array[]): Promise<void> {
  for (let round = 0; round < 2; round++) for (const file of files) listing(file)
  const ours: number[] = []
  const theirs: number[] = []
  for (const file of files) {
    const mine: number[] = []
    const other: number[] = []
    for (let run = 0; run < RUNS; run++) {
      const start = performance.now()
      listing(file)
      mine.push(performance.now() - start)
      const answer = await dxc.disassemble(file)
      if (!answer.ok) throw new Error(`DXC does not disassemble its own file: ${answer.errors}`)
      other.push(answer.ms)
    }
    ours.push(quantile(mine, 0.5))
    theirs.push(quantile(other, 0.5))
  }
  const ratios = ours.map((ms, n) => ms / theirs[n]!)
  console.log(
    `\ndisassembly, ${title} (${files.length} files, ${(total(files) / 1e6).toFixed(2)} MB): dxilkit ${sum(ours).toFixed(1)} ms, DXC ${sum(theirs).toFixed(1)} ms, ratio ${(sum(ours) / sum(theirs)).toFixed(3)}; of each: median ${quantile(ratios, 0.5).toFixed(3)}, p90 ${quantile(ratios, 0.9).toFixed(3)}, max ${Math.max(...ratios).toFixed(3)}`,
  )
}

/** Part table and every decodable part; program parts count as bytes, their bitcode has a figure of its own. */
function benchContainers(files: readonly Uint8Array[]): void {
  const decoded = files.map(decodeAll)
  const bytes = total(files)
  const read = best(() => {
    for (const file of files) decodeAll(file)
  })
  const write = best(() => {
    for (const parts of decoded) writeContainer(encodeAll(parts), { major: 1, minor: 6 }, 'none')
  })
  console.log(`\ncontainers (${mega(bytes)}): reader ${rate(bytes, read)}, writer ${rate(bytes, write)} without digest`)

  const bitcodes = decoded.flatMap(parts =>
    parts.filter(p => p.name === 'DXIL' || p.name === 'ILDB').map(p => p.data.subarray(BITCODE)),
  )
  const modules = bitcodes.map(b => readModule(b))
  const size = total(bitcodes)
  const readBits = best(() => {
    for (const b of bitcodes) readModule(b)
  })
  const writeBits = best(() => {
    for (const m of modules) writeModule(m)
  })
  console.log(`DXC's bitcode (${mega(size)}): reader ${rate(size, readBits)}, writer ${rate(size, writeBits)}`)
}

interface Decoded {
  readonly name: string
  readonly data: Uint8Array
  /** undefined for parts that stay bytes. */
  readonly value: unknown
}

function decodeAll(file: Uint8Array): Decoded[] {
  return readContainer(file).parts.map(({ name, data, offset }) => ({
    name,
    data,
    value: isDecodable(name) ? decodePart(name, data, offset) : undefined,
  }))
}

function encodeAll(parts: readonly Decoded[]): { name: string; data: Uint8Array }[] {
  return parts.map(({ name, data, value }) => ({
    name,
    data: isDecodable(name) ? encodePart(name, value as never) : data,
  }))
}

const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0)
const total = (files: readonly Uint8Array[]): number => files.reduce((n, file) => n + file.length, 0)
const mega = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`
