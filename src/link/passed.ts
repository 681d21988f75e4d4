// What a library says of the parameters and results of its functions, and of payloads: kept where functions stay what they are.

import { nodeOf, operandsOf, tagged, targetOf, textOf, unsignedListOf, unsignedOf } from '../dxil/metadata_values.ts'
import type { DataType } from '../ir/data_type.ts'
import type { PassedValue, PayloadType } from '../ir/module.ts'
import type { Metadata } from '../llvm/model/metadata.ts'
import type { Module } from '../llvm/model/module.ts'
import type { Type } from '../llvm/model/types.ts'
import type { Func, Value } from '../llvm/model/values.ts'
import { componentName } from './data_types.ts'
import { type PropertyWords, propertyWords } from './operations.ts'

/** The list of functions in dx.typeAnnotations. */
const FUNCTIONS = 1
const DIRECTIONS = ['in', 'out', 'inout', 'input patch', 'output patch'] as const
const FIELD = { matrix: 2, semantic: 4, component: 7, resource: 10 } as const

/**
 * The result, then the parameters, of every annotated function.
 * @param resource number of the type of a resource with these properties
 */
export function passedValues(
  module: Module,
  resource: (properties: PropertyWords) => number,
): ReadonlyMap<Func, readonly PassedValue[]> {
  const found = new Map<Func, readonly PassedValue[]>()
  for (const list of module.findNamed('dx.typeAnnotations')?.operands ?? []) {
    const operands = operandsOf(list)
    if (unsignedOf(operands[0]) !== FUNCTIONS) continue
    for (let i = 1; i + 1 < operands.length; i += 2) {
      const func = targetOf(operands[i])
      if (func?.kind === 'function')
        found.set(
          func,
          operandsOf(operands[i + 1]).map(md => passedValue(md, resource)),
        )
    }
  }
  return found
}

function passedValue(md: Metadata | null, resource: (properties: PropertyWords) => number): PassedValue {
  const [direction, field] = operandsOf(md)
  let own: PassedValue = { direction: DIRECTIONS[unsignedOf(direction) ?? 0] ?? 'in', type: typeOf(field) }
  for (const [tag, value] of tagged(field))
    if (tag === FIELD.semantic) own = { ...own, semantic: textOf(value) }
    else if (tag === FIELD.resource && value?.kind === 'value')
      own = { ...own, resource: resource(propertyWords(value.value as Value)) }
  return own
}

/** Only what annotations can say: the component, and the shape of a matrix. */
function typeOf(md: Metadata | null | undefined): DataType | undefined {
  let matrix: readonly number[] | undefined
  let component: number | undefined
  for (const [tag, value] of tagged(md))
    if (tag === FIELD.matrix) matrix = unsignedListOf(value)
    else if (tag === FIELD.component) component = unsignedOf(value)
  const name = component === undefined ? undefined : componentName(component)
  if (name === undefined) return undefined
  if (!matrix) return { kind: 'scalar', component: name }
  const [rows = 1, columns = 1, orientation] = matrix
  return { kind: 'matrix', component: name, rows, columns, rowMajor: orientation === 1 }
}

/** What stages do with the fields of payload types. */
export function payloadTypes(
  module: Module,
): readonly { readonly type: Type; readonly access: PayloadType['access'] }[] {
  return (module.findNamed('dx.dxrPayloadAnnotations')?.operands ?? []).flatMap(list => {
    const operands = operandsOf(list)
    const rows: { type: Type; access: number[] }[] = []
    for (let i = 1; i + 1 < operands.length; i += 2) {
      const type = targetOf(operands[i])?.type
      const fields = nodeOf(operands[i + 1])
      if (type && fields) rows.push({ type, access: fields.operands.map(f => unsignedOf(operandsOf(f)[1]) ?? 0) })
    }
    return rows
  })
}
