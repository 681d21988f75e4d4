// The bits of the SFI0 feature word (64 bits). Bits from 40 on are hints that old runtimes ignore.
import { named } from '../base/table.ts'

/** Row: name as the DXIL headers call it, bit number, meaning in words. */
export const FEATURES = /* @__PURE__ */ named([
  ['Doubles', 0, 'double-precision floats'],
  ['ComputeShadersPlusRawAndStructuredBuffersViaShader4X', 1, 'raw and structured buffers on shader model 4'],
  ['UAVsAtEveryStage', 2, 'UAVs at every stage'],
  ['64UAVs', 3, '64 UAV slots'],
  ['MinimumPrecision', 4, 'minimum-precision data types'],
  ['11_1_DoubleExtensions', 5, 'double-precision extensions for 11.1'],
  ['11_1_ShaderExtensions', 6, 'shader extensions for 11.1'],
  ['LEVEL9ComparisonFiltering', 7, 'comparison filtering on feature level 9'],
  ['TiledResources', 8, 'tiled resources'],
  ['StencilRef', 9, 'pixel shader writes stencil reference'],
  ['InnerCoverage', 10, 'pixel shader inner coverage'],
  ['TypedUAVLoadAdditionalFormats', 11, 'typed UAV loads of additional formats'],
  ['ROVs', 12, 'rasterizer-ordered views'],
  [
    'ViewportAndRTArrayIndexFromAnyShaderFeedingRasterizer',
    13,
    'viewport or array index from any shader feeding the rasterizer',
  ],
  ['WaveOps', 14, 'wave operations'],
  ['Int64Ops', 15, '64-bit integers'],
  ['ViewID', 16, 'view instancing'],
  ['Barycentrics', 17, 'barycentrics'],
  ['NativeLowPrecision', 18, 'native 16-bit types'],
  ['ShadingRate', 19, 'shading rate'],
  ['Raytracing_Tier_1_1', 20, 'raytracing tier 1.1'],
  ['SamplerFeedback', 21, 'sampler feedback'],
  ['AtomicInt64OnTypedResource', 22, '64-bit atomics on typed resources'],
  ['AtomicInt64OnGroupShared', 23, '64-bit atomics on group-shared memory'],
  ['DerivativesInMeshAndAmpShaders', 24, 'derivatives in mesh and amplification shaders'],
  ['ResourceDescriptorHeapIndexing', 25, 'resource descriptor heap indexing'],
  ['SamplerDescriptorHeapIndexing', 26, 'sampler descriptor heap indexing'],
  ['Reserved', 27, 'reserved'],
  ['AtomicInt64OnHeapResource', 28, '64-bit atomics on heap resources'],
  ['AdvancedTextureOps', 29, 'advanced texture operations'],
  ['WriteableMSAATextures', 30, 'writeable multisampled textures'],
  ['SampleCmpGradientOrBias', 31, 'comparison sampling with gradient or bias'],
  ['ExtendedCommandInfo', 32, 'extended command info'],
  ['LinearAlgebra', 33, 'linear algebra operations'],
  ['UsesDerivatives', 40, 'derivatives (optional hint)'],
  ['RequiresGroup', 41, 'needs a thread group (optional hint)'],
])

export type FeatureName = (typeof FEATURES)[number][0]

/** Name to mask, e.g. Feature.WaveOps === 1n << 14n. */
export const Feature = Object.freeze(Object.fromEntries(FEATURES.map(([name, bit]) => [name, 1n << BigInt(bit)]))) as {
  readonly [N in FeatureName]: bigint
}

/** Names of the set bits in ascending order; a bit without a name reads 'bit N'. */
export function featureNames(flags: bigint): string[] {
  const names: string[] = []
  for (let bit = 0, rest = flags; rest > 0n; bit++, rest >>= 1n)
    if (rest & 1n) names.push(FEATURES.find(row => row[1] === bit)?.[0] ?? `bit ${bit}`)
  return names
}
