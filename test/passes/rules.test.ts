// Every simplification against what the operations mean: expressions of two and three operations over two variables and constants are built,
// simplified and evaluated before and after, a sample of them here. Integers of 8 bits for all values, of 32 for chosen and random ones; floats bit by bit, with NaN, infinities,
// zeros of both signs and denormals, and where they are FAST by size. So no rule needs to be listed to be proved.

import test from 'ava'
import { Func, NO_VALUE, type Value } from '../../src/ir/function.ts'
import { Module } from '../../src/ir/module.ts'
import { FCMP, Flag, ICMP, Op } from '../../src/ir/ops.ts'
import { bitWidth, F32, I1, I8, I16, I32, type Type, VOID } from '../../src/ir/types.ts'
import type { Pass } from '../../src/passes/common/pass.ts'
import { combineTests } from '../../src/passes/optimise/combine_tests.ts'
import { reassociate } from '../../src/passes/optimise/reassociate.ts'
import { simplify } from '../../src/passes/optimise/simplify.ts'
import { DxilOp } from '../../src/spec/dxil_ops.ts'
import { randomFrom } from '../ir/random_program.ts'

type Node =
  | { readonly kind: 'leaf'; readonly leaf: 'x' | 'y' | number }
  | { readonly kind: 'op'; readonly op: Operation; readonly a: Node; readonly b: Node; readonly c?: Node }

interface Operation {
  readonly name: string
  readonly op: number
  readonly aux?: number
  readonly isTest?: boolean
  /** Its operands are conditions. */
  readonly isLogic?: boolean
  /** What a conversion makes of its first operand. */
  readonly to?: Type
}

const plain = (...names: readonly (keyof typeof Op)[]): Operation[] => names.map(name => ({ name, op: Op[name] }))
const INTEGER: readonly Operation[] = [
  ...plain('Add', 'Sub', 'Mul', 'And', 'Or', 'Xor', 'Shl', 'LShr', 'AShr', 'UDiv', 'URem', 'SDiv', 'SRem'),
  ...(['UMax', 'UMin', 'IMax', 'IMin'] as const).map(name => ({ name, op: Op.Dx, aux: DxilOp[name] })),
]
const TESTS: readonly Operation[] = Object.entries(ICMP).map(([name, aux]) => ({
  name,
  op: Op.ICmp,
  aux,
  isTest: true,
}))
const FLOAT: readonly Operation[] = [
  ...plain('FAdd', 'FSub', 'FMul', 'FDiv'),
  ...(['FMax', 'FMin'] as const).map(name => ({ name, op: Op.Dx, aux: DxilOp[name] })),
]

const leaf = (l: 'x' | 'y' | number): Node => ({ kind: 'leaf', leaf: l })
const show = (n: Node): string =>
  n.kind === 'leaf' ? String(n.leaf) : `${n.op.name}(${[n.a, n.b, ...(n.c ? [n.c] : [])].map(show).join(', ')})`
const usesY = (n: Node): boolean =>
  n.kind === 'leaf' ? n.leaf === 'y' : usesY(n.a) || usesY(n.b) || (n.c !== undefined && usesY(n.c))

/** Tests of x, y, masks and sums of them, in pairs that `and` or `or` joins, some with a third. */
function* conditions(constants: readonly number[]): Generator<Node> {
  const [and, or, add, down] = plain('And', 'Or', 'Add', 'LShr') as [Operation, Operation, Operation, Operation]
  const x = leaf('x')
  const tested: readonly Node[] = [
    x,
    leaf('y'),
    ...[1, 4, 12, -128].map((c): Node => ({ kind: 'op', op: and, a: x, b: leaf(c) })),
    { kind: 'op', op: and, a: leaf('y'), b: leaf(12) },
    { kind: 'op', op: add, a: x, b: leaf(-3) },
    { kind: 'op', op: down, a: x, b: leaf(3) },
  ]
  const tests = tested.flatMap(a =>
    TESTS.flatMap(op => constants.map((c): Node => ({ kind: 'op', op, a, b: leaf(c) }))),
  )
  for (const join of [and, or].map(op => ({ ...op, isLogic: true })))
    for (const [i, a] of tests.entries()) {
      for (const [k, b] of tests.entries()) {
        const pair: Node = { kind: 'op', op: join, a, b }
        yield pair
        if ((i + k) % 11 === 0) yield { kind: 'op', op: join, a: pair, b: tests[(i * 7 + k * 31) % tests.length]! }
      }
    }
}

