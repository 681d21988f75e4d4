// Random libraries through both compilers: npx tsx test/libraries/run.ts [FIRST [COUNT]] [--nodes | --exports | --reorder] [-v]. --nodes: of work
// graph nodes; --exports: of exported functions; --reorder: of shader model 6.9 with hit objects.

import { checkExports, checkHitObjects, checkLibrary, checkNodes } from './check.ts'

const [first = 1, count = 300] = process.argv
  .slice(2)
  .filter(a => !a.startsWith('-'))
  .map(Number)
const check = process.argv.includes('--nodes')
  ? checkNodes
  : process.argv.includes('--exports')
    ? checkExports
    : process.argv.includes('--reorder')
      ? checkHitObjects
      : checkLibrary
let [bad, refused, failed, live, ours, theirs] = [0, 0, 0, 0, 0, 0]
for (let seed = first; seed < first + count; seed++) {
  const result = await check(seed)
  if (result.isRefused) refused++
  if (result.dxcFails) failed++
  if (result.isLiveness) live++
  ours += result.instructions[0]
  theirs += result.instructions[1]
  if (process.argv.includes('--failures') && result.dxcFails) process.stdout.write(`seed ${seed}: DXC fails\n`)
  if (result.problems.length === 0) continue
  bad++
  process.stdout.write(`seed ${seed} ${result.args.join(' ')} ${result.mistake}\n  ${result.problems.join('\n  ')}\n`)
  if (process.argv.includes('-v')) process.stdout.write(result.source)
}
process.stdout.write(
  `${count} programs: ${count - bad} agree, ${refused} of them refused by both, ${live} with other code left; DXC fails at ${failed}; ${ours} instructions, DXC ${theirs}\n`,
)
process.exitCode = bad > 0 ? 1 : 0
