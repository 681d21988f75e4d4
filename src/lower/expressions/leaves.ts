// Initialiser lists whose items are values of several components: each component is a leaf of its own, and the item is evaluated once.

import type { Expr } from '../../hlsl/tree/typed.ts'
import { childrenOf } from '../../hlsl/tree/walk.ts'
import type { Value } from '../../ir/function.ts'
import type { Lowerer } from '../core/lowerer.ts'

/** What has no effect beyond its value wherever it is read: components of it are read one by one. */
const PLACES: ReadonlySet<Expr['kind']> = new Set(['var', 'this', 'literal', 'index', 'resource-index'])
const EFFECTS: ReadonlySet<Expr['kind']> = new Set(['call', 'assign', 'incdec', 'intrinsic', 'method'])

/** Values of leaves in order. `{ f(x), 1 }`: the four components of f(x) come from one call. */
export function leafValues(lowerer: Lowerer, leaves: readonly Expr[]): readonly Value[] {
  const before = lowerer.sharedItems
  const shared = sharedItems(leaves)
  if (shared) lowerer.sharedItems = shared
  const values: Value[] = []
  for (const leaf of leaves) for (const value of lowerer.value(leaf)) values.push(value)
  lowerer.sharedItems = before
  return values
}

/** The value of an item that leaves share. */
export function sharedValue(
  lowerer: Lowerer,
  e: Expr,
  lower: (lowerer: Lowerer, e: Expr) => readonly Value[],
): readonly Value[] {
  const { sharedItems: shared } = lowerer
  if (!shared?.has(e)) return lower(lowerer, e)
  let values = shared.get(e)
  if (!values) {
    values = lower(lowerer, e)
    shared.set(e, values)
  }
  return values
}

function sharedItems(leaves: readonly Expr[]): Map<Expr, readonly Value[] | undefined> | undefined {
  let shared: Map<Expr, readonly Value[] | undefined> | undefined
  let last: Expr | undefined
  for (const leaf of leaves) {
    for (const part of leaf.kind === 'pack' ? leaf.parts.map(p => p.value) : [leaf]) {
      const item = itemOf(part)
      if (item === last && item !== part && isShared(item)) (shared ??= new Map()).set(item, undefined)
      last = item
    }
  }
  return shared
}

const isShared = (item: Expr): boolean => !PLACES.has(item.kind) || hasEffect(item)

function hasEffect(item: Expr): boolean {
  const open = [item]
  for (let e = open.pop(); e; e = open.pop()) {
    if (EFFECTS.has(e.kind)) return true
    open.push(...childrenOf(e))
  }
  return false
}

/** What a leaf is a component of. */
function itemOf(leaf: Expr): Expr {
  let at = leaf
  for (;;) {
    if (at.kind === 'convert') at = at.operand
    else if (at.kind === 'swizzle' || at.kind === 'matrix-swizzle' || at.kind === 'member') at = at.base
    else if (at.kind === 'index' && at.index.kind === 'literal') at = at.base
    else return at
  }
}
