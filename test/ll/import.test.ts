// Instructions of LLVM text, executed: each program writes words that JavaScript computes too. And modules as clang writes them unoptimised.

import test from 'ava'
import { compileModule } from '../../src/api/compile_module.ts'
import { assemblyOf } from '../assembly.ts'
import { D3d12 } from '../oracle/d3d12.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { accepted, moduleText } from './module_case.ts'

const RAW = 'target("dx.RawBuffer", i8, 1, 0)'
const RESOURCES = `  %out = call ${RAW} @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, ptr null)
  %in = call ${RAW} @llvm.dx.resource.handlefrombinding(i32 0, i32 1, i32 1, i32 0, ptr null)
`
/** %x0, %x1, ... are the words of the input. */
const inputs = (n: number): string =>
  Array.from(
    { length: n },
    (_, k) => `  %r${k} = call { i32, i1 } @llvm.dx.resource.load.rawbuffer(${RAW} %in, i32 ${4 * k}, i32 0)
  %x${k} = extractvalue { i32, i1 } %r${k}, 0\n`,
  ).join('')
/** The k-th word of the output. */
const result = (k: number, name: string, type = 'i32'): string =>
  `  call void @llvm.dx.resource.store.rawbuffer(${RAW} %out, i32 ${4 * k}, i32 0, ${type} ${name})\n`

interface Program {
  readonly words: readonly number[]
  readonly body: string
  readonly more?: string
  readonly threads?: string
  readonly expected: readonly number[]
}

const bits = (f: number): number => new Uint32Array(Float32Array.of(f).buffer)[0]!

function runs(title: string, { words, body, more = '', expected, threads = '1,1,1' }: Program): void {
  oracleTest('d3d12', title, async t => {
    const text = moduleText({ more, body: RESOURCES + inputs(words.length) + body, model: '6.2' }).replace(
      '8,8,1',
      threads,
    )
    await accepted(t, text)
    const compiled = compileModule(text)
    if (!compiled.container) return
    const gpu = await D3d12.shared()
    const ran = await gpu.runCompute({
      container: compiled.container,
      dispatch: [1, 1, 1],
      resources: [
        { kind: 'uav', type: 'raw', register: 0, count: 256 },
        { kind: 'uav', type: 'raw', register: 1, data: new Uint8Array(Uint32Array.from(words).buffer) },
      ],
    })
    t.is(ran.error, undefined)
    const got = new Uint32Array(ran.uavs[0]!.data.slice(0, expected.length * 4).buffer)
    t.deepEqual(
      [...got],
      expected.map(n => n >>> 0),
    )
  })
}

const [A, B] = [0x80000007, 13]
const INTEGER: Readonly<Record<string, number>> = {
  add: A + B,
  sub: A - B,
  mul: Math.imul(A, B),
  udiv: Math.floor(A / B),
  sdiv: Math.trunc((A | 0) / B),
  urem: A % B,
  srem: (A | 0) % B,
  shl: A << B,
  lshr: A >>> B,
  ashr: (A | 0) >> B,
  and: A & B,
  or: A | B,
  xor: A ^ B,
}
runs('integer arithmetic', {
  words: [A, B],
  body: Object.keys(INTEGER)
    .map((op, k) => `  %${op}1 = ${op} i32 %x0, %x1\n${result(k, `%${op}1`)}`)
    .join(''),
  expected: Object.values(INTEGER),
})

const COMPARED: Readonly<Record<string, boolean>> = {
  ...{
    eq: false,
    ne: true,
    ugt: true,
    uge: true,
    ult: false,
    ule: false,
    sgt: false,
    sge: false,
    slt: true,
    sle: true,
  },
}
runs('comparisons of integers, select and zext', {
  words: [A, B],
  body: Object.keys(COMPARED)
    .map((p, k) => `  %${p}1 = icmp ${p} i32 %x0, %x1\n  %${p}2 = zext i1 %${p}1 to i32\n${result(k, `%${p}2`)}`)
    .join(''),
  expected: Object.values(COMPARED).map(Number),
})

