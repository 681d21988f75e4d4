// Loop rotation where it costs nothing: a loop whose first test is known to succeed, `for (int i = 0; i < 8; i++)` or `bool done = false; while (!done)`,
// begins behind the test, which then stands at the end of each iteration and needs no jump of its own. LLVM rotates every loop, copying the test; here
// the copy must come out as a constant. And as LLVM does, it lets a test that leaves the loop in front of a mere `i++` do that itself, which spares the
// jump to it. Late, since other passes look for the test at the head. Needs promote_locals afterwards.

import { orderBlocks } from '../../ir/block_order.ts'
import { NO_VARIABLE } from '../../ir/debug_rows.ts'
import { type Dominance, dominanceOf } from '../../ir/dominance.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import { type Loop, naturalLoops } from '../../ir/loops.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { isStorable, VOID } from '../../ir/types.ts'
import { evaluate } from '../analyse/evaluate.ts'
import { demote } from '../common/demote.ts'
import type { Pass } from '../common/pass.ts'
import { intOf } from '../common/simplify_rules.ts'
import { placeOf, usesOf } from '../common/uses.ts'
import { isOverwritten } from '../legalise/order_phis.ts'
import { moveEdges } from './simplify_cfg.ts'

export const rotateLoops: Pass = {
  name: 'rotate_loops',
  run(m, f) {
    const loops = naturalLoops(f)
    if (loops.length === 0) return false
    // What stands behind an exit stays there, whatever loops are rotated.
    const dom = dominanceOf(f)
    const moved: Block[] = []
    let changed = false
    for (const loop of loops) {
      if (emptyLatch(f, loop)) changed = true
      let { header } = loop
      // `while (!done && i < 8)` has a test behind the test. Each block of the loop is its head once at most.
      for (let rounds = loop.blocks.length; rounds > 0; rounds--) {
        const next = rotate(m, f, dom, { ...loop, header })
        if (next === undefined) break
        moved.push(header)
        header = next
      }
    }
    if (moved.length > 0) placeLast(f, moved)
    return changed || moved.length > 0
  },
}

/** What costs next to nothing where it is computed in vain, once. */
const CHEAP: ReadonlySet<number> = new Set([
  Op.Add,
  Op.Sub,
  Op.And,
  Op.Or,
  Op.Xor,
  Op.Shl,
  Op.LShr,
  Op.AShr,
  Op.Trunc,
  Op.ZExt,
  Op.SExt,
])
const STEPS: ReadonlySet<number> = new Set([Op.Add, Op.Sub])

/** Moves the step of a loop in front of the test that leads to it alone: `if (i >= n) break; i++` at the end. simplify_cfg then drops the block. */
function emptyLatch(f: Func, { header, latches, contains }: Loop): boolean {
  const latch = latches[0]!
  const from = f.predecessors(latch)[0]
  if (latches.length > 1 || latch === header || from === undefined || f.predecessors(latch).length > 1) return false
  if (f.op(f.terminator(latch)) !== Op.Br || f.op(f.terminator(from)) !== Op.CondBr) return false
  if (f.successors(from).every(s => contains.has(s)) || isOverwritten(f, from, latch, header)) return false
  const values: Value[] = []
  for (let v = f.first(latch); v !== f.terminator(latch); v = f.next(v)) values.push(v)
  if (values.length === 0 || !values.every(v => CHEAP.has(f.op(v)))) return false
  if (values.filter(v => STEPS.has(f.op(v))).length > 1) return false
  for (const v of values) f.moveBefore(v, f.terminator(from))
  return true
}

/** Tests that ended up behind their loops' bodies stand there in the layout, too. */
function placeLast(f: Func, tests: readonly Block[]): void {
  const layout = [...f.blocks]
  for (const b of tests) {
    layout.splice(layout.indexOf(b), 1)
    const last = Math.max(...f.predecessors(b).map(p => layout.indexOf(p)))
    layout.splice(last + 1, 0, b)
  }
  f.setLayout(layout)
  orderBlocks(f)
}

