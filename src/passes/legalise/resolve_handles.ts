// Turns choices between elements of one resource array into choices of the index: a phi, select or local array of handles that all come from
// the same declaration becomes a phi, select or local array of i32, and a handle is made where it is used.
// An array that copies another, `local[i] = textures[i + 4]` for each i, needs no memory: the index is computed.
// What is left afterwards chooses between different resources, which no binding can express (unresolved_handles.ts reports it).

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import { makesHandle } from '../../ir/handles.ts'
import type { Module } from '../../ir/module.ts'
import { Flag, Op } from '../../ir/ops.ts'
import { HANDLE, I32, VOID } from '../../ir/types.ts'
import { type Line, lineOf, sum, times } from '../analyse/index_steps.ts'
import type { Pass } from '../common/pass.ts'
import { intOf } from '../common/simplify_rules.ts'

export const resolveHandles: Pass = {
  name: 'resolve_handles',
  run(m, f) {
    const choices: Value[] = []
    for (const b of f.blocks)
      for (let v = f.first(b); v !== NO_VALUE; v = f.next(v))
        if (f.type(v) === HANDLE && isChoice(f.op(v))) choices.push(v)
    return choices.length > 0 ? new Resolver(m, f, choices).run() : forgetValues(f)
  },
}

/** A handle that turned out to be known needs no type of its own. */
function forgetValues(f: Func): boolean {
  let changed = false
  for (const b of f.blocks)
    for (let v = f.first(b), next: Value; v !== NO_VALUE; v = next) {
      next = f.next(v)
      if (f.op(v) !== Op.HandleFromValue) continue
      const known = f.operandAt(v, 0)
      if (known <= 0 || !makesHandle(f.op(known))) continue
      f.replaceAllUses(v, known)
      f.remove(v)
      changed = true
    }
  return changed
}

/** Everything else of type handle makes one, from an index and what its aux names. */
export const isChoice = (op: number): boolean => op === Op.Phi || op === Op.Select || op === Op.Load

/** What a choice can be: nothing yet, handles with the op and aux of `source`, or several different ones. */
interface Origin {
  source: Value
  mixed: boolean
  /** NON_UNIFORM of any of them. */
  flags: number
}

class Resolver {
  readonly #m: Module
  readonly #f: Func
  readonly #choices: readonly Value[]
  /** Of choices and of allocas of handles. */
  readonly #origins = new Map<Value, Origin>()
  readonly #arrays: Value[] = []
  /** Of arrays that need no memory: the index of the handle at each element, or of those that are stored. */
  readonly #lines = new Map<Value, Line>()
  readonly #indices = new Map<Value, Value>()

  constructor(m: Module, f: Func, choices: readonly Value[]) {
    this.#m = m
    this.#f = f
    this.#choices = choices
    for (const v of choices) this.#origins.set(v, { source: NO_VALUE, mixed: false, flags: 0 })
    for (let v = f.first(f.entry); v !== NO_VALUE; v = f.next(v))
      if (f.op(v) === Op.Alloca && this.#elementCount(v) >= 0) {
        this.#arrays.push(v)
        this.#origins.set(v, { source: NO_VALUE, mixed: this.#escapes(v), flags: 0 })
      }
  }

