// A module that holds one of everything the model can express, for tests that need no compiler.

import { FUNCTION_SLOT } from '../../src/llvm/model/attributes.ts'
import { addIncoming, Builder } from '../../src/llvm/model/build.ts'
import { Module } from '../../src/llvm/model/module.ts'
import { type BasicBlock, type Func, InstFlag, type Instruction } from '../../src/llvm/model/values.ts'
import { BinOp, CastOp, FastMath, Linkage, Ordering, Predicate, RmwOp, WrapFlag } from '../../src/spec/llvm_codes.ts'

/** @param sums length of a chain of additions, to make the module as long as wanted */
export function sampleModule(sums = 3): Module {
  const m = new Module()
  m.triple = 'dxil-ms-dx'
  m.dataLayout = 'e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64'
  addGlobals(m)
  const { types } = m
  const kernel = m.addFunction('kernel', types.func(types.void, [types.i32, types.float]))
  const note = m.attributeList([[FUNCTION_SLOT, ['readnone', 'nounwind', { key: 'fp32-denorm-mode', value: 'ftz' }]]])
  m.addFunction('dx.op.unary.f32', types.func(types.float, [types.i32, types.float]), note)
  const entry = kernel.addBlock()
  const loop = kernel.addBlock()
  const exit = kernel.addBlock('exit')
  const b = new Builder(m, entry)
  memoryAndVectors(b)
  b.condBr(b.cmp(Predicate.IcmpSlt, kernel.args[0]!, m.constInt(types.i32, -5)), loop, exit)
  b.at(loop)
  loopBody(b, kernel, entry, exit, sums)
  b.at(exit)
  b.ret()
  metadata(m, kernel)
  return m
}

function addGlobals(m: Module): void {
  const { types } = m
  const shared = m.addGlobal('shared', types.array(64, types.float), 3)
  shared.initializer = m.constUndef(shared.valueType)
  shared.linkage = Linkage.Internal
  shared.align = 4
  const table = m.addGlobal('table', types.array(3, types.i32))
  table.initializer = m.constAggregate(
    table.valueType,
    [1, 2, -3].map(v => m.constInt(types.i32, v)),
  )
  table.constant = true
  table.unnamedAddr = 1
  const text = m.addGlobal('\x01?text@@"q"', types.array(4, types.i8))
  text.initializer = m.constData(text.valueType, [97, 95, 99, 0])
  const halves = m.addGlobal('halves', types.array(2, types.half))
  halves.initializer = m.constAggregate(
    halves.valueType,
    [0.5, -2].map(v => m.constFloat(types.half, v)),
  )
  const node = types.namedStruct('struct.node')
  types.setBody(node, [types.i64, types.pointer(node)])
  const list = m.addGlobal('list', node)
  list.initializer = m.rawAggregate(node, [
    m.constInt(types.i64, -(2n ** 63n)),
    m.constCast(CastOp.BitCast, table, types.pointer(node)),
  ])
}

function memoryAndVectors(b: Builder): void {
  const { module: m } = b
  const { types } = m
  const [shared, table] = m.globals
  const cell = b.alloca(types.array(4, types.double), 8)
  const zero = m.constInt(types.i32, 0)
  const at = b.gep(types.pointer(types.double), cell.elementType!, cell, [zero, m.constInt(types.i32, 2)])
  b.store(m.constFloat(types.double, 0.1), at, 8)
  b.cast(CastOp.FPTrunc, b.load(at, 8, true), types.float)
  const element = m.constGep(types.pointer(types.i32), table!.valueType, [table!, zero, m.constInt(types.i32, 1)])
  b.atomicRmw(RmwOp.UMax, element, m.constInt(types.i32, 7), Ordering.SequentiallyConsistent)
  b.extractValue(b.cmpXchg(element, zero, m.constInt(types.i32, 9), Ordering.SequentiallyConsistent), 1)
  b.fence(Ordering.AcquireRelease)
  const atomicLoad = b.load(element, 4)
  atomicLoad.ordering = Ordering.Acquire
  atomicLoad.scope = 1
  const vec = types.vector(4, types.float)
  const one = m.constFloat(types.float, 1)
  const inserted = b.insertElement(m.constUndef(vec), one, zero)
  const mask = m.constAggregate(
    types.vector(2, types.i32),
    [3, 0].map(v => m.constInt(types.i32, v)),
  )
  b.extractElement(b.shuffleVector(inserted, m.constNull(vec), mask), zero)
  const pair = types.struct([types.i32, types.i1])
  b.insertValue(m.constUndef(pair), m.constBool(true), 1)
  b.gep(types.pointer(types.float, 3), shared!.valueType, shared!, [zero, atomicLoad], false)
}

function loopBody(b: Builder, kernel: Func, entry: BasicBlock, exit: BasicBlock, sums: number): void {
  const { module: m } = b
  const { types } = m
  const loop = b.block
  const phi = b.phi(types.i32)
  const next = b.binop(BinOp.Add, phi, m.constInt(types.i32, 1), WrapFlag.NoSignedWrap | WrapFlag.NoUnsignedWrap)
  addIncoming(phi, kernel.args[0]!, entry)
  addIncoming(phi, next, loop)
  let sum: Instruction = b.cast(CastOp.SIToFP, next, types.float)
  for (let i = 0; i < sums; i++)
    sum = b.binop(BinOp.FAdd, sum, m.constFloat(types.float, 1.5 + (i % 40)), FastMath.Fast)
  const op = m.findFunction('dx.op.unary.f32')!
  const call = b.call(op, [m.constInt(types.i32, 12), sum])
  call.flags = InstFlag.Tail
  call.attachments = [{ kind: m.kindId('dx.precise'), node: m.node([m.mdInt(1)]) }]
  const chosen = b.select(b.cmp(Predicate.FcmpOgt, call, sum, FastMath.NoNaNs), call, sum)
  b.cast(CastOp.FPToUI, chosen, types.i64)
  const latch = b.switch(next, exit, [m.constInt(types.i32, -1), m.constInt(types.i32, 3)], [loop, exit])
  // The phi has one entry for each edge, and the switch makes one back edge.
  const hints = m.distinctNode()
  hints.operands.push(hints, m.mdString('dx.controlflow.hints'), m.mdInt(1))
  latch.attachments = [{ kind: m.kindId('dx.controlflow.hints'), node: hints }]
}

function metadata(m: Module, kernel: Func): void {
  m.namedMetadata('dx.version').operands.push(m.node([m.mdInt(1), m.mdInt(0)]))
  const props = m.node([m.mdInt(4), m.node([m.mdInt(8), m.mdInt(8), m.mdInt(1)])])
  m.namedMetadata('dx.entryPoints').operands.push(m.node([m.mdValue(kernel), m.mdString('kernel'), null, null, props]))
  const source = m.debugNode(16, false, [m.mdString('a.hlsl'), null])
  m.namedMetadata('dx.source').operands.push(source)
}
