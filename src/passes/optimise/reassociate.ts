// Sums and products put together anew where that takes fewer operations: constants and equal operands of a chain meet, a factor that several
// products of a sum share is multiplied once, powers are squared, what comes twice in and, or and xor goes (LLVM's Reassociate). Chains of the
// same length start with a pair of operands that other chains have too, so that it is computed once (number_values).

import { sortInPlace } from '../../base/sort.ts'
import { borrowInts, giveBack } from '../../ir/borrowed.ts'
import { reversePostOrder } from '../../ir/control_flow.ts'
import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import { sameLoop } from '../../ir/loops.ts'
import type { Module } from '../../ir/module.ts'
import { Flag, Op } from '../../ir/ops.ts'
import { I64, isFloat, type Type } from '../../ir/types.ts'
import { type BitField, bitFieldOf } from '../analyse/bit_fields.ts'
import { floatConstant } from '../analyse/evaluate.ts'
import {
  addTerm,
  type Factors,
  factorsOf,
  isBits,
  isFree,
  isProduct,
  isSum,
  neutralOf,
  numberOf,
  productOf,
  sumOf,
  type Term,
  type Terms,
} from '../analyse/linear_sums.ts'
import {
  forPairs,
  isWeighted,
  keyOf,
  listKey,
  MAX_VALUES,
  type Pair,
  PRODUCT,
  sameOperands,
  withFirst,
} from '../analyse/term_pairs.ts'
import type { Pass } from '../common/pass.ts'
import { scaleFirst } from './scale_first.ts'
import { positiveFactors, shareSigns } from './share_signs.ts'

export const reassociate: Pass = {
  name: 'reassociate',
  run(m, f) {
    const isScaled = scaleFirst(m, f)
    const hasSigns = shareSigns(m, f)
    const hasPositive = positiveFactors(m, f)
    const first = new Reassociation(m, f, true)
    const changed = first.run()
    // New products have pairs of operands that nobody counted: x + (x * 1.5 - x) * s, for three x, has s * 0.5 three times.
    const isChangedAgain = (changed || first.hasPostponed) && new Reassociation(m, f, false).run()
    return changed || isChangedAgain || hasSigns || hasPositive || isScaled
  },
}

const LAST = 2 ** 30 - 1

class Reassociation {
  readonly #m: Module
  readonly #f: Func
  /** Place in the function, from 1. */
  readonly #rank: Int32Array<ArrayBuffer>
  readonly #pairs = new Map<number, number>()
  /** How many sums have the same terms, of which some are scaled. */
  readonly #lists = new Map<string, number>()
  /** Roots to look at, the next one last. */
  #work: Value[] = []
  /** What was made in front of roots, by block, operation and operands. */
  readonly #made = new Map<string, Value>()
  /** Of roots, as long as nothing changes: most functions stay as they are. */
  #terms = new Map<Value, Terms | undefined>()

  /** In the first run a product with a constant waits, since its sum may have the constant as a factor of all products. */
  readonly #isFirst: boolean
  hasPostponed = false

  constructor(m: Module, f: Func, isFirst: boolean) {
    this.#m = m
    this.#f = f
    this.#isFirst = isFirst
    this.#rank = borrowInts(f.valueLimit)
  }

