// The model: interning, canonical constants, numbering.

import test from 'ava'
import fc from 'fast-check'
import { floatBits } from '../../src/base/float_bits.ts'
import { bitsToHalf, halfToBits } from '../../src/base/float16.ts'
import { FUNCTION_SLOT } from '../../src/llvm/model/attributes.ts'
import { Builder } from '../../src/llvm/model/build.ts'
import { Module } from '../../src/llvm/model/module.ts'
import type { Constant } from '../../src/llvm/model/values.ts'
import { enumerate } from '../../src/llvm/write/enumerate.ts'
import { BinOp } from '../../src/spec/llvm_codes.ts'

test('equal types, constants, nodes and attribute lists are the same object', t => {
  const m = new Module()
  const { types } = m
  t.is(types.pointer(types.array(4, types.int(32))), types.pointer(types.array(4, types.i32)))
  t.not(types.pointer(types.i32), types.pointer(types.i32, 3))
  t.is(types.struct([types.i32]), types.struct([types.i32]))
  t.not(types.struct([types.i32]), types.namedStruct('a', [types.i32]))
  t.is(m.constInt(types.i32, 0xffffffff), m.constInt(types.i32, -1n))
  t.is(m.constInt(types.i64, -1), m.constInt(types.i64, 2n ** 64n - 1n))
  t.is(m.constInt(types.i8, 300).value, 44)
  t.is(m.constBool(true).value, -1)
  t.not(m.constFloat(types.float, 0), m.constFloat(types.float, -0))
  t.is(m.node([m.mdInt(1), null, m.mdString('x')]), m.node([m.mdInt(1), null, m.mdString('x')]))
  // Nodes are found by a hash of their operands' numbers: among so many pairs hashes are equal.
  const numbers = Array.from({ length: 40 }, (_, i) => m.mdInt(1000 + i))
  const pairs = numbers.flatMap(x => numbers.map(y => [x, y]))
  t.is(new Set(pairs.map(pair => m.node(pair))).size, pairs.length)
  t.true(pairs.every(pair => m.node(pair).operands.every((o, i) => o === pair[i])))
  t.not(m.distinctNode(), m.distinctNode())
  const a = m.attributeList([[FUNCTION_SLOT, ['readnone', 'nounwind']]])
  t.is(
    a,
    m.attributeList([
      [FUNCTION_SLOT, ['nounwind', 'readnone']],
      [1, []],
    ]),
  )
  t.deepEqual(a?.groups[0]?.attributes, ['nounwind', 'readnone'])
})

test('aggregates take the form LLVM gives them', t => {
  const m = new Module()
  const { types } = m
  const [i, h] = [types.array(2, types.i32), types.array(2, types.half)]
  const kind = (type: typeof i, elements: Constant[]): string => m.constAggregate(type, elements).kind
  t.is(kind(i, [m.constInt(types.i32, 0), m.constInt(types.i32, 0)]), 'null')
  t.is(kind(i, [m.constUndef(types.i32), m.constUndef(types.i32)]), 'undef')
  t.is(kind(i, [m.constUndef(types.i32), m.constInt(types.i32, 1)]), 'aggregate')
  t.is(kind(i, [m.constInt(types.i32, 1), m.constInt(types.i32, 0)]), 'data')
  t.is(kind(h, [m.constFloat(types.half, 1), m.constFloat(types.half, 0)]), 'aggregate')
  t.is(kind(types.struct([types.i32]), [m.constInt(types.i32, 1)]), 'aggregate')
  t.is(kind(types.array(1, types.float), [m.constFloat(types.float, -0)]), 'data')
})

test('half bits: every value returns, rounding is to nearest even', t => {
  for (let bits = 0; bits < 0x10000; bits++) {
    const value = bitsToHalf(bits)
    if (!Number.isNaN(value)) t.is(halfToBits(value), bits)
  }
  t.is(halfToBits(2049), halfToBits(2048))
  t.is(halfToBits(2051), halfToBits(2052))
  t.is(halfToBits(65519.99), 0x7bff)
  t.is(halfToBits(65520), 0x7c00)
  t.is(halfToBits(2 ** -25), 0)
  t.is(halfToBits(2 ** -25 * 1.001), 1)
  fc.assert(
    fc.property(fc.float({ noNaN: true }), x => {
      const back = bitsToHalf(halfToBits(x))
      t.true(!Number.isFinite(back) || Math.abs(back - x) <= Math.max(Math.abs(x) * 2 ** -11, 2 ** -25))
    }),
  )
  t.is(floatBits(1.5), 0x3fc00000)
})

/** The constants of one function, in the order they are numbered. */
function constantOrder(build: (m: Module, b: Builder) => void): string[] {
  const m = new Module()
  const f = m.addFunction('f', m.types.func(m.types.void, []))
  build(m, new Builder(m, f.addBlock()))
  return enumerate(m).functions[0]!.constants.map(c => {
    const value = c.kind === 'int' ? c.value : c.kind === 'fp' ? c.bits : c.kind
    return `${c.type.kind}${c.type.width || ''} ${value}`
  })
}

test('constants are ordered by type, then by use, then integers first with the two-cursor swap', t => {
  const order = constantOrder((m, b) => {
    const { types } = m
    const f = (bits: number): Constant => m.constFloatBits(types.float, bits)
    const i = (value: number): Constant => m.constInt(types.i32, value)
    b.binop(BinOp.FAdd, f(1), f(2))
    b.binop(BinOp.FAdd, f(3), f(2))
    b.binop(BinOp.Add, i(10), i(11))
    b.binop(BinOp.Add, i(11), i(12))
    b.ret()
  })
  // By type and use: f2 f1 f3 | i11 i10 i12. The swap exchanges ends: i12 i10 i11 | f3 f1 f2.
  t.deepEqual(order, ['int32 12', 'int32 10', 'int32 11', 'float 3', 'float 1', 'float 2'])
})

test('a constant that metadata already numbered keeps its module number', t => {
  const order = constantOrder((m, b) => {
    m.namedMetadata('n').operands.push(m.node([m.mdInt(5)]))
    b.binop(BinOp.Add, m.constInt(m.types.i32, 5), m.constInt(m.types.i32, 6))
    b.ret()
  })
  t.deepEqual(order, ['int32 6'])
})

test('metadata is numbered after what it refers to, cycles once', t => {
  const m = new Module()
  const loop = m.distinctNode()
  loop.operands.push(loop, m.mdString('s'))
  m.namedMetadata('n').operands.push(m.node([m.node([]), loop]))
  const n = enumerate(m)
  t.deepEqual(
    n.metadata.map(md => md.kind),
    ['node', 'string', 'node', 'node'],
  )
  t.is(n.metadata[2], loop)
})

test('long chains of types and nodes do not exhaust the stack', t => {
  const m = new Module()
  const { types } = m
  let struct = types.namedStruct('s', [types.i32])
  let node = m.node([])
  for (let i = 0; i < 50_000; i++) {
    struct = types.namedStruct(`s${i}`, [types.pointer(struct)])
    node = m.node([node])
  }
  m.addGlobal('g', struct)
  m.namedMetadata('n').operands.push(node)
  const n = enumerate(m)
  t.true(n.types.length > 100_000)
  t.is(n.metadata.length, 50_001)
})
