// Command: random programs about lanes. npm run waves -- --seed N --count M [--seconds S] [--print] [--reduce] [--show KIND]

import { overlap, seeds } from '../oracle/overlap.ts'
import { check, type Kind, type Outcome } from './check.ts'
import { generate } from './generate.ts'
import { printProgram } from './print.ts'
import { reduce } from './reduce.ts'

const args = process.argv.slice(2)
const option = (name: string, otherwise: number): number => {
  const at = args.indexOf(`--${name}`)
  return at < 0 ? otherwise : Number(args[at + 1])
}

const seed = option('seed', 1)
const count = option('count', 250)
const seconds = option('seconds', 1e9)
const shown = args.includes('--show') ? args[args.indexOf('--show') + 1] : undefined
const counts: Partial<Record<Kind, number>> = {}
const start = Date.now()
const QUIET: ReadonlySet<Kind> = new Set(['same', 'not-judged', 'dxc-no-run', 'runtime', 'kept-breaks'])
let done = 0

const LEVELS = ([3, 0] as const).filter(o => !args.includes('--only') || o === option('only', 3))

for await (const [i, outcomes] of overlap(seeds(seed, count, seconds), async i => {
  const program = generate(i)
  if (args.includes('--print')) process.stdout.write(printProgram(program))
  const outcomes: Outcome[] = []
  for (const optimization of LEVELS) outcomes.push(await check(program, optimization))
  return outcomes
})) {
  const program = generate(i)
  for (const [k, { kind, detail }] of outcomes.entries()) {
    const optimization = LEVELS[k]!
    done++
    counts[kind] = (counts[kind] ?? 0) + 1
    if (!QUIET.has(kind) || kind === shown)
      process.stdout.write(`seed ${i} -O${optimization}: ${kind}: ${detail.slice(0, 600)}\n`)
    if (!QUIET.has(kind) && args.includes('--reduce'))
      process.stdout.write(`---- reduced\n${printProgram(await reduce(program, { kind, detail }, optimization))}`)
  }
}
process.stdout.write(`${done} runs in ${(Date.now() - start) / 1000} s: ${JSON.stringify(counts)}\n`)
process.exit(0)
