// Structs without a name that are members without a name: their fields are found in the struct around them, `struct A { struct { float x; }; };`
// has x. Nothing else may be declared in them.

import type * as A from '../../tree/ast.ts'
import type { Field, StructType } from '../../tree/types.ts'
import { type Checker, note, report } from '../core/context.ts'
import { placeOfEntity } from '../core/names.ts'
import type { RecordInfo } from '../core/scopes.ts'

/** Gives the fields of an anonymous member to the record around it. */
export function namesOfAnonymous(
  checker: Checker,
  node: A.VariableDecl,
  outer: Field,
  type: StructType,
  record: RecordInfo,
): void {
  const { declaration } = node.type as A.InlineType
  if (declaration.kind !== 'record') return
  for (const member of declaration.members ?? []) refuseOther(checker, member)
  for (const [name, entity] of checker.records.get(type)?.scope.entries() ?? []) {
    if (entity.kind !== 'field') continue
    const at = entity.bits ?? entity.field
    const known = record.scope.own(name)
    if (known) {
      const error = report(checker, 'E2800', at, { name })
      const place = placeOfEntity(known)
      if (place) note(checker, error, 'N2002', place, {})
    } else if (name === record.scope.name) report(checker, 'E2431', at, { name })
    else record.scope.set(name, { ...entity, through: [outer, ...(entity.through ?? [])] })
  }
}

function refuseOther(checker: Checker, member: A.Declaration): void {
  if (member.kind === 'function') report(checker, 'E2802', member.nameSpan, { what: 'functions' })
  else if (member.kind === 'variable') {
    if (member.name === '' || !member.modifiers.some(m => m.name === 'static')) return
    report(checker, 'E2801', member.nameSpan, { name: member.name })
    report(checker, 'E2802', member.nameSpan, { what: 'static members' })
  } else if ((member.kind === 'record' && member.name !== '') || member.kind === 'enum')
    report(checker, 'E2802', member.nameSpan, { what: 'types' })
}
