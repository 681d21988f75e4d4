// Local arrays that hold the same values are one: what is passed to two functions by value is copied twice, and both copies are only read. Each has
// all its stores in one block, to elements with known numbers, once each. The first array's block dominates the other's, which dominates the reads:
// whoever comes to a read has filled both, and the values are those of the last time (SSA values do not change in between).

import { type Dominance, dominanceOf } from '../../ir/dominance.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { type LocalArray, rewriteArrays } from '../analyse/local_arrays.ts'
import type { Pass } from '../common/pass.ts'
import { intOf } from '../common/simplify_rules.ts'

export const mergeArrays: Pass = {
  name: 'merge_arrays',
  run(m, f) {
    /** By type and contents. */
    const found = new Map<string, Filled[]>()
    rewriteArrays(m, f, array => {
      const filled = filledBy(m, f, array)
      const list = filled && found.get(filled.key)
      if (list) list.push(filled)
      else if (filled) found.set(filled.key, [filled])
      return false
    })
    let changed = false
    for (const list of found.values()) if (list.length > 1 && mergeEqual(f, list)) changed = true
    return changed
  },
}

interface Filled {
  readonly key: string
  readonly alloca: Value
  readonly stores: readonly Value[]
  readonly block: Block
}

/** Constants become tables elsewhere. */
function filledBy(m: Module, f: Func, { alloca, element, count }: LocalArray): Filled | undefined {
  if (f.constantVectors.has(alloca)) return undefined
  const values = new Array<Value>(count).fill(NO_VALUE)
  const stores: Value[] = []
  let block: Block | undefined
  for (const gep of f.users(alloca)) {
    const index = intOf(m, f.operandAt(gep, 1))
    for (const store of f.users(gep)) {
      if (f.op(store) !== Op.Store) continue
      if (typeof index !== 'number' || index < 0 || index >= count || values[index] !== NO_VALUE) return undefined
      block ??= f.blockOf(store)
      if (f.blockOf(store) !== block) return undefined
      values[index] = f.operandAt(store, 1)
      stores.push(store)
    }
  }
  if (block === undefined || values.every(v => v <= 0)) return undefined
  return { key: `${f.type(alloca)} ${element} ${values.join()}`, alloca, stores, block }
}

/** Reads of an array go to the first that holds the same. */
function mergeEqual(f: Func, equal: readonly Filled[]): boolean {
  const dom = dominanceOf(f)
  const kept: Filled[] = []
  const inOrder = equal.filter(a => dom.isReachable(a.block)).sort((a, b) => dom.rank(a.block) - dom.rank(b.block))
  for (const array of inOrder) {
    const first = kept.find(a => dom.dominates(a.block, array.block) && isReadBehind(f, dom, array.alloca, [a, array]))
    if (first) replace(f, array, first)
    else kept.push(array)
  }
  return kept.length < inOrder.length
}

/** Whether every read of an array comes behind all stores to these. */
function isReadBehind(f: Func, dom: Dominance, alloca: Value, arrays: readonly Filled[]): boolean {
  const last = arrays.map(a => lastOf(f, a))
  return f
    .users(alloca)
    .every(gep =>
      f
        .users(gep)
        .every(
          user =>
            f.op(user) === Op.Store ||
            (dom.isReachable(f.blockOf(user)) && last.every(store => dom.valueDominates(store, user))),
        ),
    )
}

function lastOf(f: Func, { stores, block }: Filled): Value {
  const all = new Set(stores)
  let v = f.terminator(block)
  while (!all.has(v)) v = f.prev(v)
  return v
}

function replace(f: Func, { alloca, stores }: Filled, by: Filled): void {
  for (const store of stores) f.remove(store)
  for (const gep of f.users(alloca)) {
    if (f.isUsed(gep)) f.setOperand(gep, 0, by.alloca)
    else f.remove(gep)
  }
  f.remove(alloca)
}
