// Mutants of printed IR: refused with a place, or compiled to what the validator accepts.

import { oracleTest } from '../oracle/oracle_test.ts'
import { changes, check } from './check.ts'

const MUTANTS = Number(process.env['DXILKIT_PROGRAMS'] ?? 300)

oracleTest('dxc', 'mutants of printed IR are refused with a place or valid', async t => {
  t.timeout(600_000)
  const counts = { valid: 0, refused: 0 }
  for (let seed = 1; seed <= MUTANTS; seed++) {
    const { kind, detail, text } = await check(seed)
    if (kind === 'valid' || kind === 'refused') counts[kind]++
    else t.fail(`seed ${seed}: ${kind}: ${detail}\n${changes(seed, text)}`)
  }
  t.true(counts.valid * 20 > MUTANTS && counts.refused * 20 > MUTANTS, JSON.stringify(counts))
})
