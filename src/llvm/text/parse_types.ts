// Types as text, LLVM 3.7's: pointers say what they point to. Named structs may be used before they are defined.

import type { Module } from '../model/module.ts'
import type { Type } from '../model/types.ts'
import type { Cursor } from './parse_cursor.ts'
import { Tok } from './parse_tokens.ts'

const MAX_INT_WIDTH = 0x7fffff
const MAX_ADDRESS_SPACE = 0xffffff
const MAX_DEPTH = 256
const MAX_WEIGHT = 1 << 16

export class TypeParser {
  readonly #c: Cursor
  readonly #module: Module
  /** Types behind %name or %N, with the token of the first mention while undefined. */
  readonly #named = new Map<string, { type: Type; openAt: number }>()

  constructor(c: Cursor, module: Module) {
    this.#c = c
    this.#module = module
  }

  /** `%T = type ...`, the cursor at %T. */
  definition(): void {
    const c = this.#c
    const at = c.at
    const key = c.spelling()
    const name = c.number() >= 0 ? '' : c.name()
    c.next()
    c.expectToken('=')
    c.expectWord('type')
    const known = this.#named.get(key)
    if (known && known.openAt < 0) c.fail(`type ${key} is defined twice`, at)
    const { types } = this.#module
    const isPacked = c.is('<') && c.kindAt(c.at + 1) === Tok.Punct && c.spelling(c.at + 1) === '{'
    const isOpaque = c.isWord('opaque')
    if (!isOpaque && !isPacked && !c.is('{')) {
      if (known) c.fail(`type ${key} was used before as a struct, so it must be one`)
      this.#named.set(key, { type: this.type(), openAt: -1 })
      return
    }
    const struct = known?.type ?? types.freshStruct(name)
    this.#named.set(key, { type: struct, openAt: -1 })
    if (c.acceptWord('opaque')) return
    if (isPacked) c.next()
    const fields = this.#fields()
    if (isPacked) c.expectToken('>')
    types.setBody(struct, fields, isPacked)
  }

  /** A type that may be the type of a value. */
  valueType(): Type {
    const at = this.#c.at
    const type = this.type()
    if (type.kind === 'void' || type.kind === 'function') this.#c.fail(`a value cannot have type ${type.kind}`, at)
    return type
  }

  /** Any type, void and functions included. */
  type(): Type {
    const c = this.#c
    const at = c.at
    let type = this.#primary()
    for (;;) {
      if (c.is('*')) {
        c.next()
        type = this.#pointer(type, 0, at)
      } else if (c.isWord('addrspace')) {
        const space = this.addressSpace()
        c.expectToken('*')
        type = this.#pointer(type, space, at)
      } else if (c.is('(')) type = this.#function(type, at)
      else return type
      this.#bound(type, at)
    }
  }

  /** `addrspace(N)` */
  addressSpace(): number {
    const c = this.#c
    c.expectWord('addrspace')
    c.expectToken('(')
    const space = c.count('an address space', MAX_ADDRESS_SPACE)
    c.expectToken(')')
    return space
  }

  /** To be called when everything is parsed. */
  finish(): void {
    for (const [key, { openAt }] of this.#named)
      if (openAt >= 0) this.#c.fail(`type ${key} is used but not defined`, openAt)
  }

  #bound(type: Type, at: number): void {
    if (type.depth > MAX_DEPTH || type.weight > MAX_WEIGHT) this.#c.fail('the type is too large', at, this.#c.at - 1)
  }

  #pointer(to: Type, space: number, at: number): Type {
    if (to.kind === 'void' || to.kind === 'label' || to.kind === 'metadata')
      this.#c.fail(`there is no pointer to ${to.kind}${to.kind === 'void' ? '; use i8*' : ''}`, at)
    return this.#module.types.pointer(to, space)
  }

  #function(result: Type, at: number): Type {
    const c = this.#c
    if (result.kind === 'function' || result.kind === 'label' || result.kind === 'metadata')
      c.fail(`a function cannot return ${result.kind}`, at)
    return c.nested(() => {
      c.next()
      const params: Type[] = []
      let vararg = false
      c.list(')', () => {
        if (vararg) c.expected("')' behind '...'")
        if (c.accept('...')) vararg = true
        else params.push(this.valueType())
      })
      return this.#module.types.func(result, params, vararg)
    })
  }

  #primary(): Type {
    const c = this.#c
    if (c.kind === Tok.Word) return this.#word()
    if (c.kind === Tok.Local) return this.#reference()
    const at = c.at
    const type = c.nested(() => this.#bracketed())
    this.#bound(type, at)
    return type
  }

  #word(): Type {
    const c = this.#c
    const { types } = this.#module
    const word = c.spelling()
    const width = /^i(\d{1,9})$/.exec(word)
    if (width) {
      const bits = Number(width[1])
      if (bits < 1 || bits > MAX_INT_WIDTH) c.fail(`there is no integer type of ${bits} bits`)
      c.next()
      return types.int(bits)
    }
    switch (word) {
      case 'void':
      case 'half':
      case 'float':
      case 'double':
      case 'label':
      case 'metadata':
        c.next()
        return types[word]
      case 'ptr':
        return c.fail(
          'opaque pointers (ptr) are not part of LLVM 3.7, which DXIL is made of; a pointer names its type, for instance i32*',
        )
      case 'x86_fp80':
      case 'fp128':
      case 'ppc_fp128':
      case 'x86_mmx':
        return c.fail(`type ${word} is not supported in DXIL`)
      default:
        return c.expected('a type')
    }
  }

  #reference(): Type {
    const c = this.#c
    const key = c.spelling()
    let entry = this.#named.get(key)
    if (!entry) {
      entry = { type: this.#module.types.freshStruct(c.number() >= 0 ? '' : c.name()), openAt: c.at }
      this.#named.set(key, entry)
    }
    c.next()
    return entry.type
  }

  #bracketed(): Type {
    const c = this.#c
    const { types } = this.#module
    if (c.is('{')) return types.struct(this.#fields())
    const isArray = c.is('[')
    if (!isArray && !c.is('<')) c.expected('a type')
    c.next()
    if (!isArray && c.is('{')) {
      const fields = this.#fields()
      c.expectToken('>')
      return types.struct(fields, true)
    }
    const countAt = c.at
    const count = c.count('a number of elements')
    c.expectWord('x')
    const elementAt = c.at
    const element = this.valueType()
    c.expectToken(isArray ? ']' : '>')
    if (isArray) {
      if (element.kind === 'label' || element.kind === 'metadata')
        c.fail(`there is no array of ${element.kind}`, elementAt)
      return types.array(count, element)
    }
    if (count === 0) c.fail('a vector has at least one element', countAt)
    if (element.kind !== 'int' && element.kind !== 'pointer' && !element.isFloatingPoint)
      c.fail(`there is no vector of ${element.kind}`, elementAt)
    return types.vector(count, element)
  }

  #fields(): Type[] {
    const c = this.#c
    const fields: Type[] = []
    c.expectToken('{')
    c.list('}', () => {
      const at = c.at
      const field = this.valueType()
      if (field.kind === 'label' || field.kind === 'metadata') c.fail(`a struct cannot hold ${field.kind}`, at)
      fields.push(field)
    })
    return fields
  }
}
