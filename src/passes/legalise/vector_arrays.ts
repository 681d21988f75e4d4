// Arrays of scalars that are vectors, or arrays of vectors, in the source: constant tables, local variables and group-shared ones that
// something indexes at run time. `[40 x i32]`, of which elements 20 * x + 0, 1, ... 19 are loaded one behind the other, becomes
// `[2 x <20 x i32>]`, and the loads one.

import { effectOf } from '../../ir/effects.ts'
import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { GlobalVariable } from '../../ir/globals.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { I32, isFloat, isInt, type Type, VOID } from '../../ir/types.ts'
import { divide, type Split, stepOf, sum, withoutConstant } from '../analyse/index_steps.ts'
import { boundOf } from '../analyse/value_bounds.ts'
import { intOf } from '../common/simplify_rules.ts'
import { dimensionsOf, lanesOf, type Memory, modulo } from './vector_lanes.ts'
import { gather } from './vector_memory.ts'

/** Which vector of a variable an address is in, and which lane of it; NO_VALUE and 0 where there is one vector alone. */
interface Part {
  readonly vector: Value
  readonly lane: Value
}

/** Loads, or stores, of most lanes of one vector, with nothing between them that could see or change the memory. */
interface Run {
  readonly f: Func
  readonly vector: Value
  /** By number of the lane. */
  readonly accesses: readonly (Value | undefined)[]
  readonly last: Value
  /** Nothing was stored before. */
  readonly isFirst: boolean
}

/** Stores of vectors put them together of scalars; other passes do not look at these any more. */
export function makeVectorArrays(m: Module): void {
  const found = memories(m)
  const numbers = new Numbers(m)
  for (const [i, lanes] of lanesOf(m, found).entries()) {
    const memory = found[i]!
    if (lanes === 0) continue
    const parts = new Map<Func, ReadonlyMap<Value, Part>>()
    for (const [f, elements] of memory.elements) parts.set(f, partsOf(m, f, memory, elements, { lanes, numbers }))
    const runs = [...parts].flatMap(([f, own]) => runsOf(m, f, memory, own, lanes))
    if (runs.length === 0) continue
    const pointer = becomeVectors(m, memory, lanes, parts)
    for (const run of runs) accessWhole(m, run, pointer, memory, lanes)
  }
}

// ---- variables -----------------------------------------------------------------------------------------------------------------------

function memories(m: Module): Memory[] {
  const found: Memory[] = []
  for (const f of m.definitions)
    for (let v = f.first(f.entry); v !== NO_VALUE; v = f.next(v)) {
      const array = f.op(v) === Op.Alloca ? arrayOf(m, f.type(v)) : undefined
      const elements = f.users(v).reverse()
      if (array && elements.every(u => isElement(f, u, v)))
        found.push({ base: v, isTable: false, isPrivate: true, ...array, elements: new Map([[f, elements]]) })
    }
  return [...found, ...globalMemories(m)]
}

const isTable = ({ space, values }: GlobalVariable): boolean => space === 0 && values !== undefined

function globalMemories(m: Module): Memory[] {
  if (m.globals.length === 0) return []
  const uses = new Map<Value, Map<Func, Value[]>>()
  const refused = new Set<Value>()
  for (const f of m.definitions)
    for (const b of f.blocks)
      for (let v = f.first(b); v !== NO_VALUE; v = f.next(v))
        for (const base of new Set(f.operands(v).filter(o => o < 0))) {
          const c = m.constants.get(base)
          if (c.kind !== 'global') continue
          if (!isElement(f, v, base)) refused.add(base)
          const byFunction = uses.get(base) ?? new Map<Func, Value[]>()
          byFunction.set(f, [...(byFunction.get(f) ?? []), v])
          uses.set(base, byFunction)
        }
  return [...uses].flatMap(([base, elements]) => {
    const c = m.constants.get(base)
    const array = refused.has(base) || c.kind !== 'global' ? undefined : arrayOf(m, c.type)
    if (!array || c.kind !== 'global') return []
    return [{ base, isTable: isTable(c.global), isPrivate: c.global.space !== 3, ...array, elements }]
  })
}

function arrayOf(m: Module, pointer: Type): Pick<Memory, 'element' | 'count' | 'isVector'> | undefined {
  const shape = m.types.shape(pointer)
  const pointee = shape.kind === 'pointer' ? m.types.shape(shape.pointee) : undefined
  if ((pointee?.kind !== 'array' && pointee?.kind !== 'vector') || pointee.count < 2) return undefined
  const { element, count } = pointee
  return isInt(element) || isFloat(element) ? { element, count, isVector: pointee.kind === 'vector' } : undefined
}

