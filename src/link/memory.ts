// Memory during an import. A pointer is a base and the indices behind it, known while code is imported, since calls are taken in line; so every
// variable can be taken apart at once into one array of scalars for each leaf of its type (a cell), and only memory that others hold is
// reached by address.

import type { Value } from '../ir/function.ts'
import type { Resource } from '../ir/module.ts'
import type { Type } from '../ir/types.ts'
import type { Type as LlvmType } from '../llvm/model/types.ts'

/** A leaf of a variable: the arrays and vectors around it are one array, counted row by row. */
export interface Cell {
  /** Points to a scalar, or to an array when there are dims. */
  readonly pointer: Value
  readonly type: Type
  /** Outermost first; none: one scalar. */
  readonly dims: readonly number[]
}

/** A variable: private, groupshared, or a constant table. */
export interface Variable {
  readonly kind: 'variable'
  readonly type: LlvmType
  readonly space: 0 | 3
  /** By the members that lead to the leaf: `.1.0`. */
  readonly cells: Map<string, Cell>
  /** Makes the cell of a leaf. */
  readonly make: (key: string, type: LlvmType, dims: readonly number[]) => Cell
  /** Told of the memory of leaves that debug information shows and that no code has needed yet. */
  readonly shown: { readonly key: string; readonly show: (pointer: Value) => void }[]
}

/** Memory of whoever calls: a parameter of a function that stays. */
export interface Address {
  readonly kind: 'address'
  readonly type: LlvmType
  readonly pointer: Value
}

/** The global of a resource, or of an array of resources. */
export interface ResourceBase {
  readonly kind: 'resource'
  readonly type: LlvmType
  readonly resource: Resource
}

/** Memory that holds a handle which is known: what a choice among globals points to. */
export interface HandleBase {
  readonly kind: 'handle'
  readonly type: LlvmType
  readonly handle: Value
}

/** undef, null, and what no number can be read from. */
export interface NoBase {
  readonly kind: 'none'
  readonly type: LlvmType
}

export type Base = Variable | Address | ResourceBase | HandleBase | NoBase

export interface Pointer {
  readonly kind: 'pointer'
  readonly base: Base
  /** Indices from the base's type on; members of structs are constants. */
  readonly path: readonly Value[]
  /** What the path leads to. */
  readonly type: LlvmType
  /** Seen as another type after a cast: its first leaf, counted from the first one of `type`. */
  readonly view?: { readonly type: LlvmType; readonly leaf: Value }
  /** An index of the path differs between lanes. */
  readonly isNonUniform?: boolean
}

/** A result with several values, not taken apart yet. */
export interface Row {
  readonly kind: 'row'
  readonly value: Value
  readonly types: readonly Type[]
}

/** An element of a descriptor heap, before its annotation says what it is. */
export interface HeapElement {
  readonly kind: 'heap'
  readonly index: Value
  readonly isSampler: boolean
  readonly isNonUniform: boolean
}

/** Scalars and handles of a value in the order of its leaves. */
export type Parts = readonly Value[]
export type Imported = Parts | Pointer | Row | HeapElement

export const isParts = (v: Imported): v is Parts => Array.isArray(v)