runs('floats: arithmetic, conversions, comparisons', {
  words: [bits(2.5), bits(-0.75), 7],
  body: `  %f = bitcast i32 %x0 to float
  %g = bitcast i32 %x1 to float
  %sum = fadd float %f, %g
  %difference = fsub float %f, %g
  %product = fmul float %f, %g
  %quotient = fdiv float %g, %f
  %minus = fneg float %f
  %n = uitofp i32 %x2 to float
  %i = fptosi float %minus to i32
  %less = fcmp olt float %g, %f
  %picked = select i1 %less, float %n, float 0x7FF0000000000000
  %root = call float @llvm.sqrt.f32(float 6.25e+00)
  %high = call float @llvm.maxnum.f32(float %f, float %g)
${['%sum', '%difference', '%product', '%quotient', '%minus', '%n'].map((v, k) => result(k, v, 'float')).join('')}${result(6, '%i')}${result(7, '%picked', 'float')}${result(8, '%root', 'float')}${result(9, '%high', 'float')}`,
  expected: [1.75, 3.25, -1.875, Math.fround(-0.75 / 2.5), -2.5, 7]
    .map(bits)
    .concat([-2, bits(7), bits(2.5), bits(2.5)]),
})

runs('vectors: lanes put in, taken out, mixed, and by an index of run time', {
  words: [10, 20, 30, 2],
  body: `  %v0 = insertelement <4 x i32> poison, i32 %x0, i64 0
  %v1 = insertelement <4 x i32> %v0, i32 %x1, i64 1
  %v2 = insertelement <4 x i32> %v1, i32 %x2, i64 2
  %v3 = insertelement <4 x i32> %v2, i32 40, i64 3
  %sum = add <4 x i32> %v3, <i32 1, i32 2, i32 3, i32 4>
  %mixed = shufflevector <4 x i32> %sum, <4 x i32> %v3, <2 x i32> <i32 3, i32 5>
  %first = extractelement <2 x i32> %mixed, i32 0
  %second = extractelement <2 x i32> %mixed, i32 1
  %any = extractelement <4 x i32> %v3, i32 %x3
  %changed = insertelement <4 x i32> %v3, i32 99, i32 %x3
  %third = extractelement <4 x i32> %changed, i32 2
${result(0, '%first')}${result(1, '%second')}${result(2, '%any')}${result(3, '%third')}`,
  expected: [44, 20, 30, 99],
})

runs('aggregates, and a value carried by a struct', {
  words: [5, 6],
  body: `  %a = insertvalue { i32, [2 x i32] } poison, i32 %x0, 0
  %b = insertvalue { i32, [2 x i32] } %a, i32 %x1, 1, 1
  %c = extractvalue { i32, [2 x i32] } %b, 1, 1
  %d = extractvalue { i32, [2 x i32] } %b, 0
${result(0, '%c')}${result(1, '%d')}`,
  expected: [6, 5],
})

runs('memory: structs in arrays by an index of run time, copies, parts of words', {
  words: [1, 0x11223344],
  more: '%S = type { i32, [2 x float], i16 }',
  body: `  %a = alloca [3 x %S], align 4
  %b = alloca %S, align 4
  %p = getelementptr inbounds [3 x %S], ptr %a, i32 0, i32 %x0, i32 0
  store i32 77, ptr %p
  %q = getelementptr inbounds [3 x %S], ptr %a, i32 0, i32 %x0, i32 1, i32 %x0
  store float 1.5, ptr %q
  %e = getelementptr inbounds [3 x %S], ptr %a, i32 0, i32 1
  call void @llvm.memcpy.p0.p0.i32(ptr %b, ptr %e, i32 16, i1 false)
  %b0 = load i32, ptr %b
  %bp = getelementptr i8, ptr %b, i32 8
  %b1 = load float, ptr %bp
  %w = alloca i32
  store i32 %x1, ptr %w
  %wp = getelementptr i8, ptr %w, i32 2
  %h = load i16, ptr %wp
  %h32 = zext i16 %h to i32
  %l = alloca i64
  store i64 4294967298, ptr %l
  %lp = getelementptr i8, ptr %l, i32 4
  %high = load i32, ptr %lp
  %f = alloca float
  store float 1.0, ptr %f
  %word = load i32, ptr %f
${result(0, '%b0')}${result(1, '%b1', 'float')}${result(2, '%h32')}${result(3, '%high')}${result(4, '%word')}`,
  expected: [77, bits(1.5), 0x1122, 1, bits(1)],
})

