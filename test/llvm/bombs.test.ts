// Small files made to cost much: each is read in little time and memory, or refused with a FormatError.

import test from 'ava'
import { FormatError } from '../../src/base/format_error.ts'
import { literal } from '../../src/bitcode/abbrev.ts'
import { BlockWriter } from '../../src/bitcode/block_writer.ts'
import { Builder } from '../../src/llvm/model/build.ts'
import { Module } from '../../src/llvm/model/module.ts'
import type { Constant } from '../../src/llvm/model/values.ts'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { writeModule } from '../../src/llvm/write/write_module.ts'
import { BlockId, FunctionCode, MetadataCode, ModuleCode, TypeCode } from '../../src/spec/llvm_codes.ts'

/** Far above what any of them takes (some 100 ms), far below what they take unbounded (minutes, or no memory). */
const LIMIT_MS = 5000

function quick<T>(work: () => T): T {
  const start = performance.now()
  const result = work()
  const ms = performance.now() - start
  if (ms > LIMIT_MS) throw new Error(`took ${Math.round(ms)} ms`)
  return result
}

/** A module with the types void, i32, void(i32 x params) and its pointer, then what `rest` adds. */
function moduleBytes(params: number, rest: (out: BlockWriter) => void): Uint8Array {
  const out = new BlockWriter()
  out.enter(BlockId.Module, 3)
  out.record(ModuleCode.Version, [1])
  out.enter(BlockId.Type, 4)
  out.record(TypeCode.Void, [])
  out.record(TypeCode.Integer, [32])
  out.record(TypeCode.Function, [0, 0, ...new Array<number>(params).fill(1)])
  out.leave()
  rest(out)
  out.leave()
  return out.finish()
}

const refused = (bytes: Uint8Array): string => {
  try {
    quick(() => readModule(bytes))
  } catch (error) {
    if (error instanceof FormatError) return error.message
    throw error
  }
  return ''
}

const functionRecord = (isDeclaration: number): number[] => [2, 0, isDeclaration, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]

test('many functions of many arguments', t => {
  const bytes = moduleBytes(4000, out => {
    for (let i = 0; i < 20_000; i++) out.record(ModuleCode.Function, functionRecord(1))
  })
  t.regex(refused(bytes), /too many arguments/)
})

test('a function that declares a million blocks', t => {
  const bytes = moduleBytes(0, out => {
    out.record(ModuleCode.Function, functionRecord(0))
    out.enter(BlockId.Function, 4)
    out.record(FunctionCode.DeclareBlocks, [1 << 20])
    out.record(FunctionCode.Ret, [])
    out.leave()
  })
  t.regex(refused(bytes), /1048576 blocks/)
})

test('many lists of one long attribute group', t => {
  const bytes = moduleBytes(0, out => {
    const text = new Array<number>(100_000).fill(97)
    out.enter(BlockId.ParamAttrGroup, 3)
    out.record(3, [1, 0xffffffff, 3, ...text, 0])
    out.leave()
    out.enter(BlockId.ParamAttr, 3)
    for (let i = 0; i < 50_000; i++) out.record(2, [1])
    out.leave()
  })
  t.is(refused(bytes), '')
})

test('many abbreviations for many blocks', t => {
  const out = new BlockWriter()
  out.enter(BlockId.Module, 3)
  out.blockInfo([[BlockId.Metadata, new Array(50_000).fill([literal(1)])]])
  out.record(ModuleCode.Version, [1])
  for (let i = 0; i < 200; i++) {
    out.enter(BlockId.Metadata, 3)
    out.leave()
  }
  out.leave()
  t.is(refused(out.finish()), '')
})

test('a node of very many operands', t => {
  const bytes = moduleBytes(0, out => {
    out.enter(BlockId.Metadata, 3)
    out.record(MetadataCode.GenericDebug, [0, 1, 0, ...new Array<number>(300_000).fill(1)])
    out.record(MetadataCode.Name, [110])
    out.record(MetadataCode.NamedNode, [0])
    out.leave()
  })
  const m = quick(() => readModule(bytes))
  t.deepEqual(
    quick(() => writeModule(readModule(writeModule(m)))),
    writeModule(m),
  )
})

test('very many function-local values as metadata', t => {
  const bytes = moduleBytes(1, out => {
    out.record(ModuleCode.Function, functionRecord(0))
    out.enter(BlockId.Function, 4)
    out.record(FunctionCode.DeclareBlocks, [1])
    out.enter(BlockId.Metadata, 3)
    for (let i = 0; i < 300_000; i++) out.record(MetadataCode.Value, [1, 1])
    out.leave()
    out.record(FunctionCode.Ret, [])
    out.leave()
  })
  t.is(refused(bytes), '')
})

test('constants made of themselves twice, over and over', t => {
  const m = new Module()
  const { types } = m
  let c: Constant = m.constExpr(types.i32, 'binop', [m.constInt(types.i32, 1), m.constInt(types.i32, 2)])
  for (let i = 0; i < 20; i++) c = m.constExpr(types.i32, 'binop', [c, c], { code: i % 8 })
  const f = m.addFunction('f', types.func(types.i32, []))
  const b = new Builder(m, f.addBlock())
  let sum = b.binop(0, c, c)
  for (let i = 0; i < 2000; i++) sum = b.binop(0, sum, c)
  b.ret(sum)
  const bytes = quick(() => writeModule(m))
  // Printed it would be gigabytes.
  t.regex(refused(bytes), /spelt out too often/)
})

test('a heavy constant used a few times is no bomb', t => {
  const m = new Module()
  const { types } = m
  const halves = Array.from({ length: 20_000 }, (_, i) => m.constFloatBits(types.half, (i % 100) + 1))
  const g = m.addGlobal('g', types.array(20_000, types.half))
  g.initializer = m.constAggregate(g.valueType, halves)
  m.namedMetadata('n').operands.push(m.node([m.mdValue(g.initializer), m.mdValue(g.initializer)]))
  const bytes = writeModule(m)
  t.deepEqual(writeModule(readModule(bytes)), bytes)
})
