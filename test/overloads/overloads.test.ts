// Which function a call chooses, where half, float and their kin are among the parameters; see cases.ts. A part of the programs: `npm run overloads`
// compiles them all.

import test from 'ava'
import { oracleTest } from '../oracle/oracle_test.ts'
import { overloadCases, storedNumbers } from './cases.ts'
import { overloadDifference } from './check.ts'

const STEP = 131

for (const flags of [[], ['-enable-16bit-types']])
  oracleTest('dxc-new', `calls choose the function that DXC chooses ${flags.join(' ')}`, async t => {
    const declared = overloadCases(2, flags.length).filter(c => c.name.includes('|'))
    const others = overloadCases(STEP, flags.length * 5).filter(c => !c.name.includes('|'))
    t.true(declared.length > 30 && others.length > 30)
    for (const one of [...declared, ...others]) {
      const difference = await overloadDifference(one, flags)
      t.is(difference, undefined, difference)
    }
  })

test('the stored number is read from the text of a module', t => {
  t.is(storedNumbers('call void @dx.op.bufferStore.i32(i32 69, %h %1, i32 0, i32 undef, i32 101, i32 101)'), '101')
  t.is(storedNumbers('call void @dx.op.bufferStore.i32(i32 69, %h %1, i32 0, i32 undef, i32 %7, i32 %7)'), '%')
})
