// Command: every statement of the list in every kind of function, both compilers' verdicts and the validator's.
// npm run contexts -- [--minor 8]... [--only TEXT]. Exit code 1 when a verdict differs or an accepted program is refused.

import { theirVerdict } from '../net/check.ts'
import { overlap } from '../oracle/overlap.ts'
import { compareContext } from './compare.ts'
import { contextJobs } from './contexts.ts'

const args = process.argv.slice(2)
const all = (name: string): string[] => args.flatMap((a, i) => (a === `--${name}` ? [args[i + 1] ?? ''] : []))
const minors = all('minor').map(Number)
const [only = ''] = all('only')
const jobs = [...contextJobs(minors.length > 0 ? minors : [0, 3, 5, 6, 8])].filter(job => job.name.includes(only))
const counts: Record<string, number> = {}

for await (const [, { job, verdict, detail }] of overlap(jobs.keys(), async n => {
  const job = jobs[n]!
  return { job, ...(await compareContext(job)) }
})) {
  counts[verdict] = (counts[verdict] ?? 0) + 1
  if (verdict === 'same') continue
  process.stdout.write(
    `${verdict}: ${job.name}\n    ours: ${detail}\n    DXC: ${(await theirVerdict(job)).split('\n').slice(0, 3).join(' / ')}\n`,
  )
}
process.stdout.write(`${jobs.length} programs: ${JSON.stringify(counts)}\n`)
process.exit(Object.keys(counts).some(verdict => verdict !== 'same') ? 1 : 0)
