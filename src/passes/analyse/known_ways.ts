// What a block computes on each way into it: on some, a test is known although it is not in general. `int id = -1; if (c) id = a[i]; if (id >= 0) ...`
// knows the way past the load, and so does `id = c ? 2 : 0`, which is one of two numbers that decide the test alike.

import type { Block, Func, Value } from '../../ir/function.ts'
import { NO_VALUE } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { I1 } from '../../ir/types.ts'
import { intOf, isUndef } from '../common/simplify_rules.ts'
import { decidedOnWay } from './branch_facts.ts'
import { evaluate } from './evaluate.ts'

/** A value that is one of more constants is taken for unknown. */
const MOST_CONSTANTS = 4
/** Choices between choices are followed this far. */
const MAX_DEPTH = 6

type Constants = readonly Value[] | undefined

/** The constants that v can be when `block` is entered from one predecessor; undefined when it can be something else. */
export function constantsFrom(m: Module, f: Func, v: Value, block: Block, edge: number, depth = 0): Constants {
  if (v < 0 || f.blockOf(v) !== block) return constantsBefore(m, f, v, block, edge)
  if (depth > MAX_DEPTH) return undefined
  const op = f.op(v)
  if (op === Op.Phi) return constantsBefore(m, f, f.operandAt(v, edge), block, edge)
  const sets = f.operands(v).map(o => constantsFrom(m, f, o, block, edge, depth + 1))
  if (f.type(v) === I1 && (op === Op.And || op === Op.Or))
    for (const set of sets) if (set?.length === 1 && intOf(m, set[0]!) === Number(op === Op.Or)) return set
  if (op === Op.Select) return ofChoice(m, sets)
  return results(m, f, v, sets) ?? comparedBefore(m, f, v, block, edge)
}

/** A comparison of what comes from other blocks: what branches in front of the edge say of it. */
function comparedBefore(m: Module, f: Func, v: Value, block: Block, edge: number): Constants {
  const op = f.op(v)
  if (op !== Op.ICmp && op !== Op.FCmp) return undefined
  const operands = f.operands(v).map(o => (o > 0 && f.blockOf(o) === block ? incoming(f, o, edge) : o)) as [
    Value,
    Value,
  ]
  if (operands[0] <= 0 || operands[1] === NO_VALUE) return undefined
  const test = { op, predicate: f.aux(v), operands }
  const known = decidedOnWay(m, f, test, block, f.predecessors(block)[edge]!)
  return known === undefined ? undefined : [m.constants.bool(known)]
}

/** What a phi is on an edge; NO_VALUE for what the block computes. */
const incoming = (f: Func, v: Value, edge: number): Value => (f.op(v) === Op.Phi ? f.operandAt(v, edge) : NO_VALUE)

/** Of a value of another block: what the branch behind it says on the way, or what it is anyway. */
function constantsBefore(m: Module, f: Func, v: Value, block: Block, edge: number): Constants {
  const from = f.terminator(f.predecessors(block)[edge]!)
  const [yes, no] = f.successors(f.blockOf(from))
  if (v > 0 && f.op(from) === Op.CondBr && f.operandAt(from, 0) === v && yes !== no)
    return [m.constants.bool(yes === block)]
  return constantsOf(m, f, v, 0)
}

/** Constants, choices between them, and what conditions are as numbers. */
function constantsOf(m: Module, f: Func, v: Value, depth: number): Constants {
  if (v < 0) return isUndef(m, v) ? undefined : [v]
  const op = f.op(v)
  if (depth > MAX_DEPTH) return undefined
  if (op === Op.Phi)
    return f.operands(v).includes(v) ? undefined : unionOf(f.operands(v), o => constantsOf(m, f, o, depth + 2))
  if (op === Op.Select) return unionOf([f.operandAt(v, 1), f.operandAt(v, 2)], o => constantsOf(m, f, o, depth + 1))
  if (op < Op.Trunc || op > Op.BitCast || m.typeOf(f, f.operandAt(v, 0)) !== I1) return undefined
  return results(m, f, v, [[m.constants.bool(false), m.constants.bool(true)]])
}

/** Nothing is looked at behind the first operand that says no: phis of many phis would take long. */
function unionOf(operands: readonly Value[], setOf: (v: Value) => Constants): Constants {
  const all = new Set<Value>()
  for (const o of operands) {
    const set = setOf(o)
    if (!set) return undefined
    for (const v of set) all.add(v)
    if (all.size > MOST_CONSTANTS) return undefined
  }
  return [...all]
}

function ofChoice(m: Module, [condition, yes, no]: readonly Constants[]): Constants {
  if (condition?.length === 1) return intOf(m, condition[0]!) === 1 ? yes : no
  return yes && no && unionOf([...yes, ...no], v => [v])
}

/** v for all that its operands can be. */
function results(m: Module, f: Func, v: Value, sets: readonly Constants[]): Constants {
  let lists: Value[][] = [[]]
  for (const set of sets) {
    if (!set || lists.length * set.length > 4 * MOST_CONSTANTS) return undefined
    lists = lists.flatMap(list => set.map(c => [...list, c]))
  }
  const all = lists.map(list => evaluate(m, f.op(v), f.type(v), f.aux(v), list))
  return all.includes(NO_VALUE) ? undefined : unionOf(all, v => [v])
}
