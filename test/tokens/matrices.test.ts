// A seeded sample of the tables of words in places: how many verdicts differ from DXC's is held as a ceiling.

import { Seeded } from '../corpus/seeded.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { compare } from './compare.ts'
import { MATRICES } from './matrices.ts'

const SEED = 11
const COUNT = 200
const MOST = 7

oracleTest('dxc', 'words in places get the verdict DXC gives', async t => {
  const random = new Seeded(SEED)
  const found: string[] = []
  for (let i = 0; i < COUNT; i++) {
    const matrix = MATRICES[random.int(0, MATRICES.length - 1)]!
    const row = matrix.rows[random.int(0, matrix.rows.length - 1)]!
    const column = matrix.columns[random.int(0, matrix.columns.length - 1)]!
    const { kind, cause } = await compare(matrix.source(row, column), matrix.flags.split(' '))
    t.false(kind === 'crash' || kind === 'slow', `${matrix.name}: ${row} @ ${column}: ${kind} ${cause}`)
    if (kind === 'wrong accept' || kind === 'wrong reject')
      found.push(`${matrix.name}: ${row} @ ${column}: ${kind}: ${cause}`)
  }
  t.true(found.length <= MOST, found.join('\n'))
})
