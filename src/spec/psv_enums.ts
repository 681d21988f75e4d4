// Numbers that the PSV0 part and the signature parts store, by name. Shader stage, resource kind and semantic kind use
// the same numbers in metadata and RDAT.

import { lazy } from '../base/lazy.ts'
import { table } from '../base/table.ts'

/** Shader stage: PSV0 stage byte, and the high half of a program version. */
export const SHADER_STAGE = {
  Pixel: 0,
  Vertex: 1,
  Geometry: 2,
  Hull: 3,
  Domain: 4,
  Compute: 5,
  Library: 6,
  RayGeneration: 7,
  Intersection: 8,
  AnyHit: 9,
  ClosestHit: 10,
  Miss: 11,
  Callable: 12,
  Mesh: 13,
  Amplification: 14,
  Node: 15,
} as const

/** Resource type of a PSV0 binding record. */
export const PSV_RESOURCE_TYPE = {
  Invalid: 0,
  Sampler: 1,
  CBV: 2,
  SRVTyped: 3,
  SRVRaw: 4,
  SRVStructured: 5,
  UAVTyped: 6,
  UAVRaw: 7,
  UAVStructured: 8,
  UAVStructuredWithCounter: 9,
} as const

/** Resource kind of a PSV0 binding record. */
export const RESOURCE_KIND = {
  Invalid: 0,
  Texture1D: 1,
  Texture2D: 2,
  Texture2DMS: 3,
  Texture3D: 4,
  TextureCube: 5,
  Texture1DArray: 6,
  Texture2DArray: 7,
  Texture2DMSArray: 8,
  TextureCubeArray: 9,
  TypedBuffer: 10,
  RawBuffer: 11,
  StructuredBuffer: 12,
  CBuffer: 13,
  Sampler: 14,
  TBuffer: 15,
  RTAccelerationStructure: 16,
  FeedbackTexture2D: 17,
  FeedbackTexture2DArray: 18,
} as const

/** Bits of the flags of a PSV0 binding record (version 2). */
export const PSV_RESOURCE_FLAG = {
  UsedByAtomic64: 1,
} as const

/** Semantic kind of a signature element. */
export const SEMANTIC_KIND = {
  Arbitrary: 0,
  VertexID: 1,
  InstanceID: 2,
  Position: 3,
  RenderTargetArrayIndex: 4,
  ViewPortArrayIndex: 5,
  ClipDistance: 6,
  CullDistance: 7,
  OutputControlPointID: 8,
  DomainLocation: 9,
  PrimitiveID: 10,
  GSInstanceID: 11,
  SampleIndex: 12,
  IsFrontFace: 13,
  Coverage: 14,
  InnerCoverage: 15,
  Target: 16,
  Depth: 17,
  DepthLessEqual: 18,
  DepthGreaterEqual: 19,
  StencilRef: 20,
  DispatchThreadID: 21,
  GroupID: 22,
  GroupIndex: 23,
  GroupThreadID: 24,
  TessFactor: 25,
  InsideTessFactor: 26,
  ViewID: 27,
  Barycentrics: 28,
  ShadingRate: 29,
  CullPrimitive: 30,
  StartVertexLocation: 31,
  StartInstanceLocation: 32,
  Invalid: 33,
} as const

/** Interpolation mode of a signature element. */
export const INTERPOLATION_MODE = {
  Undefined: 0,
  Constant: 1,
  Linear: 2,
  LinearCentroid: 3,
  LinearNoperspective: 4,
  LinearNoperspectiveCentroid: 5,
  LinearSample: 6,
  LinearNoperspectiveSample: 7,
} as const

/** Component type of signature elements and typed resources in DXIL metadata. */
export const COMPONENT_TYPE = {
  Invalid: 0,
  I1: 1,
  I16: 2,
  U16: 3,
  I32: 4,
  U32: 5,
  I64: 6,
  U64: 7,
  F16: 8,
  F32: 9,
  F64: 10,
  SNormF16: 11,
  UNormF16: 12,
  SNormF32: 13,
  UNormF32: 14,
  SNormF64: 15,
  UNormF64: 16,
  PackedS8x32: 17,
  PackedU8x32: 18,
  I8: 19,
  U8: 20,
  F8_E4M3FN: 21,
  F8_E5M2: 22,
  BFloat16: 23,
} as const

