// A fixed number of random programs: what DXC says of them we say too, and both blobs compute what the evaluator computes.

import { oracleTest } from '../oracle/oracle_test.ts'
import { check, type Kind } from './check.ts'
import { generate } from './generate.ts'
import { printProgram } from './print.ts'

/** Differences of the tools around the compiler, counted by run.ts, no fault of either blob. */
const ACCEPTED: readonly Kind[] = ['same', 'too-long', 'dxc-invalid', 'liveness', 'no-run']
/** Fixed, so that the same programs are tested on fast and slow machines. */
const COUNT = 120
const SEED = 500_000

oracleTest(['dxc', 'd3d12'], 'random programs compile alike, validate and compute the same', async t => {
  let same = 0
  for (let seed = SEED; seed < SEED + COUNT; seed++) {
    const program = generate(seed, 6 + ((seed * 7) % 50))
    const { kind, detail } = await check(program, seed % 3 === 0)
    if (kind === 'same') same++
    if (!ACCEPTED.includes(kind)) t.fail(`seed ${seed}: ${kind}: ${detail}\n${printProgram(program)}`)
  }
  t.true(same > COUNT / 2, `only ${same} of ${COUNT} programs could be compared`)
})

oracleTest(['dxc', 'd3d12'], 'the comparison sees a wrong value', async t => {
  const program = generate(SEED)
  const { makeInputs, expectedBytes } = await import('./inputs.ts')
  const { evaluate } = await import('./evaluate.ts')
  const { memory, outputs } = makeInputs(program)
  const before = outputs.map(r => expectedBytes(r, memory))
  evaluate(program, memory)
  t.true(outputs.some((r, i) => Buffer.compare(before[i]!, expectedBytes(r, memory)) !== 0))
  const last = program.main.at(-1)!
  if (last.k !== 'assign') return t.fail('the program does not end with an output')
  const wrong = structuredClone(program)
  const output = wrong.main.at(-1)!
  if (output.k === 'assign') output.value = { k: 'un', op: '~', a: output.value, t: output.value.t }
  const expectations = makeInputs(wrong)
  evaluate(wrong, expectations.memory)
  t.true(
    outputs.some(
      (r, i) =>
        Buffer.compare(expectedBytes(expectations.outputs[i]!, expectations.memory), expectedBytes(r, memory)) !== 0,
    ),
  )
})
