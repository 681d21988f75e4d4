// HLSL types as semantic analysis and lowering see them. Interned where cheap: scalar, vector and matrix types are singletons, so === compares them;
// other types are compared with sameType().

import type { Span } from '../../diag/sources.ts'
import type { TypeNode } from './ast.ts'

export type ScalarName =
  | 'bool'
  | 'int'
  | 'uint'
  | 'half'
  | 'float'
  | 'double'
  | 'int64_t'
  | 'uint64_t'
  | 'int16_t'
  | 'uint16_t'
  | 'float16_t'
  | 'min16float'
  | 'min10float'
  | 'min16int'
  | 'min12int'
  | 'min16uint'
  /** Four bytes in a uint. */
  | 'int8_t4_packed'
  | 'uint8_t4_packed'
  | 'literal int'
  | 'literal float'
  // Not the language's: what objects of work graphs are in the code, see lower/scalars.ts.
  | 'node handle'
  | 'record handle'
  /** The only value of an object of that type, in lowering. */
  | 'hit object'

export interface ScalarType {
  readonly kind: 'scalar'
  readonly name: ScalarName
}
export interface VectorType {
  readonly kind: 'vector'
  readonly element: ScalarType
  readonly size: number
}
/** orientation undefined: the default of the place (pack_matrix / -Zpr / column major); only matters in memory layouts. */
export interface MatrixType {
  readonly kind: 'matrix'
  readonly element: ScalarType
  readonly rows: number
  readonly columns: number
  readonly orientation: 'row_major' | 'column_major' | undefined
}
/** size -1: unsized ([]). */
export interface ArrayType {
  readonly kind: 'array'
  readonly element: Type
  readonly size: number
}
export interface StructType {
  readonly kind: 'struct'
  /** Printed name, with namespaces and template arguments; '' for anonymous. */
  readonly name: string
  /** Base struct, if any; its fields come first in the layout. */
  base: StructType | undefined
  /** Own fields in declaration order (static members are globals, methods are functions; neither is here). Complete once declared.
      Bit fields are in `bits` of the integer that they share, which is the field. */
  readonly fields: Field[]
  /** Scalars in it, and levels of structs and arrays, once its fields are all known: see type_size.ts. */
  scalars?: number | undefined
  depth?: number | undefined
  /** Bit fields are among its scalars, at any depth. */
  holdsBits?: boolean
  /** Declared before HLSL 2021, or nameless: converts to and from whatever has the same leaves. */
  readonly isFlat?: boolean
  /** Declared with the word class. */
  readonly isClass?: boolean
  /** Declared [raypayload], where. */
  readonly payload?: Span
  /** Declared [NodeTrackRWInputSharing]. */
  readonly tracksSharing?: boolean
  /** Of its declaration. */
  readonly pos?: number
  /** Arguments of the template it is an instance of. */
  readonly templateArgs?: readonly (Type | number | bigint | boolean)[]
  /** Names of the template's parameters. */
  readonly templateNames?: readonly string[]
  /** Of a struct that nothing defines, which stands for the type of functions: see check/symbols/function_types.ts. */
  readonly signature?: FunctionSignature
  /** Of a struct that nothing defines, which stands for a reference to such a place as the argument of a template. */
  readonly referenced?: Type
  /** Of a struct that nothing defines, which stands for this type with `const`: see check/symbols/constant_types.ts. */
  readonly constant?: Type
  /** Of a struct that nothing defines, which stands for a template as the argument of another: see check/symbols/template_arguments.ts. */
  readonly isTemplate?: boolean
}
/** What the type of a function says: of each parameter its type and how it is passed. */
export interface FunctionSignature {
  readonly result: Type
  readonly params: readonly { readonly type: Type; readonly mode: 'in' | 'out' | 'inout' }[]
}
export interface Field {
  readonly name: string
  readonly type: Type
  /** The type as written, for messages. */
  readonly typeNode?: TypeNode
  /** All fields of all bases come before: index into allFields(struct). */
  readonly index: number
  readonly owner: StructType
  readonly semantic: string | undefined
  readonly semanticSpan?: Span | undefined
  readonly precise: boolean
  /** snorm/unorm or interpolation modifiers, as written. */
  readonly modifiers: readonly string[]
  /** A nameless integer that bit fields share: they, in declaration order, those without a name too. See bit_fields.ts. */
  readonly bits?: BitField[]
  /** Of a type that a name says is const, as T is in an instance for `const int`. */
  readonly isConst?: boolean
  /** An array whose size is written as 1. */
  readonly isFlexible?: boolean
  /** Payload access qualifiers as DXIL has them, see check/payloads.ts. */
  readonly payloadAccess?: number | undefined
  readonly pos: number
  readonly end: number
}
export interface BitField extends Bits {
  /** '' without one. */
  readonly name: string
  readonly type: ScalarType | EnumType
  readonly pos: number
  readonly end: number
}
/** A run of bits in an integer. */
export interface Bits {
  /** The lowest bit. */
  readonly offset: number
  readonly width: number
}
export interface EnumType {
  readonly kind: 'enum'
  readonly name: string
  /** Where no type was written: int up to the end of its declaration, then uint unless an enumerator is negative. */
  underlying: ScalarType
  readonly scoped: boolean
  /** Of its declaration. */
  readonly pos?: number
  /** In order of declaration. */
  readonly enumerators?: { readonly name: string; readonly value: number | bigint }[]
}

