// Drops blocks no path from the entry reaches, and their operands in the phis of living blocks.

import { unreachableBlocks } from '../../ir/control_flow.ts'
import type { Pass } from '../common/pass.ts'

export const removeUnreachable: Pass = {
  name: 'remove_unreachable',
  run(_m, f) {
    const dead = unreachableBlocks(f)
    if (dead.size === 0) return false
    for (const b of dead) f.loopHints.delete(b)
    f.removeBlocks(dead)
    return true
  },
}
