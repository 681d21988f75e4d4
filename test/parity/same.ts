// How many programs of a folder are the same as DXC's up to order, by stage, and what the others differ in:
// npm run parity:same -- FOLDER [--stage cs,vs,ps] [--filter TEXT] [--every N] [--show N]

import { parseArgs } from 'node:util'
import { diffContainers } from '../../src/api/diff.ts'
import type { SemanticChange } from '../../src/diff/semantic_diff.ts'
import { Dxc } from '../oracle/dxc.ts'
import { collect, ourContainer, theirContainer } from './pairs.ts'

/** A difference without its names and numbers: which operations stand against which. */
function kindOf({ kind, a = '', b = '' }: SemanticChange): string {
  const head = (text: string): string =>
    /^[\w .]*?(?=[(\s]|$)/.exec(text.replace(/^(output|input) .*/, '$1'))?.[0] ?? ''
  const flags = (text: string): string => /^\w+((?: nuw| nsw| precise)*)\(/.exec(text)?.[1] ?? ''
  if (kind !== 'value')
    return kind === 'flow' ? 'control flow' : `${a === '' ? 'more' : 'fewer'} effects: ${head(a || b)}`
  if (head(a) === head(b)) return flags(a) === flags(b) ? `other operands of ${head(a)}` : `flags of ${head(a)}`
  return `${head(a)} for ${head(b)}`
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    stage: { type: 'string', default: 'cs,vs,ps' },
    filter: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    show: { type: 'string', default: '0' },
  },
})
const [root] = positionals
if (root === undefined) {
  process.stderr.write(
    'usage: npm run parity:same -- FOLDER [--stage cs,vs,ps] [--filter TEXT] [--every N] [--show N]\n',
  )
  process.exit(2)
}
const dxc = await Dxc.shared()
const stages = new Map<string, { cases: number; same: number; one: number }>()
const kinds = new Map<string, number>()
let shown = 0
const cases = collect(root, values.filter, values.stage.split(',')).filter((_, i) => i % Number(values.every) === 0)
for (const c of cases) {
  const theirs = await theirContainer(root, c, dxc)
  const ours = theirs && ourContainer(root, c)
  if (!theirs || !ours) continue
  const program = diffContainers(ours, theirs).parts.find(part => part.name === 'DXIL')
  if (!program) continue
  const stage = c.profile.split('_')[0]!
  const at = stages.get(stage) ?? { cases: 0, same: 0, one: 0 }
  stages.set(stage, at)
  at.cases++
  const functions = program.program?.functions ?? []
  const changes = functions.flatMap(f => f.semantic.changes)
  if (program.status === 'equal' || (program.program?.sameUpToOrder ?? false)) at.same++
  else if (changes.length === 1) at.one++
  for (const kind of new Set(changes.map(kindOf))) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  if (changes.length > 0 && shown++ < Number(values.show))
    process.stdout.write(
      `${c.file} ${c.words.join(' ')}\n${changes
        .slice(0, 3)
        .map(d => `  ${d.kind}\n    ours: ${d.a}\n    DXC:  ${d.b}\n`)
        .join('')}`,
    )
}
for (const [stage, { cases: n, same, one }] of stages)
  process.stdout.write(
    `${stage}: ${same} of ${n} the same up to order (${((100 * same) / n).toFixed(1)} %), ${one} with one difference\n`,
  )
process.stdout.write('commonest kinds of difference, by cases:\n')
for (const [kind, n] of [...kinds].sort((a, b) => b[1] - a[1]).slice(0, 20))
  process.stdout.write(`${String(n).padStart(6)} ${kind}\n`)
process.exit(0)
