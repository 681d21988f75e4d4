// Copies of modules that do the same in another order, and mutants that do something else.

import type { Module } from '../../src/llvm/model/module.ts'
import { type BasicBlock, type Instruction, Op, type Value } from '../../src/llvm/model/values.ts'
import { DxilOp, dxilOpRow } from '../../src/spec/dxil_ops.ts'
import { BinOp, Predicate } from '../../src/spec/llvm_codes.ts'

export type Random = (below: number) => number

const opcodeOf = (inst: Instruction): number | undefined => {
  const callee = inst.op === Op.Call ? inst.operands.at(-1)! : undefined
  const [first] = inst.operands
  return callee?.kind === 'function' && callee.name.startsWith('dx.op.') && first?.kind === 'int'
    ? Number(first.value)
    : undefined
}

/** What must keep its place among the others of its kind: all that is not known to compute alone, or to write another output. */
function isFixed(inst: Instruction): boolean {
  if (inst.op === Op.Load || inst.op === Op.Store || inst.op === Op.CmpXchg || inst.op === Op.AtomicRmw) return true
  if (inst.op !== Op.Call) return inst.op === Op.Fence
  const opcode = opcodeOf(inst)
  if (opcode === undefined) return true
  return dxilOpRow(opcode)?.[5] !== 'none' && opcode !== DxilOp.StoreOutput && opcode !== DxilOp.CreateHandle
}

/** Instructions of each block in another order that keeps definitions before uses and memory as it is. */
export function shuffle(m: Module, random: Random): void {
  for (const block of blocksOf(m)) {
    const list = block.instructions
    const head = list.filter(i => i.op === Op.Phi || i.op === Op.Alloca)
    const body = list.slice(0, -1).filter(i => !head.includes(i))
    const end = list.at(-1)!
    const left = new Set(body)
    const fixed = body.filter(isFixed)
    const order: Instruction[] = []
    while (left.size > 0) {
      const ready = [...left].filter(
        i =>
          i.operands.every(o => o.kind !== 'instruction' || !left.has(o)) &&
          (!isFixed(i) || fixed[0] === i) &&
          // Outputs stay on their side of what may end the thread or emit a vertex.
          (opcodeOf(i) !== DxilOp.StoreOutput || isNextOutput(i, body, left)) &&
          (!isFixed(i) || !body.slice(0, body.indexOf(i)).some(o => left.has(o) && opcodeOf(o) === DxilOp.StoreOutput)),
      )
      const next = ready[random(ready.length)]!
      left.delete(next)
      if (fixed[0] === next) fixed.shift()
      order.push(next)
    }
    list.splice(0, list.length, ...head, ...order, end)
  }
}

/** All calls before it that must keep their place are done, and the outputs of the same element. */
function isNextOutput(output: Instruction, body: readonly Instruction[], left: ReadonlySet<Instruction>): boolean {
  const place = (i: Instruction): string =>
    i.operands
      .slice(1, 4)
      .map(o => o.index)
      .join(' ')
  return body
    .slice(0, body.indexOf(output))
    .every(o => !left.has(o) || (!isFixed(o) && (opcodeOf(o) !== DxilOp.StoreOutput || place(o) !== place(output))))
}

const COMMUTES: ReadonlySet<number> = new Set([BinOp.Add, BinOp.Mul, BinOp.And, BinOp.Or, BinOp.Xor])
const CALLS_THAT_COMMUTE: ReadonlySet<number> = new Set([
  DxilOp.FMax,
  DxilOp.FMin,
  DxilOp.IMax,
  DxilOp.UMin,
  DxilOp.FMad,
  DxilOp.IMad,
])

const swapOperands = (inst: Instruction, first: number): void => {
  const { operands } = inst
  ;[operands[first], operands[first + 1]] = [operands[first + 1]!, operands[first]!]
}

/** The predicate with its operands exchanged: a < b is b > a. */
function mirrored(predicate: number): number {
  if (predicate < Predicate.IcmpEq) return (predicate & 9) | ((predicate & 2) << 1) | ((predicate & 4) >> 1)
  const kind = predicate - Predicate.IcmpUgt
  return kind < 0 ? predicate : Predicate.IcmpUgt + (kind >= 4 ? 4 : 0) + ((kind + 2) & 3)
}

