// Two functions compared by what they do: the order of independent operations, exchanged operands and inverted conditions are no
// difference. What is left is told once, where it begins: `x * 2 + y` against `x * 3 + y` is one difference, of two constants.

import { calleeOf, dxOpcode } from '../dxil/dx_call.ts'
import { type Func, type Instruction, Op, type Value } from '../llvm/model/values.ts'
import { type BlockPair, pairBlocks } from './block_pairs.ts'
import { conditionOf, exchangeable } from './canonical.ts'
import { expressionText } from './expression_text.ts'
import { accessOf, hasEffect } from './memory_order.ts'
import type { ModuleSide } from './module_side.ts'
import { type Classes, classesOf, flagsOf } from './value_classes.ts'

export interface SemanticChange {
  /**
   * 'value': an expression is another one; 'effect': something is written that the other side does not write; 'flow': branches part here,
   * and nothing is known of the code behind them.
   */
  readonly kind: 'value' | 'effect' | 'flow'
  readonly a?: string
  readonly b?: string
  /** ` file:line` of either side, where debug information tells it. */
  readonly lineA?: string
  readonly lineB?: string
}

export interface SemanticDiff {
  /** Equal results: the same operations in another order. */
  readonly same: boolean
  /** Most are told; `count` is all of them. */
  readonly changes: readonly SemanticChange[]
  readonly count: number
}

/** Changes that are told of one function. */
const MOST_CHANGES = 100

/** Two functions of one type. Lines come from `ModuleSide.lineOf`. */
export function semanticDiff(sideA: ModuleSide, sideB: ModuleSide, fa: Func, fb: Func): SemanticDiff {
  const changes = new FunctionComparison(sideA, sideB, fa, fb).run()
  return { same: changes.length === 0, changes: changes.slice(0, MOST_CHANGES), count: changes.length }
}

class FunctionComparison {
  readonly #sides: readonly [ModuleSide, ModuleSide]
  readonly #pairs: ReturnType<typeof pairBlocks>
  readonly #a: Classes
  readonly #b: Classes
  readonly #changes: SemanticChange[] = []
  /** One operation on equal operands that differs by what came before it alone: told where nothing else is. */
  readonly #follows: (readonly [Value, Value])[] = []
  /** Pairs of values that were compared, so that each difference is told once. */
  readonly #seen = new Set<string>()

