// A sample of `npm run kill`.

import test from 'ava'
import { fullDisk, killRuns } from './kill.ts'

test('killed runs leave whole files only', async t => {
  const { runs, problems } = await killRuns(8, 40)
  t.deepEqual(problems, [])
  t.is(runs, 8)
})

test('a full disk loses nothing', t => {
  const problems = fullDisk(64)
  if (problems === undefined) t.log('[skip] a small disk: mounting one takes the superuser')
  t.deepEqual(problems ?? [], [])
})
