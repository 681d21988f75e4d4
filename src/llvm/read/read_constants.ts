// Reads a constants block. Constants may refer to later ones, so records are collected first and built on demand:
// depth is limited, cycles are errors, and what comes out is interned.

import type { BitBlock, BitRecord } from '../../bitcode/block_reader.ts'
import { ConstantCode } from '../../spec/llvm_codes.ts'
import { isDataElement, type Module } from '../model/module.ts'
import type { Type } from '../model/types.ts'
import { type Constant, isConstant, type Value } from '../model/values.ts'
import { failAt, RecordCursor, recordsOf } from './read_cursor.ts'

/** Constants are walked and spelt recursively, so a file must not make them endless. */
const MAX_DEPTH = 500
const MAX_WEIGHT = 1 << 22

/**
 * What constants cost where they are used: whoever prints a module spells a composite one at each use, so a few records
 * that share a heavy constant would make gigabytes of text. Small ones are free, however many.
 */
export class SpellingBudget {
  #left = MAX_SPELT

  charge(value: Value, record: BitRecord): void {
    if ((value.kind !== 'expr' && value.kind !== 'aggregate') || value.weight < HEAVY) return
    this.#left -= value.weight
    if (this.#left < 0) failAt(record, 'constants are spelt out too often')
  }
}

const HEAVY = 64
const MAX_SPELT = 1 << 23

interface Pending {
  readonly type: Type
  readonly record: BitRecord
  state: 'waiting' | 'building'
}

/** Appends the block's constants to `values`. */
export function readConstants(module: Module, types: readonly Type[], block: BitBlock, values: Value[]): void {
  const first = values.length
  const pending: Pending[] = []
  let type = module.types.i32
  for (const record of recordsOf(block)) {
    if (record.code === ConstantCode.SetType) {
      const id = new RecordCursor(record).number('type')
      type = types[id] ?? failAt(record, `type ${id} does not exist`)
    } else pending.push({ type, record, state: 'waiting' })
  }
  const built: (Constant | undefined)[] = new Array<undefined>(pending.length)
  const reader = new ConstantReader(module, types, values, first, pending, built)
  for (let i = 0; i < pending.length; i++) reader.build(i, 0)
  for (const c of built) values.push(c!)
}

class ConstantReader {
  readonly #module: Module
  readonly #types: readonly Type[]
  readonly #values: readonly Value[]
  readonly #first: number
  readonly #pending: readonly Pending[]
  readonly #built: (Constant | undefined)[]
  #depth = 0

  constructor(
    module: Module,
    types: readonly Type[],
    values: readonly Value[],
    first: number,
    pending: readonly Pending[],
    built: (Constant | undefined)[],
  ) {
    this.#module = module
    this.#types = types
    this.#values = values
    this.#first = first
    this.#pending = pending
    this.#built = built
  }

  build(at: number, depth: number): Constant {
    const done = this.#built[at]
    if (done) return done
    const p = this.#pending[at]!
    if (p.state === 'building') failAt(p.record, 'constant refers to itself')
    if (depth > MAX_DEPTH) failAt(p.record, 'constants are nested too deeply')
    p.state = 'building'
    const outer = this.#depth
    this.#depth = depth + 1
    const made = this.#constant(p.type, new RecordCursor(p.record))
    if ((made.kind === 'aggregate' || made.kind === 'expr') && (made.depth > MAX_DEPTH || made.weight > MAX_WEIGHT))
      failAt(p.record, 'constants are nested too deeply')
    this.#depth = outer
    return (this.#built[at] = made)
  }

  #operand(c: RecordCursor): Constant {
    const id = c.number('constant')
    if (id >= this.#first) {
      if (id - this.#first >= this.#pending.length) c.fail(`constant ${id} does not exist`)
      return this.build(id - this.#first, this.#depth)
    }
    const v = this.#values[id]
    if (!v || !isConstant(v)) c.fail(`value ${id} is not a constant`)
    return v
  }

  #type(c: RecordCursor): Type {
    const id = c.number('type')
    return this.#types[id] ?? c.fail(`type ${id} does not exist`)
  }

  #constant(type: Type, c: RecordCursor): Constant {
    const m = this.#module
    switch (c.record.code) {
      case ConstantCode.Null:
        return m.constNull(type)
      case ConstantCode.Undef:
        return m.constUndef(type)
      case ConstantCode.Integer:
        if (type.kind !== 'int' || type.width > 64) c.fail('integer constant of another type')
        return m.constInt(type, fromSignedForm(c.wide('value')))
      case ConstantCode.Float:
        return m.constFloatBits(type, floatBits(type, c))
      case ConstantCode.Aggregate:
        return this.#aggregate(type, c)
      case ConstantCode.String:
      case ConstantCode.CString:
        return this.#string(type, c)
      case ConstantCode.Data:
        return this.#data(type, c)
      default:
        return this.#expr(type, c)
    }
  }

