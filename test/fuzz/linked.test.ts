// A fixed number of random programs that come out of libraries, DXC's and ours: the linked shader computes what the evaluator computes.

import test from 'ava'
import { oracleTest } from '../oracle/oracle_test.ts'
import type { Kind } from './check.ts'
import { generate } from './generate.ts'
import { checkLinked, makingOf } from './linked.ts'
import { printLibraries } from './print.ts'

/** What is no fault of the linker: DXC makes no library, or one that neither linker takes; and what the runtime cannot run. */
const ACCEPTED: readonly Kind[] = ['same', 'too-long', 'no library', 'no link', 'no-run']
/** Libraries of DXC that compute something else and that its own linker makes nothing of: addresses of matrices in arrays are wrong in them. */
const MOST_UNKNOWN = 2
/** Libraries of DXC that both linkers refuse: 8 of 400, and 8 that DXC does not make. */
const MOST_WITHOUT = 5
const COUNT = 60
const SEED = 3000

oracleTest(['dxc', 'dxc-new', 'd3d12'], 'random programs through libraries compute the same', async t => {
  t.timeout(180_000)
  let same = 0
  let unknown = 0
  let without = 0
  for (let seed = SEED; seed < SEED + COUNT; seed++) {
    const program = generate(seed, 6 + ((seed * 7) % 50))
    const { kind, detail } = await checkLinked(program, true)
    if (kind === 'same') same++
    const { producer, flags, target, sources } = makingOf(program)
    if (kind === 'no link' || kind === 'no library') without++
    if (kind === 'dxc-invalid') unknown++
    else if (!ACCEPTED.includes(kind))
      t.fail(`seed ${seed}, ${producer} ${target} ${flags.join(' ')}: ${kind}: ${detail}\n${sources.join('\n----\n')}`)
  }
  t.true(unknown <= MOST_UNKNOWN, `${unknown} that only our linker takes are wrong`)
  t.true(without <= MOST_WITHOUT, `${without} could not be linked`)
  t.true(same > COUNT * 0.75, `only ${same} of ${COUNT} programs could be compared`)
})

test('programs are split between libraries, and calls stay calls', t => {
  const all = Array.from({ length: COUNT }, (_, n) => makingOf(generate(SEED + n)))
  t.true(all.filter(m => m.sources.length > 1).length >= 5)
  t.true(all.some(m => m.sources.some(s => s.includes('[noinline] export'))))
  for (const producer of ['dxc', 'dxc-new', 'dxilkit']) t.true(all.some(m => m.producer === producer))
  t.is(printLibraries(generate(SEED), { isSplit: false, isKept: false }).length, 1)
})
