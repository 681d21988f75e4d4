// Instructions of every shader of the corpus, ours beside DXC's, held in code_sizes.txt: a number of ours may fall and never grow.
// BLESS=1 writes the file anew and asks DXC about new shaders, BLESS=all about all; a number that grew is then written too, for people to look at.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { corpusFiles } from '../corpus/files.ts'
import { ROOT } from '../oracle/available.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { countCode } from './count_code.ts'

const FILE = join(ROOT, 'test', 'parity', 'code_sizes.txt')
const TITLE = '# ours DXC case'

interface Case {
  readonly name: string
  readonly source: string
  readonly args: readonly string[]
}

const lines: readonly Case[] = corpusFiles().flatMap(file => {
  const source = readFileSync(join(ROOT, 'corpus', file), 'utf8')
  const lists = [...source.matchAll(/^\/\/ *args:(.*)$/gm)].map(m => m[1]!.trim().split(/\s+/))
  return lists.map(args => ({ name: `${file} ${args.join(' ')}`, source, args }))
})

/** A file of several pipelines may name a shader twice. */
const cases: readonly Case[] = [...new Map(lines.map(c => [c.name, c])).values()]

const ours = ({ source, args }: Case): number => countCode(compile(source, dxcArgsToOptions(args)).container!).total
/** 0 where the DXC that is asked has no such profile or flag. */
async function theirs({ source, args }: Case): Promise<number> {
  const { container } = await (await Dxc.shared()).compile(source, args)
  return container ? countCode(container).total : 0
}

/** Case and both numbers, in the order of the file. */
const held = (): ReadonlyMap<string, readonly [ours: number, theirs: number]> => {
  const lines = readFileSync(FILE, 'utf8').trimEnd().split('\n')
  const rows = lines.filter(line => line !== TITLE).map(line => /^ *(\d+) +(\d+) (.*)$/.exec(line)!)
  return new Map(rows.map(([, a, b, name]) => [name!, [Number(a), Number(b)]]))
}

const EVERY = 16
/** Share of shaders that may wait for their numbers. */
const MAX_NEW = 0.1

if (process.env['BLESS'])
  test('the sizes are written anew', async t => {
    const known = process.env['BLESS'] === 'all' ? new Map<string, readonly [number, number]>() : held()
    const rows: string[] = []
    for (const c of cases) {
      const other = known.get(c.name)?.[1] ?? (await theirs(c))
      rows.push(`${String(ours(c)).padStart(5)} ${String(other).padStart(5)} ${c.name}`)
    }
    writeFileSync(FILE, `${[TITLE, ...rows].join('\n')}\n`)
    t.pass()
  })
else {
  test('no shader of the corpus has more instructions than it had', t => {
    const known = held()
    const names = new Set(cases.map(c => c.name))
    t.deepEqual(
      [...known.keys()].filter(name => !names.has(name)),
      [],
    )
    const isNew = cases.filter(c => !known.has(c.name))
    if (isNew.length > 0) t.log(`${isNew.length} shaders are new; BLESS=1 holds their numbers`)
    t.true(isNew.length <= cases.length * MAX_NEW)
    const grown = cases.flatMap(c => {
      const before = known.get(c.name)?.[0] ?? Number.POSITIVE_INFINITY
      const now = ours(c)
      if (now < before && known.has(c.name)) t.log(`${c.name}: ${now} instead of ${before}; BLESS=1 holds it there`)
      return now > before ? [`${c.name}: ${now} instead of ${before}`] : []
    })
    t.deepEqual(grown, [])
  })

  test('all together they have no more than from DXC', t => {
    const rows = [...held().values()].filter(([, other]) => other > 0)
    const sum = (i: 0 | 1): number => rows.reduce((n, r) => n + r[i], 0)
    t.true(sum(0) <= sum(1), `${sum(0)} to ${sum(1)}`)
  })

  oracleTest('dxc', "DXC's numbers are DXC's", async t => {
    const known = held()
    const sample = cases.filter(c => known.has(c.name)).filter((_, i) => i % EVERY === 0)
    for (const c of sample) t.is(await theirs(c), known.get(c.name)![1], c.name)
  })
}
