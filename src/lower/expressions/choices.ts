// Conditional evaluation: && || ?: as selects when cheap, else as branches that meet in phis; and branching on a condition directly.

import { evaluate } from '../../hlsl/check/values/constants.ts'
import { codePosition } from '../../hlsl/tree/code_position.ts'
import type { ConditionalExpr, Expr, LogicalExpr } from '../../hlsl/tree/typed.ts'
import type { Block, Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { I1 } from '../../ir/types.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { chooseObject } from '../core/object_choices.ts'
import { isObject } from '../core/places.ts'
import { leavesOf } from '../core/scalars.ts'
import { isCheap, isFolded } from '../core/speculate.ts'
import { truthOf } from '../core/truth.ts'

export function logicalValue(lowerer: Lowerer, e: LogicalExpr): readonly Value[] {
  // Long chains lean to the left: a loop instead of recursion keeps the stack flat.
  const chain: LogicalExpr[] = []
  let first: Expr = e
  for (; first.kind === 'logical'; first = first.left) chain.push(first)
  // Both sides run before HLSL 2021, but for a left one whose truth is known: of `true && f()`, `false && f()` the call is left.
  let truth = e.shortCircuit || e.type.kind !== 'scalar' ? undefined : truthOf(first)
  let values: readonly Value[] | undefined
  for (let link = chain.pop(); link; link = chain.pop()) {
    if (truth === undefined) {
      values = joined(lowerer, link, values ?? lowerer.value(first))
      continue
    }
    const decides = truth !== (link.op === '&&')
    const next = decides ? truth : truthOf(link.right)
    if (next === undefined || chain.length === 0) {
      const right = lowerer.value(link.right)
      values = decides ? [lowerer.b.bool(truth)] : right
    }
    truth = next
  }
  return values!
}

/**
 * Whether operands are evaluated although they may not be needed. In loops with wave operations only where DXC has them in no block of their own when
 * it decides which breaks stay: what is chosen by `WaveIsFirstLane() ? x * y : 3` does not depend on the wave. clang makes no branch for two constants.
 */
function runAlways(lowerer: Lowerer, ...operands: readonly Expr[]): boolean {
  if (lowerer.waveLoops === 0) return operands.every(isCheap)
  if (lowerer.module.options.optimization > 0) return operands.every(isFolded)
  return operands.length > 1 && operands.every(e => evaluate(e) !== undefined)
}

function joined(lowerer: Lowerer, e: LogicalExpr, left: readonly Value[]): readonly Value[] {
  const { b } = lowerer
  const isAnd = e.op === '&&'
  if (!e.shortCircuit || runAlways(lowerer, e.right)) {
    const right = lowerer.value(e.right)
    b.pos = codePosition(e)
    return left.map((x, i) => b.binary(isAnd ? Op.And : Op.Or, x, right[i]!))
  }
  const rhs = b.newBlock(isAnd ? 'and.rhs' : 'or.rhs')
  const end = b.newBlock(isAnd ? 'and.end' : 'or.end')
  b.pos = codePosition(e)
  if (isAnd) b.branch(left[0]!, rhs, end)
  else b.branch(left[0]!, end, rhs)
  b.enter(rhs)
  const right = lowerer.scalar(e.right)
  b.jump(end)
  b.enter(end)
  return [b.phi(I1, [b.bool(!isAnd), right])]
}

export function conditionalValue(lowerer: Lowerer, e: ConditionalExpr): readonly Value[] {
  const { b } = lowerer
  // Of vectors and matrices both arms run before HLSL 2021, whatever the condition.
  const truth = e.type.kind === 'scalar' ? truthOf(e.condition) : undefined
  if (truth !== undefined) return lowerer.value(truth ? e.then : e.else)
  const condition = lowerer.value(e.condition)
  const known = b.constantInt(condition[0]!)
  if (known !== undefined && condition.length === 1 && e.shortCircuit)
    return lowerer.value(known !== 0 ? e.then : e.else)
  if (!e.shortCircuit || condition.length > 1 || runAlways(lowerer, e.then, e.else)) {
    const yes = lowerer.value(e.then)
    const no = lowerer.value(e.else)
    b.pos = e.at ?? e.pos
    return yes.map((v, i) => choose(lowerer, condition[condition.length === 1 ? 0 : i]!, v, no[i]!))
  }
  return branched(lowerer, e, condition[0]!)
}

function branched(lowerer: Lowerer, e: ConditionalExpr, condition: Value): readonly Value[] {
  const { b } = lowerer
  const then = b.newBlock('cond.true')
  const otherwise = b.newBlock('cond.false')
  const end = b.newBlock('cond.end')
  b.branch(condition, then, otherwise)
  const isObject = leavesOf(e.type).map(leaf => leaf.kind === 'object')
  // Handles are made in the branch that chose them, where their index is known.
  const inBranch = (v: Value, i: number): Value => (isObject[i] ? lowerer.handleValue(v) : v)
  b.enter(then)
  const yes = lowerer.value(e.then).map(inBranch)
  b.jump(end)
  b.enter(otherwise)
  const no = lowerer.value(e.else).map(inBranch)
  b.jump(end)
  b.enter(end)
  b.pos = e.at ?? e.pos
  return leavesOf(e.type).map((leaf, i) => {
    const v = yes[i]!
    const phi = v === no[i] ? v : b.phi(b.typeOf(v), [v, no[i]!])
    return leaf.kind === 'object' ? lowerer.handleObject(phi, leaf) : phi
  })
}

function choose(lowerer: Lowerer, condition: Value, yes: Value, no: Value): Value {
  if (yes === no) return yes
  if (isObject(yes)) return chooseObject(lowerer, condition, yes, no)
  return lowerer.b.select(condition, yes, no)
}

/** What is left of a condition without constants that decide nothing: of `true && x` only x. */
function withoutIdle(e: Expr): Expr {
  let left = e
  while (left.kind === 'logical' && left.type.kind === 'scalar') {
    const idle = left.op === '&&'
    if (truthOf(left.right) === idle) left = left.left
    else if (truthOf(left.left) === idle) left = left.right
    else break
  }
  return left
}

/** The condition of an `if`, as one that jumps: a choice of bools that is all of it evaluates one arm, in every version of HLSL. */
export function branching(e: Expr): Expr {
  if (e.kind === 'unary' && e.op === '!') return { ...e, operand: branching(e.operand) }
  const left = withoutIdle(e)
  if (left !== e) return branching(left)
  if (e.kind !== 'conditional' || e.condition.type.kind !== 'scalar') return e
  const [condition, yes, no] = [branching(e.condition), branching(e.then), branching(e.else)]
  const truth = truthOf(e.condition)
  // A known condition jumps as well, after what it is made of was evaluated: of `(false && f()) ? a : b` f(), where && evaluates both sides.
  if (truth !== undefined && !e.shortCircuit)
    return { kind: 'comma', type: e.type, pos: e.pos, end: e.end, left: condition, right: truth ? yes : no }
  // biome-ignore lint/suspicious/noThenProperty: the branch's name in the typed tree
  return { ...e, shortCircuit: true, condition, then: yes, else: no }
}

/** Whether DXC evaluates a condition in several blocks that meet in front of the jump. */
export function meetsBeforeJump(e: Expr): boolean {
  const left = withoutIdle(e)
  return left.kind === 'logical' && left.shortCircuit && truthOf(left) === undefined
}

/** True when branchOn() makes more than one branch of a condition. */
export function jumpsAround(lowerer: Lowerer, e: Expr): boolean {
  if (e.kind === 'unary' && e.op === '!') return jumpsAround(lowerer, e.operand)
  return e.kind === 'logical' && e.shortCircuit && !runAlways(lowerer, e.right)
}

/**
 * Jumps on a condition; short-circuit operators become jumps themselves when their right side is not cheap.
 * @param pos where the statement jumps; within the condition that is where the operator stands
 */
export function branchOn(lowerer: Lowerer, e: Expr, yes: Block, no: Block, hint: number, pos: number): void {
  const { b } = lowerer
  const rights: {
    readonly block: Block
    readonly condition: Expr
    readonly yes: Block
    readonly no: Block
    readonly pos: number
  }[] = []
  let [at, then, otherwise] = [e, yes, no]
  for (;;)
    if (at.kind === 'unary' && at.op === '!') [at, then, otherwise] = [at.operand, otherwise, then]
    else if (at.kind === 'logical' && at.shortCircuit && !runAlways(lowerer, at.right)) {
      const block = b.newBlock(at.op === '&&' ? 'and.rhs' : 'or.rhs')
      rights.push({ block, condition: at.right, yes: then, no: otherwise, pos })
      if (at.op === '&&') then = block
      else otherwise = block
      pos = codePosition(at)
      at = at.left
    } else break
  const condition = lowerer.scalar(at)
  // Where the ways meet again, this is where their values were chosen.
  b.pos = pos
  if (at.kind !== 'literal') b.step()
  b.branch(condition, then, otherwise, hint)
  for (let right = rights.pop(); right; right = rights.pop()) {
    b.enter(right.block)
    branchOn(lowerer, right.condition, right.yes, right.no, hint, right.pos)
  }
}
