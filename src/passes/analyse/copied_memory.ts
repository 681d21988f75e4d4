// Elements of local arrays that are copies of memory nobody writes: constant buffers, read-only buffers, and other buffers and local arrays where
// the function does not write to them. Element i of the copy lies at first + step * i of one of them, so it can be read from there instead.
// Example: `float f(float a[4], int i) { return a[i]; }` called with a local array, which no one writes before f returns.

import type { Dominance } from '../../ir/dominance.ts'
import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { ICMP, Op, packRaw, rawAlignment, rawCount } from '../../ir/ops.ts'
import { bitWidth, I1, I32, type Type } from '../../ir/types.ts'
import { intOf } from '../common/simplify_rules.ts'
import { type Line, lineOf, sum, times } from './index_steps.ts'
import type { Writes } from './writes_between.ts'

/** One operation with one operand that is no constant, as it was applied to what was read: a conversion, or `!= 0`. */
interface Conversion {
  readonly op: number
  readonly type: Type
  readonly aux: number
  readonly other: Value
}

/** Component `component` of what `load` reads; `base` + `offset` is the address: elements of a local array, rows of a constant buffer, else bytes. */
interface Read {
  readonly load: Value
  readonly component: number
  readonly base: Value
  readonly offset: number
  /** Innermost first. */
  readonly conversions: readonly Conversion[]
}

/** Element n of the copy is component `component` of what `load` would read `first + step * n` behind its base. */
export interface Copy {
  readonly read: Read
  /** All loads that filled the copy. */
  readonly loads: readonly Value[]
  readonly first: number
  readonly step: number
  /** Components differ: `first` and `step` count components of rows, or bytes of buffers, not addresses of whole loads. */
  readonly single: boolean
}

const MAX_CONVERSIONS = 3

function readOf(m: Module, f: Func, value: Value): Read | undefined {
  const conversions: Conversion[] = []
  let v = value
  for (; conversions.length <= MAX_CONVERSIONS; v = f.operandAt(v, 0)) {
    const op = f.op(v)
    if (op === Op.Load) return elementRead(m, f, v, conversions)
    if (op === Op.Extract) break
    const isTest = op === Op.ICmp && f.aux(v) === ICMP.ne && f.operandAt(v, 1) < 0
    if (!isTest && !(op >= Op.Trunc && op <= Op.BitCast)) return undefined
    conversions.unshift({ op, type: f.type(v), aux: f.aux(v), other: isTest ? f.operandAt(v, 1) : NO_VALUE })
  }
  if (f.op(v) !== Op.Extract) return undefined
  const load = f.operandAt(v, 0)
  const component = f.aux(v)
  const op = f.op(load)
  if (op !== Op.LoadCBufferRow && (op !== Op.LoadRaw || component >= rawCount(f.aux(load)))) return undefined
  return { load, component, ...baseAndOffset(m, f, f.operandAt(load, addressOperand(m, f, load))), conversions }
}

/** An element of a local array with a known number. */
function elementRead(m: Module, f: Func, load: Value, conversions: readonly Conversion[]): Read | undefined {
  const pointer = f.operandAt(load, 0)
  if (f.op(pointer) !== Op.Gep) return undefined
  const [array, index] = [f.operandAt(pointer, 0), intOf(m, f.operandAt(pointer, 1))]
  if (index === undefined || f.op(array) !== Op.Alloca || f.constantVectors.has(array)) return undefined
  return { load, component: 0, base: NO_VALUE, offset: Number(index), conversions }
}

/** Which operand counts up from element to element: the row, the byte offset in a structure, or the byte address. */
function addressOperand(m: Module, f: Func, load: Value): number {
  if (f.op(load) === Op.LoadCBufferRow) return 1
  const offset = f.operandAt(load, 2)
  return m.constants.isUndef(offset) ? 1 : 2
}

function baseAndOffset(m: Module, f: Func, v: Value): { base: Value; offset: number } {
  const known = intOf(m, v)
  if (known !== undefined) return { base: NO_VALUE, offset: Number(known) }
  const added = f.op(v) === Op.Add ? intOf(m, f.operandAt(v, 1)) : undefined
  return added === undefined ? { base: v, offset: 0 } : { base: f.operandAt(v, 0), offset: Number(added) }
}

