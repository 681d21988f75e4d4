// !llvm.loop at a latch: what the source asks of a loop, collected while branches are imported, given to the headers when all blocks are there.

import { table } from '../../base/table.ts'
import { dominanceOf } from '../../ir/dominance.ts'
import type { LoopHint } from '../../ir/function.ts'
import type { LlInstruction, LlNodeRef } from '../text/syntax.ts'
import type { Importer } from './importer.ts'

const UNROLL: ReadonlyMap<string, LoopHint['unroll']> = table({
  'llvm.loop.unroll.full': 'full',
  'llvm.loop.unroll.enable': 'full',
  'llvm.loop.unroll.disable': 'disable',
})

/** A branch that is about to end the current block. */
export function noteLoop(s: Importer, i: LlInstruction): void {
  const ref = i.metadata.get('llvm.loop')
  const unroll = ref && hintOf(s, ref)
  if (unroll !== undefined) s.latches.push({ latch: s.block, hint: { unroll, pos: i.pos } })
}

/** The header is the latch's successor that dominates it. */
export function setLoopHints(s: Importer): void {
  if (s.latches.length === 0) return
  const dominance = dominanceOf(s.f)
  for (const { latch, hint } of s.latches)
    for (const header of dominance.isReachable(latch) ? s.f.successors(latch) : [])
      if (dominance.dominates(header, latch)) s.f.loopHints.set(header, hint)
}

function hintOf(s: Importer, ref: LlNodeRef): LoopHint['unroll'] | undefined {
  for (const option of s.operands(ref)) {
    const [name, value] = s.operands(option)
    if (name?.kind !== 'string') continue
    if (UNROLL.has(name.text)) return UNROLL.get(name.text)
    if (name.text === 'llvm.loop.unroll.count' && value?.kind === 'value' && value.value.kind === 'int')
      return Number(value.value.value)
  }
  return undefined
}
