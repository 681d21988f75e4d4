// The textual form: everything it can say survives reading and printing, and what is no textual IR is refused with its line.

import test from 'ava'
import { IrTextError, parseModule } from '../../src/ir/parse_text.ts'
import { printModule } from '../../src/ir/text.ts'
import { randomProgram } from './random_program.ts'

const EVERYTHING = `target cs 6.2 native16 ieee bound O1
struct %dx.types.ResRet.f32 = { float, float, float, float, i32 }
struct %{ i32, i1 } = { i32, i1 }
struct %P = { <4 x float>, [2 x i32] }
global @0 tile: groupshared [64 x float]
global @1 table: [2 x i64] = { i64:1, i64:-5 }
resource buf: uav StructuredBuffer "RWStructuredBuffer<float>" size 4 range 1 align 2 register 3 space 0 coherent
entry main = main threads 8 4 1 wavesize 32

func main {
b0.entry:
  %1: [4 x float]* = alloca
  %2: i32 = dx[93] 0
  %3: i1 = icmp.ult %2, 7
  br b1.loop
b1.loop: from b0.entry, b3 unroll full
  %4: i32 = phi [0, b0.entry], [%11, b3]
  %5: float* = gep %1, %4
  %6: float = load %5
  %7: float = fadd fast %6, 0.1
  %8: handle = handle nonuniform %4
  store %5, %7
  %9: half = fptrunc -0.0
  condbr[1] %3, b2, b3
b2:
  switch %2, b4 { 0: b3, 5: b4 }
b3: from b2, b1.loop
  %10: float = select %3, nan, -inf
  %11: i32 = add nsw nuw %4, 1
  br b1.loop
b4: from b2, b2
  %12: %dx.types.ResRet.f32 = load.rawbuffer[1025] %8, 0, undef:i32
  %13: i32 addrspace(3)* = bitcast half:1.5
  %14: %{ i32, i1 } = cmpxchg %13, 1, 2
  %15: i32 = atomicrmw.umax %13, 1
  %16: %P* = alloca
  %17: %P* = accesschain %16
  %18: float = call[1] %17, %15
  call[2]
  ret
}

func helper(%P*, i32): float {
b0:
  %1: %P* = param
  %2: i32 = param[1]
  %3: i32* = accesschain %1, 1, %2
  store %3, 7
  %4: <4 x float>* = accesschain %1, 0
  %5: <4 x float> = load %4
  %6: <4 x float> = insertelement %5, 1.0, 3
  %7: float = extractelement %6, %2
  ret %7
}

func declared
`

test('every construct is printed as it was read', t => {
  t.is(printModule(parseModule(EVERYTHING)), EVERYTHING)
})

test('random programs survive, with the order of predecessors', t => {
  for (let seed = 1; seed <= 100; seed++) {
    const text = printModule(randomProgram(seed).m)
    t.is(printModule(parseModule(text)), text)
  }
})

const BAD: readonly (readonly [line: number, body: string])[] = [
  [3, 'b0:\n  frobnicate 1\n  ret'],
  [3, 'b0:\n  %1: i32 = add %7, 1\n  ret'],
  [3, 'b0:\n  br b9'],
  [2, '  ret'],
  [5, 'b0:\n  br b1\nb1:\n  %1: i32 = phi [0, b1]\n  ret'],
  [4, 'b0:\n  br b1\nb1: from b0, b0\n  ret'],
  [3, 'b0:\n  %1: i32 = icmp.funny 1, 2\n  ret'],
  [3, 'b0:\n  %1: mystery = add 1, 2\n  ret'],
]
test('what is no textual IR is refused, with its line', t => {
  for (const [line, body] of BAD) {
    const error = t.throws(
      () => parseModule(`target cs 6.0\nfunc main {\n${body}\n}\n`),
      { instanceOf: IrTextError },
      body,
    )
    t.is(error?.line, line + 1, body)
  }
  t.throws(() => parseModule(''), { instanceOf: IrTextError })
  t.throws(() => parseModule('target cs 6.0\nfunc main {\nb0:\n  ret\n'), { instanceOf: IrTextError })
})
