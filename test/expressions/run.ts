// Command: random expressions, each a program of its own: what it stores for eight rows of values, and whether it takes more instructions than DXC's.
// npx tsx test/expressions/run.ts [--seed N] [--count M] [--seconds S] [--kind int|bool|float|mix|widths|shared] [--size OPERATORS] [--alone].
// --alone: without DXC. Expressions that take more are printed with the number of instructions more.

import { Dxc } from '../oracle/dxc.ts'
import { overlap, seeds } from '../oracle/overlap.ts'
import { textOption } from '../oracle/run_levels.ts'
import { countCode } from '../parity/count_code.ts'
import { compiled, executed, FLAGS, programOf } from './check.ts'
import { generate, KINDS, type Kind } from './generate.ts'

const option = (name: string, otherwise: number): number => Number(textOption(name) ?? otherwise)
const kinds = KINDS.filter(kind => kind === (textOption('kind') ?? kind))
const size = option('size', 3)
const isAlone = process.argv.includes('--alone')

interface Judged {
  readonly text: string
  readonly compared: number
  readonly wrong: string | undefined
  /** Instructions of ours and of DXC's; undefined where DXC does not compile it. */
  readonly sizes: readonly [number, number] | undefined
}

async function judge(seed: number, kind: Kind): Promise<Judged> {
  const expression = generate(seed, kind, size)
  const ours = compiled(expression)
  const unoptimised = executed(compiled(expression, 0), expression)
  const { compared, wrong } = executed(ours, expression)
  const theirs = isAlone ? undefined : await (await Dxc.shared()).compile(programOf(expression), FLAGS)
  const sizes = theirs?.container && ([ours, theirs.container].map(c => countCode(c).total) as [number, number])
  const text = expression.shared ? `w = ${expression.shared.text}: ${expression.text}` : expression.text
  return { text, compared, wrong: wrong ?? unoptimised.wrong, sizes: sizes || undefined }
}

for (const kind of kinds) {
  let [programs, values, wrong, longer, shorter, ours, theirs] = [0, 0, 0, 0, 0, 0, 0]
  const range = seeds(option('seed', 1), option('count', 500), option('seconds', 1e9))
  for await (const [seed, found] of overlap(range, i => judge(i, kind))) {
    programs++
    values += found.compared
    if (found.wrong !== undefined) {
      wrong++
      process.stdout.write(`seed ${seed}: wrong: ${found.text}: ${found.wrong}\n`)
    }
    if (!found.sizes) continue
    const [mine, its] = found.sizes
    ours += mine
    theirs += its
    if (mine < its) shorter++
    if (mine <= its) continue
    longer++
    process.stdout.write(`seed ${seed}: ${mine - its} more: ${found.text}\n`)
  }
  const counts = isAlone
    ? ''
    : `, ${longer} longer than DXC's, ${shorter} shorter, ${ours} instructions against ${theirs}`
  process.stdout.write(`${kind}: ${programs} expressions, ${values} values compared, ${wrong} wrong${counts}\n`)
}
process.exit(0)
