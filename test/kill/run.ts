// npm run kill [-- KILLS FILES [STATE]]: kills runs over many files at random moments, and fills a small disk. Exit code 1 when a file was lost.
// With a file STATE what was counted is kept there after each kill, and a later call goes on from it.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fullDisk, killRuns, type Outcome } from './kill.ts'

const [killsWord = '200', filesWord = '1000', state] = process.argv.slice(2)
const before =
  state !== undefined && existsSync(state) ? (JSON.parse(readFileSync(state, 'utf8')) as Outcome) : undefined
const { runs, finished, written, problems } = await killRuns(Number(killsWord), Number(filesWord), {
  bin: join(process.cwd(), 'bin', 'dxilkit.js'),
  ...(before ? { before } : {}),
  note: (outcome, command) => {
    if (state !== undefined) writeFileSync(state, JSON.stringify(outcome))
    if (outcome.runs % 10 === 0)
      process.stdout.write(`${command}: ${outcome.runs} killed, ${outcome.problems.length} problems\n`)
  },
})
process.stdout.write(
  `${runs} runs killed, ${finished} of them over before; ${written} files written, ${problems.length} lost or left\n`,
)
const full = fullDisk(64)
process.stdout.write(
  full === undefined ? 'no small disk can be mounted here: skipped\n' : `full disk: ${full.length} problems\n`,
)
for (const problem of [...problems, ...(full ?? [])]) process.stdout.write(`${problem}\n`)
process.exitCode = problems.length + (full?.length ?? 0) > 0 ? 1 : 0
