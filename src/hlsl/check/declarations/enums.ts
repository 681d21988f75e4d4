// Enumerations: the underlying type, the enumerators and their values.

import type * as A from '../../tree/ast.ts'
import { elementOf, INT, INT64, isFloat, UINT } from '../../tree/numeric.ts'
import type { Expr } from '../../tree/typed.ts'
import { type EnumType, ERROR, isScoped, type Mutable, type ScalarType, type Type } from '../../tree/types.ts'
import { isTakenByConstant } from '../core/builtin_constants.ts'
import { type Checker, report } from '../core/context.ts'
import { type ConstantName, Scope } from '../core/scopes.ts'
import { checkUnderlying, refuseForwardEnum } from '../symbols/declaration_rules.ts'
import { isTakenName } from '../symbols/resolve_types.ts'
import { toScalar } from '../values/fold.ts'
import { integralConstant } from '../values/integral_constants.ts'
import { settled } from '../values/literals.ts'
import { refuseTag } from './records.ts'

/** Enumerators live beside an unscoped enum and in its own scope. */
export function declareEnum(checker: Checker, decl: A.EnumDecl): Type {
  const here = checker.enumDecls.get(decl)
  if (here && checker.enumScopes.get(here)!.parent === checker.scope) return here
  const known = decl.name === '' ? undefined : (checker.scope.tags?.get(decl.name) ?? checker.scope.own(decl.name))
  if (known?.kind === 'type' && known.type.kind === 'enum') {
    if (decl.values) report(checker, 'E2008', decl.nameSpan, { name: decl.name })
    return known.type
  }
  if (refuseTag(checker, decl, known, 'enum')) return ERROR
  if (checker.scope === checker.global && isTakenName(checker, decl.name) === 'alias') {
    report(checker, 'E2433', decl.nameSpan, { name: decl.name })
    return ERROR
  }
  refuseForwardEnum(checker, decl)
  const underlying = underlyingOf(checker, decl)
  const name = checker.scope.prefix() + decl.name
  const type: EnumType = {
    kind: 'enum',
    name,
    underlying,
    scoped: decl.isClass,
    enumerators: [],
    pos: decl.pos,
  }
  const scope = new Scope(checker.scope, decl.name)
  checker.enumScopes.set(type, scope)
  checker.enumDecls.set(decl, type)
  if (decl.name !== '') {
    const tag = { kind: 'type', type, isConst: false } as const
    checker.watch?.declared(decl.nameSpan, tag)
    checker.scope.setTag(decl.name, tag)
  }
  enumerators(checker, decl, type, scope)
  return type
}

function underlyingOf(checker: Checker, decl: A.EnumDecl): ScalarType {
  const type = decl.underlying && checker.typeOf(decl.underlying)
  if (type) checkUnderlying(checker, decl, type)
  const element = type && elementOf(type)
  return element && !isFloat(element) ? element : INT
}

/** Templates that end late come back to here: few frames of the stack for each level. */
function enumValue(checker: Checker, node: A.Expr, scope: Scope): Expr {
  const outer = checker.scope
  checker.scope = scope
  const value = checker.expr(node)
  checker.scope = outer
  return settled(value)
}

function enumerators(checker: Checker, decl: A.EnumDecl, type: EnumType, scope: Scope): void {
  let next = 0n
  let hasNegative = false
  const entities: Mutable<ConstantName>[] = []
  for (const node of decl.values ?? []) {
    if (node.value) {
      const value = enumValue(checker, node.value, scope)
      const constant = isWhole(value) ? integralConstant(checker, value, 'everything') : undefined
      if (constant === undefined && value.type.kind !== 'error')
        report(checker, 'E2220', node.value, { what: 'expression' })
      if (constant !== undefined) next = BigInt(typeof constant === 'number' ? Math.trunc(constant) : constant)
    }
    hasNegative ||= next < 0n
    const value = toScalar(next, fits(next, type.underlying))
    if (decl.underlying) next = representable(checker, node, next, type)
    // Up to its end they are the integers.
    const entity: Mutable<ConstantName> = { kind: 'constant', type: type.underlying, value }
    entities.push(entity)
    checker.watch?.declared(node, entity)
    const isTaken =
      checker.scope === checker.global &&
      (isTakenName(checker, node.name) !== undefined || isTakenByConstant(node.name))
    const isKnown = !decl.isClass && checker.scope.own(node.name) !== undefined && !checker.scope.yieldsName(node.name)
    if (scope.own(node.name) || (!decl.isClass && isTaken) || isKnown)
      report(checker, 'E2023', node, { name: node.name })
    scope.set(node.name, entity)
    type.enumerators?.push({ name: node.name, value: Number(value) })
    if (!decl.isClass) checker.scope.set(node.name, entity)
    next++
  }
  if (decl.underlying === undefined && !decl.isClass && !hasNegative) type.underlying = UINT
  for (const entity of entities) {
    entity.type = type
    entity.value = toScalar(entity.value, type.underlying)
  }
}

/** The value in a type that was given, which no enumerator reaches the end of without saying so. */
function representable(checker: Checker, node: A.EnumValue, next: bigint, { underlying }: EnumType): bigint {
  const value = BigInt(toScalar(next, underlying))
  if (!node.value && value !== next) report(checker, 'E2983', node, { value: String(next), type: underlying.name })
  return value
}

const isWhole = ({ type }: Expr): boolean => {
  const element = elementOf(type)
  return element !== undefined && !isFloat(element) && !isScoped(type)
}

/** Values beyond int keep their bits: an enum without a written type holds them as uint or 64 bits. */
function fits(value: bigint, underlying: ScalarType): ScalarType {
  if (underlying !== INT || (value >= -0x80000000n && value <= 0x7fffffffn)) return underlying
  return value > 0n && value <= 0xffffffffn ? UINT : INT64
}
