// The corpus of mesh and amplification shaders: both compilers make the same parts, ours are valid, and no longer than DXC's.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { ROOT } from '../oracle/available.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { checkProgram } from './check.ts'

const FOLDER = join(ROOT, 'corpus', 'mesh')
const files = readdirSync(FOLDER).filter(f => f.endsWith('.hlsl'))
const argsOf = (source: string): string[][] =>
  [...source.matchAll(/^\/\/ args: (.*)$/gm)].map(([, line]) => line!.trim().split(/\s+/))

test('there is a shader for each thing that the stages do', t => {
  t.true(files.length >= 12)
  const all = files.map(f => readFileSync(join(FOLDER, f), 'utf8'))
  for (const word of ['out primitives', 'in payload', 'DispatchMesh', '"line"', 'SV_ViewID', 'SV_CullPrimitive', 'ddx'])
    t.true(
      all.some(source => source.includes(word)),
      word,
    )
})

/** Instructions of all shaders, ours over DXC's. */
const MOST = 1.0

oracleTest('dxc', 'both compilers make the same parts of each', async t => {
  let [ours, theirs, compiles] = [0, 0, 0]
  for (const file of files) {
    const source = readFileSync(join(FOLDER, file), 'utf8')
    for (const args of argsOf(source)) {
      const result = await checkProgram({ source, args, mistake: '' })
      t.deepEqual(result.problems, [], `${file} ${args.join(' ')}`)
      t.false(result.dxcFails || result.isRefused, `${file} ${args.join(' ')}`)
      compiles++
      ours += result.instructions[0]
      theirs += result.instructions[1]
    }
  }
  t.true(compiles >= 20)
  t.true(ours <= MOST * theirs, `${ours} instructions, DXC ${theirs}`)
})
