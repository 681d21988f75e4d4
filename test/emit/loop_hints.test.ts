// [loop], [branch], [flatten] and [forcecase] are written as metadata of branches and switches where DXC writes them: drivers and linkers read
// them there.

import test from 'ava'
import { compile, compileModule, compileToIr, link, listing } from '../../src/api/index.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const SHADER = `cbuffer S { float4 c[40]; uint n; };
float4 main(uint p : P) : SV_Target {
  float4 r = 0;
  [loop] for (uint i = 0; i < n; i++) { if (c[i].x > 3) continue; if (c[i].y > 4) break; r += c[i]; }
  [loop] do { r.z += 1; } while (r.z < n);
  for (uint m = 0; m < n; m++) r.w += c[m].w;
  return r;
}`
/** Distinct nodes of loops that stay, and branches that have one. */
function loops(text: string): readonly [nodes: number, branches: number] {
  const lines = text.split('\n')
  const word = lines.find(line => line.includes('!{!"llvm.loop.unroll.disable"}'))?.split(' ')[0] ?? 'none'
  return [
    lines.filter(line => line.includes('= distinct !{') && line.endsWith(`, ${word}}`)).length,
    lines.filter(line => line.includes(', !llvm.loop !')).length,
  ]
}

oracleTest('dxc', '[loop] is written where DXC writes it', async t => {
  const dxc = await Dxc.shared()
  for (const flags of [[], ['-Od']]) {
    const theirs = await dxc.compile(SHADER, ['-T', 'ps_6_0', ...flags])
    const ours = compile(SHADER, { target: 'ps_6_0', optimization: flags.length > 0 ? 0 : 3 })
    const found = loops((await dxc.disassemble(ours.container!)).text)
    const expected = loops((await dxc.disassemble(theirs.container!)).text)
    // A `continue` at -Od is a branch back of its own with DXC.
    t.is(found[0], expected[0])
    if (flags.length === 0) t.is(found[1], expected[1])
    t.deepEqual(loops(listing(ours.container!)), found)
    t.is(found[0], 2)
  }
})

test('a loop that must stay stays when its library is linked', t => {
  const source = `cbuffer S { float4 c[4]; };
[shader("pixel")] float4 main() : SV_Target {
  float4 r = 0;
  [loop] for (uint i = 0; i < 4; i++) { if (c[i].x > r.x) discard; r += c[i]; }
  return r;
}`
  for (const target of ['lib_6_x', 'lib_6_3']) {
    const library = compile(source, { target })
    t.deepEqual(loops(listing(library.container!)), [1, 1])
    const { container } = link([{ name: 'l', container: library.container! }], { target: 'ps_6_0', entry: 'main' })
    t.deepEqual(loops(listing(container!)), [1, 1])
  }
})

oracleTest(
  'dxc',
  'what is asked of a switch is written where DXC writes it, and goes through text and libraries',
  async t => {
    const dxc = await Dxc.shared()
    for (const asked of ['[branch]', '[flatten]', '[forcecase]', '[call]', '']) {
      const source = `RWBuffer<uint> o;
[numthreads(1, 1, 1)] void main(uint t : SV_GroupIndex) {
  uint r = 0;
  ${asked} switch (o[t]) { case 0: r = o[1]; break; case 1: o[2] = 3; break; case 7: r = 9; break; default: r = o[t * 2]; }
  o[t] = r;
}`
      const hints = (container: Uint8Array): string[] =>
        [...listing(container).matchAll(/distinct !\{!\d+, !"dx.controlflow.hints", i32 \d\}/g)].map(m =>
          m[0].replace(/!\d+/g, '!'),
        )
      const theirs = await dxc.compile(source, ['-T', 'cs_6_0'])
      const ours = compile(source, { target: 'cs_6_0' })
      const expected = hints(theirs.container!)
      t.is(expected.length, ['[call]', ''].includes(asked) ? 0 : 1)
      t.deepEqual(hints(ours.container!), expected, asked)
      const text = compileToIr(source, { target: 'cs_6_0', stopAfter: 'lower' })
      t.deepEqual(hints(compileModule(text.ir!).container!), expected, `${asked} through text`)
      const library = compile(source.replace('[num', '[shader("compute")] [num'), { target: 'lib_6_x' })
      const linked = link([{ name: 'l', container: library.container! }], { target: 'cs_6_0', entry: 'main' })
      t.deepEqual(hints(linked.container!), expected, `${asked} linked`)
    }
  },
)
