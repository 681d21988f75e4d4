// One spelling for what can be written in several ways with one meaning: comparisons and their inverses, negations, operands that commute.

import { dxOpcode } from '../dxil/dx_call.ts'
import { type BasicBlock, type ConstantInt, type Instruction, Op, type Value } from '../llvm/model/values.ts'
import { DxilOp, dxilOpRow } from '../spec/dxil_ops.ts'
import { BinOp, Predicate } from '../spec/llvm_codes.ts'

/** A value of one bit, or its negation: `x == y` and `!(x != y)` are the same. */
export interface Condition {
  readonly value: Value
  readonly negated: boolean
}

/** A comparison written with the fewest predicates: eq, ult and slt for integers, the ordered ones without > for numbers. */
export interface Comparison {
  readonly predicate: number
  readonly swapped: boolean
  readonly negated: boolean
}

const FIRST_ICMP = Predicate.IcmpEq
const UNORDERED = 8
const GREATER = 2
const LESS = 4

export function comparisonOf(predicate: number): Comparison {
  return predicate >= FIRST_ICMP ? integerComparison(predicate) : numberComparison(predicate)
}

function integerComparison(predicate: number): Comparison {
  if (predicate === Predicate.IcmpEq || predicate === Predicate.IcmpNe)
    return { predicate: Predicate.IcmpEq, swapped: false, negated: predicate === Predicate.IcmpNe }
  const isSigned = predicate >= Predicate.IcmpSgt
  const less = isSigned ? Predicate.IcmpSlt : Predicate.IcmpUlt
  // gt ge lt le: a > b is b < a, a >= b is !(a < b), a <= b is !(b < a).
  const kind = predicate - (isSigned ? Predicate.IcmpSgt : Predicate.IcmpUgt)
  return { predicate: less, swapped: kind === 0 || kind === 3, negated: kind === 1 || kind === 3 }
}

/** The four bits say for which of equal, greater, less and unordered the answer is true, so that the inverse has the other bits. */
function numberComparison(predicate: number): Comparison {
  const negated = predicate >= UNORDERED
  const ordered = negated ? 15 - predicate : predicate
  const swapped = (ordered & GREATER) !== 0 && (ordered & LESS) === 0
  return { predicate: swapped ? ordered ^ (GREATER | LESS) : ordered, swapped, negated }
}

const isTrue = (v: Value): v is ConstantInt => v.kind === 'int' && v.type.width === 1 && v.value !== 0

/** Takes negations away. */
export function conditionOf(value: Value): Condition {
  let negated = false
  let at = value
  while (at.kind === 'instruction' && at.op === Op.Binop && at.code === BinOp.Xor && at.operands.some(isTrue)) {
    const other: Value | undefined = at.operands.find(o => !isTrue(o))
    if (!other) break
    at = other
    negated = !negated
  }
  if (at.kind === 'instruction' && at.op === Op.Cmp && comparisonOf(at.code).negated) negated = !negated
  return { value: at, negated }
}

/** Which way a conditional branch goes, with its condition unnegated. */
export function branchTargets(branch: Instruction): readonly BasicBlock[] {
  if (branch.operands.length === 0 || !conditionOf(branch.operands[0]!).negated) return branch.blocks
  return [branch.blocks[1]!, branch.blocks[0]!]
}

const SYMMETRIC: ReadonlySet<number> = new Set([
  Predicate.IcmpEq,
  Predicate.FcmpFalse,
  Predicate.FcmpOeq,
  Predicate.FcmpOne,
  Predicate.FcmpOrd,
])

/** DXIL operations whose first two operands may be exchanged. */
const COMMUTATIVE: ReadonlySet<number> = new Set([
  DxilOp.FMax,
  DxilOp.FMin,
  DxilOp.IMax,
  DxilOp.IMin,
  DxilOp.UMax,
  DxilOp.UMin,
  DxilOp.IMul,
  DxilOp.UMul,
  DxilOp.FMad,
  DxilOp.Fma,
  DxilOp.IMad,
  DxilOp.UMad,
])
/** Of binop codes, which mean the same for integers and numbers where they commute. */
const COMMUTATIVE_BINOPS: ReadonlySet<number> = new Set([BinOp.Add, BinOp.Mul, BinOp.And, BinOp.Or, BinOp.Xor])

/** The first of two operands that may be exchanged; undefined when none may. */
export function exchangeable(inst: Instruction): number | undefined {
  if (inst.op === Op.Binop) return COMMUTATIVE_BINOPS.has(inst.code) ? 0 : undefined
  if (inst.op === Op.Cmp) return SYMMETRIC.has(comparisonOf(inst.code).predicate) ? 0 : undefined
  return COMMUTATIVE.has(dxOpcode(inst)) ? 1 : undefined
}

/** Classes of resources by their number, as createHandle has it. */
export const RESOURCE_CLASSES: readonly string[] = ['srv', 'uav', 'cbv', 'sampler']

export const opName = (opcode: number): string => dxilOpRow(opcode)?.[1] ?? `operation ${opcode}`
