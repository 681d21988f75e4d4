// RTS0 to the description that everything else works on.

import type { RootPayload, RootSignature } from '../container/root_signature.ts'
import type { ParameterDescription, RootSignatureDescription } from './description.ts'

export function describeRootSignature(signature: RootSignature): RootSignatureDescription {
  return {
    flags: signature.flags,
    parameters: signature.parameters.map(({ type, visibility }, i): ParameterDescription => {
      const payload: RootPayload | undefined = signature.payloads[i]
      const { register = 0, space = 0, count = 0, flags = 0, ranges = [] } = payload ?? {}
      return { type, visibility, register, space, count, flags, ranges }
    }),
    // What samplers do with texels makes no difference to who is provided with one, except for what a serializer refuses anyway.
    samplers: signature.samplers.map(s => ({ ...s, ...NUMBERS })),
  }
}

/** Floats of samplers are bits in the part; these stand for them. */
const NUMBERS = { mipLodBias: 0, minLod: 0, maxLod: 0 } as const
