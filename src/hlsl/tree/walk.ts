// Walks over the typed tree: statements in their order, the parts of an expression. A new kind of either does not compile before it is here.

import type { Expr, Stmt } from './typed.ts'

/** Every statement in and under one, in source order, without recursion: chains of else-if may be as long as sources are. */
export function eachStatement(stmt: Stmt, visit: (stmt: Stmt) => void): void {
  someStatement(stmt, part => void visit(part))
}

/** Whether a test holds for a statement or any under it; what comes after the first that it holds for is not asked. */
export function someStatement(root: Stmt, test: (stmt: Stmt) => boolean | undefined): boolean {
  const stack = [root]
  for (let stmt = stack.pop(); stmt; stmt = stack.pop()) {
    if (test(stmt)) return true
    const parts = statementsOf(stmt)
    for (let i = parts.length - 1; i >= 0; i--) stack.push(parts[i]!)
  }
  return false
}

/** The statements directly in one, in source order. */
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
    case 'decl':
    case 'expr':
    case 'return':
    case 'break':
    case 'continue':
    case 'discard':
      return []
  }
}

/** The expressions that a statement holds itself. */
export function expressionsOf(stmt: Stmt): readonly Expr[] {
  switch (stmt.kind) {
    case 'decl':
      return present(stmt.init)
    case 'expr':
      return [stmt.expr]
    case 'if':
      return [stmt.condition]
    case 'loop':
      return [...present(stmt.condition), ...present(stmt.step)]
    case 'switch':
      return [stmt.selector]
    case 'return':
      return present(stmt.value)
    case 'block':
    case 'break':
    case 'continue':
    case 'discard':
      return []
  }
}

/** An expression and everything in it, without recursion: chains of operators may be as long as sources are. */
export function eachExpression(root: Expr | undefined, visit: (expr: Expr) => void): void {
  if (root) someExpression(root, expr => void visit(expr))
}

/** Whether a test holds for an expression or anything in it; what comes after the first that it holds for is not asked. */
export function someExpression(root: Expr, test: (expr: Expr) => boolean | undefined): boolean {
  const stack = [root]
  for (let expr = stack.pop(); expr; expr = stack.pop()) {
    if (test(expr)) return true
    stack.push(...childrenOf(expr))
  }
  return false
}

/** The expressions directly in one, in the order of their evaluation where all are evaluated. */
export function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'literal':
    case 'var':
    case 'this':
      return []
    case 'member':
    case 'bit-field':
    case 'swizzle':
    case 'matrix-swizzle':
      return [expr.base]
    case 'index':
      return [expr.base, expr.index]
    case 'resource-index':
      return [expr.resource, expr.index, ...present(expr.level)]
    case 'heap':
      return present(expr.index)
    case 'unary':
    case 'convert':
      return [expr.operand]
    case 'incdec':
      return [expr.target]
    case 'binary':
    case 'logical':
    case 'comma':
      return [expr.left, expr.right]
    case 'conditional':
      return [expr.condition, expr.then, expr.else]
    case 'assign':
      return [expr.target, expr.value]
    case 'construct':
    case 'intrinsic':
      return expr.args
    case 'init-list':
      return expr.leaves
    case 'pack':
      return expr.parts.map(part => part.value)
    case 'call':
      return [...present(expr.self), ...expr.args]
    case 'method':
      return [expr.object, ...expr.args]
  }
}

const present = (expr: Expr | undefined): readonly Expr[] => (expr ? [expr] : [])
