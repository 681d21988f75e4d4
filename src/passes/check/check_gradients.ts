// Differences between neighbours that are taken of what depends on the wave: which lanes run is not the same in all quads. Runs on finished code.
// As DXC's analysis has it: sensitive is what a wave operation gives, what is computed from that, and all that runs only if a branch on it says so.

import { controlDependence } from '../../ir/control_dependence.ts'
import type { Block, Func, Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { HANDLE } from '../../ir/types.ts'
import { dxilOpRow } from '../../spec/dxil_ops.ts'

const has = (f: Func, v: Value, trait: 'gradient' | 'wave'): boolean =>
  f.op(v) === Op.Dx && dxilOpRow(f.aux(v))?.[9].includes(trait) === true

/** Positions of the sensitive operands of operations that take differences. */
export function sensitiveGradients(module: Module): number[] {
  const { stage } = module.target
  if ((stage !== 'ps' && stage !== 'lib') || module.options.optimization === 0) return []
  return module.definitions.flatMap(sensitiveOperands)
}

function sensitiveOperands(f: Func): number[] {
  const gradients: Value[] = []
  const waves: Value[] = []
  for (const b of f.blocks)
    for (let v = f.first(b); v !== 0; v = f.next(v)) {
      if (has(f, v, 'gradient')) gradients.push(v)
      if (has(f, v, 'wave')) waves.push(v)
    }
  if (gradients.length === 0 || waves.length === 0) return []
  const sensitive = sensitiveParts(f, waves)
  const found: number[] = []
  // Backwards, as DXC comes to the uses of an operation.
  for (const v of gradients.reverse())
    for (const o of f.operands(v)) {
      const at = o > 0 ? placeOf(f, v, o, sensitive) : undefined
      if (at !== undefined) found.push(f.pos(at))
    }
  return found
}

/** What stands where a sensitive operand is told of. */
function placeOf(f: Func, v: Value, operand: Value, { values, blocks }: Sensitive): Value | undefined {
  // DXC makes a handle where it is used.
  if (f.type(operand) === HANDLE && blocks.has(f.blockOf(v))) return v
  if (values[operand] === 0) return undefined
  // A phi stands nowhere.
  return f.op(operand) === Op.Phi ? v : operand
}

interface Sensitive {
  readonly values: Uint8Array
  /** That run only if a sensitive branch says so. */
  readonly blocks: ReadonlySet<Block>
}

function sensitiveParts(f: Func, waves: readonly Value[]): Sensitive {
  const values = new Uint8Array(f.valueLimit)
  const controlled = controlledBlocks(f)
  const blocks = new Set<Block>()
  const work: Value[] = []
  const mark = (v: Value): void => {
    if (values[v] === 1) return
    values[v] = 1
    work.push(v)
  }
  for (const v of waves) mark(v)
  for (let v = work.pop(); v !== undefined; v = work.pop()) {
    for (const user of f.users(v)) mark(user)
    const block = f.blockOf(v)
    if (f.terminator(block) !== v) continue
    for (const b of controlled.get(block) ?? []) {
      if (blocks.has(b)) continue
      blocks.add(b)
      for (let inside = f.first(b); inside !== 0; inside = f.next(inside)) mark(inside)
      // What comes out of it depends on whether control came through.
      for (const next of f.successors(b))
        for (let phi = f.first(next); phi !== 0 && f.op(phi) === Op.Phi; phi = f.next(phi)) mark(phi)
    }
  }
  return { values, blocks }
}

/** The blocks that each branch decides about. */
function controlledBlocks(f: Func): Map<Block, Block[]> {
  const found = new Map<Block, Block[]>()
  const controls = controlDependence(f)
  for (const b of f.blocks)
    for (const by of controls[b] ?? []) {
      const list = found.get(by)
      if (list) list.push(b)
      else found.set(by, [b])
    }
  return found
}