const isElement = (f: Func, load: Value): boolean => f.op(load) === Op.Load

/** A handle, or a local array. */
const handleOf = (f: Func, load: Value): Value =>
  isElement(f, load) ? f.operandAt(f.operandAt(load, 0), 0) : f.operandAt(load, 0)

/** Equal handles, element index, kind of load and conversions. */
function readsSame(m: Module, f: Func, a: Read, b: Read): boolean {
  const [x, y] = [a.load, b.load]
  if (f.op(x) !== f.op(y) || f.type(x) !== f.type(y) || a.base !== b.base) return false
  if (!isSameHandle(f, handleOf(f, x), handleOf(f, y))) return false
  if (!isElement(f, x)) {
    const at = addressOperand(m, f, x)
    if (at !== addressOperand(m, f, y) || (at === 2 && f.operandAt(x, 1) !== f.operandAt(y, 1))) return false
  }
  return (
    a.conversions.length === b.conversions.length &&
    a.conversions.every((c, i) => {
      const d = b.conversions[i]!
      return c.op === d.op && c.type === d.type && c.aux === d.aux && c.other === d.other
    })
  )
}

function isSameHandle(f: Func, a: Value, b: Value): boolean {
  if (a === b) return true
  return f.op(a) === f.op(b) && isMade(f, a) && f.aux(a) === f.aux(b) && f.operandAt(a, 0) === f.operandAt(b, 0)
}

const isMade = (f: Func, handle: Value): boolean => f.op(handle) === Op.Handle || f.op(handle) === Op.HandleFromHeap

/** The copy that these elements are, given by number and value; undefined when they are none. */
export function copyOf(
  m: Module,
  f: Func,
  elements: readonly (readonly [number: number, value: Value])[],
): Copy | undefined {
  const reads: [number, Read][] = []
  for (const [n, value] of elements) {
    const read = value > 0 ? readOf(m, f, value) : undefined
    if (!read || (reads.length > 0 && !readsSame(m, f, reads[0]![1], read))) return undefined
    reads.push([n, read])
  }
  const read = reads[0]?.[1]
  if (!read || reads.length < 2) return undefined
  const loads = [...new Set(reads.map(([, r]) => r.load))]
  const sameShape = reads.every(([, r]) => r.component === read.component && f.aux(r.load) === f.aux(read.load))
  const whole = sameShape ? ascending(reads.map(([n, r]) => [n, r.offset])) : undefined
  if (whole || isElement(f, read.load)) return whole && { read, loads, ...whole, single: false }
  if (f.op(read.load) === Op.LoadCBufferRow) return componentsOf(m, f, read, loads, reads)
  // Numbers of minimum precision take a word in memory.
  const bytes = Math.max(bitWidth(extractedType(f, read)) / 8, m.options.native16Bit ? 2 : 4)
  const each = ascending(reads.map(([n, r]) => [n, r.offset + r.component * bytes]))
  return each && { read, loads, ...each, single: true }
}

/** Type of the components, which that of the status can differ from. */
const extractedType = (f: Func, { load, component }: Read): Type =>
  f.type(f.users(load).find(u => f.op(u) === Op.Extract && f.aux(u) === component)!)

/** Shorter copies are no longer than choosing a component at run time. */
const LEAST_COMPONENTS = 6

/** Rows taken apart: element n is component n % 4 of row n / 4, or the like. */
function componentsOf(
  m: Module,
  f: Func,
  read: Read,
  loads: readonly Value[],
  reads: readonly (readonly [number, Read])[],
): Copy | undefined {
  const width = rowWidth(m, f, read.load)
  if (width > MAX_WIDTH || reads.length < LEAST_COMPONENTS) return undefined
  const each = ascending(reads.map(([n, r]) => [n, r.offset * width + r.component]))
  return each && { read, loads, ...each, single: true }
}

/** Components of a row of a constant buffer: 2, 4, or 8 with native 16-bit types, which are too many to choose from. */
function rowWidth(m: Module, f: Func, load: Value): number {
  const shape = m.types.shape(f.type(load))
  return shape.kind === 'struct' ? shape.elements.length : Infinity
}

const MAX_WIDTH = 4

