// The command line of a generator whose programs run at -Od and at -O3: seeds, counts of outcomes, and the smallest program of each that is ours.

import { overlap, seeds } from './overlap.ts'
import { reduceLines } from './reduce_lines.ts'

/** What both compilers make of one program. ours-*: our fault; both-refuse, dxc-fails and no-run: nothing to compare. */
export type ComparedKind =
  | 'same'
  | 'both-refuse'
  | 'dxc-fails'
  | 'no-run'
  | 'ours-refuses'
  | 'ours-accepts'
  | 'ours-invalid'
  | 'ours-wrong'

/** What comparing one program gave; kinds that begin with `ours` are our fault. */
export interface Outcome<Kind extends string> {
  readonly kind: Kind
  readonly detail: string
}

type Level = 0 | 3
const LEVELS: readonly Level[] = [0, 3]

interface Programs<Kind extends string> {
  readonly generate: (seed: number) => string
  /** The outcome of a seed's program. */
  readonly judge: (seed: number, level: Level) => Promise<Outcome<Kind>>
  /** The outcome of a part of it, while --reduce makes it smaller. */
  readonly judgePart: (source: string, level: Level, seed: number) => Promise<Outcome<Kind>>
  /** What stands behind "reduced". */
  readonly label?: (seed: number) => string
}

/** The value of `--name` on the command line. */
export const textOption = (name: string): string | undefined =>
  process.argv.includes(`--${name}`) ? process.argv[process.argv.indexOf(`--${name}`) + 1] : undefined

/** Reads --seed N, --count M, --seconds S, --print, --reduce and --all, and ends the process. */
export async function runLevels<Kind extends string>(programs: Programs<Kind>): Promise<never> {
  const { generate, judge, judgePart, label = () => '' } = programs
  const option = (name: string, otherwise: number): number => Number(textOption(name) ?? otherwise)
  const has = (name: string): boolean => process.argv.includes(`--${name}`)
  const counts = new Map<Kind, number>()
  const start = Date.now()
  let done = 0
  const summary = (): string =>
    `${done} programs, each at -Od and -O3, in ${Math.round((Date.now() - start) / 1000)} s: ${JSON.stringify(Object.fromEntries(counts))}\n`
  const range = seeds(option('seed', 1), option('count', 100), option('seconds', 1e9))
  for await (const [seed, outcomes] of overlap(range, async i => {
    if (has('print')) process.stdout.write(generate(i))
    const found: Outcome<Kind>[] = []
    for (const level of LEVELS) found.push(await judge(i, level))
    return found
  })) {
    for (const [k, { kind, detail }] of outcomes.entries()) {
      const level = LEVELS[k]!
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      const isOurs = kind.startsWith('ours')
      if (isOurs || (has('all') && kind !== 'same'))
        process.stdout.write(`seed ${seed} -O${level}: ${kind}: ${detail.slice(0, 500)}\n`)
      if (!isOurs || !has('reduce')) continue
      const small = await reduceLines(generate(seed), async s => (await judgePart(s, level, seed)).kind === kind)
      process.stdout.write(
        `---- reduced${label(seed)}\n${small}\n---- ${(await judgePart(small, level, seed)).detail}\n`,
      )
    }
    done++
    if (done % 100 === 0) process.stdout.write(summary())
  }
  process.stdout.write(summary())
  process.exit(0)
}
