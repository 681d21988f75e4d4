// What is said of a value's bits holds for its values: random expressions over masked numbers, each evaluated for many numbers. DXILKIT_PROGRAMS=n: more.

import test from 'ava'
import { Func, type Value } from '../../src/ir/function.ts'
import { Module } from '../../src/ir/module.ts'
import { Op } from '../../src/ir/ops.ts'
import { bitWidth, I1, I16, I32, I64, type Type, VOID } from '../../src/ir/types.ts'
import { knownBits } from '../../src/passes/analyse/demanded_bits.ts'
import { evaluate } from '../../src/passes/analyse/evaluate.ts'
import { boundOf } from '../../src/passes/analyse/value_bounds.ts'
import { Seeded } from '../corpus/seeded.ts'

const PROGRAMS = Number(process.env['DXILKIT_PROGRAMS'] ?? 1500)
const OPERATIONS = [Op.Add, Op.Sub, Op.Mul, Op.And, Op.Or, Op.Xor, Op.Shl, Op.LShr, Op.AShr, Op.UDiv, Op.URem, Op.SRem]
const WORDS = 24
const OPTIONS = {
  native16Bit: true,
  ieeeStrict: false,
  allResourcesBound: false,
  resMayAlias: false,
  strictUnroll: true,
  optimization: 3,
} as const

interface Program {
  readonly m: Module
  readonly f: Func
  readonly inputs: readonly Value[]
}

function program(rng: Seeded): Program {
  const m = new Module({ stage: 'cs', major: 6, minor: 2 }, OPTIONS)
  const f = new Func('f', [], VOID)
  const b = f.addBlock()
  const all: Value[] = []
  const inputs: Value[] = []
  const of = (type: Type): Value[] => all.filter(v => f.type(v) === type)
  const pick = <T>(list: readonly T[]): T => list[rng.int(0, list.length - 1)]!
  const constant = (type: Type): Value =>
    m.constants.int(
      type,
      pick([rng.int(0, 9), rng.int(0, 40), 2 ** rng.int(0, 14), 2 ** rng.int(1, 15) - 1, -rng.int(1, 300)]),
    )
  for (const type of [I32, I32, I16, I64]) {
    const input = f.append(b, Op.Dx, type, [])
    inputs.push(input)
    all.push(input, f.append(b, Op.And, type, [input, constant(type)]))
  }
  for (let i = rng.int(2, 12); i > 0; i--) {
    const type = pick([I32, I32, I32, I16, I64])
    const operand = (): Value => (rng.int(0, 9) < 4 ? constant(type) : pick(of(type)))
    switch (rng.int(0, 8)) {
      case 0: {
        const test = f.append(b, Op.ICmp, I1, [pick(of(I32)), constant(I32)], rng.int(32, 41))
        all.push(f.append(b, Op.Select, type, [test, operand(), operand()]))
        break
      }
      case 1: {
        const narrower = [I16, I32, I64].filter(t => bitWidth(t) < bitWidth(type))
        const wider = [I16, I32, I64].filter(t => bitWidth(t) > bitWidth(type))
        if (narrower.length > 0) all.push(f.append(b, pick([Op.ZExt, Op.SExt]), type, [pick(of(pick(narrower)))]))
        if (wider.length > 0) all.push(f.append(b, Op.Trunc, type, [pick(of(pick(wider)))]))
        break
      }
      default: {
        const op = pick(OPERATIONS)
        const isShift = op === Op.Shl || op === Op.LShr || op === Op.AShr
        const by = isShift && rng.int(0, 9) < 7 ? m.constants.int(type, rng.int(0, bitWidth(type) - 1)) : operand()
        all.push(f.append(b, op, type, [operand(), by]))
      }
    }
  }
  return { m, f, inputs }
}

/** A number with few bits, many, or any. */
function word(rng: Seeded, type: Type): bigint {
  const u = BigInt(rng.u32()) | (BigInt(rng.u32()) << 32n)
  const n = [u, u & (u >> 7n), u | (u >> 3n), BigInt(rng.int(0, 20)), -BigInt(rng.int(0, 20))][rng.int(0, 4)]!
  return BigInt.asIntN(bitWidth(type), n)
}

test('bits that cannot be one never are, bits that must be always are, and bounds hold', t => {
  const rng = new Seeded(20261201)
  let [known, values] = [0, 0]
  for (let i = 0; i < PROGRAMS; i++) {
    const { m, f, inputs } = program(rng)
    const instructions: Value[] = []
    for (let v = f.first(f.entry); v !== 0; v = f.next(v)) if (!inputs.includes(v)) instructions.push(v)
    const facts = instructions.map(v => ({ bits: knownBits(m, f, v), bound: boundOf(m, f, v) }))
    for (let w = 0; w < WORDS; w++) {
      const constants = new Map<Value, Value>()
      const constantOf = (type: Type, n: bigint): Value =>
        type === I64 ? m.constants.int64(n) : m.constants.int(type, Number(n))
      for (const input of inputs) constants.set(input, constantOf(f.type(input), word(rng, f.type(input))))
      for (const [at, v] of instructions.entries()) {
        const operands = f.operands(v).map(o => (o < 0 ? o : constants.get(o)))
        if (operands.some(o => o === undefined)) continue
        const result = evaluate(m, f.op(v), f.type(v), f.aux(v), operands as Value[])
        const c = result < 0 ? m.constants.get(result) : undefined
        // Undefined: a shift past the width, a division by zero.
        if (c?.kind !== 'int') continue
        constants.set(v, result)
        const whole = BigInt.asUintN(bitWidth(f.type(v)), BigInt(c.value))
        const low = Number(whole & 0xffffffffn)
        const { bits, bound } = facts[at]!
        values++
        if (((low & ~bits.can) | (bits.must & ~low)) !== 0)
          t.fail(
            `program ${i}, %${v}: ${low.toString(16)} with can ${bits.can.toString(16)}, must ${bits.must.toString(16)}`,
          )
        if (Number(whole) > bound) t.fail(`program ${i}, %${v}: ${whole} above ${bound}`)
        if (bits.can !== 0xffffffff || bits.must !== 0) known++
      }
    }
  }
  t.log(`${values} values, of ${known} some bits were known`)
  t.true(known > 0.7 * values)
})
