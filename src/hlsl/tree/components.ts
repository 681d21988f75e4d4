// Aggregates as lists of leaves: the scalar components (an object counts as one leaf) in declaration order, matrices row by row.
// Bit fields are leaves of their own here, for initialiser lists and casts count them; what is stored has fewer (see type_size.ts).

import { objectTypeRow } from '../../spec/object_types.ts'
import { isNodeObject } from './nodes.ts'
import { INT, isNumeric } from './numeric.ts'
import { isPatch } from './patches.ts'
import type { Expr, SwizzleExpr } from './typed.ts'
import { allFields, type ScalarType, scalar, type Type, VOID } from './types.ts'

/** Number of leaves; unsized arrays count 0. */
export function leafCount(type: Type): number {
  switch (type.kind) {
    case 'scalar':
    case 'enum':
    case 'object':
      return 1
    case 'vector':
      return type.size
    case 'matrix':
      return type.rows * type.columns
    case 'array':
      return Math.max(type.size, 0) * leafCount(type.element)
    case 'struct':
      return allFields(type).reduce((sum, field) => sum + (field.bits?.length ?? leafCount(field.type)), 0)
    default:
      return 0
  }
}

/** Types of the leaves: scalars, enums or objects. */
export function leafTypes(type: Type): Type[] {
  const out: Type[] = []
  pushLeaves(type, out)
  return out
}

function pushLeaves(type: Type, out: Type[]): void {
  switch (type.kind) {
    case 'vector':
      for (let i = 0; i < type.size; i++) out.push(type.element)
      break
    case 'matrix':
      for (let i = 0; i < type.rows * type.columns; i++) out.push(type.element)
      break
    case 'array':
      for (let i = 0; i < type.size; i++) pushLeaves(type.element, out)
      break
    case 'struct':
      for (const field of allFields(type)) {
        if (field.bits) for (const bits of field.bits) out.push(bits.type)
        else pushLeaves(field.type, out)
      }
      break
    case 'scalar':
    case 'enum':
    case 'object':
      out.push(type)
      break
    default:
      out.push(VOID)
  }
}

/** Whether objects (resources, samplers...) are among the leaves. */
export function holdsObject(type: Type): boolean {
  if (type.kind === 'array') return holdsObject(type.element)
  if (type.kind === 'struct') return allFields(type).some(field => holdsObject(field.type))
  return type.kind === 'object'
}

/** A type of descriptors: a buffer, texture, sampler or acceleration structure. */
export const isResource = (type: Type): boolean =>
  type.kind === 'object' && objectTypeRow(type.name)?.resource !== undefined

/** Whether objects are among the leaves that no function of a library for linking passes: streams, ray queries. Patches are arrays. */
export const holdsOtherObject = (type: Type): boolean =>
  !isPatch(type) && leafTypes(type).some(leaf => leaf.kind === 'object' && !isResource(leaf) && !isNodeObject(leaf))

/** Whether numbers are among the leaves. */
export function holdsNumber(type: Type): boolean {
  if (type.kind === 'array') return holdsNumber(type.element)
  if (type.kind === 'struct') return allFields(type).some(field => holdsNumber(field.type))
  return isNumeric(type) || type.kind === 'enum'
}

/** Reads of every leaf of a value; they share `expr` as their innermost base. */
export function leavesOf(expr: Expr, out: Expr[]): void {
  const { type, pos, end } = expr
  switch (type.kind) {
    case 'vector':
      for (let i = 0; i < type.size; i++)
        out.push({ kind: 'swizzle', type: type.element, base: expr, components: [i], pos, end })
      break
    case 'matrix':
      for (let row = 0; row < type.rows; row++)
        for (let column = 0; column < type.columns; column++)
          out.push({ kind: 'matrix-swizzle', type: type.element, base: expr, components: [[row, column]], pos, end })
      break
    case 'array':
      for (let i = 0; i < type.size; i++) {
        const index: Expr = { kind: 'literal', type: INT, value: i, pos, end }
        leavesOf({ kind: 'index', type: type.element, base: expr, index, pos, end }, out)
      }
      break
    case 'struct':
      for (const field of allFields(type)) {
        const member: Expr = { kind: 'member', type: field.type, base: expr, field, pos, end }
        // As a leaf a bit field is the whole integer it lies in.
        if (field.bits)
          for (const bits of field.bits)
            out.push({ kind: 'convert', type: bits.type, operand: member, explicit: true, pos, end })
        else leavesOf(member, out)
      }
      break
    default:
      out.push(expr)
  }
}

/** Underlying scalar of a leaf type, undefined for objects. */
export const leafScalar = (type: Type): ScalarType | undefined =>
  type.kind === 'scalar' ? type : type.kind === 'enum' ? scalar(type.underlying.name) : undefined

/** A component comes twice: such a swizzle is no place. */
export const isRepeated = ({ components }: SwizzleExpr): boolean => new Set(components).size < components.length
