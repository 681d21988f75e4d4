// What a library says of the parameters and results of its functions.

import { byteString } from '../base/c_string.ts'
import { describedComponent } from '../ir/data_type.ts'
import type { Module, PassedValue } from '../ir/module.ts'
import type { MDNode, Metadata } from '../llvm/model/metadata.ts'
import type { Module as LlvmModule } from '../llvm/model/module.ts'
import { annotatedModel, vectorSize } from './annotations.ts'
import { propertiesConstant } from './resources.ts'

const QUALIFIER = { in: 0, out: 1, inout: 2, 'input patch': 3, 'output patch': 4 } as const
const FIELD_MATRIX = 2
const FIELD_SEMANTIC = 4
const FIELD_COMPONENT = 7
const FIELD_RESOURCE = 10

/** Annotation of the result and the parameters. */
export const passedAnnotation = (
  m: LlvmModule,
  module: Module,
  values: readonly PassedValue[],
  isStat: boolean,
): MDNode => m.node(values.map(value => annotation(m, module, value, annotatedModel(module, isStat))))

function annotation(
  m: LlvmModule,
  { heapTypes }: Module,
  { direction, type, resource, semantic }: PassedValue,
  minor: number,
): MDNode {
  const empty = m.node([])
  let element = type
  while (element?.kind === 'array') element = element.element
  const fields: Metadata[] = []
  if (element?.kind === 'matrix') {
    const sizes = [element.rows, element.columns, element.rowMajor ? 1 : 2]
    fields.push(m.mdInt(FIELD_MATRIX), m.node(sizes.map(n => m.mdInt(n))))
  }
  if (semantic !== undefined) fields.push(m.mdInt(FIELD_SEMANTIC), m.mdString(byteString(semantic)))
  if (element && element.kind !== 'struct') fields.push(m.mdInt(FIELD_COMPONENT), m.mdInt(describedComponent(element)))
  fields.push(...vectorSize(m, element, minor))
  const row = resource === undefined ? undefined : heapTypes[resource]
  if (row) fields.push(m.mdInt(FIELD_RESOURCE), m.mdValue(propertiesConstant(m, row.resource)))
  return m.node([m.mdInt(QUALIFIER[direction]), fields.length > 0 ? m.node(fields) : empty, empty])
}
