// A fixed number of damaged containers, the same on every machine; `npm run mutate` makes as many as one likes.

import test from 'ava'
import { readContainer } from '../../src/container/container.ts'
import { exercise } from './exercise.ts'
import { mutant } from './mutate.ts'
import { loadPool } from './pool.ts'

const COUNT = 3000
const DEEP = 60

test('damaged files are refused with a place, never with another error, and in time', t => {
  const pool = loadPool('')
  t.true(pool.length > 20, `${pool.length} files to start from`)
  const findings: string[] = []
  for (let n = 0; n < COUNT; n++)
    for (const f of exercise(mutant(pool, 1, n), n % DEEP === 0)) findings.push(`#${n} ${f.reader}: ${f.message}`)
  t.deepEqual(findings, [])
})

test('mutants are damaged in many ways, and the same for the same numbers', t => {
  const pool = loadPool('')
  const seen = new Set<string>()
  let readable = 0
  for (let n = 0; n < 300; n++) {
    const bytes = mutant(pool, 5, n)
    t.deepEqual(mutant(pool, 5, n), bytes)
    seen.add(Buffer.from(bytes).toString('latin1'))
    if (isReadable(bytes)) readable++
  }
  t.true(seen.size > 280, `${seen.size} different ones`)
  t.true(readable > 100 && readable < 300, `${readable} still have a part table`)
})

function isReadable(bytes: Uint8Array): boolean {
  try {
    return readContainer(bytes).problems.length === 0
  } catch {
    return false
  }
}
