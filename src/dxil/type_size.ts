// Bytes that types take in memory under the two data layouts of DXIL: min precision widens everything below 32 bits to 32,
// native low precision stores 16-bit types (and i8) at their own size.

import type { Type } from '../llvm/model/types.ts'

export interface DataLayout {
  /** -enable-16bit-types: i8 and i16 and half have their own alignment. */
  readonly native16: boolean
}

export const dataLayoutOf = (text: string): DataLayout => ({ native16: text.includes('i16:16') })

const align = (size: number, alignment: number): number => Math.ceil(size / alignment) * alignment

/** Bytes from one element of an array of this type to the next; 0 for types without size. */
export function allocSize(type: Type, layout: DataLayout): number {
  return measure(type, layout, 0).size
}

/** Offset of each field of a struct in memory. */
export function fieldOffsets(struct: Type, layout: DataLayout): readonly number[] {
  const offsets: number[] = []
  let at = 0
  for (const field of struct.contained) {
    const { size, alignment } = measure(field, layout, 1)
    if (!struct.packed) at = align(at, alignment)
    offsets.push(at)
    at += size
  }
  return offsets
}

interface Measure {
  readonly size: number
  readonly alignment: number
}

const NONE: Measure = { size: 0, alignment: 1 }
/** Types can nest as deep as a file says; no program's do. */
const MAX_DEPTH = 64

/** By layout: a struct may hold another many times over, and a damaged one itself. */
const MEASURED = [new WeakMap<Type, Measure>(), new WeakMap<Type, Measure>()] as const

function measure(type: Type, layout: DataLayout, depth: number): Measure {
  if (depth > MAX_DEPTH) return NONE
  if (type.kind !== 'struct' && type.kind !== 'array') return compute(type, layout, depth)
  const measured = MEASURED[layout.native16 ? 1 : 0]
  let found = measured.get(type)
  if (!found) {
    measured.set(type, NONE)
    found = compute(type, layout, depth)
    measured.set(type, found)
  }
  return found
}

function compute(type: Type, layout: DataLayout, depth: number): Measure {
  switch (type.kind) {
    case 'int':
      return scalar(type.width / 8, layout)
    case 'half':
      return scalar(2, layout)
    case 'float':
    case 'pointer':
      return scalar(4, layout)
    case 'double':
      return scalar(8, layout)
    case 'array':
    case 'vector': {
      // Unlike stock LLVM a vector lies in memory as an array of its element does.
      const element = measure(type.element, layout, depth + 1)
      return { size: element.size * type.count, alignment: element.alignment }
    }
    case 'struct':
      return structure(type, layout, depth)
    default:
      return NONE
  }
}

function scalar(bytes: number, { native16 }: DataLayout): Measure {
  // i1 is 32 bits wide in memory in either layout.
  const own = bytes < 1 ? 4 : bytes <= 1 ? 1 : bytes <= 2 ? 2 : bytes <= 4 ? 4 : 8
  const alignment = native16 ? own : Math.max(own, 4)
  return { size: align(Math.ceil(bytes), alignment), alignment }
}

function structure(type: Type, layout: DataLayout, depth: number): Measure {
  let size = 0
  let alignment = 1
  for (const field of type.contained) {
    const m = measure(field, layout, depth + 1)
    if (!type.packed) {
      size = align(size, m.alignment)
      alignment = Math.max(alignment, m.alignment)
    }
    size += m.size
  }
  return { size: align(size, alignment), alignment }
}
