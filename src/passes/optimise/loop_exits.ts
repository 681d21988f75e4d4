// Which blocks behind an exit of a loop must be copied with its iterations: those that choose a resource by the iteration, since a value that
// comes out of a loop is one of many. Two exits can lead to code of their own before they meet: `if (x == i) { buffers[i].Append(1); return; }`.
// Other code behind an exit stays one piece: there the lanes that left in different iterations come together, as with DXC
// (`[unroll] for (...) if (x == i) return WaveActiveSum(i);`).

import type { Dominance } from '../../ir/dominance.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import { exitTest, type Loop } from '../../ir/loops.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { HANDLE } from '../../ir/types.ts'
import { dxilOpRow } from '../../spec/dxil_ops.ts'
import { offsetOperands } from '../analyse/sample_offsets.ts'

/** The loop together with the exits that need copying; the loop itself when there are none. The loop has one latch. */
export function withExits(m: Module, f: Func, dom: Dominance, loop: Loop): Loop {
  const behind = behindExits(f, dom, loop)
  if (behind.length === 0) return loop
  const contains = new Set([...loop.contains, ...behind])
  if (!choosesBehind(m, f, loop, contains)) return loop
  const blocks = [...contains].sort((x, y) => dom.rank(x) - dom.rank(y))
  return { ...loop, blocks, contains }
}

/** Whether wave operations stand behind an exit other than the loop's own test. */
export const hasWaveExits = (f: Func, dom: Dominance, loop: Loop): boolean =>
  behindExits(f, dom, loop).some(b => holdsWave(f, b))

function behindExits(f: Func, dom: Dominance, loop: Loop): Block[] {
  const heads = exitsOf(f, loop)
  return heads.length === 0 ? [] : dom.order.filter(b => heads.some(s => dom.dominates(s, b)))
}

/** Operations on the lanes that run. Derivatives are none: where lanes part they have no result of their own. */
function holdsWave(f: Func, b: Block): boolean {
  for (let v = f.first(b); v !== NO_VALUE; v = f.next(v))
    if (f.op(v) === Op.Dx && dxilOpRow(f.aux(v))?.[9].includes('wave')) return true
  return false
}

/** Where exits other than the loop's own test lead, when only this loop leads there. */
function exitsOf(f: Func, loop: Loop): Block[] {
  const test = loop.latches.length === 1 ? exitTest(f, loop) : undefined
  if (!test) return []
  const heads = new Set<Block>()
  for (const b of loop.blocks)
    for (const s of f.successors(b))
      if (s !== test.exit && !loop.contains.has(s) && f.predecessors(s).every(p => loop.contains.has(p))) heads.add(s)
  return [...heads]
}

/** True when behind the loop an element of a local array of resources, or a texel offset, depends on the iteration. */
function choosesBehind(m: Module, f: Func, loop: Loop, region: ReadonlySet<Block>): boolean {
  const seen = new Set<Value>()
  const work: Value[] = []
  for (let v = f.first(loop.header); f.op(v) === Op.Phi; v = f.next(v)) work.push(v)
  for (let v = work.pop(); v !== undefined; v = work.pop()) {
    if (seen.has(v)) continue
    seen.add(v)
    for (let slot = f.firstUse(v); slot !== 0; slot = f.nextUse(slot)) {
      const user = f.userAt(slot)
      if (!region.has(f.blockOf(user))) continue
      if (!loop.contains.has(f.blockOf(user)) && mustBeKnown(m, f, user, v)) return true
      if (f.op(user) !== Op.Load) work.push(user)
    }
  }
  return false
}

function mustBeKnown(m: Module, f: Func, user: Value, v: Value): boolean {
  if (f.op(user) === Op.Gep) {
    const shape = m.types.shape(f.type(user))
    return shape.kind === 'pointer' && shape.pointee === HANDLE
  }
  const [from, to] = offsetOperands(f, user)
  for (let i = from; i < to; i++) if (f.operandAt(user, i) === v) return true
  return v === NO_VALUE
}
