// Attribute lists: which attributes sit on the return value, each parameter and the function. Interned by the Module.
// Inside a group the order is canonical: enum and int attributes by LLVM's internal order, then strings by key.

import { ATTRIBUTE_KINDS, type AttributeName } from '../spec/llvm_attributes.ts'

/** An enum attribute by name, an int attribute [name, value], or a string attribute {key, value}. */
export type Attribute =
  | AttributeName
  | readonly [AttributeName, number]
  | { readonly key: string; readonly value: string }

export interface AttributeGroup {
  /** 0 return value, 1.. parameters, FUNCTION_SLOT the function. */
  readonly slot: number
  readonly attributes: readonly Attribute[]
  /** The group's spelling: equal groups have equal keys. */
  readonly key: string
}

/** Slots ascending, which puts the function last. */
export interface AttributeList {
  /** Dense number in its module, creation order. */
  readonly index: number
  readonly groups: readonly AttributeGroup[]
}

export const FUNCTION_SLOT = 0xffffffff

const RANK: ReadonlyMap<string, number> = new Map(ATTRIBUTE_KINDS.map((row, i) => [row[1], i]))

const rankOf = (a: Attribute): number => (typeof a === 'string' ? RANK.get(a)! : 'key' in a ? 1000 : RANK.get(a[0])!)

function compare(a: Attribute, b: Attribute): number {
  const order = rankOf(a) - rankOf(b)
  if (order !== 0 || typeof a === 'string' || typeof b === 'string' || !('key' in a) || !('key' in b)) return order
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0
}

/** A group in canonical order. */
export function attributeGroup(slot: number, attributes: readonly Attribute[]): AttributeGroup {
  const sorted = [...attributes].sort(compare)
  return { slot, attributes: sorted, key: `${slot}${JSON.stringify(sorted)}` }
}