/** Choices that a test decides, between constants and between a value and a sum of it. */
function* choices(constants: readonly number[]): Generator<Node> {
  const x = leaf('x')
  const masked = plain('And', 'Or', 'Xor', 'Add')
  const arms: readonly Node[] = [
    ...[0, 1, 2, 4, 5, 6, 8, -1, -128].map(leaf),
    leaf('y'),
    ...masked.flatMap(op => [1, 4, 8].map((c): Node => ({ kind: 'op', op, a: leaf('y'), b: leaf(c) }))),
  ]
  const select: Operation = { name: 'Select', op: Op.Select }
  for (const a of [x, ...[1, 4, 6, -128].map((c): Node => ({ kind: 'op', op: masked[0]!, a: x, b: leaf(c) }))])
    for (const op of TESTS.filter(({ name }) => ['eq', 'ne', 'slt', 'sgt'].includes(name)))
      for (const c of constants) {
        const test: Node = { kind: 'op', op, a, b: leaf(c) }
        for (const yes of arms) for (const no of arms) yield { kind: 'op', op: select, a: test, b: yes, c: no }
      }
}

/** Two operations deep, the inner one on either side. */
function* expressions(
  inner: readonly Operation[],
  outer: readonly Operation[],
  constants: readonly number[],
): Generator<Node> {
  const leaves = [leaf('x'), leaf('y'), ...constants.map(leaf)]
  const firsts = inner.flatMap(op =>
    leaves.flatMap((b): Node[] => [
      { kind: 'op', op, a: leaf('x'), b },
      ...(b.kind === 'leaf' && typeof b.leaf === 'number' ? [{ kind: 'op', op, a: b, b: leaf('x') } as const] : []),
    ]),
  )
  for (const op of outer)
    for (const a of firsts)
      for (const b of leaves) {
        yield { kind: 'op', op, a, b }
        yield { kind: 'op', op, a: b, b: a }
      }
  // The same value on both sides, taken apart twice: masks, shifts, differences.
  for (const op of outer)
    for (const a of firsts) for (const b of firsts) if (Math.abs(hash(a, b)) % 97 === 0) yield { kind: 'op', op, a, b }
}

/** Sums and differences of two or three products: of x, y, -x and constants, up to three in one. */
function* sumsOfProducts(names: 'int' | 'float', constants: readonly number[]): Generator<Node> {
  const isInt = names === 'int'
  const [add, sub, mul] = (isInt ? plain('Add', 'Sub', 'Mul') : plain('FAdd', 'FSub', 'FMul')) as [
    Operation,
    Operation,
    Operation,
  ]
  const [x, y] = [leaf('x'), leaf('y')]
  const minus: Node = { kind: 'op', op: sub, a: leaf(0), b: x }
  const minusY: Node = { kind: 'op', op: sub, a: leaf(0), b: y }
  const factors = [x, y, minus, minusY, ...constants.map(leaf)]
  const pairs = factors.flatMap(a => factors.map((b): Node => ({ kind: 'op', op: mul, a, b })))
  const triples = pairs.flatMap(a => factors.map((b): Node => ({ kind: 'op', op: mul, a, b })))
  const products = [...pairs, ...triples, y, leaf(constants[0]!)]
  for (const [i, a] of products.entries())
    for (const [k, b] of products.entries())
      for (const op of [add, sub]) {
        const sum: Node = { kind: 'op', op, a, b }
        const third = products[(i * 7 + k * 31) % products.length]!
        yield sum
        yield { kind: 'op', op: k % 2 === 0 ? add : sub, a: sum, b: third }
      }
}

/** x * c used several times, by products with constants. */
function* scaledTwice(names: 'int' | 'float', constants: readonly number[]): Generator<Node> {
  const [add, mul] = (names === 'int' ? plain('Add', 'Mul') : plain('FAdd', 'FMul')) as [Operation, Operation]
  const times = (a: Node, b: Node): Node => ({ kind: 'op', op: mul, a, b })
  for (const c of constants)
    for (const d of constants)
      for (const e of constants) {
        const h = times(leaf('x'), leaf(c))
        const uses = [
          times(h, leaf(d)),
          times(times(h, h), leaf(d)),
          times(times(h, leaf('y')), leaf(e)),
          times(h, leaf(e)),
          h,
        ]
        for (const a of uses) for (const b of uses) yield { kind: 'op', op: add, a, b: times(b, leaf('y')) }
      }
}

/** A constant is subtracted from, as x - 3 is x + -3. */
const step = (op: Operation, x: Node, c: Node): Node =>
  op.op === Op.Sub ? { kind: 'op', op, a: c, b: x } : { kind: 'op', op, a: x, b: c }