const inverse = (predicate: number): number => {
  if (predicate < Predicate.IcmpEq) return 15 - predicate
  if (predicate <= Predicate.IcmpNe) return predicate ^ 1
  const kind = predicate - Predicate.IcmpUgt
  return Predicate.IcmpUgt + (kind >= 4 ? 4 : 0) + (3 - (kind & 3))
}

/** Operands that commute change places, comparisons are mirrored, branches on a comparison of their own are inverted. */
export function commute(m: Module, random: Random): void {
  for (const block of blocksOf(m))
    for (const inst of block.instructions) {
      if (random(2) === 0) continue
      const opcode = opcodeOf(inst)
      if (inst.op === Op.Binop && COMMUTES.has(inst.code)) swapOperands(inst, 0)
      else if (opcode !== undefined && CALLS_THAT_COMMUTE.has(opcode)) swapOperands(inst, 1)
      else if (inst.op === Op.Cmp) {
        inst.code = mirrored(inst.code)
        swapOperands(inst, 0)
      } else if (inst.op === Op.Br && inst.operands.length > 0) invert(m, inst)
    }
}

function invert(m: Module, branch: Instruction): void {
  const [condition] = branch.operands
  if (condition?.kind !== 'instruction' || condition.op !== Op.Cmp) return
  if (instructionsOf(m).filter(i => i.operands.includes(condition)).length !== 1) return
  condition.code = inverse(condition.code)
  branch.blocks.reverse()
}

export const blocksOf = (m: Module): BasicBlock[] => m.functions.flatMap(f => f.blocks)
export const instructionsOf = (m: Module): Instruction[] => blocksOf(m).flatMap(b => b.instructions)

/** One way to change what a program does. */
type Mutation = (m: Module, inst: Instruction, random: Random) => boolean

const otherConstant = (m: Module, v: Value, random: Random): Value | undefined => {
  if (v.kind === 'int') {
    if (v.type.width === 1) return m.constBool(v.value === 0)
    return m.constInt(v.type, typeof v.value === 'bigint' ? v.value + 1n : v.value + 1 + random(3))
  }
  if (v.kind === 'fp' && v.type.kind === 'float') return m.constFloatBits(v.type, (Number(v.bits) ^ 0x00400000) >>> 0)
  return undefined
}

const MUTATIONS: readonly Mutation[] = [
  // A constant that is no operation number, and belongs to no operation that wants certain ones.
  (m, inst, random) => {
    if (inst.op !== Op.Binop && inst.op !== Op.Cmp && inst.op !== Op.Select && inst.op !== Op.Store) return false
    const at = inst.operands.findIndex(o => otherConstant(m, o, random) !== undefined)
    if (at < 0) return false
    inst.operands[at] = otherConstant(m, inst.operands[at]!, random)!
    return true
  },
  (_m, inst) => {
    if (inst.op !== Op.Binop || COMMUTES.has(inst.code) || inst.operands[0] === inst.operands[1]) return false
    swapOperands(inst, 0)
    return true
  },
  (_m, inst) => {
    if (inst.op !== Op.Binop || inst.code > BinOp.Mul) return false
    inst.code = inst.code === BinOp.Mul ? BinOp.Sub : BinOp.Mul
    return true
  },
  (_m, inst) => {
    if (inst.op !== Op.Cmp) return false
    inst.code = inverse(inst.code)
    return true
  },
  (_m, inst) => {
    if (inst.op !== Op.Select || inst.operands[1] === inst.operands[2]) return false
    swapOperands(inst, 1)
    return true
  },
  (_m, inst) => {
    if (inst.op !== Op.Br || inst.blocks.length < 2 || inst.blocks[0] === inst.blocks[1]) return false
    inst.blocks.reverse()
    return true
  },
  (_m, inst) => {
    if (inst.op !== Op.Phi || inst.operands[0] === inst.operands[1] || inst.operands.length < 2) return false
    swapOperands(inst, 0)
    return true
  },
  (_m, inst) => {
    if (inst.op !== Op.ExtractValue || inst.indices?.length !== 1 || inst.indices[0]! > 3) return false
    inst.indices = [inst.indices[0]! ^ 1]
    return true
  },
]

/** Changes one thing; false where nothing could be changed at the place that was tried. */
export function mutate(m: Module, random: Random): boolean {
  const list = instructionsOf(m)
  const inst = list[random(list.length)]!
  return MUTATIONS[random(MUTATIONS.length)]!(m, inst, random)
}
