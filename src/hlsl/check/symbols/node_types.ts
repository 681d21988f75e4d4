// Types of work graph nodes: records are structs of numbers that have fields.

import type { Span } from '../../../diag/sources.ts'
import { nodeObjectRow } from '../../../spec/node_objects.ts'
import { leafCount } from '../../tree/components.ts'
import type { ObjectType, Type } from '../../tree/types.ts'
import { allFields } from '../../tree/types.ts'
import { type Checker, note, report } from '../core/context.ts'
import { shownType } from '../core/type_names.ts'

/** What an element of an array of outputs is; undefined for other types. */
export function nodeElement(type: ObjectType): ObjectType | undefined {
  const name = nodeObjectRow(type.name)?.element
  return name === undefined ? undefined : { ...type, name }
}

/** `records.Get(i)` is `records[i]`; without an index it is the first, and the only one of inputs of a single record. */
export function isGet(type: ObjectType, member: string, args: number): boolean {
  const records = nodeObjectRow(type.name)?.records
  return member === 'Get' && records !== undefined && (args === 0 || (args === 1 && records === 'many'))
}

/** Reports a type that is no record. */
export function isRecord(checker: Checker, name: string, type: Type, at: Span): boolean {
  if (type.kind !== 'struct') {
    report(checker, 'E2600', at, { type: shownType(type) })
    return false
  }
  const object = objectIn(type)
  if (object) {
    report(checker, 'E2602', at, { type: shownType(object) })
    return false
  }
  if (leafCount(type) > 0 || !checker.records.get(type)?.complete) return true
  const error = report(checker, 'E2601', at, { name })
  const pos = type.pos ?? at.pos
  note(checker, error, 'N2600', { pos, end: pos }, { what: 'zero sized record' })
  return false
}

/** The first object among the fields. */
function objectIn(type: Type): ObjectType | undefined {
  if (type.kind === 'array') return objectIn(type.element)
  if (type.kind === 'object') return type
  if (type.kind !== 'struct') return undefined
  for (const field of allFields(type)) {
    const found = objectIn(field.type)
    if (found) return found
  }
  return undefined
}
