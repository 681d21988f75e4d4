// One golden file a pass.

import { assumeBranches } from '../../src/passes/assume_branches.ts'
import { deadCode } from '../../src/passes/dead_code.ts'
import { deadLoops } from '../../src/passes/dead_loops.ts'
import { foldConstants } from '../../src/passes/fold_constants.ts'
import { forwardCopies } from '../../src/passes/forward_copies.ts'
import { forwardStores } from '../../src/passes/forward_stores.ts'
import { hoistArrays } from '../../src/passes/hoist_arrays.ts'
import { hoistInvariants } from '../../src/passes/hoist_invariants.ts'
import { numberValues } from '../../src/passes/number_values.ts'
import type { Pass } from '../../src/passes/pass.ts'
import { promoteLocals } from '../../src/passes/promote_locals.ts'
import { propagateConstants } from '../../src/passes/propagate_constants.ts'
import { reassociate } from '../../src/passes/reassociate.ts'
import { relaxBreaks } from '../../src/passes/relax_breaks.ts'
import { removeUnreachable } from '../../src/passes/remove_unreachable.ts'
import { resolveHandles } from '../../src/passes/resolve_handles.ts'
import { simplify } from '../../src/passes/simplify.ts'
import { simplifyCfg } from '../../src/passes/simplify_cfg.ts'
import { splitArrays } from '../../src/passes/split_arrays.ts'
import { splitVectors } from '../../src/passes/split_vectors.ts'
import { unrollLoops } from '../../src/passes/unroll_loops.ts'
import { widenBools } from '../../src/passes/widen_bools.ts'
import { golden } from '../golden.ts'
import { through } from './through.ts'

const PASSES: readonly Pass[] = [
  ...[assumeBranches, forwardCopies, hoistArrays, splitVectors, reassociate],
  ...[removeUnreachable, splitArrays, promoteLocals, relaxBreaks, foldConstants, simplify, simplifyCfg, unrollLoops],
  ...[
    numberValues,
    forwardStores,
    propagateConstants,
    hoistInvariants,
    resolveHandles,
    deadCode,
    deadLoops,
    widenBools,
  ],
]
for (const pass of PASSES) golden(`test/passes/${pass.name}.txt`, through(pass))