/** Whether it is an `enum class`, whose values are no numbers. */
export const isScoped = (type: Type): boolean => type.kind === 'enum' && type.scoped

/** Resource and other builtin object types: `StructuredBuffer<T>`, `Texture2D<float4>`, `SamplerState`, `ConstantBuffer<T>` ... */
export interface ObjectType {
  readonly kind: 'object'
  /** The HLSL name without arguments, e.g. 'RWStructuredBuffer'. */
  readonly name: string
  /** T of the object; undefined for ByteAddressBuffer, SamplerState... Texture2D without arguments has float4. */
  readonly element: Type | undefined
  /** Second argument: sample count of Texture2DMS<T, n>; else 0. */
  readonly count: number
  /** snorm / unorm on the element type as written, e.g. RWBuffer<unorm float4>. */
  readonly norm: 'snorm' | 'unorm' | undefined
  /** globallycoherent. Types that differ in it alone convert both ways. */
  readonly coherent?: boolean
  /** reordercoherent, of shader model 6.9; globallycoherent says more. */
  readonly reorderCoherent?: boolean
  /** RayQuery: the flags of its second argument. */
  readonly queryFlags?: number
  /** Name written for the component of `element` where that has become another: half. */
  readonly spelling?: string
}
export interface VoidType {
  readonly kind: 'void'
}
export interface StringType {
  readonly kind: 'string'
}
/** Absorbs follow-up errors: no message is ever reported about it. */
export interface ErrorType {
  readonly kind: 'error'
}

export type NumericType = ScalarType | VectorType | MatrixType
export type Type = NumericType | ArrayType | StructType | EnumType | ObjectType | VoidType | StringType | ErrorType

export const VOID: VoidType = { kind: 'void' }
export const STRING: StringType = { kind: 'string' }
export const ERROR: ErrorType = { kind: 'error' }
/** The type of variables of the effects framework, which are not declared: using one is an error. */
export const IGNORED: ErrorType = { kind: 'error' }

const SCALAR_NAMES: readonly ScalarName[] = [
  'bool',
  'int',
  'uint',
  'half',
  'float',
  'double',
  'int64_t',
  'uint64_t',
  'int16_t',
  'uint16_t',
  'float16_t',
  'min16float',
  'min10float',
  'min16int',
  'min12int',
  'min16uint',
  'int8_t4_packed',
  'uint8_t4_packed',
  'literal int',
  'literal float',
  'node handle',
  'hit object',
  'record handle',
]
const SCALARS = Object.freeze(
  Object.fromEntries(SCALAR_NAMES.map(name => [name, Object.freeze({ kind: 'scalar', name })])),
) as { readonly [N in ScalarName]: ScalarType }

export const scalar = (name: ScalarName): ScalarType => SCALARS[name]
/** A byte of a string. It can be compared with another one and chosen, and is no number. */
export const CHAR: EnumType = { kind: 'enum', name: 'char', underlying: scalar('int'), scoped: true }