/** Addresses that go up, or stay. */
function ascending(points: readonly (readonly [number, number])[]): Line | undefined {
  const line = lineOf(points)
  return line && line.step >= 0 ? line : undefined
}

/** Whether what an element would be read with is there at a place, and the memory still holds what was copied. */
export function canRead(m: Module, f: Func, dom: Dominance, writes: Writes, { read, loads }: Copy, at: Value): boolean {
  if (isElement(f, read.load)) return !writes.comeBetween(loads, at)
  const handle = handleOf(f, read.load)
  const needed = [isMade(f, handle) ? f.operandAt(handle, 0) : handle, read.base]
  if (addressOperand(m, f, read.load) === 2) needed.push(f.operandAt(read.load, 1))
  if (!needed.every(v => v <= 0 || dom.valueDominates(v, at))) return false
  return f.op(read.load) === Op.LoadCBufferRow || !writes.comeBetween(loads, at)
}

/** Element `n` + `more`, read right before `at`. */
export function readElement(m: Module, f: Func, copy: Copy, n: Value, more: number, at: Value): Value {
  const { read, first, step, single } = copy
  if (isElement(f, read.load)) {
    const element = sum(m, f, times(m, f, n, step, at), first + step * more, at)
    return converted(f, read, elementOf(f, read.load, element, at), at)
  }
  const { base } = baseAndOffset(m, f, f.operandAt(read.load, addressOperand(m, f, read.load)))
  const { load } = read
  let address = sum(m, f, times(m, f, n, step, at), first + step * more, at)
  const component = address
  const isRow = f.op(load) === Op.LoadCBufferRow
  const width = rowWidth(m, f, load)
  if (single && isRow) address = shifted(m, f, Op.LShr, address, Math.log2(width), at)
  if (base !== NO_VALUE) address = f.insertBefore(at, Op.Add, I32, [base, address])
  const operands = f.operands(load)
  operands[addressOperand(m, f, load)] = address
  const handle = operands[0]!
  if (isMade(f, handle))
    operands[0] = f.insertBefore(at, f.op(handle), f.type(handle), f.operands(handle), f.aux(handle), f.flags(handle))
  const aux = single && !isRow ? packRaw(1, alignmentOf(f, copy)) : f.aux(load)
  const row = f.insertBefore(at, f.op(load), f.type(load), operands, aux, f.flags(load))
  const type = extractedType(f, read)
  const extracted = (c: number): Value => f.insertBefore(at, Op.Extract, type, [row], c)
  const value =
    single && isRow
      ? chosen(m, f, shifted(m, f, Op.And, component, width - 1, at), width, extracted, at)
      : extracted(single ? 0 : read.component)
  return converted(f, read, value, at)
}

/** Another element of the local array that a load reads from. */
function elementOf(f: Func, load: Value, index: Value, at: Value): Value {
  const pointer = f.operandAt(load, 0)
  const gep = f.insertBefore(at, Op.Gep, f.type(pointer), [f.operandAt(pointer, 0), index], f.aux(pointer))
  return f.insertBefore(at, Op.Load, f.type(load), [gep], f.aux(load), f.flags(load))
}

function converted(f: Func, { conversions }: Read, read: Value, at: Value): Value {
  let value = read
  for (const c of conversions) {
    const list = c.other === NO_VALUE ? [value] : [value, c.other]
    value = f.insertBefore(at, c.op, c.type, list, c.aux)
  }
  return value
}

const shifted = (m: Module, f: Func, op: number, v: Value, n: number, at: Value): Value =>
  f.insertBefore(at, op, I32, [v, m.constants.int(I32, n)])

/** The component with a number below the width. */
function chosen(m: Module, f: Func, number: Value, width: number, extracted: (c: number) => Value, at: Value): Value {
  let value = extracted(0)
  for (let c = 1; c < width; c++) {
    const is = f.insertBefore(at, Op.ICmp, I1, [number, m.constants.int(I32, c)], ICMP.eq)
    const other = extracted(c)
    value = f.insertBefore(at, Op.Select, f.type(other), [is, other, value])
  }
  return value
}

const alignmentOf = (f: Func, { read, step }: Copy): number => Math.min(rawAlignment(f.aux(read.load)), step || 4)
