// How HLSL scalar types appear in the IR, and the flat list of leaves of any type.
// Invariant: leaves are in declaration order, vectors by component, matrices row by row; an object (resource) is one leaf.

import {
  allFields,
  type ObjectType,
  type ScalarName,
  type ScalarType,
  scalar,
  type Type,
} from '../../hlsl/tree/types.ts'
import { MAX_INSTRUCTIONS } from '../../ir/emitter.ts'

import {
  F16,
  F32,
  F64,
  HIT_OBJECT,
  I1,
  I16,
  I32,
  I64,
  type Type as IrType,
  NODE_HANDLE,
  RECORD_HANDLE,
} from '../../ir/types.ts'
import { nodeObjectRow } from '../../spec/node_objects.ts'

import { isOfFamily } from '../../spec/object_types.ts'
import { ProgramTooLarge } from './builder.ts'

interface ScalarTraits {
  readonly kind: 'bool' | 'int' | 'uint' | 'float'
  /** Type without and with -enable-16bit-types. */
  readonly ir: readonly [IrType, IrType]
  /** Bytes in memory without and with -enable-16bit-types; min-precision values take four without. */
  readonly bytes: readonly [number, number]
}

const row = (kind: ScalarTraits['kind'], a: IrType, b: IrType, x: number, y: number): ScalarTraits => ({
  kind,
  ir: [a, b],
  bytes: [x, y],
})

const TRAITS: Readonly<Record<ScalarName, ScalarTraits>> = {
  bool: row('bool', I1, I1, 4, 4),
  int: row('int', I32, I32, 4, 4),
  uint: row('uint', I32, I32, 4, 4),
  half: row('float', F32, F16, 4, 2),
  float: row('float', F32, F32, 4, 4),
  double: row('float', F64, F64, 8, 8),
  int8_t4_packed: row('uint', I32, I32, 4, 4),
  uint8_t4_packed: row('uint', I32, I32, 4, 4),
  int64_t: row('int', I64, I64, 8, 8),
  uint64_t: row('uint', I64, I64, 8, 8),
  int16_t: row('int', I16, I16, 2, 2),
  uint16_t: row('uint', I16, I16, 2, 2),
  float16_t: row('float', F16, F16, 2, 2),
  min16float: row('float', F16, F16, 4, 2),
  min10float: row('float', F16, F16, 4, 2),
  min16int: row('int', I16, I16, 4, 2),
  min12int: row('int', I16, I16, 4, 2),
  min16uint: row('uint', I16, I16, 4, 2),
  'literal int': row('int', I32, I32, 4, 4),
  'literal float': row('float', F32, F32, 4, 4),
  'node handle': row('uint', NODE_HANDLE, NODE_HANDLE, 4, 4),
  'record handle': row('uint', RECORD_HANDLE, RECORD_HANDLE, 4, 4),
  'hit object': row('uint', HIT_OBJECT, HIT_OBJECT, 4, 4),
}

export type ScalarKind = ScalarTraits['kind']
export const kindOf = (s: ScalarType): ScalarKind => TRAITS[s.name].kind
export const irType = (s: ScalarType, native16Bit: boolean): IrType => TRAITS[s.name].ir[native16Bit ? 1 : 0]
export const scalarBytes = (s: ScalarType, native16Bit: boolean): number => TRAITS[s.name].bytes[native16Bit ? 1 : 0]
export const isUnsigned = (s: ScalarType): boolean => TRAITS[s.name].kind === 'uint'
export const isMinPrecision = (s: ScalarType): boolean => s.name.startsWith('min')

export const UINT = scalar('uint')
export const INT = scalar('int')
export const FLOAT = scalar('float')
export const BOOL = scalar('bool')
const NODE = scalar('node handle')
const RECORD = scalar('record handle')
const HIT = scalar('hit object')

export const isHitObject = (type: Type): boolean => type.kind === 'object' && isOfFamily(type.name, 'hit object')

/** Objects that are values of variables. */
export const isRayObject = (type: Type): boolean => isRayQuery(type) || isHitObject(type)

/** Objects that are numbers in the code: see ray_queries.ts. */
export const isRayQuery = (type: Type): boolean => type.kind === 'object' && isOfFamily(type.name, 'ray query')

/** The scalar that an object is in the code; undefined for resources. */
function objectScalar({ name }: ObjectType): ScalarType | undefined {
  const row = nodeObjectRow(name)
  if (row) return row.role === 'output' ? NODE : RECORD
  if (isOfFamily(name, 'hit object')) return HIT
  return isOfFamily(name, 'ray query') ? UINT : undefined
}

/** An object leaf is a resource. */
export type Leaf = ScalarType | ObjectType

const leafCache = new WeakMap<Type, readonly Leaf[]>()

/** All leaves of a type. Errors, void and strings have none. */
export function leavesOf(type: Type): readonly Leaf[] {
  const known = leafCache.get(type)
  if (known) return known
  const list = computeLeaves(type)
  // A struct may still be under construction only in the front end; here every type is complete.
  leafCache.set(type, list)
  return list
}

function computeLeaves(type: Type): readonly Leaf[] {
  switch (type.kind) {
    case 'scalar':
      return [type]
    case 'object':
      return [objectScalar(type) ?? type]
    case 'enum':
      return [type.underlying]
    case 'vector':
      return new Array<Leaf>(type.size).fill(type.element)
    case 'matrix':
      return new Array<Leaf>(type.rows * type.columns).fill(type.element)
    case 'array':
      return repeat(leavesOf(type.element), Math.max(type.size, 0))
    case 'struct':
      return allFields(type).flatMap(f => leavesOf(f.type))
    case 'void':
    case 'string':
    case 'error':
      return []
  }
}

function repeat(list: readonly Leaf[], times: number): Leaf[] {
  // Each leaf would be handled by an instruction at least.
  if (list.length * times > MAX_INSTRUCTIONS) throw new ProgramTooLarge(0)
  const all: Leaf[] = []
  for (let i = 0; i < times; i++) for (const leaf of list) all.push(leaf)
  return all
}

export const leafCount = (type: Type): number => leavesOf(type).length

/** Element scalar of a numeric or enum type, or what an object is in the code; undefined for anything else. */
export function elementOf(type: Type): ScalarType | undefined {
  switch (type.kind) {
    case 'scalar':
      return type
    case 'enum':
      return type.underlying
    case 'vector':
    case 'matrix':
      return type.element
    case 'object':
      return objectScalar(type)
    default:
      return undefined
  }
}
