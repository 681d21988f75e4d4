// One call of every builtin function that compute shaders have: element type, expression over a, b, c of that type, least minor version.

export interface IntrinsicCall {
  readonly type: string
  readonly expression: string
  readonly minor: number
}

const CALLS = `
float   abs(a) acos(a) asin(a) atan(a) atan2(a,b) ceil(a) clamp(a,b,c) cos(a) cosh(a) degrees(a) exp(a) exp2(a) floor(a) fmod(a,b)
float   frac(a) isfinite(a) isinf(a) isnan(a) ldexp(a,b) lerp(a,b,c) log(a) log10(a) log2(a) mad(a,b,c) max(a,b) min(a,b) pow(a,b)
float   pow(a,2.0) radians(a) rcp(a) round(a) rsqrt(a) saturate(a) sign(a) sin(a) sinh(a) smoothstep(a,b,c) sqrt(a) step(a,b) tan(a)
float   tanh(a) trunc(a) asuint(a) asint(a) f32tof16(a) dot(a,b) length(a) distance(a,b) normalize(a) faceforward(a,b,c) reflect(a,b)
float   lit(a,b,c) all(a) any(a) select(a>b,b,c) mul(a,b) frexpSum(a) modfWhole(a) sincosPair(a)
float4  dot(a,b) length(a) distance(a,b) normalize(a) reflect(a,b) refract(a,b,c.x) faceforward(a,b,c) dst(a,b) all(a) any(a) abs(a)
float4  D3DCOLORtoUBYTE4(a) mul(a,b) mul(a.x,b) determinant(float2x2(a)) determinant(float3x3(a.xyz,b.xyz,c.xyz))
float4  determinant(float4x4(a,b,c,a)) mul(float2x2(a),b.xy) mul(b.xy,float2x2(a)) transpose(float2x2(a))[1] pow(a,b) fmod(a,b)
float3  cross(a,b) lerp(a,b,c) clamp(a,b,c) dot(a,b)
int     abs(a) clamp(a,b,c) max(a,b) min(a,b) mad(a,b,c) sign(a) firstbithigh(a) asfloat(a)
uint    clamp(a,b,c) max(a,b) min(a,b) mad(a,b,c) firstbithigh(a) firstbitlow(a) countbits(a) reversebits(a) f16tof32(a) asfloat(a)
uint    msad4(a,uint2(b,c),uint4(a,b,c,1))
int3    dot(a,b) mul(a,b)
uint3   dot(a,b) mul(int3x3(a,b,c),b)
bool2   all(a) any(a) and(a,b) or(a,b)
uint    WaveActiveSum(a) WaveActiveProduct(a) WaveActiveMin(a) WaveActiveMax(a) WaveActiveBitAnd(a) WaveActiveBitOr(a) WaveActiveBitXor(a)
uint    WaveActiveCountBits(a>1) WavePrefixCountBits(a>1) WavePrefixSum(a) WavePrefixProduct(a) WaveActiveAllTrue(a>1) WaveActiveAnyTrue(a>1)
uint    WaveActiveAllEqual(a) WaveActiveBallot(a>1) WaveReadLaneAt(a,3) WaveReadLaneFirst(a) WaveGetLaneCount() WaveGetLaneIndex()
uint    WaveIsFirstLane() QuadReadAcrossX(a) QuadReadAcrossY(a) QuadReadAcrossDiagonal(a) QuadReadLaneAt(a,2)
float   WaveActiveSum(a) WavePrefixSum(a) WaveActiveMin(a)
int     WaveActiveMax(a) WaveActiveSum(a)
uint@4  dot4add_u8packed(a,b,c) (uint)dot4add_i8packed(a,b,(int)c)
uint@5  WaveMatch(a) WaveMultiPrefixSum(a,uint4(1,2,3,4)) WaveMultiPrefixProduct(a,uint4(1,2,3,4)) WaveMultiPrefixBitAnd(a,uint4(1,2,3,4))
uint@5  WaveMultiPrefixBitOr(a,uint4(1,2,3,4)) WaveMultiPrefixBitXor(a,uint4(1,2,3,4)) WaveMultiPrefixCountBits(a>1,uint4(1,2,3,4))
uint@6  unpack_u8u32((uint8_t4_packed)a) unpack_s8s32((int8_t4_packed)a)
int4@6  (uint)pack_u8(a) (uint)pack_s8(a) (uint)pack_clamp_u8(a) (uint)pack_clamp_s8(a)
`

/** Functions around those with out parameters. */
export const HELPERS = `
float frexpSum(float x) { float e; const float m = frexp(x, e); return m * e; }
float modfWhole(float x) { float whole; modf(x, whole); return whole; }
float sincosPair(float x) { float s, c; sincos(x, s, c); return s * c; }
`

export const INTRINSIC_CALLS: readonly IntrinsicCall[] = CALLS.trim()
  .split('\n')
  .flatMap(line => {
    const [head, ...expressions] = line.trim().split(/\s+/)
    const [type, minor] = head!.split('@')
    return expressions.map(expression => ({ type: type!, expression, minor: Number(minor ?? 0) }))
  })

/** A compute shader that stores the call's result. */
export function shaderFor({ type, expression }: IntrinsicCall): string {
  return `struct T { ${type} a; ${type} b; ${type} c; };
StructuredBuffer<T> input;
RWByteAddressBuffer output;
void Put(float v) { output.Store(0, asuint(v)); } void Put(float2 v) { output.Store2(0, asuint(v)); }
void Put(float3 v) { output.Store3(0, asuint(v)); } void Put(float4 v) { output.Store4(0, asuint(v)); }
void Put(uint v) { output.Store(0, v); } void Put(uint2 v) { output.Store2(0, v); } void Put(uint4 v) { output.Store4(0, v); }
void Put(int v) { output.Store(0, (uint)v); } void Put(int2 v) { output.Store2(0, (uint2)v); }
void Put(int3 v) { output.Store3(0, (uint3)v); } void Put(int4 v) { output.Store4(0, (uint4)v); }
void Put(bool v) { output.Store(0, (uint)v); } void Put(bool2 v) { output.Store2(0, (uint2)v); }
${HELPERS}
[numthreads(1, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    const ${type} a = input[id].a, b = input[id].b, c = input[id].c;
    Put(${expression});
}
`
}
