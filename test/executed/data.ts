// What values of DXIL are while a program is executed, and the memory that pointers point to.

import type { ProgramResource } from '../../src/dxil/resources.ts'
import type { Type } from '../../src/llvm/model/types.ts'

/**
 * Integers of 1 bit are 0 or 1, others are signed: a number up to 32 bits, above that a bigint. Vectors and aggregates are arrays. undefined: undef,
 * and whatever is made of it.
 */
export type Datum = number | bigint | undefined | readonly Datum[] | Pointer | Handle | Token
export type Scalar = number | bigint

/** Bytes, and which of them were written. */
export class Memory {
  readonly bytes: DataView
  readonly known: Uint8Array
  /** What is not numbers, by its place. */
  readonly objects = new Map<number, Datum>()
  constructor(size: number) {
    this.bytes = new DataView(new ArrayBuffer(size))
    this.known = new Uint8Array(size)
  }
}

/** `resource`: the memory is not bytes but the handles of that resource. */
export interface Pointer {
  readonly kind: 'pointer'
  readonly memory: Memory
  readonly at: number
  readonly resource?: ProgramResource
}

/** A resource by class, space and register, or by its name where it has no register yet. */
export interface Handle {
  readonly kind: 'handle'
  readonly key: string
  /** RESOURCE_KIND, 0 where nothing says. */
  readonly shape: number
  /** Bytes of a structured buffer's element. */
  readonly stride: number
}

/** Ray queries, hit objects, node handles: what cannot be seen but by asking. */
export interface Token {
  readonly kind: 'token'
  id: string
}

export const isMany = (d: Datum): d is readonly Datum[] => Array.isArray(d)
export const isScalar = (d: Datum): d is Scalar => typeof d === 'number' || typeof d === 'bigint'
const hasKind = (d: Datum): d is Pointer | Handle | Token => typeof d === 'object' && 'kind' in d
export const isPointer = (d: Datum): d is Pointer => hasKind(d) && d.kind === 'pointer'
export const isHandle = (d: Datum): d is Handle => hasKind(d) && d.kind === 'handle'
export const isToken = (d: Datum): d is Token => hasKind(d) && d.kind === 'token'

/** The program has something that is not executed here. */
export class Unsupported extends Error {}
/** The program decides by something undefined, or reaches outside of its memory. */
export class Undefined extends Error {}
/** The program takes more steps than are waited for. */
export class TooLong extends Error {}

export function unsupported(what: string): never {
  throw new Unsupported(`the interpreter has no ${what}`)
}

/** An undefined value of a type, with the shape that elements are taken from. */
export function empty(type: Type): Datum {
  if (type.kind === 'vector' || type.kind === 'array')
    return Array.from({ length: type.count }, () => empty(type.element))
  return type.kind === 'struct' && !type.opaque ? type.contained.map(empty) : undefined
}

export function zero(type: Type): Datum {
  if (type.kind === 'vector' || type.kind === 'array')
    return Array.from({ length: type.count }, () => zero(type.element))
  if (type.kind === 'struct') return type.contained.map(zero)
  return type.kind === 'int' && type.width > 32 ? 0n : 0
}

/** Scalars that a type is made of, in the order of memory. */
export function leavesOf(type: Type): readonly Type[] {
  if (type.kind === 'vector' || type.kind === 'array') {
    const of = leavesOf(type.element)
    return Array.from({ length: type.count }, () => of).flat()
  }
  return type.kind === 'struct' ? type.contained.flatMap(leavesOf) : [type]
}

/** Handles and hit objects, which lie in memory as a whole. */
export const isObjectType = (type: Type): boolean => type.kind === 'struct' && type.name.startsWith('dx.types.')
