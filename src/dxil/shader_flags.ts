// The 64-bit shader flag word of an entry's properties, and the SFI0 feature word that follows from it.
// Source of the bits: DxilShaderFlags.h; of the feature each turns on: ShaderFlags::GetFeatureInfo.

import { Feature, type FeatureName } from '../spec/feature_flags.ts'

/** Row: bit, name, the feature it turns on if any. Low precision is special, see featuresOf. */
export const SHADER_FLAGS = [
  [0, 'DisableOptimizations', ''],
  [1, 'DisableMathRefactoring', ''],
  [2, 'EnableDoublePrecision', 'Doubles'],
  [3, 'ForceEarlyDepthStencil', ''],
  [4, 'EnableRawAndStructuredBuffers', ''],
  [5, 'LowPrecisionPresent', ''],
  [6, 'EnableDoubleExtensions', '11_1_DoubleExtensions'],
  [7, 'EnableMSAD', '11_1_ShaderExtensions'],
  [8, 'AllResourcesBound', ''],
  [9, 'ViewportAndRTArrayIndex', 'ViewportAndRTArrayIndexFromAnyShaderFeedingRasterizer'],
  [10, 'InnerCoverage', 'InnerCoverage'],
  [11, 'StencilRef', 'StencilRef'],
  [12, 'TiledResources', 'TiledResources'],
  [13, 'UAVLoadAdditionalFormats', 'TypedUAVLoadAdditionalFormats'],
  [14, 'Level9ComparisonFiltering', 'LEVEL9ComparisonFiltering'],
  [15, '64UAVs', '64UAVs'],
  [16, 'UAVsAtEveryStage', 'UAVsAtEveryStage'],
  [17, 'CSRawAndStructuredViaShader4X', 'ComputeShadersPlusRawAndStructuredBuffersViaShader4X'],
  [18, 'ROVs', 'ROVs'],
  [19, 'WaveOps', 'WaveOps'],
  [20, 'Int64Ops', 'Int64Ops'],
  [21, 'ViewID', 'ViewID'],
  [22, 'Barycentrics', 'Barycentrics'],
  [23, 'UseNativeLowPrecision', ''],
  [24, 'ShadingRate', 'ShadingRate'],
  [25, 'RaytracingTier1_1', 'Raytracing_Tier_1_1'],
  [26, 'SamplerFeedback', 'SamplerFeedback'],
  [27, 'AtomicInt64OnTypedResource', 'AtomicInt64OnTypedResource'],
  [28, 'AtomicInt64OnGroupShared', 'AtomicInt64OnGroupShared'],
  [29, 'DerivativesInMeshAndAmpShaders', 'DerivativesInMeshAndAmpShaders'],
  [30, 'ResourceDescriptorHeapIndexing', 'ResourceDescriptorHeapIndexing'],
  [31, 'SamplerDescriptorHeapIndexing', 'SamplerDescriptorHeapIndexing'],
  [32, 'AtomicInt64OnHeapResource', 'AtomicInt64OnHeapResource'],
  [33, 'ResMayNotAlias', ''],
  [34, 'AdvancedTextureOps', 'AdvancedTextureOps'],
  [35, 'WriteableMSAATextures', 'WriteableMSAATextures'],
  [36, 'Reserved', ''],
  [37, 'SampleCmpGradientOrBias', 'SampleCmpGradientOrBias'],
  [38, 'ExtendedCommandInfo', 'ExtendedCommandInfo'],
  // Of single functions only; the module's word never has them.
  [39, 'UsesDerivatives', 'UsesDerivatives'],
  [40, 'RequiresGroup', 'RequiresGroup'],
  // Not published; seen in every program with linear algebra operations of shader model 6.10.
  [41, 'LinearAlgebra', 'LinearAlgebra'],
] as const satisfies readonly (readonly [bit: number, name: string, feature: FeatureName | ''])[]

export type ShaderFlagName = (typeof SHADER_FLAGS)[number][1]

/** Name to mask. */
export const ShaderFlag = Object.freeze(
  Object.fromEntries(SHADER_FLAGS.map(([bit, name]) => [name, 1n << BigInt(bit)])),
) as { readonly [N in ShaderFlagName]: bigint }

/** Flags that only functions have: the module's word never does. */
export const FUNCTION_FLAGS = ShaderFlag.UsesDerivatives | ShaderFlag.RequiresGroup

/** The SFI0 word of a flag word. */
export function featuresOf(flags: bigint): bigint {
  let features = 0n
  if (flags === 0n) return features
  const halves = [Number(BigInt.asUintN(32, flags)), Number(BigInt.asUintN(32, flags >> 32n))]
  for (const [bit, , feature] of SHADER_FLAGS)
    if (feature !== '' && (halves[bit >>> 5]! >>> (bit & 31)) & 1) features |= Feature[feature]
  if (flags & ShaderFlag.LowPrecisionPresent)
    features |= flags & ShaderFlag.UseNativeLowPrecision ? Feature.NativeLowPrecision : Feature.MinimumPrecision
  return features
}
