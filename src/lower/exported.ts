// Functions that libraries export: their parameters and result, and their name as Microsoft's compilers mangle it.

import { table } from '../base/table.ts'
import type { FunctionSymbol } from '../hlsl/typed.ts'
import type { ScalarType, Type } from '../hlsl/types.ts'
import type { DataType } from '../ir/data_type.ts'
import type { ExportedFunction } from '../ir/module.ts'
import { dataType } from './data_types.ts'
import type { Lowerer } from './lowerer.ts'

/** The entry of a program that is one. */
export function exportedFunction(l: Lowerer): Omit<ExportedFunction, 'func'> {
  const { entry } = l.program
  const data = (type: Type): DataType[] => {
    const found = dataType(l.layout, type, 'structured')
    return found ? [found] : []
  }
  return {
    symbol: mangled(
      entry.qualifiedName,
      entry.params.map(p => p.type),
      entry.returnType,
    ),
    params: entry.params.flatMap(p => data(p.type)),
    result: data(entry.returnType)[0],
  }
}

/** '' where a type is more than numbers, whose spelling nobody asks for. */
export const mangledName = ({ qualifiedName, params, returnType }: FunctionSymbol): string =>
  [...params.map(p => p.type), returnType].every(t => t.kind === 'scalar' || t.kind === 'vector' || t.kind === 'void')
    ? mangled(
        qualifiedName,
        params.map(p => p.type),
        returnType,
      )
    : ''

const SCALAR_CODE: ReadonlyMap<string, string> = table({
  bool: '_N',
  int: 'H',
  uint: 'I',
  int64_t: '_J',
  uint64_t: '_K',
  int16_t: 'F',
  uint16_t: 'G',
  half: '$halff@',
  float16_t: '$f16@',
  float: 'M',
  double: 'N',
  min16float: '$min16f@',
  min10float: '$min10f@',
  min16int: '$min16i@',
  min12int: '$min12i@',
  min16uint: '$min16ui@',
})
const code = (type: ScalarType): string => SCALAR_CODE.get(type.name) ?? 'M'

function mangled(qualifiedName: string, params: readonly Type[], result: Type): string {
  const scopes = qualifiedName.split('::').reverse()
  // Names seen before are referred to by number, and so are parameter types of more than one letter.
  const names = [...scopes]
  const types: string[] = []
  const typeCode = (type: Type): string => {
    if (type.kind === 'scalar') return code(type)
    if (type.kind !== 'vector') return 'X'
    const name = `?$vector@${code(type.element)}$0${type.size - 1}@`
    const known = names.indexOf(name)
    if (known >= 0) return `V${known}@`
    names.push(name)
    return `V${name}@`
  }
  const resultCode = `${result.kind === 'vector' ? '?A' : ''}${typeCode(result)}`
  const paramCodes = params.map(type => {
    const key = type.kind === 'vector' ? `${code(type.element)}${type.size}` : type.kind === 'scalar' ? code(type) : ''
    const known = types.indexOf(key)
    if (known >= 0) return String(known)
    const text = typeCode(type)
    if (text.length > 1) types.push(key)
    return text
  })
  return `\x01?${scopes.join('@')}@@YA${resultCode}${paramCodes.length > 0 ? `${paramCodes.join('')}@Z` : 'XZ'}`
}
