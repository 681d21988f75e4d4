// Where a value lives: what an l-value expression lowers to. Reading and writing places is the business of load_store.ts.

import type { VarSymbol } from '../../hlsl/tree/typed.ts'
import type { ArrayType, BitField, ObjectType, Type } from '../../hlsl/tree/types.ts'
import type { DebugRow } from '../../ir/debug_rows.ts'
import type { Value } from '../../ir/function.ts'
import type { Resource } from '../../ir/module.ts'
import type { AddressSpace, Type as IrType } from '../../ir/types.ts'

/** One piece of storage: a scalar (dims empty) or a one-dimensional array that is seen with the given dimensions, outermost first. */
export interface Cell {
  readonly name: string
  /** Type of the value in registers; handle for an object cell. */
  readonly type: IrType
  /** What an object cell holds. */
  readonly object: ObjectType | undefined
  /** Type of an element in memory: bool is i32 where it has an address, floats that atomics update are the integers of their bits. */
  readonly memory: IrType
  readonly dims: readonly number[]
  readonly space: AddressSpace
  /** The words of bools in a matrix are not kept when a whole around it is copied. */
  readonly isOfMatrix: boolean
  /** All of it is one vector or matrix: a `float4`, but not one in an array. */
  readonly isOneVector: boolean
  /** Constants of the elements of a constant table. */
  readonly values: readonly Value[] | undefined
  /** What the elements of a static variable begin with that functions of a library share. */
  readonly initial?: readonly Value[]
  /** Of a static variable that each function has for itself. */
  readonly isStatic?: boolean
  /** Made when first needed; 0 before. */
  pointer: Value
  /** Variables that want to be shown when memory is made. */
  shown?: Omit<DebugRow, 'value' | 'isMemory'>[]
  /** Cells of an entry parameter that nothing writes: reading one reads the input itself, at any row. They have no memory. */
  readonly input?: InputCell
  /** Cells of an output that is written in place: writing one stores the output itself. They have no memory. */
  readonly output?: OutputCell
  /** Cells of a variable that is one struct in memory. */
  readonly aggregate?: { readonly root: AggregateRoot; readonly steps: readonly AggregateStep[] }
}

/** A struct in memory, whose pointer is made when first needed; 0 before. */
export interface AggregateRoot {
  pointer: Value
  readonly make: () => Value
  /** Variables that want to be shown when it is made. */
  shown?: ((pointer: Value) => void)[]
}

/** The pointer, made now if it was not yet. */
export function rootPointer(root: AggregateRoot): Value {
  if (root.pointer === 0) {
    root.pointer = root.make()
    for (const show of root.shown ?? []) show(root.pointer)
  }
  return root.pointer
}

/** A step on the way from a struct to a cell: a field, an element by one dimension of the cell, or by two of a matrix stored by rows or columns. */
export type AggregateStep = number | 'index' | 'rows' | 'columns'

/** How the elements of a cell are components of a signature element. */
export interface InputCell {
  /** Id in its signature. */
  readonly id: number
  /** The operation that loads it: LoadInput, or what reads patch constants or control points. */
  readonly opcode: number
  /** The first dimension is that of the vertices of a primitive or patch. */
  readonly hasVertices: boolean
  /** Inner dimensions of one array element: none, a vector's, or a matrix's. */
  readonly inner: 0 | 1 | 2
  /** The columns of a matrix are its rows of registers. */
  readonly isTransposed: boolean
  /** Seen by a function that got it as an argument. */
  readonly isPassed?: boolean
}

export interface OutputCell {
  /** Id in the signature. */
  readonly id: number
  /** The operation that stores it; EmitIndices, whose operands are all indices of a primitive. */
  readonly opcode: number
  /** The first dimension of the cell is that of vertices or primitives. */
  readonly isArrayed: boolean
  /** Inner dimensions of one array element: none, a vector's, or a matrix's. */
  readonly inner: 0 | 1 | 2
  /** The columns of a matrix are its rows of registers. */
  readonly isTransposed: boolean
}

