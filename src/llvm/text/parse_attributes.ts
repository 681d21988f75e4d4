// Attributes as text: words behind a type (`i32 zeroext align 4`), group numbers (#3), and `attributes #3 = { ... }`.

import { ATTRIBUTE_KINDS, type AttributeName } from '../../spec/llvm_attributes.ts'
import type { Attribute } from '../model/attributes.ts'
import type { Cursor } from './parse_cursor.ts'
import { Tok } from './parse_tokens.ts'

const TAKES_NUMBER: ReadonlyMap<string, boolean> = new Map(ATTRIBUTE_KINDS.map(row => [row[1], row[2]]))
const MAX_VALUE = 0x40000000

export class AttributeParser {
  readonly #c: Cursor
  readonly #groups = new Map<number, readonly Attribute[]>()

  constructor(c: Cursor) {
    this.#c = c
  }

  /** `attributes #N = { ... }`, the cursor behind `attributes`. */
  group(): void {
    const c = this.#c
    const at = c.at
    if (c.kind !== Tok.AttributeId) c.expected('the number of the group')
    const id = c.number()
    if (this.#groups.has(id)) c.fail(`attribute group #${id} is defined twice`, at)
    c.next()
    c.expectToken('=')
    c.expectToken('{')
    const list: Attribute[] = []
    while (!c.accept('}')) {
      list.push(this.#attribute(true) ?? c.expected('an attribute'))
    }
    this.#groups.set(id, list)
  }

  /** The attributes ahead, in the order of the text; without group numbers. */
  words(): Attribute[] {
    const list: Attribute[] = []
    for (let a = this.#attribute(false); a; a = this.#attribute(false)) list.push(a)
    return list
  }

  /** What follows a function's or call's `)`: words and group numbers, which are looked up by groupsOf(). */
  functionAttributes(): { readonly words: Attribute[]; readonly groups: number[] } {
    const c = this.#c
    const words: Attribute[] = []
    const groups: number[] = []
    for (;;) {
      if (c.kind === Tok.AttributeId) {
        groups.push(c.at)
        c.next()
        continue
      }
      const isAlign = c.isWord('align')
      const found = isAlign ? null : this.#attribute(false)
      if (!found) return { words, groups }
      words.push(found)
    }
  }

  /** The attributes of functionAttributes() in full. Only when all groups are read. */
  resolved(found: { readonly words: readonly Attribute[]; readonly groups: readonly number[] }): Attribute[] {
    const all = [...found.words]
    for (const at of found.groups) {
      const id = this.#c.number(at)
      all.push(...(this.#groups.get(id) ?? this.#c.fail(`attribute group #${id} is not defined`, at)))
    }
    return all
  }

  #attribute(inGroup: boolean): Attribute | null {
    const c = this.#c
    if (c.kind === Tok.String) {
      const key = c.string('a key')
      return { key, value: c.accept('=') ? c.string('a value') : '' }
    }
    const name = c.peekWord()
    const takesNumber = TAKES_NUMBER.get(name)
    if (takesNumber === undefined) return null
    c.next()
    if (!takesNumber) return name as AttributeName
    if (inGroup && c.accept('=')) return [name as AttributeName, c.count('a number', MAX_VALUE)]
    const needsParen = c.accept('(')
    const value = c.count('a number', MAX_VALUE)
    if (needsParen) c.expectToken(')')
    return [name as AttributeName, value]
  }
}
