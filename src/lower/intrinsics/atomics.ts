// Interlocked functions: atomicrmw and cmpxchg on groupshared memory, DXIL atomics on resources.

import type { IntrinsicExpr } from '../../hlsl/tree/typed.ts'
import { isFloat } from '../../ir/types.ts'
import { convertValue } from '../core/convert.ts'
import type { Lowerer } from '../core/lowerer.ts'
import type { Place } from '../core/places.ts'
import { elementOf, INT, isUnsigned } from '../core/scalars.ts'
import { outPlace } from '../storage/arguments.ts'
import { type AtomicName, atomicExchangeIf, atomicUpdate } from '../storage/atomics.ts'
import { addressableLeaf } from '../storage/load_store.ts'
import { argValues, type Family, type Intrinsic, writeOut } from './family.ts'

function destination(lowerer: Lowerer, e: IntrinsicExpr): Place | undefined {
  const found = addressableLeaf(lowerer, outPlace(lowerer, e.args[0]!))
  const cell = found?.kind === 'memory' ? found.cells[found.first] : undefined
  const isPrivate = cell !== undefined && (cell.space === 0 || (cell.space === 3 && isFloat(cell.memory)))
  const place = isPrivate ? undefined : found
  if (!place) lowerer.unsupported('an atomic operation on this destination', e)
  return place
}

/** Interlocked*(dest, value[, out original]). */
function update(name: AtomicName): Intrinsic {
  return (lowerer, e) => {
    const element = elementOf(e.args[0]!.type) ?? INT
    const value = convertValue(lowerer, argValues(lowerer, e)[1]!, e.args[1]!.type, element)[0]!
    const place = destination(lowerer, e)
    if (!place) return []
    const old = atomicUpdate(lowerer, name, isUnsigned(element), place, value)
    if (e.args[2]) writeOut(lowerer, e, 2, [old])
    return []
  }
}

/** InterlockedCompareExchange(dest, compare, value, out original) and InterlockedCompareStore(dest, compare, value). */
const exchangeIf: Intrinsic = (lowerer, e) => {
  const args = argValues(lowerer, e)
  const compare = args[1]![0]!
  const value = args[2]![0]!
  const place = destination(lowerer, e)
  if (!place) return []
  const old = atomicExchangeIf(lowerer, place, compare, value)
  if (e.args[3]) writeOut(lowerer, e, 3, [old])
  return []
}

export const INTERLOCKED: Family = {
  InterlockedAdd: update('add'),
  InterlockedAnd: update('and'),
  InterlockedCompareExchange: exchangeIf,
  InterlockedCompareExchangeFloatBitwise: exchangeIf,
  InterlockedCompareStore: exchangeIf,
  InterlockedCompareStoreFloatBitwise: exchangeIf,
  InterlockedExchange: update('exchange'),
  InterlockedMax: update('max'),
  InterlockedMin: update('min'),
  InterlockedOr: update('or'),
  InterlockedXor: update('xor'),
}
