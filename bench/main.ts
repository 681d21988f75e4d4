// npm run bench: compile time of the corpus against DXC's in one run, and the speed of the parts that move bytes.
// Times are medians of repeated runs in one process; DXC's are taken inside its own process around the compile call, without the pipe.

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '../src/api/compile.ts'
import { dxcArgsToOptions } from '../test/corpus/corpus_options.ts'
import { parseHeader } from '../test/corpus/header.ts'
import { Dxc } from '../test/oracle/dxc.ts'
import { benchDisassembly } from './disassembly.ts'
import { benchStart } from './start.ts'
import { quantile } from './statistics.ts'
import { benchBytes } from './throughput.ts'

interface Case {
  readonly name: string
  readonly source: string
  readonly args: readonly string[]
}

const WARM_RUNS = 15
const COLD_SAMPLE = 8

const cases: Case[] = readdirSync('corpus')
  .filter(f => f.endsWith('.hlsl'))
  .sort()
  .flatMap(file => {
    const source = readFileSync(join('corpus', file), 'utf8')
    return parseHeader(source, file).compiles.map(c => ({ name: `${file} ${c.profile}`, source, args: c.args }))
  })

function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

function timeOurs(c: Case): { ms: number; phases: Map<string, number> } {
  const options = dxcArgsToOptions(c.args)
  const times: number[] = []
  const phases = new Map<string, number[]>()
  for (let i = 0; i < WARM_RUNS; i++) {
    const start = performance.now()
    const result = compile(c.source, options)
    times.push(performance.now() - start)
    if (!result.ok) throw new Error(`${c.name} does not compile:\n${result.text}`)
    for (const p of result.phases) phases.set(p.name, [...(phases.get(p.name) ?? []), p.ms])
  }
  return { ms: median(times), phases: new Map([...phases].map(([name, list]) => [name, median(list)])) }
}

const ms = (n: number): string => n.toFixed(2).padStart(8)

async function main(): Promise<void> {
  // Two rounds over everything so that the engine has compiled the hot paths before anything is measured.
  for (let round = 0; round < 2; round++) for (const c of cases) compile(c.source, dxcArgsToOptions(c.args))

  const dxc = await Dxc.shared()
  const ratios: number[] = []
  const ours: number[] = []
  const theirs: number[] = []
  const phaseTotals = new Map<string, number>()
  console.log(`${'case'.padEnd(44)}  dxilkit       DXC    ratio   (ms, warm median of ${WARM_RUNS})`)
  for (const c of cases) {
    const mine = timeOurs(c)
    const other = await dxc.compile(c.source, [...c.args], { runs: WARM_RUNS })
    if (!other.ok) throw new Error(`DXC rejects ${c.name}: ${other.errors}`)
    ours.push(mine.ms)
    theirs.push(other.ms)
    ratios.push(mine.ms / other.ms)
    for (const [name, time] of mine.phases) phaseTotals.set(name, (phaseTotals.get(name) ?? 0) + time)
    console.log(`${c.name.padEnd(44)} ${ms(mine.ms)}  ${ms(other.ms)}  ${(mine.ms / other.ms).toFixed(2).padStart(6)}`)
  }
  const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0)
  console.log(`\n${cases.length} compiles, warm, in process:`)
  console.log(
    `  total     dxilkit ${sum(ours).toFixed(1)} ms, DXC ${sum(theirs).toFixed(1)} ms, ratio ${(sum(ours) / sum(theirs)).toFixed(3)}`,
  )
  console.log(
    `  median    dxilkit ${median(ours).toFixed(2)} ms, DXC ${median(theirs).toFixed(2)} ms, ratio of each: median ${median(ratios).toFixed(3)}, p90 ${quantile(ratios, 0.9).toFixed(3)}, max ${Math.max(...ratios).toFixed(3)}`,
  )
  console.log(`  by phase  ${[...phaseTotals].map(([name, time]) => `${name} ${time.toFixed(1)}`).join(', ')} ms`)
  coldStart()
  await benchStart(dxc)
  await benchBytes(cases.map(c => ({ source: c.source, options: dxcArgsToOptions(c.args) })))
  await benchDisassembly(dxc, cases)
  process.exit(0)
}

/** A new process for each sampled case: what one command-line compile costs before anything is warm. */
function coldStart(): void {
  const step = Math.max(1, Math.floor(cases.length / COLD_SAMPLE))
  const first: number[] = []
  const whole: number[] = []
  for (let i = 0; i < cases.length; i += step) {
    const c = cases[i]!
    const start = performance.now()
    const child = spawnSync(process.execPath, [join('dist', 'bench', 'cold.js'), ...c.args], {
      input: c.source,
      encoding: 'utf8',
    })
    whole.push(performance.now() - start)
    first.push(Number(child.stdout))
  }
  console.log(
    `\ncold, a process each (${first.length} cases): first compile median ${median(first).toFixed(1)} ms, p90 ${quantile(first, 0.9).toFixed(1)} ms; whole process median ${median(whole).toFixed(0)} ms`,
  )
}

await main()
