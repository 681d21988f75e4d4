// Sums and products as lists: the operands of a tree of additions and subtractions with their factors, of a tree of multiplications with
// their exponents, of and, or and xor alike. A tree is a root and what only it uses, in any block of the same loop; floats only where every node is FAST.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import { sameLoop } from '../../ir/loops.ts'
import type { Module } from '../../ir/module.ts'
import { Flag, Op } from '../../ir/ops.ts'
import { bitWidth, I64, isFloat, type Type } from '../../ir/types.ts'
import { floatOf, intOf, isAllOnes } from '../common/simplify_rules.ts'

/** An operand of a sum with its factor, of a product with its exponent. */
export type Term = [value: Value, weight: number]

/** Operands, each once, in the order they are met; `constant` is added or multiplied. */
export interface Terms {
  readonly list: readonly Term[]
  readonly constant: number
  /** Instructions that go when the tree is built anew, the root among them. */
  readonly nodes: readonly Value[]
  /** Of what others use as well a constant was taken into this one. */
  readonly isMerged: boolean
}

/** Larger trees are left alone: they would take long, and no numbers of their size are exact. */
const MAX_TERMS = 64
const MAX_FACTOR = 2 ** 16
/** What others use is looked into while the tree has fewer nodes than this: each path to a shared part counts it again. */
const MAX_WIDE = 8

export const isSum = (op: number): boolean => op === Op.Add || op === Op.Sub || op === Op.FAdd || op === Op.FSub
export const isProduct = (op: number): boolean => op === Op.Mul || op === Op.FMul || isBits(op)
export const isBits = (op: number): boolean => op >= Op.And && op <= Op.Xor

/** A node that may be put together anew. */
export function isFree(f: Func, v: Value): boolean {
  const type = f.type(v)
  return isFloat(type) ? (f.flags(v) & Flag.FAST) !== 0 : bitWidth(type) > 1
}

/** The number behind a constant operand; undefined for what sums of doubles could not hold. */
export function numberOf(m: Module, v: Value, type: Type): number | undefined {
  const known = isFloat(type) ? floatOf(m, v) : intOf(m, v)
  const n = Number(known)
  return typeof known === 'bigint' && BigInt(n | 0) !== known ? undefined : Number.isFinite(n) ? n : undefined
}

/** Few terms: a search is faster than a map. */
export function addTerm(list: Term[], v: Value, weight: number): void {
  for (const term of list)
    if (term[0] === v) {
      term[1] += weight
      return
    }
  list.push([v, weight])
}

/**
 * `isWide`: parts that others use as well, in any block, belong to the tree, too, as long as it is small (MAX_WIDE), and factors are rounded:
 * 1 - t + t * 0.7 is 1 - t * 0.3, as LLVM's InstCombine makes it.
 */
export function sumOf(m: Module, f: Func, root: Value, isWide = false): Terms | undefined {
  const list: Term[] = []
  const nodes: Value[] = []
  const type = f.type(root)
  const isInt = !isFloat(type)
  let constant = 0
  const work: Value[] = [root]
  const factors = [1]
  for (let v = work.pop(); v !== undefined; v = work.pop()) {
    const factor = factors.pop()!
    const known = v < 0 ? numberOf(m, v, type) : undefined
    if (known !== undefined) {
      // A product of two numbers of 32 bits is no exact double.
      constant += isInt && type !== I64 ? Math.imul(known, factor) : known * factor
      if (type === I64 && !Number.isSafeInteger(constant)) return undefined
      continue
    }
    if (v < 0 || list.length > MAX_TERMS || Math.abs(factor) > MAX_FACTOR) return undefined
    if (!belongs(f, v, root, isWide && nodes.length < MAX_WIDE)) {
      addTerm(list, v, factor)
      continue
    }
    const op = f.op(v)
    const scale = isSum(op) ? undefined : scaleOf(m, f, v)
    if (isSum(op)) {
      const sign = op === Op.Sub || op === Op.FSub ? -1 : 1
      work.push(f.operandAt(v, 1), f.operandAt(v, 0))
      factors.push(factor * sign, factor)
    } else if (scale !== undefined && (isInt || isWide || isExact(scale))) {
      const scaled = f.operandAt(v, 0)
      if (isInt || !isOtherSum(m, f, scaled, root, isWide)) {
        work.push(scaled)
        factors.push(factor * scale)
      } else addTerm(list, scaled, factor * scale)
    } else if (op === Op.Xor && isAllOnes(m, f.operandAt(v, 1), type)) {
      // ~x is -x - 1.
      work.push(f.operandAt(v, 0))
      factors.push(-factor)
      constant -= factor
    } else {
      addTerm(list, v, factor)
      continue
    }
    nodes.push(v)
  }
  return { list, constant, nodes, isMerged: false }
}

