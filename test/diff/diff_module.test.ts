// Modules that say the same in other numbers are the same code; one edit is one line, whatever it renumbers.

import test from 'ava'
import { diffModules } from '../../src/diff/diff_module.ts'
import { FUNCTION_SLOT } from '../../src/llvm/model/attributes.ts'
import { Builder } from '../../src/llvm/model/build.ts'
import { Module } from '../../src/llvm/model/module.ts'
import type { Instruction } from '../../src/llvm/model/values.ts'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { writeModule } from '../../src/llvm/write/write_module.ts'
import { BinOp, Predicate } from '../../src/spec/llvm_codes.ts'

interface Variant {
  /** Functions, blocks, metadata, attributes are made in another order. */
  readonly shuffled?: boolean
  /** Values and blocks have names. */
  readonly names?: boolean
  /** An instruction more at the start. */
  readonly insert?: boolean
  /** The factor in the loop. */
  readonly factor?: number
  /** The operands of the subtraction change places. */
  readonly swapped?: boolean
  readonly resources?: readonly string[]
}

/** A loop that multiplies, through bitcode, so that numbers are those of a file. */
function sample(v: Variant = {}): Module {
  const m = new Module()
  const { types } = m
  if (v.shuffled) m.attributeList([[FUNCTION_SLOT, ['readonly']]])
  if (v.shuffled) m.node([m.mdString('filler'), m.mdInt(9)])
  const declareOther = () =>
    m.addFunction('other', types.func(types.i32, [types.i32]), m.attributeList([[FUNCTION_SLOT, ['nounwind']]]))
  const early = v.shuffled ? declareOther() : null
  const f = m.addFunction('main', types.func(types.i32, [types.i32, types.i32]))
  const other = early ?? declareOther()
  const [n, start] = f.args as unknown as [Instruction, Instruction]
  const entry = f.addBlock()
  const exitFirst = v.shuffled ? f.addBlock() : null
  const loop = f.addBlock()
  const exit = exitFirst ?? f.addBlock()
  const b = new Builder(m, entry)
  if (v.insert) b.binop(BinOp.Xor, n, m.constInt(types.i32, 12345))
  const difference = v.swapped ? b.binop(BinOp.Sub, start, n) : b.binop(BinOp.Sub, n, start)
  const called = b.call(other, [difference])
  b.br(loop)
  b.at(loop)
  const i = b.phi(types.i32)
  const product = b.phi(types.i32)
  const next = b.binop(BinOp.Add, i, m.constInt(types.i32, 1))
  const scaled = b.binop(BinOp.Mul, product, m.constInt(types.i32, v.factor ?? 3))
  b.condBr(b.cmp(Predicate.IcmpEq, next, n), exit, loop)
  const edges = [
    [entry, m.constInt(types.i32, 0), called],
    [loop, next, scaled],
  ] as const
  for (const [from, x, y] of v.shuffled ? [...edges].reverse() : edges) {
    i.operands.push(x)
    i.blocks.push(from)
    product.operands.push(y)
    product.blocks.push(from)
  }
  b.at(exit)
  b.ret(b.binop(BinOp.Or, scaled, difference))
  if (v.names) {
    scaled.name = 'scaled'
    loop.name = 'loop'
    n.name = 'count'
  }
  const list = (v.resources ?? ['Tex', 'Out']).map(name => m.node([m.mdString(name), m.mdInt(1)]))
  const roots: [string, () => void][] = [
    ['dx.resources', () => m.namedMetadata('dx.resources').operands.push(m.node([m.node(list)]))],
    ['dx.version', () => m.namedMetadata('dx.version').operands.push(m.node([m.mdInt(1), m.mdInt(0)]))],
  ]
  for (const [, make] of v.shuffled ? roots.reverse() : roots) make()
  return readModule(writeModule(m))
}

test('numbers, names and orders are no differences', t => {
  const variants: Variant[] = [{}, { shuffled: true }, { names: true }, { shuffled: true, names: true }]
  for (const variant of variants) {
    const diff = diffModules(sample(), sample(variant))
    t.deepEqual(diff, { sameCode: true, sameUpToOrder: true, declarations: [], functions: [], metadata: [], debug: [] })
  }
})

