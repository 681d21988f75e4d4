// What is decided before anything runs, by the rules of clang's code generation: DXC emits no code for the rest.

import { type Components, evaluate } from '../../hlsl/check/values/constants.ts'
import type { BinaryExpr, Expr, LogicalExpr, Stmt, SwitchStmt } from '../../hlsl/tree/typed.ts'

/** Whether a condition holds, where that is known without evaluating all of it: `false && f()` does not. */
export function truthOf(e: Expr): boolean | undefined {
  // Long chains lean to the left: a loop instead of recursion keeps the stack flat.
  const chain: LogicalExpr[] = []
  let first = e
  for (; first.kind === 'logical' && first.type.kind === 'scalar'; first = first.left) chain.push(first)
  let truth = ofOne(first)
  for (let link = chain.pop(); link && truth !== undefined; link = chain.pop())
    if (truth === (link.op === '&&')) truth = truthOf(link.right)
  return truth
}

/** The same for what no && or || joins. */
function ofOne(e: Expr): boolean | undefined {
  if (e.kind === 'unary' && e.op === '!' && e.type.kind === 'scalar') {
    const inner = truthOf(e.operand)
    return inner === undefined ? undefined : !inner
  }
  if (e.kind === 'conditional' && e.type.kind === 'scalar') {
    const condition = truthOf(e.condition)
    return condition === undefined ? undefined : truthOf(condition ? e.then : e.else)
  }
  const values = known(e)
  return values?.length === 1 ? Boolean(values[0]) : undefined
}

/** What an expression is worth where `&&` and `||` may be decided by their left sides alone, in every version of HLSL: `0 * (true || f())` is 0. */
const known = (e: Expr): Components | undefined => evaluate(e) ?? decidedValue(e)

function decidedValue(e: Expr): Components | undefined {
  const decided = withDecided(e)
  return decided === e ? undefined : evaluate(decided)
}

/** The expression with literals for what is decided so. */
function withDecided(e: Expr): Expr {
  switch (e.kind) {
    case 'logical': {
      const truth = e.type.kind === 'scalar' ? truthOf(e) : undefined
      return truth === undefined ? e : { kind: 'literal', type: e.type, pos: e.pos, end: e.end, value: truth }
    }
    case 'convert':
    case 'unary': {
      const operand = withDecided(e.operand)
      return operand === e.operand ? e : { ...e, operand }
    }
    case 'conditional': {
      const truth = e.type.kind === 'scalar' ? truthOf(e.condition) : undefined
      return truth === undefined ? e : withDecided(truth ? e.then : e.else)
    }
    case 'binary':
      return withDecidedChain(e)
    default:
      return e
  }
}

/** Long chains lean to the left: a loop instead of recursion keeps the stack flat. */
function withDecidedChain(e: BinaryExpr): Expr {
  const chain: BinaryExpr[] = []
  let first: Expr = e
  for (; first.kind === 'binary'; first = first.left) chain.push(first)
  let made = withDecided(first)
  for (let link = chain.pop(); link; link = chain.pop()) {
    const right = withDecided(link.right)
    made = made === link.left && right === link.right ? link : { ...link, left: made, right }
  }
  return made
}

/** What runs of a `switch` on a constant; undefined: a `break` that may not be taken leaves it, or the selector is not known. */
export function chosenCase({ selector, groups }: SwitchStmt): readonly Stmt[] | undefined {
  const value = known(selector)?.[0]
  if (value === undefined) return undefined
  const says = (label: number | bigint | undefined): boolean => label !== undefined && BigInt(label) === BigInt(value)
  let first = groups.findIndex(g => g.labels.some(says))
  if (first < 0) first = groups.findIndex(g => g.labels.includes(undefined))
  const chosen: Stmt[] = []
  const isClear =
    first < 0 ||
    take(
      groups.slice(first).flatMap(g => g.body),
      chosen,
    ) !== undefined
  return isClear ? chosen : undefined
}

/** Takes statements up to the `break`; false: there is one. Undefined: one stands where it may not be taken. */
function take(list: readonly Stmt[], chosen: Stmt[]): boolean | undefined {
  for (const s of list) {
    if (s.kind === 'break') return false
    if (!breaksOut(s)) chosen.push(s)
    else if (s.kind !== 'block') return undefined
    else return take(s.body, chosen)
  }
  return true
}

function breaksOut(s: Stmt): boolean {
  if (s.kind === 'block') return s.body.some(breaksOut)
  if (s.kind === 'if') return breaksOut(s.then) || (s.else !== undefined && breaksOut(s.else))
  return s.kind === 'break'
}

/** An operand that is evaluated although what follows it decides: `a || true`, `a && false`. */
export function settledBy(e: Expr): { readonly operand: Expr; readonly truth: boolean } | undefined {
  if (e.kind === 'unary' && e.op === '!') {
    const inner = settledBy(e.operand)
    return inner && { ...inner, truth: !inner.truth }
  }
  if (e.kind !== 'logical' || !e.shortCircuit) return undefined
  const right = truthOf(e.right)
  return right === (e.op === '||') ? { operand: e.left, truth: right } : undefined
}

/** Whether no code is in a statement; `break` may end what is chosen in a switch. */
export function isNothing(s: Stmt, inSwitch = false): boolean {
  if (s.kind === 'block') return s.body.every(inner => isNothing(inner, inSwitch))
  if (s.kind === 'expr') return s.expr.kind === 'var' || s.expr.kind === 'literal'
  return s.kind === 'break' ? inSwitch : s.kind === 'decl' && s.init === undefined
}
