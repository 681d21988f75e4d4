// Methods of the builtin object types by table (a row of object_types.ts names its own), in the signature language of hlsl_intrinsics.ts, one a line, tried in this order.
// What stands behind a semicolon may be left out, with all behind it: `Load(int s; int o) -> T` is two overloads.
// Parsed one object kind at a time at first use by hlsl/check/core/signatures.ts.

import { table } from '../base/table.ts'
import { RESOURCE_KINDS, type ResourceKind } from './resource_kinds.ts'

/** Method tables of everything but sampled textures. */
export const METHODS: ReadonlyMap<string, string> = table({
  Stream: `
    Append(T x) -> void
    RestartStrip() -> void
  `,
  Texture2DMS: `
    GetDimensions(out uint_only width, out =1 height, out =2 samples) -> void
    GetDimensions(out float_like width, out =1 height, out =2 samples) -> void
    GetSamplePosition(int s) -> float_like<2> reads
    Load(int<2> x, int s; int<2> o; out uint_only status) -> T
  `,
  Texture2DMSArray: `
    GetDimensions(out uint_only width, out =1 height, out =1 elements, out =1 samples) -> void
    GetDimensions(out float_like width, out =1 height, out =1 elements, out =1 samples) -> void
    GetSamplePosition(int s) -> float_like<2> reads
    Load(int<3> x, int s; int<2> o; out uint_only status) -> T reads
  `,
  Buffer: `
    GetDimensions(out uint_only width) -> void
    Load(int<1> x; out uint_only status) -> T reads
  `,
  RWTexture1D: `
    GetDimensions(out uint_only width) -> void
    GetDimensions(out float_like width) -> void
    Load(int<1> x; out uint_only status) -> T reads
  `,
  RWTexture1DArray: `
    GetDimensions(out uint_only width, out =1 elements) -> void
    GetDimensions(out float_like width, out =1 elements) -> void
    Load(int<2> x; out uint_only status) -> T reads
  `,
  RWTexture2D: `
    GetDimensions(out uint_only width, out =1 height) -> void
    GetDimensions(out float_like width, out =1 height) -> void
    Load(int<2> x; out uint_only status) -> T reads
  `,
  RWTexture2DArray: `
    GetDimensions(out uint_only width, out =1 height, out =1 elements) -> void
    GetDimensions(out float_like width, out =1 height, out =1 elements) -> void
    Load(int<3> x; out uint_only status) -> T reads
  `,
  RWTexture2DMS: `
    GetDimensions(out uint_only width, out =1 height, out =2 samples) -> void
    GetDimensions(out float_like width, out =1 height, out =2 samples) -> void
    GetSamplePosition(int s) -> float_like<2> reads
    Load(int<2> x, int s; out uint_only status) -> T reads
  `,
  RWTexture2DMSArray: `
    GetDimensions(out uint_only width, out =1 height, out =1 elements, out =1 samples) -> void
    GetDimensions(out float_like width, out =1 height, out =1 elements, out =1 samples) -> void
    GetSamplePosition(int s) -> float_like<2> reads
    Load(int<3> x, int s; out uint_only status) -> T reads
  `,
  RWTexture3D: `
    GetDimensions(out uint_only width, out =1 height, out =1 depth) -> void
    GetDimensions(out float_like width, out =1 height, out =1 depth) -> void
    Load(int<3> x; out uint_only status) -> T reads
  `,
  RWBuffer: `
    GetDimensions(out uint_only width) -> void
    Load(int x; out uint_only status) -> T reads
  `,
  ByteAddressBuffer: `
    GetDimensions(out uint_only width) -> void
    Load(uint byteOffset) -> F reads
    Load2(uint byteOffset) -> uint<2> reads
    Load3(uint byteOffset) -> uint<3> reads
    Load4(uint byteOffset) -> uint<4> reads
    Load(uint byteOffset, out uint_only status) -> F reads
    Load2(uint byteOffset, out uint_only status) -> uint<2> reads
    Load3(uint byteOffset, out uint_only status) -> uint<3> reads
    Load4(uint byteOffset, out uint_only status) -> uint<4> reads
  `,
  RWByteAddressBuffer: `
    GetDimensions(out uint_only width) -> void
    Load(uint byteOffset) -> F reads
    Load2(uint byteOffset) -> uint<2> reads
    Load3(uint byteOffset) -> uint<3> reads
    Load4(uint byteOffset) -> uint<4> reads
    Load(uint byteOffset, out uint_only status) -> F reads
    Load2(uint byteOffset, out uint_only status) -> uint<2> reads
    Load3(uint byteOffset, out uint_only status) -> uint<3> reads
    Load4(uint byteOffset, out uint_only status) -> uint<4> reads
    Store(uint byteOffset, F value) -> void
    Store2(uint byteOffset, uint<2> value) -> void
    Store3(uint byteOffset, uint<3> value) -> void
    Store4(uint byteOffset, uint<4> value) -> void
    InterlockedAdd64(uint byteOffset, uint64 value; out any_int64 original) -> void
    InterlockedMin64(uint byteOffset, any_int64 value; out any_int64 original) -> void
    InterlockedMax64(uint byteOffset, any_int64 value; out any_int64 original) -> void
    InterlockedAnd64(uint byteOffset, uint64 value; out any_int64 original) -> void
    InterlockedOr64(uint byteOffset, uint64 value; out any_int64 original) -> void
    InterlockedXor64(uint byteOffset, uint64 value; out any_int64 original) -> void
    InterlockedCompareStore64(uint byteOffset, uint64 compare, uint64 value) -> void
    InterlockedExchange64(uint byteOffset, any_int64 value, out any_int64 original) -> void
    InterlockedCompareExchange64(uint byteOffset, uint64 compare, uint64 value, out any_int64 original) -> void
    InterlockedExchangeFloat(uint byteOffest, float value, out float original) -> void
    InterlockedCompareStoreFloatBitwise(uint byteOffest, float compare, float value) -> void
    InterlockedCompareExchangeFloatBitwise(uint byteOffest, float compare, float value, out float original) -> void
    InterlockedAdd(uint byteOffset, uint value; out uint original) -> void
    InterlockedMin(uint byteOffset, any_int32 value; out uint original) -> void
    InterlockedMax(uint byteOffset, any_int32 value; out uint original) -> void
    InterlockedAnd(uint byteOffset, uint value; out uint original) -> void
    InterlockedOr(uint byteOffset, uint value; out uint original) -> void
    InterlockedXor(uint byteOffset, uint value; out uint original) -> void
    InterlockedCompareStore(uint byteOffset, uint compare, uint value) -> void
    InterlockedExchange(uint byteOffset, uint value, out uint original) -> void
    InterlockedCompareExchange(uint byteOffset, uint compare, uint value, out uint original) -> void
  `,
  StructuredBuffer: `
    GetDimensions(out uint_only count, out uint_only stride) -> void
    Load(int x; out uint_only status) -> T reads
  `,
  RWStructuredBuffer: `
    GetDimensions(out uint_only count, out uint_only stride) -> void
    IncrementCounter() -> uint
    DecrementCounter() -> uint
    Load(int x; out uint_only status) -> T reads
  `,
  AppendStructuredBuffer: `
    GetDimensions(out uint_only count, out uint_only stride) -> void
    Append(T value) -> void
  `,
  ConsumeStructuredBuffer: `
    GetDimensions(out uint_only count, out uint_only stride) -> void
    Consume() -> T
  `,
  FeedbackTexture2D: `
    WriteSamplerFeedback(texture2d t, sampler s, float<2> x; float clamp) -> void
    WriteSamplerFeedbackBias(texture2d t, sampler s, float<2> x, float bias; float clamp) -> void
    WriteSamplerFeedbackGrad(texture2d t, sampler s, float<2> x, float<2> ddx, float<2> ddy; float clamp) -> void
    WriteSamplerFeedbackLevel(texture2d t, sampler s, float<2> x, float lod) -> void
  `,
  FeedbackTexture2DArray: `
    WriteSamplerFeedback(texture2darray t, sampler s, float<3> x; float clamp) -> void
    WriteSamplerFeedbackBias(texture2darray t, sampler s, float<3> x, float bias; float clamp) -> void
    WriteSamplerFeedbackGrad(texture2darray t, sampler s, float<3> x, float<2> ddx, float<2> ddy; float clamp) -> void
    WriteSamplerFeedbackLevel(texture2darray t, sampler s, float<3> x, float lod) -> void
  `,
  HitObject: `
    MakeNop() -> hit_object static since 6.9
    MakeMiss(uint RayFlags, uint MissShaderIndex, raydesc Ray) -> hit_object static since 6.9
    FromRayQuery(ray_query rq; uint HitKind, user_defined_type Attributes) -> hit_object static since 6.9
    TraceRay(acceleration_struct AccelerationStructure, uint RayFlags, uint InstanceInclusionMask, uint RayContributionToHitGroupIndex, uint MultiplierForGeometryContributionToHitGroupIndex, uint MissShaderIndex, raydesc Ray, inout user_defined_type Payload) -> hit_object static since 6.9
    Invoke(hit_object ho, inout user_defined_type Payload) -> void static since 6.9
    IsMiss() -> bool none since 6.9
    IsHit() -> bool none since 6.9
    IsNop() -> bool none since 6.9
    GetRayFlags() -> uint none since 6.9
    GetRayTMin() -> float none since 6.9
    GetRayTCurrent() -> float none since 6.9
    GetWorldRayOrigin() -> float<3> none since 6.9
    GetWorldRayDirection() -> float<3> none since 6.9
    GetObjectRayOrigin() -> float<3> none since 6.9
    GetObjectRayDirection() -> float<3> none since 6.9
    GetObjectToWorld3x4() -> float<3,4> none since 6.9
    GetObjectToWorld4x3() -> float<4,3> none since 6.9
    GetWorldToObject3x4() -> float<3,4> none since 6.9
    GetWorldToObject4x3() -> float<4,3> none since 6.9
    GetGeometryIndex() -> uint none since 6.9
    GetInstanceIndex() -> uint none since 6.9
    GetInstanceID() -> uint none since 6.9
    GetPrimitiveIndex() -> uint none since 6.9
    GetHitKind() -> uint none since 6.9
    GetShaderTableIndex() -> uint none since 6.9
    GetClusterID() -> uint none since 6.10
    TriangleObjectPositions() -> builtin_triangle_positions reads since 6.10
    GetAttributes(out user_defined_type Attributes) -> void since 6.9
    SetShaderTableIndex(uint RecordIndex) -> void since 6.9
    LoadLocalRootTableConstant(uint RootConstantOffsetInBytes) -> uint reads since 6.9
  `,
  RayQuery: `
    TraceRayInline(acceleration_struct AccelerationStructure, uint RayFlags, uint InstanceInclusionMask, raydesc Ray) -> void
    Proceed() -> bool
    Abort() -> void
    CommitNonOpaqueTriangleHit() -> void
    CommitProceduralPrimitiveHit(float t) -> void
    CommittedStatus() -> uint reads
    CandidateType() -> uint reads
    CandidateObjectToWorld3x4() -> float<3,4> reads
    CandidateObjectToWorld4x3() -> float<4,3> reads
    CandidateWorldToObject3x4() -> float<3,4> reads
    CandidateWorldToObject4x3() -> float<4,3> reads
    CommittedObjectToWorld3x4() -> float<3,4> reads
    CommittedObjectToWorld4x3() -> float<4,3> reads
    CommittedWorldToObject3x4() -> float<3,4> reads
    CommittedWorldToObject4x3() -> float<4,3> reads
    CandidateProceduralPrimitiveNonOpaque() -> bool reads
    CandidateTriangleFrontFace() -> bool reads
    CommittedTriangleFrontFace() -> bool reads
    CandidateTriangleBarycentrics() -> float<2> reads
    CommittedTriangleBarycentrics() -> float<2> reads
    RayFlags() -> uint reads
    WorldRayOrigin() -> float<3> reads
    WorldRayDirection() -> float<3> reads
    RayTMin() -> float reads
    CandidateTriangleRayT() -> float reads
    CommittedRayT() -> float reads
    CandidateInstanceIndex() -> uint reads
    CandidateInstanceID() -> uint reads
    CandidateGeometryIndex() -> uint reads
    CandidatePrimitiveIndex() -> uint reads
    CandidateObjectRayOrigin() -> float<3> reads
    CandidateObjectRayDirection() -> float<3> reads
    CommittedInstanceIndex() -> uint reads
    CommittedInstanceID() -> uint reads
    CommittedGeometryIndex() -> uint reads
    CommittedPrimitiveIndex() -> uint reads
    CommittedObjectRayOrigin() -> float<3> reads
    CommittedObjectRayDirection() -> float<3> reads
    CandidateInstanceContributionToHitGroupIndex() -> uint reads
    CommittedInstanceContributionToHitGroupIndex() -> uint reads
    CandidateClusterID() -> uint reads since 6.10
    CommittedClusterID() -> uint reads since 6.10
    CandidateTriangleObjectPositions() -> builtin_triangle_positions reads since 6.10
    CommittedTriangleObjectPositions() -> builtin_triangle_positions reads since 6.10
  `,
  EmptyNodeInput: `
    Count() -> uint reads
  `,
  RWDispatchNodeInputRecord: `
    FinishedCrossGroupSharing() -> bool
  `,
  GroupNodeInputRecords: `
    Count() -> uint reads
  `,
  NodeOutput: `
    GetThreadNodeOutputRecords(uint numRecords) -> thread_node_output_records:N
    GetGroupNodeOutputRecords(uint numRecords) -> group_node_output_records:N
    IsValid() -> bool
  `,
  EmptyNodeOutput: `
    GroupIncrementOutputCount(uint count) -> void
    ThreadIncrementOutputCount(uint count) -> void
    IsValid() -> bool
  `,
  GroupOrThreadNodeOutputRecords: `
    OutputComplete() -> void
  `,
})

