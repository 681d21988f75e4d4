// Command: declaration sets by the thousand. npx tsx test/bindings/run.ts --count N --seed S [--amount A] [--run-every K] [--seconds T] [--print] [--reduce] [--stop N]

import { check, type Kind } from './check.ts'
import { print } from './declarations.ts'
import { generate } from './generate.ts'
import { reduce } from './reduce.ts'

const args = process.argv.slice(2)
const option = (name: string, otherwise: number): number => {
  const at = args.indexOf(`--${name}`)
  return at < 0 ? otherwise : Number(args[at + 1])
}

const seed = option('seed', 1)
const count = option('count', 100)
const amount = option('amount', 0)
const every = option('run-every', 0)
const limit = option('seconds', 1e9)
let left = option('stop', 1e9)
const counts: Partial<Record<Kind, number>> = {}
const bugs: Record<string, number> = {}
let done = 0
const start = Date.now()

for (let i = seed; i < seed + count && left > 0 && (Date.now() - start) / 1000 < limit; i++) {
  const program = generate(i, amount || 3 + (i % 10))
  if (args.includes('--print')) process.stdout.write(print(program))
  const { kind, detail, bug } = await check(program, every > 0 && i % every === 0)
  done++
  counts[kind] = (counts[kind] ?? 0) + 1
  if (bug) bugs[bug] = (bugs[bug] ?? 0) + 1
  if (args.includes('--print')) process.stdout.write(`${kind} ${detail}\n`)
  if (['same', 'both-refuse', 'bug', 'no-run'].includes(kind)) continue
  left--
  process.stdout.write(`seed ${i} ${program.profile}: ${kind}: ${detail.slice(0, 2500)}\n`)
  if (!args.includes('--reduce')) continue
  const small = await reduce(program, kind)
  process.stdout.write(
    `---- reduced ${small.profile} ${small.autoSpace ?? ''}\n${print(small)}---- ${(await check(small)).detail}\n`,
  )
}
process.stdout.write(
  `${done} sets in ${(Date.now() - start) / 1000} s: ${JSON.stringify(counts)} DXC's bugs: ${JSON.stringify(bugs)}\n`,
)
process.exit(0)
