// SFI0 as the listing words it.

import { COMMENT } from './columns.ts'

/** By bit, DXC's wording. */
const FEATURES: readonly string[] = [
  'Double-precision floating point',
  'Raw and Structured buffers',
  'UAVs at every shader stage',
  '64 UAV slots',
  'Minimum-precision data types',
  'Double-precision extensions for 11.1',
  'Shader extensions for 11.1',
  'Comparison filtering for feature level 9',
  'Tiled resources',
  'PS Output Stencil Ref',
  'PS Inner Coverage',
  'Typed UAV Load Additional Formats',
  'Raster Ordered UAVs',
  'SV_RenderTargetArrayIndex or SV_ViewportArrayIndex from any shader feeding rasterizer',
  'Wave level operations',
  '64-Bit integer',
  'View Instancing',
  'Barycentrics',
  'Use native low precision',
  'Shading Rate',
  'Raytracing tier 1.1 features',
  'Sampler feedback',
  '64-bit Atomics on Typed Resources',
  '64-bit Atomics on Group Shared',
  'Derivatives in mesh and amplification shaders',
  'Resource descriptor heap indexing',
  'Sampler descriptor heap indexing',
  'Wave Matrix',
  '64-bit Atomics on Heap Resources',
  'Advanced Texture Ops',
  'Writeable MSAA Textures',
  'SampleCmp with gradient or bias',
  'Extended command info',
  'Linear Algebra',
]
const OPTIONAL_SHIFT = 40n

const OPTIONAL: readonly string[] = ['Function uses derivatives', 'Function requires visible group']

/** Lines of the required features, then those of the optional ones; nothing when no bit is set. */
export function featureLines(flags: bigint): string[] {
  if (flags === 0n) return []
  const has = (bit: number): boolean => ((flags >> BigInt(bit)) & 1n) === 1n
  const row = (name: string): string => `${COMMENT}       ${name}`
  const required = FEATURES.filter((_, bit) => has(bit)).map(row)
  const lines = [COMMENT, `${COMMENT} Note: shader requires additional functionality:`, ...required, COMMENT]
  const optional = flags >> OPTIONAL_SHIFT
  if (optional === 0n) return lines
  lines.push(`${COMMENT} Note: shader has optional feature flags set:`)
  OPTIONAL.forEach((name, bit) => {
    if (((optional >> BigInt(bit)) & 1n) === 1n) lines.push(row(name))
  })
  return [...lines, COMMENT]
}