/** Three operations on x, each with a constant: what only some bits of sums and products are asked for. */
function* chains(constants: readonly number[]): Generator<Node> {
  const steps = plain('Mul', 'Add', 'Sub', 'And', 'Or', 'Xor', 'Shl', 'LShr', 'AShr').flatMap(op =>
    constants.filter(c => c < 16 || !/Sh/.test(op.name)).map(c => [op, leaf(c)] as const),
  )
  for (const [first, a] of steps)
    for (const [second, b] of steps)
      for (const [third, c] of steps) {
        yield step(third, step(second, step(first, leaf('x'), a), b), c)
      }
}

/** Fields of bits that are cut out of x and y, moved and put together, three at a time. */
function* fields(): Generator<Node> {
  const [and, or, xor, ...shifts] = plain('And', 'Or', 'Xor', 'Shl', 'LShr', 'AShr') as [Operation, ...Operation[]]
  const node = (op: Operation, a: Node, b: Node): Node => ({ kind: 'op', op, a, b })
  const moved = (x: Node): Node[] => [x, ...shifts.flatMap(op => [1, 3, 5].map(n => node(op, x, leaf(n))))]
  const cut = (x: Node): Node[] => [x, ...[1, 6, 0x38, 0xe1].map(mask => node(and, x, leaf(mask)))]
  const [xs, ys] = ['x', 'y'].map(name =>
    moved(leaf(name as 'x' | 'y'))
      .flatMap(cut)
      .flatMap(moved),
  ) as [Node[], Node[]]
  for (const [i, a] of xs.entries())
    for (const [k, b] of xs.entries())
      for (const op of [or!, xor!]) {
        yield node(op, a, b)
        yield node(op, node(op, a, ys[(i * 7 + k * 31) % ys.length]!), b)
      }
}

/** Fields that are counted, and put back where they were or elsewhere. */
function* counted(): Generator<Node> {
  const ops = plain('Add', 'Sub', 'Or', 'Xor', 'And', 'Mul')
  const [and, or, down, up] = plain('And', 'Or', 'LShr', 'Shl') as [Operation, Operation, Operation, Operation]
  const node = (op: Operation, a: Node, b: Node): Node => ({ kind: 'op', op, a, b })
  const x = leaf('x')
  for (const op of ops)
    for (const from of [2, 3, 6])
      for (const to of [2, 3, 6])
        for (const y of [leaf('y'), leaf(1), leaf(3), leaf(-1), node(and, leaf('y'), leaf(6))]) {
          const field = node(down, x, leaf(from))
          for (const sum of [node(op, field, y), node(op, y, field)])
            for (const kept of [sum, ...[1, 7, 14].map(mask => node(and, sum, leaf(mask)))]) {
              const back = node(up, kept, leaf(to))
              yield back
              yield node(or, node(and, x, leaf(0x83)), back)
            }
        }
}

/** Bits of remainders. */
function* remainders(): Generator<Node> {
  const [and, ...ops] = plain('And', 'SRem', 'URem', 'SDiv') as [Operation, ...Operation[]]
  for (const op of ops)
    for (const by of [1, 2, 7, 8, 16, -8])
      for (const mask of [1, 3, 7, 8, 9, 15, -1])
        yield { kind: 'op', op: and, a: { kind: 'op', op, a: leaf('x'), b: leaf(by) }, b: leaf(mask) }
}

/** and, or and xor of x, y and their complements, of numbers or of conditions: an operand of the inner operation stands outside again. */
function* logic(leaves: readonly [Node, Node], isLogic: boolean): Generator<Node> {
  const ops = plain('And', 'Or', 'Xor').map(op => ({ ...op, isLogic }))
  const node = (op: Operation, a: Node, b: Node): Node => ({ kind: 'op', op, a, b })
  const not = (a: Node): Node => node(ops[2]!, a, leaf(-1))
  const operands = [...leaves, ...leaves.map(not)]
  for (const inner of ops)
    for (const a of operands)
      for (const b of [...operands, ...(isLogic ? [] : [leaf(12)])]) {
        const joined = node(inner, a, b)
        for (const one of [joined, not(joined)])
          for (const outer of ops)
            for (const c of operands) {
              yield node(outer, one, c)
              yield node(outer, c, one)
              yield node(outer, node(outer, one, c), leaves[0])
            }
      }
}

