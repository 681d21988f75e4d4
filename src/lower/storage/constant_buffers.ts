// Constant buffers: parts of them, and loads of 16-byte rows. Texture buffers have the same layout but load as typed buffers of uint4.

import type { VarSymbol } from '../../hlsl/tree/typed.ts'
import { allFields, type Type } from '../../hlsl/tree/types.ts'
import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { cbufRetType } from '../../ir/result_types.ts'
import { bitWidth, F32, I1, I16, I32, I64, type Type as IrType, isFloat } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import type { Layout } from '../core/layout.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { type ConstantsPlace, type Place, valuesPlace } from '../core/places.ts'
import { elementOf } from '../core/scalars.ts'
import { wordsOf } from './cells.ts'

/** The place of a member of a cbuffer or tbuffer block. */
export function blockMember(lowerer: Lowerer, symbol: VarSymbol): Place {
  const constants = constantsOf(lowerer, symbol)
  if (!constants) return valuesPlace(symbol.type, lowerer.undefined(symbol.type))
  if (symbol.block) lowerer.readBlocks.add(symbol.block)
  return constants
}

/** Where a block keeps a variable, without saying that anything of it is used. */
export function constantsOf(lowerer: Lowerer, symbol: VarSymbol): ConstantsPlace | undefined {
  const { type, block } = symbol
  const object = block && lowerer.blocks.get(block)
  if (!block || object === undefined) return undefined
  const offset = block.members[symbol.memberIndex]?.offset ?? 0
  return { kind: 'constants', type, object, offset, rows: lowerer.b.i32(0) }
}

export function constantsField(lowerer: Lowerer, p: ConstantsPlace, type: Type, index: number): ConstantsPlace {
  if (p.type.kind !== 'struct') return p
  return { ...p, type, offset: p.offset + lowerer.layout.rowFieldOffsets(p.type)[index]! }
}

/** undefined: the index is dynamic and the element is no whole number of rows away. */
export function constantsElement(
  lowerer: Lowerer,
  p: ConstantsPlace,
  type: Type,
  index: Value,
): ConstantsPlace | undefined {
  const n = lowerer.b.constantInt(index)
  if (p.type.kind === 'array') {
    const stride = lowerer.layout.rowStride(p.type.element)
    if (n !== undefined) return { ...p, type, offset: p.offset + n * stride }
    return { ...p, type, rows: lowerer.b.add(lowerer.b.scale(index, stride / 16), p.rows) }
  }
  // One that is not there must not be complained about in code that is never reached: it is left to the passes.
  if (p.type.kind === 'vector' && n !== undefined && n >= 0 && n < p.type.size) {
    return { ...p, type, offset: p.offset + n * lowerer.layout.componentBytes(type) }
  }
  if (p.type.kind === 'matrix' && lowerer.layout.isRowMajor(p.type)) {
    const stride = lowerer.layout.matrixRowStride(p.type)
    if (n !== undefined) return { ...p, type, offset: p.offset + n * stride }
    return { ...p, type, rows: lowerer.b.add(lowerer.b.scale(index, stride / 16), p.rows) }
  }
  return undefined
}

export function loadConstants(lowerer: Lowerer, p: ConstantsPlace): readonly Value[] {
  const values: Value[] = []
  const rows = new RowLoads(lowerer, p)
  eachScalar(lowerer.layout, p.type, p.offset, (part, offset) => values.push(rows.scalar(part, offset)))
  return values
}

/** Calls `found` for each number in `type`, in the order of leaves, with the scalar, vector or matrix it is of and its offset in bytes. */
export function eachScalar(
  layout: Layout,
  type: Type,
  offset: number,
  found: (part: Type, offset: number) => void,
): void {
  switch (type.kind) {
    case 'array':
      for (let i = 0; i < type.size; i++)
        eachScalar(layout, type.element, offset + i * layout.rowStride(type.element), found)
      return
    case 'struct': {
      const offsets = layout.rowFieldOffsets(type)
      for (const [i, field] of allFields(type).entries()) eachScalar(layout, field.type, offset + offsets[i]!, found)
      return
    }
    case 'matrix': {
      const bytes = layout.componentBytes(type)
      const stride = layout.matrixRowStride(type)
      const rowMajor = layout.isRowMajor(type)
      for (let r = 0; r < type.rows; r++)
        for (let c = 0; c < type.columns; c++)
          found(type, offset + (rowMajor ? r * stride + c * bytes : c * stride + r * bytes))
      return
    }
    case 'vector': {
      const bytes = layout.componentBytes(type)
      for (let i = 0; i < type.size; i++) found(type, offset + i * bytes)
      return
    }
    case 'scalar':
    case 'enum':
      found(type, offset)
      return
    default:
      return
  }
}

