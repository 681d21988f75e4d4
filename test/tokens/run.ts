// Command: mutants by the thousand. npx tsx test/tokens/run.ts [FOLDER] --seed N --count M [--no-reduce] [--show KINDS]

import { parseArgs } from 'node:util'
import { type Comparison, compare, type Kind } from './compare.ts'
import { mutate, mutateFlags } from './mutate.ts'
import { folderSources, ownSources, type Source } from './pool.ts'
import { reduce } from './reduce.ts'

const SHOWN: readonly Kind[] = ['wrong accept', 'wrong reject', 'crash', 'slow', 'invalid']

interface Finding extends Comparison {
  readonly name: string
  readonly seed: number
  readonly change: string
  readonly text: string
  readonly words: readonly string[]
}

/** Reduced examples of each class. */
const EXAMPLES = 3
/** Requests DXC has in its queue, so that it never waits for this process. */
const AT_ONCE = 4
const PROGRESS = 5000

class Run {
  readonly counts = new Map<Kind, number>()
  readonly found: Finding[] = []
  readonly #sources: readonly Source[]
  #done = 0

  constructor(sources: readonly Source[]) {
    this.#sources = sources
  }

  async mutants(first: number, count: number): Promise<void> {
    let next = first
    const work = async (): Promise<void> => {
      while (next < first + count) await this.#one(next++)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }

  async #one(seed: number): Promise<void> {
    const source = this.#sources[seed % this.#sources.length]!
    const { text, change } = mutate(source.tokens, seed)
    const words = mutateFlags(source.words, seed)
    const result = await compare(text, words)
    this.counts.set(result.kind, (this.counts.get(result.kind) ?? 0) + 1)
    if (!result.kind.startsWith('both')) this.found.push({ ...result, name: source.name, seed, change, text, words })
    if (++this.#done % PROGRESS === 0) process.stdout.write(this.summary())
  }

  summary(): string {
    return `${this.#done} mutants: ${[...this.counts].map(([kind, n]) => `${n} ${kind}`).join(', ')}\n`
  }
}

function byCause(found: readonly Finding[]): [string, Finding[]][] {
  const groups = new Map<string, Finding[]>()
  for (const f of found) {
    const group = groups.get(f.cause)
    if (group) group.push(f)
    else groups.set(f.cause, [f])
  }
  return [...groups].sort((a, b) => b[1].length - a[1].length)
}

async function report(found: readonly Finding[], kinds: readonly Kind[], isReduced: boolean): Promise<void> {
  for (const kind of kinds)
    for (const [cause, group] of byCause(found.filter(f => f.kind === kind))) {
      process.stdout.write(`\n==== ${group.length} ${kind}: ${cause}\n`)
      for (const f of group.slice(0, EXAMPLES)) {
        process.stdout.write(`-- ${f.seed} ${f.name} [${f.words.join(' ')}] ${f.change}\n`)
        if (isReduced) process.stdout.write(`${(await reduce(f.text, f.words, f)).trim()}\n`)
        process.stdout.write(`   ${f.detail.split('\n').slice(0, 4).join('\n   ')}\n`)
      }
    }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '5000' },
      show: { type: 'string' },
      'no-reduce': { type: 'boolean', default: false },
    },
  })
  const start = Date.now()
  const run = new Run(positionals[0] === undefined ? ownSources() : folderSources(positionals[0]))
  await run.mutants(Number(values.seed), Number(values.count))
  const kinds = values.show === undefined ? SHOWN : (values.show.split(',') as Kind[])
  await report(run.found, kinds, !values['no-reduce'])
  process.stdout.write(`\n${run.summary()}${Math.round((Date.now() - start) / 1000)} s\n`)
}

await main()
process.exit(0)
