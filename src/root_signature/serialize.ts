// Description -> bytes of an RTS0 part, blocks in D3D12's order: parameters, what each leads to, samplers.

import { encodePart } from '../container/parts.ts'
import {
  type DescriptorRange,
  newRootPayload,
  newRootSignature,
  newStaticSampler,
  type RootPayload,
  type StaticSampler,
} from '../container/root_signature.ts'
import { ROOT_PARAMETER, ROOT_SIGNATURE_VERSION } from '../spec/root_signature_enums.ts'
import type { ParameterDescription, RootSignatureDescription, SamplerDescription } from './description.ts'

// Bytes.
const HEADER = 24
const PARAMETER = 12

/** The RTS0 part's bytes. */
export function serializeRootSignature(signature: RootSignatureDescription, version: '1.0' | '1.1'): Uint8Array {
  const part = newRootSignature()
  part.version = ROOT_SIGNATURE_VERSION[version]
  part.flags = signature.flags
  part.parameterCount = signature.parameters.length
  part.samplerCount = signature.samplers.length
  part.parametersOffset = HEADER
  let at = HEADER + PARAMETER * signature.parameters.length
  for (const p of signature.parameters) {
    part.parameters.push({ type: p.type, visibility: p.visibility, payloadOffset: at })
    const payload = payloadOf(p, at)
    part.payloads.push(payload)
    at += payloadSize(p, version)
  }
  part.samplersOffset = at
  part.samplers = signature.samplers.map(storedSampler)
  return encodePart('RTS0', part)
}

function payloadOf(p: ParameterDescription, at: number): RootPayload {
  const payload = { ...newRootPayload(), register: p.register, space: p.space, count: p.count, flags: p.flags }
  if (p.type !== ROOT_PARAMETER.DescriptorTable) return payload
  payload.rangeCount = p.ranges.length
  payload.rangesOffset = at + 8
  payload.ranges = p.ranges.map((r): DescriptorRange => ({ ...r }))
  return payload
}

function payloadSize(p: ParameterDescription, version: '1.0' | '1.1'): number {
  const hasFlags = version === '1.1'
  if (p.type === ROOT_PARAMETER.DescriptorTable) return 8 + p.ranges.length * (hasFlags ? 24 : 20)
  return p.type === ROOT_PARAMETER.Constants32Bit || hasFlags ? 12 : 8
}

function storedSampler(s: SamplerDescription): StaticSampler {
  const { mipLodBias, minLod, maxLod, ...rest } = s
  return {
    ...newStaticSampler(),
    ...rest,
    mipLodBias: floatBits(mipLodBias),
    minLod: floatBits(minLod),
    maxLod: floatBits(maxLod),
  }
}

const floatView = new DataView(new ArrayBuffer(4))
function floatBits(x: number): number {
  floatView.setFloat32(0, x)
  return floatView.getUint32(0)
}
