// Libraries with integers of 2 to 63 bits and with vectors read as integers: what the linked shader stores is what big integers are.

import { link } from '../../src/api/index.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { execute } from '../vectors/interpret.ts'
import { numberLibrary } from './number_library.ts'

const COUNT = 150
const view = (words: readonly number[]): DataView => new DataView(Uint32Array.from(words).buffer)

oracleTest('dxc', 'integers of any width are linked', async t => {
  const dxc = await Dxc.shared()
  for (let seed = 1; seed <= COUNT; seed++) {
    const { container: library, input, expected } = numberLibrary(seed)
    const { container, text } = link([{ name: 'numbers', container: library }], { target: 'cs_6_6', entry: 'main' })
    if (!container) {
      t.fail(`seed ${seed}: ${text}`)
      continue
    }
    const verdict = await dxc.validate(container)
    t.true(verdict.ok, `seed ${seed}: ${verdict.message}`)
    const stored = view(expected.map(() => 0))
    execute(
      container,
      new Map([
        ['srv0', view(input)],
        ['uav0', stored],
      ]),
      0,
    )
    t.deepEqual(new Uint32Array(stored.buffer), Uint32Array.from(expected), `seed ${seed}`)
  }
})
