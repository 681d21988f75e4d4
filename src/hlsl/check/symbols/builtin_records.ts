// Structs that the language predeclares; made once a unit, when first named.

import { table } from '../../../base/table.ts'
import { subobjectRow } from '../../../spec/subobjects.ts'
import { FLOAT, UINT } from '../../tree/numeric.ts'
import type { StructType } from '../../tree/types.ts'
import { type Field, STRING, type Type, vector } from '../../tree/types.ts'
import type { Checker } from '../core/context.ts'
import { Scope } from '../core/scopes.ts'

const FLOAT3 = vector(FLOAT, 3)

const RECORDS: ReadonlyMap<string, readonly (readonly [name: string, type: Type])[]> = table({
  RayDesc: [
    ['Origin', FLOAT3],
    ['TMin', FLOAT],
    ['Direction', FLOAT3],
    ['TMax', FLOAT],
  ],
  BuiltInTrianglePositions: [
    ['p0', FLOAT3],
    ['p1', FLOAT3],
    ['p2', FLOAT3],
  ],
  BuiltInTriangleIntersectionAttributes: [['barycentrics', vector(FLOAT, 2)]],
})

type FieldRows = readonly (readonly [name: string, type: Type])[]

function fieldsOf(name: string): FieldRows | undefined {
  const row = subobjectRow(name)
  return row ? row.fields.map(([field, kind]) => [field, kind === 'uint' ? UINT : STRING] as const) : RECORDS.get(name)
}

export const isBuiltinRecord = (name: string): boolean => RECORDS.has(name) || subobjectRow(name) !== undefined

/** The result of a builtin, whose signature only names the predeclared struct. */
export const recordOf = (checker: Checker, type: Type): Type =>
  type.kind === 'object' && isBuiltinRecord(type.name) ? builtinRecord(checker, type.name) : type

/** The predeclared struct of that name. */
export function builtinRecord(checker: Checker, name: string): StructType {
  const known = checker.global.own(name)
  if (known?.kind === 'type' && known.type.kind === 'struct') return known.type
  const fields: Field[] = []
  const type: StructType = { kind: 'struct', name, base: undefined, fields }
  const scope = new Scope(checker.global, name)
  for (const [field, fieldType] of fieldsOf(name)!) {
    fields.push({
      name: field,
      type: fieldType,
      index: fields.length,
      owner: type,
      semantic: undefined,
      precise: false,
      modifiers: [],
      pos: 0,
      end: 0,
    })
    scope.set(field, { kind: 'field', field: fields[fields.length - 1]! })
  }
  const record = {
    type,
    scope,
    base: undefined,
    isInterface: false,
    depth: 0,
    complete: true,
    template: undefined,
    templateArgs: [],
    isInstance: false,
  }
  scope.record = record
  checker.records.set(type, record)
  checker.global.set(name, { kind: 'type', type, isConst: false })
  return type
}
