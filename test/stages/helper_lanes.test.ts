// [WaveOpsIncludeHelperLanes]: an attribute of pixel shaders from shader model 6.7 on, which linking keeps.

import test from 'ava'
import { compile, compileModule, compileToIr, disassemble, link } from '../../src/api/index.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const PIXEL =
  '[WaveOpsIncludeHelperLanes] [shader("pixel")] float4 main(float4 a : A) : SV_Target { return WaveActiveSum(a); }'
const COMPUTE = '[WaveOpsIncludeHelperLanes] [shader("compute")] [numthreads(1, 1, 1)] void main() { }'
const CALLED = `[WaveOpsIncludeHelperLanes] float sum(float a) { return WaveActiveSum(a); }
float4 main(float4 a : A) : SV_Target { return sum(a.x); }`
const LIBRARY = `${PIXEL}\n[WaveOpsIncludeHelperLanes] export float sum() { return WaveActiveSum(2); }
[WaveOpsIncludeHelperLanes] [shader("compute")] [numthreads(1, 1, 1)] void other() { }`

const CASES: readonly (readonly [source: string, args: string])[] = [
  [PIXEL, '-T ps_6_6'],
  [PIXEL, '-T ps_6_7'],
  [PIXEL, '-T ps_6_7 -denorm ftz'],
  [PIXEL, '-T lib_6_6'],
  [LIBRARY, '-T lib_6_7'],
  [LIBRARY, '-T lib_6_x'],
  [COMPUTE, '-T cs_6_7'],
  [CALLED, '-T ps_6_7'],
]

/** Names of functions that have the attribute. */
function holders(container: Uint8Array): string[] {
  const text = disassemble(container)
  const group = /^attributes (#\d+) = \{.*"waveops-include-helper-lanes"/m.exec(text)?.[1]
  return [...text.matchAll(/^define .*?@(\S+)\(.*\) (#\d+)/gm)].filter(m => m[2] === group).map(m => m[1]!)
}

oracleTest(
  'dxc',
  'functions have the attribute where DXC writes it, libraries of either compiler give it to what is linked',
  async t => {
    const dxc = await Dxc.shared()
    let held = 0
    for (const [source, args] of CASES) {
      const ours = compile(source, dxcArgsToOptions(args.split(' '))).container!
      const theirs = (await dxc.compile(source, args.split(' '))).container!
      t.deepEqual(holders(ours), holders(theirs), args)
      held += holders(ours).length
      if (!args.includes('lib_6_x')) t.is((await dxc.validate(ours)).message, '', args)
      if (!args.includes('lib')) continue
      for (const library of [ours, theirs]) {
        const linked = await dxc.link([['l', library]], 'main', 'ps_6_7')
        const own = link([{ name: 'l', container: library }], { target: 'ps_6_7', entry: 'main' })
        t.deepEqual(holders(own.container!), holders(linked.container!), `${args}, linked`)
      }
    }
    t.is(held, 4)
  },
)

test('text keeps it', t => {
  const options = { target: 'ps_6_7' }
  const { ir = '' } = compileToIr(PIXEL, { ...options, stopAfter: 'remove_unreachable' })
  t.regex(ir, /includesHelperLanes/)
  t.deepEqual(compileModule(ir).container, compile(PIXEL, options).container)
})
