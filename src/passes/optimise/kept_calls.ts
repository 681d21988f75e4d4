// Calls that stay calls in libraries. Parameters that a function never reads, where all its callers are in the module, go, and with them what
// callers computed and stored for them. What a call fills and the function gives away whole is filled where it goes: `T f() { return g(); }`.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Callable, Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { deadCode } from './dead_code.ts'

/** For optimised code without dead instructions. */
export function improveKeptCalls(m: Module): void {
  if (m.callables.length === 0) return
  for (const c of m.callables) if (!c.func.isDeclaration && fillInPlace(m, c)) deadCode.run(m, c.func)
  dropUnreadParameters(m)
}

/** Memory of the caller that begins undefined: of the result, and of out parameters. */
function fillInPlace(m: Module, { func: f, passed }: Callable): boolean {
  const hidden = f.params.length - passed.length + 1
  let changed = false
  forInstructions(f, Op.Param, v => {
    const i = f.aux(v)
    if ((i < hidden || passed[i - hidden + 1]?.direction === 'out') && fillFrom(m, f, v)) changed = true
  })
  return changed
}

/** When all that `to` gets comes behind a call that fills a variable, and from that variable alone or from elsewhere: the call fills `to`. */
function fillFrom(m: Module, f: Func, to: Value): boolean {
  const stores = partUses(f, to, Op.Store)
  const first = stores?.[0]
  if (!stores || first === undefined) return false
  const copies = stores.filter(s => copiedFrom(f, s) !== NO_VALUE)
  const from = copies.length > 0 ? copiedFrom(f, copies[0]!) : NO_VALUE
  if (from === NO_VALUE || copies.some(s => copiedFrom(f, s) !== from) || m.typeOf(f, from) !== f.type(to)) return false
  const call = f.users(from).find(u => f.op(u) === Op.Call)
  if (call === undefined || f.operands(call).filter(o => o === from).length > 1) return false
  const loads = partUses(f, from, Op.Load, call)
  if (!loads || loads.length !== copies.length || !comesFirst(f, call, stores)) return false
  f.moveBefore(to, f.first(f.entry))
  f.setOperands(
    call,
    f.operands(call).map(o => (o === from ? to : o)),
  )
  for (const s of copies) f.remove(s)
  return true
}

/** What does `op` at parts of memory of which nothing else is done; undefined for any other use. @param but one instruction that may have all of it */
function partUses(f: Func, memory: Value, op: number, but = NO_VALUE): Value[] | undefined {
  const found: Value[] = []
  for (const part of f.users(memory)) {
    if (part === but) continue
    if (f.op(part) !== Op.AccessChain || f.operandAt(part, 0) !== memory) return undefined
    for (const user of f.users(part).flatMap(u => (f.op(u) === Op.BitCast ? f.users(u) : [u]))) {
      if (f.op(user) !== op || (op === Op.Store && partOf(f, f.operandAt(user, 0)) !== part)) return undefined
      found.push(user)
    }
  }
  return found
}

/** The variable of which a store copies the same part, which is read for nothing else. */
function copiedFrom(f: Func, store: Value): Value {
  const load = f.operandAt(store, 1)
  if (f.op(load) !== Op.Load || f.singleUser(load) !== store) return NO_VALUE
  const part = partOf(f, f.operandAt(store, 0))
  const source = partOf(f, f.operandAt(load, 0))
  if (f.op(source) !== Op.AccessChain || f.operandCount(source) !== f.operandCount(part)) return NO_VALUE
  for (let i = 1; i < f.operandCount(part); i++)
    if (f.operandAt(part, i) !== f.operandAt(source, i) || f.operandAt(part, i) > 0) return NO_VALUE
  return f.op(f.operandAt(source, 0)) === Op.Alloca ? f.operandAt(source, 0) : NO_VALUE
}

/** The part of memory that is seen as a vector. */
const partOf = (f: Func, address: Value): Value => (f.op(address) === Op.BitCast ? f.operandAt(address, 0) : address)

function comesFirst(f: Func, call: Value, stores: readonly Value[]): boolean {
  if (stores.some(s => f.blockOf(s) !== f.blockOf(call))) return false
  const rest = new Set(stores)
  for (let v = f.next(call); v !== NO_VALUE; v = f.next(v)) rest.delete(v)
  return rest.size === 0
}

function dropUnreadParameters(m: Module): void {
  for (const [i, c] of m.callables.entries()) {
    if (c.stays !== 'own' || c.func.isDeclaration) continue
    const isKept = readParameters(c)
    if (isKept.every(Boolean)) continue
    const only = <T>(list: readonly T[]): T[] => list.filter((_, at) => isKept[at])
    const offset = c.func.params.length - c.passed.length + 1
    m.callables[i] = { ...c, passed: c.passed.filter((_, at) => at === 0 || isKept[at - 1 + offset]) }
    forInstructions(c.func, Op.Param, v => c.func.setAux(v, isKept.slice(0, c.func.aux(v)).filter(Boolean).length))
    c.func.params = only(c.func.params)
    const number = m.functions.indexOf(c.func)
    for (const f of m.definitions) {
      let changed = false
      forInstructions(f, Op.Call, v => {
        if (f.aux(v) !== number) return
        f.setOperands(v, only(f.operands(v)))
        changed = true
      })
      if (changed) deadCode.run(m, f)
    }
  }
}

/** Whether each is read; the address of the result counts as read. */
function readParameters({ func, passed }: Callable): boolean[] {
  const isRead = func.params.map((_, i) => i < func.params.length - passed.length + 1)
  forInstructions(func, Op.Param, v => {
    if (func.firstUse(v) !== 0) isRead[func.aux(v)] = true
  })
  return isRead
}

function forInstructions(f: Func, op: number, act: (v: Value) => void): void {
  for (const b of f.blocks) for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) if (f.op(v) === op) act(v)
}
