// Metadata as text: `!N = ...` nodes (made first and filled second, so they may refer to each other in any order and in
// circles), operands, attachments. Specialised debug nodes are in parse_debug.ts.

import { DEBUG_LAYOUTS } from '../../spec/llvm_metadata.ts'
import type { Attachment, MDDebug, MDNode, Metadata } from '../model/metadata.ts'
import type { Module } from '../model/module.ts'
import type { ConstantParser } from './parse_constants.ts'
import type { Cursor } from './parse_cursor.ts'
import { debugFields } from './parse_debug.ts'
import { Tok, unescaped } from './parse_tokens.ts'

const CODE_BY_NAME: ReadonlyMap<string, number> = new Map(DEBUG_LAYOUTS.map(layout => [layout.name, layout.code]))

interface Declared {
  /** Token behind the `=`. */
  readonly at: number
  readonly node: MDNode | MDDebug
}

export class MetadataParser {
  readonly #c: Cursor
  readonly #module: Module
  readonly #constants: ConstantParser
  readonly #nodes = new Map<number, Declared>()
  /** `!name = !{...}`: the token at the name. */
  readonly #named: number[] = []

  constructor(c: Cursor, module: Module, constants: ConstantParser) {
    this.#c = c
    this.#module = module
    this.#constants = constants
  }

  /** `!N = ...`, the cursor at !N: makes the node; its contents wait for fill(). */
  declare(): void {
    const c = this.#c
    const id = c.number()
    if (this.#nodes.has(id)) c.fail(`metadata !${id} is defined twice`)
    c.next()
    c.expectToken('=')
    const at = c.at
    const isDistinct = c.acceptWord('distinct')
    if (c.kind === Tok.MetaName) this.#nodes.set(id, { at, node: this.#module.debugNode(this.#code(), isDistinct, []) })
    else if (c.kind === Tok.Bang) this.#nodes.set(id, { at, node: this.#module.rawNode(isDistinct) })
    else c.expected('a metadata node, !{...} or !DI...(...)')
  }

  /** `!name = !{...}`, the cursor at !name. */
  declareNamed(): void {
    this.#named.push(this.#c.at)
  }

  /** Parses what the nodes hold. All nodes, globals and types must have been declared. */
  fill(): void {
    const c = this.#c
    for (const { at, node } of this.#nodes.values()) {
      c.at = at
      c.acceptWord('distinct')
      if (node.kind === 'debug') {
        c.next()
        node.fields.push(...debugFields(c, this.#module, node.code, () => this.operandAt()))
      } else {
        c.next()
        node.operands.push(...this.#operands())
      }
    }
    for (const at of this.#named) this.#fillNamed(at)
  }

  #fillNamed(at: number): void {
    const c = this.#c
    c.at = at
    const name = c.name()
    if (this.#module.findNamed(name)) c.fail(`named metadata !${name} is defined twice`)
    const { operands } = this.#module.namedMetadata(name)
    c.next()
    c.expectToken('=')
    if (c.kind !== Tok.Bang) c.expected("'!{'")
    c.next()
    c.expectToken('{')
    c.list('}', () => {
      if (c.kind !== Tok.MetaId) c.expected('a node !N')
      operands.push(this.#reference())
    })
  }

  /** An operand of a node: null, !N, !"text", !{...}, !DI...(...), or a typed constant. */
  operandAt(): Metadata | null {
    const c = this.#c
    if (c.acceptWord('null')) return null
    return this.#isNodeAhead() || c.kind === Tok.Bang ? this.metadata() : this.#module.mdValue(this.#constants.typed())
  }

  /** !N, !"text", !{...}, !DI...(...) */
  metadata(): Metadata {
    const c = this.#c
    if (c.kind === Tok.Bang && c.kindAt(c.at + 1) === Tok.String) {
      c.next()
      const text = unescaped(c.spelling().slice(1, -1))
      c.next()
      return this.#module.mdString(text)
    }
    return this.node()
  }

  /** !N, !{...} or !DI...(...), `distinct` or not. */
  node(): MDNode | MDDebug {
    const c = this.#c
    if (c.kind === Tok.MetaId) return this.#reference()
    return c.nested(() => {
      const isDistinct = c.acceptWord('distinct')
      if (c.kind === Tok.MetaName) {
        const code = this.#code()
        c.next()
        return this.#module.debugNode(
          code,
          isDistinct,
          debugFields(c, this.#module, code, () => this.operandAt()),
        )
      }
      if (c.kind !== Tok.Bang) c.expected('a metadata node')
      c.next()
      const operands = this.#operands()
      return isDistinct ? this.#module.distinctNode(operands) : this.#module.node(operands)
    })
  }

  /** The attachment ahead, `!kind NODE`, and its kind's name. */
  attachment(): { readonly kind: string; readonly node: MDNode | MDDebug; readonly at: number } {
    const c = this.#c
    const { at } = c
    if (c.kind !== Tok.MetaName) c.expected('a kind of metadata')
    const kind = c.name()
    c.next()
    return { kind, node: this.node(), at }
  }

  toAttachment(kind: string, node: MDNode | MDDebug): Attachment {
    return { kind: this.#module.kindId(kind), node }
  }

  #isNodeAhead(): boolean {
    const { kind } = this.#c
    return kind === Tok.MetaId || kind === Tok.MetaName || this.#c.isWord('distinct')
  }

  #reference(): MDNode | MDDebug {
    const c = this.#c
    const id = c.number()
    const found = this.#nodes.get(id) ?? c.fail(`metadata !${id} is not defined`)
    c.next()
    return found.node
  }

  /** Record code of the specialised node whose name is ahead. */
  #code(): number {
    const c = this.#c
    return CODE_BY_NAME.get(c.name()) ?? c.fail(`there is no kind of metadata node called ${c.spelling()} in LLVM 3.7`)
  }

  #operands(): (Metadata | null)[] {
    const c = this.#c
    const operands: (Metadata | null)[] = []
    c.expectToken('{')
    c.list('}', () => void operands.push(this.operandAt()))
    return operands
  }
}
