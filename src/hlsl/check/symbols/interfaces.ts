// Interfaces: which methods a struct still owes them, and where structs that owe some may not stand.

import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import type { FunctionSymbol } from '../../tree/typed.ts'
import { innermost, sameType, type Type, typeText } from '../../tree/types.ts'
import { type Checker, note, report } from '../core/context.ts'
import type { FunctionEntity, RecordInfo } from '../core/scopes.ts'

export function sameParameters(a: FunctionSymbol, b: FunctionSymbol): boolean {
  return (
    a.params.length === b.params.length &&
    a.params.every((param, i) => param.mode === b.params[i]!.mode && sameType(param.type, b.params[i]!.type, true))
  )
}

/** A record has the methods of its bases' interfaces. */
export function inheritVirtuals(record: RecordInfo, base: RecordInfo): void {
  if (base.virtuals && !record.isInterface) record.virtuals = [...(record.virtuals ?? []), ...base.virtuals]
}

/** A method of an interface is owed; one of a struct may pay. */
export function declareVirtual(cx: Checker, record: RecordInfo, entity: FunctionEntity): void {
  if (record.isInterface) {
    if (!entity.isStatic) record.virtuals = [...(record.virtuals ?? []), { entity, isPure: true }]
    else report(cx, 'E2839', entity.decl.nameSpan, { what: 'static member function', name: entity.name })
    return
  }
  if (!record.virtuals) return
  record.virtuals = record.virtuals.map(known => {
    const wanted = known.entity.symbol!
    if (known.entity.name !== entity.name || !sameParameters(wanted, entity.symbol!)) return known
    checkOverride(cx, known.entity, entity)
    return { entity, isPure: false }
  })
}

function checkOverride(cx: Checker, wanted: FunctionEntity, entity: FunctionEntity): void {
  const { name, decl, symbol } = entity
  const own = symbol!.returnType
  const theirs = wanted.symbol!.returnType
  if (!entity.isStatic && (own.kind === 'error' || theirs.kind === 'error' || sameType(own, theirs, true))) return
  const error = entity.isStatic
    ? report(cx, 'E2837', decl.nameSpan, { name })
    : report(cx, 'E2836', decl.nameSpan, { name, own: typeText(own), theirs: typeText(theirs) })
  note(cx, error, 'N2836', wanted.decl.nameSpan, {})
}

/** Interfaces have methods alone, and no bases. */
export function checkInterface(cx: Checker, decl: A.RecordDecl): void {
  if (decl.recordKind !== 'interface') return
  if (decl.bases.length > 0) report(cx, 'E2838', decl.bases[0]!, {})
  for (const member of decl.members ?? [])
    if (member.kind === 'variable') report(cx, 'E2839', member.nameSpan, { what: 'data member', name: member.name })
}

type Place = 'return' | 'parameter' | 'variable' | 'field'

/** Whether values of the type may stand there; reports when not. Arrays are refused where they are made. */
export function requireConcrete(cx: Checker, type: Type, place: Place, at: Span): boolean {
  const record = type.kind === 'struct' ? abstractRecord(cx, type) : undefined
  if (record) explain(cx, record, report(cx, 'E2833', at, { place, type: typeText(type) }))
  return record === undefined
}

export function requireConcreteElement(cx: Checker, type: Type, at: Span): boolean {
  const record = abstractRecord(cx, type)
  if (record) explain(cx, record, report(cx, 'E2834', at, { type: typeText(innermost(type)) }))
  return record === undefined
}

/** `(S)0`. */
export function requireConcreteCast(cx: Checker, type: Type, at: Span): boolean {
  const record = abstractRecord(cx, type)
  if (record) explain(cx, record, report(cx, 'E2835', at, { type: typeText(type) }))
  return record === undefined
}

function abstractRecord(cx: Checker, type: Type): RecordInfo | undefined {
  const inner = innermost(type)
  const record = inner.kind === 'struct' ? cx.records.get(inner) : undefined
  return record?.complete && record.virtuals?.some(v => v.isPure) ? record : undefined
}

/** Says once for each record what it lacks. */
function explain(cx: Checker, record: RecordInfo, error: ReturnType<typeof report>): void {
  if (record.isExplained || cx.silent > 0) return
  record.isExplained = true
  for (const { entity, isPure } of record.virtuals!)
    if (isPure) note(cx, error, 'N2833', entity.decl.nameSpan, { name: entity.name, type: record.type.name })
}
