// Where our code is longer than DXC's, and which kinds of instructions make the difference: npm run parity:code -- FOLDER.
// Takes shader tests with RUN lines and shaders with the header of the corpus. Only cases that both compilers accept count.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { quantile } from '../../bench/statistics.ts'
import { Dxc } from '../oracle/dxc.ts'
import { type CodeCounts, countCode, kindDifferences } from './count_code.ts'
import { collect, ourContainer, theirContainer } from './pairs.ts'
import type { ParityCase } from './run_lines.ts'

const USAGE = `usage: npm run parity:code -- FOLDER [--stage cs,vs,ps] [--filter TEXT] [--every N] [--worst N] [--known FILE] [--json FILE]
  --known FILE   DXC's counts: read from FILE where it has them, new ones added to it
  --longer N     only list cases that are at least N times as long as DXC's (1.02)
`

interface Row {
  readonly file: string
  readonly words: readonly string[]
  readonly ours: CodeCounts
  readonly theirs: CodeCounts
}

const ratioOf = ({ ours, theirs }: Row): number => ours.total / Math.max(1, theirs.total)
const caseName = ({ file, words }: Pick<Row, 'file' | 'words'>): string => `${file} ${words.join(' ')}`

type Known = Record<string, CodeCounts | null>

async function measure(root: string, cases: readonly ParityCase[], known: Known): Promise<Row[]> {
  const rows: Row[] = []
  const dxc = await Dxc.shared()
  for (const c of cases) {
    const key = createHash('md5')
      .update(JSON.stringify([readFileSync(join(root, c.file), 'latin1'), c.words]))
      .digest('hex')
    if (!(key in known)) {
      const container = await theirContainer(root, c, dxc)
      known[key] = container && countCode(container)
    }
    const theirs = known[key]
    const ours = theirs ? ourContainer(root, c) : undefined
    if (ours && theirs) rows.push({ file: c.file, words: c.words, ours: countCode(ours), theirs })
  }
  return rows
}

function summary(rows: readonly Row[]): string[] {
  const ratios = rows.map(ratioOf)
  const mean = Math.exp(ratios.reduce((sum, x) => sum + Math.log(Math.max(x, 0.01)), 0) / Math.max(1, rows.length))
  const above = (limit: number): number => ratios.filter(r => r > limit).length
  const sum = (of: (r: Row) => number): number => rows.reduce((n, r) => n + of(r), 0)
  const resources = rows.filter(r => r.ours.resources.join('\n') !== r.theirs.resources.join('\n'))
  return [
    `${rows.length} cases that both accept; instructions ${sum(r => r.ours.total)} over ${sum(r => r.theirs.total)}`,
    `  ratio of each: geometric mean ${mean.toFixed(4)}, median ${quantile(ratios, 0.5).toFixed(3)}, p90 ${quantile(ratios, 0.9).toFixed(3)}, p99 ${quantile(ratios, 0.99).toFixed(3)}, worst ${Math.max(0, ...ratios).toFixed(2)}`,
    `  longer than 1.02x: ${above(1.02)}, 1.1x: ${above(1.1)}, 1.3x: ${above(1.3)}, 1.5x: ${above(1.5)}; shorter: ${ratios.filter(r => r < 1).length}; as long: ${ratios.filter(r => r === 1).length}`,
    `  other resource tables: ${resources.length}${resources.map(r => `\n    ${caseName(r)}`).join('')}`,
  ]
}

/** The kinds that make code longer, over all cases. */
function kindSums(rows: readonly Row[]): string[] {
  const sums = new Map<string, { more: number; cases: number }>()
  for (const { ours, theirs } of rows)
    for (const [kind, n] of kindDifferences(ours, theirs)) {
      const at = sums.get(kind) ?? { more: 0, cases: 0 }
      if (n > 0) sums.set(kind, { more: at.more + n, cases: at.cases + 1 })
    }
  const sorted = [...sums].sort((a, b) => b[1].more - a[1].more).slice(0, 25)
  return sorted.map(([kind, { more, cases }]) => `${String(more).padStart(7)} ${kind} in ${cases} cases`)
}

function longest(rows: readonly Row[], worst: number, least: number): string[] {
  const longer = rows.filter(r => ratioOf(r) >= least).sort((a, b) => ratioOf(b) - ratioOf(a))
  return longer.slice(0, worst).map(r => {
    const kinds = kindDifferences(r.ours, r.theirs).map(([kind, n]) => `${n > 0 ? '+' : ''}${n} ${kind}`)
    const shown = kinds.length > 12 ? [...kinds.slice(0, 8), '...', ...kinds.slice(-3)] : kinds
    return `${ratioOf(r).toFixed(2).padStart(6)}  ${r.ours.total}/${r.theirs.total}  ${caseName(r)}\n        ${shown.join(', ')}`
  })
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      stage: { type: 'string', default: 'cs,vs,ps' },
      filter: { type: 'string', default: '' },
      every: { type: 'string', default: '1' },
      worst: { type: 'string', default: '40' },
      longer: { type: 'string', default: '1.02' },
      known: { type: 'string' },
      json: { type: 'string' },
    },
  })
  const root = positionals[0]
  if (root === undefined) {
    process.stderr.write(USAGE)
    return 2
  }
  const all = collect(root, values.filter, values.stage.split(','))
  const cases = all.filter((_, i) => i % Number(values.every) === 0)
  const known: Known =
    values.known !== undefined && existsSync(values.known) ? JSON.parse(readFileSync(values.known, 'utf8')) : {}
  const rows = await measure(root, cases, known)
  if (values.known !== undefined) writeFileSync(values.known, JSON.stringify(known))
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(rows, null, 1))
  const parts = [
    longest(rows, Number(values.worst), Number(values.longer)),
    ['', 'kinds of instructions that there are more of:', ...kindSums(rows)],
    ['', ...summary(rows)],
  ]
  process.stdout.write(`${parts.flat().join('\n')}\n`)
  return 0
}

process.exit(await main())
