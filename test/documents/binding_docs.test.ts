// The samples of docs/binding.md land where their first lines say, under the policy they name, and are valid.

import { readFileSync } from 'node:fs'
import test from 'ava'
import type { BindingPolicy } from '../../src/binding/binding.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { bound, complaint } from './bound.ts'

const samples = [...readFileSync('docs/binding.md', 'utf8').matchAll(/```hlsl\n\/\/ (\w+): (.*)\n([\s\S]*?)```/g)]

test('docs/binding.md has a sample of each policy that is not the default', t => {
  t.deepEqual(samples.map(s => s[1]).sort(), ['llvm', 'slang'])
})

for (const [, policy, table, source] of samples)
  oracleTest('dxc', `docs/binding.md: the sample for ${policy}`, async t => {
    const got = bound(source!, policy as BindingPolicy)
    const rest = got.table.filter(row => !table!.split(' | ').includes(row))
    t.deepEqual(rest, [])
    for (const row of table!.split(' | ')) t.true(got.table.includes(row), `${row} in ${got.table}`)
    t.is(await complaint(got.container), undefined)
  })
