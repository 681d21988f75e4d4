// Every llvm.* and llvm.dx.* function that is no resource's: its code is what DXC makes of the same in HLSL, up to order, and it validates.

import test from 'ava'
import { compileModule } from '../../src/api/compile_module.ts'
import { diffContainers } from '../../src/api/diff.ts'
import { INTRINSIC_RULES } from '../../src/ll/import/intrinsics.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { accepted, moduleText } from './module_case.ts'

const RAW = 'target("dx.RawBuffer", i8, 1, 0)'
const FAST = 'reassoc nnan ninf nsz arcp afn'

/** Operands by name, in both languages: words of a buffer, and what is made of them. */
const WORDS = 8
const lanes = (name: string, type: string, letter: string, first: number, count: number): string =>
  Array.from({ length: count }, (_, n) => {
    const from = n === 0 ? 'poison' : `%${name}_${n - 1}`
    const to = n === count - 1 ? name : `${name}_${n}`
    return `  %${to} = insertelement <${count} x ${type}> ${from}, ${type} %${letter}${first + n}, i32 ${n}\n`
  }).join('')
const PROLOGUE = `  %out = call ${RAW} @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, ptr null)
  %in = call ${RAW} @llvm.dx.resource.handlefrombinding(i32 0, i32 1, i32 1, i32 0, ptr null)
${Array.from(
  { length: WORDS },
  (_, k) => `  %r${k} = call { i32, i1 } @llvm.dx.resource.load.rawbuffer(${RAW} %in, i32 ${4 * k}, i32 0)
  %x${k} = extractvalue { i32, i1 } %r${k}, 0
  %f${k} = bitcast i32 %x${k} to float
  %h${k} = fptrunc float %f${k} to half
  %b${k} = icmp ne i32 %x${k}, 0
`,
).join(
  '',
)}${lanes('x02', 'i32', 'x', 0, 2)}${lanes('f02', 'float', 'f', 0, 2)}${lanes('x03', 'i32', 'x', 0, 3)}${lanes('x33', 'i32', 'x', 3, 3)}${lanes('f03', 'float', 'f', 0, 3)}${lanes('f33', 'float', 'f', 3, 3)}${lanes('b03', 'i1', 'b', 0, 3)}${lanes('h02', 'half', 'h', 0, 2)}
`
const HLSL_PROLOGUE = `RWByteAddressBuffer o : register(u0);
RWByteAddressBuffer source : register(u1);
[numthreads(8, 8, 1)] void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint3 inner : SV_GroupThreadID, uint flat : SV_GroupIndex) {
${Array.from(
  { length: WORDS },
  (_, k) =>
    `  uint x${k} = source.Load(${4 * k}); int i${k} = x${k}; float f${k} = asfloat(x${k}); half h${k} = (half)f${k}; bool b${k} = x${k} != 0;`,
).join('\n')}
  uint2 x02 = uint2(x0, x1); float2 f02 = float2(f0, f1); uint3 x03 = uint3(x0, x1, x2), x33 = uint3(x3, x4, x5); int3 i03 = x03, i33 = x33;
  float3 f03 = float3(f0, f1, f2), f33 = float3(f3, f4, f5); bool3 b03 = bool3(b0, b1, b2);
`

interface Row {
  /** The call without `call`, or several instructions; the value to store is %v. */
  readonly llvm: string
  /** The type of %v; empty: nothing is stored. */
  readonly type: string
  /** The same as an expression, or statements that end in one. */
  readonly hlsl: string
}
const row = (type: string, llvm: string, hlsl: string): Row => ({ llvm, type, hlsl })
/** One function of one lane's operands: `name(float %f0, float %f1)` against `hlsl(f0, f1)`. */
const floats = (name: string, hlsl: string, count = 1): Row => {
  const operands = Array.from({ length: count }, (_, n) => `f${n}`)
  return row('float', `${name}(${operands.map(f => `float %${f}`).join(', ')})`, `${hlsl}(${operands.join(', ')})`)
}
const words = (name: string, hlsl: string, count = 1, letter = 'x'): Row => {
  const operands = Array.from({ length: count }, (_, n) => n)
  return row(
    'i32',
    `${name}(${operands.map(n => `i32 %x${n}`).join(', ')})`,
    `${hlsl}(${operands.map(n => letter + n).join(', ')})`,
  )
}
/** A function without value: x0 is stored behind it. */
const silent = (llvm: string, hlsl = ''): Row => row('', llvm, hlsl)

