// Command: random programs with arguments that name one place, against DXC's values. npx tsx test/copyout/run.ts [--seed N] [--count M] [--seconds S]
// [--print] [--reduce] [--version 2018]. Each program runs with -Od and with -O3; without --version they take turns.

import { overlap, seeds } from '../oracle/overlap.ts'
import { check, checkSeed, type Kind, type Outcome, VERSIONS, type Version } from './check.ts'
import { generate } from './generate.ts'
import { reduceLines } from './reduce.ts'

const args = process.argv.slice(2)
const text = (name: string): string | undefined =>
  args.includes(`--${name}`) ? args[args.indexOf(`--${name}`) + 1] : undefined
const option = (name: string, otherwise: number): number => Number(text(name) ?? otherwise)

const seed = option('seed', 1)
const count = option('count', 100)
const seconds = option('seconds', 1e9)
const version = text('version') as Version | undefined
const counts: Partial<Record<Kind, number>> = {}
const start = Date.now()
let done = 0
const summary = (): string =>
  `${done} programs, each at -Od and -O3, in ${Math.round((Date.now() - start) / 1000)} s: ${JSON.stringify(counts)}\n`

const LEVELS = [0, 3] as const
const versionOf = (i: number): Version => version ?? VERSIONS[i % VERSIONS.length]!

for await (const [i, outcomes] of overlap(seeds(seed, count, seconds), async i => {
  const source = generate(i)
  if (args.includes('--print')) process.stdout.write(source)
  const outcomes: Outcome[] = []
  for (const optimization of LEVELS) outcomes.push(await checkSeed(i, optimization, versionOf(i)))
  return outcomes
})) {
  const source = generate(i)
  const used = versionOf(i)
  for (const [k, { kind, detail }] of outcomes.entries()) {
    const optimization = LEVELS[k]!
    counts[kind] = (counts[kind] ?? 0) + 1
    const isOurs = kind.startsWith('ours')
    if (isOurs || (args.includes('--all') && kind !== 'same'))
      process.stdout.write(`seed ${i} -O${optimization}: ${kind}: ${detail.slice(0, 500)}\n`)
    if (isOurs && args.includes('--reduce')) {
      const small = await reduceLines(source, async s => (await check(s, optimization, used)).kind === kind)
      process.stdout.write(
        `---- reduced, -HV ${used}\n${small}\n---- ${(await check(small, optimization, used)).detail}\n`,
      )
    }
  }
  done++
  if (done % 100 === 0) process.stdout.write(summary())
}
process.stdout.write(summary())
process.exit(0)