test('an instruction inserted first is one added line', t => {
  for (const variant of [{}, { shuffled: true }, { names: true }]) {
    const [f] = diffModules(sample(), sample({ ...variant, insert: true })).functions
    t.deepEqual([f?.removed, f?.added], [0, 1])
    const changed = f!.hunks.flatMap(h => h.lines).filter(line => line.kind !== 'same')
    t.is(changed.length, 1)
    t.regex(changed[0]!.b!, /= xor i32 %\w+, 12345$/)
  }
  const [back] = diffModules(sample({ insert: true }), sample()).functions
  t.deepEqual([back?.removed, back?.added], [1, 0])
})

test('a changed constant is one line on either side, in the names of that side', t => {
  const [f] = diffModules(sample(), sample({ factor: 5, names: true, insert: true })).functions
  t.deepEqual([f?.removed, f?.added], [1, 2])
  const lines = f!.hunks.flatMap(h => h.lines)
  t.truthy(lines.find(line => line.kind === 'removed' && /^%\d+ = mul i32 %\d+, 3$/.test(line.a!)))
  t.truthy(lines.find(line => line.kind === 'added' && /^%scaled = mul i32 %\d+, 5$/.test(line.b!)))
})

test('operands that change places are a difference, their users are not', t => {
  const [f] = diffModules(sample(), sample({ swapped: true, shuffled: true })).functions
  t.deepEqual([f?.removed, f?.added], [1, 1])
})

test('context', t => {
  const lines = (context: number) =>
    diffModules(sample(), sample({ insert: true }), { context }).functions[0]!.hunks.flatMap(h => h.lines).length
  t.deepEqual([lines(0), lines(1), lines(100)], [1, 3, 15])
})

test('an entry more at the front of a metadata list does not shift the others', t => {
  const diff = diffModules(sample(), sample({ resources: ['New', 'Tex', 'Out'] }))
  t.deepEqual(diff.metadata, [{ path: '!dx.resources[0][0][0]', b: '!{!"New", i32 1}' }])
  const renamed = diffModules(sample(), sample({ resources: ['Tex', 'Result'] }))
  t.deepEqual(renamed.metadata, [{ path: '!dx.resources[0][0][1][0]', a: '!"Out"', b: '!"Result"' }])
})

test('a function, a type, an attribute', t => {
  const other = sample()
  other.addFunction('dx.op.new', other.types.func(other.types.void, []))
  other.triple = 'dxil-ms-dx'
  other.functions.find(f => f.name === 'other')!.attributes = other.attributeList([[FUNCTION_SLOT, ['readnone']]])
  t.deepEqual(diffModules(sample(), other).declarations, [
    { path: 'triple', a: '', b: 'dxil-ms-dx' },
    { path: '@other attributes', a: 'nounwind', b: 'readnone' },
    { path: '@dx.op.new', b: 'declare void ()' },
  ])
})

let seed = 1
const random = (n: number): number => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return Math.floor((seed / 0x100000000) * n)
}

/** A chain of `length` instructions; every `edit`th is preceded by one nobody uses. */
function chain(firstSeed: number, length: number, edit = 0): Module {
  seed = firstSeed
  const m = new Module()
  const { i32 } = m.types
  const f = m.addFunction('main', m.types.func(i32, [i32, i32]))
  const b = new Builder(m, f.addBlock())
  const values = [...f.args] as unknown as Instruction[]
  for (let i = 0; i < length; i++) {
    if (edit > 0 && i % edit === 0) b.binop(BinOp.Xor, values[0]!, m.constInt(i32, 100_000 + i))
    const left = values[random(values.length)]!
    const right = random(2) ? m.constInt(i32, random(5)) : values[random(values.length)]!
    values.push(b.binop([BinOp.Add, BinOp.Sub, BinOp.Mul][random(3)]!, left, right))
  }
  b.ret(values.at(-1)!)
  return m
}

test('long functions are compared in bounded time, related or not', t => {
  const base = chain(1, 14_000)
  for (const [other, added] of [
    [chain(1, 14_000, 500), 28],
    [chain(2, 14_000), -1],
  ] as const) {
    const start = performance.now()
    const [f] = diffModules(base, other).functions
    t.true(performance.now() - start < 10_000)
    if (added >= 0) t.deepEqual([f!.removed, f!.added], [0, added])
    else t.true(f!.added > 1000)
  }
})