/** Lets a loop begin behind its first test. @returns the new header; undefined when it stays */
function rotate(m: Module, f: Func, dom: Dominance, loop: Loop): Block | undefined {
  const { header, contains } = loop
  const hint = f.loopHints.get(header)
  // What is said of a loop that could not be unrolled is said of its first form.
  if (hint && hint.unroll !== 'disable') return undefined
  const before = f.predecessors(header).filter(p => !contains.has(p))
  const branch = f.terminator(header)
  if (before.length !== 1 || f.op(branch) !== Op.CondBr) return undefined
  const edge = f.successors(header).findIndex(s => contains.has(s))
  const body = f.successors(header)[edge]
  const exit = f.successors(header)[1 - edge]!
  if (body === undefined || body === header || contains.has(exit)) return undefined
  if (f.predecessors(body).length !== 1) return undefined
  const first = firstValues(m, f, loop, before[0]!)
  if (!first || intOf(m, first.get(f.operandAt(branch, 0)) ?? f.operandAt(branch, 0)) !== 1 - edge) return undefined
  const outside = [...first.keys()].filter(v => isUsedElsewhere(f, v, header))
  if (!outside.every(v => isStorable(f.type(v)) && isMetAtExit(f, dom, v, { loop, exit }))) return undefined
  enterAt(m, f, { header, body, before: before[0]!, first, outside })
  if (hint) {
    f.loopHints.delete(header)
    f.loopHints.set(body, hint)
  }
  return body
}

/** What the values of the header are when the loop begins; undefined when one of them would have to be computed. */
function firstValues(m: Module, f: Func, { header }: Loop, before: Block): Map<Value, Value> | undefined {
  const first = new Map<Value, Value>()
  const way = f.predecessors(header).indexOf(before)
  let v = f.first(header)
  for (; f.op(v) === Op.Phi; v = f.next(v)) first.set(v, f.operandAt(v, way))
  for (; v !== f.terminator(header); v = f.next(v)) {
    const operands = f.operands(v).map(o => first.get(o) ?? o)
    const value = evaluate(m, f.op(v), f.type(v), f.aux(v), operands)
    if (value === NO_VALUE) return undefined
    first.set(v, value)
  }
  return first
}

function isUsedElsewhere(f: Func, v: Value, block: Block): boolean {
  for (let slot = f.firstUse(v); slot !== 0; slot = f.nextUse(slot)) {
    const user = f.userAt(slot)
    if (f.blockOf(user) !== block || f.op(user) === Op.Phi) return true
  }
  return false
}

/** Whether the value is needed only in the loop and where the test still leads alone: elsewhere behind the loop it would have to be merged. */
function isMetAtExit(
  f: Func,
  dom: Dominance,
  v: Value,
  { loop, exit }: { readonly loop: Loop; readonly exit: Block },
): boolean {
  const isOnlyWay = f.predecessors(exit).length === 1
  return usesOf(f, [v]).every(use => {
    const at = placeOf(f, use)
    return loop.contains.has(at) || (isOnlyWay && dom.dominates(exit, at))
  })
}

interface Entrance {
  readonly header: Block
  readonly body: Block
  readonly before: Block
  readonly first: ReadonlyMap<Value, Value>
  /** Values of the header that others need. */
  readonly outside: readonly Value[]
}

function enterAt(m: Module, f: Func, { header, body, before, first, outside }: Entrance): void {
  describe(f, header, before, first)
  for (const v of outside) {
    const variable = demote(m, f, v, (user, i) => placeOf(f, { user, i }) !== header)
    f.insertBefore(f.terminator(before), Op.Store, VOID, [variable, first.get(v)!])
  }
  moveEdges(f, before, header, body)
  if (f.predecessors(header).length !== 1) return
  for (let v = f.first(header), next: Value; f.op(v) === Op.Phi; v = next) {
    next = f.next(v)
    if (f.isUsed(v) || f.debugRows) f.replaceAllUses(v, f.operandAt(v, 0))
    f.remove(v)
  }
}

/** Says at the end of what leads to the loop alone what the header says of variables. */
function describe(f: Func, header: Block, before: Block, first: ReadonlyMap<Value, Value>): void {
  const rows = f.debugRows
  if (!rows || f.successors(before).length !== 1) return
  for (let v = f.first(header); v !== NO_VALUE; v = f.next(v))
    for (const row of rows.before(v))
      if (row.variable !== NO_VARIABLE && !row.isMemory)
        rows.addBefore(f.terminator(before), { ...row, value: first.get(row.value) ?? row.value })
}
