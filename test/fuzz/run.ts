// Command: random programs by the thousand. npx tsx test/fuzz/run.ts --seed N --count M [--run-every K] [--amount A] [--print] [--reduce] [--linked]
// --linked: compiled as libraries, by either compiler, and linked by ours.

import { check, type Kind } from './check.ts'
import { generate } from './generate.ts'
import { checkLinked } from './linked.ts'
import { printProgram } from './print.ts'
import { reduce } from './reduce.ts'

const args = process.argv.slice(2)
const option = (name: string, otherwise: number): number => {
  const at = args.indexOf(`--${name}`)
  return at < 0 ? otherwise : Number(args[at + 1])
}

const seed = option('seed', 1)
const count = option('count', 100)
const every = option('run-every', 1)
const amount = option('amount', 0)
const limit = option('seconds', 1e9)
const checked = args.includes('--linked') ? checkLinked : check
const counts: Partial<Record<Kind, number>> = {}
let executed = 0
let done = 0
const start = Date.now()

const summary = (): string =>
  `${done} programs in ${Math.round((Date.now() - start) / 1000)} s, ${executed} executed: ${JSON.stringify(counts)}\n`
/** Long runs say how far they are. */
const PROGRESS = 500
process.once('SIGINT', () => {
  process.stdout.write(summary())
  process.exit(130)
})

for (let i = seed; i < seed + count && (Date.now() - start) / 1000 < limit; i++) {
  const program = generate(i, amount || 6 + ((i * 7) % 50))
  if (args.includes('--print')) process.stdout.write(printProgram(program))
  const run = every > 0 && i % every === 0
  const { kind, detail } = await checked(program, run)
  if (run && !['both-refuse', 'dxc-invalid', 'verdict', 'crash', 'invalid', 'psv', 'too-long', 'no-run'].includes(kind))
    executed++
  done++
  counts[kind] = (counts[kind] ?? 0) + 1
  if (done % PROGRESS === 0) process.stdout.write(summary())
  if (['same', 'too-long', 'dxc-invalid'].includes(kind)) continue
  process.stdout.write(`seed ${i} ${program.profile} -O${program.optimization}: ${kind}: ${detail.slice(0, 1500)}\n`)
  if (!args.includes('--reduce')) continue
  const small = await reduce(program, async p => (await checked(p, run)).kind === kind)
  process.stdout.write(`---- reduced\n${printProgram(small)}---- ${(await checked(small, run)).detail}\n`)
}
process.stdout.write(summary())
process.exit(0)