/** Sampled textures by their letter in TEXTURE_METHODS. */
export const TEXTURE_LETTERS: ReadonlyMap<string, string> = table({
  Texture1D: '1',
  Texture1DArray: '1A',
  Texture2D: '2',
  Texture2DArray: '2A',
  Texture3D: '3',
  TextureCube: 'C',
  TextureCubeArray: 'CA',
})

/** Sizes in TEXTURE_METHODS: $x (coordinates), $o (texel offset), $l (coordinates of Load: a level besides), $g (gradient: no slice). */
export function textureSizes(kind: ResourceKind): ReadonlyMap<string, number> {
  const { coords, offsets, isArray } = RESOURCE_KINDS[kind]
  return new Map([
    ['x', coords],
    ['o', offsets],
    ['l', coords + 1],
    ['g', isArray ? coords - 1 : coords],
  ])
}

/** Methods of sampled textures: the letters of the tables that have it, and the signature with sizes as $x, $o, $l, $g. */
export const TEXTURE_METHODS: readonly (readonly [tables: string, signature: string])[] = [
  ['1 1A 2 2A C CA', 'CalculateLevelOfDetail(any_sampler s, float<$g> x) -> float reads'],
  ['1 1A 2 2A C CA', 'CalculateLevelOfDetailUnclamped(any_sampler s, float<$g> x) -> float reads'],
  ['1', 'GetDimensions(uint x, out uint_only width, out =2 levels) -> void'],
  ['1', 'GetDimensions(uint x, out float_like width, out =2 levels) -> void'],
  ['1', 'GetDimensions(out uint_only width) -> void'],
  ['1', 'GetDimensions(out float_like width) -> void'],
  ['1 1A 2 2A 3', 'Load(int<$l> x; int<$o> o; out uint_only status) -> T reads'],
  ['1 1A 2 2A 3 C CA', 'Sample(sampler s, float<$x> x) -> T reads'],
  ['1 1A 2 2A 3', 'Sample(sampler s, float<$x> x, int<$o> o) -> T reads'],
  ['1 1A 2 2A 3 C CA', 'SampleBias(sampler s, float<$x> x, float bias) -> T reads'],
  ['1 1A 2 2A 3', 'SampleBias(sampler s, float<$x> x, float bias, int<$o> o) -> T reads'],
  ['1 1A 2 2A', 'SampleCmp(samplercmp s, float<$x> x, float compareValue; int<$o> o) -> float_like reads'],
  ['1 1A 2 2A C CA', 'SampleCmpBias(samplercmp s, float<$x> x, float compareValue, float bias) -> float_like reads'],
  [
    '1 1A 2 2A',
    'SampleCmpBias(samplercmp s, float<$x> x, float compareValue, float bias, int<$o> o) -> float_like reads',
  ],
  [
    '1 1A 2 2A C CA',
    'SampleCmpGrad(samplercmp s, float<$x> x, float compareValue, float<$g> ddx, float<$g> ddy) -> float_like reads',
  ],
  [
    '1 1A 2 2A',
    'SampleCmpGrad(samplercmp s, float<$x> x, float compareValue, float<$g> ddx, float<$g> ddy, int<$o> o) -> float_like reads',
  ],
  ['1 1A 2 2A', 'SampleCmpLevel(samplercmp s, float<$x> x, float compareValue, float lod) -> float_like reads'],
  [
    '1 1A 2 2A',
    'SampleCmpLevel(samplercmp s, float<$x> x, float compareValue, float lod, int<$o> o) -> float_like reads',
  ],
  ['1 1A 2 2A', 'SampleCmpLevelZero(samplercmp s, float<$x> x, float compareValue; int<$o> o) -> float_like reads'],
  ['1 1A 2 2A 3 C CA', 'SampleGrad(sampler s, float<$x> x, float<$g> ddx, float<$g> ddy) -> T reads'],
  ['1 1A 2 2A 3', 'SampleGrad(sampler s, float<$x> x, float<$g> ddx, float<$g> ddy, int<$o> o) -> T reads'],
  ['1 1A 2 2A 3 C CA', 'SampleLevel(sampler s, float<$x> x, float lod) -> T reads'],
  ['1 1A 2 2A 3', 'SampleLevel(sampler s, float<$x> x, float lod, int<$o> o) -> T reads'],
  ['1 1A 2 2A 3', 'Sample(sampler s, float<$x> x, int<$o> o, float clamp; out uint_only status) -> T reads'],
  ['1 1A 2 2A', 'SampleCmp(samplercmp s, float<$x> x, float compareValue, int<$o> o, float clamp) -> float_like reads'],
  [
    '1 1A 2 2A',
    'SampleCmp(samplercmp s, float<$x> x, float compareValue, int<$o> o, float clamp, out uint_only status) -> float_like reads',
  ],
  [
    '1 1A 2 2A',
    'SampleCmpBias(samplercmp s, float<$x> x, float compareValue, float bias, int<$o> o, float clamp) -> float_like reads',
  ],
  [
    '1 1A 2 2A',
    'SampleCmpBias(samplercmp s, float<$x> x, float compareValue, float bias, int<$o> o, float clamp, out uint_only status) -> float_like reads',
  ],
  [
    '1 1A 2 2A',
    'SampleCmpGrad(samplercmp s, float<$x> x, float compareValue, float<$g> ddx, float<$g> ddy, int<$o> o, float clamp) -> float_like reads',
  ],
  [
    '1 1A 2 2A',
    'SampleCmpGrad(samplercmp s, float<$x> x, float compareValue, float<$g> ddx, float<$g> ddy, int<$o> o, float clamp, out uint_only status) -> float_like reads',
  ],
  [
    '1 1A 2 2A',
    'SampleCmpLevel(samplercmp s, float<$x> x, float compareValue, float lod, int<$o> o, out uint_only status) -> float_like reads',
  ],
  [
    '1 1A 2 2A',
    'SampleCmpLevelZero(samplercmp s, float<$x> x, float compareValue, int<$o> o, out uint_only status) -> float_like reads',
  ],
  ['1 1A 2 2A 3', 'SampleLevel(sampler s, float<$x> x, float lod, int<$o> o, out uint_only status) -> T reads'],
  ['1 1A 2 2A 3', 'SampleBias(sampler s, float<$x> x, float bias, int<$o> o, float clamp) -> T reads'],
  [
    '1 1A 2 2A 3',
    'SampleBias(sampler s, float<$x> x, float bias, int<$o> o, float clamp, out uint_only status) -> T reads',
  ],
  [
    '1 1A 2 2A 3',
    'SampleGrad(sampler s, float<$x> x, float<$g> ddx, float<$g> ddy, int<$o> o, float clamp) -> T reads',
  ],
  [
    '1 1A 2 2A 3',
    'SampleGrad(sampler s, float<$x> x, float<$g> ddx, float<$g> ddy, int<$o> o, float clamp, out uint_only status) -> T reads',
  ],
  ['1A', 'GetDimensions(uint x, out uint_only width, out =2 elements, out =2 levels) -> void'],
  ['1A', 'GetDimensions(uint x, out float_like width, out =2 elements, out =2 levels) -> void'],
  ['1A', 'GetDimensions(out uint_only width, out =1 elements) -> void'],
  ['1A', 'GetDimensions(out float_like width, out =1 elements) -> void'],
  ['2 2A C CA', 'Gather(sampler s, float<$x> x) -> E<4> reads'],
  ['2 2A', 'Gather(sampler s, float<$x> x, int<$o> o) -> E<4> reads'],
  ['2 2A C CA', 'GatherAlpha(sampler s, float<$x> x) -> E<4> reads'],
  ['2 2A', 'GatherAlpha(sampler s, float<$x> x, int<$o> o) -> E<4> reads'],
  ['2 2A', 'GatherAlpha(sampler s, float<$x> x, int<$o> o1, int<$o> o2, int<$o> o3, int<$o> o4) -> E<4> reads'],
  ['2 2A C CA', 'GatherBlue(sampler s, float<$x> x) -> E<4> reads'],
  ['2 2A', 'GatherBlue(sampler s, float<$x> x, int<$o> o) -> E<4> reads'],
  ['2 2A', 'GatherBlue(sampler s, float<$x> x, int<$o> o1, int<$o> o2, int<$o> o3, int<$o> o4) -> E<4> reads'],
  ['2 2A C CA', 'GatherCmp(samplercmp s, float<$x> x, float compareValue) -> E<4> reads'],
  ['2 2A', 'GatherCmp(samplercmp s, float<$x> x, float compareValue, int<$o> o) -> E<4> reads'],
  ['2 2A C CA', 'GatherCmpAlpha(samplercmp s, float<$x> x, float compareValue) -> E<4> reads'],
  ['2 2A', 'GatherCmpAlpha(samplercmp s, float<$x> x, float compareValue, int<$o> o) -> E<4> reads'],
  [
    '2 2A',
    'GatherCmpAlpha(samplercmp s, float<$x> x, float compareValue, int<$o> o1, int<$o> o2, int<$o> o3, int<$o> o4) -> E<4> reads',
  ],
  ['2 2A C CA', 'GatherCmpBlue(samplercmp s, float<$x> x, float compareValue) -> E<4> reads'],
  ['2 2A', 'GatherCmpBlue(samplercmp s, float<$x> x, float compareValue, int<$o> o) -> E<4> reads'],
  [
    '2 2A',
    'GatherCmpBlue(samplercmp s, float<$x> x, float compareValue, int<$o> o1, int<$o> o2, int<$o> o3, int<$o> o4) -> E<4> reads',
  ],
  ['2 2A C CA', 'GatherCmpGreen(samplercmp s, float<$x> x, float compareValue) -> E<4> reads'],
  ['2 2A', 'GatherCmpGreen(samplercmp s, float<$x> x, float compareValue, int<$o> o) -> E<4> reads'],
  [
    '2 2A',
    'GatherCmpGreen(samplercmp s, float<$x> x, float compareValue, int<$o> o1, int<$o> o2, int<$o> o3, int<$o> o4) -> E<4> reads',
  ],
  ['2 2A C CA', 'GatherCmpRed(samplercmp s, float<$x> x, float compareValue) -> E<4> reads'],
  ['2 2A', 'GatherCmpRed(samplercmp s, float<$x> x, float compareValue, int<$o> o) -> E<4> reads'],
  [
    '2 2A',
    'GatherCmpRed(samplercmp s, float<$x> x, float compareValue, int<$o> o1, int<$o> o2, int<$o> o3, int<$o> o4) -> E<4> reads',
  ],
  ['2 2A C CA', 'GatherGreen(sampler s, float<$x> x) -> E<4> reads'],
  ['2 2A', 'GatherGreen(sampler s, float<$x> x, int<$o> o) -> E<4> reads'],
  ['2 2A', 'GatherGreen(sampler s, float<$x> x, int<$o> o1, int<$o> o2, int<$o> o3, int<$o> o4) -> E<4> reads'],
  ['2 2A C CA', 'GatherRed(sampler s, float<$x> x) -> E<4> reads'],
  ['2 2A', 'GatherRed(sampler s, float<$x> x, int<$o> o) -> E<4> reads'],
  ['2 2A', 'GatherRed(sampler s, float<$x> x, int<$o> o1, int<$o> o2, int<$o> o3, int<$o> o4) -> E<4> reads'],
  ['2 C', 'GetDimensions(uint x, out uint_only width, out =2 height, out =2 levels) -> void'],
  ['2 C', 'GetDimensions(uint x, out float_like width, out =2 height, out =2 levels) -> void'],
  ['2 C', 'GetDimensions(out uint_only width, out =1 height) -> void'],
  ['2 C', 'GetDimensions(out float_like width, out =1 height) -> void'],
  ['2 2A', 'Gather(sampler s, float<$x> x, int<$o> o, out uint_only status) -> E<4> reads'],
  ['2 2A', 'GatherRed(sampler s, float<$x> x, int<$o> o, out uint_only status) -> E<4> reads'],
  [
    '2 2A',
    'GatherRed(sampler s, float<$x> x, int<$o> o1, int<$o> o2, int<$o> o3, int<$o> o4, out uint_only status) -> E<4> reads',
  ],
  ['2 2A', 'GatherGreen(sampler s, float<$x> x, int<$o> o, out uint_only status) -> E<4> reads'],
  [
    '2 2A',
    'GatherGreen(sampler s, float<$x> x, int<$o> o1, int<$o> o2, int<$o> o3, int<$o> o4, out uint_only status) -> E<4> reads',
  ],
  ['2 2A', 'GatherBlue(sampler s, float<$x> x, int<$o> o, out uint_only status) -> E<4> reads'],
  [
    '2 2A',
    'GatherBlue(sampler s, float<$x> x, int<$o> o1, int<$o> o2, int<$o> o3, int<$o> o4, out uint_only status) -> E<4> reads',
  ],
  ['2 2A', 'GatherAlpha(sampler s, float<$x> x, int<$o> o, out uint_only status) -> E<4> reads'],
  [
    '2 2A',
    'GatherAlpha(sampler s, float<$x> x, int<$o> o1, int<$o> o2, int<$o> o3, int<$o> o4, out uint_only status) -> E<4> reads',
  ],
  ['2 2A', 'GatherCmp(samplercmp s, float<$x> x, float compareValue, int<$o> o, out uint_only status) -> E<4> reads'],
  [
    '2 2A',
    'GatherCmpRed(samplercmp s, float<$x> x, float compareValue, int<$o> o, out uint_only status) -> E<4> reads',
  ],
  [
    '2 2A',
    'GatherCmpGreen(samplercmp s, float<$x> x, float compareValue, int<$o> o, out uint_only status) -> E<4> reads',
  ],
  [
    '2 2A',
    'GatherCmpBlue(samplercmp s, float<$x> x, float compareValue, int<$o> o, out uint_only status) -> E<4> reads',
  ],
  [
    '2 2A',
    'GatherCmpAlpha(samplercmp s, float<$x> x, float compareValue, int<$o> o, out uint_only status) -> E<4> reads',
  ],
  [
    '2 2A',
    'GatherCmpRed(samplercmp s, float<$x> x, float compareValue, int<$o> o1, int<$o> o2, int<$o> o3, int<$o> o4, out uint_only status) -> E<4> reads',
  ],
  [
    '2 2A',
    'GatherCmpGreen(samplercmp s, float<$x> x, float compareValue, int<$o> o1, int<$o> o2, int<$o> o3, int<$o> o4, out uint_only status) -> E<4> reads',
  ],
  [
    '2 2A',
    'GatherCmpBlue(samplercmp s, float<$x> x, float compareValue, int<$o> o1, int<$o> o2, int<$o> o3, int<$o> o4, out uint_only status) -> E<4> reads',
  ],
  [
    '2 2A',
    'GatherCmpAlpha(samplercmp s, float<$x> x, float compareValue, int<$o> o1, int<$o> o2, int<$o> o3, int<$o> o4, out uint_only status) -> E<4> reads',
  ],
  ['2 2A', 'GatherRaw(sampler s, float<$x> x; int<$o> o; out uint_only status) -> E<4> reads'],
  ['2A CA', 'GetDimensions(uint x, out uint_only width, out =2 height, out =2 elements, out =2 levels) -> void'],
  ['2A CA', 'GetDimensions(uint x, out float_like width, out =2 height, out =2 elements, out =2 levels) -> void'],
  ['2A CA', 'GetDimensions(out uint_only width, out =1 height, out =1 elements) -> void'],
  ['2A CA', 'GetDimensions(out float_like width, out =1 height, out =1 elements) -> void'],
  ['3', 'CalculateLevelOfDetail(sampler s, float<$g> x) -> float reads'],
  ['3', 'CalculateLevelOfDetailUnclamped(sampler s, float<$g> x) -> float reads'],
  ['3', 'GetDimensions(uint x, out uint_only width, out =2 height, out =2 depth, out =2 levels) -> void'],
  ['3', 'GetDimensions(uint x, out float_like width, out =2 height, out =2 depth, out =2 levels) -> void'],
  ['3', 'GetDimensions(out uint_only width, out =1 height, out =1 depth) -> void'],
  ['3', 'GetDimensions(out float_like width, out =1 height, out =1 depth) -> void'],
  ['C CA', 'SampleCmp(samplercmp s, float<$x> x, float c) -> float_like reads'],
  ['C CA', 'SampleCmpLevel(samplercmp s, float<$x> x, float c, float lod) -> float_like reads'],
  ['C CA', 'SampleCmpLevelZero(samplercmp s, float<$x> x, float c) -> float_like reads'],
  ['C CA', 'Sample(sampler s, float<$x> x, float clamp; out uint_only status) -> T reads'],
  ['C CA', 'SampleCmp(samplercmp s, float<$x> x, float compareValue, float clamp) -> float_like reads'],
  [
    'C CA',
    'SampleCmp(samplercmp s, float<$x> x, float compareValue, float clamp, out uint_only status) -> float_like reads',
  ],
  ['C CA', 'SampleCmpBias(samplercmp s, float<$x> x, float compareValue, float bias, float clamp) -> float_like reads'],
  [
    'C CA',
    'SampleCmpBias(samplercmp s, float<$x> x, float compareValue, float bias, float clamp, out uint_only status) -> float_like reads',
  ],
  [
    'C CA',
    'SampleCmpGrad(samplercmp s, float<$x> x, float compareValue, float<$g> ddx, float<$g> ddy, float clamp) -> float_like reads',
  ],
  [
    'C CA',
    'SampleCmpGrad(samplercmp s, float<$x> x, float compareValue, float<$g> ddx, float<$g> ddy, float clamp, out uint_only status) -> float_like reads',
  ],
  [
    'C CA',
    'SampleCmpLevel(samplercmp s, float<$x> x, float compareValue, float lod, out uint_only status) -> float_like reads',
  ],
  [
    'C CA',
    'SampleCmpLevelZero(samplercmp s, float<$x> x, float compareValue, out uint_only status) -> float_like reads',
  ],
  ['C CA', 'SampleLevel(sampler s, float<$x> x, float lod, out uint_only status) -> T reads'],
  ['C CA', 'SampleBias(sampler s, float<$x> x, float bias, float clamp; out uint_only status) -> T reads'],
  ['C CA', 'SampleGrad(sampler s, float<$x> x, float<$g> ddx, float<$g> ddy, float clamp) -> T reads'],
  [
    'C CA',
    'SampleGrad(sampler s, float<$x> x, float<$g> ddx, float<$g> ddy, float clamp, out uint_only status) -> T reads',
  ],
  ['C CA', 'Gather(sampler s, float<$x> x, out uint_only status) -> E<4> reads'],
  ['C CA', 'GatherRed(sampler s, float<$x> x, out uint_only status) -> E<4> reads'],
  ['C CA', 'GatherGreen(sampler s, float<$x> x, out uint_only status) -> E<4> reads'],
  ['C CA', 'GatherBlue(sampler s, float<$x> x, out uint_only status) -> E<4> reads'],
  ['C CA', 'GatherAlpha(sampler s, float<$x> x, out uint_only status) -> E<4> reads'],
  ['C CA', 'GatherCmp(samplercmp s, float<$x> x, float compareValue, out uint_only status) -> E<4> reads'],
  ['C CA', 'GatherCmpRed(samplercmp s, float<$x> x, float compareValue, out uint_only status) -> E<4> reads'],
  ['C CA', 'GatherCmpGreen(samplercmp s, float<$x> x, float compareValue, out uint_only status) -> E<4> reads'],
  ['C CA', 'GatherCmpBlue(samplercmp s, float<$x> x, float compareValue, out uint_only status) -> E<4> reads'],
  ['C CA', 'GatherCmpAlpha(samplercmp s, float<$x> x, float compareValue, out uint_only status) -> E<4> reads'],
]
