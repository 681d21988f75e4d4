// Random vertex and pixel shaders, drawn with both compilers' containers: npx tsx test/graphics/run.ts [FIRST [COUNT]].

import { checkPair } from './check_pair.ts'

const [first = 1, count = 300] = process.argv.slice(2).map(Number)
let [bad, exact, tables] = [0, 0, 0]
for (let seed = first; seed < first + count; seed++) {
  const { source, problems, sameTables, exact: same } = await checkPair(seed)
  if (same) exact++
  if (sameTables) tables++
  if (problems.length === 0) continue
  bad++
  process.stdout.write(`seed ${seed}\n  ${problems.join('\n  ')}\n${process.argv.includes('-v') ? source : ''}`)
}
process.stdout.write(
  `${count} pairs: ${count - bad} agree, ${exact} of them in every bit; dependency tables equal in ${tables}\n`,
)
process.exitCode = bad > 0 ? 1 : 0
