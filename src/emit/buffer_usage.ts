// Which members of constant and texture buffers the finished code reads: reflection's "used" flags, found the way DXC finds them.
// Invariant: as in DXC the constant part of a row's index decides, so a dynamically indexed array counts at its first element.

import type { DataType, StructField, StructType } from '../ir/data_type.ts'
import type { Func, Value } from '../ir/function.ts'
import type { Module } from '../ir/module.ts'
import { Op } from '../ir/ops.ts'
import { bitWidth } from '../ir/types.ts'
import { DxilOp } from '../spec/dxil_ops.ts'

/** Reads of a buffer: byte offset times four, plus LOW and HIGH where only that half of a word is looked at. */
export type BytesRead = ReadonlySet<number>

/** Indices are sums of a few terms; a program made to harm could nest them far. */
const MAX_DEPTH = 200

const LOW = 1
const HIGH = 2

/** What is read of each buffer, by resource id. */
export function usedBytes(module: Module): ReadonlyMap<number, BytesRead> {
  const used = new Map<number, Set<number>>()
  for (const f of module.definitions) {
    const reader = new UsageReader(module, f)
    for (const b of f.blocks)
      for (let v = f.first(b); v !== 0; v = f.next(v)) if (f.op(v) === Op.Extract) reader.extract(v, used)
  }
  return used
}

class UsageReader {
  readonly #module: Module
  readonly #f: Func
  readonly #offsets = new Map<Value, number>()
  #depth = 0

  constructor(module: Module, f: Func) {
    this.#module = module
    this.#f = f
  }

  extract(v: Value, used: Map<number, Set<number>>): void {
    const f = this.#f
    const load = f.operandAt(v, 0)
    if (f.op(load) !== Op.Dx) return
    const opcode = f.aux(load)
    if (opcode !== DxilOp.CBufferLoadLegacy && opcode !== DxilOp.BufferLoad) return
    const handle = f.operandAt(load, 0)
    if (f.op(handle) !== Op.Handle) return
    const { id, kind } = this.#module.resources[f.aux(handle)]!
    if (kind !== 'CBuffer' && kind !== 'TBuffer') return
    const bits = bitWidth(f.type(v))
    const bytes = bits === 64 ? 8 : bits === 16 && this.#module.options.native16Bit ? 2 : 4
    const set = used.get(id) ?? new Set<number>()
    const offset = this.#constantPart(f.operandAt(load, 1)) * 16 + f.aux(v) * bytes
    set.add(offset * 4 + (bits === 32 ? this.#halves(v) : LOW))
    used.set(id, set)
  }

  /** Which half of a word its users look at; 0: all of it. */
  #halves(v: Value): number {
    const f = this.#f
    let halves = 0
    for (const user of f.users(v)) {
      if (f.op(user) === Op.LShr && f.operandAt(user, 0) === v && this.#constantPart(f.operandAt(user, 1)) === 16)
        halves |= HIGH
      else if (f.op(user) === Op.Trunc && bitWidth(f.type(user)) === 16) halves |= LOW
      else return 0
      if (halves === (LOW | HIGH)) break
    }
    return halves
  }

  /** What is added to the unknown part of an index. */
  #constantPart(v: Value): number {
    const f = this.#f
    if (v < 0) {
      const constant = this.#module.constants.get(v)
      return constant.kind === 'int' ? Number(constant.value) : 0
    }
    const known = this.#offsets.get(v)
    if (known !== undefined) return known
    this.#offsets.set(v, 0)
    if (this.#depth >= MAX_DEPTH) return 0
    this.#depth++
    const result = this.#compute(f.op(v), v)
    this.#depth--
    this.#offsets.set(v, result)
    return result
  }

  #compute(op: number, v: Value): number {
    const f = this.#f
    const part = (i: number): number => this.#constantPart(f.operandAt(v, i))
    if (op === Op.Add) return (part(0) + part(1)) >>> 0
    if (op === Op.Or) return (part(0) | part(1)) >>> 0
    if (op === Op.Select) return Math.min(part(1), part(2))
    if (op === Op.Phi) return Math.min(...f.operands(v).map(operand => this.#constantPart(operand)))
    return 0
  }
}

/** Fields at or before the bytes read. A buffer of one member does not tell. */
export function usedFields(layout: StructType, bytes: BytesRead | undefined): ReadonlySet<StructField> {
  const used = new Set<StructField>()
  if (!bytes || layout.fields.length + (layout.hidden?.length ?? 0) < 2) return used
  const sorted = membersByOffset(layout)
  const mark = (at: number): StructField | undefined => {
    const field = lastNotAfter(sorted, at)?.field
    if (field) used.add(field)
    return field
  }
  for (const read of bytes) {
    const halves = read & 3
    const at = read >>> 2
    // Where a 16-bit member lies in the word, another one may lie in its upper half.
    const first = halves !== HIGH ? mark(at) : undefined
    if (halves !== LOW && (halves === HIGH || is16Bit(first))) mark(at + 2)
  }
  return used
}

interface Member {
  readonly offset: number
  /** undefined: one without data. */
  readonly field: StructField | undefined
}

/** Of members at one offset the last one counts, as in a map by offset. */
function membersByOffset({ fields, hidden = [] }: StructType): readonly Member[] {
  const byOffset = new Map<number, Member>()
  let next = 0
  const addHidden = (before: number): void => {
    for (; next < hidden.length && hidden[next]!.at <= before; next++)
      byOffset.set(hidden[next]!.offset, { offset: hidden[next]!.offset, field: undefined })
  }
  for (const [i, field] of fields.entries()) {
    addHidden(i)
    byOffset.set(field.offset, { offset: field.offset, field })
  }
  addHidden(fields.length)
  return [...byOffset.values()].sort((a, b) => a.offset - b.offset)
}

function is16Bit(field: StructField | undefined): boolean {
  let type = field?.type
  while (type?.kind === 'array') type = type.element
  return type !== undefined && type.kind !== 'struct' && type.component.endsWith('16')
}

function lastNotAfter(sorted: readonly Member[], at: number): Member | undefined {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]!.offset <= at) low = middle + 1
    else high = middle
  }
  return sorted[low - 1]
}

/** Bytes of a type in a constant buffer. */
export function rowBytes(type: DataType): number {
  switch (type.kind) {
    case 'struct':
      return type.size
    case 'array': {
      const element = rowBytes(type.element)
      return Math.ceil(element / 16) * 16 * (type.count - 1) + element
    }
    case 'matrix': {
      const bytes = /64$/.test(type.component) ? 8 : 4
      const [lines, width] = type.rowMajor ? [type.rows, type.columns] : [type.columns, type.rows]
      return (width * bytes > 16 ? 32 : 16) * (lines - 1) + width * bytes
    }
    default:
      return scalarBytes(type.component, type.minPrecision === true) * (type.kind === 'vector' ? type.count : 1)
  }
}

function scalarBytes(component: string, minPrecision: boolean): number {
  if (component.endsWith('64')) return 8
  return component.endsWith('16') && !minPrecision ? 2 : 4
}
