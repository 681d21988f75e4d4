// Numbers that a serialized root signature stores, by name.

import { lazy } from '../base/lazy.ts'
import type { StagePrefix } from './stages.ts'

/** Version number stored in the part. */
export const ROOT_SIGNATURE_VERSION = { '1.0': 1, '1.1': 2, '1.2': 3 } as const

/** Bits. */
export const ROOT_SIGNATURE_FLAG = {
  AllowInputAssemblerInputLayout: 1,
  DenyVertexShaderRootAccess: 2,
  DenyHullShaderRootAccess: 4,
  DenyDomainShaderRootAccess: 8,
  DenyGeometryShaderRootAccess: 16,
  DenyPixelShaderRootAccess: 32,
  AllowStreamOutput: 64,
  LocalRootSignature: 128,
  DenyAmplificationShaderRootAccess: 256,
  DenyMeshShaderRootAccess: 512,
  CBVSRVUAVHeapDirectlyIndexed: 1024,
  SamplerHeapDirectlyIndexed: 2048,
} as const

export const ROOT_PARAMETER = { DescriptorTable: 0, Constants32Bit: 1, CBV: 2, SRV: 3, UAV: 4 } as const

export const SHADER_VISIBILITY = {
  All: 0,
  Vertex: 1,
  Hull: 2,
  Domain: 3,
  Geometry: 4,
  Pixel: 5,
  Amplification: 6,
  Mesh: 7,
} as const

/** What a parameter has to be visible to for a stage to see it, by the prefix of its profiles; other stages see what all do. */
export const VISIBILITY_OF: Readonly<Partial<Record<StagePrefix, keyof typeof SHADER_VISIBILITY>>> = {
  vs: 'Vertex',
  hs: 'Hull',
  ds: 'Domain',
  gs: 'Geometry',
  ps: 'Pixel',
  as: 'Amplification',
  ms: 'Mesh',
}

export const DESCRIPTOR_RANGE = { SRV: 0, UAV: 1, CBV: 2, Sampler: 3 } as const

/** Bits of a range's or a root descriptor's flags. */
export const DESCRIPTOR_FLAG = {
  DescriptorsVolatile: 1,
  DataVolatile: 2,
  DataStaticWhileSetAtExecute: 4,
  DataStatic: 8,
  DescriptorsStaticKeepingBufferBoundsChecks: 0x10000,
} as const

export const TEXTURE_ADDRESS = { Wrap: 1, Mirror: 2, Clamp: 3, Border: 4, MirrorOnce: 5 } as const

export const COMPARISON = {
  None: 0,
  Never: 1,
  Less: 2,
  Equal: 3,
  LessEqual: 4,
  Greater: 5,
  NotEqual: 6,
  GreaterEqual: 7,
  Always: 8,
} as const

export const STATIC_BORDER = {
  TransparentBlack: 0,
  OpaqueBlack: 1,
  OpaqueWhite: 2,
  OpaqueBlackUint: 3,
  OpaqueWhiteUint: 4,
} as const

/** D3D12_FILTER of the plain filters; the other families add to these. */
const FILTERS = {
  MIN_MAG_MIP_POINT: 0x00,
  MIN_MAG_POINT_MIP_LINEAR: 0x01,
  MIN_POINT_MAG_LINEAR_MIP_POINT: 0x04,
  MIN_POINT_MAG_MIP_LINEAR: 0x05,
  MIN_LINEAR_MAG_MIP_POINT: 0x10,
  MIN_LINEAR_MAG_POINT_MIP_LINEAR: 0x11,
  MIN_MAG_LINEAR_MIP_POINT: 0x14,
  MIN_MAG_MIP_LINEAR: 0x15,
  ANISOTROPIC: 0x55,
} as const
const FILTER_FAMILY = { '': 0, COMPARISON_: 0x80, MINIMUM_: 0x100, MAXIMUM_: 0x180 } as const

/** D3D12_FILTER by the words of root signatures, without FILTER_ in front. */
export const filters = lazy<Readonly<Record<string, number>>>(() =>
  Object.fromEntries(
    Object.entries(FILTER_FAMILY).flatMap(([family, add]) =>
      Object.entries(FILTERS).map(([name, n]) => [family + name, n + add]),
    ),
  ),
)
