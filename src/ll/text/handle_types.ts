// Which resource a handle value belongs to, as far as its type goes: through phis, selects and local memory to any handle it can be.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import { handleResource } from '../../ir/handles.ts'
import type { Module, Resource } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import type { Spelled, TypeSpeller } from './print_types.ts'

export const isPhiOrSelect = (op: number): boolean => op === Op.Phi || op === Op.Select

export class HandleTypes {
  readonly #m: Module
  readonly #f: Func
  readonly #known = new Map<Value, Resource>()

  constructor(m: Module, f: Func) {
    this.#m = m
    this.#f = f
  }

  /** One of the resources v can be a handle of; undefined when none is to be found. */
  resource(v: Value): Resource | undefined {
    let found = this.#known.get(v)
    const open = new Set(found ? [] : [v])
    for (const at of open) {
      if (at <= NO_VALUE) continue
      found = handleResource(this.#m, this.#f, at)
      if (found) break
      for (const source of this.#sources(at)) open.add(source)
    }
    if (found) this.#known.set(v, found)
    return found
  }

  /** Target type; undefined for handles of DXIL's opaque type: unknown ones, choices of several types, and all once resources are lowered. */
  of(types: TypeSpeller, v: Value): Spelled | undefined {
    if (this.#m.isResourcesLowered) return undefined
    let found: Spelled | undefined
    const open = new Set([v])
    for (const at of open) {
      if (at <= NO_VALUE) continue
      if (isPhiOrSelect(this.#f.op(at))) {
        for (const source of this.#sources(at)) open.add(source)
        continue
      }
      const resource = this.resource(at)
      const own = resource && types.resource(resource)
      if (!own || (found && found.text !== own.text)) return undefined
      found = own
    }
    return found
  }

  spelling(types: TypeSpeller, v: Value): string {
    return this.of(types, v)?.text ?? types.handle()
  }

  #sources(v: Value): readonly Value[] {
    const f = this.#f
    switch (f.op(v)) {
      case Op.Phi:
        return f.operands(v)
      case Op.Select:
        return [f.operandAt(v, 1), f.operandAt(v, 2)]
      case Op.Load:
        return this.#stored(f.operandAt(v, 0))
      default:
        return []
    }
  }

  /** What is stored anywhere into the local variable behind a pointer. */
  #stored(pointer: Value): Value[] {
    const f = this.#f
    const base = f.op(pointer) === Op.Gep ? f.operandAt(pointer, 0) : pointer
    if (base <= NO_VALUE) return []
    const values: Value[] = []
    for (const user of f.users(base)) {
      const stores = f.op(user) === Op.Gep ? f.users(user) : [user]
      for (const s of stores)
        if (f.op(s) === Op.Store && f.operandAt(s, 0) !== f.operandAt(s, 1)) values.push(f.operandAt(s, 1))
    }
    return values
  }
}
