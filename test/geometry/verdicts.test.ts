// What geometry shaders may say: DXC's verdict, its parts where it accepts, and the code of our message where we refuse or warn.

import test from 'ava'
import { compile } from '../../src/api/index.ts'
import { partOf } from '../corpus/container_facts.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { VERDICT_CASES, type VerdictCase } from './verdict_cases.ts'

const argsOf = ({ profile, args }: VerdictCase): string[] => ['-T', profile, '-E', 'main', ...args]

test('the message of every case', t => {
  for (const c of VERDICT_CASES) {
    const { diagnostics, ok, text } = compile(c.source, dxcArgsToOptions(argsOf(c)))
    const first = diagnostics.find(d => d.severity === 'error') ?? diagnostics[0]
    t.is(first?.code ?? '', c.code, `${c.source}${text}`)
    t.is(ok, !c.code.startsWith('E'), c.source)
  }
})

oracleTest('dxc', 'DXC has the same verdict, and the same parts', async t => {
  const dxc = await Dxc.shared()
  for (const c of VERDICT_CASES) {
    const ours = compile(c.source, dxcArgsToOptions(argsOf(c)))
    if (ours.container) {
      const verdict = await dxc.validate(ours.container)
      t.true(verdict.ok, `${c.source}${verdict.message}`)
    }
    if (c.alone !== undefined) continue
    const theirs = await dxc.compile(c.source, argsOf(c))
    t.is(ours.ok, theirs.ok, `${c.source}${theirs.errors}`)
    if (!theirs.container || !ours.container) continue
    for (const part of ['SFI0', 'ISG1', 'OSG1', 'PSV0', 'RDAT'])
      t.deepEqual(partOf(ours.container, part), partOf(theirs.container, part), `${c.source}: ${part}`)
  }
})