  /** Once. */
  run(): boolean {
    const changed = this.#f.valueLimit <= MAX_VALUES && this.#reassociate()
    giveBack(this.#rank)
    return changed
  }

  #reassociate(): boolean {
    const work = this.#roots().reverse()
    this.#work = work
    let changed = false
    for (let root = work.pop(); root !== undefined; root = work.pop()) {
      if (this.#f.op(root) === Op.None || !this.#isRoot(root)) continue
      const terms = this.#terms.has(root) ? this.#terms.get(root) : this.#termsOf(root)
      if (terms && (this.#shorten(root, terms) || this.#cancelShared(root, terms))) changed = true
    }
    return changed
  }

  /** Roots of trees, first ones first; counts the pairs of their operands. */
  #roots(): Value[] {
    const f = this.#f
    const roots: Value[] = []
    let place = 0
    for (const b of reversePostOrder(f))
      for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
        this.#rank[v] = ++place
        if (!this.#isRoot(v)) continue
        roots.push(v)
        if (isBits(f.op(v))) continue
        const isSumTree = isSum(f.op(v))
        const terms = this.#termsOf(v)
        this.#terms.set(v, terms)
        if (!terms) continue
        if (isSumTree && isWeighted(terms.list)) this.#countList(terms.list)
        const list = this.#withConstant(v, terms.list, terms.constant)
        forPairs(list, isSumTree, (a, b, kind) => this.#count(keyOf(a, b, kind)))
        if (!isSumTree) for (const [o, n] of list) if (n > 1) this.#count(keyOf(o, o, PRODUCT))
      }
    return roots
  }

  #countList(list: readonly Term[]): void {
    const key = listKey(list)
    this.#lists.set(key, (this.#lists.get(key) ?? 0) + 1)
  }

  /** Whether others have the same sum with another constant, and the constant is not the last operand yet: (x + 1) + y * 16. */
  #sharesRest(root: Value, { list, constant }: Terms): boolean {
    if (constant === 0 || this.#f.operandAt(root, 1) < 0 || !isWeighted(list)) return false
    return (this.#lists.get(listKey(list)) ?? 0) > 1
  }

  #count(key: number): void {
    this.#pairs.set(key, (this.#pairs.get(key) ?? 0) + 1)
  }

  /** Not a part of a larger tree. */
  #isRoot(v: Value): boolean {
    const f = this.#f
    const op = f.op(v)
    if (!(isSum(op) || isProduct(op)) || !isFree(f, v)) return false
    const user = f.singleUser(v)
    if (user === NO_VALUE || !sameLoop(f, f.blockOf(user), f.blockOf(v)) || !isFree(f, user)) return true
    return isSum(op) ? !isSum(f.op(user)) : f.op(user) !== op
  }

  /** New values come behind all others. A small integer always: V8 compiles a comparison anew each time that it meets a larger one. */
  #rankOf(v: Value): number {
    return v < this.#rank.length ? this.#rank[v]! : LAST
  }

  #sorted({ list }: Terms): Term[] {
    const sorted = list.filter(([, n]) => n !== 0)
    return sortInPlace(sorted, ([a], [b]) => this.#rankOf(a) - this.#rankOf(b))
  }

