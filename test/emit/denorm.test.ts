// -denorm against DXC: the attribute of functions with bodies, and where it is refused.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { parseFlags } from '../../src/cli/flag_parser.ts'
import { compileJob } from '../../src/cli/options.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const SOURCES: Readonly<Record<string, string>> = {
  ps_6_2: 'float4 main(float4 v : V) : SV_Target { return v * 2; }',
  cs_6_6: 'RWBuffer<float> b; [numthreads(1, 1, 1)] void main() { b[0] = b[1] * 2; }',
  lib_6_3: 'export float twice(float x) { return x * 2; }',
}

const attributes = (text: string): string[] =>
  [...text.matchAll(/"fp32-denorm-mode"="\w+"/g)]
    .map(m => m[0])
    .concat(/^define .*@.*#\d+ \{$/m.test(text) ? ['used'] : [])

oracleTest('dxc', 'the attribute is where DXC has it, and the validator takes it', async t => {
  const dxc = await Dxc.shared()
  for (const [target, source] of Object.entries(SOURCES))
    for (const denorm of [undefined, 'any', 'preserve', 'ftz'] as const) {
      const ours = compile(source, { target, ...(denorm ? { denorm } : {}) })
      t.true(ours.ok, ours.text)
      const theirs = await dxc.compile(source, ['-T', target, ...(denorm ? ['-denorm', denorm] : [])])
      const texts = [await dxc.disassemble(ours.container!), await dxc.disassemble(theirs.container!)] as const
      t.deepEqual(attributes(texts[0].text), attributes(texts[1].text), `${target} ${denorm}`)
      if (denorm) t.is(attributes(texts[0].text)[0], `"fp32-denorm-mode"="${denorm}"`)
      const verdict = await dxc.validate(ours.container!)
      t.true(verdict.ok, verdict.message)
    }
})

test('shader models before 6.2 and other words are refused', t => {
  const early = compile(SOURCES.cs_6_6!, { target: 'cs_6_1', denorm: 'ftz' })
  t.regex(early.text, /denorm option is only allowed for shader model 6\.2 and above/)
  t.throws(() => compileJob(parseFlags(['a.hlsl', '-T', 'cs_6_2', '-denorm', 'x'])), {
    message: /unsupported value 'x'/,
  })
  t.is(compileJob(parseFlags(['a.hlsl', '-T', 'cs_6_2', '-denorm', 'FTZ'])).compile.denorm, 'ftz')
})