/** Instructions that access the address which is their operand 0. */
const ACCESSES: ReadonlySet<number> = new Set([Op.Load, Op.AtomicRmw, Op.CmpXchg])

/** The address of an element, which nothing else has. */
function isElement(f: Func, v: Value, base: Value): boolean {
  if (f.op(v) !== Op.Gep || f.operandAt(v, 0) !== base) return false
  return f.users(v).every(u => ACCESSES.has(f.op(u)) || (f.op(u) === Op.Store && f.operandAt(u, 1) !== v))
}

/** Numbers of vectors as they were computed of indices: variables that are copied to each other have the same. */
class Numbers {
  readonly #m: Module
  readonly #splits = new Map<Func, Map<string, Split>>()
  readonly #vectors = new Map<Func, Map<string, Value>>()

  constructor(m: Module) {
    this.#m = m
  }

  /** What `base + offset` is in, where `lanes` divides the base but for a constant. */
  of(f: Func, base: Value, offset: number, lanes: number): Part {
    const m = this.#m
    const splits = this.#splits.get(f) ?? new Map<string, Split>()
    const vectors = this.#vectors.get(f) ?? new Map<string, Value>()
    this.#splits.set(f, splits)
    this.#vectors.set(f, vectors)
    const key = `${base} ${lanes}`
    const { quotient, rest } = splits.get(key) ?? divide(m, f, base, lanes, base)
    splits.set(key, { quotient, rest })
    const carry = Math.floor((rest + offset) / lanes)
    const vector = vectors.get(`${key} ${carry}`) ?? sum(m, f, quotient, carry, base)
    vectors.set(`${key} ${carry}`, vector)
    return { vector, lane: m.constants.int(I32, rest + offset - carry * lanes) }
  }
}

/** Every address as a vector and a lane of it. */
function partsOf(
  m: Module,
  f: Func,
  { count }: Memory,
  elements: readonly Value[],
  { lanes, numbers }: { readonly lanes: number; readonly numbers: Numbers },
): Map<Value, Part> {
  const int = (n: number): Value => m.constants.int(I32, n)
  const parts = new Map<Value, Part>()
  for (const v of elements) {
    const index = f.operandAt(v, 1)
    const known = intOf(m, index)
    const two = dimensionsOf(m, f, index)
    if (count === lanes) parts.set(v, { vector: NO_VALUE, lane: index })
    else if (known !== undefined) {
      const n = Number(known)
      parts.set(v, { vector: int(Math.floor(n / lanes)), lane: int(modulo(n, lanes)) })
    } else if (stepOf(m, f, index) % lanes === 0) {
      const { base, offset } = withoutConstant(m, f, index)
      parts.set(v, numbers.of(f, base, offset, lanes))
    } else if (two && two.step % lanes === 0 && boundOf(m, f, two.inner) + modulo(two.offset, lanes) < lanes) {
      const { quotient } = divide(m, f, two.outer, lanes, v)
      const vector = sum(m, f, quotient, Math.floor(two.offset / lanes), v)
      parts.set(v, { vector, lane: sum(m, f, two.inner, modulo(two.offset, lanes), v) })
    } else if (isInOneVector(m, f, index, lanes)) {
      const { base, offset } = withoutConstant(m, f, index)
      const vector = int(Math.floor(offset / lanes))
      parts.set(v, { vector, lane: sum(m, f, base, offset % lanes, v) })
    } else {
      const vector = f.insertBefore(v, Op.UDiv, I32, [index, int(lanes)])
      parts.set(v, { vector, lane: f.insertBefore(v, Op.URem, I32, [index, int(lanes)]) })
    }
  }
  return parts
}

/** x + 64 with x below 32 is in the third vector of 32 lanes. */
function isInOneVector(m: Module, f: Func, index: Value, lanes: number): boolean {
  const { base, offset } = withoutConstant(m, f, index)
  return offset >= 0 && boundOf(m, f, base) + (offset % lanes) < lanes
}

function becomeVectors(
  m: Module,
  { base, element, count }: Memory,
  lanes: number,
  parts: ReadonlyMap<Func, ReadonlyMap<Value, Part>>,
): Value {
  const vector = m.types.vector(element, lanes)
  const type = count === lanes ? vector : m.types.array(vector, count / lanes)
  let pointer = base
  if (base > 0) for (const f of parts.keys()) f.become(base, Op.Alloca, m.types.pointer(type), [])
  else {
    const c = m.constants.get(base)
    if (c.kind === 'global') {
      const { name, space, values, initial } = c.global
      pointer = m.addGlobal(name, type, space, values, initial)
    }
  }
  for (const [f, own] of parts)
    for (const [v, { vector: at, lane }] of own)
      f.become(v, Op.AccessChain, f.type(v), at === NO_VALUE ? [pointer, lane] : [pointer, at, lane])
  return pointer
}

