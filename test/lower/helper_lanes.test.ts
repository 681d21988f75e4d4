// IsHelperLane below shader model 6.6: the coverage tells who is a helper lane from the start, a variable who became one by a discard.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { disassemble } from '../../src/api/disassemble.ts'
import { dumpContainer } from '../../src/api/index.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const BODIES = {
  discard: 'if (f < 0) discard; return ddx(a + IsHelperLane());',
  clip: 'float before = IsHelperLane(); clip(f - 3); return ddx(a + IsHelperLane()) + before;',
  loop: 'float s = 0; for (int i = 0; i < 3; i++) { s += ddx((float)IsHelperLane()); if (f < i) discard; } return a + s;',
  none: 'return a * f + IsHelperLane();',
}
const source = (body: string): string => `cbuffer C { float4 a; }; float4 main(float f : IN) : SV_Target { ${body} }`
const tables = (container: Uint8Array): unknown => dumpContainer(container).parts.find(p => p.psv)?.psv?.tables

test('an answer behind a discard reads what the discard left, one before it the coverage', t => {
  const made = compile(source(BODIES.clip), { target: 'ps_6_0' })
  if (!made.ok) return t.fail(made.text)
  const text = disassemble(made.container)
  t.regex(text, /select i1 %\d+, i32 0, i32 %\d+\s+call void @dx.op.discard/)
  t.is(text.match(/icmp eq i32 %\d+, 0/g)?.length, 2)
  t.is(text.match(/call i32 @dx.op.coverage/g)?.length, 1)
})

for (const [name, body] of Object.entries(BODIES))
  oracleTest('dxc', `outputs depend on the inputs that discards depend on, as in DXC: ${name}`, async t => {
    const dxc = await Dxc.shared()
    for (const optimization of [0, 3] as const) {
      const theirs = await dxc.compile(source(body), ['-T', 'ps_6_0', `-O${optimization}`])
      const ours = compile(source(body), { target: 'ps_6_0', optimization })
      if (!ours.ok || !theirs.container) return t.fail(`${theirs.errors}${ours.text}`)
      t.truthy(tables(ours.container))
      t.deepEqual(tables(ours.container), tables(theirs.container), `-O${optimization}`)
      const { ok, message } = await dxc.validate(ours.container)
      t.true(ok, message)
    }
  })