/** Tests of x as numbers, 0 and 1 or -1, in operations with constants and with y. */
function* numbers(type: Type, constants: readonly number[]): Generator<Node> {
  const [zext, sext] = plain('ZExt', 'SExt') as [Operation, Operation]
  const node = (op: Operation, a: Node, b: Node): Node => ({ kind: 'op', op, a, b })
  for (const extend of [zext, sext])
    for (const test of TESTS) {
      const condition = node(test, leaf('x'), leaf(5))
      const number = node({ ...extend, to: type }, condition, condition)
      for (const op of INTEGER)
        for (const c of [leaf('y'), ...constants.map(leaf)]) {
          yield node(op, number, c)
          yield node(op, c, number)
          yield node(op, node(op, number, c), leaf('y'))
        }
    }
}

/** Tests of x behind one and two operations with constants, and of choices that have such arms. */
function* ranges(constants: readonly number[], bounds: readonly number[]): Generator<Node> {
  const node = (op: Operation, a: Node, b: Node, c?: Node): Node => ({ kind: 'op', op, a, b, ...(c && { c }) })
  const ops = plain('Add', 'Sub', 'Xor', 'LShr', 'AShr', 'UDiv', 'SDiv')
  const behind = (x: Node): Node[] => ops.flatMap(op => constants.map(c => step(op, x, leaf(c))))
  const select: Operation = { name: 'Select', op: Op.Select }
  const isZero = node(TESTS[0]!, leaf('x'), leaf(0))
  for (const once of behind(leaf('x'))) {
    const choices = [node(select, isZero, leaf(-1), once), node(select, isZero, once, leaf(3))]
    for (const tested of [once, ...behind(once), ...choices, ...choices.flatMap(behind)]) {
      yield tested
      for (const test of TESTS) for (const c of bounds) yield node(test, tested, leaf(c))
    }
  }
}

/** Tests of integers as floats. */
function* asFloats(constants: readonly number[]): Generator<Node> {
  for (const op of plain('SIToFP', 'UIToFP'))
    for (const aux of Object.values(FCMP))
      for (const c of constants) {
        const number: Node = { kind: 'op', op: { ...op, to: F32 }, a: leaf('x'), b: leaf('x') }
        yield { kind: 'op', op: { name: `fcmp ${aux}`, op: Op.FCmp, aux, isTest: true }, a: number, b: leaf(c) }
      }
}

/** Numbers of 8 bits widened to 16: compared with each other and with constants, and cut short again behind two operations. */
function* widened(constants: readonly number[]): Generator<Node> {
  const node = (op: Operation, a: Node, b: Node): Node => ({ kind: 'op', op, a, b })
  const convert = (op: Operation, to: Type, a: Node): Node => node({ ...op, to }, a, a)
  const [zext, sext, cut, and, down] = plain('ZExt', 'SExt', 'Trunc', 'And', 'LShr') as [
    Operation,
    Operation,
    Operation,
    Operation,
    Operation,
  ]
  for (const extend of [zext, sext]) {
    const [x, y] = [convert(extend, I16, leaf('x')), convert(extend, I16, leaf('y'))]
    const others = [y, ...constants.map(leaf)]
    for (const op of TESTS) for (const other of others) yield node(op, x, other)
    for (const first of plain('Add', 'Sub', 'Mul', 'And', 'Or', 'Xor', 'Shl'))
      for (const second of plain('Add', 'Or', 'Shl'))
        for (const a of first.op === Op.Shl ? [3, 8, 11].map(leaf) : others)
          for (const b of second.op === Op.Shl ? [2, 8].map(leaf) : others)
            yield convert(cut, I8, node(second, node(first, x, a), b))
    for (const op of TESTS)
      for (const c of constants)
        for (const kept of [1, 12, 127, 255]) {
          const short = convert(cut, I8, node(down, x, leaf(3)))
          yield node(op, short, leaf(c))
          yield node(op, node(and, short, leaf(kept)), leaf(c))
        }
  }
}

const hash = (a: Node, b: Node): number =>
  [...show(a), ...show(b)].reduce((h, c) => (Math.imul(h, 31) + c.charCodeAt(0)) | 0, 7)

interface Built {
  readonly m: Module
  readonly f: Func
  readonly result: () => Value
  readonly x: Value
  readonly y: Value
}

