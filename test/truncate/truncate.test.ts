// The project's own shaders cut off at seeded places: success, or errors with places, in time. run.ts does the same to any folder.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { parseHeader } from '../corpus/header.ts'
import { CompileClient } from '../parity/compile_client.ts'
import { cutPlaces, judgeOutcome, LIMIT_MS } from './truncations.ts'

const FOLDER = 'corpus'
const PLACES = 4
const SEED = 20

test('every shader of the corpus, cut off anywhere, ends in located errors or success', async t => {
  const client = new CompileClient(2 * LIMIT_MS)
  let rejected = 0
  for (const file of readdirSync(FOLDER).filter(f => f.endsWith('.hlsl'))) {
    const text = readFileSync(join(FOLDER, file), 'utf8')
    const { args } = parseHeader(text, file).compiles[0]!
    for (const place of cutPlaces(file, text.length, PLACES, SEED)) {
      const outcome = await client.compile({ path: join(FOLDER, file), words: args, source: text.slice(0, place) })
      const finding = judgeOutcome(outcome)
      t.is(finding, undefined, finding && `${file} at ${place}: ${finding.kind} ${finding.cause}\n${finding.detail}`)
      if (outcome.verdict === 'rejected') rejected++
    }
  }
  client.close()
  t.true(rejected > 100, `only ${rejected} were rejected`)
})

test('what is no good end is a finding', t => {
  const rejected = { verdict: 'rejected', text: 'a.hlsl:1:1: error: x', firstError: 'E1000 x', ms: 1 } as const
  t.is(judgeOutcome(rejected), undefined)
  t.is(
    judgeOutcome({
      ...rejected,
      text: 'error: missing entry point definition',
      firstError: 'E1 missing entry point definition',
    }),
    undefined,
  )
  t.is(judgeOutcome({ ...rejected, text: 'error: x' })?.kind, 'no place')
  t.is(judgeOutcome({ ...rejected, text: '', firstError: '' })?.kind, 'no error')
  t.is(judgeOutcome({ ...rejected, ms: LIMIT_MS + 1 })?.kind, 'slow')
  t.is(judgeOutcome({ ...rejected, verdict: 'threw' })?.kind, 'threw')
  t.is(judgeOutcome({ ...rejected, verdict: 'died' })?.kind, 'died')
})

test('the same seed cuts at the same places', t => {
  t.deepEqual(cutPlaces('a', 1000, 50, 1), cutPlaces('a', 1000, 50, 1))
  t.notDeepEqual(cutPlaces('a', 1000, 50, 1), cutPlaces('b', 1000, 50, 1))
  t.deepEqual(cutPlaces('a', 0, 50, 1), [])
})
