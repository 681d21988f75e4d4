// What a program needs of the device.

import { FEATURES, type FeatureName } from '../spec/feature_flags.ts'
import type { Requirements } from './model.ts'

/** @param features the SFI0 word */
export function requirements(features: bigint, earlyDepthStencil: boolean): Requirements {
  const names: FeatureName[] = []
  for (const [name, bit] of FEATURES) if ((features >> BigInt(bit)) & 1n) names.push(name)
  return { features: names, earlyDepthStencil }
}