function build(node: Node, type: Type, flags: number): Built {
  const options = { native16Bit: false, ieeeStrict: flags === 0, allResourcesBound: false, optimization: 3 } as const
  const m = new Module({ stage: 'cs', major: 6, minor: 0 }, options)
  const f = new Func('main')
  m.functions.push(f)
  const b = f.addBlock('entry')
  const constant = (n: number, type: Type): Value =>
    type === F32
      ? m.constants.float(F32, n)
      : m.constants.int(type, (n << (32 - bitWidth(type))) >> (32 - bitWidth(type)))
  const [x, y] = [0, 1].map(i => f.append(b, Op.Param, type, [], i)) as [Value, Value]
  const made = new Map<Node, Value>()
  const emit = (n: Node, constants: Type = type): Value => {
    if (n.kind === 'leaf') return n.leaf === 'x' ? x : n.leaf === 'y' ? y : constant(n.leaf, constants)
    const known = made.get(n)
    if (known !== undefined) return known
    const isFloat = n.op.op >= Op.FAdd && n.op.op <= Op.FRem
    const nodes = n.op.to === undefined ? [n.a, n.b, ...(n.c ? [n.c] : [])] : [n.a]
    // Constants have the type of the numbers beside them.
    const beside = nodes.flatMap(o => (o.kind === 'op' ? [m.typeOf(f, emit(o))] : []))
    const own = n.op.isLogic ? I1 : (beside.find(made => made !== I1) ?? type)
    const operands = nodes.map(o => emit(o, own))
    const v = f.append(
      b,
      n.op.op,
      n.op.isTest || n.op.isLogic ? I1 : (n.op.to ?? own),
      operands,
      n.op.aux ?? 0,
      isFloat ? flags : 0,
    )
    made.set(n, v)
    return v
  }
  const user = f.append(b, Op.Dx, VOID, [emit(node)], DxilOp.Discard)
  f.terminate(b, Op.Ret, VOID, [], [])
  return { m, f, result: () => f.operandAt(user, 0), x, y }
}

type Evaluate = (x: number, y: number) => number | undefined

/** What a value of the function is for given variables; undefined where it is undefined. */
function evaluator({ m, f, x, y }: Built, v: Value): Evaluate {
  if (v === x) return a => a
  if (v === y) return (_, b) => b
  if (v < 0) {
    const c = m.constants.get(v)
    if (c.kind === 'undef') return () => undefined
    const n = c.kind === 'float' || c.kind === 'int' ? Number(c.value) : 0
    const bits = bitWidth(c.type)
    return () => (c.kind === 'float' ? n : wrap(n, bits))
  }
  const [a, b, c] = f.operands(v).map(o => evaluator({ m, f, x, y } as Built, o))
  const bits = bitWidth(m.typeOf(f, f.operandAt(v, 0)))
  const [op, aux, type] = [f.op(v), f.aux(v), f.type(v)]
  if (op === Op.Select) return (p, q) => (a!(p, q) === undefined ? undefined : a!(p, q) === 1 ? b!(p, q) : c!(p, q))
  return (p, q) => {
    const i = a!(p, q)
    const k = b ? b(p, q) : 0
    return i === undefined || k === undefined ? undefined : compute(op, aux, type, bits, i, k)
  }
}

/** Unsigned, at most 32 bits. */
const wrap = (n: number, bits: number): number => (bits >= 32 ? n >>> 0 : (n & (2 ** bits - 1)) >>> 0)
const signed = (n: number, bits: number): number => (n >= 2 ** (bits - 1) ? n - 2 ** bits : n)

function compute(op: number, aux: number, type: Type, bits: number, a: number, b: number): number | undefined {
  const [i, k] = [signed(a, bits), signed(b, bits)]
  switch (op) {
    case Op.Add:
      return wrap(a + b, bits)
    case Op.Sub:
      return wrap(a - b, bits)
    case Op.Mul:
      return wrap(Math.imul(a, b), bits)
    case Op.And:
      return (a & b) >>> 0
    case Op.Or:
      return (a | b) >>> 0
    case Op.Xor:
      return (a ^ b) >>> 0
    case Op.SDiv:
      return k === 0 ? undefined : wrap(Math.trunc(i / k), bits)
    case Op.SRem:
      return k === 0 ? undefined : wrap(i % k, bits)
    case Op.Shl:
      return b < bits ? wrap(a << b, bits) : undefined
    case Op.LShr:
      return b < bits ? a >>> b : undefined
    case Op.AShr:
      return b < bits ? wrap(i >> b, bits) : undefined
    case Op.UDiv:
      return b === 0 ? undefined : Math.floor(a / b)
    case Op.URem:
      return b === 0 ? undefined : a % b
    case Op.ZExt:
      return a
    case Op.SExt:
      return wrap(i, bitWidth(type))
    case Op.Trunc:
      return wrap(a, bitWidth(type))
    case Op.SIToFP:
      return Math.fround(i)
    case Op.UIToFP:
      return Math.fround(a)
    case Op.FCmp:
      return (aux & (a === b ? FCMP.oeq : a > b ? FCMP.ogt : a < b ? FCMP.olt : FCMP.uno)) === 0 ? 0 : 1
    case Op.ICmp:
      return compare(aux, a, b, i, k) ? 1 : 0
    case Op.Dx:
      return operation(aux, a, b, bits)
    default:
      return Math.fround([a + b, a - b, a * b, a / b][op - Op.FAdd]!)
  }
}

