// Command: random layouts by the thousand. npx tsx test/layouts/run.ts --seed N --count M [--run-every K] [--print] [--seconds S] [--show KIND]

import { type Case, check, type Kind } from './check.ts'
import { generate } from './generate.ts'

const args = process.argv.slice(2)
const option = (name: string, otherwise: number): number => {
  const at = args.indexOf(`--${name}`)
  return at < 0 ? otherwise : Number(args[at + 1])
}

const seed = option('seed', 1)
const count = option('count', 100)
const every = option('run-every', 0)
const seconds = option('seconds', 1e9)
const counts: Partial<Record<Kind, number>> = {}
const start = Date.now()
let done = 0

for (let i = seed; i < seed + count && (Date.now() - start) / 1000 < seconds; i++) {
  const made = generate(i)
  if (args.includes('--print')) process.stdout.write(`${made.source}\n`)
  const { inputs, ...rest } = made
  const c: Case = every > 0 && i % every === 0 && inputs ? made : rest
  const { kind, detail } = await check(c)
  done++
  counts[kind] = (counts[kind] ?? 0) + 1
  if (kind === 'same' || kind === 'dxc-bug') continue
  if (kind === 'both-refuse' && !args.includes('--refused')) continue
  const flags = `${c.profile}${c.native16Bit ? ' -enable-16bit-types' : ''}${c.rowMajor ? ' -Zpr' : ''}`
  process.stdout.write(`seed ${i} ${flags}: ${kind}: ${detail.slice(0, 1200)}\n`)
}
process.stdout.write(`${done} layouts in ${(Date.now() - start) / 1000} s: ${JSON.stringify(counts)}\n`)
process.exit(0)
