// Executes what both compilers make of the same source, of any stage, in made-up worlds, and compares what others can see:
// npm run executed -- FOLDER [--stage lib,ms,...] [--filter TEXT] [--every N --from I] [--newest] [--model MINOR] [--add FLAGS] [--show]
// npm run executed -- --kind mesh [--first SEED] [--count N] [--model MINOR] [--add FLAGS]

import { parseArgs } from 'node:util'
import { Dxc } from '../oracle/dxc.ts'
import { collect, ourContainer, theirContainer } from '../parity/pairs.ts'
import { forModel, withModel } from '../parity/run_lines.ts'
import { check, type Verdict } from './check.ts'
import { KINDS } from './programs.ts'
import { ours, plain, STAGES, theirs } from './sources.ts'

const USAGE = `usage: npm run executed -- FOLDER [--stage ${STAGES.join()}] [--filter TEXT] [--every N --from I] [--newest] [--model MINOR] [--add FLAGS]
       npm run executed -- --kind ${Object.keys(KINDS).join('|')} [--first SEED] [--count N] [--model MINOR] [--add FLAGS]
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    stage: { type: 'string', default: STAGES.join() },
    filter: { type: 'string', default: '' },
    newest: { type: 'boolean', default: false },
    model: { type: 'string' },
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    add: { type: 'string', default: '' },
    show: { type: 'boolean', default: false },
    kind: { type: 'string', default: '' },
    first: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
  },
})
const added = values.add.split(' ').filter(Boolean)
const reasons = new Map<string, number>()
const totals = {
  programs: 0,
  same: 0,
  different: 0,
  second: 0,
  unjudged: 0,
  alone: 0,
  compared: 0,
  open: 0,
  exceptions: 0,
}

async function judge(
  name: string,
  a: Uint8Array,
  b: Uint8Array,
  unoptimised: () => Promise<Uint8Array | null | undefined>,
): Promise<void> {
  totals.programs++
  let verdicts: readonly Verdict[] = []
  try {
    verdicts = await check(a, b, unoptimised)
  } catch (e) {
    totals.exceptions++
    process.stdout.write(`exception: ${name}\n    ${(e as Error).stack?.slice(0, 600)}\n`)
  }
  for (const v of verdicts) {
    totals[v.kind]++
    totals.compared += v.compared
    totals.open += v.open
    totals.alone += v.alone
    for (const why of v.unjudged) reasons.set(why, (reasons.get(why) ?? 0) + 1)
    if (v.kind === 'different' || (v.kind !== 'same' && values.show))
      process.stdout.write(
        `${v.kind}: ${name} [${v.name}], ${v.different} of ${v.same + v.different}\n    ${v.detail || v.unjudged[0]}\n`,
      )
  }
}

async function folder(root: string): Promise<void> {
  const model = values.model === undefined ? undefined : Number(values.model)
  const dxc = await Dxc.shared(values.newest || model !== undefined ? 'dxc-new' : 'dxc')
  const newest = await Dxc.shared('dxc-new')
  const known = collect(root, values.filter, values.stage.split(','), model ?? (values.newest ? 9 : 8))
  const cases = model === undefined ? known : forModel(known, model)
  for (const [i, found] of cases.entries()) {
    if (i % Number(values.every) !== Number(values.from)) continue
    const c = { ...found, words: [...found.words, ...added] }
    const b = await theirContainer(root, c, dxc)
    const a = b && ourContainer(root, c)
    if (!a || !b) continue
    const unoptimised = { ...c, words: plain(c.words) }
    await judge(`${c.file} ${c.words.join(' ')}`, a, b, () => theirContainer(root, unoptimised, newest))
  }
}

async function generated(kind: string): Promise<void> {
  for (let seed = Number(values.first), end = seed + Number(values.count); seed < end; seed++)
    for (const { source, args } of KINDS[kind]!(seed)) {
      const words = [...(values.model === undefined ? args : withModel(args, Number(values.model))), ...added]
      const a = ours({ source, args: words })
      const b = a && (await theirs({ source, args: words }))
      if (a && b) await judge(`${kind} ${seed}: ${words.join(' ')}`, a, b, () => theirs({ source, args: plain(words) }))
    }
}

const [root] = positionals
if (KINDS[values.kind]) await generated(values.kind)
else if (root !== undefined && values.kind === '') await folder(root)
else {
  process.stderr.write(USAGE)
  process.exit(2)
}
process.stdout.write(
  `${totals.programs} programs: ${totals.same} functions the same, ${totals.different} different, ${totals.second} as DXC's plain code, ${totals.unjudged} not judged, ` +
    `${totals.exceptions} exceptions; ${totals.compared} values compared, ${totals.open} undefined in theirs; ours alone came to no end in ${totals.alone} worlds\n`,
)
for (const [why, n] of [...reasons].sort((a, b) => b[1] - a[1]).slice(0, 25))
  process.stdout.write(`${String(n).padStart(6)} ${why}\n`)
process.exit(totals.different + totals.exceptions > 0 ? 1 : 0)
