// What an expression designates: something assignable, something read-only, or a mere value.

import { objectTypeRow } from '../../../spec/object_types.ts'
import { castLeaves } from '../../tree/cast_places.ts'
import { isNodeObject } from '../../tree/nodes.ts'
import type { Expr } from '../../tree/typed.ts'
import type { ObjectType, Type } from '../../tree/types.ts'

export type Place = 'assignable' | 'const' | 'value'

/** Elements of these can be stored to. */
const isWritable = ({ name }: ObjectType): boolean => {
  const access = objectTypeRow(name)?.access
  return access === 'write' || access === 'ordered'
}

/** Follows members, subscripts and swizzles down to what they are part of. */
export function placeOf(expr: Expr): Place {
  let at = expr
  for (;;) {
    switch (at.kind) {
      case 'var':
        return at.symbol.isConst ? 'const' : 'assignable'
      case 'this':
        return 'assignable'
      case 'member':
        if (at.base.type.kind === 'object' || at.field.isConst) return 'const'
        at = at.base
        break
      case 'swizzle':
        // The one component of a bit field has no place of its own.
        if (at.base.kind === 'bit-field') return 'value'
        at = at.base
        break
      case 'index':
        if (hasRepeats(at.base)) return 'value'
        if (at.base.kind === 'assign' && isOnlyWritten(at.base) && at.base.type.kind !== 'array') return 'value'
        at = at.base
        break
      case 'bit-field':
      case 'matrix-swizzle':
        at = at.base
        break
      case 'resource-index': {
        const type = at.resource.type
        if (isNodeObject(type) && rootVariable(at.resource)?.symbol.isConst) return 'const'
        return type.kind === 'object' && isWritable(type) ? 'assignable' : 'const'
      }
      case 'incdec':
        return at.prefix ? 'assignable' : 'value'
      case 'assign':
        return 'assignable'
      case 'conditional': {
        // A part of a choice is no place, only the whole.
        if (!at.isPlace || at !== expr) return 'value'
        const arms = [placeOf(at.then), placeOf(at.else)]
        return arms.includes('const') ? 'const' : arms.includes('value') ? 'value' : 'assignable'
      }
      case 'convert':
        // Derived struct seen as its base.
        if (at.type.kind === 'struct' && isBaseOf(at.type, at.operand.type)) {
          at = at.operand
          break
        }
        if (at.explicit && castLeaves(at.operand.type, at.type)) {
          at = at.operand
          break
        }
        return 'value'
      default:
        return 'value'
    }
  }
}

/** What can be assigned to, but is no place to DXC that an argument may name. */
export function isOnlyWritten(expr: Expr): boolean {
  let at = expr
  while (at.kind === 'member' || at.kind === 'swizzle' || at.kind === 'matrix-swizzle') at = at.base
  return expr.kind === 'conditional' || (at.kind === 'assign' && at.op === undefined)
}

function isBaseOf(base: Type, derived: Type): boolean {
  for (let s: Type | undefined = derived; s?.kind === 'struct'; s = s.base) if (s === base) return true
  return false
}

/** Whether an expression is a part of its base. */
const isPart = (expr: Expr): expr is Extract<Expr, { kind: PartKind }> =>
  expr.kind === 'member' ||
  expr.kind === 'bit-field' ||
  expr.kind === 'swizzle' ||
  expr.kind === 'matrix-swizzle' ||
  expr.kind === 'index'

type PartKind = 'member' | 'bit-field' | 'swizzle' | 'matrix-swizzle' | 'index'

/** The variable an l-value is part of, for notes. */
export function rootVariable(expr: Expr): Extract<Expr, { kind: 'var' }> | undefined {
  let at = expr
  for (;;) {
    if (at.kind === 'var') return at
    if (isPart(at)) at = at.base
    else return undefined
  }
}

/** The record of a work graph that an l-value is part of. */
export function rootRecord(expr: Expr): Extract<Expr, { kind: 'resource-index' }> | undefined {
  let at = expr
  while (isPart(at)) at = at.base
  return at.kind === 'resource-index' && isNodeObject(at.resource.type) ? at : undefined
}

/** What an l-value is a field, a row or a component by index of: there DXC says whose `const` is in the way. */
export function wholeOf(expr: Expr): Expr {
  let at = expr
  while (at.kind === 'member' || (at.kind === 'index' && at.base.type.kind !== 'array')) at = at.base
  return at
}

/** The member that makes an l-value const, where the l-value is it or a field, a row or a component by index of it. */
export function constMemberOf(expr: Expr): Extract<Expr, { kind: 'member' }> | undefined {
  let at = expr
  while (at.kind === 'member' || (at.kind === 'index' && at.base.type.kind !== 'array')) {
    if (at.kind === 'member' && at.field.isConst) return at
    at = at.base
  }
  return undefined
}

/** A swizzle that names a component twice cannot be stored to. */
export function hasRepeats(expr: Expr): boolean {
  if (expr.kind === 'swizzle') return new Set(expr.components).size < expr.components.length || hasRepeats(expr.base)
  if (expr.kind === 'matrix-swizzle')
    return new Set(expr.components.map(([r, c]) => r * 4 + c)).size < expr.components.length
  return false
}
