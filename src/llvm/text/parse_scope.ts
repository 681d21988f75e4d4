// The names of one function while it is parsed. Unnamed values and blocks share one numbering, which may skip numbers
// (lines that were deleted by hand) but not go back. A use before the definition holds a placeholder until then.

import type { Module } from '../model/module.ts'
import type { Type } from '../model/types.ts'
import { Argument, BasicBlock, type Func, type Instruction, Op, type Value } from '../model/values.ts'
import type { ParseContext } from './parse_context.ts'
import type { Cursor } from './parse_cursor.ts'
import { Tok } from './parse_tokens.ts'

type Local = Argument | Instruction

interface Use {
  readonly inst: Instruction
  readonly operand: number
}

interface Forward {
  readonly placeholder: Argument
  /** Token of the first use. */
  readonly at: number
  readonly uses: Use[]
}

/** Position of placeholders, which no argument has. */
const PLACEHOLDER = -1

export class LocalScope {
  readonly #x: ParseContext
  readonly #c: Cursor
  readonly #module: Module
  readonly #func: Func
  readonly #values = new Map<string, Local>()
  readonly #blocks = new Map<string, { readonly block: BasicBlock; readonly at: number }>()
  readonly #definedBlocks = new Set<BasicBlock>()
  readonly #forward = new Map<string, Forward>()
  /** Number the next unnamed value or block gets. */
  #next = 0
  #sawForward = false

  constructor(x: ParseContext, func: Func) {
    this.#x = x
    this.#c = x.c
    this.#module = x.module
    this.#func = func
  }

  // ---- uses ----

  /** `TYPE VALUE` */
  typed(): Value {
    return this.value(this.#x.types.valueType())
  }

  /** A value of the type that stands before it. */
  value(type: Type): Value {
    const c = this.#c
    if (type.kind === 'metadata') return this.metadata()
    if (c.kind !== Tok.Local) return this.#x.constants.constant(type)
    const key = c.key()
    const known = this.#values.get(key)
    if (known) {
      if (known.type !== type) c.fail(`${c.spelling()} does not have the type written before it`)
      c.next()
      return known
    }
    this.#sawForward = true
    let forward = this.#forward.get(key)
    if (!forward) {
      const placeholder = new Argument(type, this.#module.context.valueCount++, PLACEHOLDER)
      this.#forward.set(key, (forward = { placeholder, at: c.at, uses: [] }))
    }
    if (forward.placeholder.type !== type) c.fail(`${c.spelling()} is used with two different types`)
    c.next()
    return forward.placeholder
  }

  /** Metadata as a call's argument, behind the word `metadata`. May be the placeholder of a value. */
  metadata(): Value {
    const c = this.#c
    const { metadata, types } = this.#x
    const isNode = c.kind === Tok.MetaId || c.kind === Tok.MetaName || c.kind === Tok.Bang || c.isWord('distinct')
    if (isNode) return this.#module.metadataOperand(metadata.metadata())
    const at = c.at
    const type = types.valueType()
    if (type.kind === 'metadata' || type.kind === 'label') c.fail(`${type.kind} is no value`, at)
    const value = this.value(type)
    return isPlaceholder(value) ? value : this.#asMetadata(value)
  }

  #asMetadata(value: Value): Value {
    return this.#module.metadataOperand(this.#module.mdValue(value))
  }

  /** `label %name` */
  block(): BasicBlock {
    this.#c.expectWord('label')
    return this.blockName()
  }

  /** `%name` of a block. */
  blockName(): BasicBlock {
    const c = this.#c
    if (c.kind !== Tok.Local) c.expected('the name of a block')
    const key = c.key()
    let found = this.#blocks.get(key)
    if (!found) {
      const name = c.number() >= 0 ? '' : c.name()
      this.#blocks.set(key, (found = { block: this.#newBlock(name), at: c.at }))
    }
    c.next()
    return found.block
  }

  #newBlock(name: string): BasicBlock {
    const { context, types } = this.#module
    return new BasicBlock(this.#func, types.label, context.valueCount++, name)
  }

  /** Remembers the placeholders among a finished instruction's operands. */
  noteUses(inst: Instruction): void {
    if (!this.#sawForward) return
    this.#sawForward = false
    for (const { placeholder, uses } of this.#forward.values())
      inst.operands.forEach((o, operand) => {
        if (o === placeholder) uses.push({ inst, operand })
      })
  }

  // ---- definitions ----

  /**
   * Defines an argument or the result of an instruction, and puts it where it was used before.
   * @param at token to blame
   * @param nameAt token of its name or number, -1 when the text gives none
   */
  define(value: Local, at: number, nameAt: number): void {
    const c = this.#c
    const given = nameAt >= 0 ? c.number(nameAt) : -1
    const key = value.name !== '' ? c.key(nameAt) : `#${this.#take(given, at)}`
    if (this.#values.has(key) || this.#isBlock(key)) c.fail(`${c.spelling(nameAt)} is defined twice`, at)
    this.#values.set(key, value)
    const forward = this.#forward.get(key)
    if (!forward) return
    this.#forward.delete(key)
    if (forward.placeholder.type !== value.type)
      c.fail(`${c.spelling(forward.at)} is defined with another type than this use has`, forward.at)
    for (const { inst, operand } of forward.uses)
      inst.operands[operand] = wantsMetadata(inst, operand) ? this.#asMetadata(value) : value
  }

  #isBlock(key: string): boolean {
    const found = this.#blocks.get(key)
    return found !== undefined && this.#definedBlocks.has(found.block)
  }

  /** The number of something unnamed: the one the text says, or the next. */
  #take(given: number, at: number): number {
    if (given >= 0 && given < this.#next)
      this.#c.fail(`number ${given} is taken; unnamed values are numbered in order, next is %${this.#next}`, at)
    const number = given >= 0 ? given : this.#next
    this.#next = number + 1
    return number
  }

  /** The block that begins at the cursor: `name:`, `12:`, or no label at all. */
  beginBlock(): BasicBlock {
    const c = this.#c
    const { at } = c
    let name = ''
    let given = c.tokens.labelNotes.get(at) ?? -1
    if (given < this.#next) given = -1
    if (c.kind === Tok.Label) {
      const label = c.label()
      if (typeof label === 'number') given = label
      else name = label
      c.next()
    }
    const key = name !== '' ? `=${name}` : `#${this.#take(given, at)}`
    const found = this.#blocks.get(key) ?? { block: this.#newBlock(name), at }
    const { block } = found
    if (this.#definedBlocks.has(block) || (name !== '' && this.#values.has(key)))
      c.fail(`'${name}' is defined twice`, at)
    this.#blocks.set(key, found)
    this.#definedBlocks.add(block)
    this.#func.blocks.push(block)
    return block
  }

  /** Everything that was used must have been defined. */
  finish(): void {
    const c = this.#c
    for (const { at } of this.#forward.values()) c.fail(`${c.spelling(at)} is not defined in this function`, at)
    for (const { block, at } of this.#blocks.values())
      if (!this.#definedBlocks.has(block)) c.fail(`there is no block ${c.spelling(at)} in this function`, at)
  }
}

const isPlaceholder = (v: Value): boolean => v.kind === 'argument' && v.position === PLACEHOLDER

const wantsMetadata = (inst: Instruction, operand: number): boolean =>
  inst.op === Op.Call && inst.elementType!.contained[operand + 1]?.kind === 'metadata'
