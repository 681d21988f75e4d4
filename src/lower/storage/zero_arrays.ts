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

export function storeZeros(l: Lowerer, place: Place, type: Type): void {
  if (type.kind !== 'array' || leafCount(type) <= MOST_STORES) {
    l.store(place, zeroLeaves(l, type))
    return
  }
  const { b } = l
  const counter = newVariable(l, 'zeroed', UINT, false, false)
  const [loop, body, end] = [b.newBlock('zero'), b.newBlock('zero.body'), b.newBlock('zero.end')]
  l.store(counter, [b.i32(0)])
  b.jump(loop)
  b.enter(loop)
  const index = l.load(counter)[0]!
  b.branch(b.icmp('ult', index, b.i32(type.size)), body, end)
  b.enter(body)
  storeZeros(l, elementPlace(l, place, type.element, index), type.element)
  l.store(counter, [b.add(index, b.i32(1))])
  b.jump(loop)
  b.enter(end)
}
