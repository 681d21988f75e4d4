// What mesh and amplification shaders may say: DXC's verdict, its parts where it accepts, and the code of our message.

import test from 'ava'
import { compile } from '../../src/api/index.ts'
import { partOf } from '../corpus/container_facts.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { Dxc, OracleError } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { VERDICT_CASES, type VerdictCase } from './verdict_cases.ts'

const argsOf = ({ profile, args }: VerdictCase): string[] => ['-T', profile, '-E', 'main', ...args]

test('the message of every case', t => {
  for (const c of VERDICT_CASES) {
    const { diagnostics, ok, text } = compile(c.source, dxcArgsToOptions(argsOf(c)))
    const first = diagnostics.find(d => d.severity === 'error') ?? diagnostics[0]
    t.is(first?.code ?? '', c.code, `${c.name}\n${c.source}${text}`)
    t.is(ok, !c.code.startsWith('E'), c.name)
  }
})

const MAX_DIFFERENT = 4

oracleTest('dxc', 'DXC has the same verdict, and the same parts', async t => {
  let parts = 0
  for (const c of VERDICT_CASES) {
    const ours = compile(c.source, dxcArgsToOptions(argsOf(c)))
    const theirs = await dxcAnswer(c)
    t.is(theirs === 'crash', c.dxc?.crashes ?? false, c.name)
    if (theirs === 'crash') continue
    t.is(theirs.ok, c.dxc?.accepts ?? ours.ok, `${c.name}: ${theirs.errors}`)
    if (!ours.container) continue
    const verdict = await (await Dxc.shared()).validate(ours.container)
    t.true(verdict.ok, `${c.name}: ${verdict.message}`)
    if (!theirs.container) continue
    for (const part of ['SFI0', 'ISG1', 'OSG1', 'PSG1', 'PSV0'])
      t.deepEqual(partOf(ours.container, part), partOf(theirs.container, part), `${c.name}: ${part}`)
    parts++
  }
  t.true(parts >= 55, `${parts} shaders were compared part by part`)
  t.true(VERDICT_CASES.filter(c => c.dxc).length <= MAX_DIFFERENT)
})

async function dxcAnswer(c: VerdictCase) {
  try {
    return await (await Dxc.shared()).compile(c.source, argsOf(c))
  } catch (error) {
    if (error instanceof OracleError) return 'crash'
    throw error
  }
}
