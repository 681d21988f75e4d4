// What a library says of the parameters and results of the functions that it exports.

import type { DataType } from '../ir/data_type.ts'
import { COMPONENT_TYPE } from '../ir/data_type.ts'
import type { ExportedFunction } from '../ir/module.ts'
import type { MDNode, Metadata } from '../llvm/metadata.ts'
import type { Module as LlvmModule } from '../llvm/module.ts'

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