function compare(p: number, a: number, b: number, i: number, k: number): boolean {
  const name = Object.entries(ICMP).find(([, n]) => n === p)![0]
  const [l, r] = name.startsWith('s') ? [i, k] : [a, b]
  return { eq: a === b, ne: a !== b, gt: l > r, ge: l >= r, lt: l < r, le: l <= r }[name.replace(/^[us]/, '')]!
}

function operation(opcode: number, a: number, b: number, bits: number): number | undefined {
  const [i, k] = [signed(a, bits), signed(b, bits)]
  switch (opcode) {
    case DxilOp.UMax:
      return Math.max(a, b)
    case DxilOp.UMin:
      return Math.min(a, b)
    case DxilOp.IMax:
      return wrap(Math.max(i, k), bits)
    case DxilOp.IMin:
      return wrap(Math.min(i, k), bits)
    case DxilOp.FMax:
      return Number.isNaN(a) ? b : Number.isNaN(b) ? a : a === b ? undefined : Math.max(a, b)
    default:
      return Number.isNaN(a) ? b : Number.isNaN(b) ? a : a === b ? undefined : Math.min(a, b)
  }
}

interface Field {
  readonly type: Type
  readonly flags: number
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  readonly isSame: (before: number, after: number | undefined) => boolean
  readonly isJudged?: (before: number) => boolean
}

/** Checks one expression; a description of the first value that changed, 'changed' when it was simplified rightly, else undefined. */
function check(node: Node, pass: Pass, field: Field): string | undefined {
  const built = build(node, field.type, field.flags)
  const before = evaluator(built, built.result())
  if (!pass.run(built.m, built.f)) return undefined
  const after = evaluator(built, built.result())
  const ys = usesY(node) ? field.ys : [field.ys[0]!]
  for (const x of field.xs)
    for (const y of ys) {
      const was = before(x, y)
      if (was === undefined || field.isJudged?.(was) === false) continue
      const is = after(x, y)
      if (!field.isSame(was, is)) return `${show(node)} with x = ${x}, y = ${y}: ${is} instead of ${was}`
    }
  return 'changed'
}

function all(nodes: Iterable<Node>, pass: Pass, field: Field, every = 1): { faults: string[]; changed: number } {
  const faults: string[] = []
  let changed = 0
  let i = 0
  for (const node of nodes) {
    if (i++ % every !== 0) continue
    const verdict = check(node, pass, field)
    if (verdict === 'changed') changed++
    else if (verdict !== undefined) faults.push(verdict)
  }
  return { faults: faults.slice(0, 10), changed }
}

const BYTES = Array.from({ length: 256 }, (_, i) => i)
const EDGES = [0, 1, 2, 3, 7, 8, 15, 16, 63, 64, 85, 126, 127, 128, 129, 170, 240, 254, 255]
const random = randomFrom(11)
const WORDS = [
  ...[0, 1, 2, 5, 31, 32, 255, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0x55555555, 0xff00ff],
  ...Array.from({ length: 10 }, () => (random(2 ** 16) * 65536 + random(2 ** 16)) >>> 0),
]
const FLOATS = [0, -0, 1, -1, 2, 0.5, 3.5, -7.25, 1e-40, -1e-40, 1e30, -1e30, 3.4e38, Infinity, -Infinity, NaN].map(
  Math.fround,
)
const SIZES = [1, -1, 2, 0.5, 3.5, -7.25, 11, 100.5].map(Math.fround)

const bytes: Field = { type: I8, flags: 0, xs: BYTES, ys: EDGES, isSame: (a, b) => a === b }
const halves: Field = { ...bytes, type: I16, xs: Array.from({ length: 1024 }, (_, i) => i * 64 + (i % 61)) }
const words: Field = { type: I32, flags: 0, xs: WORDS, ys: WORDS, isSame: (a, b) => a === b }
const strict: Field = { type: F32, flags: 0, xs: FLOATS, ys: FLOATS, isSame: Object.is }
const fast: Field = {
  type: F32,
  flags: Flag.FAST,
  xs: SIZES,
  ys: SIZES,
  isSame: (a, b) => b !== undefined && Math.abs(a - b) <= 1e-4 * Math.max(1, Math.abs(a), Math.abs(b)),
  isJudged: Number.isFinite,
}

