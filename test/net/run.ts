// Command: everything the tests can generate, changed and unchanged, through the compiler and the validator; none may be refused.
// npx tsx test/net/run.ts [--seed N] [--count M] [--seconds S] [--valid V] [--folder SHADERS]... [--reduce]. Prints each cause once, with DXC's
// verdict; ends when M programs were compiled or V of them were valid.

import { overlap, seeds } from '../oracle/overlap.ts'
import { causeOf, check, type Kind, reduce, theirVerdict } from './check.ts'
import { mutateJob } from './mutate.ts'
import { Programs } from './programs.ts'

const args = process.argv.slice(2)
const all = (name: string): string[] => args.flatMap((a, i) => (a === `--${name}` ? [args[i + 1] ?? ''] : []))
const option = (name: string, otherwise: number): number => Number(all(name)[0] ?? otherwise)

const seed = option('seed', 1)
const count = option('count', 1000)
const seconds = option('seconds', 1e9)
const enough = option('valid', 1e9)
const programs = new Programs(all('folder'))
const counts: Partial<Record<Kind, number>> = {}
const causes = new Map<string, number>()
const start = Date.now()
let done = 0

const summary = (): string =>
  `${done} programs in ${Math.round((Date.now() - start) / 1000)} s: ${JSON.stringify(counts)}, ${causes.size} causes\n`

for await (const [n, { job, found }] of overlap(seeds(seed, count, seconds), async n => {
  const job = mutateJob(programs.at(n), n)
  return { job, found: await check(job) }
})) {
  counts[found.kind] = (counts[found.kind] ?? 0) + 1
  if (++done % 1000 === 0) process.stdout.write(summary())
  if ((counts.valid ?? 0) >= enough) break
  if (found.kind !== 'refused' && found.kind !== 'bug') continue
  const cause = causeOf(found)
  const before = causes.get(cause) ?? 0
  causes.set(cause, before + 1)
  if (before > 0) continue
  const shown = args.includes('--reduce') ? await reduce(job, found) : job
  process.stdout.write(
    `==== ${n} ${job.origin}: ${job.words.join(' ')}\n${cause}\nDXC: ${await theirVerdict(shown)}\n${args.includes('--reduce') ? shown.source : ''}\n`,
  )
}
process.stdout.write(summary())
for (const [cause, times] of [...causes].sort((a, b) => b[1] - a[1])) process.stdout.write(`${times} x ${cause}\n`)
process.exit(causes.size > 0 ? 1 : 0)