runs('control flow: a switch, a loop, phis', {
  words: [2, 10],
  body: `  switch i32 %x0, label %other [ i32 1, label %one
    i32 2, label %two ]
one:
  br label %join
two:
  br label %join
other:
  br label %join
join:
  %chosen = phi i32 [ 100, %one ], [ 200, %two ], [ 300, %other ]
  br label %loop
loop:
  %n = phi i32 [ 0, %join ], [ %n1, %loop ]
  %sum = phi i32 [ %chosen, %join ], [ %sum1, %loop ]
  %sum1 = add i32 %sum, %n
  %n1 = add i32 %n, 1
  %more = icmp ult i32 %n1, %x1
  br i1 %more, label %loop, label %done, !llvm.loop !5
done:
${result(0, '%sum1')}`,
  more: '!5 = distinct !{!5, !6}\n!6 = !{!"llvm.loop.unroll.disable"}',
  expected: [245],
})

runs('calls: a function with two returns, pointers as parameters', {
  words: [3, 4],
  more: `define internal noundef i32 @pick(i32 noundef %a, ptr noundef nonnull align 4 %b) #1 {
entry:
  %big = icmp ugt i32 %a, 3
  br i1 %big, label %yes, label %no
yes:
  %v = load i32, ptr %b
  ret i32 %v
no:
  store i32 1000, ptr %b
  ret i32 %a
}
attributes #1 = { alwaysinline "no-nans-fp-math"="true" }`,
  body: `  %m = alloca i32
  store i32 50, ptr %m
  %c = call noundef i32 @pick(i32 %x1, ptr %m) #1
  %d = call noundef i32 @pick(i32 %x0, ptr %m) #1
  %e = load i32, ptr %m
${result(0, '%c')}${result(1, '%d')}${result(2, '%e')}`,
  expected: [50, 3, 1000],
})

runs('tables and static variables', {
  words: [2],
  more: '@table = internal unnamed_addr constant [4 x i32] [i32 9, i32 8, i32 7, i32 6], align 4\n@counter = internal global i32 41, align 4',
  body: `  %p = getelementptr inbounds [4 x i32], ptr @table, i32 0, i32 %x0
  %v = load i32, ptr %p
  %c = load i32, ptr @counter
  %c1 = add i32 %c, 1
  store i32 %c1, ptr @counter
  %c2 = load i32, ptr @counter
  %k = load i32, ptr getelementptr inbounds ([4 x i32], ptr @table, i32 0, i32 1)
${result(0, '%v')}${result(1, '%c2')}${result(2, '%k')}`,
  expected: [7, 42, 8],
})

runs('integer intrinsics lane by lane', {
  words: [0x80000001, 0x0f0f0000],
  body: `  %a = call i32 @llvm.fshl.i32(i32 %x0, i32 %x1, i32 8)
  %b = call i32 @llvm.ctpop.i32(i32 %x1)
  %c = call i32 @llvm.bitreverse.i32(i32 %x0)
  %d = call i32 @llvm.umin.i32(i32 %x0, i32 %x1)
  %e = call i32 @llvm.smin.i32(i32 %x0, i32 %x1)
  %f = call i32 @llvm.abs.i32(i32 -5, i1 false)
  %g = call i32 @llvm.dx.uclamp.i32(i32 %x0, i32 3, i32 9)
  %h = call i32 @llvm.ctlz.i32(i32 %x1, i1 false)
  %i = call i32 @llvm.cttz.i32(i32 0, i1 false)
  %j = call i32 @llvm.bswap.i32(i32 %x0)
${['%a', '%b', '%c', '%d', '%e', '%f', '%g', '%h', '%i', '%j'].map((v, k) => result(k, v)).join('')}`,
  expected: [0x0000010f, 8, 0x80000001, 0x0f0f0000, 0x80000001, 5, 9, 4, 32, 0x01000080],
})