const SMALL = [0, 1, 2, 3, 7, 8, 15, 31, 64, -1, -2, 127, -128]
const LARGE = [0, 1, 4, 16, 255, 0x7fffffff, -0x80000000, -1, 0xff00]
const REALS = [0, -0, 1, -1, 2, 3]
/** Every how many expressions one is checked. DXILKIT_RULES=1 checks all. */
const SAMPLE = Number(process.env['DXILKIT_RULES'] ?? 151)

for (const pass of [simplify, reassociate]) {
  test(`${pass.name}: integers of 8 bits, all values`, t => {
    const { faults, changed } = all(expressions(INTEGER, INTEGER, SMALL), pass, bytes, SAMPLE)
    t.deepEqual(faults, [])
    t.true(changed > (pass === simplify ? 100 : 10), `${changed} were simplified`)
  })

  test(`${pass.name}: integers of 32 bits`, t => {
    const { faults, changed } = all(expressions(INTEGER, INTEGER, LARGE), pass, words, SAMPLE)
    t.deepEqual(faults, [])
    t.true(changed > (pass === simplify ? 100 : 10), `${changed} were simplified`)
  })

  test(`${pass.name}: floats keep every bit`, t => {
    const { faults, changed } = all(expressions(FLOAT, FLOAT, REALS), pass, strict, Math.min(SAMPLE, 5))
    t.deepEqual(faults, [])
    if (pass === simplify) t.true(changed > 30, `${changed} were simplified`)
    else t.is(changed, 0)
  })

  test(`${pass.name}: fast floats keep their size`, t => {
    const { faults, changed } = all(expressions(FLOAT, FLOAT, REALS), pass, fast, Math.min(SAMPLE, 5))
    t.deepEqual(faults, [])
    t.true(changed > 30, `${changed} were simplified`)
  })
}

test('reassociate: sums of products, of 8 bits and of fast floats', t => {
  const every = SAMPLE * 5
  for (const [nodes, field] of [
    [sumsOfProducts('int', [2, 3, -7]), bytes],
    [sumsOfProducts('float', [2, 0.5, -3.25]), fast],
  ] as const) {
    const { faults, changed } = all(nodes, reassociate, field, every)
    t.deepEqual(faults, [])
    t.true(changed > 300, `${changed} were shortened`)
  }
})

test('reassociate: constants behind constants, of 8 bits and of fast floats', t => {
  for (const [nodes, field] of [
    [scaledTwice('int', [2, 3, -7, 64]), bytes],
    [scaledTwice('float', [2, 0.5, -3.25]), fast],
  ] as const) {
    const { faults, changed } = all(nodes, reassociate, field, 11)
    t.deepEqual(faults, [])
    t.true(changed > 30, `${changed} were shortened`)
  }
})

test('simplify: comparisons of 8 bits', t => {
  const { faults, changed } = all(expressions(INTEGER, TESTS, SMALL), simplify, bytes, SAMPLE)
  t.deepEqual(faults, [])
  t.true(changed > 50, `${changed} were simplified`)
})

test('simplify: signed remainders that are compared, all values', t => {
  const tests = TESTS.filter(({ name }) => name === 'eq' || name === 'ne')
  const nodes = expressions(plain('SRem'), tests, [0, 1, 2, 3, 4, 64, -2, -4, -128])
  const { faults, changed } = all(nodes, simplify, bytes)
  t.deepEqual(faults, [])
  t.true(changed > 50, `${changed} were simplified`)
})

test('simplify: numbers of 8 bits in 16', t => {
  const nodes = widened([0, 1, 7, 127, 128, 200, 255, 256, 1000, -1, -128, -129, -200, -32768])
  const { faults, changed } = all(nodes, simplify, bytes, Math.min(SAMPLE, 3))
  t.deepEqual(faults, [])
  t.true(changed > 300, `${changed} were simplified`)
})

for (const [name, nodes, every] of [
  ['pairs of tests', conditions([0, 1, 4, 5, 12, 16, 17, -1, -128]), SAMPLE],
  ['choices', choices([0, 4, -1, -128]), Math.min(SAMPLE, 11)],
] as const)
  test(`combine_tests: ${name} of 8 bits, all values`, t => {
    const { faults, changed } = all(nodes, combineTests, bytes, every)
    t.deepEqual(faults, [])
    t.true(changed > 20, `${changed} were combined`)
  })

