// One golden file a pass.

import type { Pass } from '../../src/passes/common/pass.ts'
import { markPrecise } from '../../src/passes/legalise/mark_precise.ts'
import { resolveHandles } from '../../src/passes/legalise/resolve_handles.ts'
import { widenBools } from '../../src/passes/legalise/widen_bools.ts'
import { assumeBranches } from '../../src/passes/optimise/assume_branches.ts'
import { combineTests } from '../../src/passes/optimise/combine_tests.ts'
import { deadCode } from '../../src/passes/optimise/dead_code.ts'
import { deadLoops } from '../../src/passes/optimise/dead_loops.ts'
import { exitValues } from '../../src/passes/optimise/exit_values.ts'
import { foldConstants } from '../../src/passes/optimise/fold_constants.ts'
import { forwardCopies } from '../../src/passes/optimise/forward_copies.ts'
import { forwardStores } from '../../src/passes/optimise/forward_stores.ts'
import { hoistArrays } from '../../src/passes/optimise/hoist_arrays.ts'
import { hoistCommon } from '../../src/passes/optimise/hoist_common.ts'
import { hoistInvariants } from '../../src/passes/optimise/hoist_invariants.ts'
import { mergeArrays } from '../../src/passes/optimise/merge_arrays.ts'
import { numberValues } from '../../src/passes/optimise/number_values.ts'
import { promoteLocals } from '../../src/passes/optimise/promote_locals.ts'
import { propagateConstants } from '../../src/passes/optimise/propagate_constants.ts'
import { reassociate } from '../../src/passes/optimise/reassociate.ts'
import { relaxBreaks } from '../../src/passes/optimise/relax_breaks.ts'
import { removeUnreachable } from '../../src/passes/optimise/remove_unreachable.ts'
import { simplify } from '../../src/passes/optimise/simplify.ts'
import { simplifyCfg } from '../../src/passes/optimise/simplify_cfg.ts'
import { sinkCommon } from '../../src/passes/optimise/sink_common.ts'
import { splitArrays } from '../../src/passes/optimise/split_arrays.ts'
import { splitTests } from '../../src/passes/optimise/split_tests.ts'
import { splitVectors } from '../../src/passes/optimise/split_vectors.ts'
import { threadJumps } from '../../src/passes/optimise/thread_jumps.ts'
import { unrollLoops } from '../../src/passes/optimise/unroll_loops.ts'
import { golden } from '../golden.ts'
import { through } from './through.ts'

const PASSES: readonly Pass[] = [
  ...[
    assumeBranches,
    combineTests,
    forwardCopies,
    mergeArrays,
    hoistArrays,
    splitVectors,
    reassociate,
    hoistCommon,
    sinkCommon,
    threadJumps,
    { name: 'split_tests', run: splitTests },
  ],
  ...[removeUnreachable, splitArrays, promoteLocals, relaxBreaks, foldConstants, simplify, simplifyCfg, unrollLoops],
  ...[
    markPrecise,
    numberValues,
    forwardStores,
    propagateConstants,
    hoistInvariants,
    resolveHandles,
    deadCode,
    deadLoops,
    exitValues,
    widenBools,
  ],
]
for (const pass of PASSES) golden(`test/passes/${pass.name}.txt`, through(pass))
