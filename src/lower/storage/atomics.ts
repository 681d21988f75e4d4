// Atomic operations on places: groupshared memory by LLVM's instructions, resources by DXIL's. Floats travel as integers of their bits.

import type { Value } from '../../ir/function.ts'
import { ATOMIC_RMW, Op } from '../../ir/ops.ts'
import { cmpXchgType } from '../../ir/result_types.ts'
import { F32, I32, type Type } from '../../ir/types.ts'
import type { Builder } from '../core/builder.ts'
import type { Lowerer } from '../core/lowerer.ts'
import type { MemoryPlace, Place } from '../core/places.ts'
import { pointerTo } from './cells.ts'
import { rawAddress } from './raw_memory.ts'
import { padded } from './typed_resources.ts'

export type AtomicName = 'add' | 'and' | 'or' | 'xor' | 'min' | 'max' | 'exchange'

/** DXIL's atomic operation numbers; min and max have unsigned forms. */
const DXIL_ATOMIC: Readonly<Record<AtomicName, readonly [signed: number, unsigned: number]>> = {
  add: [0, 0],
  and: [1, 1],
  or: [2, 2],
  xor: [3, 3],
  min: [4, 6],
  max: [5, 7],
  exchange: [8, 8],
}

const RMW: Readonly<Record<AtomicName, readonly [signed: number, unsigned: number]>> = {
  add: [ATOMIC_RMW.add, ATOMIC_RMW.add],
  and: [ATOMIC_RMW.and, ATOMIC_RMW.and],
  or: [ATOMIC_RMW.or, ATOMIC_RMW.or],
  xor: [ATOMIC_RMW.xor, ATOMIC_RMW.xor],
  min: [ATOMIC_RMW.min, ATOMIC_RMW.umin],
  max: [ATOMIC_RMW.max, ATOMIC_RMW.umax],
  exchange: [ATOMIC_RMW.xchg, ATOMIC_RMW.xchg],
}

const asInteger = (b: Builder, v: Value): Value => (b.typeOf(v) === F32 ? b.emit(Op.BitCast, I32, [v]) : v)
const asType = (b: Builder, v: Value, type: Type): Value => (b.typeOf(v) === type ? v : b.emit(Op.BitCast, type, [v]))

/** The address of a place in memory; a float of a record is reached as the integer of its bits. */
function integerPointer(b: Builder, p: MemoryPlace, type: Type): Value {
  const pointer = pointerTo(b, p)
  const cell = p.cells[p.first]!
  return cell.memory === type ? pointer : b.emit(Op.BitCast, b.pointer(type, cell.space), [pointer])
}

/** Handle and the three coordinate operands. */
function coordinates(lowerer: Lowerer, p: Place): readonly Value[] | undefined {
  if (p.kind === 'raw') return [...rawAddress(lowerer, p), lowerer.b.undef(I32)]
  if (p.kind === 'element') return [lowerer.handle(p.object), ...padded(lowerer, p.coords, 3)]
  return undefined
}

/** place = op(place, value); the value before. */
export function atomicUpdate(lowerer: Lowerer, name: AtomicName, isUint: boolean, p: Place, value: Value): Value {
  const { b } = lowerer
  const type = b.typeOf(value)
  const column = isUint ? 1 : 0
  const operand = asInteger(b, value)
  if (p.kind === 'memory') {
    const pointer = integerPointer(b, p, b.typeOf(operand))
    return asType(b, b.emit(Op.AtomicRmw, b.typeOf(operand), [pointer, operand], RMW[name][column]), type)
  }
  const where = coordinates(lowerer, p)
  if (!where) return b.undef(type)
  return asType(b, b.emit(Op.AtomicBinOp, b.typeOf(operand), [...where, operand], DXIL_ATOMIC[name][column]), type)
}

/** If the place equals `compare` it becomes `value`; the value before. */
export function atomicExchangeIf(lowerer: Lowerer, p: Place, compare: Value, value: Value): Value {
  const { b } = lowerer
  const type = b.typeOf(value)
  const [x, y] = [asInteger(b, compare), asInteger(b, value)]
  const integer = b.typeOf(y)
  if (p.kind === 'memory') {
    const pointer = integerPointer(b, p, integer)
    const pair = b.emit(Op.CmpXchg, cmpXchgType(lowerer.module.types, integer), [pointer, x, y])
    return asType(b, b.extract(pair, 0, integer), type)
  }
  const where = coordinates(lowerer, p)
  if (!where) return b.undef(type)
  return asType(b, b.emit(Op.AtomicCmpXchg, integer, [...where, x, y]), type)
}
