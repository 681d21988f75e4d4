// What both compilers make of programs of every stage does the same when it is executed. DXILKIT_PROGRAMS=n runs more of each kind.

import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { collect, ourContainer, theirContainer } from '../parity/pairs.ts'
import { FAULTS, FOUND } from './cases.ts'
import { check, type Kind, SEEDS, type Verdict } from './check.ts'
import { FOUND_BY_KINDS } from './found_by_kinds.ts'
import { FOUND_BY_LENGTHS_FLOAT } from './found_by_lengths_float.ts'
import { FOUND_BY_LENGTHS_FLOW } from './found_by_lengths_flow.ts'
import { FOUND_BY_LENGTHS_TESTS } from './found_by_lengths_tests.ts'
import { FOUND_BY_STAGES } from './found_by_stages.ts'
import { FOUND_BY_STRANGERS } from './found_by_strangers.ts'
import { KINDS } from './programs.ts'
import { ours, plain, STAGES, theirs } from './sources.ts'
import { type Cell, compareTraces, type Trace } from './trace.ts'

const PROGRAMS = Number(process.env['DXILKIT_PROGRAMS'] ?? 8)
const FIRST = 1001
/** Of a hundred functions: how many must be judged, and how many may be like DXC's plain code alone. */
const LEAST_JUDGED = 65
const MOST_SECOND = 4
/** Worlds of a kind in which ours alone runs a loop too long that DXC knows the result of. */
const MOST_ALONE = 3
const ROOT = join(import.meta.dirname, '../../..')
/** Worlds of each program here; `npm run executed` has more. */
const WORLDS = SEEDS.slice(0, 4)
/** Every so many of the corpus' commands. */
const EVERY = 40

type Tally = Record<Kind | 'alone', number>
const none = (): Tally => ({ same: 0, different: 0, second: 0, unjudged: 0, alone: 0 })

function count(t: ExecutionContext, tally: Tally, verdicts: readonly Verdict[], what: string): void {
  for (const v of verdicts) {
    tally[v.kind]++
    tally.alone += v.alone
    if (v.kind === 'different') t.fail(`${what} [${v.name}]: ${v.detail}`)
  }
}

function judge(t: ExecutionContext, { same, second, unjudged, alone }: Tally): void {
  const all = same + second + unjudged
  t.log(
    `${same} functions the same, ${second} as DXC's plain code, ${unjudged} not judged; ours alone came to no end in ${alone} worlds`,
  )
  t.true(alone <= MOST_ALONE)
  t.true((100 * (same + second)) / all >= LEAST_JUDGED)
  t.true((100 * second) / all <= MOST_SECOND)
}

for (const [kind, programs] of Object.entries(KINDS))
  oracleTest(['dxc-new'], `programs of kind ${kind} do what DXC's do`, async t => {
    const tally = none()
    for (let seed = FIRST; seed < FIRST + PROGRAMS; seed++)
      for (const program of programs(seed)) {
        const [a, b] = [ours(program), await theirs(program)]
        if (!a || !b) continue
        count(
          t,
          tally,
          await check(a, b, () => theirs({ ...program, args: plain(program.args) }), WORLDS),
          `seed ${seed}`,
        )
      }
    judge(t, tally)
  })

oracleTest(['dxc-new'], 'a sample of the corpus does what DXC makes of it', async t => {
  const tally = none()
  const dxc = await Dxc.shared('dxc-new')
  const folder = join(ROOT, 'corpus')
  const cases = collect(folder, '', STAGES, 9)
  for (const c of cases.filter((_, i) => i % EVERY === 0)) {
    const b = await theirContainer(folder, c, dxc)
    const a = b && ourContainer(folder, c)
    if (!a || !b) continue
    const unoptimised = { ...c, words: plain(c.words) }
    const verdicts = await check(a, b, () => theirContainer(folder, unoptimised, dxc), WORLDS)
    count(t, tally, verdicts, `${c.file} ${c.words.join(' ')}`)
  }
  judge(t, tally)
})