  /** `isWide`: with what others use as well. */
  #termsOf(root: Value, isWide = false): Terms | undefined {
    return (isSum(this.#f.op(root)) ? sumOf : productOf)(this.#m, this.#f, root, isWide)
  }

  #shorten(root: Value, terms: Terms): boolean {
    const { nodes, constant } = terms
    const op = this.#f.op(root)
    const isSumTree = isSum(op)
    // One operation of two operands: nothing to shorten.
    const isOne = nodes.length < 2 && !terms.isMerged
    if (isOne && !isSumTree && op !== Op.Or && op !== Op.Xor) return false
    const list = this.#sorted(terms)
    if (isSumTree && (this.#pullSigns(root, terms, list) || this.#factor(root, terms, list))) return true
    const whole = op === Op.Or || op === Op.Xor ? this.#withWholeFields(root, list) : undefined
    if (whole) {
      this.#rebuild(root, terms, () => this.#build(root, whole, constant))
      return true
    }
    if (isOne || !Number.isFinite(constant)) return false
    const cost = costOf(op, list, constant)
    if (cost > nodes.length) return false
    const isPlain = !isSumTree && !isBits(op) && list.every(([, n]) => n === 1)
    const isPaired = isPlain || isSumTree
    const factors = isPaired ? this.#withConstant(root, list, constant) : list
    const popular = isPaired ? this.#popular(factors, isSumTree) : undefined
    const first = popular && this.#waits(root, popular) ? undefined : popular
    const isSame = !first || this.#hasNode(terms, first)
    const isShared = isSumTree ? this.#sharesRest(root, terms) : this.#sharesSquare(terms, list)
    if (cost === nodes.length && !terms.isMerged && isSame && !isShared) return false
    const rest = first && isPaired ? unchangedBy(op) : constant
    this.#rebuild(root, terms, () => this.#build(root, withFirst(first ? factors : list, first), rest))
    return true
  }

  /**
   * What others use as well stays, but can cancel what the tree has: with s = x + 3 used elsewhere, x - s is -3, and y + s - x is y + 3. Where
   * that saves nothing, s may still lose a user: s - 1 is x + 2.
   */
  #cancelShared(root: Value, { nodes, list: leaves }: Terms): boolean {
    const op = this.#f.op(root)
    const isSumTree = isSum(op)
    if (!leaves.some(([v]) => v > 0 && (isSumTree ? mayBeSum(this.#f.op(v)) : this.#f.op(v) === op))) return false
    const all = this.#termsOf(root, true)
    if (!all || all.nodes.length === nodes.length || !Number.isFinite(all.constant)) return false
    const list = this.#sorted(all)
    if (costOf(op, list, all.constant) > nodes.length) return false
    this.#rebuild(root, all, () => this.#build(root, list, all.constant))
    return true
  }

  #build(at: Value, list: readonly Term[], constant: number): Value {
    return isSum(this.#f.op(at)) ? this.#buildSum(at, list, constant) : this.#buildProduct(at, list, constant)
  }

  /**
   * Fields of one value that are moved alike are one: ((x >> 1) & 1) << 5 | y | ((x >> 2) & 3) << 6 is (x << 4) & 0xe0 | y. Made in front of the
   * root; undefined when there are none.
   */
  #withWholeFields(root: Value, list: readonly Term[]): Term[] | undefined {
    const f = this.#f
    const fields = new Map<number, { readonly term: Term; readonly field: BitField; mask: number }>()
    const whole: Term[] = []
    for (const [v] of list) {
      const term: Term = [v, 1]
      const field = bitFieldOf(this.#m, f, v)
      // What others use as well is not saved.
      const isSaved = field && (field.x === v || f.singleUser(v) !== NO_VALUE)
      const key = isSaved ? field.x * 64 + field.up : 0
      const other = fields.get(key)
      if (other) other.mask = f.op(root) === Op.Xor ? other.mask ^ field!.mask : other.mask | field!.mask
      else whole.push(term)
      if (isSaved && !other) fields.set(key, { term, field, mask: field.mask })
    }
    if (whole.length === list.length) return undefined
    const constant = (n: number): Value => this.#constant(f.type(root), n)
    for (const { term, field, mask } of fields.values())
      if (mask !== field.mask) {
        const { x, up } = field
        const moved = up === 0 ? x : this.#insert(root, up > 0 ? Op.Shl : Op.LShr, x, constant(Math.abs(up)))
        term[0] = this.#insert(root, Op.And, moved, constant(mask))
      }
    return whole
  }

  /**
   * The factors or summands with the constant one as the last: of r * a * 255, g * a * 255 and a * 255 the last is in each; of x + 1 - c and y + 1 - c
   * the constant and c are.
   */
  #withConstant(v: Value, list: readonly Term[], constant: number): readonly Term[] {
    const op = this.#f.op(v)
    const isNothing = constant === unchangedBy(op) || isBits(op)
    return isNothing || !Number.isFinite(constant) ? list : [...list, [this.#constant(this.#f.type(v), constant), 1]]
  }

  /** Whether a product with a constant is part of a sum, which may have the constant as a factor of all its products. */
  #waits(root: Value, { a, b }: Pair): boolean {
    const f = this.#f
    const user = f.singleUser(root)
    if (!this.#isFirst || f.op(root) !== Op.FMul || (a >= 0 && b >= 0)) return false
    if (user === NO_VALUE || !isSum(f.op(user))) return false
    this.hasPostponed = true
    return true
  }

  /** The pair of operands that most chains have; undefined when no other has one of these. */
  #popular(list: readonly [Value, number][], isSumTree: boolean): Pair | undefined {
    if (list.length < 3) return undefined
    let best: Pair | undefined
    let most = 1
    forPairs(list, isSumTree, (a, b, kind) => {
      const count = this.#pairs.get(keyOf(a, b, kind)) ?? 0
      if (count <= most) return
      most = count
      best = { a, b, others: new Map() }
    })
    const pair = best as Pair | undefined
    if (pair)
      forPairs(list, isSumTree, (a, b, kind) => {
        const count = this.#pairs.get(keyOf(a, b, kind)) ?? 0
        if (count > 1 && (a === pair.a || b === pair.a)) pair.others.set(a === pair.a ? b : a, count)
      })
    return pair
  }

  /** Whether others have the square of one of the factors, which the tree does not compute by itself: x * 2 * x. */
  #sharesSquare(terms: Terms, list: readonly Term[]): boolean {
    const isShared = (v: Value, n: number): boolean => n > 1 && (this.#pairs.get(keyOf(v, v, PRODUCT)) ?? 0) > 1
    return list.some(([v, n]) => isShared(v, n) && !this.#hasNode(terms, { a: v, b: v, others: new Map() }))
  }

  /** Whether the tree computes the pair by itself already. */
  #hasNode({ nodes }: Terms, { a, b }: Pair): boolean {
    const f = this.#f
    return nodes.some(n => f.operandCount(n) === 2 && sameOperands(f.operands(n), a, b))
  }

  /** The root becomes the last instruction of what `build` makes; the old tree goes. */
  #rebuild(root: Value, { nodes }: Terms, build: () => Value): void {
    const f = this.#f
    const by = build()
    this.#forgetTerms()
    f.replaceAllUses(root, by)
    f.remove(root)
    // Users come before what they use.
    for (const n of nodes) if (n !== root && f.op(n) !== Op.None && !f.isUsed(n)) f.remove(n)
  }

  #forgetTerms(): void {
    if (this.#terms.size > 0) this.#terms = new Map()
  }

  #insert(at: Value, op: number, a: Value, b: Value): Value {
    const f = this.#f
    const type = f.type(at)
    // Sums see what their products have in common when it is one value: x * (w * 2) + y * (w * 2). Roots are looked at in order, new ones are not.
    const key = at < this.#rank.length ? `${f.blockOf(at)} ${op} ${a} ${b}` : ''
    const known = this.#made.get(key) ?? NO_VALUE
    if (known !== NO_VALUE && f.op(known) === op && f.operandAt(known, 0) === a && f.operandAt(known, 1) === b)
      return known
    this.#forgetTerms()
    const made = f.insertBefore(at, op, type, [a, b], 0, isFloat(type) ? Flag.FAST : 0)
    if (key !== '') this.#made.set(key, made)
    return made
  }

  #constant(type: Type, n: number): Value {
    const { constants } = this.#m
    if (type === I64) return constants.int64(BigInt(n))
    return isFloat(type) ? floatConstant(constants, type, n) : constants.int(type, n | 0)
  }

  #buildSum(at: Value, list: readonly [Value, number][], constant: number): Value {
    const type = this.#f.type(at)
    const product = isFloat(type) ? Op.FMul : Op.Mul
    if (isProductAlone(list, constant)) return this.#insert(at, product, list[0]![0], this.#constant(type, list[0]![1]))
    const terms = byFactor(list).map(([factor, values]): [Value, number] => {
      if (factor === 1) return [values[0]![0], values[0]![1]]
      const sum = values.length === 1 ? values[0]![0] : this.#add(at, values, 0)
      if (values.length > 1) this.#work.push(sum)
      const scaled = this.#insert(at, product, sum, this.#constant(type, factor))
      // What is added several times may be a product by itself.
      this.#work.push(scaled)
      return [scaled, values.length === 1 ? values[0]![1] : 1]
    })
    return this.#add(at, terms, constant)
  }

  /** Positive ones first, so that the others can be subtracted. */
  #add(at: Value, list: readonly [Value, number][], constant: number): Value {
    const type = this.#f.type(at)
    const [add, sub] = isFloat(type) ? [Op.FAdd, Op.FSub] : [Op.Add, Op.Sub]
    const start = list.findIndex(([, n]) => n > 0)
    let sum = start < 0 ? this.#constant(type, constant) : list[start]![0]
    list.forEach(([v, n], i) => {
      if (i !== start) sum = this.#insert(at, n > 0 ? add! : sub!, sum, v)
    })
    return start < 0 || constant === 0 ? sum : this.#insert(at, add!, sum, this.#constant(type, constant))
  }