runs('integers of 8 bits, which DXIL lacks', {
  words: [0x1ff, 0x80, 7],
  body: `  %a = trunc i32 %x0 to i8
  %b = trunc i32 %x1 to i8
  %sum = add i8 %a, 3
  %u = zext i8 %sum to i32
  %s = sext i8 %b to i32
  %less = icmp slt i8 %b, 1
  %l = zext i1 %less to i32
  %above = icmp ugt i8 %b, 1
  %m = zext i1 %above to i32
  %q = udiv i8 %b, 2
  %q32 = zext i8 %q to i32
  %z = ashr i8 %b, 1
  %z32 = sext i8 %z to i32
  %c = trunc i32 %x2 to i8
  switch i8 %c, label %other [ i8 7, label %seven
    i8 -1, label %ones ]
seven:
  br label %other
ones:
  br label %other
other:
  %p = phi i8 [ 1, %entry ], [ -2, %seven ], [ 3, %ones ]
  %p32 = sext i8 %p to i32
${['%u', '%s', '%l', '%m', '%q32', '%z32', '%p32'].map((v, k) => result(k, v)).join('')}`,
  expected: [2, -128, 1, 1, 64, -64, -2],
})

runs('groupshared memory, thread ids and a barrier', {
  words: [0],
  threads: '8,1,1',
  more: '@shared = internal addrspace(3) global [8 x i32] undef, align 4\n@total = internal addrspace(3) global i32 undef, align 4',
  body: `  %t = call i32 @llvm.dx.flattened.thread.id.in.group()
  %first = icmp eq i32 %t, 0
  br i1 %first, label %init, label %go
init:
  store i32 0, ptr addrspace(3) @total
  br label %go
go:
  call void @llvm.dx.group.memory.barrier.with.group.sync()
  %s = mul i32 %t, %t
  %p = getelementptr inbounds [8 x i32], ptr addrspace(3) @shared, i32 0, i32 %t
  store i32 %s, ptr addrspace(3) %p
  %old = atomicrmw add ptr addrspace(3) @total, i32 %s monotonic
  call void @llvm.dx.group.memory.barrier.with.group.sync()
  %r = sub i32 7, %t
  %q = getelementptr inbounds [8 x i32], ptr addrspace(3) @shared, i32 0, i32 %r
  %v = load i32, ptr addrspace(3) %q
  %a = mul i32 %t, 4
  call void @llvm.dx.resource.store.rawbuffer(${RAW} %out, i32 %a, i32 0, i32 %v)
  %sum = load i32, ptr addrspace(3) @total
${result(8, '%sum')}`,
  expected: [49, 36, 25, 16, 9, 4, 1, 0, 140],
})

// ---- as clang writes it without optimisation ---------------------------------------------------------------------------------------------------

// A class with a handle in it, made by a constructor-like function that returns through a pointer, members called with `this` in memory.
const CLASS = `%"class.hlsl::RWBuffer" = type { target("dx.TypedBuffer", <4 x float>, 1, 0, 0) }
@_ZL3Buf = internal global %"class.hlsl::RWBuffer" poison, align 4
@.str = private unnamed_addr constant [4 x i8] c"Buf\\00", align 1
define internal void @__cxx_global_var_init() #1 {
entry:
  call void @create(ptr dead_on_unwind writable sret(%"class.hlsl::RWBuffer") align 4 @_ZL3Buf, i32 noundef 5, i32 noundef 3, ptr noundef @.str) #1
  ret void
}
define linkonce_odr hidden void @create(ptr dead_on_unwind noalias writable sret(%"class.hlsl::RWBuffer") align 4 %agg.result, i32 noundef %register, i32 noundef %space, ptr noundef %name) #1 align 2 {
entry:
  %result.ptr = alloca ptr, align 4
  %register.addr = alloca i32, align 4
  %space.addr = alloca i32, align 4
  %name.addr = alloca ptr, align 4
  %tmp = alloca %"class.hlsl::RWBuffer", align 4
  store ptr %agg.result, ptr %result.ptr, align 4
  store i32 %register, ptr %register.addr, align 4
  store i32 %space, ptr %space.addr, align 4
  store ptr %name, ptr %name.addr, align 4
  %0 = load i32, ptr %register.addr, align 4
  %1 = load i32, ptr %space.addr, align 4
  %2 = load ptr, ptr %name.addr, align 4
  %3 = call target("dx.TypedBuffer", <4 x float>, 1, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_v4f32_1_0_0t(i32 %1, i32 %0, i32 1, i32 0, ptr %2)
  %__handle = getelementptr inbounds nuw %"class.hlsl::RWBuffer", ptr %tmp, i32 0, i32 0
  store target("dx.TypedBuffer", <4 x float>, 1, 0, 0) %3, ptr %__handle, align 4
  %4 = load target("dx.TypedBuffer", <4 x float>, 1, 0, 0), ptr %__handle, align 4
  %__handle2 = getelementptr inbounds nuw %"class.hlsl::RWBuffer", ptr %agg.result, i32 0, i32 0
  store target("dx.TypedBuffer", <4 x float>, 1, 0, 0) %4, ptr %__handle2, align 4
  ret void
}
define linkonce_odr hidden noundef nonnull align 16 dereferenceable(16) ptr @index(ptr noundef nonnull align 4 dereferenceable(4) %this, i32 noundef %i) #1 align 2 {
entry:
  %this.addr = alloca ptr, align 4
  %i.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 4
  store i32 %i, ptr %i.addr, align 4
  %this1 = load ptr, ptr %this.addr, align 4
  %__handle = getelementptr inbounds nuw %"class.hlsl::RWBuffer", ptr %this1, i32 0, i32 0
  %0 = load target("dx.TypedBuffer", <4 x float>, 1, 0, 0), ptr %__handle, align 4
  %1 = load i32, ptr %i.addr, align 4
  %2 = call noundef nonnull align 16 ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_v4f32_1_0_0t.i32(target("dx.TypedBuffer", <4 x float>, 1, 0, 0) %0, i32 %1)
  ret ptr %2
}
attributes #1 = { alwaysinline convergent mustprogress norecurse nounwind }`

