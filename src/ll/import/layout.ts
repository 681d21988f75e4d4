// Sizes and offsets of LLVM types, and the scalars they come apart into. Vectors are aligned as their elements, as the DirectX target
// lays them out ("ve"), so that structs of structured buffers have HLSL's offsets without padding members.

import { F16, F32, F64, HANDLE, I1, I8, I16, I32, I64, type Type } from '../../ir/types.ts'
import { type LlTarget, type LlType, typeText } from '../text/syntax.ts'

/** Stands for a pointer among the types of leaves; no type of the IR. */
export const POINTER = -1 as Type

/** One scalar of a type: IR type (POINTER, HANDLE included) and byte offset from the start. */
export interface Part {
  readonly type: Type
  readonly offset: number
}

/** A type that has no place in the IR. */
export class UnsupportedType extends Error {
  override readonly name = 'UnsupportedType'
}

const INTS: Readonly<Record<number, Type>> = { 1: I1, 8: I8, 16: I16, 32: I32, 64: I64 }
const FLOATS = { 16: F16, 32: F32, 64: F64 } as const
/** More scalars than this in one value are no shader. */
const MAX_PARTS = 1 << 16

/** The IR type of a scalar, pointer or handle. */
export function scalarOf(t: LlType): Type {
  if (t.kind === 'int' && INTS[t.bits] !== undefined) return INTS[t.bits]!
  if (t.kind === 'float') return FLOATS[t.bits]
  if (t.kind === 'ptr') return POINTER
  if (t.kind === 'target' || isHandleStruct(t)) return HANDLE
  throw new UnsupportedType(`type '${typeText(t)}'`)
}

/** `%dx.types.Handle`, the opaque handle of DXIL operations. */
const isHandleStruct = (t: LlType): boolean => t.kind === 'struct' && t.name === 'dx.types.Handle'

export const isPadding = (t: LlType): boolean => t.kind === 'target' && t.name === 'dx.Padding'
/** The old explicit layout: target("dx.Layout", %S, size, offsets...). */
export const isLayout = (t: LlType): t is LlTarget => t.kind === 'target' && t.name === 'dx.Layout'
const isHandle = (t: LlType): boolean => (t.kind === 'target' && !isPadding(t) && !isLayout(t)) || isHandleStruct(t)

const roundUp = (n: number, to: number): number => Math.ceil(n / to) * to

export class Layout {
  readonly #parts = new Map<LlType, readonly Part[]>()
  readonly #sizes = new Map<LlType, number>()
  /** Elements of arrays start on rows of 16 bytes: constant buffers in the old form, which has no padding members. */
  readonly #rows: boolean

  constructor(rows = false) {
    this.#rows = rows
  }

  align(t: LlType): number {
    switch (t.kind) {
      case 'vector':
      case 'array':
        return this.align(t.element)
      case 'struct':
        return t.packed || isHandleStruct(t) ? 1 : Math.max(1, ...this.#fields(t).map(f => this.align(f)))
      case 'target':
        return isPadding(t) ? 1 : isLayout(t) ? 1 : 4
      default:
        return this.size(t)
    }
  }

  /** Bytes that an element of an array of it takes, tail padding included. */
  size(t: LlType): number {
    let size = this.#sizes.get(t)
    if (size === undefined) this.#sizes.set(t, (size = this.#size(t)))
    return size
  }

  #size(t: LlType): number {
    switch (t.kind) {
      case 'int':
        return t.bits === 1 ? 4 : Math.ceil(t.bits / 8)
      case 'float':
        return t.bits / 8
      case 'ptr':
        return 4
      case 'vector':
        return t.count * this.size(t.element)
      case 'array':
        return t.count === 0 ? 0 : (t.count - 1) * this.stride(t) + this.size(t.element) + this.#tail(t.element)
      case 'target':
        return isPadding(t) || isLayout(t) ? (t.ints[0] ?? 0) : 4
      case 'struct': {
        if (isHandleStruct(t)) return 4
        const offsets = this.offsets(t)
        const fields = this.#fields(t)
        const end = fields.length === 0 ? 0 : offsets.at(-1)! + this.size(fields.at(-1)!)
        return roundUp(end, this.align(t))
      }
      default:
        throw new UnsupportedType(`type '${typeText(t)}'`)
    }
  }

  #tail(element: LlType): number {
    return this.#rows ? 0 : this.stride({ kind: 'array', count: 1, element }) - this.size(element)
  }

  /** Bytes from one element to the next. */
  stride(t: LlType & { readonly kind: 'array' | 'vector' }): number {
    const size = this.size(t.element)
    return this.#rows && t.kind === 'array' ? roundUp(size, 16) : size
  }

  #fields(t: LlType): readonly LlType[] {
    const fields = t.kind === 'struct' ? t.fields : isLayout(t) ? this.#fields(t.types[0]!) : undefined
    if (!fields) throw new UnsupportedType(`the undefined type '${typeText(t)}'`)
    return fields
  }

  /** Byte offsets of the fields. */
  offsets(t: LlType): readonly number[] {
    if (isLayout(t)) return t.ints.slice(1)
    const offsets: number[] = []
    let at = 0
    for (const field of this.#fields(t)) {
      if (!(t.kind === 'struct' && t.packed)) at = roundUp(at, this.align(field))
      offsets.push(at)
      at += this.size(field)
    }
    return offsets
  }

  /** Type and offset of element i of an aggregate; undefined when it has none. */
  element(t: LlType, i: number): { readonly type: LlType; readonly offset: number } | undefined {
    if (t.kind === 'array' || t.kind === 'vector') return { type: t.element, offset: i * this.stride(t) }
    if (t.kind !== 'struct' && !isLayout(t)) return undefined
    const type = this.#fields(t)[i]
    return type && { type, offset: this.offsets(t)[i] ?? 0 }
  }

  /** The scalars of a type in order; padding has none. */
  parts(t: LlType): readonly Part[] {
    let parts = this.#parts.get(t)
    if (!parts) {
      const list: Part[] = []
      this.#collect(t, 0, list)
      this.#parts.set(t, (parts = list))
    }
    return parts
  }

  #collect(t: LlType, offset: number, out: Part[]): void {
    if (out.length > MAX_PARTS) throw new UnsupportedType(`a value of more than ${MAX_PARTS} scalars`)
    if (t.kind === 'void' || isPadding(t)) return
    if (isHandle(t)) out.push({ type: HANDLE, offset })
    else if (t.kind === 'array' || t.kind === 'vector') {
      const stride = this.stride(t)
      for (let i = 0; i < t.count; i++) this.#collect(t.element, offset + i * stride, out)
    } else if (t.kind === 'struct' || isLayout(t)) {
      const offsets = this.offsets(t)
      for (const [i, field] of this.#fields(t).entries()) this.#collect(field, offset + (offsets[i] ?? 0), out)
    } else out.push({ type: scalarOf(t), offset })
  }
}
