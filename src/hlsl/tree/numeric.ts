// Facts about scalar, vector and matrix types: shape, element, width, signedness, how two element types combine.
// Invariant: pure functions over the interned types; nothing here reports.

import type { NumericType, ScalarName, ScalarType, Type } from './types.ts'
import { matrix, scalar, vector } from './types.ts'

export const BOOL: ScalarType = scalar('bool')
export const INT: ScalarType = scalar('int')
export const UINT: ScalarType = scalar('uint')
const HALF: ScalarType = scalar('half')
export const FLOAT: ScalarType = scalar('float')
export const DOUBLE: ScalarType = scalar('double')
const S8X4: ScalarType = scalar('int8_t4_packed')
const U8X4: ScalarType = scalar('uint8_t4_packed')
export const INT64: ScalarType = scalar('int64_t')
export const UINT64: ScalarType = scalar('uint64_t')
export const LITERAL_INT: ScalarType = scalar('literal int')
export const LITERAL_FLOAT: ScalarType = scalar('literal float')

interface ScalarFacts {
  readonly isFloat: boolean
  readonly isSigned: boolean
  /** Width in arithmetic; min precision counts as its minimum. */
  readonly bits: number
  readonly isMin: boolean
  /** How strong the type is when two of one family meet. */
  readonly rank: number
}

const facts = (isFloat: boolean, isSigned: boolean, bits: number, rank: number, isMin = false): ScalarFacts => ({
  isFloat,
  isSigned,
  bits,
  isMin,
  rank,
})

const FACTS: Readonly<Record<ScalarName, ScalarFacts>> = {
  bool: facts(false, false, 1, 1),
  'literal int': facts(false, true, 64, 0),
  min12int: facts(false, true, 12, 2, true),
  min16int: facts(false, true, 16, 3, true),
  min16uint: facts(false, false, 16, 4, true),
  int16_t: facts(false, true, 16, 5),
  uint16_t: facts(false, false, 16, 6),
  int: facts(false, true, 32, 7),
  uint: facts(false, false, 32, 8),
  int8_t4_packed: facts(false, false, 32, 8),
  uint8_t4_packed: facts(false, false, 32, 8),
  int64_t: facts(false, true, 64, 9),
  uint64_t: facts(false, false, 64, 10),
  'literal float': facts(true, true, 64, 0),
  min10float: facts(true, true, 10, 2, true),
  min16float: facts(true, true, 16, 3, true),
  float16_t: facts(true, true, 16, 5),
  half: facts(true, true, 32, 6),
  float: facts(true, true, 32, 7),
  double: facts(true, true, 64, 8),
  'node handle': facts(false, false, 0, 0),
  'record handle': facts(false, false, 0, 0),
  'hit object': facts(false, false, 0, 0),
}

export const isFloat = (type: ScalarType): boolean => FACTS[type.name].isFloat
export const isSigned = (type: ScalarType): boolean => FACTS[type.name].isSigned
/** The scalar type, no vector. */
export const isBool = (type: Type): boolean => type.kind === 'scalar' && type.name === 'bool'
export const isUnsigned = (type: ScalarType): boolean => !isSigned(type) && bitsOf(type) > 1
export const bitsOf = (type: ScalarType): number => FACTS[type.name].bits
export const isLiteral = (type: ScalarType): boolean => type === LITERAL_INT || type === LITERAL_FLOAT

// Types have many shapes, so that each look at the kind of one takes its time: these look once.

export const isNumeric = (type: Type): type is NumericType => {
  const { kind } = type
  return kind === 'scalar' || kind === 'vector' || kind === 'matrix'
}

/** The scalar of a numeric type or enum; undefined for others. */
export function elementOf(type: Type): ScalarType | undefined {
  switch (type.kind) {
    case 'scalar':
      return type
    case 'vector':
    case 'matrix':
      return type.element
    case 'enum':
      return type.underlying
    default:
      return undefined
  }
}

export const hasLiteral = (type: Type): boolean => {
  // No enum is of a literal type.
  const element = elementOf(type)
  return element !== undefined && isLiteral(element)
}

