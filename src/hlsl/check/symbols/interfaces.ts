// Interfaces: which methods a struct still owes them, and where structs that owe some may not stand.

import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import type { FunctionSymbol } from '../../tree/typed.ts'
import { innermost, sameType, type Type } from '../../tree/types.ts'
import { type Checker, note, report } from '../core/context.ts'
import type { FunctionEntity, RecordInfo } from '../core/scopes.ts'
import { shownType } from '../core/type_names.ts'

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
export function declareVirtual(checker: Checker, record: RecordInfo, entity: FunctionEntity): void {
  if (record.isInterface) {
    if (!entity.isStatic) record.virtuals = [...(record.virtuals ?? []), { entity, isPure: true }]
    else report(checker, 'E2839', entity.decl.nameSpan, { what: 'static member function', name: entity.name })
    return
  }
  if (!record.virtuals) return
  record.virtuals = record.virtuals.map(known => {
    const wanted = known.entity.symbol!
    if (known.entity.name !== entity.name || !sameParameters(wanted, entity.symbol!)) return known
    checkOverride(checker, known.entity, entity)
    return { entity, isPure: false }
  })
}

function checkOverride(checker: Checker, wanted: FunctionEntity, entity: FunctionEntity): void {
  const { name, decl, symbol } = entity
  const own = symbol!.returnType
  const theirs = wanted.symbol!.returnType
  if (!entity.isStatic && (own.kind === 'error' || theirs.kind === 'error' || sameType(own, theirs, true))) return
  const error = entity.isStatic
    ? report(checker, 'E2837', decl.nameSpan, { name })
    : report(checker, 'E2836', decl.nameSpan, { name, own: shownType(own), theirs: shownType(theirs) })
  note(checker, error, 'N2836', wanted.decl.nameSpan, {})
}

/** Interfaces have methods alone, and no bases. */
export function checkInterface(checker: Checker, decl: A.RecordDecl): void {
  if (decl.recordKind !== 'interface') return
  if (decl.bases.length > 0) report(checker, 'E2838', decl.bases[0]!, {})
  for (const member of decl.members ?? [])
    if (member.kind === 'variable')
      report(checker, 'E2839', member.nameSpan, { what: 'data member', name: member.name })
}

type Place = 'return' | 'parameter' | 'variable' | 'field'

/** Whether values of the type may stand there; reports when not. Arrays are refused where they are made. */
export function requireConcrete(checker: Checker, type: Type, place: Place, at: Span): boolean {
  const record = type.kind === 'struct' ? abstractRecord(checker, type) : undefined
  if (record) explain(checker, record, report(checker, 'E2833', at, { place, type: shownType(type) }))
  return record === undefined
}

export function requireConcreteElement(checker: Checker, type: Type, at: Span): boolean {
  const record = abstractRecord(checker, type)
  if (record) explain(checker, record, report(checker, 'E2834', at, { type: shownType(innermost(type)) }))
  return record === undefined
}

/** `(S)0`. */
export function requireConcreteCast(checker: Checker, type: Type, at: Span): boolean {
  const record = abstractRecord(checker, type)
  if (record) explain(checker, record, report(checker, 'E2835', at, { type: shownType(type) }))
  return record === undefined
}

function abstractRecord(checker: Checker, type: Type): RecordInfo | undefined {
  const inner = innermost(type)
  const record = inner.kind === 'struct' ? checker.records.get(inner) : undefined
  return record?.complete && record.virtuals?.some(v => v.isPure) ? record : undefined
}

/** Says once for each record what it lacks. */
function explain(checker: Checker, record: RecordInfo, error: ReturnType<typeof report>): void {
  if (record.isExplained || checker.silent > 0) return
  record.isExplained = true
  for (const { entity, isPure } of record.virtuals!)
    if (isPure) note(checker, error, 'N2833', entity.decl.nameSpan, { name: entity.name, type: record.type.name })
}
