// Memory and buffers of LLVM text in pieces of every size and type: what the code stores is what bytes would hold.

import test from 'ava'
import { compileModule } from '../../src/api/compile_module.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { execute } from '../vectors/interpret.ts'
import { generate, WORDS } from './memory_program.ts'
import { complaints, moduleText } from './module_case.ts'
import { generate as generateResources } from './resource_program.ts'

const COUNT = 180

oracleTest('dxc', 'random accesses store what bytes would hold', async t => {
  t.timeout(120_000)
  const dxc = await Dxc.shared()
  for (let seed = 1; seed <= COUNT; seed++) {
    const { text, expected } = generate(seed)
    const made = compileModule(text)
    if (!made.ok) {
      t.fail(`seed ${seed}: ${made.text}`)
      continue
    }
    const verdict = await dxc.validate(made.container)
    t.true(verdict.ok, `seed ${seed}: ${verdict.message}`)
    const output = new DataView(new ArrayBuffer(expected.length * 4))
    const input = new DataView(Uint32Array.from([...WORDS, 1]).buffer)
    execute(
      made.container,
      new Map([
        ['uav0', output],
        ['uav1', input],
      ]),
      0,
    )
    t.deepEqual(
      expected.map((_, i) => output.getUint32(i * 4, true).toString(16)),
      expected.map(word => word.toString(16)),
      `seed ${seed}`,
    )
  }
})

oracleTest('dxc', 'random accesses to buffers leave what bytes would hold', async t => {
  t.timeout(120_000)
  const dxc = await Dxc.shared()
  for (let seed = 1; seed <= COUNT; seed++) {
    const { text, given, expected } = generateResources(seed)
    const made = compileModule(text)
    if (!made.ok) {
      t.fail(`seed ${seed}: ${made.text}`)
      continue
    }
    const verdict = await dxc.validate(made.container)
    t.true(verdict.ok, `seed ${seed}: ${verdict.message}`)
    execute(made.container, given, 0)
    for (const [buffer, view] of expected) {
      const got = given.get(buffer)!
      for (let at = 0; at < view.byteLength; at += 4) {
        // A buffer of two numbers holds nothing in the other half of our elements of four.
        if (buffer === 'uav4' && at % 16 >= 8) continue
        if (view.getUint32(at, true) !== got.getUint32(at, true)) t.fail(`seed ${seed}: ${buffer}, byte ${at}`)
      }
    }
  }
  t.pass()
})

test('a choice between addresses of different fields is refused, not taken for one of them', t => {
  const body = (other: number): string => `  %m = alloca { i32, [2 x float] }
  %i = call i32 @llvm.dx.thread.id(i32 0)
  %c = icmp eq i32 %i, 1
  %a = getelementptr i8, ptr %m, i32 4
  %b = getelementptr i8, ptr %m, i32 ${other}
  %p = select i1 %c, ptr %a, ptr %b
  store i32 5, ptr %p`
  t.deepEqual(complaints(moduleText({ body: body(8) })), [])
  t.regex(complaints(moduleText({ body: body(0) })).join(), /a choice between pointers to different variables/)
})