/** Columns of a vector or matrix, 1 of a scalar. */
export const columnsOf = (type: NumericType): number =>
  type.kind === 'scalar' ? 1 : type.kind === 'vector' ? type.size : type.columns
export const rowsOf = (type: NumericType): number => (type.kind === 'matrix' ? type.rows : 1)
export function countOf(type: NumericType): number {
  switch (type.kind) {
    case 'scalar':
      return 1
    case 'vector':
      return type.size
    case 'matrix':
      return type.rows * type.columns
  }
}

/** The same shape with another element type. */
export function withElement(type: NumericType, element: ScalarType): NumericType {
  switch (type.kind) {
    case 'scalar':
      return element
    case 'vector':
      return vector(element, type.size)
    case 'matrix':
      return matrix(element, type.rows, type.columns, type.orientation)
  }
}

/** The component of a vector or matrix that the compiler forms itself, by a swizzle or for a builtin: half4 is only a type that is written. */
export const stored = (element: ScalarType): ScalarType => (element === HALF ? FLOAT : element)

/** Packed bytes are a number where they meet another type. */
export const unpacked = (type: ScalarType): ScalarType => (type === S8X4 || type === U8X4 ? UINT : type)

/** Element type of a binary operation between two element types (usual arithmetic promotion, bool not yet promoted). */
export function combineElements(a: ScalarType, b: ScalarType): ScalarType {
  if (a === b) return a
  const x = unpacked(a)
  const y = unpacked(b)
  if (x !== a || y !== b) return combineElements(x, y)
  const fa = FACTS[a.name]
  const fb = FACTS[b.name]
  if (fa.isFloat !== fb.isFloat) {
    const float = fa.isFloat ? a : b
    const other = fa.isFloat ? b : a
    if (float === LITERAL_FLOAT) return other === LITERAL_INT ? LITERAL_FLOAT : FLOAT
    return float === HALF && other !== LITERAL_INT && other !== BOOL ? FLOAT : float
  }
  if (a === HALF || b === HALF) return halfWith(a === HALF ? b : a)
  if (a === BOOL || b === BOOL) return a === LITERAL_INT || b === LITERAL_INT ? INT : a === BOOL ? b : a
  const wider = fa.rank >= fb.rank ? a : b
  const other = wider === a ? fb : fa
  // The wider one's width, unsigned if either is: int64_t with uint is uint64_t.
  if (fa.isFloat || other.isSigned || other.rank <= 1 || !FACTS[wider.name].isSigned) return wider
  return scalar(UNSIGNED_OF[wider.name] ?? wider.name)
}

const UNSIGNED_OF: Readonly<Partial<Record<ScalarName, ScalarName>>> = {
  int: 'uint',
  int64_t: 'uint64_t',
  int16_t: 'uint16_t',
  min16int: 'min16uint',
}

/** half is float in all but name: it stays half only among its like and literals. */
const halfWith = (other: ScalarType): ScalarType => (other === LITERAL_FLOAT ? HALF : other === DOUBLE ? DOUBLE : FLOAT)

/** Element type of two scalars that meet as in C++ (the arms of ?: from HLSL 202x on): unlike elsewhere, int64_t with uint stays signed,
    and integers shorter than int that differ become int. Two of minimum precision meet as everywhere. */
export function usualElement(a: ScalarType, b: ScalarType): ScalarType {
  const [fa, fb] = [FACTS[a.name], FACTS[b.name]]
  if (a === b || fa.isMin || fb.isMin) return combineElements(a, b)
  if (fa.isFloat || fb.isFloat) {
    if (fa.isFloat && fb.isFloat) return fa.rank >= fb.rank ? a : b
    return fa.isFloat ? a : b
  }
  const [x, y] = [fa.bits < 32 ? INT : unpacked(a), fb.bits < 32 ? INT : unpacked(b)]
  return FACTS[x.name].rank >= FACTS[y.name].rank ? x : y
}

/** What a literal becomes when nothing else decides. */
export function concreteOf(type: ScalarType): ScalarType {
  return type === LITERAL_INT ? INT : type === LITERAL_FLOAT ? FLOAT : type
}