/** Component type in signature parts and in PSV0 elements. */
export const SIGNATURE_COMPONENT = {
  Unknown: 0,
  UInt32: 1,
  SInt32: 2,
  Float32: 3,
  UInt16: 4,
  SInt16: 5,
  Float16: 6,
  UInt64: 7,
  SInt64: 8,
  Float64: 9,
} as const

/** MinPrecision of a signature row; non-zero only in min-precision mode. */
export const SIGNATURE_MIN_PRECISION = {
  Default: 0,
  Float16: 1,
  Float2_8: 2,
  Reserved: 3,
  SInt16: 4,
  UInt16: 5,
  Any16: 240,
  Any10: 241,
} as const

/** SystemValue of a signature row. */
export const SIGNATURE_SYSTEM_VALUE = {
  Undefined: 0,
  Position: 1,
  ClipDistance: 2,
  CullDistance: 3,
  RenderTargetArrayIndex: 4,
  ViewPortArrayIndex: 5,
  VertexID: 6,
  PrimitiveID: 7,
  InstanceID: 8,
  IsFrontFace: 9,
  SampleIndex: 10,
  FinalQuadEdgeTessfactor: 11,
  FinalQuadInsideTessfactor: 12,
  FinalTriEdgeTessfactor: 13,
  FinalTriInsideTessfactor: 14,
  FinalLineDetailTessfactor: 15,
  FinalLineDensityTessfactor: 16,
  Barycentrics: 23,
  ShadingRate: 24,
  CullPrimitive: 25,
  Target: 64,
  Depth: 65,
  Coverage: 66,
  DepthGE: 67,
  DepthLE: 68,
  StencilRef: 69,
  InnerCoverage: 70,
} as const

/** Input primitive of a geometry shader; ControlPointPatchN follows as 7 + N. */
export const INPUT_PRIMITIVE = {
  Undefined: 0,
  Point: 1,
  Line: 2,
  Triangle: 3,
  LineWithAdjacency: 6,
  TriangleWithAdjacency: 7,
} as const

/** Output topology of a geometry shader. */
export const PRIMITIVE_TOPOLOGY = {
  Undefined: 0,
  PointList: 1,
  LineList: 2,
  LineStrip: 3,
  TriangleList: 4,
  TriangleStrip: 5,
} as const

/** Tessellator domain. */
export const TESSELLATOR_DOMAIN = {
  Undefined: 0,
  IsoLine: 1,
  Tri: 2,
  Quad: 3,
} as const

/** Tessellator output primitive. */
export const TESSELLATOR_OUTPUT = {
  Undefined: 0,
  Point: 1,
  Line: 2,
  TriangleCW: 3,
  TriangleCCW: 4,
} as const

/** Output topology of a mesh shader. */
export const MESH_TOPOLOGY = {
  Undefined: 0,
  Line: 1,
  Triangle: 2,
} as const

const SEMANTIC_KINDS: ReadonlyMap<string, number> = table(SEMANTIC_KIND)

/** SystemValue names that differ from the semantic kind's name. */
const KIND_OF_SYSTEM_VALUE: ReadonlyMap<string, number> = table({
  DepthGE: SEMANTIC_KIND.DepthGreaterEqual,
  DepthLE: SEMANTIC_KIND.DepthLessEqual,
})

/** Which semantic kind has which signature SystemValue; tessellation factors depend on the domain and are not here. */
export const systemValueOfKind = lazy<ReadonlyMap<number, number>>(
  () =>
    new Map(
      Object.entries(SIGNATURE_SYSTEM_VALUE).flatMap(([name, value]) => {
        const kind = KIND_OF_SYSTEM_VALUE.get(name) ?? SEMANTIC_KINDS.get(name)
        return kind === undefined ? [] : [[kind, value]]
      }),
    ),
)

/** Number to name of one of the tables above; unknown numbers read as their decimal. */
export function nameOf(names: Readonly<Record<string, number>>, value: number): string {
  for (const [name, known] of Object.entries(names)) if (known === value) return name
  return String(value)
}
