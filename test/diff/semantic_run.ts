// Command: the comparison of programs by what they do, against copies in another order and against mutants.
// npm run semantic -- [--count N] [--seed S]. Exit code 1 when a copy is called different or a mutant the same.

import { semanticCases } from './semantic_cases.ts'

const args = process.argv.slice(2)
const option = (name: string, otherwise: number): number =>
  args.includes(`--${name}`) ? Number(args[args.indexOf(`--${name}`) + 1]) : otherwise
const { copies, mutants, faults } = semanticCases(option('count', 10_000), option('seed', 1))
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.stdout.write(`${copies} copies, ${mutants} mutants, ${faults.length} judged wrongly\n`)
process.exitCode = faults.length > 0 ? 1 : 0
