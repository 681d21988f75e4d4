// LLVM types of HLSL data as they lie in memory ("host layout" in DXC's words): matrices as arrays of vectors, bool as i32.

import type { ComponentName, DataType, StructType } from '../ir/data_type.ts'
import type { Type, TypeTable } from '../llvm/types.ts'

/** The LLVM type of one component in memory: min-precision values take 32 bits there. */
export function memoryComponent(types: TypeTable, type: Numeric): Type {
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

/** Column-major matrices are arrays of columns, row-major ones arrays of rows. */
export function memoryType(types: TypeTable, type: DataType): Type {
  switch (type.kind) {
    case 'scalar':
      return memoryComponent(types, type)
    case 'vector':
      return types.vector(type.count, memoryComponent(types, type))
    case 'matrix': {
      const element = memoryComponent(types, type)
      return type.rowMajor
        ? types.array(type.rows, types.vector(type.columns, element))
        : types.array(type.columns, types.vector(type.rows, element))
    }
    case 'array':
      return types.array(type.count, memoryType(types, type.element))
    case 'struct':
      return structType(types, type, 'struct.')
  }
}

/** The named struct of a data type. DXC prefixes `hostlayout.` where the memory layout differs from the register one. */
export function structType(types: TypeTable, type: StructType, prefix: string): Type {
  const name = `${needsHostLayout(type) ? 'hostlayout.' : ''}${prefix}${type.name}`
  return types.namedStruct(
    name,
    type.fields.map(field => memoryType(types, field.type)),
  )
}

/** True when a matrix or a min-precision value lies anywhere inside. */
export function needsHostLayout(type: DataType): boolean {
  switch (type.kind) {
    case 'scalar':
    case 'vector':
      return type.minPrecision === true
    case 'matrix':
      return true
    case 'array':
      return needsHostLayout(type.element)
    case 'struct':
      return type.fields.some(field => needsHostLayout(field.type))
  }
}
