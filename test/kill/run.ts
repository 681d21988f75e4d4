// npm run kill [-- KILLS FILES]: kills runs over many files at random moments, and fills a small disk. Exit code 1 when a file was lost.

import { fullDisk, killRuns } from './kill.ts'

const [kills = 200, files = 1000] = process.argv.slice(2).map(Number)
const { runs, finished, written, problems } = await killRuns(kills, files, line => process.stdout.write(`${line}\n`))
process.stdout.write(
  `${runs} runs killed, ${finished} of them over before; ${written} files written, ${problems.length} lost or left\n`,
)
const full = fullDisk(64)
process.stdout.write(
  full === undefined ? 'no small disk can be mounted here: skipped\n' : `full disk: ${full.length} problems\n`,
)
for (const problem of [...problems, ...(full ?? [])]) process.stdout.write(`${problem}\n`)
process.exitCode = problems.length + (full?.length ?? 0) > 0 ? 1 : 0
