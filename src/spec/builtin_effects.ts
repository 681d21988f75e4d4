// Which builtins only compute, and which read what others may write: calls of either for nothing are worth a warning.

/** Functions whose result depends on their arguments alone. */
const PURE_FUNCTIONS = `
AddUint64 CheckAccessFullyMapped ClusterID D3DCOLORtoUBYTE4 DispatchRaysDimensions DispatchRaysIndex EvaluateAttributeAtSample
EvaluateAttributeCentroid EvaluateAttributeSnapped GeometryIndex GetAttributeAtVertex GetGroupWaveCount GetGroupWaveIndex
GetRenderTargetSampleCount GetRenderTargetSamplePosition HitKind InstanceID InstanceIndex NonUniformResourceIndex ObjectRayDirection
ObjectRayOrigin ObjectToWorld ObjectToWorld3x4 ObjectToWorld4x3 PrimitiveIndex RayFlags RayTCurrent RayTMin TriangleObjectPositions
WaveGetLaneCount WorldRayDirection WorldRayOrigin WorldToObject WorldToObject3x4 WorldToObject4x3 abs acos all and any asdouble asfloat
asfloat16 asin asint asint16 asuint asuint16 atan atan2 ceil clamp cos cosh countbits cross ddx ddx_coarse ddx_fine ddy ddy_coarse ddy_fine degrees
determinant distance dot dot2add dot4add_i8packed dot4add_u8packed dst exp exp2 f16tof32 f32tof16 faceforward firstbithigh firstbitlow floor fma
fmod frac fwidth isfinite isinf isnan isnormal ldexp length lerp lit log log10 log2 mad max min msad4 mul normalize or pack_clamp_s8
pack_clamp_u8 pack_s8 pack_u8 pow radians rcp reflect refract reversebits round rsqrt saturate select sign sin sinh smoothstep sqrt step tan
tanh transpose trunc unpack_s8s16 unpack_s8s32 unpack_u8u16 unpack_u8u32
`
/** Functions that change nothing. */
const READING_FUNCTIONS = `
IsHelperLane WaveGetLaneIndex tex1D tex1Dbias tex1Dgrad tex1Dlod tex1Dproj tex2D tex2Dbias tex2Dgrad tex2Dlod tex2Dproj tex3D tex3Dbias
tex3Dgrad tex3Dlod tex3Dproj texCUBE texCUBEbias texCUBEgrad texCUBElod texCUBEproj
`
/** Methods that change nothing; those with an argument to write a status to do. */
const READING_METHODS = `
GetClusterID GetGeometryIndex GetHitKind GetInstanceID GetInstanceIndex GetObjectRayDirection GetObjectRayOrigin GetObjectToWorld3x4
GetObjectToWorld4x3 GetPrimitiveIndex GetRayFlags GetRayTCurrent GetRayTMin GetShaderTableIndex GetWorldRayDirection GetWorldRayOrigin
GetWorldToObject3x4 GetWorldToObject4x3 IsHit IsMiss IsNop TriangleObjectPositions CalculateLevelOfDetail CalculateLevelOfDetailUnclamped
CandidateClusterID CandidateGeometryIndex CandidateInstanceContributionToHitGroupIndex CandidateInstanceID CandidateInstanceIndex
CandidateObjectRayDirection CandidateObjectRayOrigin CandidateObjectToWorld3x4 CandidateObjectToWorld4x3 CandidatePrimitiveIndex
CandidateProceduralPrimitiveNonOpaque CandidateTriangleBarycentrics CandidateTriangleFrontFace CandidateTriangleObjectPositions
CandidateTriangleRayT CandidateType CandidateWorldToObject3x4 CandidateWorldToObject4x3 CommittedClusterID CommittedGeometryIndex
CommittedInstanceContributionToHitGroupIndex CommittedInstanceID CommittedInstanceIndex CommittedObjectRayDirection CommittedObjectRayOrigin
CommittedObjectToWorld3x4 CommittedObjectToWorld4x3 CommittedPrimitiveIndex CommittedRayT CommittedStatus CommittedTriangleBarycentrics
CommittedTriangleFrontFace CommittedTriangleObjectPositions CommittedWorldToObject3x4 CommittedWorldToObject4x3 Count GetBufferContents
GetSamplePosition LoadLocalRootTableConstant RayFlags RayTMin WorldRayDirection WorldRayOrigin
Load Load2 Load3 Load4 Sample SampleBias SampleCmp SampleCmpBias SampleCmpGrad SampleCmpLevel SampleCmpLevelZero SampleGrad SampleLevel Gather
GatherAlpha GatherBlue GatherGreen GatherRed GatherRaw GatherCmp GatherCmpAlpha GatherCmpBlue GatherCmpGreen GatherCmpRed
`

export type BuiltinEffect = 'none' | 'reads'

let functions: ReadonlyMap<string, BuiltinEffect> | undefined
let methods: ReadonlySet<string> | undefined

const words = (text: string): string[] => text.trim().split(/\s+/)

/** What a builtin function does besides having a result; undefined when it changes something. */
export function functionEffect(name: string): BuiltinEffect | undefined {
  functions ??= new Map([
    ...words(PURE_FUNCTIONS).map((w): [string, BuiltinEffect] => [w, 'none']),
    ...words(READING_FUNCTIONS).map((w): [string, BuiltinEffect] => [w, 'reads']),
  ])
  return functions.get(name)
}

/** The same for a method of a builtin object. */
export function methodEffect(name: string): BuiltinEffect | undefined {
  methods ??= new Set(words(READING_METHODS))
  return methods.has(name) ? 'reads' : undefined
}