const ROWS: Readonly<Record<string, Row>> = {
  acos: floats('acos.f32', 'acos'),
  asin: floats('asin.f32', 'asin'),
  atan: floats('atan.f32', 'atan'),
  ceil: floats('ceil.f32', 'ceil'),
  cos: floats('cos.f32', 'cos'),
  cosh: floats('cosh.f32', 'cosh'),
  exp2: floats('exp2.f32', 'exp2'),
  floor: floats('floor.f32', 'floor'),
  'dx.frac': row('<3 x float>', 'dx.frac.v3f32(<3 x float> %f03)', 'frac(f03)'),
  log2: floats('log2.f32', 'log2'),
  bitreverse: words('bitreverse.i32', 'reversebits'),
  roundeven: floats('roundeven.f32', 'round'),
  'dx.rsqrt': floats('dx.rsqrt.f32', 'rsqrt'),
  'dx.saturate': row('half', 'dx.saturate.f16(half %h0)', 'saturate(h0)'),
  sin: row('<3 x float>', 'sin.v3f32(<3 x float> %f03)', 'sin(f03)'),
  sinh: floats('sinh.f32', 'sinh'),
  sqrt: floats('sqrt.f32', 'sqrt'),
  tan: floats('tan.f32', 'tan'),
  tanh: floats('tanh.f32', 'tanh'),
  trunc: floats('trunc.f32', 'trunc'),
  'dx.ddx.coarse': floats('dx.ddx.coarse.f32', 'ddx_coarse'),
  'dx.ddx.fine': floats('dx.ddx.fine.f32', 'ddx_fine'),
  'dx.ddy.coarse': floats('dx.ddy.coarse.f32', 'ddy_coarse'),
  'dx.ddy.fine': floats('dx.ddy.fine.f32', 'ddy_fine'),
  fabs: floats('fabs.f32', 'abs'),
  rint: floats('rint.f32', 'round'),
  nearbyint: floats('nearbyint.f32', 'round'),
  exp: floats('exp.f32', 'exp'),
  log: floats('log.f32', 'log'),
  log10: floats('log10.f32', 'log10'),
  pow: floats('pow.f32', 'pow', 2),
  fma: row(
    '<2 x i32>',
    `%d0 = call double @llvm.dx.asdouble.i32(i32 %x0, i32 %x1)
  %d1 = call double @llvm.dx.asdouble.i32(i32 %x2, i32 %x3)
  %d = call double @llvm.fma.f64(double %d0, double %d1, double %d0)
  %w = call { i32, i32 } @llvm.dx.splitdouble.i32(double %d)
  %lo = extractvalue { i32, i32 } %w, 0
  %hi = extractvalue { i32, i32 } %w, 1
  %v0 = insertelement <2 x i32> poison, i32 %lo, i32 0
  %v = insertelement <2 x i32> %v0, i32 %hi, i32 1`,
    'double d0 = asdouble(x0, x1); double d1 = asdouble(x2, x3); uint lo, hi; asuint(fma(d0, d1, d0), lo, hi); uint2(lo, hi)',
  ),
  powi: row('float', 'powi.f32.i32(float %f0, i32 %x1)', 'pow(f0, (float)i1)'),
  atan2: floats('atan2.f32', 'atan2', 2),
  'is.fpclass': row('i1', 'is.fpclass.f32(float %f0, i32 516)', 'isinf(f0)'),
  'usub.sat': row('i32', 'usub.sat.i32(i32 %x0, i32 %x1)', 'x0 < x1 ? 0 : x0 - x1'),
  'uadd.with.overflow': row(
    '<2 x i32>',
    `%a = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %x0, i32 %x1)
  %sum = extractvalue { i32, i1 } %a, 0
  %carry = extractvalue { i32, i1 } %a, 1
  %wide = zext i1 %carry to i32
  %v0 = insertelement <2 x i32> poison, i32 %sum, i32 0
  %v = insertelement <2 x i32> %v0, i32 %wide, i32 1`,
    'uint2 sum = AddUint64(uint2(x0, 0), uint2(x1, 0)); sum',
  ),
  fmuladd: floats('fmuladd.f32', 'mad', 3),
  minnum: floats('minnum.f32', 'min', 2),
  maxnum: floats('maxnum.f32', 'max', 2),
  minimumnum: floats('minimumnum.f32', 'min', 2),
  maximumnum: floats('maximumnum.f32', 'max', 2),
  smin: words('smin.i32', 'min', 2, 'i'),
  smax: words('smax.i32', 'max', 2, 'i'),
  umin: words('umin.i32', 'min', 2),
  umax: row('<3 x i32>', 'umax.v3i32(<3 x i32> %x03, <3 x i32> %x33)', 'max(x03, x33)'),
  abs: row('i32', 'abs.i32(i32 %x0, i1 false)', 'abs(i0)'),
  ctpop: words('ctpop.i32', 'countbits'),
  cttz: row('i32', 'cttz.i32(i32 %x0, i1 true)', 'firstbitlow(x0)'),
  fshl: row('i32', 'fshl.i32(i32 %x0, i32 %x1, i32 8)', '(x0 << 8) | (x1 >> 24)'),
  fshr: row('i32', 'fshr.i32(i32 %x0, i32 %x1, i32 8)', '(x0 << 24) | (x1 >> 8)'),
  'vector.reduce.add': row('i32', 'vector.reduce.add.v3i32(<3 x i32> %x03)', 'x0 + x1 + x2'),
  'vector.reduce.or': row('i32', 'vector.reduce.or.v3i32(<3 x i32> %x03)', 'x0 | x1 | x2'),
  'vector.reduce.mul': row('i32', 'vector.reduce.mul.v3i32(<3 x i32> %x03)', 'x0 * x1 * x2'),
  'vector.reduce.xor': row('i32', 'vector.reduce.xor.v3i32(<3 x i32> %x03)', 'x0 ^ x1 ^ x2'),
  // Without flags the order is kept.
  'vector.reduce.fadd': row(
    'float',
    '%v = call float @llvm.vector.reduce.fadd.v3f32(float %f7, <3 x float> %f03)',
    'precise float made = f7 + f0 + f1 + f2; made',
  ),
  // Without flags the order is kept.
  'vector.reduce.fmul': row(
    'float',
    '%v = call float @llvm.vector.reduce.fmul.v3f32(float %f7, <3 x float> %f03)',
    'precise float made = f7 * f0 * f1 * f2; made',
  ),
  'vector.reduce.and': row('i32', 'vector.reduce.and.v3i32(<3 x i32> %x03)', 'x0 & x1 & x2'),
  'lifetime.start': silent('%m = alloca i32\n  call void @llvm.lifetime.start.p0(i64 4, ptr %m)'),
  'lifetime.end': silent('%m = alloca i32\n  call void @llvm.lifetime.end.p0(i64 4, ptr %m)'),
  assume: silent('call void @llvm.assume(i1 %b0)'),
  'experimental.noalias.scope.decl': silent('call void @llvm.experimental.noalias.scope.decl(metadata !0)'),
  'experimental.convergence.entry': silent('%token = call token @llvm.experimental.convergence.entry()'),
  'experimental.convergence.loop': silent(
    '%entry_token = call token @llvm.experimental.convergence.entry()\n  %token = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %entry_token) ]',
  ),
  'experimental.convergence.anchor': silent('%token = call token @llvm.experimental.convergence.anchor()'),
  'dbg.value': silent('call void @llvm.dbg.value(metadata i32 %x0, metadata !0, metadata !0)'),
  'dbg.declare': silent('%m = alloca i32\n  call void @llvm.dbg.declare(metadata ptr %m, metadata !0, metadata !0)'),
  'dbg.label': silent('call void @llvm.dbg.label(metadata !0)'),
  expect: row('i32', 'expect.i32(i32 %x0, i32 1)', 'x0'),
  'launder.invariant.group': row(
    'i32',
    `%m = alloca i32
  store i32 %x0, ptr %m
  %same = call ptr @llvm.launder.invariant.group.p0(ptr %m)
  %v = load i32, ptr %same`,
    'x0',
  ),
  'dx.thread.id': row('i32', 'dx.thread.id(i32 1)', 'id.y'),
  'dx.group.id': row('i32', 'dx.group.id(i32 2)', 'group.z'),
  'dx.thread.id.in.group': row('i32', 'dx.thread.id.in.group(i32 0)', 'inner.x'),
  'dx.flattened.thread.id.in.group': row('i32', 'dx.flattened.thread.id.in.group()', 'flat'),
  'dx.all': row('i1', 'dx.all.v3i32(<3 x i32> %x03)', 'all(x03)'),
  'dx.asdouble': row(
    'float',
    '%d = call double @llvm.dx.asdouble.i32(i32 %x0, i32 %x1)\n  %v = fptrunc double %d to float',
    '(float)asdouble(x0, x1)',
  ),
  'dx.splitdouble': row(
    'i32',
    `%d = call double @llvm.dx.asdouble.i32(i32 %x0, i32 %x1)
  %e = fadd ${FAST} double %d, %d
  %w = call { i32, i32 } @llvm.dx.splitdouble.i32(double %e)
  %v = extractvalue { i32, i32 } %w, 1`,
    'double d = asdouble(x0, x1); uint lo, hi; asuint(d + d, lo, hi); hi',
  ),
  'dx.uclamp': words('dx.uclamp.i32', 'clamp', 3),
  'dx.sclamp': words('dx.sclamp.i32', 'clamp', 3, 'i'),
  'dx.nclamp': floats('dx.nclamp.f32', 'clamp', 3),
  'dx.isinf': row('i1', 'dx.isinf.f32(float %f0)', 'isinf(f0)'),
  'dx.isnan': row('i1', 'dx.isnan.f32(float %f0)', 'isnan(f0)'),
  'dx.legacyf16tof32': row('<2 x float>', 'dx.legacyf16tof32.v2i32(<2 x i32> %x02)', 'f16tof32(x02)'),
  'dx.legacyf32tof16': row('<2 x i32>', 'dx.legacyf32tof16.v2f32(<2 x float> %f02)', 'f32tof16(f02)'),
  'dx.imad': words('dx.imad.i32', 'mad', 3, 'i'),
  'dx.umad': words('dx.umad.i32', 'mad', 3),
  'dx.dot2': row(
    'float',
    'dx.dot2.f32(float %f0, float %f1, float %f2, float %f3)',
    'dot(float2(f0, f1), float2(f2, f3))',
  ),
  'dx.dot3': row(
    'float',
    'dx.dot3.f32(float %f0, float %f1, float %f2, float %f3, float %f4, float %f5)',
    'dot(f03, f33)',
  ),
  'dx.dot4': row(
    'float',
    `dx.dot4.f32(${[0, 1, 2, 3, 4, 5, 6, 7].map(n => `float %f${n}`).join(', ')})`,
    'dot(float4(f0, f1, f2, f3), float4(f4, f5, f6, f7))',
  ),
  'dx.dot2add': row(
    'float',
    'dx.dot2add.f32(float %f4, half %h0, half %h1, half %h2, half %h3)',
    'dot2add(half2(h0, h1), half2(h2, h3), f4)',
  ),
  'dx.dot4add.i8packed': row('i32', 'dx.dot4add.i8packed(i32 %x0, i32 %x1, i32 %x2)', 'dot4add_i8packed(x1, x2, i0)'),
  'dx.dot4add.u8packed': row('i32', 'dx.dot4add.u8packed(i32 %x0, i32 %x1, i32 %x2)', 'dot4add_u8packed(x1, x2, x0)'),
  'dx.fdot': row('float', 'dx.fdot.v3f32(<3 x float> %f03, <3 x float> %f33)', 'dot(f03, f33)'),
  'dx.sdot': row('i32', 'dx.sdot.v3i32(<3 x i32> %x03, <3 x i32> %x33)', 'dot(i03, i33)'),
  'dx.udot': row('i32', 'dx.udot.v3i32(<3 x i32> %x03, <3 x i32> %x33)', 'dot(x03, x33)'),
  'dx.length': row('float', 'dx.length.v3f32(<3 x float> %f03)', 'length(f03)'),
  'dx.cross': row('<3 x float>', 'dx.cross.v3f32(<3 x float> %f03, <3 x float> %f33)', 'cross(f03, f33)'),
  'dx.lerp': floats('dx.lerp.f32', 'lerp', 3),
  'dx.step': floats('dx.step.f32', 'step', 2),
  'dx.degrees': floats('dx.degrees.f32', 'degrees'),
  'dx.radians': floats('dx.radians.f32', 'radians'),
  'dx.normalize': row('<3 x float>', 'dx.normalize.v3f32(<3 x float> %f03)', 'normalize(f03)'),
  'dx.firstbitlow': words('dx.firstbitlow.i32', 'firstbitlow'),
  'dx.wave.getlaneindex': row('i32', 'dx.wave.getlaneindex()', 'WaveGetLaneIndex()'),
  'dx.wave.get.lane.count': row('i32', 'dx.wave.get.lane.count()', 'WaveGetLaneCount()'),
  'dx.wave.is.first.lane': row('i1', 'dx.wave.is.first.lane()', 'WaveIsFirstLane()'),
  'dx.wave.any': row('i1', 'dx.wave.any(i1 %b0)', 'WaveActiveAnyTrue(b0)'),
  'dx.wave.all': row('i1', 'dx.wave.all(i1 %b0)', 'WaveActiveAllTrue(b0)'),
  'dx.wave.all.equal': row('i1', 'dx.wave.all.equal.f32(float %f0)', 'WaveActiveAllEqual(f0)'),
  'dx.wave.active.countbits': row('i32', 'dx.wave.active.countbits(i1 %b0)', 'WaveActiveCountBits(b0)'),
  'dx.wave.prefix.bit.count': row('i32', 'dx.wave.prefix.bit.count(i1 %b0)', 'WavePrefixCountBits(b0)'),
  'dx.wave.ballot': row(
    '<2 x i32>',
    `%w = call { i32, i32, i32, i32 } @llvm.dx.wave.ballot.i32(i1 %b0)
  %lo = extractvalue { i32, i32, i32, i32 } %w, 0
  %hi = extractvalue { i32, i32, i32, i32 } %w, 3
  %v0 = insertelement <2 x i32> poison, i32 %lo, i32 0
  %v = insertelement <2 x i32> %v0, i32 %hi, i32 1`,
    'uint4 w = WaveActiveBallot(b0); w.xw',
  ),
  'dx.wave.readlane': row('float', 'dx.wave.readlane.f32(float %f0, i32 %x1)', 'WaveReadLaneAt(f0, x1)'),
  'dx.wave.reduce.and': words('dx.wave.reduce.and.i32', 'WaveActiveBitAnd'),
  'dx.wave.reduce.or': words('dx.wave.reduce.or.i32', 'WaveActiveBitOr'),
  'dx.wave.reduce.xor': row('<3 x i32>', 'dx.wave.reduce.xor.v3i32(<3 x i32> %x03)', 'WaveActiveBitXor(x03)'),
  'dx.wave.reduce.sum': words('dx.wave.reduce.sum.i32', 'WaveActiveSum', 1, 'i'),
  'dx.wave.reduce.usum': words('dx.wave.reduce.usum.i32', 'WaveActiveSum'),
  'dx.wave.product': floats('dx.wave.product.f32', 'WaveActiveProduct'),
  'dx.wave.uproduct': words('dx.wave.uproduct.i32', 'WaveActiveProduct'),
  'dx.wave.reduce.min': words('dx.wave.reduce.min.i32', 'WaveActiveMin', 1, 'i'),
  'dx.wave.reduce.umin': words('dx.wave.reduce.umin.i32', 'WaveActiveMin'),
  'dx.wave.reduce.max': floats('dx.wave.reduce.max.f32', 'WaveActiveMax'),
  'dx.wave.reduce.umax': words('dx.wave.reduce.umax.i32', 'WaveActiveMax'),
  'dx.wave.prefix.sum': words('dx.wave.prefix.sum.i32', 'WavePrefixSum', 1, 'i'),
  'dx.wave.prefix.usum': words('dx.wave.prefix.usum.i32', 'WavePrefixSum'),
  'dx.wave.prefix.product': words('dx.wave.prefix.product.i32', 'WavePrefixProduct', 1, 'i'),
  'dx.wave.prefix.uproduct': words('dx.wave.prefix.uproduct.i32', 'WavePrefixProduct'),
  'dx.quad.read.across.x': floats('dx.quad.read.across.x.f32', 'QuadReadAcrossX'),
  'dx.quad.read.across.y': words('dx.quad.read.across.y.i32', 'QuadReadAcrossY'),
  'dx.quad.read.across.diagonal': row(
    '<3 x float>',
    'dx.quad.read.across.diagonal.v3f32(<3 x float> %f03)',
    'QuadReadAcrossDiagonal(f03)',
  ),
  'dx.group.memory.barrier': silent('call void @llvm.dx.group.memory.barrier()', 'GroupMemoryBarrier();'),
  'dx.group.memory.barrier.with.group.sync': silent(
    'call void @llvm.dx.group.memory.barrier.with.group.sync()',
    'GroupMemoryBarrierWithGroupSync();',
  ),
  'dx.device.memory.barrier': silent('call void @llvm.dx.device.memory.barrier()', 'DeviceMemoryBarrier();'),
  'dx.device.memory.barrier.with.group.sync': silent(
    'call void @llvm.dx.device.memory.barrier.with.group.sync()',
    'DeviceMemoryBarrierWithGroupSync();',
  ),
  'dx.all.memory.barrier': silent('call void @llvm.dx.all.memory.barrier()', 'AllMemoryBarrier();'),
  'dx.all.memory.barrier.with.group.sync': silent(
    'call void @llvm.dx.all.memory.barrier.with.group.sync()',
    'AllMemoryBarrierWithGroupSync();',
  ),
}

