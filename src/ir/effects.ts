// What executing one instruction can do, with DXIL operations looked up by their opcode's row.
// Invariant: whatever is not provably harmless counts as a write.

import { type DxilMemory, DxilOp, dxilConvergent, dxilMemory, dxilOpRow } from '../spec/dxil_ops.ts'
import type { Func, Value } from './function.ts'
import { EFFECT, type Effect, Op } from './ops.ts'

/** Read-only by their attribute, but what they read cannot change while a shader runs. */
const UNCHANGING: ReadonlySet<number> = new Set([
  DxilOp.CreateHandle,
  DxilOp.CreateHandleForLib,
  DxilOp.CBufferLoad,
  DxilOp.CBufferLoadLegacy,
])

/**
 * Operations of waves that do not depend on which lanes execute them. A lane's index is read like memory: behind TraceRay, CallShader and
 * MaybeReorderThread it may be another one.
 */
const OF_ONE_LANE: ReadonlySet<number> = new Set([DxilOp.WaveGetLaneIndex, DxilOp.WaveGetLaneCount])

const OF_MEMORY = { none: 'pure', reads: 'read', writes: 'write' } as const satisfies Record<DxilMemory, Effect>
const DX_EFFECTS: Effect[] = []

/** The effect of a DXIL operation; an unknown opcode writes. */
function dxEffect(opcode: number): Effect {
  DX_EFFECTS[opcode] ??= UNCHANGING.has(opcode) ? 'pure' : OF_MEMORY[dxilMemory(opcode)]
  return DX_EFFECTS[opcode]
}

export function effectOf(f: Func, v: Value): Effect {
  const op = f.op(v)
  return op === Op.Dx ? dxEffect(f.aux(v)) : EFFECT[op]!
}

/** Operations of the IR itself that must stay in their block; those of DXIL have a trait in their table. */
const CONVERGENT: ReadonlySet<number> = new Set([Op.BreakCond, Op.AtomicRmw, Op.CmpXchg, Op.Call])

/**
 * True when it matters which other lanes execute it: never moved across control flow, never merged across blocks, never done for lanes that
 * the program does not let there. Wave and quad operations, derivatives and what takes them (samples), barriers, atomics on groupshared memory.
 */
export const isConvergent = (f: Func, v: Value): boolean => {
  const op = f.op(v)
  return op === Op.Dx ? dxilConvergent(f.aux(v)) && !OF_ONE_LANE.has(f.aux(v)) : CONVERGENT.has(op)
}

/** Integer division traps or is undefined for a zero divisor, so it may only run where the program runs it. */
export const isDivision = (op: number): boolean => op >= Op.UDiv && op <= Op.SRem

/** Pure, not convergent, and without undefined behaviour of its own: executing it where the program would not is harmless. */
export function isSpeculatable(f: Func, v: Value): boolean {
  const op = f.op(v)
  if (op === Op.Phi || op === Op.Alloca || (isDivision(op) && !(f.operandAt(v, 1) < 0))) return false
  return effectOf(f, v) === 'pure' && !isConvergent(f, v)
}

/** True when memory that loads can see may change: writes, but not wave operations, which only count as writes to stay in place. */
export function clobbersMemory(f: Func, v: Value): boolean {
  if (effectOf(f, v) !== 'write') return false
  return f.op(v) !== Op.Dx || !(dxilOpRow(f.aux(v))?.[9] ?? '').includes('wave')
}
