// The fields of specialised debug nodes as text: `name: value` in any order, back into the order of the record.

import { lazy } from '../../base/lazy.ts'
import { table } from '../../base/table.ts'
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
import type { DebugField, Metadata } from '../model/metadata.ts'
import type { Module } from '../model/module.ts'
import type { Cursor } from './parse_cursor.ts'
import { Tok } from './parse_tokens.ts'

type Operand = () => Metadata | null

const AUTO_VARIABLE = 0x100

const inverse = (names: ReadonlyMap<number, string>, prefix: string): ReadonlyMap<string, number> =>
  new Map([...names].map(([value, name]) => [prefix + name, value]))

const NAMES: ReadonlyMap<string, ReadonlyMap<string, number>> = table({
  tag: inverse(DWARF_TAGS, 'DW_TAG_'),
  language: inverse(DWARF_LANGUAGES, 'DW_LANG_'),
  encoding: inverse(DWARF_ENCODINGS, 'DW_ATE_'),
  virtuality: inverse(DWARF_VIRTUALITIES, 'DW_VIRTUALITY_'),
  flags: new Map<string, number>([
    ...DI_FLAGS.map(([bit, name]): [string, number] => [`DIFlag${name}`, bit]),
    ...DI_ACCESSIBILITY.map((name, value): [string, number] => [`DIFlag${name}`, value]).slice(1),
  ]),
})
const operations = lazy(() => new Map([...DWARF_OPERATIONS].map(([value, [name]]) => [`DW_OP_${name}`, value])))

/** `(...)` behind the node's name, as MDDebug.fields. */
export function debugFields(c: Cursor, module: Module, code: number, operand: Operand): DebugField[] {
  if (code === MetadataCode.Expression) return expression(c)
  if (code === MetadataCode.GenericDebug) return generic(c, module, operand)
  const layout = DEBUG_LAYOUT_BY_CODE.get(code)!
  const texts = debugTextByCode().get(code) ?? []
  const fields: DebugField[] = layout.fields.map(name => (name.startsWith('!') ? null : 0))
  // A node whose record is its bare operands.
  while (fields.length < texts.length && layout.rest === 'metadata') fields.push(null)
  for (const t of texts) if (t.usual !== 0) fields[t.index] = t.usual
  const seen = new Set<string>()
  const open = c.at
  c.expectToken('(')
  c.list(')', () => {
    const name = fieldName(c)
    const field = texts.find(t => t.name === name) ?? c.fail(`${layout.name} has no field '${name}'`)
    if (seen.has(name)) c.fail(`field '${name}' is given twice`)
    seen.add(name)
    c.next()
    fields[field.index] = fieldValue(c, module, field, operand)
  })
  if (code === MetadataCode.LocalVar && !seen.has('tag')) fields[0] = AUTO_VARIABLE
  for (const [i, name] of layout.fields.entries())
    if (name.startsWith('!!') && fields[i] === null) c.fail(`${layout.name} needs a ${name.slice(2)}`, open, c.at - 1)
  return fields
}

/** The name of the field ahead; the cursor stays. */
function fieldName(c: Cursor): string {
  if (c.kind !== Tok.Label) c.expected('the name of a field and a colon')
  return c.spelling().slice(0, -1)
}

function fieldValue(c: Cursor, module: Module, field: TextField, operand: Operand): DebugField {
  switch (field.form) {
    case 'string': {
      const text = c.string('a string')
      return text === '' ? null : module.mdString(text)
    }
    case 'node':
      return operand()
    case 'bool':
      if (c.acceptWord('true')) return 1
      c.expectWord('false')
      return 0
    case 'flags': {
      let flags = 0
      do flags |= nameOrNumber(c, 'flags')
      while (c.accept('|'))
      return flags >>> 0
    }
    case 'tag':
    case 'language':
    case 'encoding':
    case 'virtuality':
      return nameOrNumber(c, field.form)
    default:
      return integer(c, field.form)
  }
}

function nameOrNumber(c: Cursor, form: string): number {
  if (c.kind === Tok.Integer) return c.count(`a number`)
  const value = NAMES.get(form)!.get(c.peekWord())
  if (value === undefined) c.expected(form === 'flags' ? 'a DIFlag name' : `a name or number of a ${form}`)
  c.next()
  return value
}

/** As records hold it: 64 bits unsigned, or with the sign in bit 0; small ones as numbers. */
function integer(c: Cursor, form: string): number | bigint {
  const at = c.at
  const value = c.integer('an integer')
  if (value < -(1n << 63n) || value >= 1n << 64n || (form === 'number' && value < 0n))
    c.fail('the integer is out of range', at)
  const raw = form === 'zigzag' ? (value < 0n ? (~value << 1n) | 1n : value << 1n) : value
  return small(BigInt.asUintN(64, raw))
}

/** As readers hand records out: numbers below 2^53. */
const small = (value: bigint): number | bigint => (value < 1n << 53n ? Number(value) : value)

function expression(c: Cursor): DebugField[] {
  const fields: DebugField[] = []
  c.expectToken('(')
  c.list(')', () => {
    const known = operations().get(c.peekWord())
    if (known === undefined) fields.push(integer(c, 'number'))
    else {
      fields.push(known)
      c.next()
    }
  })
  return fields
}

function generic(c: Cursor, module: Module, operand: Operand): DebugField[] {
  let tag = 0
  let header: Metadata | null = null
  const rest: (Metadata | null)[] = []
  c.expectToken('(')
  c.list(')', () => {
    const name = fieldName(c)
    if (!['tag', 'header', 'operands'].includes(name)) c.fail(`GenericDINode has no field '${name}'`)
    c.next()
    if (name === 'tag') tag = nameOrNumber(c, 'tag')
    else if (name === 'header') {
      const text = c.string('a string')
      header = text === '' ? null : module.mdString(text)
    } else {
      c.expectToken('{')
      c.list('}', () => void rest.push(operand()))
    }
  })
  return [tag, 0, header, ...rest]
}
