// A sample of the generated calls of builtins: verdict and operations as DXC's. `npx tsx test/intrinsics/run.ts` goes through all.

import test from 'ava'
import { oracleTest } from '../oracle/oracle_test.ts'
import { checkCall, type Verdict } from './check.ts'
import { allCalls } from './generate.ts'

/** What DXC refuses or fails at may work here. */
const FINE: ReadonlySet<Verdict> = new Set(['same', 'rejected', 'only-ours', 'oracle'])
/** DXC leaves the status of these loads unwritten. */
const KNOWN = /^RWTexture2DMS(Array)?\.Load$/
/** DXC drops what hangs on an undefined condition, and does not compute these of constants. */
const UNSET_KNOWN = /^(clip|lit|is\w+) |^RWTexture2DMS(Array)?\.Load /
const STEP = 151

test('every builtin with operands has calls, all different', t => {
  const calls = allCalls()
  t.true(calls.length > 8000)
  t.is(new Set(calls.map(c => c.source + c.flags.join())).size, calls.length)
  t.true(new Set(calls.map(c => c.name)).size > 250)
})

for (const stage of ['cs', 'ps'] as const) {
  oracleTest('dxc', `an undefined argument in ${stage} is what it is for DXC`, async t => {
    let refused = 0
    for (const [i, c] of allCalls(true).entries()) {
      if (i % STEP !== (stage === 'cs' ? 7 : 80) || UNSET_KNOWN.test(c.name)) continue
      const { verdict, detail } = await checkCall(c, stage)
      t.true(FINE.has(verdict), `${c.name}: ${verdict}: ${detail}\n${c.source}`)
      if (verdict === 'rejected') refused++
    }
    t.true(refused > 20, `${refused} are refused`)
  })

  oracleTest('dxc', `calls in ${stage} compile to the operations DXC chooses`, async t => {
    for (const [i, c] of allCalls().entries()) {
      if (i % STEP !== (stage === 'cs' ? 0 : 75) || KNOWN.test(c.name)) continue
      const { verdict, detail } = await checkCall(c, stage)
      t.true(FINE.has(verdict), `${c.name}: ${verdict}: ${detail}\n${c.source}`)
    }
  })
}
