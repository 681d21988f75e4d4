// Walks over the typed tree: statements in their order, the parts of an expression.

import type { Expr, Stmt } from '../typed.ts'

/** Every statement in and under one, in source order; nesting is bounded by the parser. */
export function eachStatement(stmt: Stmt, visit: (stmt: Stmt) => void): void {
  visit(stmt)
  for (const part of statementsOf(stmt)) eachStatement(part, visit)
}

function statementsOf(stmt: Stmt): readonly Stmt[] {
  switch (stmt.kind) {
    case 'block':
      return stmt.body
    case 'if':
      return stmt.else ? [stmt.then, stmt.else] : [stmt.then]
    case 'loop':
      return [...stmt.init, stmt.body]
    case 'switch':
      return stmt.groups.flatMap(group => group.body)
    default:
      return []
  }
}

/** The expressions that a statement holds itself. */
export function expressionsOf(stmt: Stmt): readonly (Expr | undefined)[] {
  switch (stmt.kind) {
    case 'decl':
      return [stmt.init]
    case 'expr':
      return [stmt.expr]
    case 'if':
      return [stmt.condition]
    case 'loop':
      return [stmt.condition, stmt.step]
    case 'switch':
      return [stmt.selector]
    case 'return':
      return [stmt.value]
    default:
      return []
  }
}

/** An expression and everything in it, without recursion: chains of operators may be as long as sources are. */
export function eachExpression(root: Expr | undefined, visit: (expr: Expr) => void): void {
  const stack = [root]
  while (stack.length > 0) {
    const expr = stack.pop()
    if (!expr) continue
    visit(expr)
    stack.push(...childrenOf(expr))
  }
}

function childrenOf(expr: Expr): readonly (Expr | undefined)[] {
  switch (expr.kind) {
    case 'assign':
      return [expr.target, expr.value]
    case 'call':
      return [expr.self, ...expr.args]
    case 'intrinsic':
      return expr.args
    case 'method':
      return [expr.object, ...expr.args]
    case 'logical':
      return [expr.left, expr.right]
    case 'conditional':
      return [expr.condition, expr.then, expr.else]
    case 'bit-field':
      return [expr.base]
    case 'pack':
      return expr.parts.map(part => part.value)
    default:
      return partsOf(expr)
  }
}

/** Operands in the order of their evaluation, of what evaluates all of them and writes none. */
export function partsOf(expr: Expr): readonly (Expr | undefined)[] {
  switch (expr.kind) {
    case 'member':
    case 'swizzle':
    case 'matrix-swizzle':
      return [expr.base]
    case 'index':
      return [expr.base, expr.index]
    case 'resource-index':
      return [expr.resource, expr.index, expr.level]
    case 'unary':
    case 'convert':
      return [expr.operand]
    case 'incdec':
      return [expr.target]
    case 'binary':
    case 'comma':
      return [expr.left, expr.right]
    case 'construct':
      return expr.args
    case 'init-list':
      return expr.leaves
    case 'heap':
      return [expr.index]
    default:
      return []
  }
}
