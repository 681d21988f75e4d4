// Where the code of an expression stands, as clang has it: at the operator, the member's name, the beginning of a call. Debuggers stop there.

import type { Expr } from './typed.ts'

/** Only what cannot be told from an expression's span is kept in it (`at`): it is one more number in each node. */
export function codePosition(e: Expr): number {
  if (e.at !== undefined) return e.at
  switch (e.kind) {
    case 'member':
      return e.end - e.field.name.length
    case 'bit-field':
      return codePosition(e.base)
    case 'convert':
      return e.operand.pos
    case 'incdec':
      return e.prefix ? e.pos : e.end - 2
    default:
      return e.pos
  }
}
