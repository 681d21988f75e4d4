// The bits of the SFI0 feature word (64 bits). Bits from 40 on are hints that old runtimes ignore.

/** Row: bit number, name as the DXIL headers call it, meaning in words. */
export const FEATURES = [
  [0, 'Doubles', 'double-precision floats'],
  [1, 'ComputeShadersPlusRawAndStructuredBuffersViaShader4X', 'raw and structured buffers on shader model 4'],
  [2, 'UAVsAtEveryStage', 'UAVs at every stage'],
  [3, '64UAVs', '64 UAV slots'],
  [4, 'MinimumPrecision', 'minimum-precision data types'],
  [5, '11_1_DoubleExtensions', 'double-precision extensions for 11.1'],
  [6, '11_1_ShaderExtensions', 'shader extensions for 11.1'],
  [7, 'LEVEL9ComparisonFiltering', 'comparison filtering on feature level 9'],
  [8, 'TiledResources', 'tiled resources'],
  [9, 'StencilRef', 'pixel shader writes stencil reference'],
  [10, 'InnerCoverage', 'pixel shader inner coverage'],
  [11, 'TypedUAVLoadAdditionalFormats', 'typed UAV loads of additional formats'],
  [12, 'ROVs', 'rasterizer-ordered views'],
  [
    13,
    'ViewportAndRTArrayIndexFromAnyShaderFeedingRasterizer',
    'viewport or array index from any shader feeding the rasterizer',
  ],
  [14, 'WaveOps', 'wave operations'],
  [15, 'Int64Ops', '64-bit integers'],
  [16, 'ViewID', 'view instancing'],
  [17, 'Barycentrics', 'barycentrics'],
  [18, 'NativeLowPrecision', 'native 16-bit types'],
  [19, 'ShadingRate', 'shading rate'],
  [20, 'Raytracing_Tier_1_1', 'raytracing tier 1.1'],
  [21, 'SamplerFeedback', 'sampler feedback'],
  [22, 'AtomicInt64OnTypedResource', '64-bit atomics on typed resources'],
  [23, 'AtomicInt64OnGroupShared', '64-bit atomics on group-shared memory'],
  [24, 'DerivativesInMeshAndAmpShaders', 'derivatives in mesh and amplification shaders'],
  [25, 'ResourceDescriptorHeapIndexing', 'resource descriptor heap indexing'],
  [26, 'SamplerDescriptorHeapIndexing', 'sampler descriptor heap indexing'],
  [27, 'Reserved', 'reserved'],
  [28, 'AtomicInt64OnHeapResource', '64-bit atomics on heap resources'],
  [29, 'AdvancedTextureOps', 'advanced texture operations'],
  [30, 'WriteableMSAATextures', 'writeable multisampled textures'],
  [31, 'SampleCmpGradientOrBias', 'comparison sampling with gradient or bias'],
  [32, 'ExtendedCommandInfo', 'extended command info'],
  [33, 'LinearAlgebra', 'linear algebra operations'],
  [40, 'UsesDerivatives', 'derivatives (optional hint)'],
  [41, 'RequiresGroup', 'needs a thread group (optional hint)'],
] as const satisfies readonly (readonly [bit: number, name: string, meaning: string])[]

export type FeatureName = (typeof FEATURES)[number][1]

/** Name to mask, e.g. Feature.WaveOps === 1n << 14n. */
export const Feature = Object.freeze(Object.fromEntries(FEATURES.map(([bit, name]) => [name, 1n << BigInt(bit)]))) as {
  readonly [N in FeatureName]: bigint
}

/** Names of the set bits in ascending order; a bit without a name reads 'bit N'. */
export function featureNames(flags: bigint): string[] {
  const names: string[] = []
  for (let bit = 0, rest = flags; rest > 0n; bit++, rest >>= 1n)
    if (rest & 1n) names.push(FEATURES.find(row => row[0] === bit)?.[1] ?? `bit ${bit}`)
  return names
}
