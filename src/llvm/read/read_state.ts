// State while one function is read: numbering, forward references, the block being filled.

import type { BitBlock, BitRecord } from '../../bitcode/block_reader.ts'
import { FunctionCode } from '../../spec/llvm_codes.ts'
import type { AttributeList } from '../model/attributes.ts'
import type { MDDebug, Metadata } from '../model/metadata.ts'
import type { Module } from '../model/module.ts'
import type { Type } from '../model/types.ts'
import { type BasicBlock, type Func, Instruction, Op, type Value } from '../model/values.ts'
import type { SpellingBudget } from './read_constants.ts'
import { failAt, type RecordCursor } from './read_cursor.ts'
import { metadataRef } from './read_metadata.ts'

/** What the module level has read so far. */
export interface ReadContext {
  readonly module: Module
  readonly types: readonly Type[]
  readonly attributes: readonly (AttributeList | null)[]
  /** Module-level values; function reading appends and truncates. */
  readonly values: Value[]
  readonly metadata: readonly Metadata[]
  readonly spelling: SpellingBudget
}

/** An operand that is defined later. */
interface Open {
  readonly operand: number
  readonly id: number
  readonly isMetadata: boolean
  /** The type the record says it has, if it says. */
  type: Type | null
}

interface Patch extends Open {
  readonly inst: Instruction
  readonly record: BitRecord
}

export class FunctionReader {
  readonly module: Module
  readonly types: readonly Type[]
  readonly func: Func
  readonly instructions: Instruction[] = []
  /** Value ids of function-local metadata. */
  readonly localMetadata: number[] = []
  readonly #context: ReadContext
  readonly #patches: Patch[] = []
  /** Operands of the instruction being read that need patching. */
  readonly #open: Open[] = []
  #block = 0
  #location: MDDebug | null = null

  constructor(context: ReadContext, func: Func) {
    this.#context = context
    this.module = context.module
    this.types = context.types
    this.func = func
  }

  /** Patches forward references; all blocks must have ended. */
  finish(block: BitBlock): void {
    if (this.#block === 0 || this.#block !== this.func.blocks.length)
      failAt(block, 'function ends in the middle of a block')
    const { values, module } = this.#context
    for (const { inst, operand, id, isMetadata, type, record } of this.#patches) {
      const value = values[isMetadata ? this.localMetadata[id]! : id] ?? failAt(record, `value ${id} does not exist`)
      if (type && value.type !== type) failAt(record, `value ${id} is not of the type its use says`)
      inst.operands[operand] = isMetadata ? module.metadataOperand(module.mdValue(value)) : value
    }
  }

  // ---- operands ----

  make(op: Op, type: Type, operands: Value[], elementType: Type | null = null): Instruction {
    return new Instruction(this.module.context, op, type, operands, [], 0, 0, elementType)
  }

  type(c: RecordCursor): Type {
    const id = c.number('type')
    return this.types[id] ?? c.fail(`type ${id} does not exist`)
  }

  blockAt(c: RecordCursor): BasicBlock {
    const id = c.number('block')
    return this.func.blocks[id] ?? c.fail(`block ${id} does not exist`)
  }

  /** A relative operand without a type; `at` is the place it will have in the operand list. */
  operandAt(c: RecordCursor, at: number): Value {
    return this.absolute(c, (this.#context.values.length - c.number('operand')) >>> 0, at)
  }

  /** A relative operand, followed by its type when it is a forward reference. */
  typed(c: RecordCursor, at: number): { value: Value; type: Type } {
    const value = this.operandAt(c, at)
    const isForward = this.#open.length > 0 && this.#open[this.#open.length - 1]!.operand === at
    if (!isForward) return { value, type: value.type }
    const type = this.type(c)
    this.#open[this.#open.length - 1]!.type = type
    return { value, type }
  }

  absolute(c: RecordCursor, id: number, at: number): Value {
    const value = this.#context.values[id]
    if (value) {
      this.#context.spelling.charge(value, c.record)
      return value
    }
    this.#open.push({ operand: at, id, isMetadata: false, type: null })
    // Stands in until finish(); never seen afterwards.
    return this.func
  }

  /** Relative by metadata id. */
  metadataOperand(c: RecordCursor, at: number): Value {
    const { metadata, values } = this.#context
    const id = (values.length - c.number('metadata')) >>> 0
    if (id < metadata.length) return this.module.metadataOperand(metadata[id]!)
    if (id - metadata.length >= this.localMetadata.length) c.fail(`metadata ${id} does not exist`)
    this.#open.push({ operand: at, id: id - metadata.length, isMetadata: true, type: null })
    return this.func
  }

  attributes(c: RecordCursor): AttributeList | null {
    const id = c.number('attribute list')
    if (id === 0) return null
    const found = this.#context.attributes[id - 1]
    return found === undefined ? c.fail(`attribute list ${id} does not exist`) : found
  }

  /** Whether the instruction being read has a forward reference so far. */
  get isOpen(): boolean {
    return this.#open.length > 0
  }

  /** Number of the next value. */
  get next(): number {
    return this.#context.values.length
  }

  // ---- records that are not instructions, and the end of one that is ----

  declareBlocks(c: RecordCursor, limit: number): void {
    const count = c.number('block count')
    if (count === 0 || count > limit || this.func.blocks.length > 0) c.fail(`function with ${count} blocks`)
    for (let i = 0; i < count; i++) this.func.addBlock()
  }

  append(inst: Instruction, c: RecordCursor): void {
    c.end()
    const block = this.func.blocks[this.#block] ?? c.fail('instruction after the last block')
    block.instructions.push(inst)
    this.instructions.push(inst)
    for (const open of this.#open) this.#patches.push({ ...open, inst, record: c.record })
    this.#open.length = 0
    if (inst.type.kind !== 'void') this.#context.values.push(inst)
    if (inst.op === Op.Br || inst.op === Op.Ret || inst.op === Op.Switch || inst.op === Op.Unreachable) this.#block++
  }

  debugLocation(c: RecordCursor): void {
    const last = this.instructions[this.instructions.length - 1] ?? c.fail('debug location before any instruction')
    if (c.record.code === FunctionCode.DebugLoc) {
      const line = c.number('line')
      const column = c.number('column')
      const [scope, inlinedAt] = [c.number('scope'), c.number('inlined-at')].map(ref =>
        metadataRef(c.record, this.#context.metadata, ref),
      )
      this.#location = this.module.location(line, column, scope!, inlinedAt!)
    }
    last.location = this.#location ?? c.fail('no earlier debug location to repeat')
  }
}
