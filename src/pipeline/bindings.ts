// A root signature against the shaders of a pipeline: every register that a shader uses is provided to its stage, and the flags allow what it does.

import type { RootSignatureDescription } from '../root_signature/description.ts'
import { type BoundResource, verifyRootSignature, verifyShader } from '../root_signature/verify.ts'
import { Feature } from '../spec/feature_flags.ts'
import { RESOURCE_KIND, SIGNATURE_SYSTEM_VALUE } from '../spec/psv_enums.ts'
import { UNBOUNDED } from '../spec/resource_classes.ts'
import { ROOT_SIGNATURE_FLAG, VISIBILITY_OF } from '../spec/root_signature_enums.ts'
import type { Complain } from './problem.ts'
import type { StageFacts } from './stage.ts'

/** Inputs of vertex shaders that no vertex buffer gives. */
const COUNTERS: ReadonlySet<number> = new Set([SIGNATURE_SYSTEM_VALUE.VertexID, SIGNATURE_SYSTEM_VALUE.InstanceID])

export function checkBindings(
  signature: RootSignatureDescription,
  stages: Iterable<StageFacts>,
  complain: Complain,
): void {
  for (const what of verifyRootSignature(signature)) complain('E4159', { what })
  for (const stage of stages) {
    const resources = stage.resources.map(boundResource)
    for (const what of verifyShader(signature, VISIBILITY_OF[stage.prefix] ?? 'All', resources))
      complain('E4158', { stage: stage.title, what })
    const needs = (flag: keyof typeof ROOT_SIGNATURE_FLAG): void => {
      if ((signature.flags & ROOT_SIGNATURE_FLAG[flag]) === 0)
        complain('E4160', { stage: stage.title, flag: FLAG_WORDS[flag] ?? flag })
    }
    if (stage.prefix === 'vs' && stage.inputs.some(i => !COUNTERS.has(i.systemValue)))
      needs('AllowInputAssemblerInputLayout')
    if ((stage.features & Feature.ResourceDescriptorHeapIndexing) !== 0n) needs('CBVSRVUAVHeapDirectlyIndexed')
    if ((stage.features & Feature.SamplerDescriptorHeapIndexing) !== 0n) needs('SamplerHeapDirectlyIndexed')
  }
}

/** As root signatures in HLSL spell them. */
const FLAG_WORDS: Readonly<Partial<Record<keyof typeof ROOT_SIGNATURE_FLAG, string>>> = {
  AllowInputAssemblerInputLayout: 'ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT',
  CBVSRVUAVHeapDirectlyIndexed: 'CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED',
  SamplerHeapDirectlyIndexed: 'SAMPLER_HEAP_DIRECTLY_INDEXED',
}

function boundResource(r: StageFacts['resources'][number]): BoundResource {
  const isBuffer = r.kind === RESOURCE_KIND.StructuredBuffer || r.kind === RESOURCE_KIND.RawBuffer
  return {
    name: r.name,
    class: r.class,
    isTyped: (r.class === 'srv' || r.class === 'uav') && !isBuffer && r.kind !== RESOURCE_KIND.RTAccelerationStructure,
    hasCounter: r.hasCounter ?? false,
    space: r.space,
    lower: r.lower,
    upper: r.count === undefined ? UNBOUNDED : r.lower + r.count - 1,
  }
}
