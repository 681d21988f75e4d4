// Command: mutants of printed IR. npm run irmutants -- --seed N --count M [--seconds S]

import { changes, check, type Kind } from './check.ts'

const args = process.argv.slice(2)
const option = (name: string, otherwise: number): number => {
  const at = args.indexOf(`--${name}`)
  return at < 0 ? otherwise : Number(args[at + 1])
}

const seed = option('seed', 1)
const count = option('count', 2000)
const seconds = option('seconds', 1e9)
const counts: Partial<Record<Kind, number>> = {}
const start = Date.now()
let done = 0

for (let i = seed; i < seed + count && (Date.now() - start) / 1000 < seconds; i++) {
  const { kind, detail, text } = await check(i)
  done++
  counts[kind] = (counts[kind] ?? 0) + 1
  if (kind === 'refused' || kind === 'valid') continue
  process.stdout.write(`seed ${i}: ${kind}: ${detail.slice(0, 500)}\n${changes(i, text)}\n`)
}
process.stdout.write(`${done} mutants in ${(Date.now() - start) / 1000} s: ${JSON.stringify(counts)}\n`)
process.exit(0)
