// Command: every generated call of builtins through both compilers.
// npx tsx test/intrinsics/run.ts [--stage cs|ps] [--name TEXT] [--step N] [--offset N] [--show VERDICT] [--print] [--unset]
// --unset: calls with an argument that is undefined.

import { checkCall, type Verdict } from './check.ts'
import { allCalls } from './generate.ts'

const args = process.argv.slice(2)
const text = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
const number = (name: string, otherwise: number): number => Number(text(name) ?? otherwise)
const stage = text('--stage') === 'ps' ? 'ps' : 'cs'
const wanted = text('--name') ?? ''
const shown = text('--show')

const step = number('--step', 1)
const offset = number('--offset', 0)
const cases = allCalls(args.includes('--unset')).filter((c, i) => c.name.includes(wanted) && i % step === offset)
const counts = new Map<Verdict, number>()
const causes = new Map<string, { count: number; source: string }>()
for (const c of cases) {
  const { verdict, detail } = await checkCall(c, stage)
  counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
  if (verdict === 'same' || (verdict === 'rejected' && shown !== verdict)) continue
  if (shown !== undefined && verdict !== shown) continue
  const key = `${verdict} ${c.name}: ${detail.slice(0, 300)}`
  const known = causes.get(key)
  if (known) known.count++
  else causes.set(key, { count: 1, source: c.source })
}
for (const [key, { count, source }] of causes) {
  process.stdout.write(`${count} ${key}\n`)
  if (args.includes('--print')) process.stdout.write(`${source}\n`)
}
process.stdout.write(`${cases.length} calls in ${stage}: ${JSON.stringify(Object.fromEntries(counts))}\n`)
process.exit(0)
