// Types of LLVM text: opaque pointers, vectors, packed and named structs, target("...") types.

import { table } from '../../base/table.ts'
import { Tok } from '../../llvm/text/parse_tokens.ts'
import type { Cursor } from './cursor.ts'
import type { LlStruct, LlType } from './syntax.ts'

export const VOID: LlType = { kind: 'void' }
const LABEL: LlType = { kind: 'label' }
export const METADATA: LlType = { kind: 'metadata' }
export const BOOL: LlType = { kind: 'int', bits: 1 }
const HALF: LlType = { kind: 'float', bits: 16 }
const FLOAT: LlType = { kind: 'float', bits: 32 }
const DOUBLE: LlType = { kind: 'float', bits: 64 }
/** The seed documents write f16, f32, f64 in places. */
const WORDS: ReadonlyMap<string, LlType> = table({
  void: VOID,
  label: LABEL,
  metadata: METADATA,
  // Of convergence control: nothing that code could hold.
  token: { kind: 'struct', name: undefined, fields: [], packed: false },
  half: HALF,
  float: FLOAT,
  double: DOUBLE,
  f16: HALF,
  f32: FLOAT,
  f64: DOUBLE,
})
const MAX_COUNT = 1 << 24
/** Of shader model 6.9. */
const MAX_LANES = 1024

export class TypeReader {
  readonly c: Cursor
  /** Named structs; fields are undefined until the definition is read. */
  readonly structs = new Map<string, LlStruct>()
  readonly #ints: LlType[] = [VOID, BOOL]
  readonly #pointers: LlType[] = []

  constructor(c: Cursor) {
    this.c = c
  }

  isTypeStart(): boolean {
    const { kind, word } = this.c
    if (kind === Tok.Local) return true
    if (kind === Tok.Punct) return word === '<' || word === '[' || word === '{'
    return kind === Tok.Word && (WORDS.has(word) || word === 'ptr' || word === 'target' || /^i\d+$/.test(word))
  }

  int(bits: number): LlType {
    return (this.#ints[bits] ??= { kind: 'int', bits })
  }

  /** A type, function types (`void (ptr)`) included. */
  type(): LlType {
    return this.c.nested(() => {
      let t = this.#plain()
      while (this.c.is('(')) t = { kind: 'function', result: t, params: this.#parameters() }
      if (this.c.is('*')) this.c.fail('typed pointers are no longer LLVM: expected an opaque ptr')
      return t
    })
  }

  #plain(): LlType {
    const { c } = this
    if (c.kind === Tok.Local) return this.named(c.name(Tok.Local, 'a type'))
    if (c.accept('<')) return this.#angle()
    if (c.accept('[')) {
      const [count, element] = this.#times()
      c.expectToken(']')
      return { kind: 'array', count, element }
    }
    if (c.is('{')) return this.#struct(false)
    if (c.kind !== Tok.Word) c.fail('expected a type')
    return this.#word(c.word)
  }

  #word(word: string): LlType {
    const { c } = this
    const known = WORDS.get(word)
    if (known) {
      c.advance()
      return known
    }
    if (word === 'ptr') {
      c.advance()
      const space = this.addressSpace()
      return (this.#pointers[space] ??= { kind: 'ptr', space })
    }
    if (word === 'target') return this.#target()
    const bits = /^i(\d{1,5})$/.exec(word)
    if (!bits || Number(bits[1]) < 1) return c.fail(`expected a type, not '${word}'`)
    c.advance()
    return this.int(Number(bits[1]))
  }

  /** `addrspace(n)`, 0 when absent. */
  addressSpace(): number {
    const { c } = this
    if (!c.is('addrspace')) return 0
    c.advance()
    c.expectToken('(')
    const space = c.integer('an address space')
    if (space < 0 || space > 255) c.fail('unknown address space')
    c.expectToken(')')
    return space
  }

  named(name: string): LlStruct {
    let s = this.structs.get(name)
    if (!s) this.structs.set(name, (s = { kind: 'struct', name, fields: undefined, packed: false }))
    return s
  }

  #angle(): LlType {
    const { c } = this
    if (c.is('{')) {
      const s = this.#struct(true)
      c.expectToken('>')
      return s
    }
    const [count, element] = this.#times()
    c.expectToken('>')
    if (element.kind !== 'int' && element.kind !== 'float' && element.kind !== 'ptr')
      c.fail('vectors have elements of a number type')
    if (count < 1 || count > MAX_LANES) c.fail('vectors of this length do not exist here')
    return { kind: 'vector', count, element }
  }

  #times(): [number, LlType] {
    const { c } = this
    const count = c.integer('a count')
    if (count < 0 || count > MAX_COUNT) c.fail('the count is out of range')
    c.expectToken('x')
    return [count, this.type()]
  }

  #struct(packed: boolean): LlStruct {
    return { kind: 'struct', name: undefined, fields: this.fields(), packed }
  }

  fields(): LlType[] {
    const { c } = this
    const fields: LlType[] = []
    c.expectToken('{')
    if (c.accept('}')) return fields
    do fields.push(this.type())
    while (c.accept(','))
    c.expectToken('}')
    return fields
  }

  #parameters(): LlType[] {
    const { c } = this
    const params: LlType[] = []
    c.expectToken('(')
    if (c.accept(')')) return params
    do {
      if (c.accept('...')) break
      params.push(this.type())
    } while (c.accept(','))
    c.expectToken(')')
    return params
  }

  #target(): LlType {
    const { c } = this
    c.advance()
    c.expectToken('(')
    const name = c.string('the name of a target type')
    const types: LlType[] = []
    const ints: number[] = []
    while (c.accept(',')) {
      if (c.kind === Tok.Integer) ints.push(c.integer())
      else types.push(this.type())
    }
    c.expectToken(')')
    return { kind: 'target', name, types, ints }
  }
}
