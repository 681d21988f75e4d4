// LLVM types of HLSL data as they lie in memory ("host layout" in DXC's words): matrices as arrays of vectors, bool as i32.

import type { ComponentName, DataType, StructType } from '../ir/data_type.ts'
import type { Module as LlvmModule } from '../llvm/model/module.ts'
import type { Type, TypeTable } from '../llvm/model/types.ts'

/** The LLVM type of one component in memory: min-precision values take 32 bits there. */
function memoryComponent(types: TypeTable, type: Numeric): Type {
  if (!type.minPrecision) return componentType(types, type.component)
  return type.component === 'f16' ? types.float : types.i32
}

type Numeric = Exclude<DataType, { readonly kind: 'array' | 'struct' }>

/** The LLVM type of one component in a register (bool as in memory). */
export function componentType(types: TypeTable, component: ComponentName): Type {
  switch (component) {
    case 'bool':
    case 'i32':
    case 'u32':
      return types.i32
    case 'i16':
    case 'u16':
      return types.i16
    case 'i64':
    case 'u64':
      return types.i64
    case 'f16':
    case 'snormF16':
    case 'unormF16':
      return types.half
    case 'f32':
    case 'snormF32':
    case 'unormF32':
      return types.float
    case 'f64':
    case 'snormF64':
    case 'unormF64':
      return types.double
  }
}

/** Native 16-bit modules keep matrices as values have them: no layout of the host's is needed where no type changes its width. */
const isNative = (m: LlvmModule): boolean => m.dataLayout.includes('-i16:16-')

/** Column-major matrices are arrays of columns, row-major ones arrays of rows; with native 16-bit types a class of rows, as in registers. */
export function memoryType(m: LlvmModule, type: DataType): Type {
  const { types } = m
  switch (type.kind) {
    case 'scalar':
      return memoryComponent(types, type)
    case 'vector':
      return types.vector(type.count, memoryComponent(types, type))
    case 'matrix': {
      if (isNative(m)) return matrixClass(types, type)
      const [lines, width] = type.rowMajor ? [type.rows, type.columns] : [type.columns, type.rows]
      const line = types.vector(width, memoryComponent(types, type))
      return lines > 1 ? types.array(lines, line) : line
    }
    case 'array':
      return types.array(type.count, memoryType(m, type.element))
    case 'struct':
      return structType(m, type, 'struct.')
  }
}

/** Components whose name in clang's types is not the component's own; a signed or unsigned norm is named as its float. */
const CLANG_NAME: Readonly<Partial<Record<ComponentName, string>>> = {
  i16: 'int16_t',
  u16: 'uint16_t',
  i32: 'int',
  u32: 'unsigned int',
  i64: 'long long',
  u64: 'unsigned long long',
  f16: 'half',
  f32: 'float',
  f64: 'double',
  snormF16: 'half',
  unormF16: 'half',
  snormF32: 'float',
  unormF32: 'float',
  snormF64: 'double',
  unormF64: 'double',
}

export const clangName = (component: ComponentName): string => CLANG_NAME[component] ?? component

/** The class of matrices in registers: rows of bools as bits. */
function matrixClass(types: TypeTable, type: Extract<DataType, { readonly kind: 'matrix' }>): Type {
  const element = type.component === 'bool' ? types.i1 : componentType(types, type.component)
  const name = type.spelling ?? clangName(type.component)
  const rows = types.array(type.rows, types.vector(type.columns, element))
  return types.namedStruct(`class.matrix.${name}.${type.rows}.${type.columns}`, [rows])
}

/** The named struct of a data type. DXC prefixes `hostlayout.` where the memory layout differs from the register one. */
export function structType(m: LlvmModule, type: StructType, prefix: string): Type {
  const name = `${needsHostLayout(m, type) ? 'hostlayout.' : ''}${prefix}${type.name}`
  return m.types.namedStruct(
    name,
    type.fields.map(field => memoryType(m, field.type)),
  )
}

/** True when a matrix or a min-precision value lies anywhere inside, in a module without native 16-bit types. */
export const needsHostLayout = (m: LlvmModule, type: DataType): boolean => !isNative(m) && changesLayout(type)

function changesLayout(type: DataType): boolean {
  switch (type.kind) {
    case 'scalar':
    case 'vector':
      return type.minPrecision === true
    case 'matrix':
      return true
    case 'array':
      return changesLayout(type.element)
    case 'struct':
      return type.hidden !== undefined || type.fields.some(field => changesLayout(field.type))
  }
}
