// Random shaders of each stage, mostly declarations, through both compilers: npx tsx test/stages/run.ts [STAGE] [FIRST [COUNT]] [-v].

import { checkStage } from './check.ts'
import { generateStage, STAGE_NAMES } from './generate.ts'

const words = process.argv.slice(2)
const stage = STAGE_NAMES.find(s => words.includes(s))
const [first = 1, count = 300] = words.filter(w => /^\d+$/.test(w)).map(Number)
let [bad, refused, lines, failed, tables] = [0, 0, 0, 0, 0]
for (let seed = first; seed < first + count; seed++) {
  const program = generateStage(seed, stage)
  const result = await checkStage(program)
  if (result.isRefused) refused++
  if (result.isRefused && result.isSameLine) lines++
  if (result.hasOtherTables) tables++
  if (result.dxcFails) failed++
  if (words.includes('--failures') && result.dxcFails)
    process.stdout.write(`seed ${seed} DXC fails: ${result.dxcFails}\n`)
  if (words.includes('--lines') && !result.isSameLine) process.stdout.write(`seed ${seed}: another line\n`)
  if (result.problems.length === 0) continue
  bad++
  process.stdout.write(`seed ${seed} ${program.args.join(' ')}\n  ${result.problems.join('\n  ')}\n`)
  if (words.includes('-v')) process.stdout.write(program.source)
}
process.stdout.write(
  `${count} programs: ${count - bad} agree, ${refused} of them refused by both, ${lines} in the same line; ` +
    `${tables} with other dependency tables; DXC fails at ${failed}\n`,
)
process.exitCode = bad > 0 ? 1 : 0