/** What has no builtin that DXC makes the same of: the call, and lines of its DXIL. */
const ALONE: Readonly<Record<string, readonly [llvm: string, ...lines: string[]]>> = {
  // HLSL's firstbithigh counts from the other end.
  ctlz: ['%v = call i32 @llvm.ctlz.i32(i32 %x0, i1 true)', '@dx.op.unaryBits.i32(i32 33'],
  'dx.firstbituhigh': ['%v = call i32 @llvm.dx.firstbituhigh.i32(i32 %x0)', '@dx.op.unaryBits.i32(i32 33'],
  'dx.firstbitshigh': ['%v = call i32 @llvm.dx.firstbitshigh.i32(i32 %x0)', '@dx.op.unaryBits.i32(i32 34'],
  // DXC adds the bytes up in another order.
  bswap: ['%v = call i32 @llvm.bswap.i32(i32 %x0)', '= shl i32 %6, 24', ', 16711680', ', 65280', '= lshr i32 %6, 24'],
  // LLVM's expansions have no flags where DXC's have.
  'dx.any': [
    '%any = call i1 @llvm.dx.any.v2f32(<2 x float> %f02)\n  %v = zext i1 %any to i32',
    'fcmp une float %7, 0.000000e+00',
    'or i1 ',
  ],
  'dx.sign': [
    '%v = call i32 @llvm.dx.sign.f32(float %f0)',
    'fcmp ogt float %7, 0.000000e+00',
    'fcmp olt float %7, 0.000000e+00',
    'sub i32 ',
  ],
  // The first result is the low word, and the operation's the high one.
  'dx.imul': [
    '%w = call { i32, i32 } @llvm.dx.imul.i32(i32 %x0, i32 %x1)\n  %v = extractvalue { i32, i32 } %w, 0',
    '@dx.op.binaryWithTwoOuts.i32(i32 41',
    'extractvalue %dx.types.twoi32 %9, 1',
  ],
  'dx.umul': [
    '%w = call { i32, i32 } @llvm.dx.umul.i32(i32 %x0, i32 %x1)\n  %v = extractvalue { i32, i32 } %w, 1',
    '@dx.op.binaryWithTwoOuts.i32(i32 42',
    'extractvalue %dx.types.twoi32 %9, 0',
  ],
  'dx.discard': ['', '@dx.op.discard(i32 82, i1 %'],
}

