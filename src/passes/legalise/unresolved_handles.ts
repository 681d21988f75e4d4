// Resources that are still chosen at run time after optimisation, or were never given: the runtime needs one binding per use, so these are errors.
// They are reported where the choice is made, as DXC does: conditions and conditional expressions, or what was put into an array besides the first.

import { type Dominance, dominanceOf } from '../../ir/dominance.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module, Resource } from '../../ir/module.ts'
import { LEVEL, Op } from '../../ir/ops.ts'
import { HANDLE } from '../../ir/types.ts'
import { isChoice } from './resolve_handles.ts'

/** A place that leaves open which resource an operation is about. */
export interface UnresolvedHandle {
  readonly pos: number
  /** The declarations it can be, in order of declaration; none: the variable was never assigned. */
  readonly candidates: readonly Resource[]
  /** Never assigned, and yet a handle: shader model 6.6 has one that is null. */
  readonly isNull: boolean
}

/** Of the operations whose handle is one of several or undefined, in the order of the code, each place once. */
export function unresolvedHandles(module: Module): UnresolvedHandle[] {
  const found = new Map<number, UnresolvedHandle>()
  const undef = module.constants.undef(HANDLE)
  for (const f of module.definitions)
    for (const b of f.blocks)
      for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
        if (LEVEL[f.op(v)] === 'core' || f.type(v) === HANDLE) continue
        // Sampling takes two handles, everything else one.
        for (let i = 0, n = Math.min(f.operandCount(v), 2); i < n; i++) {
          const given = f.operandAt(v, i)
          const handle = isTyped(f, given) ? f.operandAt(given, 0) : given
          if (module.isForLinking && handle !== given && handle !== undef) continue
          if (handle !== undef && (handle <= 0 || f.type(handle) !== HANDLE || !isChoice(f.op(handle)))) continue
          const candidates = candidatesOf(module, f, handle)
          // A counter belongs to a resource.
          const isNull = handle === undef && handle !== given && f.op(v) !== Op.UpdateCounter
          for (const pos of candidates.length > 0 ? placesOf(module, f, handle, f.pos(v)) : [f.pos(v)])
            if (!found.has(pos)) found.set(pos, { pos, candidates, isNull })
        }
      }
  return [...found.values()]
}

const isTyped = (f: Func, handle: Value): boolean => handle > 0 && f.op(handle) === Op.HandleFromValue

/** Where a handle was left open, in the order of the code; without optimisation only where it is used, at `use`. */
function placesOf(module: Module, f: Func, handle: Value, use: number): number[] {
  const choices = choicesOf(f, handle)
  const stores = [...choices].filter(v => f.op(v) === Op.Load).flatMap(v => storesTo(f, f.operandAt(v, 0)))
  if (stores.length > 1)
    return inOrder(f, stores)
      .slice(1)
      .map(v => f.pos(v) || use)
  if (module.options.optimization === 0) return [use]
  const dominance = dominanceOf(f)
  const places = inOrder(f, choices).map(v => (f.op(v) === Op.Phi ? branchAbove(f, dominance, f.blockOf(v)) : f.pos(v)))
  const known = places.filter(pos => pos !== 0)
  return known.length > 0 ? known : [use]
}

/** Position of the branch whose ways meet in a block; 0 at the head of a loop. */
function branchAbove(f: Func, dominance: Dominance, b: Block): number {
  const above = dominance.idom(b)
  return above === 0 || f.successors(above).length < 2 ? 0 : f.pos(f.terminator(above))
}

function inOrder(f: Func, values: Iterable<Value>): Value[] {
  const wanted = new Set(values)
  const order: Value[] = []
  for (const b of f.blocks) for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) if (wanted.has(v)) order.push(v)
  return order
}

/** A choice and those it chooses from. */
function choicesOf(f: Func, handle: Value): Set<Value> {
  const seen = new Set<Value>()
  const work = [handle]
  for (let v = work.pop(); v !== undefined; v = work.pop()) {
    if (v <= 0 || seen.has(v) || !isChoice(f.op(v))) continue
    seen.add(v)
    if (f.op(v) === Op.Phi) work.push(...f.operands(v))
    else if (f.op(v) === Op.Select) work.push(f.operandAt(v, 1), f.operandAt(v, 2))
  }
  return seen
}

function candidatesOf(module: Module, f: Func, handle: Value): Resource[] {
  const resources = new Set<Resource>()
  const seen = new Set<Value>()
  const work = [handle]
  for (let v = work.pop(); v !== undefined; v = work.pop()) {
    if (v <= 0 || seen.has(v)) continue
    seen.add(v)
    const op = f.op(v)
    if (op === Op.Phi) work.push(...f.operands(v))
    else if (op === Op.Select) work.push(f.operandAt(v, 1), f.operandAt(v, 2))
    else if (op === Op.Load) work.push(...storedIn(f, f.operandAt(v, 0)))
    else if (op === Op.Handle) resources.add(module.resources[f.aux(v)]!)
  }
  return [...resources].sort((a, b) => a.id - b.id)
}

/** What is stored in the local variable or array a pointer leads to. */
const storedIn = (f: Func, pointer: Value): Value[] => storesTo(f, pointer).map(store => f.operandAt(store, 1))

function storesTo(f: Func, pointer: Value): Value[] {
  const array = f.op(pointer) === Op.Gep ? f.operandAt(pointer, 0) : pointer
  const accesses = f.users(array).flatMap(user => (f.op(user) === Op.Gep ? f.users(user) : [user]))
  return accesses.filter(user => f.op(user) === Op.Store)
}
