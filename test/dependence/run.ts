// Random shaders through both compilers, the tables of dependence compared: npx tsx test/dependence/run.ts [FIRST [COUNT]] [-v].

import { checkDependence } from './check.ts'
import { generateDependence } from './generate.ts'

const words = process.argv.slice(2)
const [first = 1, count = 300] = words.filter(w => /^\d+$/.test(w)).map(Number)
const counts = new Map<string, number>()
for (let seed = first; seed < first + count; seed++) {
  const program = generateDependence(seed)
  const result = await checkDependence(program)
  counts.set(result.kind, (counts.get(result.kind) ?? 0) + 1)
  if (!('text' in result)) continue
  process.stdout.write(`seed ${seed} ${program.args.join(' ')}: ${result.kind}\n  ${result.text}\n`)
  if (words.includes('-v')) process.stdout.write(program.source)
}
process.stdout.write(`${count} programs: ${[...counts].map(([kind, n]) => `${n} ${kind}`).join(', ')}\n`)
process.exit(0)