for (const [name, [llvm, ...lines]] of Object.entries(ALONE))
  oracleTest('dxc', `${name}: an operation`, async t => {
    if (name === 'dx.discard') {
      const body = `${PROLOGUE}  call void @llvm.dx.discard(i1 %b0)\n`
      const text = moduleText({ body }).replace('-compute', '-pixel').replace('"compute"', '"pixel"')
      await accepted(t, text, { lines })
      t.regex(compileModule(moduleText({ body })).text, /discard/i)
    } else await accepted(t, llvmOf(row('i32', llvm, '')), { lines })
  })

test('every function has a row here', t => {
  const known = new Set([...Object.keys(ROWS), ...Object.keys(ALONE)])
  t.deepEqual(
    [...INTRINSIC_RULES.keys()].filter(name => !known.has(name)),
    [],
  )
  t.deepEqual(
    [...known].filter(name => !INTRINSIC_RULES.has(name)),
    [],
  )
})

const HLSL_TYPES: Readonly<Record<string, string>> = {
  float: 'float',
  half: 'half',
  double: 'double',
  '<2 x float>': 'float2',
  '<3 x float>': 'float3',
  '<2 x i32>': 'uint2',
  '<3 x i32>': 'uint3',
}

function llvmOf({ llvm, type }: Row): string {
  const flags = /^(<\d x )?(float|half)/.test(type) ? `${FAST} ` : ''
  const made = /^(%|call|$)/.test(llvm) ? `  ${llvm}\n` : `  %v = call ${flags}${type} @llvm.${llvm}\n`
  const [stored, name] = type === 'i1' ? ['i32', '%v1'] : type === '' ? ['i32', '%x0'] : [type, '%v']
  const widened = type === 'i1' ? '  %v1 = zext i1 %v to i32\n' : ''
  const body = `${PROLOGUE}${made}${widened}  call void @llvm.dx.resource.store.rawbuffer(${RAW} %out, i32 0, i32 0, ${stored} ${name})\n`
  return moduleText({
    body,
    more: `!0 = !{}
!1 = !{i32 1, !"dx.nativelowprec", i32 1}
!llvm.module.flags = !{!1}`,
  })
}

