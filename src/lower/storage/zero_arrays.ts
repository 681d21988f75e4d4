// Large arrays that begin as zeros are cleared by a loop: one store for each element would be more code than a program may have.

import { leafCount } from '../../hlsl/tree/components.ts'
import type { Type } from '../../hlsl/tree/types.ts'
import type { Lowerer } from '../core/lowerer.ts'
import type { Place } from '../core/places.ts'
import { UINT } from '../core/scalars.ts'
import { elementPlace, newVariable } from './load_store.ts'
import { zeroLeaves } from './variables.ts'

/** Scalars that are stored one by one. */
const MOST_STORES = 4096

export function storeZeros(lowerer: Lowerer, place: Place, type: Type): void {
  if (type.kind !== 'array' || leafCount(type) <= MOST_STORES) {
    lowerer.store(place, zeroLeaves(lowerer, type))
    return
  }
  const { b } = lowerer
  const counter = newVariable(lowerer, 'zeroed', UINT, false, false)
  const [loop, body, end] = [b.newBlock('zero'), b.newBlock('zero.body'), b.newBlock('zero.end')]
  lowerer.store(counter, [b.i32(0)])
  b.jump(loop)
  b.enter(loop)
  const index = lowerer.load(counter)[0]!
  b.branch(b.icmp('ult', index, b.i32(type.size)), body, end)
  b.enter(body)
  storeZeros(lowerer, elementPlace(lowerer, place, type.element, index), type.element)
  lowerer.store(counter, [b.add(index, b.i32(1))])
  b.jump(loop)
  b.enter(end)
}
