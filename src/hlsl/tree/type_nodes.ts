// What tells types among the nodes of the syntax tree.

import type { Expr, TypeNode } from './ast.ts'

/** The name of a function's type, `float(int, T)`: its template arguments are the type of the result and those of the parameters. */
export const FUNCTION_TYPE = '()'

/** The name that the node of a type has that refers to its only argument: `T &`. */
export const REFERENCE_TYPE = '&'

/** Whether a template argument, sizeof operand etc. is a type. */
export function isTypeNode(node: TypeNode | Expr): node is TypeNode {
  return node.kind === 'named_type' || node.kind === 'inline_type' || node.kind === 'error_type'
}