  #aggregate(type: Type, c: RecordCursor): Constant {
    const operands: Constant[] = []
    while (c.left > 0) operands.push(this.#operand(c))
    const expected = type.kind === 'struct' ? type.contained.length : type.count
    if (!(type.isAggregate || type.kind === 'vector') || operands.length !== expected)
      c.fail('aggregate constant does not fit its type')
    return this.#module.constAggregate(type, operands)
  }

  #string(type: Type, c: RecordCursor): Constant {
    const bytes = c.record.operands.map(o => Number(o) & 255)
    if (c.record.code === ConstantCode.CString) bytes.push(0)
    if (type.kind !== 'array' || type.element.width !== 8 || type.count !== bytes.length)
      c.fail('string constant does not fit its type')
    return this.#module.constData(type, bytes)
  }

  #data(type: Type, c: RecordCursor): Constant {
    const { operands } = c.record
    if ((type.kind !== 'array' && type.kind !== 'vector') || type.count !== operands.length)
      c.fail('data constant does not fit its type')
    const { element } = type
    const bits = isDataElement(element) ? (element.kind === 'float' ? 32 : element.width || 64) : 0
    const wide = bits === 64
    if (bits === 0) c.fail('data constant of another type')
    if (!wide && operands.some(o => o >= 2 ** bits)) c.fail('data constant element is too large')
    return this.#module.constData(type, wide ? operands.map(o => BigInt(o)) : operands)
  }

  #expr(type: Type, c: RecordCursor): Constant {
    const m = this.#module
    switch (c.record.code) {
      case ConstantCode.Cast: {
        const code = c.below(16, 'opcode')
        this.#type(c)
        return m.constCast(code, this.#operand(c), type)
      }
      case ConstantCode.Gep:
      case ConstantCode.InboundsGep:
        return this.#gep(type, c)
      case ConstantCode.Binop: {
        const code = c.below(16, 'opcode')
        const operands = [this.#operand(c), this.#operand(c)]
        return m.constExpr(type, 'binop', operands, { code, flags: c.optional('flags') })
      }
      case ConstantCode.Select:
        return m.constExpr(type, 'select', [this.#operand(c), this.#operand(c), this.#operand(c)])
      case ConstantCode.Cmp: {
        this.#type(c)
        const operands = [this.#operand(c), this.#operand(c)]
        return m.constExpr(type, 'cmp', operands, { code: c.number('predicate') })
      }
      default:
        return this.#vectorExpr(type, c)
    }
  }

  #vectorExpr(type: Type, c: RecordCursor): Constant {
    const m = this.#module
    switch (c.record.code) {
      case ConstantCode.ExtractElement: {
        this.#type(c)
        const vector = this.#operand(c)
        this.#type(c)
        return m.constExpr(type, 'extractelement', [vector, this.#operand(c)])
      }
      case ConstantCode.InsertElement: {
        const operands = [this.#operand(c), this.#operand(c)]
        this.#type(c)
        return m.constExpr(type, 'insertelement', [...operands, this.#operand(c)])
      }
      case ConstantCode.ShuffleVectorEx:
        this.#type(c)
        return m.constExpr(type, 'shufflevector', [this.#operand(c), this.#operand(c), this.#operand(c)])
      case ConstantCode.ShuffleVector:
        return m.constExpr(type, 'shufflevector', [this.#operand(c), this.#operand(c), this.#operand(c)])
      default:
        return c.fail(`unknown constant record ${c.record.code}`)
    }
  }

  /** An odd number of operands means the walked type comes first. */
  #gep(type: Type, c: RecordCursor): Constant {
    const given = c.left % 2 === 1 ? this.#type(c) : null
    const operands: Constant[] = []
    while (c.left > 0) {
      this.#type(c)
      operands.push(this.#operand(c))
    }
    const base = operands[0] ?? c.fail('getelementptr without operands')
    if (base.type.kind !== 'pointer') c.fail('getelementptr base is not a pointer')
    if (given && given !== base.type.element) c.fail('explicit type is not the type the address points to')
    return this.#module.constGep(type, base.type.element, operands, c.record.code === ConstantCode.InboundsGep)
  }
}

/** The inverse of the writer's signedForm; 1 is the most negative i64. */
export function fromSignedForm(v: number | bigint): number | bigint {
  if (typeof v === 'number') {
    if (v === 1) return -(1n << 63n)
    return v % 2 === 0 ? v / 2 : -((v - 1) / 2)
  }
  return (v & 1n) === 0n ? v >> 1n : -(v >> 1n)
}

function floatBits(type: Type, c: RecordCursor): number | bigint {
  const bits = c.wide('value')
  if (type.kind === 'double') return BigInt(bits)
  const limit = type.kind === 'float' ? 0xffffffff : type.kind === 'half' ? 0xffff : -1
  if (limit < 0) c.fail('floating-point constant of another type')
  if (bits > limit) c.fail('floating-point constant is too wide for its type')
  return Number(bits)
}
