// Command: random programs about local resource arrays. npx tsx test/arrays/run.ts --seed N --count M [--seconds S] [--print] [--show KIND] [-Od]

import { check, type Kind } from './check.ts'
import { generate } from './generate.ts'

const args = process.argv.slice(2)
const option = (name: string, otherwise: number): number => {
  const at = args.indexOf(`--${name}`)
  return at < 0 ? otherwise : Number(args[at + 1])
}

const seed = option('seed', 1)
const count = option('count', 100)
const seconds = option('seconds', 1e9)
const shown = args.includes('--show') ? args[args.indexOf('--show') + 1] : undefined
const counts: Partial<Record<Kind, number>> = {}
const start = Date.now()
let done = 0

for (let i = seed; i < seed + count && (Date.now() - start) / 1000 < seconds; i++) {
  const program = generate(i)
  if (args.includes('--print')) process.stdout.write(program.source)
  const { kind, detail } = await check(program, args.includes('-Od') ? 0 : 3)
  done++
  counts[kind] = (counts[kind] ?? 0) + 1
  if (kind.startsWith('ours') || kind === shown) process.stdout.write(`seed ${i}: ${kind}: ${detail.slice(0, 800)}\n`)
}
process.stdout.write(`${done} programs in ${(Date.now() - start) / 1000} s: ${JSON.stringify(counts)}\n`)
process.exit(0)