// ---- accesses ------------------------------------------------------------------------------------------------------------------------

/** A run that may go on. */
interface Open {
  readonly op: number
  readonly vector: Value
  readonly accesses: (Value | undefined)[]
  readonly isFirst: boolean
  filled: number
  last: Value
}

function runsOf(m: Module, f: Func, memory: Memory, parts: ReadonlyMap<Value, Part>, lanes: number): Run[] {
  const { isPrivate } = memory
  const runs: Run[] = []
  const stored = new Set<Value>()
  for (const b of f.blocks) {
    const open = new Map<Value, Open>()
    const close = (run: Open): void => {
      open.delete(run.vector)
      const { filled, op, vector, accesses, last, isFirst } = run
      if (filled === lanes || (filled > 1 && filled * 2 >= lanes && (isPrivate || op === Op.Load)))
        runs.push({ f, vector, accesses, last, isFirst })
    }
    const closeAll = (which: (run: Open) => boolean): void => {
      for (const run of [...open.values()]) if (which(run)) close(run)
    }
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      const op = f.op(v)
      const part = op === Op.Load || op === Op.Store ? parts.get(f.operandAt(v, 0)) : undefined
      if (!part) {
        if (!memory.isTable && effectOf(f, v) !== 'pure' && (!isPrivate || op === Op.Call)) closeAll(() => true)
        continue
      }
      const { vector } = part
      const lane = intOf(m, part.lane)
      const n = lane !== undefined && lane >= 0 && lane < lanes ? Number(lane) : undefined
      // Two vectors whose numbers are known are not one.
      closeAll(
        run =>
          (run.vector === vector
            ? n === undefined || run.accesses[n] !== undefined || run.op !== op
            : op === Op.Store || run.op === Op.Store) &&
          (run.vector === vector || vector >= 0 || run.vector >= 0),
      )
      if (n === undefined) {
        if (op === Op.Store) stored.add(NO_VALUE)
        continue
      }
      let run = open.get(vector)
      if (!run) {
        // A vector chosen at run time may be any that was stored.
        const isNew = vector < 0 ? !stored.has(vector) && !stored.has(NO_VALUE) : stored.size === 0
        const isFirst = memory.base > 0 && b === f.entry && isNew
        open.set(vector, (run = { op, vector, accesses: [], isFirst, filled: 0, last: v }))
      }
      if (op === Op.Store) stored.add(vector < 0 || lanes === memory.count ? vector : NO_VALUE)
      run.accesses[n] = v
      run.last = v
      if (++run.filled === lanes) close(run)
    }
    closeAll(() => true)
  }
  return runs
}

/** Stores take place where the last of them was, loads where the first was. */
function accessWhole(m: Module, run: Run, base: Value, { element }: Memory, lanes: number): void {
  const { f, last, vector: at } = run
  const accesses = run.accesses.filter(v => v !== undefined)
  const type = m.types.vector(element, lanes)
  const pointerTo = (before: Value): Value => {
    const space = m.types.shape(m.typeOf(f, base))
    const pointer = m.types.pointer(type, space.kind === 'pointer' ? space.space : 0)
    return at === NO_VALUE ? base : f.insertBefore(before, Op.AccessChain, pointer, [base, at])
  }
  const lane = (before: Value, vector: Value, i: number): Value =>
    f.insertBefore(before, Op.ExtractElement, element, [vector, m.constants.int(I32, i)])
  if (f.op(last) === Op.Store) {
    const pointer = pointerTo(last)
    const isWhole = accesses.length === lanes
    const old = isWhole || run.isFirst ? NO_VALUE : f.insertBefore(last, Op.Load, type, [pointer])
    const values = Array.from({ length: lanes }, (_, i) => {
      const store = run.accesses[i]
      if (store !== undefined) return f.operandAt(store, 1)
      return old === NO_VALUE ? m.constants.undef(element) : lane(last, old, i)
    })
    f.insertBefore(last, Op.Store, VOID, [pointer, gather(m, f, last, values)])
  } else {
    const all = new Set(accesses)
    let first = last
    for (let v = f.prev(first); v !== NO_VALUE; v = f.prev(v)) if (all.has(v)) first = v
    const vector = f.insertBefore(first, Op.Load, type, [pointerTo(first)])
    for (const [i, v] of run.accesses.entries()) if (v !== undefined) f.replaceAllUses(v, lane(v, vector, i))
  }
  for (const v of accesses) f.remove(v)
}
