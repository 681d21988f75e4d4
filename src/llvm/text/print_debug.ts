// Text of the specialised (debug info) nodes, as LLVM 3.7's AsmWriter spells them.

import {
  DI_ACCESSIBILITY,
  DI_FLAGS,
  DWARF_ENCODINGS,
  DWARF_LANGUAGES,
  DWARF_OPERATIONS,
  DWARF_TAGS,
  DWARF_VIRTUALITIES,
} from '../../spec/dwarf_names.ts'
import { MetadataCode } from '../../spec/llvm_codes.ts'
import { DEBUG_LAYOUT_BY_CODE } from '../../spec/llvm_metadata.ts'
import { debugTextByCode, type TextField } from '../../spec/llvm_metadata_text.ts'
import type { DebugField, MDDebug, Metadata } from '../model/metadata.ts'
import { escaped } from './print_values.ts'

/** Prints an operand: `!3`, `i32 1`, `!"text"`, `null`. */
type OperandText = (md: Metadata | null) => string

const AUTO_VARIABLE = 0x100

/** The node without `distinct`. */
export function debugNodeText(node: MDDebug, operand: OperandText): string {
  if (node.code === MetadataCode.Expression) return expressionText(node)
  if (node.code === MetadataCode.GenericDebug) return genericText(node, operand)
  let text = ''
  for (const field of debugTextByCode().get(node.code) ?? []) {
    const value = fieldText(node, field, operand)
    if (value !== '') text += `${text === '' ? '' : ', '}${field.name}: ${value}`
  }
  return `!${DEBUG_LAYOUT_BY_CODE.get(node.code)?.name ?? `Debug${node.code}`}(${text})`
}

/** `!DIExpression(DW_OP_bit_piece, 0, 32)`; numbers only when it is not one LLVM 3.7 takes. */
export function expressionText(node: MDDebug): string {
  const elements = node.fields.map(Number)
  return `!DIExpression(${(operations(elements) ?? elements).join(', ')})`
}

function operations(elements: readonly number[]): (string | number)[] | null {
  const words: (string | number)[] = []
  for (let i = 0; i < elements.length; ) {
    const known = DWARF_OPERATIONS.get(elements[i]!)
    if (!known) return null
    const next = i + 1 + known[1]
    if (next > elements.length || (known[0] === 'bit_piece' && next !== elements.length)) return null
    words.push(`DW_OP_${known[0]}`, ...elements.slice(i + 1, next))
    i = next
  }
  return words
}

function genericText(node: MDDebug, operand: OperandText): string {
  const [tag, , header, ...rest] = node.fields
  const parts = [`tag: ${nameOf(DWARF_TAGS, 'DW_TAG_', Number(tag))}`]
  const text = stringOf(header)
  if (text !== '') parts.push(`header: "${escaped(text)}"`)
  if (rest.length > 0) parts.push(`operands: {${rest.map(o => operand(asMetadata(o))).join(', ')}}`)
  return `!GenericDINode(${parts.join(', ')})`
}

/** What stands behind `name: `, or '' when the field is left out. */
function fieldText(node: MDDebug, field: TextField, operand: OperandText): string {
  const value = node.fields[field.index] ?? null
  switch (field.form) {
    case 'string': {
      const text = stringOf(value)
      return text === '' && !field.always ? '' : `"${escaped(text)}"`
    }
    case 'node':
      return value === null && !field.always ? '' : operand(asMetadata(value))
    case 'bool':
      return isZero(value) ? 'false' : 'true'
    case 'flags':
      return isZero(value) ? '' : flagsText(Number(value))
    case 'tag':
      return Number(value) === field.usual ? '' : nameOf(DWARF_TAGS, 'DW_TAG_', Number(value))
    case 'language':
      return isZero(value) ? '' : nameOf(DWARF_LANGUAGES, 'DW_LANG_', Number(value))
    case 'encoding':
      return isZero(value) ? '' : nameOf(DWARF_ENCODINGS, 'DW_ATE_', Number(value))
    case 'virtuality':
      return isZero(value) ? '' : nameOf(DWARF_VIRTUALITIES, 'DW_VIRTUALITY_', Number(value))
    case 'argument':
      return isZero(value) && Number(node.fields[0]) === AUTO_VARIABLE ? '' : `${numberOf(value)}`
    default:
      return isZero(value) && !field.always ? '' : `${intOf(value, field.form)}`
  }
}

function intOf(value: DebugField, form: string): number | bigint {
  const n = numberOf(value)
  if (form === 'number') return n
  const wide = BigInt(n)
  if (form === 'signed') return BigInt.asIntN(64, wide)
  return BigInt.asIntN(64, wide & 1n ? ~(wide >> 1n) : wide >> 1n)
}

function flagsText(flags: number): string {
  const names: (string | number)[] = []
  if (flags & 3) names.push(`DIFlag${DI_ACCESSIBILITY[flags & 3]}`)
  let rest = flags & ~3
  for (const [bit, name] of DI_FLAGS)
    if (rest & bit) {
      names.push(`DIFlag${name}`)
      rest &= ~bit
    }
  if (rest !== 0) names.push(rest >>> 0)
  return names.join(' | ')
}

const nameOf = (names: ReadonlyMap<number, string>, prefix: string, value: number): string => {
  const name = names.get(value)
  return name === undefined ? `${value}` : prefix + name
}

const isZero = (value: DebugField): boolean => value === 0 || value === 0n || value === null
const numberOf = (value: DebugField): number | bigint =>
  typeof value === 'number' || typeof value === 'bigint' ? value : 0
const asMetadata = (value: DebugField | undefined): Metadata | null => (typeof value === 'object' ? value : null)

/** The bytes of a string field, '' for null. */
export const stringOf = (value: DebugField | undefined): string =>
  typeof value === 'object' && value?.kind === 'string' ? value.text : ''