const vectors = new Map<ScalarType, VectorType[]>()
/** vector<element, size>, size 1..1024. float1 stays a vector of one. */
export function vector(element: ScalarType, size: number): VectorType {
  let list = vectors.get(element)
  if (!list) vectors.set(element, (list = []))
  return (list[size] ??= Object.freeze({ kind: 'vector', element, size }))
}

const matrices = new Map<ScalarType, MatrixType[]>()
export function matrix(
  element: ScalarType,
  rows: number,
  columns: number,
  orientation?: 'row_major' | 'column_major',
): MatrixType {
  let list = matrices.get(element)
  if (!list) matrices.set(element, (list = []))
  // Neither has more than four.
  const at = (rows * 8 + columns) * 3 + (orientation === undefined ? 0 : orientation === 'row_major' ? 1 : 2)
  return (list[at] ??= Object.freeze({ kind: 'matrix', element, rows, columns, orientation }))
}

export const array = (element: Type, size: number): ArrayType => ({ kind: 'array', element, size })

/** What an array of whatever dimensions is of; any other type is its own. */
export function innermost(type: Type): Type {
  let at = type
  while (at.kind === 'array') at = at.element
  return at
}

/** A node under construction. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** The base of a struct, if it takes room in memory. */
export const storedBase = ({ base }: StructType): StructType | undefined =>
  base && allFields(base).length > 0 ? base : undefined

/** Own fields after those of the bases, in layout order. */
export function allFields(type: StructType): readonly Field[] {
  return type.base ? [...allFields(type.base), ...type.fields] : type.fields
}

type Value = number | bigint | boolean

/** Whether an argument of a template is a type with `const`. */
export const isConstantType = (value: Type | Value): value is StructType & { readonly constant: Type } =>
  typeof value === 'object' && value.kind === 'struct' && value.constant !== undefined

/** An argument without its `const`. */
export function withoutConst(value: Type): Type
export function withoutConst(value: Type | Value): Type | Value
export function withoutConst(value: Type | Value): Type | Value {
  return isConstantType(value) ? value.constant : value
}

/** Equality of types, ignoring matrix orientation when asked. */
export function sameType(a: Type, b: Type, ignoreOrientation = false): boolean {
  if (a === b) return true
  // One question about the kind of each: types have many shapes, so that each takes its time.
  switch (a.kind) {
    case 'array':
      return b.kind === 'array' && a.size === b.size && sameType(a.element, b.element, ignoreOrientation)
    case 'matrix': {
      if (!ignoreOrientation || b.kind !== 'matrix') return false
      return a.element === b.element && a.rows === b.rows && a.columns === b.columns
    }
    case 'object': {
      if (b.kind !== 'object') return false
      return a.name === b.name && a.count === b.count && sameElement(a.element, b.element)
    }
    default:
      return false
  }
}

function sameElement(a: Type | undefined, b: Type | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && sameType(a, b, true))
}

/** The HLSL spelling of a type, as diagnostics print it: float4, row_major float3x3, float[4], RWBuffer<uint>. */
export function typeText(type: Type): string {
  switch (type.kind) {
    case 'scalar':
      return type.name
    case 'vector':
      return type.size > 4 ? `vector<${type.element.name}, ${type.size}>` : `${type.element.name}${type.size}`
    case 'matrix':
      return `${type.orientation ? `${type.orientation} ` : ''}${type.element.name}${type.rows}x${type.columns}`
    case 'array':
      return arrayText(type)
    case 'struct':
      return type.name || '(anonymous struct)'
    case 'enum':
      return type.name
    case 'object':
      return objectText(type)
    case 'void':
      return 'void'
    case 'string':
      return 'string'
    case 'error':
      return '<error>'
  }
}

function arrayText(type: ArrayType): string {
  let dims = ''
  let inner: Type = type
  for (; inner.kind === 'array'; inner = inner.element) dims += inner.size < 0 ? '[]' : `[${inner.size}]`
  return typeText(inner) + dims
}

function objectText(type: ObjectType): string {
  if (type.name === 'RayQuery') {
    const { count, queryFlags } = type
    return `RayQuery<${count}${queryFlags === undefined ? '' : `, ${queryFlags}`}>`
  }
  if (!type.element) return type.name
  const norm = type.norm ? `${type.norm} ` : ''
  return `${type.name}<${norm}${typeText(type.element)}${type.count > 0 ? `, ${type.count}` : ''}>`
}
