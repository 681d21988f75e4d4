// The corpus's shaders of shader models 6.9 and 6.10: accepted by the later DXC's validator, with its parts and not more instructions than it.

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { link } from '../../src/api/link.ts'
import { partOf } from '../corpus/container_facts.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { oursAlone } from '../hlsl/both.ts'
import { ROOT } from '../oracle/available.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { countCode } from '../parity/count_code.ts'
import { checkText } from '../textform/check.ts'

const PARTS = ['SFI0', 'PSV0', 'RDAT']
/** Instructions, ours over DXC's. */
const MOST = 1.1

const flagsOf = (source: string): string[] => [...source.matchAll(/^\/\/ later: (.*)$/gm)].map(m => m[1]!.trim())

const filesOf = (minor: number): string[] => {
  const folder = join(ROOT, 'corpus', `shader_model_6_${minor}`)
  return readdirSync(folder)
    .sort()
    .map(file => join(folder, file))
}

for (const [minor, path] of [9, 10].flatMap(m => filesOf(m).map(path => [m, path] as const)))
  oracleTest('dxc-new', `shader model 6.${minor}: ${basename(path)}`, async t => {
    const source = readFileSync(path, 'utf8')
    const dxc = await Dxc.shared('dxc-new')
    t.true(flagsOf(source).length > 0)
    for (const flags of flagsOf(source)) {
      const { container, text } = oursAlone(source, flags)
      if (!container) return t.fail(`${flags}: ${text}`)
      const verdict = await dxc.validate(container)
      t.true(verdict.ok && verdict.digest === 'right', `${flags}: ${verdict.message}`)
      const theirs = await dxc.compile(source, [...flags.split(' '), '-validator-version', `1.${minor}`])
      if (!theirs.container) return t.fail(`${flags}: ${theirs.errors}`)
      const { kind, detail } = checkText(source, dxcArgsToOptions(flags.split(' ')))
      t.is(kind, 'same', `${flags}: ${detail}`)
      if (flags.includes('lib_'))
        for (const library of [container, theirs.container]) {
          const linked = link([{ name: 'a', container: library }], { target: `lib_6_${minor}` })
          if (!linked.ok) t.fail(`${flags}: ${linked.text}`)
          else t.true((await dxc.validate(linked.container)).ok, flags)
        }
      for (const part of PARTS)
        t.deepEqual(partOf(container, part), partOf(theirs.container, part), `${flags}: ${part}`)
      const ratio = countCode(container).total / countCode(theirs.container).total
      t.true(ratio <= MOST, `${flags}: ${ratio.toFixed(2)} times DXC's instructions`)
    }
  })
