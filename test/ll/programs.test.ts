// Programs of LLVM text, executed: memory and buffers in pieces of every size and type, whole numbers of every width.

import test from 'ava'
import { compileModule } from '../../src/api/compile_module.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { execute } from '../vectors/interpret.ts'
import { generate, WORDS } from './memory_program.ts'
import { complaints, moduleText } from './module_case.ts'
import { generate as generateNumbers } from './number_program.ts'
import { generate as generateResources } from './resource_program.ts'

const COUNT = 180

interface Program {
  readonly text: string
  /** What the buffers hold before and must hold behind it, by class and register. */
  readonly given: ReadonlyMap<string, DataView>
  readonly expected: ReadonlyMap<string, DataView>
}

const view = (words: readonly number[]): DataView => new DataView(Uint32Array.from(words).buffer)
const reading = (text: string, input: readonly number[], expected: readonly number[]): Program => ({
  text,
  given: new Map([
    ['uav0', view(expected.map(() => 0))],
    ['uav1', view(input)],
  ]),
  expected: new Map([['uav0', view(expected)]]),
})

function executes(title: string, programOf: (seed: number) => Program): void {
  oracleTest('dxc', title, async t => {
    t.timeout(120_000)
    const dxc = await Dxc.shared()
    for (let seed = 1; seed <= COUNT; seed++) {
      const { text, given, expected } = programOf(seed)
      const made = compileModule(text)
      if (!made.ok) {
        t.fail(`seed ${seed}: ${made.text}`)
        continue
      }
      const verdict = await dxc.validate(made.container)
      t.true(verdict.ok, `seed ${seed}: ${verdict.message}`)
      execute(made.container, given, 0)
      for (const [buffer, wanted] of expected) {
        const got = given.get(buffer)!
        for (let at = 0; at < wanted.byteLength; at += 4) {
          // A buffer of two numbers holds nothing in the other half of elements of four.
          if (buffer === 'uav4' && at % 16 >= 8) continue
          const [a, b] = [got, wanted].map(v => v.getUint32(at, true).toString(16))
          if (a !== b) t.fail(`seed ${seed}: ${buffer}, byte ${at}: ${a} and not ${b}`)
        }
      }
    }
  })
}

executes('random accesses to memory store what bytes would hold', seed => {
  const { text, expected } = generate(seed)
  return reading(text, [...WORDS, 1], expected)
})
executes('random accesses to buffers leave what bytes would hold', generateResources)
executes('random whole numbers of 1 to 64 bits are what big integers are', seed => {
  const { text, input, expected } = generateNumbers(seed)
  return reading(text, input, expected)
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
