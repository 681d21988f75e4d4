// npm run overloads: every program of cases.ts, with and without -enable-16bit-types, against the newest DXC.

import { overloadCases } from './cases.ts'
import { overloadDifference } from './check.ts'

let different = 0
const cases = overloadCases()
for (const flags of [[], ['-enable-16bit-types']])
  for (const one of cases) {
    const difference = await overloadDifference(one, flags)
    if (difference === undefined) continue
    different++
    console.log(difference)
  }
console.log(`${cases.length * 2} programs, ${different} different`)
process.exitCode = different > 0 ? 1 : 0
