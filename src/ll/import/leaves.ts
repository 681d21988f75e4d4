// What a value of LLVM text becomes: a list of leaves, one a scalar, in the order of Layout.parts.

import type { Block, Value } from '../../ir/function.ts'
import type { Type } from '../../ir/types.ts'
import type { LlSpan, LlTarget } from '../text/syntax.ts'

/** An element of an operation's struct result, not extracted yet: extraction stands where the element is used. */
export interface LazyLeaf {
  readonly kind: 'lazy'
  readonly row: Value
  readonly index: number
  readonly type: Type
  /** The leaf is the i1 that checks this status word. */
  readonly checks?: boolean
}

/** A byte position that is only known at run time: the sum of value times scale. */
export interface Term {
  readonly value: Value
  readonly scale: number
}

export interface Pointer {
  readonly kind: 'pointer'
  readonly base: Base
  /** Bytes from the base. */
  readonly offset: number
  readonly terms: readonly Term[]
  /** An instruction of the IR that already is this pointer. */
  readonly ir?: Value
}

export type Base = MemoryBase | ResourceBase | NoBase

/** Private or groupshared memory, or a table. */
export interface MemoryBase {
  readonly kind: 'memory'
  readonly name: string
  readonly regions: readonly Region[]
  readonly size: number
  readonly space: 0 | 3
}

/** What getpointer and getbasepointer give: an element of a resource. */
export interface ResourceBase {
  readonly kind: 'resource'
  readonly handle: Value
  readonly target: LlTarget
  /** Element index, texture coordinates; empty for constant buffers. */
  readonly index: readonly Value[]
  /** Constant buffer in the form without padding members. */
  readonly rows: boolean
}

/** null, undef, functions and strings: nothing can be read through it. */
export interface NoBase {
  readonly kind: 'none'
  readonly name: string
}

/** A run of equal units that is one variable of the IR: `inner` units in a row, repeated along `dims`. */
export interface Region {
  readonly start: number
  readonly unit: number
  readonly inner: number
  readonly dims: readonly { readonly stride: number; readonly count: number }[]
  /** What a unit is in memory; POINTER: pointers, kept by offset. */
  readonly type: Type
  readonly isArray: boolean
  /** Alloca or global; 0 for pointers. */
  readonly ir: Value
  readonly pointers: Map<number, { pointer: Pointer; readonly blocks: Set<number> }>
}

export type Leaf = Value | LazyLeaf | Pointer
export type Leaves = readonly Leaf[]

export const isPointer = (leaf: Leaf | undefined): leaf is Pointer =>
  typeof leaf === 'object' && leaf.kind === 'pointer'

export const UNDEF_POINTER: Pointer = { kind: 'pointer', base: { kind: 'none', name: 'undef' }, offset: 0, terms: [] }

/** What a global that holds handles was given, and where. */
export interface StoredHandle {
  readonly handle: Value
  readonly block: Block
  /** Name of the value stored, for messages. */
  readonly name: string
}

/** A load of it that the stored handle replaced. */
export interface ForwardedLoad {
  readonly name: string
  readonly span: LlSpan
  readonly block: Block
  readonly stored: StoredHandle
}