/**
 * A sum of floats that a factor is not multiplied into: (3 - x) * 19 + x is exact near 3, 57 - 18 * x is not. DXC does it to (x * c + d) * e alone,
 * whose number of operations it keeps.
 */
function isOtherSum(m: Module, f: Func, v: Value, root: Value, isWide: boolean): boolean {
  if (v < 0 || !isSum(f.op(v)) || !belongs(f, v, root, isWide)) return false
  const [a, b] = f.operands(v) as [Value, Value]
  // x + x is x * 2.
  if (a === b) return false
  const product = a < 0 ? b : b < 0 ? a : undefined
  return product === undefined || product < 0 || scaleOf(m, f, product) === undefined
}

/** In large trees factors of floats are only put together where that rounds nothing. */
const isExact = (n: number): boolean => Number.isInteger(n * 256) && Math.abs(n) <= 256

/** c when v is x * c or x << log2(c). */
function scaleOf(m: Module, f: Func, v: Value): number | undefined {
  const op = f.op(v)
  if (op !== Op.Mul && op !== Op.FMul && op !== Op.Shl) return undefined
  const c = numberOf(m, f.operandAt(v, 1), f.type(v))
  if (c === undefined || op !== Op.Shl) return c
  return c >= 0 && c < 16 ? 2 ** c : undefined
}

/** The root, and what only the tree uses; `isWide`: also what others use. */
const belongs = (f: Func, v: Value, root: Value, isWide = false): boolean =>
  v === root || (isFree(f, v) && (isWide || (f.singleUser(v) !== 0 && sameLoop(f, f.blockOf(v), f.blockOf(root)))))

/** What changes no operand. */
export const neutralOf = (op: number): number => (op === Op.And ? -1 : isBits(op) ? 0 : 1)

function together(op: number, a: number, b: number): number {
  return op === Op.And ? a & b : op === Op.Or ? a | b : op === Op.Xor ? a ^ b : a * b
}

/** A summand as a product: what only the sum uses is taken apart. */
export interface Factors {
  /** The summand itself. */
  readonly term: Value
  readonly weight: number
  readonly factors: readonly Value[]
  readonly nodes: readonly Value[]
  /** Negations, which are no factors: they turned the weight. */
  readonly signs: number
}

/** Products of more factors are one to the sum. */
const MAX_FACTORS = 16

/** The factors of a summand, the first ones first; `takesSigns`: -x as a factor is x, and the weight the opposite. */
export function factorsOf(m: Module, f: Func, root: Value, [term, n]: Term, takesSigns = false): Factors {
  const op = isFloat(f.type(root)) ? Op.FMul : Op.Mul
  const factors: Value[] = []
  const nodes: Value[] = []
  let weight = n
  let signs = 0
  const work: Value[] = [term]
  for (let v = work.pop(); v !== undefined; v = work.pop()) {
    const isInside = v >= 0 && f.op(v) === op && v !== root && belongs(f, v, root)
    if (isInside) {
      nodes.push(v)
      work.push(f.operandAt(v, 1), f.operandAt(v, 0))
      continue
    }
    const positive = takesSigns && v !== term ? negatedOf(m, f, v) : NO_VALUE
    if (positive !== NO_VALUE) {
      signs++
      weight = -weight
      nodes.push(v)
    }
    factors.push(positive === NO_VALUE ? v : positive)
    if (factors.length > MAX_FACTORS) return { term, weight: n, factors: [term], nodes: [], signs: 0 }
  }
  return { term, weight, factors, nodes, signs }
}

