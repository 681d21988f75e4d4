// What hull and domain shaders may say: DXC's verdict, its parts where it accepts, and the code of our message where it refuses or warns.

import test from 'ava'
import { compile } from '../../src/api/index.ts'
import { partOf } from '../corpus/container_facts.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { VERDICT_CASES, type VerdictCase } from './verdict_cases.ts'

const argsOf = ({ profile, args }: VerdictCase): string[] => {
  const entry = profile.startsWith('lib') ? [] : ['-E', 'main']
  return ['-T', profile, ...entry, ...args]
}

test('the message of every case', t => {
  for (const c of VERDICT_CASES) {
    const { diagnostics, ok, text } = compile(c.source, dxcArgsToOptions(argsOf(c)))
    const first = diagnostics.find(d => d.severity === 'error') ?? diagnostics[0]
    t.is(first?.code ?? '', c.code, `${c.name}\n${c.source}${text}`)
    t.is(ok, !c.code.startsWith('E'), c.name)
  }
})

test('of several patch constant functions of the name the last is taken, and shown', t => {
  const overloads = VERDICT_CASES.find(c => c.code === 'W2466')!
  const { diagnostics } = compile(overloads.source, dxcArgsToOptions(argsOf(overloads)))
  t.deepEqual(
    diagnostics.flatMap(d => d.notes.map(n => [n.code, n.message])),
    [['N2466', 'This overload was selected.']],
  )
})

oracleTest('dxc', 'DXC has the same verdict, and the same parts', async t => {
  const dxc = await Dxc.shared()
  for (const c of VERDICT_CASES) {
    const theirs = await dxc.compile(c.source, argsOf(c))
    const ours = compile(c.source, dxcArgsToOptions(argsOf(c)))
    t.is(ours.ok, theirs.ok, `${c.name}: ${theirs.errors}`)
    if (!theirs.container || !ours.container) continue
    for (const part of ['SFI0', 'ISG1', 'OSG1', 'PSG1', 'PSV0', 'RDAT'])
      t.deepEqual(partOf(ours.container, part), partOf(theirs.container, part), `${c.name}: ${part}`)
    const verdict = await dxc.validate(ours.container)
    t.true(verdict.ok, `${c.name}: ${verdict.message}`)
  }
})
