// A sample of the corpus: debug information against DXC's. The floors are what was measured, less what a change of one shader may cost; the whole
// corpus is npm run debuginfo.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { shownModule } from '../../src/listing/listing.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { compareDebug, corpusShaders, Shares } from './compare.ts'
import { debugFacts } from './debug_facts.ts'

const SAMPLE = [
  ...['bit_tricks', 'control_flow', 'dynamic_indexing', 'gauss_solve', 'histogram', 'mandelbrot', 'matrix_types'],
  ...['nbody', 'quaternion_skinning', 'raycast_spheres', 'sobel', 'struct_copies'],
].map(name => `${name}.hlsl`)

for (const [optimization, lines, places, visible] of [
  [3, 0.87, 0.8, 0.93],
  [0, 0.95, 0.78, 0.95],
] as const)
  oracleTest(['dxc'], `places with code and visible variables at -O${optimization}`, async t => {
    const dxc = await Dxc.shared()
    const shares = new Shares()
    const shaders = corpusShaders().filter(s => SAMPLE.includes(s.name))
    t.is(shaders.length, SAMPLE.length)
    for (const shader of shaders) {
      const found = await compareDebug(dxc, shader, optimization)
      if (found) shares.add(found)
      else t.fail(`${shader.name}: DXC's own container does not validate`)
    }
    t.log(shares.text())
    t.true(shares.of('lines').equal >= lines, shares.text())
    t.true(shares.of('places').found >= places && shares.of('places').right >= places, shares.text())
    t.true(shares.of('visible').found >= visible, shares.text())
    t.true(shares.of('chains').found >= 0.87, shares.text())
    t.true(shares.of('functions').found >= 0.95, shares.text())
  })

test('what is compared notices a missing line and an unknown value', t => {
  const source = (body: string): string =>
    `RWBuffer<float> o;\n[numthreads(1, 1, 1)]\nvoid main(uint i : SV_GroupIndex) {\n  float x = i * 2;\n${body}\n}`
  const facts = (body: string): ReturnType<typeof debugFacts> => {
    const result = compile(source(body), { target: 'cs_6_0', debug: 'full', embedDebug: true, fileName: 'a.hlsl' })
    if (!result.ok) throw new Error(result.text)
    return debugFacts(shownModule(result.container))
  }
  const both = facts('  o[0] = x;\n  o[1] = x;')
  t.true(both.lines.has('a.hlsl:6') && both.visible.has('a.hlsl:6 x') && both.visible.has('a.hlsl:6 i'))
  const one = facts('  o[0] = x;\n')
  t.false(one.lines.has('a.hlsl:6'))
  const changed = facts('  o[0] = x;\n  x = o[2] + 1; o[1] = i;')
  t.false(changed.visible.has('a.hlsl:6 x') && !changed.lines.has('a.hlsl:6'))
})
