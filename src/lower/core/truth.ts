// What is decided before anything runs, by the rules of clang's code generation: DXC emits no code for the rest.

import { evaluate } from '../../hlsl/check/values/constants.ts'
import type { Expr, LogicalExpr, Stmt, SwitchStmt } from '../../hlsl/tree/typed.ts'

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
  const values = evaluate(e)
  return values?.length === 1 ? Boolean(values[0]) : undefined
}

/** What runs of a `switch` on a constant; undefined: a `break` that may not be taken leaves it, or the selector is not known. */
export function chosenCase({ selector, groups }: SwitchStmt): readonly Stmt[] | undefined {
  const value = evaluate(selector)?.[0]
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