function hlslOf({ hlsl, type }: Row): string {
  const [before, value] =
    type === '' ? [hlsl, 'x0'] : [hlsl.slice(0, hlsl.lastIndexOf(';') + 1), hlsl.slice(hlsl.lastIndexOf(';') + 1)]
  return `${HLSL_PROLOGUE}  ${before}\n  o.Store<${HLSL_TYPES[type] ?? 'uint'}>(0, ${value});\n}\n`
}

const five = lanes('f05', 'float', 'f', 0, 5)

/** Other forms of some: classes of numbers, halves, wider vectors, integers. */
const FORMS: readonly (readonly [title: string, row: Row])[] = [
  ['is.fpclass of NaN', row('i1', 'is.fpclass.f32(float %f0, i32 3)', 'isnan(f0)')],
  ['is.fpclass of finite numbers', row('i1', 'is.fpclass.f32(float %f0, i32 504)', 'isfinite(f0)')],
  ['is.fpclass of normal numbers', row('i1', 'is.fpclass.f32(float %f0, i32 264)', 'isnormal(f0)')],
  ['is.fpclass of normal halves', row('i1', 'is.fpclass.f16(half %h0, i32 264)', 'isnormal(h0)')],
  ['dx.isinf of a half', row('i1', 'dx.isinf.f16(half %h0)', 'isinf(h0)')],
  ['dx.length of a number', row('float', 'dx.length.f32(float %f0)', 'abs(f0)')],
  [
    'dx.fdot of two halves',
    row('half', 'dx.fdot.v2f16(<2 x half> %h02, <2 x half> %h02)', 'dot(half2(h0, h1), half2(h0, h1))'),
  ],
  // DXC has no vectors of five lanes in front of 6.9.
  [
    'dx.fdot of five floats',
    row(
      'float',
      `${five.trim()}\n  %v = call ${FAST} float @llvm.dx.fdot.v5f32(<5 x float> %f05, <5 x float> %f05)`,
      'mad(f4, f4, mad(f3, f3, mad(f2, f2, mad(f1, f1, f0 * f0))))',
    ),
  ],
  ['dx.all of conditions', row('i1', 'dx.all.v3i1(<3 x i1> %b03)', 'all(b03)')],
  [
    'fshl by a number of run time',
    row(
      'i32',
      'fshl.i32(i32 %x0, i32 %x1, i32 %x2)',
      'select((x2 & 31) == 0, x0, (x0 << (x2 & 31)) | (x1 >> ((0 - x2) & 31)))',
    ),
  ],
]

for (const [name, made] of [...Object.entries(ROWS), ...FORMS]) {
  // DXC 1.8 has no isnormal.
  const oracle = made.hlsl.includes('isnormal') ? 'dxc-new' : 'dxc'
  oracleTest(oracle, `${name}: the code that DXC makes of the same in HLSL`, async t => {
    const dxc = await Dxc.shared(oracle)
    const ours = compileModule(llvmOf(made))
    t.true(ours.ok, ours.text)
    const theirs = await dxc.compile(hlslOf(made), ['-T', 'cs_6_6', '-enable-16bit-types'])
    t.true(theirs.ok, theirs.errors)
    if (!ours.container || !theirs.container) return
    const verdict = await dxc.validate(ours.container)
    t.true(verdict.ok, verdict.message)
    const program = diffContainers(ours.container, theirs.container).parts.find(part => part.name === 'DXIL')?.program
    const changes = program?.functions.flatMap(f => f.semantic.changes) ?? []
    t.true(program?.sameUpToOrder === true, JSON.stringify(changes, null, 1))
  })
}
