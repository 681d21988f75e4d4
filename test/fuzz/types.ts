// Types of generated programs and where their scalars lie in memory.
// Invariant: a value of any type is a flat list of scalars (matrices row by row); offsets are computed here independently of src/.

export type Scalar = 'bool' | 'int' | 'uint' | 'float' | 'int64_t' | 'uint64_t'

export type Type =
  | { readonly k: 's'; readonly s: Scalar }
  | { readonly k: 'v'; readonly s: Scalar; readonly n: number }
  | { readonly k: 'm'; readonly s: Scalar; readonly r: number; readonly c: number }
  | { readonly k: 'a'; readonly e: Type; readonly n: number }
  | { readonly k: 'st'; readonly name: string; readonly fields: readonly Field[] }

export interface Field {
  readonly name: string
  readonly t: Type
  readonly bits?: Bits
}

/** Where a bit field lies in the integer it shares with those before it; `first` in it. */
export interface Bits {
  readonly offset: number
  readonly width: number
  readonly first: boolean
}

export type Numeric = Extract<Type, { k: 's' | 'v' | 'm' }>

export const scalar = (s: Scalar): Numeric => ({ k: 's', s })
export const vector = (s: Scalar, n: number): Numeric => (n === 1 ? scalar(s) : { k: 'v', s, n })
export const matrix = (s: Scalar, r: number, c: number): Numeric => ({ k: 'm', s, r, c })

export const isNumeric = (t: Type): t is Numeric => t.k === 's' || t.k === 'v' || t.k === 'm'
export const is64 = (s: Scalar): boolean => s === 'int64_t' || s === 'uint64_t'
export const isInteger = (s: Scalar): boolean => s !== 'bool' && s !== 'float'

/** The same shape with another scalar. */
export function withScalar(t: Numeric, s: Scalar): Numeric {
  return t.k === 's' ? scalar(s) : t.k === 'v' ? vector(s, t.n) : matrix(s, t.r, t.c)
}

/** Places a bit field behind the fields before it: in their integer, if it has the same size and room. */
export function bitField(before: readonly Field[], name: string, s: Scalar, width: number): Field {
  const last = before.at(-1)
  const bytes = bytesOf(s)
  const end = last?.bits && isNumeric(last.t) && bytesOf(last.t.s) === bytes ? last.bits.offset + last.bits.width : 999
  const first = end + width > bytes * 8
  return { name, t: scalar(s), bits: { offset: first ? 0 : end, width, first } }
}

/** What a struct holds: of bit fields the integers they share. */
const stored = (fields: readonly Field[]): Type[] =>
  fields
    .filter(f => !f.bits || f.bits.first)
    .map(f => (f.bits && isNumeric(f.t) ? scalar(is64(f.t.s) ? 'uint64_t' : 'uint') : f.t))

export const holdsBits = (t: Type): boolean =>
  t.k === 'a' ? holdsBits(t.e) : t.k === 'st' && t.fields.some(f => f.bits !== undefined || holdsBits(f.t))

/** Number of scalars in a value. */
export function size(t: Type): number {
  if (t.k === 's') return 1
  if (t.k === 'v') return t.n
  if (t.k === 'm') return t.r * t.c
  if (t.k === 'a') return t.n * size(t.e)
  return stored(t.fields).reduce((sum, f) => sum + size(f), 0)
}

/** The scalar type of every element of a value, in order. */
export function leaves(t: Type): Scalar[] {
  if (isNumeric(t)) return Array<Scalar>(size(t)).fill(t.s)
  if (t.k === 'a') return Array.from({ length: t.n }, () => leaves(t.e)).flat()
  return stored(t.fields).flatMap(leaves)
}

/** First scalar of a field, its type, and its bits of that scalar. */
export function fieldAt(t: Type, name: string): { at: number; t: Type; bits?: Bits | undefined } {
  if (t.k !== 'st') throw new Error(`no fields in ${spell(t)}`)
  let at = 0
  for (const f of t.fields) {
    if (f.bits?.first) at++
    if (f.name === name) return { at: f.bits ? at - 1 : at, t: f.t, bits: f.bits }
    if (!f.bits) at += size(f.t)
  }
  throw new Error(`no field ${name}`)
}

