// A fixed number of random programs of shader models that the D3D12 runtime does not know, compiled and linked: the interpreter executes them.

import { oracleTest } from '../oracle/oracle_test.ts'
import { generate } from './generate.ts'
import { checkInterpreted, isAlone } from './interpreted.ts'
import { printProgram } from './print.ts'

const COUNT = 40
const SEED = 600_000

oracleTest(['dxc-new'], 'random programs of 6.6 and 6.9 compute what the evaluator computes', async t => {
  t.timeout(180_000)
  let same = 0
  for (let seed = SEED; seed < SEED + COUNT; seed++) {
    const program = generate(seed, 6 + ((seed * 7) % 50))
    if (!isAlone(program)) continue
    const optimization = seed % 3 === 0 ? 0 : 3
    for (const minor of [6, 9])
      for (const isLinked of [false, true]) {
        const { kind, detail } = await checkInterpreted(program, { minor, isLinked, optimization })
        if (kind === 'same') same++
        else if (kind !== 'too-long')
          t.fail(`seed ${seed}, 6.${minor}, linked ${isLinked}: ${kind}: ${detail}\n${printProgram(program)}`)
      }
  }
  t.true(same > COUNT, `only ${same} programs could be compared`)
})
