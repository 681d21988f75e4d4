// Which pipeline shaders make together, and everything that is wrong with it.

import type { RootSignatureDescription } from '../root_signature/description.ts'
import type { StagePrefix } from '../spec/stages.ts'
import { checkBindings } from './bindings.ts'
import { checkGraph } from './graph.ts'
import { checkGraphics, type Topology } from './graphics.ts'
import type { Complain } from './problem.ts'
import { checkRays } from './rays.ts'
import { isLibrary, type StageFacts } from './stage.ts'

export interface PipelineOptions {
  readonly topology: Topology | undefined
  readonly rootSignature: RootSignatureDescription | undefined
}

export function checkStages(
  all: readonly StageFacts[],
  { topology, rootSignature }: PipelineOptions,
  complain: Complain,
): void {
  const libraries = all.filter(isLibrary)
  if (libraries.length > 0) {
    if (libraries.length < all.length) complain('E4171', {})
    checkRays(libraries, complain)
    checkGraph(
      libraries.flatMap(({ file, nodes }) => nodes.map(properties => ({ file, properties }))),
      complain,
    )
    if (rootSignature) checkBindings(rootSignature, [], complain)
    return
  }
  const stages = new Map<StagePrefix, StageFacts>()
  for (const stage of all) {
    const other = stages.get(stage.prefix)
    if (other) complain('E4172', { stage: stage.title, first: other.file, second: stage.file })
    else stages.set(stage.prefix, stage)
  }
  if (stages.has('cs')) {
    if (stages.size > 1) complain('E4173', {})
  } else checkGraphics(stages, topology, complain)
  if (rootSignature) checkBindings(rootSignature, stages.values(), complain)
}
