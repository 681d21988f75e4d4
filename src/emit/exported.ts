// Exported functions of libraries as LLVM functions: scalars and vectors by value.

import type { DataType } from '../ir/data_type.ts'
import { COMPONENT_TYPE } from '../ir/data_type.ts'
import type { ExportedFunction } from '../ir/module.ts'
import { type Attribute, FUNCTION_SLOT } from '../llvm/attributes.ts'
import type { MDNode, Metadata } from '../llvm/metadata.ts'
import type { Module as LlvmModule } from '../llvm/module.ts'
import type { Type } from '../llvm/types.ts'
import type { Func } from '../llvm/values.ts'
import { componentType } from './data_types.ts'

/** Adds the function, without a body. */
export function addExported(
  m: LlvmModule,
  { symbol, params, result }: ExportedFunction,
  attributes: readonly Attribute[],
): Func {
  const type = m.types.func(
    result ? registerType(m, result) : m.types.void,
    params.map(p => registerType(m, p)),
  )
  const f = m.addFunction(symbol, type, m.attributeList([[FUNCTION_SLOT, ['nounwind', ...attributes]]]))
  return f
}

/** Scalars as they are in registers: bool is a bit. */
function registerType(m: LlvmModule, type: DataType): Type {
  if (type.kind !== 'scalar' && type.kind !== 'vector') return m.types.i32
  const element = type.component === 'bool' ? m.types.i1 : componentType(m.types, type.component)
  return type.kind === 'vector' ? m.types.vector(type.count, element) : element
}

/** Where a scalar of the parameters lies: parameter and, in vectors, component. */
export function parameterOf(
  { params }: ExportedFunction,
  scalar: number,
): readonly [param: number, lane: number | undefined] {
  let first = 0
  for (const [i, p] of params.entries()) {
    const count = p.kind === 'vector' ? p.count : 1
    if (scalar < first + count) return [i, p.kind === 'vector' ? scalar - first : undefined]
    first += count
  }
  return [0, undefined]
}

const QUALIFIER_IN = 0
const QUALIFIER_OUT = 1
const FIELD_COMPONENT = 7

/** Annotation of the result and the parameters. */
export function exportedAnnotation(m: LlvmModule, { params, result }: ExportedFunction): MDNode {
  const empty = m.node([])
  const one = (qualifier: number, type: DataType | undefined): MDNode => {
    const isNumber = type?.kind === 'scalar' || type?.kind === 'vector'
    const field: Metadata[] = isNumber ? [m.mdInt(FIELD_COMPONENT), m.mdInt(COMPONENT_TYPE[type.component])] : []
    return m.node([m.mdInt(qualifier), isNumber ? m.node(field) : empty, empty])
  }
  return m.node([one(QUALIFIER_OUT, result), ...params.map(p => one(QUALIFIER_IN, p))])
}