/** A variable or a part of one. `indices` select along the first dims of its cells. */
export interface MemoryPlace {
  readonly kind: 'memory'
  readonly type: Type
  readonly cells: readonly Cell[]
  readonly first: number
  readonly indices: readonly Value[]
  /** Vectors and matrices are one cell each even outside arrays, because the variable is indexed dynamically. */
  readonly packed: boolean
  readonly precise: boolean
  /** Reached by an index that differs between lanes. */
  readonly nonUniform?: boolean | undefined
}
/** Memory that is passed by its address, or a part of it: aggregates.ts. */
export interface AggregatePlace {
  readonly kind: 'aggregate'
  readonly type: Type
  readonly pointer: Value
  /** i32 indices from the memory that `pointer` points to. */
  readonly path: readonly Value[]
  readonly precise: boolean
}
/** An array of resources that is a range of one declared array, starting at `object`; nothing is ever written there. */
export interface ObjectsPlace {
  readonly kind: 'objects'
  readonly type: ArrayType
  readonly object: Value
}
/** What a part of the global's type holds: a template, or parts; undefined where there are only numbers. */
export type MemberNode =
  | { readonly kind: 'resource'; readonly resource: Resource; readonly type: ObjectType }
  | { readonly kind: 'array'; readonly element: MemberNode; readonly size: number }
  | { readonly kind: 'struct'; readonly fields: readonly (MemberNode | undefined)[] }
  /** A constant buffer or parameter block whose element holds resources; `resource` undefined: it has no numbers. */
  | {
      readonly kind: 'group'
      readonly resource: Resource | undefined
      readonly type: ObjectType
      readonly contents: MemberNode
    }

/** A struct or array with resources that parameters or variables were given. */
export interface Given {
  /** How many parameters, each inside the call of the one before. */
  readonly copies: number
  /** A variable was given it last. */
  readonly isLocal: boolean
  /** Of the part that was given: how deep it lies in its global, and the flattened index of the element that it is in. */
  readonly depth: number
  readonly index: Value
}

/** A global struct that holds resources, or a part of it that does; nothing is ever written there. */
export interface MembersPlace {
  readonly kind: 'members'
  readonly type: Type
  readonly symbol: VarSymbol
  readonly node: MemberNode
  /** Flattened index over the arrays passed so far. */
  readonly index: Value
  /** An index on the way differs between lanes. */
  readonly nonUniform?: boolean
  /** How many fields and elements of the global this is in. */
  readonly depth: number
  /** Set in what a parameter or variable was given as a whole, which DXC copies. */
  readonly given?: Given | undefined
  /** Where the numbers beside the resources are. */
  readonly numbers: ConstantsPlace | undefined
}
/** A value that has no storage: temporaries and variables that never change. */
export interface ValuesPlace {
  readonly kind: 'values'
  readonly type: Type
  readonly values: readonly Value[]
}
/** Some leaves of another place, by index: swizzles. */
export interface LeavesPlace {
  readonly kind: 'leaves'
  readonly type: Type
  readonly base: Place
  readonly leaves: readonly number[]
}
/** Some bits of an integer: a bit field. */
export interface BitsPlace {
  readonly kind: 'bits'
  readonly type: Type
  readonly base: Place
  readonly bits: BitField
}
/** A component of a vector, or row of a matrix, at an index known only at run time, where there is no memory to index. */
export interface ComponentPlace {
  readonly kind: 'component'
  readonly type: Type
  readonly base: Place
  readonly index: Value
}
/** Bytes in a structured buffer (index: element, offset: byte in it) or byte address buffer (index: address). */
export interface RawPlace {
  readonly kind: 'raw'
  readonly type: Type
  readonly object: Value
  readonly index: Value
  readonly offset: Value
  readonly isByteAddress: boolean
  /** Bytes between the components of a vector: larger than a component for a row of a column-major matrix. */
  readonly stride: number
}
/** An element of a typed buffer or texture. */
export interface ElementPlace {
  readonly kind: 'element'
  readonly type: Type
  readonly object: Value
  readonly coords: readonly Value[]
  /** Mip level, or sample of a multisampled texture. */
  readonly level: Value | undefined
}
/** Part of a constant buffer: constant byte offset plus a number of 16-byte rows known only at run time. */
export interface ConstantsPlace {
  readonly kind: 'constants'
  readonly type: Type
  readonly object: Value
  readonly offset: number
  readonly rows: Value
}

export type Place =
  | MemoryPlace
  | AggregatePlace
  | ObjectsPlace
  | MembersPlace
  | ValuesPlace
  | LeavesPlace
  | BitsPlace
  | ComponentPlace
  | RawPlace
  | ElementPlace
  | ConstantsPlace

export const valuesPlace = (type: Type, values: readonly Value[]): ValuesPlace => ({ kind: 'values', type, values })

// Objects travel in lists of scalar values under numbers far above any instruction; they never reach the IR.
const OBJECT_BASE = 0x40000000
export const objectValue = (id: number): Value => (OBJECT_BASE + id) as Value
export const objectId = (v: Value): number => v - OBJECT_BASE
export const isObject = (v: Value): boolean => v >= OBJECT_BASE