  constructor(sideA: ModuleSide, sideB: ModuleSide, fa: Func, fb: Func) {
    this.#sides = [sideA, sideB]
    this.#pairs = pairBlocks(fa, fb)
    ;[this.#a, this.#b] = classesOf([sideA, fa], [sideB, fb], this.#pairs)
  }

  run(): SemanticChange[] {
    for (const pair of this.#pairs.pairs) {
      this.#effects(pair)
      this.#end(pair)
    }
    if (this.#changes.length === 0) for (const [v, w] of this.#follows) this.#tell('value', v, w)
    return this.#changes
  }

  /** What a block writes, in any order that gives the same. */
  #effects({ a, b }: BlockPair): void {
    const left = new Map<string, Instruction[]>()
    for (const inst of b.instructions)
      if (hasEffect(inst)) {
        const key = this.#b.of(inst)
        const list = left.get(key)
        if (list) list.push(inst)
        else left.set(key, [inst])
      }
    const onlyA = a.instructions.filter(inst => hasEffect(inst) && left.get(this.#a.of(inst))?.shift() === undefined)
    const onlyB = [...left.values()].flat()
    for (const inst of onlyA) {
      const at = onlyB.findIndex(other => this.#isAlike(inst, other))
      if (at < 0) this.#tell('effect', inst, undefined)
      else this.#compare(inst, onlyB.splice(at, 1)[0]!)
    }
    for (const inst of onlyB) this.#tell('effect', undefined, inst)
  }

  #end(pair: BlockPair): void {
    const [x, y] = [pair.a.instructions.at(-1), pair.b.instructions.at(-1)]
    if (!x || !y) return
    if (this.#pairs.parted.has(pair)) this.#tell('flow', x, y)
    const [first, second] = [x.operands[0], y.operands[0]]
    // Which way a negated condition leads is what the pairs of blocks say already.
    if (!first || !second || withoutNegation(this.#a.of(first)) === withoutNegation(this.#b.of(second))) return
    this.#compare(conditionOf(first).value, conditionOf(second).value)
  }

  /** Goes down to where two values that differ begin to differ. Depth is bounded by a list of work, not by the engine's stack. */
  #compare(x: Value, y: Value): void {
    const work: (readonly [Value, Value])[] = [[x, y]]
    for (let next = work.pop(); next; next = work.pop()) {
      const [v, w] = next
      if (this.#a.of(v) === this.#b.of(w)) continue
      const key = `${v.index} ${w.index}`
      if (this.#seen.has(key)) continue
      this.#seen.add(key)
      const below = this.#differing(v, w)
      const inner = below.filter(([p, q]) => p.kind === 'instruction' && q.kind === 'instruction')
      if (below.length === 0 && v.kind === 'instruction' && w.kind === 'instruction' && this.#isAlike(v, w))
        this.#follows.push([v, w])
      // A constant is told with the operation that takes it.
      else if (below.length === 0 || inner.length < below.length) this.#tell('value', v, w)
      work.push(...inner)
    }
  }

  /** Operands that differ, in pairs; none where the operations themselves differ. */
  #differing(v: Value, w: Value): (readonly [Value, Value])[] {
    if (v.kind !== 'instruction' || w.kind !== 'instruction' || !this.#isAlike(v, w)) return []
    const xs = v.operands
    let ys: readonly (Value | undefined)[] = v.op === Op.Phi ? this.#edgesLike(v, w) : w.operands
    const first = exchangeable(v)
    if (first !== undefined && this.#crosses(xs, w.operands, first)) ys = exchanged(w.operands, first)
    return xs.flatMap((x, n) => {
      const y = ys[n]
      return !y || this.#a.of(x) === this.#b.of(y) ? [] : [[x, y] as const]
    })
  }

  /** The operands of phi `w` in the order of the edges of phi `v`. */
  #edgesLike(v: Instruction, w: Instruction): (Value | undefined)[] {
    const { idOf } = this.#pairs
    const from = new Map(w.blocks.map((block, n) => [idOf.get(block), w.operands[n]!]))
    return v.blocks.map(block => from.get(idOf.get(block)))
  }

  /** Whether an operand of one is the other operand of the other. */
  #crosses(xs: readonly Value[], ys: readonly Value[], first: number): boolean {
    const [p, q] = [this.#a.of(xs[first]!), this.#a.of(xs[first + 1]!)]
    const [r, s] = [this.#b.of(ys[first]!), this.#b.of(ys[first + 1]!)]
    return p !== r && q !== s && (p === s || q === r)
  }

  /** One operation on the same types. */
  #isAlike(v: Instruction, w: Instruction): boolean {
    const [a, b] = this.#sides
    return (
      v.op === w.op &&
      v.code === w.code &&
      flagsOf(v) === flagsOf(w) &&
      v.operands.length === w.operands.length &&
      dxOpcode(v) === dxOpcode(w) &&
      a.typeKey(v.type) === b.typeKey(w.type) &&
      calleeOf(v)?.name === calleeOf(w)?.name &&
      `${v.indices ?? ''}` === `${w.indices ?? ''}` &&
      (accessOf(v) === undefined) === (accessOf(w) === undefined)
    )
  }

  #tell(kind: SemanticChange['kind'], x: Value | undefined, y: Value | undefined): void {
    const [a, b] = this.#sides
    const [lineA, lineB] = [this.#line(0, x), this.#line(1, y)]
    this.#changes.push({
      kind,
      ...(x ? { a: expressionText(a, x) } : {}),
      ...(y ? { b: expressionText(b, y) } : {}),
      ...(lineA === '' ? {} : { lineA }),
      ...(lineB === '' ? {} : { lineB }),
    })
  }

  #line(side: 0 | 1, v: Value | undefined): string {
    return v?.kind === 'instruction' ? this.#sides[side].lineOf(v) : ''
  }
}

const withoutNegation = (key: string): string => key.replace(/^!/, '')

const exchanged = (values: readonly Value[], first: number): Value[] =>
  values.map((v, n) => (n === first ? values[first + 1]! : n === first + 1 ? values[first]! : v))
