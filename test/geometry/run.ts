// Random pipelines with a geometry shader, compiled by both, compared and drawn: npx tsx test/geometry/run.ts [FIRST [COUNT]] [--undrawn] [-v].

import { checkPipeline } from './check.ts'

const [first = 1, count = 300] = process.argv
  .slice(2)
  .filter(a => /^\d+$/.test(a))
  .map(Number)
const kinds = { refused: 0, compared: 0, drawn: 0 }
let [bad, exact, tables] = [0, 0, 0]
for (let seed = first; seed < first + count; seed++) {
  const r = await checkPipeline(seed, !process.argv.includes('--undrawn'))
  kinds[r.kind]++
  if (r.exact) exact++
  if (r.sameTables) tables++
  if (r.problems.length === 0) continue
  bad++
  process.stdout.write(`seed ${seed}\n  ${r.problems.join('\n  ')}\n${process.argv.includes('-v') ? r.source : ''}`)
}
process.stdout.write(
  `${count} pipelines: ${count - bad} agree; ${kinds.drawn} drawn, ${kinds.compared} compared, ${kinds.refused} refused by both; ` +
    `${exact} exact, dependency tables equal in ${tables}\n`,
)
process.exit(bad > 0 ? 1 : 0)
