// Typed buffers and textures: what their dimensions mean, element loads and stores.

import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { I1, I32, VOID } from '../../ir/types.ts'
import { RESOURCE_KINDS, type ResourceKind, type ResourceKindRow } from '../../spec/resource_kinds.ts'
import type { Lowerer } from '../core/lowerer.ts'
import type { ElementPlace } from '../core/places.ts'
import { elementOf, leafCount } from '../core/scalars.ts'
import { fromMemory, loadedType } from './raw_memory.ts'

/** The shape of a texture kind; undefined for buffers. */
export function textureShape(kind: ResourceKind): ResourceKindRow | undefined {
  const row = RESOURCE_KINDS[kind]
  return row.family === 'texture' ? row : undefined
}

/** A list of exactly n i32 operands, filled up with undef. */
export function padded(lowerer: Lowerer, values: readonly Value[], n: number): Value[] {
  const list = values.slice(0, n)
  while (list.length < n) list.push(lowerer.b.undef(I32))
  return list
}

/** Loads a whole element; the status word is element 4 of `row`. `offsets` are texel offsets of Load. */
export function loadElement(
  lowerer: Lowerer,
  p: ElementPlace,
  offsets: readonly Value[] = [],
): { readonly values: readonly Value[]; readonly row: Value } {
  const { b } = lowerer
  const { resource } = lowerer.object(p.object)
  const element = elementOf(p.type)!
  const memory = loadedType(lowerer, element)
  const result = lowerer.b.resRet(memory)
  const handle = lowerer.handle(p.object)
  const texture = textureShape(resource.kind)
  let row: Value
  if (!texture) row = b.emit(Op.LoadTyped, result, [handle, p.coords[0]!])
  else {
    const level = p.level ?? (resource.class === 'srv' || texture.isMultisampled ? b.i32(0) : b.undef(I32))
    row = b.emit(Op.LoadTexture, result, [
      handle,
      level,
      ...padded(lowerer, p.coords, 3),
      ...padded(lowerer, offsets, 3),
    ])
  }
  const loaded = Array.from({ length: leafCount(p.type) }, (_, i) => b.extract(row, i, memory))
  return { values: loaded.map(v => fromMemory(lowerer, v, lowerer.ir(element))), row }
}

/** Typed stores write four components; DXC repeats the first one in those the element does not have. */
export function storeElement(lowerer: Lowerer, p: ElementPlace, values: readonly Value[]): void {
  const { b } = lowerer
  const { resource } = lowerer.object(p.object)
  const four = values.map(v => (b.typeOf(v) === I1 ? b.emit(Op.ZExt, I32, [v]) : v))
  while (four.length < 4) four.push(four[0]!)
  const handle = lowerer.handle(p.object)
  const texture = textureShape(resource.kind)
  if (!texture) b.emit(Op.StoreTyped, VOID, [handle, p.coords[0]!, ...four])
  else {
    const sample = texture.isMultisampled ? [p.level ?? b.i32(0)] : []
    b.emit(Op.StoreTexture, VOID, [handle, ...padded(lowerer, p.coords, 3), ...four, ...sample])
  }
}
