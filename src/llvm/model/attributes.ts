// Attribute lists: which attributes sit on the return value, each parameter and the function. Interned by the Module.
// Inside a group the order is canonical: enum attributes by LLVM's internal order, int attributes by value, strings by key.

import { ATTRIBUTE_KINDS, type AttributeName } from '../../spec/llvm_attributes.ts'

/** An enum attribute by name, an int attribute [name, value], or a string attribute {key, value}. */
export type Attribute = AttributeName | readonly [AttributeName, number] | StringAttribute

interface StringAttribute {
  readonly key: string
  readonly value: string
}

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

/** 0 enum, 1 int, 2 string. */
const formOf = (a: Attribute): number => (typeof a === 'string' ? 0 : 'key' in a ? 2 : 1)

function compare(a: Attribute, b: Attribute): number {
  const order = formOf(a) - formOf(b)
  if (order !== 0) return order
  if (typeof a === 'string' || typeof b === 'string') return RANK.get(a as string)! - RANK.get(b as string)!
  if ('key' in a || 'key' in b) return compareText((a as StringAttribute).key, (b as StringAttribute).key)
  return a[1] - b[1] || RANK.get(a[0])! - RANK.get(b[0])!
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A group in canonical order. */
export function attributeGroup(slot: number, attributes: readonly Attribute[]): AttributeGroup {
  const sorted = attributes.length > 1 ? [...attributes].sort(compare) : attributes
  return { slot, attributes: sorted, key: sorted.length === 0 ? '' : `${slot}${JSON.stringify(sorted)}` }
}

/** Whether a function, a parameter or the result has an attribute, by its word or key. */
export const hasAttribute = ({ attributes }: { readonly attributes: AttributeList | null }, name: string): boolean =>
  attributes?.groups.some(group =>
    group.attributes.some(a => a === name || (typeof a === 'object' && 'key' in a && a.key === name)),
  ) ?? false

/** Of pixel shaders with [WaveOpsIncludeHelperLanes]. */
export const HELPER_LANES = 'waveops-include-helper-lanes'