oracleTest('dxc', 'classes of handles, constructors and operators in line', async t => {
  const body = `  call void @__cxx_global_var_init()
  %id = call i32 @llvm.dx.thread.id(i32 0)
  %p = call noundef nonnull align 16 dereferenceable(16) ptr @index(ptr noundef nonnull align 4 dereferenceable(4) @_ZL3Buf, i32 noundef %id) #1
  %v = load <4 x float>, ptr %p, align 16
  %w = fmul reassoc nnan ninf nsz arcp afn <4 x float> %v, splat (float 2.0)
  %q = call noundef nonnull align 16 dereferenceable(16) ptr @index(ptr noundef nonnull align 4 dereferenceable(4) @_ZL3Buf, i32 noundef 7) #1
  store <4 x float> %w, ptr %q, align 16`
  await accepted(t, moduleText({ more: CLASS, body }), {
    lines: [
      'ResBind { i32 5, i32 5, i32 3, i8 1 }',
      '@dx.op.bufferStore.f32(i32 69, %dx.types.Handle %2, i32 7',
      'fmul fast float',
    ],
    without: ['alloca', '= load '],
  })
})

oracleTest('dxc', 'resources keep the names that their handles are given', async t => {
  const text = moduleText({
    more: '@Buf.str = private unnamed_addr constant [4 x i8] c"Buf\\00", align 1',
    body: `  %h = call ${RAW} @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, ptr @Buf.str)
  call void @llvm.dx.resource.store.rawbuffer(${RAW} %h, i32 0, i32 0, i32 1)`,
    model: '6.0',
  })
  await accepted(t, text)
  const { listing } = await import('../../src/api/index.ts')
  t.regex(listing(compileModule(text).container!), /; Buf +UAV +byte +r\/w +U0 +u0 +1/)
})

test('a phi of two handles of one array is a phi of the index', t => {
  const T = 'target("dx.RawBuffer", i32, 1, 0)'
  const bind = (name: string, index: number): string =>
    `  %${name} = call ${T} @llvm.dx.resource.handlefrombinding(i32 0, i32 4, i32 8, i32 ${index}, ptr null)\n`
  const result = compileModule(
    moduleText({
      body: `  %id = call i32 @llvm.dx.thread.id(i32 0)
  %c = icmp ugt i32 %id, 3
  br i1 %c, label %a, label %b
a:
${bind('h1', 2)}  br label %join
b:
${bind('h2', 5)}  br label %join
join:
  %h = phi ${T} [ %h1, %a ], [ %h2, %b ]
  call void @llvm.dx.resource.store.rawbuffer(${T} %h, i32 %id, i32 0, i32 1)`,
      model: '6.0',
    }),
  )
  t.true(result.ok, result.text)
  t.is([...assemblyOf(result).matchAll(/= call .*createHandle\(/g)].length, 1)
  // From register 4 on.
  t.regex(assemblyOf(result), /select i1 %\d+, i32 6, i32 9/)
})