/** x when v is 0 - x. */
function negatedOf(m: Module, f: Func, v: Value): Value {
  if (v < 0 || (f.op(v) !== Op.Sub && f.op(v) !== Op.FSub) || !isFree(f, v)) return NO_VALUE
  return numberOf(m, f.operandAt(v, 0), f.type(v)) === 0 ? f.operandAt(v, 1) : NO_VALUE
}

/** `isWide`: as of `sumOf`. */
export function productOf(m: Module, f: Func, root: Value, isWide = false): Terms | undefined {
  const list: Term[] = []
  const nodes: Value[] = []
  const signs: Value[] = []
  const type = f.type(root)
  const rootOp = f.op(root)
  let constant = neutralOf(rootOp)
  const work: Value[] = [root]
  for (let v = work.pop(); v !== undefined; v = work.pop()) {
    const known = v < 0 ? numberOf(m, v, type) : undefined
    if (known !== undefined) {
      // Exact in 64 bits, too.
      constant = rootOp === Op.Mul && type !== I64 ? Math.imul(constant, known) : together(rootOp, constant, known)
      if (type === I64 && !Number.isSafeInteger(constant)) return undefined
      continue
    }
    if (v < 0 || list.length > MAX_TERMS) return undefined
    const positive = isBits(rootOp) || !belongs(f, v, root) ? NO_VALUE : negatedOf(m, f, v)
    if (f.op(v) === rootOp && belongs(f, v, root, isWide && nodes.length < MAX_WIDE)) {
      nodes.push(v)
      work.push(f.operandAt(v, 1), f.operandAt(v, 0))
    } else if (positive !== NO_VALUE) {
      // -x * y * 3 is x * y * -3.
      signs.push(v)
      addTerm(list, positive, 1)
    } else addTerm(list, v, 1)
  }
  if (signs.length === 1 && Math.abs(constant) === 1) {
    // A sign alone stays where it is.
    addTerm(list, f.operandAt(signs[0]!, 1), -1)
    addTerm(list, signs[0]!, 1)
  } else {
    nodes.push(...signs)
    if (signs.length % 2 === 1) constant = -constant
  }
  // x & x is x, x ^ x nothing.
  if (isBits(rootOp)) for (const term of list) term[1] = rootOp === Op.Xor ? term[1] & 1 : 1
  else if (Math.abs(constant) !== 1 && !isWide)
    return withInnerConstants(m, f, root, { list, constant, nodes, isMerged: false })
  return { list, constant, nodes, isMerged: false }
}

/** With h = x * 3, which others use as well, h * 5 is x * 15, and h * h * 5 is x * x * 45: fewer wait for h, or nobody. */
function withInnerConstants(m: Module, f: Func, root: Value, terms: Terms): Terms {
  const type = f.type(root)
  const list: Term[] = []
  let constant = terms.constant
  let isMerged = false
  for (const [v, n] of terms.list) {
    const scale = n > 0 && type !== I64 && isFree(f, v) ? scaleOf(m, f, v) : undefined
    const isScaled = scale !== undefined && n <= MAX_POWER && f.operandAt(v, 0) >= 0
    isMerged ||= isScaled
    for (let i = 0; isScaled && i < n; i++) constant = isFloat(type) ? constant * scale : Math.imul(constant, scale)
    addTerm(list, isScaled ? f.operandAt(v, 0) : v, n)
  }
  const isNormal = !isFloat(type) || (Math.abs(constant) < MAX_MERGED && Math.abs(constant) > 1 / MAX_MERGED)
  return isMerged && isNormal && constant !== 0 ? { ...terms, list, constant, isMerged } : terms
}

/** Constants of higher powers stay by themselves. */
const MAX_POWER = 4
/** Merged constants are normal numbers of 16 bits. */
const MAX_MERGED = 2 ** 14
