// Use lists and comdats: read, kept, written; the mode they belong to is recognised; damage is reported.

import test from 'ava'
import { type BitBlock, type BitRecord, readBlocks } from '../../src/bitcode/block_reader.ts'
import { Builder } from '../../src/llvm/model/build.ts'
import { Module } from '../../src/llvm/model/module.ts'
import type { Func } from '../../src/llvm/model/values.ts'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { writeModule } from '../../src/llvm/write/write_module.ts'
import { BinOp, BlockId, UseListCode } from '../../src/spec/llvm_codes.ts'
import { writeTree } from '../bitcode/write_tree.ts'

/** A function whose constants, in order of first use, are float, int, float. */
function sample(): { m: Module; f: Func } {
  const m = new Module()
  const { types } = m
  const f = m.addFunction('f', types.func(types.i32, [types.i32]))
  const b = new Builder(m, f.addBlock())
  b.binop(BinOp.FAdd, m.constFloat(types.float, 1), m.constFloat(types.float, 2))
  const sum = b.binop(BinOp.Add, f.args[0]!, m.constInt(types.i32, 5))
  b.binop(BinOp.FAdd, m.constFloat(types.float, 3), m.constFloat(types.float, 2))
  b.ret(b.binop(BinOp.Mul, sum, sum))
  return { m, f }
}

function withUseLists(): Module {
  const { m, f } = sample()
  m.useLists = [{ value: f, order: [1, 0] }]
  f.useLists = [
    { value: m.constFloat(m.types.float, 2), order: [1, 0] },
    { value: f.args[0]!, order: [2, 0, 1] },
    { value: f.blocks[0]!, order: [1, 0] },
  ]
  return m
}

const blocks = (b: BitBlock): BitBlock[] => b.items.filter((i): i is BitBlock => i.kind === 'block')
const records = (b: BitBlock): BitRecord[] => b.items.filter((i): i is BitRecord => i.kind === 'record')

test('use lists come back, of the module and of functions', t => {
  const bytes = writeModule(withUseLists())
  const again = readModule(bytes)
  t.deepEqual(writeModule(again), bytes)
  t.is(again.useLists?.[0]?.value, again.functions[0])
  t.deepEqual(
    again.functions[0]!.useLists.map(order => [order.value.kind, order.order]),
    [
      ['fp', [1, 0]],
      ['argument', [2, 0, 1]],
      ['block', [1, 0]],
    ],
  )
})

test('a use-list block comes before the bodies, in a body last', t => {
  const [root] = readBlocks(writeModule(withUseLists()))
  const ids = blocks(root!).map(b => b.id)
  t.is(ids.indexOf(BlockId.UseList), ids.indexOf(BlockId.Function) - 1)
  const body = blocks(root!).find(b => b.id === BlockId.Function)!
  const last = body.items[body.items.length - 1]!
  t.is(last.kind === 'block' && last.id, BlockId.UseList)
})

test('without a block the mode shows in the order of constants, where it can', t => {
  const { m } = sample()
  t.is(readModule(writeModule(m)).useLists, null)
  m.useLists = []
  const bytes = writeModule(m)
  const again = readModule(bytes)
  t.deepEqual(again.useLists, [])
  t.deepEqual(writeModule(again), bytes)
})

test('an order of a value that is gone is not written', t => {
  const m = withUseLists()
  const f = m.functions[0]!
  f.useLists = [{ value: m.constInt(m.types.i64, 77), order: [1, 0] }]
  t.deepEqual(readModule(writeModule(m)).functions[0]!.useLists, [])
})

test('damaged use lists are FormatErrors', t => {
  const damaged = (change: (r: { code: number; operands: (number | bigint)[] }) => void): void => {
    const tree = readBlocks(writeModule(withUseLists()))
    const list = blocks(tree[0]!).find(b => b.id === BlockId.UseList)!
    change(records(list)[0]!)
    t.throws(() => readModule(writeTree(tree)), { name: 'FormatError' })
  }
  damaged(r => r.operands.splice(0, 1))
  damaged(r => r.operands.splice(0))
  damaged(r => (r.operands[2] = 99))
  damaged(r => (r.operands[0] = 2n ** 63n))
  damaged(r => (r.code = 3))
  damaged(r => (r.code = UseListCode.BasicBlock))
})

test('comdats come back, numbered as globals and functions use them', t => {
  const m = new Module()
  const { types } = m
  const [a, b] = [
    { name: 'a?', selection: 1 },
    { name: 'b', selection: 5 },
  ]
  m.addFunction('f', types.func(types.void, [])).comdat = a!
  m.addFunction('g', types.func(types.void, []))
  const g = m.addGlobal('v', types.i32)
  g.initializer = m.constInt(types.i32, 1)
  g.comdat = b!
  const bytes = writeModule(m)
  const again = readModule(bytes)
  t.deepEqual(again.globals[0]!.comdat, b)
  t.deepEqual(
    again.functions.map(f => f.comdat),
    [a, null],
  )
  t.deepEqual(writeModule(again), bytes)
})
