// How bit fields share integers: the one place that knows it. A struct's fields are what memory holds, so everything that moves structs about
// sees only the shared integers; access to a bit field, initialiser lists and casts, which count bit fields, ask here.
// Facts measured with DXC: a bit field goes on where the one before it ended if both types have the same size and its bits fit; else, and behind
// any other field, base or `: 0`, a new integer begins. Those of minimum precision have 16 bits, but lie in memory as 32.

import { table } from '../../base/table.ts'
import { isBool, unpacked } from './numeric.ts'
import {
  allFields,
  type BitField,
  type Bits,
  type EnumType,
  type Field,
  type ScalarType,
  type StructType,
  scalar,
  type Type,
} from './types.ts'

export const holdsBits = (type: Type): boolean =>
  type.kind === 'array' ? holdsBits(type.element) : type.kind === 'struct' && type.holdsBits === true

/** The integer behind a bit field's type, undefined for types that bit fields cannot have. */
export function integerOf(type: Type): ScalarType | undefined {
  const element = type.kind === 'enum' ? type.underlying : type.kind === 'scalar' ? unpacked(type) : undefined
  return element && BITS.get(element.name) !== undefined ? element : undefined
}

const BITS: ReadonlyMap<string, number> = table({
  bool: 32,
  int: 32,
  uint: 32,
  int64_t: 64,
  uint64_t: 64,
  int16_t: 16,
  uint16_t: 16,
  min16int: 16,
  min16uint: 16,
  min12int: 16,
})

/** Bits of the integer that bit fields of a type lie in, which is also the widest they may be. */
export const bitsOfUnit = (type: Type): number => {
  const element = integerOf(type)
  return element ? BITS.get(element.name)! : 0
}

/** The declaration `type name : width` of a bit field. */
export interface BitFieldDeclaration {
  readonly name: string
  readonly type: ScalarType | EnumType
  readonly width: number
  /** Whether minimum precision is 16 bits in memory, too. */
  readonly native16Bit: boolean
  readonly precise: boolean
  readonly modifiers: readonly string[]
  readonly pos: number
  readonly end: number
}

/** Adds a bit field to the end of a struct under construction; undefined for `: 0` where nothing is to be ended. */
export function placeBitField(
  struct: StructType,
  given: BitFieldDeclaration,
): { field: Field; bits: BitField } | undefined {
  const { name, type, width, pos, end } = given
  const last = struct.fields.at(-1)
  const at = last?.bits ? openAt(last) : undefined
  const goesOn =
    at !== undefined &&
    (width === 0 || (bitsOfUnit(type) === bitsOfUnit(last!.bits![0]!.type) && at + width <= bitsOfUnit(type)))
  if (!goesOn && width === 0) return undefined
  const bits = { name, type, offset: goesOn ? at : 0, width, pos, end }
  struct.holdsBits = true
  if (goesOn) {
    last!.bits!.push(bits)
    return { field: last!, bits }
  }
  const { precise, modifiers } = given
  const field: Field = {
    name: '',
    type: storedInteger(integerOf(type)!, given.native16Bit),
    index: (struct.base ? allFields(struct.base).length : 0) + struct.fields.length,
    owner: struct,
    semantic: undefined,
    precise,
    modifiers,
    bits: [bits],
    pos,
    end,
  }
  struct.fields.push(field)
  return { field, bits }
}

function storedInteger(type: ScalarType, native16Bit: boolean): ScalarType {
  if (type.name === 'bool') return scalar('uint')
  if (native16Bit || !type.name.startsWith('min')) return type
  return scalar(type.name === 'min16uint' ? 'uint' : 'int')
}

/** Where the next bit field of an integer would begin; undefined once `: 0` has ended it. */
function openAt(field: Field): number | undefined {
  const last = field.bits!.at(-1)!
  return last.width === 0 ? undefined : last.offset + last.width
}

/** How a field is called where layouts are explained: an integer that bit fields share has all their names. */
export const fieldTitle = ({ name, bits }: Field): string =>
  bits
    ? bits
        .filter(b => b.name !== '')
        .map(b => b.name)
        .join('|') || '(unnamed bits)'
    : name

// ---- declared leaves -----------------------------------------------------------------------------------------------------------------

/** Hears of a leaf as declared, with the number and the type of the stored leaf that it is or lies in. */
type Visitor = (type: Type, stored: number, storedType: Type) => void

/** Calls back for the leaves of a type in declaration order, every bit field by itself; the number of stored ones. */
export function eachDeclaredLeaf(type: Type, visit: Visitor, first = 0): number {
  switch (type.kind) {
    case 'vector':
      for (let i = 0; i < type.size; i++) visit(type.element, first + i, type.element)
      return first + type.size
    case 'matrix': {
      const count = type.rows * type.columns
      for (let i = 0; i < count; i++) visit(type.element, first + i, type.element)
      return first + count
    }
    case 'array': {
      let at = first
      for (let i = 0; i < type.size; i++) at = eachDeclaredLeaf(type.element, visit, at)
      return at
    }
    case 'struct': {
      let at = first
      for (const field of allFields(type)) {
        if (!field.bits) at = eachDeclaredLeaf(field.type, visit, at)
        else {
          for (const bits of field.bits) visit(bits.type, at, field.type)
          at++
        }
      }
      return at
    }
    default:
      visit(type, first, type)
      return first + 1
  }
}

// ---- values --------------------------------------------------------------------------------------------------------------------------

/** Whether reading a bit field extends its sign. An enum without a written type has a sign once an enumerator is negative. */
export function isSignedField(type: ScalarType | EnumType): boolean {
  return /^(min\d+)?int/.test(integerOf(type)!.name)
}

const maskOf = ({ width }: Bits): bigint => (1n << BigInt(width)) - 1n

/** A bit field's value out of the integer's; a bool's lowest bit. */
export function extractBits(whole: bigint, bits: BitField): bigint {
  const shifted = whole >> BigInt(bits.offset)
  if (isBool(bits.type)) return shifted & 1n
  return isSignedField(bits.type) ? BigInt.asIntN(bits.width, shifted) : BigInt.asUintN(bits.width, shifted)
}

/** The integer with some of its bits replaced. */
export function insertBits(whole: bigint, bits: Bits, value: bigint): bigint {
  const mask = maskOf(bits) << BigInt(bits.offset)
  return (whole & ~mask) | ((value << BigInt(bits.offset)) & mask)
}