  run(): boolean {
    this.#findOrigins()
    const isEmptied = this.#emptyChoices()
    const resolved = this.#choices.filter(v => this.#isResolved(v))
    if (resolved.length === 0) return forgetValues(this.#f) || isEmptied
    for (const array of this.#arrays) {
      if (!this.#isResolved(array)) continue
      const line = this.#lineThrough(array)
      if (line) this.#lines.set(array, line)
      else this.#makeIndexArray(array)
    }
    for (const v of resolved) this.#makeIndex(v)
    for (const v of resolved) this.#fillIndex(v)
    for (const v of resolved) this.#makeHandle(v)
    this.#removeChoices(resolved)
    forgetValues(this.#f)
    return true
  }

  /** From shader model 6.6 on: what nothing is assigned to on any way is undefined, and needs no memory. */
  #emptyChoices(): boolean {
    const f = this.#f
    const isEmpty = (v: Value): boolean => {
      const origin = this.#origins.get(v)
      const isOpen = f.op(v) === Op.Load && !this.#arrays.includes(this.#arrayOf(f.operandAt(v, 0)))
      return origin !== undefined && origin.source === NO_VALUE && !origin.mixed && !isOpen
    }
    const empty = this.#choices.filter(isEmpty)
    if (!this.#m.atLeast(6) || empty.length === 0) return false
    const undef = this.#m.constants.undef(HANDLE)
    for (const v of empty) f.replaceAllUses(v, undef)
    for (const v of empty) f.remove(v)
    for (const array of this.#arrays.filter(isEmpty))
      for (const store of this.#accesses(array, Op.Store)) f.remove(store)
    return true
  }

  /** Others may write what the memory holds: functions that are called. */
  #escapes(alloca: Value): boolean {
    const f = this.#f
    const isAccess = (user: Value): boolean => f.op(user) === Op.Load || f.op(user) === Op.Store
    return f.users(alloca).some(user => !isAccess(user) && (f.op(user) !== Op.Gep || !f.users(user).every(isAccess)))
  }

  /** Elements of an alloca of handles, 0 for a single one; -1 for other allocas. */
  #elementCount(alloca: Value): number {
    const pointer = this.#m.types.shape(this.#f.type(alloca))
    if (pointer.kind !== 'pointer') return -1
    if (pointer.pointee === HANDLE) return 0
    const shape = this.#m.types.shape(pointer.pointee)
    // What is written to an array without elements has to go somewhere.
    return shape.kind === 'array' && shape.element === HANDLE ? Math.max(shape.count, 1) : -1
  }

  #isResolved(v: Value): boolean {
    const origin = this.#origins.get(v)
    return origin !== undefined && origin.source !== NO_VALUE && !origin.mixed
  }

  /** Grows to the fixed point: each origin changes three times at most. */
  #findOrigins(): void {
    for (let changed = true; changed; ) {
      changed = false
      for (const v of this.#choices) {
        const origin = this.#origins.get(v)!
        for (const input of this.#inputs(v)) if (this.#meet(origin, input)) changed = true
        const own = this.#f.flags(v) & Flag.NON_UNIFORM
        if (this.#f.op(v) === Op.Load && (origin.flags | own) !== origin.flags) {
          origin.flags |= own
          changed = true
        }
      }
      for (const array of this.#arrays)
        for (const store of this.#accesses(array, Op.Store))
          if (this.#meet(this.#origins.get(array)!, this.#f.operandAt(store, 1))) changed = true
    }
  }

  /** The handles a choice is made from; of a load, the array that holds them. */
  #inputs(v: Value): Value[] {
    const f = this.#f
    if (f.op(v) === Op.Phi) return f.operands(v)
    if (f.op(v) === Op.Select) return [f.operandAt(v, 1), f.operandAt(v, 2)]
    return [this.#arrayOf(f.operandAt(v, 0))]
  }

  #arrayOf(pointer: Value): Value {
    return this.#f.op(pointer) === Op.Gep ? this.#f.operandAt(pointer, 0) : pointer
  }

  #meet(origin: Origin, input: Value): boolean {
    if (origin.mixed) return false
    if (input <= 0) {
      // On some way nothing was assigned. From shader model 6.6 on, where handles are annotated, DXC takes what is assigned on the others.
      if (this.#m.atLeast(6)) return false
      origin.mixed = true
      return true
    }
    const f = this.#f
    const other = this.#origins.get(input)
    if (other ? other.mixed : !makesHandle(f.op(input))) {
      origin.mixed = true
      return true
    }
    const source = other ? other.source : input
    const flags = origin.flags | (other ? other.flags : f.flags(input) & Flag.NON_UNIFORM)
    let changed = flags !== origin.flags
    origin.flags = flags
    if (source === NO_VALUE) return changed
    if (origin.source === NO_VALUE) {
      origin.source = source
      changed = true
    }
    if (f.op(source) !== f.op(origin.source) || f.aux(source) !== f.aux(origin.source)) {
      origin.mixed = true
      changed = true
    }
    return changed
  }

  #accesses(array: Value, op: number): Value[] {
    const f = this.#f
    return f
      .users(array)
      .flatMap(user => (f.op(user) === Op.Gep ? f.users(user) : [user]))
      .filter(user => f.op(user) === op)
  }

  /** Where the stores stand does not matter: what is read before is undefined, so it may be what is stored later. */
  #lineThrough(array: Value): Line | undefined {
    const f = this.#f
    const stored = new Map<number, number>()
    for (const store of this.#accesses(array, Op.Store)) {
      const [pointer, handle] = [f.operandAt(store, 0), f.operandAt(store, 1)]
      const element = f.op(pointer) === Op.Gep ? intOf(this.#m, f.operandAt(pointer, 1)) : undefined
      const index = isChoice(f.op(handle)) ? undefined : intOf(this.#m, f.operandAt(handle, 0))
      if (typeof element !== 'number' || typeof index !== 'number') return undefined
      if ((stored.get(element) ?? index) !== index) return undefined
      stored.set(element, index)
    }
    return lineOf([...stored])
  }

  /** The i32 twin of a local array of handles, stores included; loads follow as choices. */
  #makeIndexArray(array: Value): void {
    const f = this.#f
    const count = this.#usedCount(array)
    const { types } = this.#m
    const type = types.pointer(count === 0 ? I32 : types.array(I32, count))
    this.#indices.set(array, f.insertBefore(array, Op.Alloca, type, []))
  }

  /** Arrays without a length of their own have room for any index: only what can have been stored must stay. */
  #usedCount(array: Value): number {
    const f = this.#f
    const count = this.#elementCount(array)
    if (count === 0) return 0
    let used = 1
    for (const gep of f.users(array)) {
      const index = f.operandAt(gep, 1)
      const c = index < 0 ? this.#m.constants.get(index) : undefined
      if (c?.kind === 'int') used = Math.max(used, Number(c.value) + 1)
      else if (f.users(gep).some(user => f.op(user) === Op.Store)) return count
    }
    return Math.min(used, count)
  }

  #indexPointer(pointer: Value, at: Value): Value {
    const f = this.#f
    const twin = this.#indices.get(this.#arrayOf(pointer))!
    if (f.op(pointer) !== Op.Gep) return twin
    return f.insertBefore(at, Op.Gep, this.#m.types.pointer(I32), [twin, f.operandAt(pointer, 1)], 0, 0, f.loc(pointer))
  }

  /** The choice among indices, with inputs to come: they can be choices themselves. */
  #makeIndex(v: Value): void {
    const f = this.#f
    const undef = this.#m.constants.undef(I32)
    const op = f.op(v)
    let operands: Value[]
    const pointer = op === Op.Load ? f.operandAt(v, 0) : NO_VALUE
    const line = op === Op.Load ? this.#lines.get(this.#arrayOf(pointer)) : undefined
    if (line) {
      const scaled = line.step === 0 ? NO_VALUE : times(this.#m, f, f.operandAt(pointer, 1), line.step, v)
      return void this.#indices.set(v, sum(this.#m, f, scaled, line.first, v))
    }
    if (op === Op.Load) operands = [this.#indexPointer(pointer, v)]
    else if (op === Op.Select) operands = [f.operandAt(v, 0), undef, undef]
    else operands = f.operands(v).map(() => undef)
    this.#indices.set(v, f.insertBefore(v, op, I32, operands))
  }

  #fillIndex(v: Value): void {
    const f = this.#f
    const index = this.#indices.get(v)!
    const op = f.op(v)
    if (op === Op.Load) return
    const inputs = f.operands(v)
    for (let i = op === Op.Select ? 1 : 0; i < inputs.length; i++) f.setOperand(index, i, this.#indexOf(inputs[i]!))
    if (op !== Op.Select) return
    for (const [undefined_, other] of [
      [1, 2],
      [2, 1],
    ] as const)
      if (inputs[undefined_]! <= 0) f.setOperand(index, undefined_, f.operandAt(index, other))
  }

  #indexOf(handle: Value): Value {
    if (handle <= 0) return this.#m.constants.undef(I32)
    return (
      this.#indices.get(handle) ??
      (isChoice(this.#f.op(handle)) ? this.#m.constants.undef(I32) : this.#f.operandAt(handle, 0))
    )
  }

  #makeHandle(v: Value): void {
    const f = this.#f
    const { source, flags } = this.#origins.get(v)!
    const users = f.users(v).filter(user => !this.#takesIndex(user))
    if (users.length === 0) return
    const at = f.behindPhis(v)
    const index = this.#indices.get(v)!
    const handle = f.insertBefore(at, f.op(source), HANDLE, [index], f.aux(source), flags, f.loc(v))
    for (const user of users)
      for (let i = 0, n = f.operandCount(user); i < n; i++)
        if (f.operandAt(user, i) === v) f.setOperand(user, i, handle)
  }

  /** A choice or store that has a twin of its own. */
  #takesIndex(user: Value): boolean {
    const f = this.#f
    if (f.op(user) === Op.Store) return this.#isReplaced(this.#arrayOf(f.operandAt(user, 0)))
    return this.#indices.has(user)
  }

  #isReplaced(array: Value): boolean {
    return this.#indices.has(array) || this.#lines.has(array)
  }

  #removeChoices(resolved: readonly Value[]): void {
    const f = this.#f
    for (const array of this.#arrays) {
      if (!this.#isReplaced(array)) continue
      for (const store of this.#accesses(array, Op.Store)) {
        if (!this.#lines.has(array)) {
          const pointer = this.#indexPointer(f.operandAt(store, 0), store)
          f.insertBefore(store, Op.Store, VOID, [pointer, this.#indexOf(f.operandAt(store, 1))])
        }
        f.remove(store)
      }
    }
    const undef = this.#m.constants.undef(HANDLE)
    for (const v of resolved) if (f.isUsed(v)) f.replaceAllUses(v, undef)
    for (const v of resolved) f.remove(v)
    for (const array of this.#arrays) {
      if (!this.#isReplaced(array)) continue
      for (const user of f.users(array)) {
        if (f.op(user) === Op.Gep) for (const rest of f.users(user)) f.remove(rest)
        f.remove(user)
      }
      f.remove(array)
    }
  }
}
