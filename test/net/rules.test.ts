// Every rule of the validator that source can break: dxilkit gives DXC's verdict, with a place where it refuses, and what it accepts is valid.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { DROPPED_RULE } from './check.ts'
import { ruleCases, UNREACHABLE } from './rule_cases.ts'

const CASES = ruleCases()

test('verdicts are those of DXC, and refusals have a place', t => {
  for (const { rule, title, words, source, accepted } of CASES) {
    const result = compile(source, dxcArgsToOptions(words))
    // What DXC dies of is refused.
    t.is(result.ok, accepted ?? false, `${rule}, ${title}: ${result.text}\n${source}`)
    if (!result.ok)
      t.regex(
        result.text,
        /^in\.hlsl:\d+:\d+: error: |\n\S+:\d+:\d+: error: |^\S+:\d+:\d+: error: /,
        `${rule}, ${title}`,
      )
  }
})

oracleTest(['dxc', 'dxc-new'], 'what is accepted is valid', async t => {
  t.timeout(120_000)
  const dxc = await Dxc.shared()
  const newest = await Dxc.shared('dxc-new')
  for (const { rule, title, words, source } of CASES) {
    const { container } = compile(source, dxcArgsToOptions(words))
    if (!container) continue
    const { ok, message } = await dxc.validate(container)
    const isValid = ok || (DROPPED_RULE.test(message) && (await newest.validate(container)).ok)
    t.true(isValid, `${rule}, ${title}: ${message}`)
  }
})

/** One case in so many is asked again. */
const SAMPLE = 4

oracleTest(['dxc', 'dxc-new'], "the verdicts noted are DXC's", async t => {
  t.timeout(120_000)
  const dxc = await Dxc.shared()
  const newest = await Dxc.shared('dxc-new')
  for (const [i, { rule, title, words, source, accepted }] of CASES.entries()) {
    if (i % SAMPLE !== 0 || accepted === undefined) continue
    const { ok, errors } = await dxc.compile(source, words)
    const isAccepted = ok || (DROPPED_RULE.test(errors) && (await newest.compile(source, words)).ok)
    t.is(isAccepted, accepted, `${rule}, ${title}`)
  }
})

test('a rule has cases or a reason for having none', t => {
  const unreachable = Object.values(UNREACHABLE).flatMap(names => names.trim().split(/\s+/))
  const reached = new Set(CASES.map(c => c.rule))
  t.deepEqual(
    unreachable.filter(name => reached.has(name)),
    [],
  )
  t.is(new Set(unreachable).size, unreachable.length)
  t.is(unreachable.length + [...reached].filter(name => name.includes('.')).length, 304)
})
