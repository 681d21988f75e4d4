// Flags of instructions: LLVM's words as bits of the IR.

import { Flag } from '../../ir/ops.ts'
import type { LlInstruction } from './syntax.ts'

/** Reassociation allowed is all of fast-math here, as DXC's flag is one. */
export const floatFlags = ({ flags }: LlInstruction): number =>
  flags.includes('fast') || flags.includes('reassoc') ? Flag.FAST : 0

export function integerFlags(i: LlInstruction): number {
  let flags = 0
  if (i.flags.includes('nsw')) flags |= Flag.NSW
  if (i.flags.includes('nuw')) flags |= Flag.NUW
  if (i.flags.includes('exact')) flags |= Flag.EXACT
  return flags
}
