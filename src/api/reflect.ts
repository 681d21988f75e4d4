// Reflection of containers as data.

import { BYTES, checkArgument, checkBytes, listOf } from '../base/arguments.ts'
import { readContainer } from '../container/container.ts'
import type { Reflection } from '../reflect/model.ts'
import { reflectContainer } from '../reflect/reflect.ts'
import { type SuggestedRootSignature, suggestSignature } from '../reflect/suggest_root_signature.ts'

/**
 * What a container made by anyone binds, takes and gives: resources, buffers with their variables, signatures, thread group,
 * instruction counts, required features; of a library its functions. Plain data. Offsets and sizes are bytes.
 * Without a STAT part (-Qstrip_reflect) there are no names and no variables.
 * @throws FormatError when the container is damaged or has no program
 */
export function reflect(container: Uint8Array): Reflection {
  checkBytes('reflect', container)
  return reflectContainer(readContainer(container))
}

/**
 * A root signature that gives the shaders of a pipeline what they bind: as data, as HLSL text and as D3D12 C++. It is a start: which buffers change often, and
 * what could be constants or static samplers, the shaders do not tell.
 * @throws FormatError when a container is damaged or has no program
 */
export function suggestRootSignature(containers: readonly Uint8Array[]): SuggestedRootSignature {
  checkArgument('suggestRootSignature', 'containers', containers, listOf(BYTES))
  return suggestSignature(containers.map(reflect))
}
