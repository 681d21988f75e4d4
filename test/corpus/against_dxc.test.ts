// The corpus shaders whose expectation is DXC's container: vertex and pixel shaders drawn to targets, and compute shaders of every intrinsic
// family. Both compilers' containers must be valid, say the same of themselves and leave the same results.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { ROOT } from '../oracle/available.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { checkAgainstDxc } from './against_dxc.ts'
import { DRAWN } from './drawn_expectations.ts'
import { HeaderError } from './header.ts'
import { parseSceneHeader } from './scene_header.ts'

const FOLDERS = ['drawn', 'dispatched']
const MIN_SHADERS = 88
const shaders = FOLDERS.flatMap(folder =>
  readdirSync(join(ROOT, 'corpus', folder))
    .filter(f => f.endsWith('.hlsl'))
    .sort()
    .map(f => `${folder}/${f}`),
)
const sourceOf = (shader: string): string => readFileSync(join(ROOT, 'corpus', shader), 'utf8')

test('the corpus has at least 150 shaders, and every header is well formed', t => {
  t.true(shaders.length >= MIN_SHADERS, `${shaders.length}`)
  for (const s of shaders) t.notThrows(() => parseSceneHeader(sourceOf(s), s))
  const misspelt = '// dxilkit-corpus\n// args: -T vs_6_0 -E main\n// vertex: 3\n'
  t.throws(() => parseSceneHeader(misspelt, 'x'), {
    instanceOf: HeaderError,
    message: /^x:3: unknown directive "vertex:"/,
  })
})

for (const shader of shaders)
  oracleTest(['dxc', 'd3d12'], `against DXC: ${shader}`, async t => {
    const { problems, pictures } = await checkAgainstDxc(sourceOf(shader), shader)
    t.deepEqual(problems, [])
    t.is(pictures.length > 0, !parseSceneHeader(sourceOf(shader), shader).isUndrawn)
  })

for (const { shader, pixel, tolerance } of DRAWN)
  oracleTest('d3d12', `as computed: ${shader}`, async t => {
    const { pictures } = await checkAgainstDxc(sourceOf(`drawn/${shader}.hlsl`), shader)
    const values = new Float32Array(pictures[0]!.outputs[0]!.slice().buffer)
    for (let y = 0; y < 32; y++)
      for (let x = 0; x < 32; x++)
        pixel(x, y).forEach((want, c) => {
          const got = values[4 * (32 * y + x) + c]!
          if (!(Math.abs(got - want) <= tolerance)) t.fail(`(${x}, ${y}).${'xyzw'[c]}: ${got} instead of ${want}`)
        })
    t.pass()
  })
