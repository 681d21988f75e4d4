// Command: programs of literals by the thousand. npx tsx test/literals/run.ts --seed N --count M [--print]

import { overlap, seeds } from '../oracle/overlap.ts'
import { alone, check, type Kind, type Outcome } from './check.ts'
import { generate } from './generate.ts'
import type { LiteralProgram } from './tree.ts'

const args = process.argv.slice(2)
const option = (name: string, otherwise: number): number => {
  const at = args.indexOf(`--${name}`)
  return at < 0 ? otherwise : Number(args[at + 1])
}

const first = option('seed', 1)
const count = option('count', 200)
const limit = option('seconds', 1e9)
const start = Date.now()
const counts: Partial<Record<Kind, number>> = {}
let expressions = 0
let programs = 0

const summary = (): string =>
  `${programs} programs, ${expressions} expressions in ${Math.round((Date.now() - start) / 1000)} s: ${JSON.stringify(counts)}\n`
const PROGRESS = 500

const work = async (seed: number): Promise<{ program: LiteralProgram; outcome: Outcome }> => {
  const program = generate(seed)
  if (args.includes('--print')) process.stdout.write(program.source)
  return { program, outcome: await check(program) }
}

for await (const [seed, { program, outcome }] of overlap(seeds(first, count, limit), work)) {
  programs++
  expressions += program.sites.length
  counts[outcome.kind] = (counts[outcome.kind] ?? 0) + 1
  if (programs % PROGRESS === 0) process.stdout.write(summary())
  if (outcome.kind === 'same' || outcome.kind === 'dxc-no-run') continue
  process.stdout.write(
    `seed ${seed} -HV ${program.version} -O${program.optimization}: ${outcome.kind}: ${outcome.detail}\n`,
  )
  if (outcome.site || outcome.kind === 'crash') continue
  // Which of its expressions is it?
  for (const site of program.sites) {
    const small = alone(program, site)
    const { kind, detail } = await check(small)
    if (kind !== 'same') process.stdout.write(`    ${kind}: ${site.globals} ${site.body}\n        ${detail}\n`)
  }
}
process.stdout.write(summary())
process.exit(0)