  #buildProduct(at: Value, list: readonly [Value, number][], constant: number): Value {
    const op = this.#f.op(at)
    const power = this.#power(at, list)
    if (constant === neutralOf(op) && power !== NO_VALUE) return power
    const factor = this.#constant(this.#f.type(at), constant)
    return power === NO_VALUE ? factor : this.#insert(at, op, power, factor)
  }

  /** x^e * y^g ... : the square of the halves, times what is odd. */
  #power(at: Value, list: readonly [Value, number][]): Value {
    const op = this.#f.op(at)
    const halves = list.filter(([, n]) => n > 1).map(([v, n]): [Value, number] => [v, n >> 1])
    let product: Value = NO_VALUE
    if (halves.length > 0) {
      const half = this.#power(at, halves)
      product = this.#insert(at, op, half, half)
    }
    for (const [v, n] of list) if ((n & 1) === 1) product = product === NO_VALUE ? v : this.#insert(at, op, product, v)
    return product
  }

  /** The last instruction of a product; constants stand last. Others may have pairs of its factors. */
  #productOf(root: Value, factors: readonly Value[]): Value {
    const op = isFloat(this.#f.type(root)) ? Op.FMul : Op.Mul
    const sorted = [...factors.filter(v => v >= 0), ...factors.filter(v => v < 0)]
    const product = sorted.reduce((x, y) => this.#insert(root, op, x, y))
    if (sorted.length > 2) this.#work.push(product)
    return product
  }

  /** -x * y + z -> z - x * y; where nothing is left to subtract from, all is subtracted from 0 in place of two negations. */
  #pullSigns(root: Value, terms: Terms, list: readonly Term[]): boolean {
    const f = this.#f
    if (!list.some(([v]) => isMultiplied(f.op(v)))) return false
    const products = list.map(term => factorsOf(this.#m, f, root, term, true))
    const turned = products.filter(({ signs }) => signs > 0)
    if (turned.length === 0) return false
    const nodes = turned.flatMap(p => p.nodes)
    const isPositive = products.some(({ weight }) => weight > 0) || terms.constant !== 0
    const gone = nodes.filter(n => !isProduct(f.op(n)) && f.singleUser(n) !== NO_VALUE)
    if (!isPositive && gone.length < 2) return false
    this.#rebuild(root, { ...terms, nodes: [...terms.nodes, ...nodes] }, () => {
      const positive = products.map(
        (p, i): Term => (p.signs > 0 ? [this.#productOf(root, p.factors), p.weight] : list[i]!),
      )
      const sum = this.#buildSum(root, merged(positive), terms.constant)
      if (sum >= 0) this.#work.push(sum)
      return sum
    })
    return true
  }

  /** a * b * e + a * c + d -> a * (b * e + c) + d, for the factor that most products of the sum have, a constant too; a * 2 is such a product. */
  #factor(root: Value, terms: Terms, list: readonly Term[]): boolean {
    let multiplied = 0
    for (const [v, n] of list) if (Math.abs(n) !== 1 || isMultiplied(this.#f.op(v))) multiplied++
    if (multiplied < 2) return false
    const products = list.map(term => factorsOf(this.#m, this.#f, root, term))
    const counts = new Map<Value, number>()
    for (const { factors, weight } of products)
      if (factors.length > 1 || Math.abs(weight) !== 1)
        for (const o of new Set(factors)) counts.set(o, (counts.get(o) ?? 0) + 1)
    const factors = [...counts].filter(([, n]) => n > 1).sort(([, n], [, o]) => o - n)
    return factors.some(([factor]) => this.#factorOut(root, terms, products, factor))
  }

  #factorOut(root: Value, terms: Terms, products: readonly Factors[], factor: Value): boolean {
    const f = this.#f
    const isShared = ({ factors, weight }: Factors): boolean =>
      (factors.length > 1 || Math.abs(weight) !== 1) && factors.includes(factor)
    const shared = products.filter(isShared)
    const inner = withoutFactor(this.#m, f.type(root), shared, factor)
    if (!inner) return false
    const { isTurned, others, constant } = inner
    const op = isFloat(f.type(root)) ? Op.FMul : Op.Mul
    const rest = products.filter(p => !isShared(p)).map((p): Term => [p.term, p.weight])
    const nodes = [...terms.nodes, ...shared.flatMap(p => p.nodes)]
    this.#rebuild(root, { ...terms, nodes }, () => {
      const list = others.map(([factors, n]): Term => [this.#productOf(root, factors), n])
      const sum = this.#buildSum(root, merged(list), constant)
      // Constants stand last.
      const product =
        factor < 0 || sum < 0
          ? this.#insert(root, op, sum < 0 ? factor : sum, sum < 0 ? sum : factor)
          : this.#insert(root, op, factor, sum)
      const whole =
        rest.length === 0 && terms.constant === 0 && !isTurned
          ? product
          : this.#buildSum(root, [...rest, [product, isTurned ? -1 : 1]], terms.constant)
      // Others of its terms may share another factor.
      if (sum >= 0) this.#work.push(sum)
      this.#work.push(whole)
      return whole
    })
    return true
  }
}

/** What adds or multiplies nothing. */
const unchangedBy = (op: number): number => (isSum(op) ? 0 : neutralOf(op))

const isMultiplied = (op: number): boolean => op === Op.Mul || op === Op.FMul
/** What sumOf looks into. */
const mayBeSum = (op: number): boolean => isSum(op) || isMultiplied(op) || op === Op.Shl || op === Op.Xor

/** What is left of products behind one of their factors; `isTurned`: with the opposite sign, so that something is positive. */
interface Inner {
  readonly others: readonly (readonly [factors: readonly Value[], weight: number])[]
  readonly constant: number
  readonly isTurned: boolean
}

function withoutFactor(m: Module, type: Type, shared: readonly Factors[], factor: Value): Inner | undefined {
  const others: [Value[], number][] = []
  let constant = 0
  for (const { factors, weight } of shared) {
    const at = factors.indexOf(factor)
    const rest = factors.filter((_, i) => i !== at)
    if (rest.length > 1 || (rest[0] ?? NO_VALUE) > 0) {
      others.push([rest, weight])
      continue
    }
    const known = rest.length === 0 ? 1 : numberOf(m, rest[0]!, type)
    if (known === undefined || type === I64) return undefined
    constant += isFloat(type) ? known * weight : Math.imul(known, weight)
  }
  if (others.length === 0 && (factor < 0 || constant === 0)) return undefined
  const isTurned = constant <= 0 && others.every(([, n]) => n < 0)
  const sign = isTurned ? -1 : 1
  return { isTurned, constant: constant * sign, others: others.map(([v, n]) => [v, n * sign]) }
}

/** Each value once. */
function merged(list: readonly Term[]): Term[] {
  const terms: Term[] = []
  for (const [v, n] of list) addTerm(terms, v, n)
  return terms.filter(([, n]) => n !== 0)
}

/**
 * Terms by the size of their factor, those of 1 each by itself; terms of one other factor share it when one of them is positive: 2a + 2b is
 * 2 * (a + b).
 */
function byFactor(list: readonly [Value, number][]): [number, [Value, number][]][] {
  if (list.every(([, n]) => Math.abs(n) === 1)) return list.map(term => [1, [term]])
  const groups: [number, [Value, number][]][] = []
  const found = new Map<number, [Value, number][]>()
  for (const [v, n] of list) {
    const factor = Math.abs(n)
    const group = factor === 1 ? undefined : found.get(factor)
    const term: [Value, number] = [v, n < 0 ? -1 : 1]
    if (group) group.push(term)
    else {
      const made = [term]
      found.set(factor, made)
      groups.push([factor, made])
    }
  }
  const isNegative = ([, terms]: (typeof groups)[number]): boolean => terms.every(([, n]) => n < 0)
  if (!groups.some(isNegative)) return groups
  return groups.flatMap((group): typeof groups => (isNegative(group) ? group[1].map(t => [group[0], [t]]) : [group]))
}

/** x * -17, where nothing is positive. */
const isProductAlone = (list: readonly [Value, number][], constant: number): boolean =>
  list.length === 1 && constant === 0 && list[0]![1] < 0 && list[0]![1] !== -1

/** Operations of what #build makes. */
function costOf(op: number, list: readonly Term[], constant: number): number {
  if (isSum(op)) return sumCost(list, constant)
  return productCost(list) + (constant === neutralOf(op) || list.length === 0 ? 0 : 1)
}

function sumCost(list: readonly [Value, number][], constant: number): number {
  if (list.length === 0) return 0
  if (isProductAlone(list, constant)) return 1
  const scales = byFactor(list).filter(([factor]) => factor !== 1).length
  // Nothing positive: 0 - x, or constant - x.
  if (list.every(([, n]) => n < 0)) return list.length + scales
  return list.length - 1 + scales + (constant === 0 ? 0 : 1)
}

function productCost(list: readonly [Value, number][]): number {
  const halves = list.filter(([, n]) => n > 1).map(([v, n]): [Value, number] => [v, n >> 1])
  const odd = list.filter(([, n]) => (n & 1) === 1).length
  if (halves.length === 0) return Math.max(0, odd - 1)
  return productCost(halves) + 1 + odd
}
