// Command: random programs of structs, templates, operators and conversions, against DXC's values. npx tsx test/objects/run.ts [--seed N] [--count M]
// [--seconds S] [--print] [--reduce] [--all]. Each runs with -Od and with -O3.

import { reduceLines } from '../copyout/reduce.ts'
import { overlap, seeds } from '../oracle/overlap.ts'
import { check, type Kind } from './check.ts'
import { generate } from './generate.ts'

const args = process.argv.slice(2)
const option = (name: string, otherwise: number): number =>
  args.includes(`--${name}`) ? Number(args[args.indexOf(`--${name}`) + 1]) : otherwise

const counts: Partial<Record<Kind, number>> = {}
const start = Date.now()
let done = 0
const summary = (): string =>
  `${done} programs, each at -Od and -O3, in ${Math.round((Date.now() - start) / 1000)} s: ${JSON.stringify(counts)}\n`
const LEVELS = [0, 3] as const

for await (const [i, outcomes] of overlap(
  seeds(option('seed', 1), option('count', 100), option('seconds', 1e9)),
  async i => {
    const source = generate(i)
    if (args.includes('--print')) process.stdout.write(source)
    return [await check(source, 0), await check(source, 3)]
  },
)) {
  for (const [k, { kind, detail }] of outcomes.entries()) {
    const optimization = LEVELS[k]!
    counts[kind] = (counts[kind] ?? 0) + 1
    const isOurs = kind.startsWith('ours')
    if (isOurs || (args.includes('--all') && kind !== 'same'))
      process.stdout.write(`seed ${i} -O${optimization}: ${kind}: ${detail.slice(0, 500)}\n`)
    if (isOurs && args.includes('--reduce')) {
      const small = await reduceLines(generate(i), async s => (await check(s, optimization)).kind === kind)
      process.stdout.write(`---- reduced\n${small}\n---- ${(await check(small, optimization)).detail}\n`)
    }
  }
  done++
  if (done % 100 === 0) process.stdout.write(summary())
}
process.stdout.write(summary())
process.exit(0)
