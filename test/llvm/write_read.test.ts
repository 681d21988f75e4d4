// Writing and reading without a compiler: the sample module comes back, LLVM's own reader takes it, damage is reported.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { FormatError } from '../../src/base/format_error.ts'
import { readBlocks } from '../../src/bitcode/block_reader.ts'
import { Builder } from '../../src/llvm/model/build.ts'
import { Module } from '../../src/llvm/model/module.ts'
import { type Func, Instruction, Op } from '../../src/llvm/model/values.ts'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { printModule } from '../../src/llvm/text/print.ts'
import { verifyModule } from '../../src/llvm/verify/verify.ts'
import { writeModule } from '../../src/llvm/write/write_module.ts'
import { BinOp, Predicate } from '../../src/spec/llvm_codes.ts'
import { writeTree } from '../bitcode/write_tree.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { survives } from './mutants.ts'
import { sampleModule } from './sample_module.ts'

test('written and read, the sample prints the same and writes the same', t => {
  const m = sampleModule()
  t.deepEqual(verifyModule(m), [])
  const bytes = writeModule(m)
  const again = readModule(bytes)
  t.is(printModule(again), printModule(m))
  t.deepEqual(writeModule(again), bytes)
  t.deepEqual(writeTree(readBlocks(bytes)), bytes)
})

test('writing does not change the module', t => {
  const m = sampleModule()
  t.deepEqual(writeModule(m), writeModule(m))
})

oracleTest('llvm', "LLVM 14's reader and analyzer take the sample", t => {
  const dir = mkdtempSync(join(tmpdir(), 'dxilkit-llvm-'))
  try {
    const file = join(dir, 'a.bc')
    writeFileSync(file, writeModule(sampleModule()))
    const text = execFileSync('llvm-dis-14', [file, '-o', '-'], { encoding: 'utf8' })
    t.regex(text, /atomicrmw umax i32\* getelementptr inbounds/)
    t.regex(text, /!dx\.controlflow\.hints !\d+/)
    t.regex(text, /i64 -9223372036854775808, %struct\.node\* bitcast/)
    t.regex(text, /= tail call float @dx\.op\.unary\.f32\(i32 12, float %\d+\), !dx\.precise/)
    t.regex(execFileSync('llvm-bcanalyzer-14', [file], { encoding: 'utf8' }), /Block ID #12 \(FUNCTION_BLOCK\)/)
  } finally {
    rmSync(dir, { recursive: true })
  }
})

test('the text of the sample', t => {
  const text = printModule(sampleModule())
  const lines = [
    '%struct.node = type { i64, %struct.node* }',
    '@shared = internal addrspace(3) global [64 x float] undef, align 4',
    '@table = unnamed_addr constant [3 x i32] [i32 1, i32 2, i32 -3]',
    '@"\\01?text@@\\22q\\22" = global [4 x i8] c"a_c\\00"',
    '@halves = global [2 x half] [half 0xH3800, half 0xHC000]',
    'define void @kernel(i32, float) {',
    '  store double 1.000000e-01, double* %4, align 8',
    '  fence acq_rel',
    '; Function Attrs: nounwind readnone',
    'declare float @dx.op.unary.f32(i32, float) #0',
    'attributes #0 = { nounwind readnone "fp32-denorm-mode"="ftz" }',
    '!0 = !{i32 1, i32 0}',
    '!1 = !{void (i32, float)* @kernel, !"kernel", null, null, !2}',
  ]
  for (const line of lines) t.true(text.includes(`${line}\n`), `${line}\n in\n${text}`)
})

test('damaged bitcode gives a module that prints and writes, or a FormatError', t => {
  const { read, refused } = survives(t, writeModule(sampleModule()), 600)
  t.true(read > 0 && refused > 0, `${read} read, ${refused} refused`)
})

test('endless nesting is refused, not followed', t => {
  const m = new Module()
  const { types } = m
  let type = types.i32
  for (let i = 0; i < 3000; i++) type = types.array(1, type)
  m.addGlobal('g', type)
  t.throws(() => readModule(writeModule(m)), { instanceOf: FormatError, message: /nested too deeply/ })
  const wide = new Module()
  let pair = wide.types.i32
  for (let i = 0; i < 40; i++) pair = wide.types.struct([pair, pair])
  wide.addGlobal('g', pair)
  t.throws(() => readModule(writeModule(wide)), { instanceOf: FormatError, message: /nested too deeply/ })
})

// ---- the verifier ----

function complaints(build: (m: Module, f: Func, b: Builder) => void): string[] {
  const m = new Module()
  const f = m.addFunction('f', m.types.func(m.types.void, [m.types.i32, m.types.float]))
  build(m, f, new Builder(m, f.addBlock()))
  return verifyModule(m)
}

test('the verifier names operands of different types', t => {
  const messages = complaints((_, f, b) => {
    b.binop(BinOp.Add, f.args[0]!, f.args[1]!)
    b.ret()
  })
  t.deepEqual(messages, ['@f: %3: operands and result have different types'])
})

test('the verifier wants exactly one terminator, at the end', t => {
  t.deepEqual(
    complaints((_, f, b) => {
      b.ret()
      b.binop(BinOp.Add, f.args[0]!, f.args[0]!)
    }),
    [
      '@f: %2: block does not end in a terminator',
      '@f: instruction in block %2 at 0: terminator in the middle of a block',
    ],
  )
})

test('the verifier compares phis with predecessors and definitions with uses', t => {
  const messages = complaints((m, f, b) => {
    const [yes, no, join] = [f.addBlock('yes'), f.addBlock('no'), f.addBlock('join')]
    b.condBr(b.cmp(Predicate.IcmpEq, f.args[0]!, f.args[0]!), yes, no)
    b.at(yes)
    const sum = b.binop(BinOp.Add, f.args[0]!, m.constInt(m.types.i32, 1))
    sum.name = 'sum'
    b.br(join)
    b.at(no)
    b.br(join)
    b.at(join)
    const phi = b.phi(m.types.i32)
    phi.name = 'p'
    phi.operands.push(sum)
    phi.blocks.push(yes)
    b.binop(BinOp.Add, sum, phi)
    b.ret()
  })
  t.deepEqual(messages, [
    '@f: %p: phi does not have one entry for each predecessor',
    '@f: %4: operand %sum does not dominate its use',
  ])
})

test('the verifier sees wrong calls, returns, casts and memory operations', t => {
  const messages = complaints((m, f, b) => {
    const { types } = m
    const callee = m.addFunction('g', types.func(types.i32, [types.i32]))
    b.call(callee, [])
    b.call(callee, [f.args[1]!])
    b.store(f.args[1]!, b.alloca(types.i32))
    b.cast(0, f.args[0]!, types.i64)
    b.ret(f.args[0]!)
  })
  t.is(messages.length, 5)
  t.regex(messages.join('\n'), /0 arguments for 1 parameters.*argument 0.*another type.*cast between.*returns another/s)
})

test('the verifier sees instructions that are nowhere', t => {
  const messages = complaints((m, f, b) => {
    const { i32 } = m.types
    const stray = new Instruction(m.context, Op.Binop, i32, [f.args[0]!, f.args[0]!], [], BinOp.Add, 0, null)
    b.binop(BinOp.Add, stray, stray)
    b.ret()
  })
  t.true(messages.length > 0 && messages.every(line => line.includes('not in the function')), messages.join('\n'))
})
