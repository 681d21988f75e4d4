// What each builtin function and method computes, in a sentence, for those who are writing HLSL. Names that differ in a word share a line; a line
// that begins with `/` is a pattern whose groups are $1, $2.

import { lazy } from '../base/lazy.ts'

const LINES = `
D3DCOLORtoUBYTE4: Swizzles and scales a colour to four bytes in ints: \`int4(x.zyxw * 255.002)\`.
GetRenderTargetSampleCount: Samples of a pixel of the render targets.
GetRenderTargetSamplePosition: Place of a sample in the pixel, from -0.5 to 0.5.
abort DebugBreak: Stops in an attached debugger.
abs: Absolute value of each component.
acos asin atan: Arc function of each component, in radians.
atan2: Angle of the vector (x, y) in radians, from -pi to pi.
all: True when no component is zero.
any: True when a component is not zero.
/^(All|Group|Device)MemoryBarrier$: Waits until earlier accesses to $1 memory (All: groupshared and device) are visible to the thread group.
/^(All|Group|Device)MemoryBarrierWithGroupSync$: As $1MemoryBarrier, and waits until every thread of the group has come here.
/^as(double|float|int|uint|float16|int16|uint16)$: The bits of the value taken as $1; nothing is converted.
ceil: Smallest integer that is not less.
floor: Largest integer that is not greater.
round: Nearest integer; halves go to the even one.
trunc: Integer part, rounded to zero.
frac: \`x - floor(x)\`.
clamp: \`min(max(x, min), max)\`.
saturate: Clamps to 0..1; NaN becomes 0.
clip: Discards the pixel when a component is less than zero.
cos sin tan: Function of each angle in radians.
cosh sinh tanh: Hyperbolic function of each component.
sincos: Sine and cosine of an angle in radians.
countbits: Bits that are 1.
firstbithigh: Number of the highest 1 bit (of negative ints the highest 0 bit), counted from bit 0; -1 for none.
firstbitlow: Number of the lowest 1 bit, counted from bit 0; -1 for none.
reversebits: Bits in reverse order.
cross: Cross product.
/^dd([xy])(_coarse|_fine)?$: Change of the value from one pixel to the next in $1, within the quad of pixels. coarse: one for the quad; fine: one a row or column.
fwidth: \`abs(ddx(x)) + abs(ddy(x))\`.
degrees: Radians to degrees.
radians: Degrees to radians.
determinant: Determinant of a square matrix.
transpose: The matrix with rows and columns exchanged.
distance: Length of the difference.
length: Length of the vector.
normalize: The vector divided by its length; not a number for a zero vector.
dot: Sum of the products of the components.
dst: Distance vector of the old lighting model: \`(1, a.y * b.y, a.z, b.w)\`.
lit: Lighting coefficients (ambient, diffuse, specular, 1).
mul: Product of scalars, vectors and matrices; a vector on the left is a row, on the right a column.
mad: \`m * a + b\`.
fma: \`a * b + c\` of doubles, rounded once.
msad4: Masked sum of absolute differences of bytes, four at once.
EvaluateAttributeAtSample: The attribute interpolated at a sample.
EvaluateAttributeCentroid: The attribute interpolated at the centroid.
EvaluateAttributeSnapped: The attribute interpolated at an offset in sixteenths of a pixel.
GetAttributeAtVertex: A nointerpolation attribute as the vertex 0, 1 or 2 of the primitive gave it.
exp exp2: Power of e (exp) or 2 (exp2).
log log2 log10: Logarithm to the base e, 2 or 10.
pow: \`x\` to the power of \`y\`, as exp2(log2(x) * y): not for negative x.
rcp: 1 / x, approximately.
rsqrt: 1 / sqrt(x), approximately.
sqrt: Square root.
f16tof32: Float of the half in the low 16 bits.
f32tof16: Half of the float, in the low 16 bits.
faceforward: \`-n * sign(dot(i, ng))\`.
fmod: Remainder of the division with the sign of x.
modf: Fractional part; the integer part goes out.
frexp: Mantissa in 0.5..1; the exponent goes out.
ldexp: \`x * exp2(exp)\`.
isfinite isinf isnan isnormal: Tests each component for what the name says.
lerp: \`x + s * (y - x)\`.
step: 1 where \`x >= y\`, else 0 (y comes first).
smoothstep: Smooth step from 0 at min to 1 at max, by a Hermite polynomial.
max min: Larger (max) or smaller (min) value; of a NaN and a number the number.
sign: -1, 0 or 1.
reflect: Reflection of i at a surface with normal n.
refract: Refraction of i at normal n; the ratio of the indices last.
select: \`cond ? t : f\` of each component; all arguments are evaluated.
and or: Logical operation of each component; both sides are evaluated.
printf: Debug output; other compilers of HLSL have it.
/^Process(2DQuad|Isoline|Quad|Tri)TessFactors(Avg|Max|Min)?$: Rounds tessellation factors of a patch and makes the inside ones of the edges ($2).
/^tex(1D|2D|3D|CUBE)(bias|grad|lod|proj)?$: Samples a Direct3D 9 sampler; shader model 6 has Texture objects instead.
CheckAccessFullyMapped: Whether every texel of an access, given by its status, was resident.
AddUint64: Sums of 64-bit integers that are pairs of uints, low first.
NonUniformResourceIndex: Marks an index of resources that may differ between lanes.
WaveIsFirstLane: Whether this is the active lane with the lowest index.
WaveGetLaneIndex: Index of this lane in the wave.
WaveGetLaneCount: Lanes of a wave.
WaveActiveAnyTrue: Whether any active lane has true.
WaveActiveAllTrue: Whether all active lanes have true.
WaveActiveAllEqual: Whether all active lanes have the same value.
WaveActiveBallot: A bit for each lane that is active and has true.
WaveReadLaneAt: The value of the lane with that index.
WaveReadLaneFirst: The value of the first active lane.
WaveActiveCountBits: Active lanes that have true.
/^WaveActive(Sum|Product|BitAnd|BitOr|BitXor|Min|Max)$: $1 over all active lanes.
WavePrefixCountBits: Active lanes in front of this one that have true.
/^WavePrefix(Sum|Product)$: $1 over the active lanes in front of this one.
WaveMatch: A bit for each active lane with the same value.
/^WaveMultiPrefix(BitAnd|BitOr|BitXor|CountBits|Product|Sum)$: $1 over the lanes of a mask in front of this one.
/^Quad(Any|All)$: Whether $1 of the four lanes of the quad have true.
QuadReadLaneAt: The value of that lane of the quad.
/^QuadReadAcross(X|Y|Diagonal)$: The value of the other lane of the quad ($1).
GetGroupWaveIndex GetGroupWaveCount: The wave in its thread group, and how many there are.
DebugBreak: A breakpoint.
dx::IsDebuggingEnabled: Whether a debugger is there.
/^(?:Get|Candidate|Committed)?ClusterID$: The cluster that is hit.
/^(?:Candidate|Committed)?TriangleObjectPositions$: The vertices of the triangle that is hit.
TraceRay: Traces a ray through an acceleration structure; hit and miss shaders fill the payload.
dx::MaybeReorderThread: Lets the device regroup threads by what they hit.
ReportHit: Reports a hit of an intersection shader; true when it was taken.
CallShader: Calls a callable shader by its index.
IgnoreHit: Ends the any hit shader; the hit does not count.
AcceptHitAndEndSearch: Ends the any hit shader and the search; the hit counts.
DispatchRaysIndex DispatchRaysDimensions: Where this ray is in the grid of DispatchRays, and how large that is.
/^(?:Get|Candidate|Committed)?(World|Object)Ray(Origin|Direction)$: $2 of the ray in $1 space.
/^(?:Get)?RayT(Min|Current)$: $1 distance along the ray.
/^(?:Get|Candidate|Committed)?(Primitive|Instance|Geometry)Index$: Index of the $1 that is hit.
/^(?:Get|Candidate|Committed)?InstanceID$: The number that the instance was given.
/^(?:Get)?HitKind$: What was reported of the hit: front or back face of a triangle, or the shader's own number.
/^(?:Get)?RayFlags$: Flags of the ray.
/^(?:Get|Candidate|Committed)?(World|Object)To(World|Object)(3x4|4x3)?$: Matrix from $1 to $2 space.
/^dot4add_([ui]8)packed$: Dot product of four packed $1 values, plus an accumulator.
dot2add: Dot product of two half2, plus a float.
/^unpack_([su]8)([su]\\d+)$: Four packed $1 values as a vector of $2.
/^pack_(clamp_)?([su]8)$: Four values packed into a uint as $2; clamp_ clamps them first.
SetMeshOutputCounts: How many vertices and primitives the group writes; once, before any of them.
DispatchMesh: Starts mesh shader groups with a payload; ends the amplification shader.
IsHelperLane: Whether the pixel is computed for derivatives alone.
Barrier: Orders accesses of the memory kinds and the scope given.
GetRemainingRecursionLevels: Levels that a recursive node has left.
Sample: Filtered texel; the level of detail comes from derivatives.
SampleBias: As Sample, with a bias of the level.
SampleGrad: As Sample, with derivatives given.
SampleLevel: Filtered texel of a level.
/^SampleCmp(Bias|Grad|Level|LevelZero)?$: Compares texels with a value and filters the results. $1
/^Gather(Cmp)?(Red|Green|Blue|Alpha)?$: The four texels that a bilinear sample would take, one component ($2) of each; Cmp: compared with a value.
GatherRaw: The four texels, their bits as they are.
/^CalculateLevelOfDetail(Unclamped)?$: The level that Sample would take.
GetDimensions: Size of the resource, or of a mip level, and what else it has: elements, levels, samples, stride.
GetSamplePosition: Place of a sample in the texel.
/^Load[234]?$: Reads without filtering: an element, a texel, or values at a byte offset.
/^Store[234]?$: Writes values at a byte offset.
Append: Adds an element, or a vertex to the stream.
Consume: Takes the last element out.
RestartStrip: Ends the strip; the next vertex begins another one.
/^(Increment|Decrement)Counter$: $1s the hidden counter of the buffer; the value before (Increment) or after (Decrement).
/^Interlocked(Add|Min|Max|And|Or|Xor|Exchange)(64|Float)?$: Atomic $1 on groupshared memory or a UAV; the value before can go out.
/^InterlockedCompare(Store|Exchange)(64|FloatBitwise)?$: Atomic $1 where the value is the one compared with.
/^WriteSamplerFeedback(Bias|Grad|Level)?$: Notes which texels a sample would touch.
TraceRayInline: Begins a query; Proceed steps through it.
Proceed: Goes on to the next candidate; false when the query is done.
Abort: Ends the query.
CommitNonOpaqueTriangleHit CommitProceduralPrimitiveHit: Takes the candidate as the closest hit.
CommittedStatus: What was hit: COMMITTED_NOTHING, COMMITTED_TRIANGLE_HIT or COMMITTED_PROCEDURAL_PRIMITIVE_HIT.
CandidateType: What the candidate is: a triangle or a procedural primitive.
/^(Candidate|Committed)TriangleBarycentrics$: Barycentric coordinates of the hit.
/^(Candidate|Committed)TriangleFrontFace$: Whether the front of the triangle is hit.
/^(CandidateTriangle|Committed)RayT$: Distance of the hit along the ray.
GetThreadNodeOutputRecords GetGroupNodeOutputRecords: Output records for each thread, or for the group.
/^(Group|Thread)IncrementOutputCount$: Counts outputs of a node that have no records.
OutputComplete: Sends the records on.
IsValid: Whether the node's output leads anywhere.
Count: Records that came in.
FinishedCrossGroupSharing: True in the group that is the last to call it.
`

interface Docs {
  readonly exact: ReadonlyMap<string, string>
  readonly patterns: readonly (readonly [pattern: RegExp, text: string])[]
}

const docs = lazy((): Docs => {
  const exact = new Map<string, string>()
  const patterns: [RegExp, string][] = []
  for (const line of LINES.trim().split('\n')) {
    const at = line.indexOf(': ')
    const text = line.slice(at + 2)
    if (line.startsWith('/')) patterns.push([new RegExp(line.slice(1, at)), text])
    else for (const name of line.slice(0, at).split(' ')) exact.set(name, text)
  }
  return { exact, patterns }
})

/** What a builtin function or method does; undefined for those nothing is said of. */
export function builtinDoc(name: string): string | undefined {
  const { exact, patterns } = docs()
  const known = exact.get(name)
  if (known !== undefined) return known
  for (const [pattern, text] of patterns) {
    const match = pattern.exec(name)
    if (match)
      return text
        .replace(/\$(\d)/g, (_, i: string) => match[Number(i)] ?? '')
        .replace(/ ?\(\)/, '')
        .trim()
  }
  return undefined
}
