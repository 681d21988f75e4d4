// A sample of the random links (npm run links -- --random FIRST COUNT).

import test from 'ava'
import { oracleTest } from '../oracle/oracle_test.ts'
import { generateLink } from './generate.ts'
import { checkLink, type LinkOutcome } from './random_check.ts'

/** What is no plain agreement may be so much of it. */
const MOST: Readonly<Partial<Record<LinkOutcome, number>>> = {
  'no library': 5,
  liveness: 4,
  constructors: 6,
  "DXC's validator": 15,
}
const COUNT = 45

for (const [producer, first] of [
  ['dxc', 1001],
  ['dxc-new', 2001],
  ['dxilkit', 3101],
] as const)
  oracleTest(['dxc', 'dxc-new'], `random links of libraries of ${producer}, a sample`, async t => {
    const counts = new Map<LinkOutcome, number>()
    for (let seed = first; seed < first + COUNT; seed++) {
      const { outcome, what } = await checkLink(seed, producer)
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      t.not(outcome, 'differs', `seed ${seed}: ${what}`)
    }
    for (const [outcome, most] of Object.entries(MOST))
      t.true((counts.get(outcome as LinkOutcome) ?? 0) <= most, outcome)
    t.true((counts.get('same') ?? 0) >= COUNT / 3)
  })

oracleTest(['dxc'], 'functions that nobody defines are in the order of the libraries that declare them', async t => {
  for (const seed of [910292, 5400092]) t.is((await checkLink(seed, 'dxc')).outcome, 'same', `${seed}`)
})

oracleTest(
  ['dxc'],
  'functions that are not to be taken in line stay, whatever initialises the static variables they use',
  async t => {
    t.is((await checkLink(5400089, 'dxc')).outcome, 'constructors')
  },
)

test('the same seed gives the same link, and links are of many kinds', t => {
  t.deepEqual(generateLink(7), generateLink(7))
  const all = Array.from({ length: 200 }, (_, n) => generateLink(n))
  t.true(new Set(all.map(l => l.target)).size >= 25)
  t.true(all.filter(l => l.args.includes('-exports')).length >= 20)
  t.true(new Set(all.map(l => l.mistake)).size >= 12)
})
