// What both compilers make of programs of every stage does the same when it is executed. DXILKIT_PROGRAMS=n runs more of each kind.

import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { oursAlone } from '../hlsl/both.ts'
import { Dxc, OracleError } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { collect, ourContainer, theirContainer } from '../parity/pairs.ts'
import { FAULTS, FOUND } from './cases.ts'
import { check, type Kind, SEEDS, type Verdict } from './check.ts'
import { KINDS, type Source } from './programs.ts'

const PROGRAMS = Number(process.env['DXILKIT_PROGRAMS'] ?? 8)
const FIRST = 1001
/** Of a hundred functions: how many must be judged, and how many may be like DXC's plain code alone. */
const LEAST_JUDGED = 55
const MOST_SECOND = 4
const ROOT = join(import.meta.dirname, '../../..')
/** Worlds of each program here; `npm run executed` has more. */
const WORLDS = SEEDS.slice(0, 4)
/** Every so many of the corpus' commands. */
const EVERY = 40

type Tally = Record<Kind, number>
const none = (): Tally => ({ same: 0, different: 0, second: 0, unjudged: 0 })

async function theirs({ source, args }: Source, more: readonly string[] = []): Promise<Uint8Array | undefined> {
  const words = [
    ...args,
    ...more,
    ...(args.includes('lib_6_x') || args.includes('-validator-version') ? [] : ['-validator-version', '1.9']),
  ]
  try {
    return (await (await Dxc.shared('dxc-new')).compile(source, words, { name: 'x.hlsl' })).container
  } catch (error) {
    if (error instanceof OracleError) return undefined
    throw error
  }
}

const ours = ({ source, args }: Source): Uint8Array | undefined => oursAlone(source, args.join(' ')).container

function count(t: ExecutionContext, tally: Tally, verdicts: readonly Verdict[], what: string): void {
  for (const v of verdicts) {
    tally[v.kind]++
    if (v.kind === 'different') t.fail(`${what} [${v.name}]: ${v.detail}`)
  }
}

function judge(t: ExecutionContext, { same, second, unjudged }: Tally): void {
  const all = same + second + unjudged
  t.log(`${same} functions the same, ${second} as DXC's plain code, ${unjudged} not judged`)
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
        count(t, tally, await check(a, b, () => theirs(program, ['-Od']), WORLDS), `seed ${seed}`)
      }
    judge(t, tally)
  })

oracleTest(['dxc-new'], 'a sample of the corpus does what DXC makes of it', async t => {
  const tally = none()
  const dxc = await Dxc.shared('dxc-new')
  const folder = join(ROOT, 'corpus')
  const cases = collect(folder, '', ['vs', 'ps', 'cs', 'gs', 'hs', 'ds', 'ms', 'as', 'lib'], 9)
  for (const c of cases.filter((_, i) => i % EVERY === 0)) {
    const b = await theirContainer(folder, c, dxc)
    const a = b && ourContainer(folder, c)
    if (!a || !b) continue
    const plain = async (): Promise<Uint8Array | undefined> =>
      (await theirContainer(folder, { ...c, words: [...c.words, '-Od'] }, dxc)) ?? undefined
    count(t, tally, await check(a, b, plain, WORLDS), `${c.file} ${c.words.join(' ')}`)
  }
  judge(t, tally)
})

oracleTest(['dxc-new'], 'what executing found stays mended', async t => {
  for (const program of FOUND) {
    const [a, b] = [ours(program), await theirs(program)]
    if (!a || !b) return t.fail(`not compiled: ${program.args.join(' ')}`)
    for (const v of await check(a, b)) t.is(v.kind, 'same', `${program.args.join(' ')} [${v.name}] ${v.detail}`)
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

test('programs of each kind are made from their seed alone', t => {
  for (const programs of Object.values(KINDS)) t.deepEqual(programs(5), programs(5))
})
