// Reads the type block and the attribute blocks into a module's tables.

import type { BitBlock, BitRecord } from '../../bitcode/block_reader.ts'
import { ATTRIBUTE_KINDS, type AttributeName } from '../../spec/llvm_attributes.ts'
import { TypeCode } from '../../spec/llvm_codes.ts'
import { type Attribute, type AttributeGroup, type AttributeList, attributeGroup } from '../model/attributes.ts'
import type { Module } from '../model/module.ts'
import type { Type } from '../model/types.ts'
import { failAt, RecordCursor, recordsOf } from './read_cursor.ts'

const MAX_INT_WIDTH = 1 << 23
/** Types are walked and spelt recursively, so a file must not make them endless. DXC's heaviest weigh some 50. */
const MAX_DEPTH = 256
const MAX_WEIGHT = 1 << 12
const MAX_ADDRESS_SPACE = 0xffffff

/** Types in file order. */
export function readTypes(module: Module, block: BitBlock): Type[] {
  const reader = new TypeReader(module)
  for (const record of recordsOf(block)) reader.record(record)
  reader.end(block)
  return reader.types
}

class TypeReader {
  readonly #module: Module
  readonly types: Type[] = []
  /** Named structs referred to before their record: created opaque, completed when the record comes. */
  readonly #forward = new Map<number, Type>()
  #name = ''

  constructor(module: Module) {
    this.#module = module
  }

  record(record: BitRecord): void {
    const c = new RecordCursor(record)
    if (record.code === TypeCode.NumEntry) return
    if (record.code === TypeCode.StructName) {
      this.#name = c.text()
      return
    }
    const type = this.#type(c)
    if (type.depth > MAX_DEPTH || type.weight > MAX_WEIGHT) c.fail('type is nested too deeply')
    this.types.push(type)
  }

  end(block: BitBlock): void {
    for (const id of this.#forward.keys()) failAt(block, `type ${id} is used but not defined as a struct`)
  }

  #type(c: RecordCursor): Type {
    const { types } = this.#module
    switch (c.record.code) {
      case TypeCode.Void:
        return types.void
      case TypeCode.Float:
        return types.float
      case TypeCode.Double:
        return types.double
      case TypeCode.Half:
        return types.half
      case TypeCode.Label:
        return types.label
      case TypeCode.Metadata:
        return types.metadata
      case TypeCode.Integer: {
        const width = c.number('width')
        if (width < 1 || width > MAX_INT_WIDTH) c.fail(`integer type of ${width} bits`)
        return types.int(width)
      }
      default:
        return this.#derived(c)
    }
  }

  #derived(c: RecordCursor): Type {
    const { types } = this.#module
    switch (c.record.code) {
      case TypeCode.Pointer: {
        const element = this.#at(c)
        const space = c.optional('address space')
        if (space > MAX_ADDRESS_SPACE) c.fail(`address space ${space}`)
        return types.pointer(element, space)
      }
      case TypeCode.Function: {
        const vararg = c.number('vararg') !== 0
        const result = this.#at(c)
        return types.func(result, this.#rest(c), vararg)
      }
      case TypeCode.Array: {
        const count = c.number('count')
        return types.array(count, this.#at(c))
      }
      case TypeCode.Vector: {
        const count = c.number('count')
        return types.vector(count, this.#at(c))
      }
      case TypeCode.StructAnon: {
        const packed = c.number('packed') !== 0
        return types.struct(this.#rest(c), packed)
      }
      case TypeCode.StructNamed: {
        const struct = this.#named()
        const packed = c.number('packed') !== 0
        types.setBody(struct, this.#rest(c), packed)
        return struct
      }
      case TypeCode.Opaque:
        return this.#named()
      default:
        return c.fail(`unknown type record ${c.record.code}`)
    }
  }

  /** The struct being defined; a forward reference has made it already (its name is set here). */
  #named(): Type {
    const id = this.types.length
    const made = this.#forward.get(id)
    this.#forward.delete(id)
    const name = this.#name
    this.#name = ''
    if (!made) return this.#module.types.freshStruct(name)
    this.#module.types.rename(made, name)
    return made
  }

  #at(c: RecordCursor): Type {
    const id = c.number('type')
    const found = this.types[id] ?? this.#forward.get(id)
    if (found) return found
    if (id > this.types.length + MAX_FORWARD) c.fail(`type ${id} does not exist`)
    const made = this.#module.types.freshStruct('')
    this.#forward.set(id, made)
    return made
  }

  #rest(c: RecordCursor): Type[] {
    const all: Type[] = []
    while (c.left > 0) all.push(this.#at(c))
    return all
  }
}

const MAX_FORWARD = 1 << 20

// ---- attributes ----

const KIND: ReadonlyMap<number, readonly [AttributeName, boolean]> = new Map(
  ATTRIBUTE_KINDS.map(([number, name, int]) => [number, [name, int]]),
)

/** Attribute lists in file order; list n of a record is element n - 1. */
export function readAttributes(
  module: Module,
  groups: BitBlock | null,
  lists: BitBlock | null,
): (AttributeList | null)[] {
  const byId = new Map<number, AttributeGroup>()
  for (const record of groups ? recordsOf(groups) : []) {
    const c = new RecordCursor(record)
    const id = c.number('group id')
    const slot = c.number('slot')
    const attributes: Attribute[] = []
    while (c.left > 0) attributes.push(readAttribute(c))
    byId.set(id, attributeGroup(slot, attributes))
  }
  return (lists ? recordsOf(lists) : []).map(record => {
    const c = new RecordCursor(record)
    const ids = c.rest('group id')
    return module.attributeListOf(ids.map(id => byId.get(id) ?? c.fail(`attribute group ${id} does not exist`)))
  })
}

function readAttribute(c: RecordCursor): Attribute {
  const form = c.number('attribute form')
  if (form === 3 || form === 4) {
    const key = readName(c)
    return { key, value: form === 4 ? readName(c) : '' }
  }
  if (form !== 0 && form !== 1) c.fail(`unknown attribute form ${form}`)
  const kind = c.number('attribute kind')
  const [name] = KIND.get(kind) ?? c.fail(`unknown attribute kind ${kind}`)
  return form === 1 ? [name, c.number('attribute value')] : name
}

function readName(c: RecordCursor): string {
  let name = ''
  for (;;) {
    const char = c.number('attribute text')
    if (char === 0) return name
    name += String.fromCharCode(char & 255)
  }
}