test('simplify and combine_tests: ranges of 8 bits, all values', t => {
  const both: Pass = {
    name: 'both',
    run(m, f) {
      const isSimpler = simplify.run(m, f)
      return combineTests.run(m, f) || isSimpler
    },
  }
  const constants = [2, 7, 100, -1, -3, -128]
  const bounds = [0, 1, 2, 31, 42, 63, 64, 126, 127, -1, -2, -64, -127, -128]
  for (const pass of [both, combineTests]) {
    const { faults, changed } = all(ranges(constants, bounds), pass, bytes, SAMPLE)
    t.deepEqual(faults, [])
    t.true(changed > 100, `${changed} were simplified`)
  }
})

test('simplify: integers of 32 and of 8 bits that are compared as floats', t => {
  const numbers = [
    0,
    -0,
    0.5,
    1,
    -1,
    -1.5,
    127,
    127.5,
    128,
    255,
    256,
    -128,
    -129,
    5e6,
    16777215,
    16777216,
    -3e9,
    Infinity,
    NaN,
  ]
  for (const field of [words, bytes]) {
    const { faults, changed } = all(asFloats(numbers), simplify, field)
    t.deepEqual(faults, [])
    t.true(changed > 300, `${changed} were simplified`)
  }
})

test('simplify: chains of 16 bits', t => {
  const { faults, changed } = all(chains([1, 3, 4, 8, 15, 24, 544, 0xfff0]), simplify, halves, SAMPLE)
  t.deepEqual(faults, [])
  t.true(changed > 200, `${changed} were simplified`)
})

test('simplify and reassociate: fields, logic and conditions as numbers, most of 8 bits and of all values', t => {
  const both: Pass = {
    name: 'both',
    run(m, f) {
      const isSimpler = simplify.run(m, f)
      return reassociate.run(m, f) || isSimpler
    },
  }
  for (const [nodes, every, field] of [
    [fields(), SAMPLE * 5, bytes],
    [counted(), Math.min(SAMPLE, 7), bytes],
    [logic([leaf('x'), leaf('y')], false), 1, bytes],
    [numbers(I8, [0, 1, 3, 12, -1, -128]), Math.min(SAMPLE, 3), bytes],
    [numbers(I32, [0, 3, 0x7fffffff, -0x80000000]), 1, words],
  ] as const) {
    const { faults, changed } = all(nodes, both, field, every)
    t.deepEqual(faults, [])
    t.true(changed > 300, `${changed} were simplified`)
  }
})

test('simplify: remainders of 16 bits', t => {
  const { faults, changed } = all(remainders(), simplify, halves)
  t.deepEqual(faults, [])
  t.true(changed > 40, `${changed} were simplified`)
})

test('simplify: logic of conditions of 8 bits, all values', t => {
  const [less, odd] = [TESTS.find(test => test.name === 'slt')!, TESTS.find(test => test.name === 'ne')!]
  const [and] = plain('And') as [Operation]
  const isOdd: Node = { kind: 'op', op: odd, a: { kind: 'op', op: and, a: leaf('x'), b: leaf(1) }, b: leaf(0) }
  const nodes = logic([{ kind: 'op', op: less, a: leaf('x'), b: leaf(5) }, isOdd], true)
  const { faults, changed } = all(nodes, simplify, bytes)
  t.deepEqual(faults, [])
  t.true(changed > 300, `${changed} were simplified`)
})

/** All pairs of comparisons of the same operands, also in another order. */
function* pairsOfTests(): Generator<Node> {
  const [x, y, five] = [leaf('x'), leaf('y'), leaf(5)]
  for (const join of plain('And', 'Or', 'Xor').map(op => ({ ...op, isLogic: true })))
    for (const p of TESTS)
      for (const q of TESTS)
        for (const [a, b, c, d] of [
          [x, y, x, y],
          [x, y, y, x],
          [x, five, x, five],
        ] as const)
          yield { kind: 'op', op: join, a: { kind: 'op', op: p, a, b }, b: { kind: 'op', op: q, a: c, b: d } }
}

test('simplify: two comparisons of the same operands, all values', t => {
  const { faults, changed } = all(pairsOfTests(), simplify, bytes)
  t.deepEqual(faults, [])
  t.true(changed > 600, `${changed} of 900 were simplified`)
})

test('a rule that is wrong is seen', t => {
  const wrong: Pass = {
    name: 'wrong',
    run(m, f) {
      for (let v = f.first(f.entry); v !== NO_VALUE; v = f.next(v))
        if (f.op(v) === Op.Sub) {
          f.become(v, Op.Add, f.type(v), f.operands(v))
          return m.functions.length > 0
        }
      return false
    },
  }
  t.true(all(expressions(INTEGER, INTEGER, [1]), wrong, bytes, 50).faults.length > 0)
})
