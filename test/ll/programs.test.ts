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

function executes(title: string, programOf: (seed: number) => Program, count = COUNT): void {
  oracleTest('dxc', title, async t => {
    t.timeout(120_000)
    const dxc = await Dxc.shared()
    for (let seed = 1; seed <= count; seed++) {
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

/** By LLVM's word: whether it holds for less, equal, greater, and where one is no number. */
const PREDICATES: Readonly<Record<string, readonly [less: number, equal: number, greater: number, unordered: number]>> =
  {
    false: [0, 0, 0, 0],
    oeq: [0, 1, 0, 0],
    ogt: [0, 0, 1, 0],
    oge: [0, 1, 1, 0],
    olt: [1, 0, 0, 0],
    ole: [1, 1, 0, 0],
    one: [1, 0, 1, 0],
    ord: [1, 1, 1, 0],
    uno: [0, 0, 0, 1],
    ueq: [0, 1, 0, 1],
    ugt: [0, 0, 1, 1],
    uge: [0, 1, 1, 1],
    ult: [1, 0, 0, 1],
    ule: [1, 1, 0, 1],
    une: [1, 0, 1, 1],
    true: [1, 1, 1, 1],
  }
const PAIRS = [
  [1, 2],
  [2, 2],
  [2, 1],
  [Number.NaN, 1],
] as const
const RAW = 'target("dx.RawBuffer", i8, 1, 0)'

executes(
  'every comparison of floats, of constants and of what is read, scalars and vectors',
  seed => {
    const name = Object.keys(PREDICATES)[seed % 16]!
    const bits = (v: number): number => new Uint32Array(Float32Array.of(v).buffer)[0]!
    const constant = (v: number): string => (Number.isNaN(v) ? '0x7FF8000000000000' : `${v.toFixed(6)}e+00`)
    const lines = [0, 1].map(
      n =>
        `  %${n === 0 ? 'out' : 'in'} = call ${RAW} @llvm.dx.resource.handlefrombinding(i32 0, i32 ${n}, i32 1, i32 0, ptr null)\n`,
    )
    const expected: number[] = []
    for (const [n, [a, b]] of PAIRS.entries()) {
      const load = (
        k: number,
      ): string => `  %r${n}_${k} = call { <2 x float>, i1 } @llvm.dx.resource.load.rawbuffer(${RAW} %in, i32 ${n * 16 + k * 8}, i32 0)
  %x${n}_${k} = extractvalue { <2 x float>, i1 } %r${n}_${k}, 0
  %y${n}_${k} = extractelement <2 x float> %x${n}_${k}, i32 0\n`
      lines.push(load(0), load(1))
      const results = [
        `fcmp ${name} float %y${n}_0, %y${n}_1`,
        `fcmp ${name} float %y${n}_0, ${constant(b)}`,
        `fcmp ${name} float ${constant(a)}, ${constant(b)}`,
      ]
      lines.push(`  %v${n} = fcmp ${name} <2 x float> %x${n}_0, %x${n}_1\n`)
      results.push(`extractelement <2 x i1> %v${n}, i32 1`)
      for (const [k, text] of results.entries()) {
        lines.push(`  %c${n}_${k} = ${text}\n  %w${n}_${k} = zext i1 %c${n}_${k} to i32\n`)
        lines.push(
          `  call void @llvm.dx.resource.store.rawbuffer(${RAW} %out, i32 ${expected.length * 4}, i32 0, i32 %w${n}_${k})\n`,
        )
        const order = Number.isNaN(a) ? 3 : a < b ? 0 : a === b ? 1 : 2
        expected.push(PREDICATES[name]![order]!)
      }
    }
    const input = PAIRS.flatMap(([a, b]) => [a, a, b, b].map(bits))
    return reading(moduleText({ body: lines.join('') }).replace('8,8,1', '1,1,1'), input, expected)
  },
  16,
)

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

test('an access that is not aligned is refused, not taken for one that is', t => {
  const body = (type: string, at: number): string =>
    `  %m = alloca [4 x i32]\n  %p = getelementptr i8, ptr %m, i32 ${at}\n  store ${type} 5, ptr %p\n  %v = load ${type}, ptr %p`
  for (const [type, at] of [
    ['i16', 2],
    ['i32', 4],
    ['i64', 4],
  ] as const)
    t.deepEqual(complaints(moduleText({ body: body(type, at) })), [], type)
  for (const [type, at] of [
    ['i16', 3],
    ['i32', 2],
    ['i64', 6],
  ] as const)
    t.regex(complaints(moduleText({ body: body(type, at) })).join(), /an access that is not aligned/, type)
})

test('an index that is a long row of products takes no stack', t => {
  const products = Array.from({ length: 20_000 }, (_, n) => `  %i${n + 1} = mul i32 %i${n}, 3\n`).join('')
  const body = `  %m = alloca [4 x i32]
  %id = call i32 @llvm.dx.thread.id(i32 0)
  %i0 = add i32 %id, 1
${products}  %p = getelementptr i8, ptr %m, i32 %i20000
  store i32 5, ptr %p`
  t.deepEqual(complaints(moduleText({ body })), [])
})