/** The rows one access loads, each once a type. */
class RowLoads {
  readonly lowerer: Lowerer
  readonly #words: Map<Value, Value> | undefined
  readonly #place: ConstantsPlace
  readonly #loaded = new Map<number, Value>()
  readonly #isTexture: boolean

  constructor(lowerer: Lowerer, place: ConstantsPlace) {
    this.lowerer = lowerer
    this.#place = place
    this.#words = wordsOf(lowerer, place.type)
    this.#isTexture = lowerer.object(place.object).resource.kind === 'TBuffer'
  }

  /** The scalar of numeric type `type` at a byte offset of the buffer. */
  scalar(type: Type, offset: number): Value {
    const { lowerer } = this
    const element = elementOf(type)
    if (!element) return 0 as Value
    const register = lowerer.ir(element)
    const memory = register === I1 ? I32 : register
    const value = this.#isTexture ? this.#fromTexture(memory, offset) : this.#fromRow(memory, offset)
    if (register !== I1) return value
    const bool = lowerer.b.icmp('ne', value, lowerer.b.i32(0))
    this.#words?.set(bool, value)
    return bool
  }

  #fromRow(memory: IrType, offset: number): Value {
    const { lowerer } = this
    const row = this.#row(memory, offset >> 4, () =>
      lowerer.b.emit(Op.LoadCBufferRow, cbufRetType(lowerer.module.types, memory, lowerer.b.native16Bit), [
        lowerer.handle(this.#place.object),
        this.#rowIndex(offset),
      ]),
    )
    const bytes = Math.max(bitWidth(memory) / 8, lowerer.b.native16Bit ? 2 : 4)
    // A double may be told to begin at an odd lane; DXC then reads the one that lane belongs to.
    return lowerer.b.extract(row, Math.floor((offset & 15) / bytes), memory)
  }

  #fromTexture(memory: IrType, offset: number): Value {
    const { lowerer } = this
    const row = this.#row(I32, offset >> 4, () =>
      lowerer.b.emit(Op.LoadTyped, lowerer.b.resRet(I32), [lowerer.handle(this.#place.object), this.#rowIndex(offset)]),
    )
    const low = lowerer.b.extract(row, (offset & 15) >> 2, I32)
    if (memory === I32) return low
    if (bitWidth(memory) === 32) return lowerer.b.emit(Op.BitCast, memory, [low])
    if (bitWidth(memory) === 16)
      return lowerer.b.native16Bit ? this.#half(low, memory, offset) : this.#narrow(low, memory)
    const high = lowerer.b.extract(row, ((offset & 15) >> 2) + 1, I32)
    if (isFloat(memory)) return lowerer.b.dx(DxilOp.MakeDouble, memory, [low, high])
    const upper = lowerer.b.binary(Op.Shl, lowerer.b.emit(Op.ZExt, I64, [high]), lowerer.module.constants.int64(32n))
    return lowerer.b.binary(Op.Or, lowerer.b.emit(Op.ZExt, I64, [low]), upper)
  }

  /** Native 16-bit values are halves of words. */
  #half(word: Value, memory: IrType, offset: number): Value {
    const { b } = this.lowerer
    const shifted = (offset & 2) === 0 ? word : b.binary(Op.LShr, word, b.i32(16))
    const bits = b.emit(Op.Trunc, I16, [shifted])
    return memory === I16 ? bits : b.emit(Op.BitCast, memory, [bits])
  }

  /** Min-precision values keep their 32-bit form in memory. */
  #narrow(word: Value, memory: IrType): Value {
    const { b } = this.lowerer
    if (!isFloat(memory)) return b.emit(Op.Trunc, memory, [word])
    return b.emit(Op.FPTrunc, memory, [b.emit(Op.BitCast, F32, [word])])
  }

  #rowIndex(offset: number): Value {
    return this.lowerer.b.add(this.#place.rows, this.lowerer.b.i32(offset >> 4))
  }

  #row(memory: IrType, row: number, load: () => Value): Value {
    const key = row * 16 + memory
    let value = this.#loaded.get(key)
    if (value === undefined) this.#loaded.set(key, (value = load()))
    return value
  }
}