oracleTest(['dxc-new'], 'what executing found stays mended', async t => {
  for (const program of [
    ...FOUND,
    ...FOUND_BY_STRANGERS,
    ...FOUND_BY_KINDS,
    ...FOUND_BY_STAGES,
    ...FOUND_BY_LENGTHS_FLOAT,
    ...FOUND_BY_LENGTHS_FLOW,
    ...FOUND_BY_LENGTHS_TESTS,
  ]) {
    const [a, b] = [ours(program), await theirs(program)]
    if (!a || !b) return t.fail(`not compiled: ${program.args.join(' ')}`)
    const unoptimised = (): ReturnType<typeof theirs> => theirs({ ...program, args: plain(program.args) })
    for (const v of await check(a, b, unoptimised))
      t.is(v.kind, 'same', `${program.args.join(' ')} [${v.name}] ${v.detail}`)
  }
})

oracleTest(['dxc-new'], 'a fault is seen in each stage', async t => {
  for (const { source, args } of FAULTS) {
    const right = { source, args: [...args, '-DFAULT=0'] }
    const wrong = { source, args: [...args, '-DFAULT=1'] }
    const b = await theirs(right)
    const [good, bad] = [ours(right), ours(wrong)]
    if (!b || !good || !bad) return t.fail(`not compiled: ${args.join(' ')}`)
    const kinds = (verdicts: readonly Verdict[]): Set<Kind> => new Set(verdicts.map(v => v.kind))
    t.deepEqual(kinds(await check(good, b)), new Set<Kind>(['same']), args.join(' '))
    t.true(kinds(await check(bad, b)).has('different'), args.join(' '))
  }
})

const trace = (more: Partial<Trace>): Trace => ({
  memory: new Map(),
  outputs: new Map(),
  events: [[]],
  before: () => 5,
  ...more,
})
const cell = (bits: number | undefined): Cell => ({ bits, kind: 'integer' })
const differs = (a: Partial<Trace>, b: Partial<Trace>): number =>
  compareTraces(trace(a), trace(b), 2e-3).differences.length

test('what ours leaves out, or leaves undefined, is a difference; what theirs leaves undefined is none', t => {
  t.is(differs({}, { outputs: new Map([['output 0', 1]]) }), 1)
  t.is(differs({ outputs: new Map([['output 0', undefined]]) }, { outputs: new Map([['output 0', 1]]) }), 1)
  t.is(differs({ outputs: new Map([['output 0', 1]]) }, { outputs: new Map([['output 0', undefined]]) }), 0)
  t.is(differs({}, { memory: new Map([['uav:r[0]@4', cell(6)]]) }), 1)
  t.is(differs({ memory: new Map([['uav:r[0]@4', cell(6)]]) }, {}), 1)
  t.is(differs({}, { memory: new Map([['uav:r[0]@4', cell(5)]]) }), 0)
  t.is(
    differs({ memory: new Map([['uav:r[0]@4', cell(undefined)]]) }, { memory: new Map([['uav:r[0]@4', cell(6)]]) }),
    1,
  )
  t.is(differs({}, { events: [[['TraceRay']]] }), 1)
  t.is(differs({ outputs: new Map([['output 0', Number.NaN]]) }, { outputs: new Map([['output 0', 1]]) }), 1)
})

test('only a Consume() that DXC leaves out is excused', t => {
  const counter = (bits: number): Partial<Trace> => ({ memory: new Map([['uav:r[0] counter@0', cell(bits)]]) })
  t.is(differs(counter(4), {}), 0)
  t.is(differs({}, counter(4)), 1)
  t.is(differs(counter(6), {}), 1)
  t.is(differs(counter(4), counter(3)), 1)
})

test('programs of each kind are made from their seed alone', t => {
  for (const programs of Object.values(KINDS)) t.deepEqual(programs(5), programs(5))
})
