// Types of memory that is passed by its address: payloads, structs, arrays and out parameters of functions. Their shapes and names are
// DXC's, as libraries that are linked must agree on them: a vector is a vector, a matrix a struct of rows, a base struct the first member.

import { table } from '../../base/table.ts'
import { isResource } from '../../hlsl/tree/components.ts'
import { isNodeObject } from '../../hlsl/tree/nodes.ts'
import { isPatch } from '../../hlsl/tree/patches.ts'
import type { Program } from '../../hlsl/tree/typed.ts'
import {
  allFields,
  type MatrixType,
  type ScalarName,
  type ScalarType,
  type StructType,
  storedBase,
  type Type,
} from '../../hlsl/tree/types.ts'
import { Func } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { HANDLE, I1, I32, type Type as IrType, VOID } from '../../ir/types.ts'
import { clangName } from './data_types.ts'
import { elementOf, irType, isRayObject, leavesOf } from './scalars.ts'

/** Element types in the names of matrices, where they are not HLSL's. */
const ELEMENT_NAMES: ReadonlyMap<string, string> = table({
  uint: 'unsigned int',
  int64_t: 'long long',
  uint64_t: 'unsigned long long',
  float16_t: 'half',
} satisfies Partial<Record<ScalarName, string>>)

/** What types depend on: a Lowerer. */
export interface TypeContext {
  readonly module: Module
  readonly program: Program
  /** Structs made so far. */
  readonly structTypes: Map<StructType, IrType>
}

const registerScalar = (context: TypeContext, type: ScalarType): IrType =>
  irType(type, context.module.options.native16Bit)

/** A bool takes a word in memory. */
export function memoryScalar(context: TypeContext, type: ScalarType): IrType {
  const ir = registerScalar(context, type)
  return ir === I1 ? I32 : ir
}

/** The type of memory that holds a value of a type. */
export function aggregateType(context: TypeContext, type: Type): IrType {
  const { types } = context.module
  switch (type.kind) {
    case 'vector':
      return types.vector(memoryScalar(context, type.element), type.size)
    case 'matrix': {
      const name = ELEMENT_NAMES.get(type.element.name) ?? type.element.name
      const row = types.vector(memoryScalar(context, type.element), type.columns)
      return types.struct(`class.matrix.${name}.${type.rows}.${type.columns}`, [types.array(row, type.rows)])
    }
    case 'array':
      return types.array(aggregateType(context, type.element), Math.max(type.size, 0))
    case 'struct':
      return structType(context, type)
    default: {
      if (isResource(type)) return HANDLE
      if (isNodeObject(type)) return context.module.types.struct(`struct.${clangName(type)}`, [I32])
      if (isPatch(type)) return types.array(aggregateType(context, type.element!), type.count)
      const element = elementOf(type)
      return element && !isRayObject(type) ? memoryScalar(context, element) : I32
    }
  }
}

function structType(context: TypeContext, type: StructType): IrType {
  const known = context.structTypes.get(type)
  if (known !== undefined) return known
  const base = storedBase(type)
  const elements = [
    ...(base ? [structType(context, base)] : []),
    ...type.fields.map(f => aggregateType(context, f.type)),
  ]
  const ending = leavesOf(type).some(isResource) ? '.hdl' : ''
  const made = context.module.types.struct(`${type.isClass ? 'class' : 'struct'}.${clangName(type)}${ending}`, elements)
  context.structTypes.set(type, made)
  return made
}

/** Indices that lead to a field, counted among all fields: through the bases that own it. */
export function fieldPath(type: StructType, index: number): number[] {
  const { base } = type
  const inherited = base ? allFields(base).length : 0
  if (base && index < inherited) return [0, ...fieldPath(base, index)]
  return [index - inherited + (inherited > 0 ? 1 : 0)]
}

/** Where a component of a matrix is among all of them in memory. */
export function matrixPosition(context: TypeContext, type: MatrixType, leaf: number): number {
  if ((type.orientation ?? context.program.defaultMatrixOrientation) === 'row_major') return leaf
  const row = Math.floor(leaf / type.columns)
  return (leaf % type.columns) * type.rows + row
}

// ---- functions -----------------------------------------------------------------------------------------------------------------------

/** Structs, arrays, patches, resources and objects of nodes travel by their address. */
export const isByAddress = (type: Type): boolean =>
  type.kind === 'struct' || type.kind === 'array' || isResource(type) || isPatch(type) || isNodeObject(type)

/** A result that goes into memory of the caller, whose address is the first parameter. */
export const hasResultParameter = ({ entry, isExported }: Program): boolean =>
  isExported === true && isByAddress(entry.returnType)

/** The function of a program. Shaders that a pipeline calls by a profile take and return nothing: values come and go through operations. */
export function functionOf(context: TypeContext, program: Program, takesParameters: boolean): Func {
  const { entry } = program
  if (!takesParameters) return new Func(entry.name)
  const params = entry.params.map(p =>
    p.mode === 'in' && !isByAddress(p.type) ? byValue(context, p.type) : pointerTo(context, p.type),
  )
  if (hasResultParameter(program)) return new Func(entry.name, [pointerTo(context, entry.returnType), ...params])
  return new Func(entry.name, params, entry.returnType.kind === 'void' ? VOID : byValue(context, entry.returnType))
}

const pointerTo = (context: TypeContext, type: Type): IrType =>
  context.module.types.pointer(aggregateType(context, type))

/** In registers a bool is a bit. */
function byValue(context: TypeContext, type: Type): IrType {
  if (type.kind === 'vector') return context.module.types.vector(registerScalar(context, type.element), type.size)
  const element = elementOf(type)
  return element && type.kind !== 'matrix' ? registerScalar(context, element) : aggregateType(context, type)
}
