// Buffers as code generators see them: what each member holds, where, and how often. Made of the explanation of layouts, so that the numbers are the
// compiler's own.

import { table } from '../base/table.ts'
import type { BitFieldExplanation, BufferExplanation, MatrixLines, MemberExplanation } from '../explain/layout_model.ts'

export type ScalarKind = 'f16' | 'f32' | 'f64' | 'i16' | 'u16' | 'i32' | 'u32' | 'i64' | 'u64' | 'bool'

export interface Slot {
  readonly name: string
  /** As HLSL writes it. */
  readonly type: string
  /** Bytes from the start of the struct or buffer around it. */
  readonly offset: number
  /** Bytes of an element. */
  readonly size: number
  /** Outermost first; empty for what is no array. Elements follow each other at `stride`, the last dimension fastest. */
  readonly dims: readonly number[]
  readonly stride: number
  /** Numbers of an element; undefined: a struct. */
  readonly value:
    | { readonly scalar: ScalarKind; readonly components: number; readonly matrix: MatrixLines | null }
    | undefined
  readonly bits: readonly BitFieldExplanation[] | null
  readonly members: readonly Slot[]
}

export interface BufferSlots {
  readonly name: string
  readonly kind: BufferExplanation['kind']
  /** Bytes: whole rows, or one element. */
  readonly size: number
  readonly members: readonly Slot[]
}

const BYTES: Readonly<Record<ScalarKind, number>> = {
  f16: 2,
  f32: 4,
  f64: 8,
  i16: 2,
  u16: 2,
  i32: 4,
  u32: 4,
  i64: 8,
  u64: 8,
  bool: 4,
}
export const scalarSize = (kind: ScalarKind): number => BYTES[kind]

/** By the name of the type and the bytes that it takes: types of a minimum precision take four without -enable-16bit-types. */
const KINDS: ReadonlyMap<string, readonly [wide: ScalarKind, narrow: ScalarKind]> = table({
  bool: ['bool', 'bool'],
  int: ['i32', 'i32'],
  uint: ['u32', 'u32'],
  float: ['f32', 'f32'],
  half: ['f32', 'f16'],
  double: ['f64', 'f64'],
  int64_t: ['i64', 'i64'],
  uint64_t: ['u64', 'u64'],
  int16_t: ['i16', 'i16'],
  uint16_t: ['u16', 'u16'],
  float16_t: ['f16', 'f16'],
  min16float: ['f32', 'f16'],
  min10float: ['f32', 'f16'],
  min16int: ['i32', 'i16'],
  min12int: ['i32', 'i16'],
  min16uint: ['u32', 'u16'],
})

/** Every buffer by the names of its variables; what takes no bytes is left out. */
export function bufferSlots(buffers: readonly BufferExplanation[]): BufferSlots[] {
  return buffers.flatMap(({ names, kind, occupied, members }) =>
    names.map(name => ({
      name: name === '$Globals' ? 'Globals' : name,
      kind,
      size: occupied,
      members: slotsOf(members, 0),
    })),
  )
}

function slotsOf(members: readonly MemberExplanation[], base: number): Slot[] {
  return members.flatMap(member => {
    if (member.size === 0) return []
    return member.isBase ? slotsOf(member.members, base) : slotOf(member, base)
  })
}

function slotOf(member: MemberExplanation, base: number): Slot[] {
  const { type, offset, dims, stride, matrix, bits } = member
  // The element of a buffer of numbers has no name.
  const name = member.name || 'value'
  const count = (dims ?? []).reduce((a, b) => a * b, 1)
  const size = member.size - (count - 1) * (stride ?? 0)
  const common = { name, type, offset: offset - base, size, dims: dims ?? [], stride: stride ?? size, bits }
  if (member.members.length > 0) return [{ ...common, value: undefined, members: slotsOf(member.members, offset) }]
  const value = numbersOf(type.replace(/\[.*/, ''), size, matrix)
  return value ? [{ ...common, value, members: [] }] : []
}

function numbersOf(type: string, size: number, matrix: MatrixLines | null): Slot['value'] {
  const plain = type.replace(/^(?:(?:row|column)_major|const|snorm|unorm) /, '')
  const [, name = '', rows, columns] =
    /^([a-z]\w*?)(?:(\d)(?:x(\d))?)?$/.exec(plain) ?? /^vector<(\w+), (\d+)>$/.exec(plain) ?? []
  const kinds = KINDS.get(name) ?? KINDS.get(plain)
  // An enumeration, by its bytes.
  if (!kinds)
    return /[<>]/.test(plain) ? undefined : { scalar: size === 8 ? 'i64' : 'i32', components: 1, matrix: null }
  const isWhole = KINDS.has(plain)
  const components = isWhole ? 1 : Number(rows ?? 1) * Number(columns ?? 1)
  if (matrix) {
    const inLine = components / matrix.lines
    return { scalar: kinds[matrix.lineSize / inLine < 4 ? 1 : 0], components, matrix }
  }
  return { scalar: kinds[size / components < 4 ? 1 : 0], components, matrix: null }
}

/** Names that are no other's in one scope: `taken` are those of the language. */
export class Names {
  readonly #used: Set<string>

  constructor(taken: Iterable<string>) {
    this.#used = new Set(taken)
  }

  /** The word, with underscores behind it where it is taken. */
  of(word: string): string {
    let name = word.replace(/\W+/g, '_')
    while (this.#used.has(name)) name += '_'
    this.#used.add(name)
    return name
  }
}