/** The type before the declared name; arrays have their bounds behind it (bounds()). */
export function spell(t: Type): string {
  if (t.k === 's') return t.s
  if (t.k === 'v') return is64(t.s) ? `vector<${t.s}, ${t.n}>` : `${t.s}${t.n}`
  if (t.k === 'm') return `${t.s}${t.r}x${t.c}`
  return t.k === 'a' ? spell(t.e) : t.name
}

export function bounds(t: Type): string {
  return t.k === 'a' ? `[${t.n}]${bounds(t.e)}` : ''
}

export const declare = (t: Type, name: string): string => `${spell(t)} ${name}${bounds(t)}`

export const sameType = (a: Type, b: Type): boolean => a === b || spell(a) + bounds(a) === spell(b) + bounds(b)

export interface Place {
  /** Byte offset of every scalar. */
  readonly offsets: readonly number[]
  /** Bytes up to the end of the last scalar (constant buffers) or to the next element (raw). */
  readonly end: number
}

const bytesOf = (s: Scalar): number => (is64(s) ? 8 : 4)
const up = (n: number, to: number): number => Math.ceil(n / to) * to

function rawAlign(t: Type): number {
  if (isNumeric(t)) return bytesOf(t.s)
  return t.k === 'a' ? rawAlign(t.e) : Math.max(...stored(t.fields).map(rawAlign))
}

/** Structured buffers: natural alignment, matrices column by column. */
export function rawPlace(t: Type, start = 0): Place {
  const at = up(start, rawAlign(t))
  if (t.k === 's' || t.k === 'v') {
    const step = bytesOf(t.s)
    return { offsets: Array.from({ length: size(t) }, (_, i) => at + i * step), end: at + size(t) * step }
  }
  if (t.k === 'm') {
    const { r, c } = t
    const offsets = Array.from({ length: r * c }, (_, i) => at + ((i % c) * r + Math.floor(i / c)) * 4)
    return { offsets, end: at + r * c * 4 }
  }
  const offsets: number[] = []
  let end = at
  for (const part of t.k === 'a' ? Array<Type>(t.n).fill(t.e) : stored(t.fields)) {
    const place = rawPlace(part, end)
    offsets.push(...place.offsets)
    end = place.end
  }
  return { offsets, end: up(end, rawAlign(t)) }
}

/** Constant buffers: nothing crosses a 16-byte row, aggregates start one, their last row may be shared. */
export function constantPlace(t: Type, start = 0): Place {
  if (t.k === 's' || t.k === 'v') {
    const step = bytesOf(t.s)
    const bytes = size(t) * step
    let at = up(start, step)
    if ((at % 16) + bytes > 16) at = up(at, 16)
    return { offsets: Array.from({ length: size(t) }, (_, i) => at + i * step), end: at + bytes }
  }
  let end = up(start, 16)
  if (t.k === 'm') {
    const { r, c } = t
    const offsets = Array.from({ length: r * c }, (_, i) => end + (i % c) * 16 + Math.floor(i / c) * 4)
    return { offsets, end: end + (c - 1) * 16 + r * 4 }
  }
  const offsets: number[] = []
  for (const part of t.k === 'a' ? Array<Type>(t.n).fill(t.e) : stored(t.fields)) {
    const place = constantPlace(part, t.k === 'a' ? up(end, 16) : end)
    offsets.push(...place.offsets)
    end = place.end
  }
  return { offsets, end }
}

export type Value = (number | bigint)[]

export function writeScalar(view: DataView, at: number, s: Scalar, v: number | bigint): void {
  if (s === 'int64_t') view.setBigInt64(at, v as bigint, true)
  else if (s === 'uint64_t') view.setBigUint64(at, v as bigint, true)
  else if (s === 'float') view.setFloat32(at, v as number, true)
  else view.setUint32(at, (v as number) >>> 0, true)
}

export function readScalar(view: DataView, at: number, s: Scalar): number | bigint {
  if (s === 'int64_t') return view.getBigInt64(at, true)
  if (s === 'uint64_t') return view.getBigUint64(at, true)
  if (s === 'float') return view.getFloat32(at, true)
  return s === 'int' ? view.getInt32(at, true) : view.getUint32(at, true)
}
