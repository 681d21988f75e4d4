// npm run statistics -- [--count 500] [--seed 1]: statistics of containers that both compilers made, against counts from the text of their listings.

import { parseArgs } from 'node:util'
import { Dxc } from '../oracle/dxc.ts'
import { bothCounts, containers } from './compare.ts'

const { values } = parseArgs({
  options: { count: { type: 'string', default: '500' }, seed: { type: 'string', default: '1' } },
})
const dxc = await Dxc.start()
let compared = 0
let wrong = 0
for await (const [name, container] of containers(dxc, Number(values.seed), 1)) {
  if (compared >= Number(values.count)) break
  compared++
  const { ours, listed } = bothCounts(container)
  if (JSON.stringify(ours) === JSON.stringify(listed)) continue
  wrong++
  console.log(name)
  for (const row of ours) if (!listed.some(r => String(r) === String(row))) console.log(`  statistics ${row.join(' ')}`)
  for (const row of listed) if (!ours.some(r => String(r) === String(row))) console.log(`  listing    ${row.join(' ')}`)
}
dxc.close()
console.log(`${compared} containers, ${wrong} with other counts than their listings`)
process.exitCode = wrong > 0 ? 1 : 0
