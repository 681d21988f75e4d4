// DXC's own preprocessor on the same cases: the expected tokens are what it makes.

import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { tokensOnly } from './front_end.ts'
import { PREPROCESS_CASES } from './preprocess_cases.ts'

/** DXC puts blanks between tokens by rules of its own; only the tokens count. */
const unspaced = (text: string): string => tokensOnly(text).replace(/ (?=[^\w"'])|(?<=[^\w"']) /g, '')

oracleTest('dxc', 'DXC makes the tokens the cases say', async t => {
  const dxc = await Dxc.shared()
  for (const { title, source, tokens } of PREPROCESS_CASES) {
    const result = await dxc.preprocess(source, ['-T', 'cs_6_0'])
    t.is(unspaced(result.text), unspaced(tokens), title)
  }
})
