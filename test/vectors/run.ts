// Command: random programs of vectors, at -Od and -O3. npx tsx test/vectors/run.ts [--seed N] [--count M] [--print]

import { check, type Kind } from './check.ts'
import { generate } from './generate.ts'

const args = process.argv.slice(2)
const option = (name: string, otherwise: number): number =>
  args.includes(`--${name}`) ? Number(args[args.indexOf(`--${name}`) + 1]) : otherwise

const seed = option('seed', 1)
const counts: Partial<Record<Kind, number>> = {}
for (let i = seed; i < seed + option('count', 100); i++) {
  const { source, lanes } = generate(i)
  if (args.includes('--print')) process.stdout.write(source)
  for (const optimization of [0, 3] as const) {
    const { kind, detail } = await check(source, lanes, optimization).catch(e => {
      throw new Error(`seed ${i} -O${optimization}: ${String(e)}`)
    })
    counts[kind] = (counts[kind] ?? 0) + 1
    if (kind !== 'same') process.stdout.write(`seed ${i} -O${optimization}: ${kind}: ${detail.slice(0, 400)}\n`)
  }
}
process.stdout.write(`${JSON.stringify(counts)}\n`)
process.exit(0)
