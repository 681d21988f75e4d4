// Arrays of scalars that are vectors in the source: local variables and group-shared ones that something indexes at run time. Where all elements
// are stored or loaded one behind the other, that is one store or load of a vector, and the variable becomes a vector in memory.

import { effectOf } from '../../ir/effects.ts'
import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { I32, isFloat, isInt, type Type, VOID } from '../../ir/types.ts'
import { gather } from './vector_memory.ts'

const MAX_LANES = 1024

/** A variable: the constant of a group-shared one, or an alloca. */
interface Memory {
  readonly base: Value
  readonly element: Type
  readonly count: number
  /** Addresses of its elements, by function. */
  readonly elements: ReadonlyMap<Func, readonly Value[]>
}

/** Loads, or stores, of every element of a variable: by number of the element. */
interface Run {
  readonly f: Func
  readonly accesses: readonly Value[]
  readonly last: Value
}

/** Stores of vectors put them together of scalars; other passes do not look at these any more. */
export function makeVectorArrays(m: Module): void {
  for (const memory of memories(m)) {
    const runs = [...memory.elements].flatMap(([f, elements]) => runsOf(m, f, memory, elements))
    if (runs.length === 0) continue
    const pointer = becomeVector(m, memory)
    for (const run of runs) accessWhole(m, run, pointer, memory)
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
        found.push({ base: v, ...array, elements: new Map([[f, elements]]) })
    }
  return [...found, ...sharedMemories(m)]
}

function sharedMemories(m: Module): Memory[] {
  if (!m.globals.some(g => g.space === 3)) return []
  const uses = new Map<Value, Map<Func, Value[]>>()
  const refused = new Set<Value>()
  for (const f of m.definitions)
    for (const b of f.blocks)
      for (let v = f.first(b); v !== NO_VALUE; v = f.next(v))
        for (const base of new Set(f.operands(v).filter(o => o < 0))) {
          const c = m.constants.get(base)
          if (c.kind !== 'global' || c.global.space !== 3) continue
          if (!isElement(f, v, base)) refused.add(base)
          const byFunction = uses.get(base) ?? new Map<Func, Value[]>()
          byFunction.set(f, [...(byFunction.get(f) ?? []), v])
          uses.set(base, byFunction)
        }
  return [...uses].flatMap(([base, elements]) => {
    const c = m.constants.get(base)
    const array = refused.has(base) ? undefined : arrayOf(m, c.type)
    return array ? [{ base, ...array, elements }] : []
  })
}

function arrayOf(m: Module, pointer: Type): { element: Type; count: number } | undefined {
  const shape = m.types.shape(pointer)
  const pointee = shape.kind === 'pointer' ? m.types.shape(shape.pointee) : undefined
  if (pointee?.kind !== 'array' || pointee.count < 2 || pointee.count > MAX_LANES) return undefined
  const { element, count } = pointee
  return isInt(element) || isFloat(element) ? { element, count } : undefined
}

/** The address of an element, which is only loaded and stored. */
function isElement(f: Func, v: Value, base: Value): boolean {
  if (f.op(v) !== Op.Gep || f.operand(v, 0) !== base) return false
  return f.users(v).every(u => f.op(u) === Op.Load || (f.op(u) === Op.Store && f.operand(u, 1) !== v))
}

function becomeVector(m: Module, { base, element, count, elements }: Memory): Value {
  const vector = m.types.vector(element, count)
  let pointer = base
  if (base > 0) for (const f of elements.keys()) f.become(base, Op.Alloca, m.types.pointer(vector), [])
  else {
    const c = m.constants.get(base)
    if (c.kind === 'global') pointer = m.addGlobal(c.global.name, vector, 3, undefined)
  }
  for (const [f, list] of elements)
    for (const v of list) f.become(v, Op.AccessChain, f.type(v), [pointer, f.operand(v, 1)])
  return pointer
}

// ---- accesses ------------------------------------------------------------------------------------------------------------------------

/** Accesses of all elements with nothing between them that could see or change the memory. */
function runsOf(m: Module, f: Func, { base, count }: Memory, elements: readonly Value[]): Run[] {
  const own = new Set(elements)
  const runs: Run[] = []
  for (const b of f.blocks) {
    let op = NO_VALUE as number
    let accesses: Value[] = []
    let filled = 0
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      const isOwn = (f.op(v) === Op.Load || f.op(v) === Op.Store) && own.has(f.operand(v, 0))
      const n = isOwn ? numberOf(m, f, f.operand(v, 0)) : undefined
      if (!isOwn && (isHarmless(f, v) || (base > 0 && f.op(v) !== Op.Call))) continue
      if (n === undefined || n >= count || f.op(v) !== op || accesses[n] !== undefined) {
        op = f.op(v)
        accesses = []
        filled = 0
      }
      if (n === undefined || n >= count) continue
      accesses[n] = v
      if (++filled === count) {
        runs.push({ f, accesses, last: v })
        op = NO_VALUE
      }
    }
  }
  return runs
}

const isHarmless = (f: Func, v: Value): boolean => effectOf(f, v) === 'pure'

function numberOf(m: Module, f: Func, address: Value): number | undefined {
  const index = f.operand(address, 1)
  const c = index < 0 ? m.constants.get(index) : undefined
  return c?.kind === 'int' && c.value >= 0 ? Number(c.value) : undefined
}

/** Stores take place where the last of them was, loads where the first was. */
function accessWhole(m: Module, { f, accesses, last }: Run, pointer: Value, { element, count }: Memory): void {
  if (f.op(last) === Op.Store) {
    const values = accesses.map(v => f.operand(v, 1))
    f.insertBefore(last, Op.Store, VOID, [pointer, gather(m, f, last, values)], 0, 0, f.loc(last))
  } else {
    const all = new Set(accesses)
    let at = last
    for (let v = f.prev(at); v !== NO_VALUE; v = f.prev(v)) if (all.has(v)) at = v
    const vector = f.insertBefore(at, Op.Load, m.types.vector(element, count), [pointer], 0, 0, f.loc(at))
    for (const [i, v] of accesses.entries()) {
      const operands = [vector, m.constants.int(I32, i)]
      f.replaceAllUses(v, f.insertBefore(v, Op.ExtractElement, element, operands, 0, 0, f.loc(v)))
    }
  }
  for (const v of accesses) f.remove(v)
}
