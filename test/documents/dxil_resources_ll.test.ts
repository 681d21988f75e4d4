// LLVM's document "DXIL Resource Handling", its examples as input: every call of the tables 105 to 112 compiled to the DXIL operation it
// stands for. The document's spellings (a trailing i1, -1 for unbounded, llvm.dx.handle.fromHeap) and today's are both taken.

import test from 'ava'
import { accepted, complaints, type Expected, type ModuleText, moduleText } from '../ll/module_case.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const example = (title: string, text: ModuleText, expected: Expected): void =>
  oracleTest('dxc', `DXILResources ${title}`, async t => {
    await accepted(t, moduleText(text), expected)
  })

const ID = '  %index = call i32 @llvm.dx.thread.id(i32 0)\n'
const NATIVE = '!llvm.module.flags = !{!0}\n!0 = !{i32 1, !"dx.nativelowprec", i32 1}\n'
const handle = (type: string, range = 'i32 0, i32 0, i32 1, i32 0'): string =>
  `  %buffer = call target(${type}) @llvm.dx.resource.handlefrombinding(${range}, i1 false)\n`

// ---- Table 105: fields of the types -----------------------------------------------------------------------------------------------------

const stored = (type: string, element: string): string =>
  `${ID}${handle(type)}  call void @llvm.dx.resource.store.typedbuffer(target(${type}) %buffer, i32 %index, ${element} zeroinitializer)`
const loadedFrom = (type: string, result: string, out = '<4 x i32>'): string => `${ID}${handle(type)}
  %out = call target("dx.TypedBuffer", ${out}, 1, 0, 0) @llvm.dx.resource.handlefrombinding(i32 9, i32 0, i32 1, i32 0, i1 false)
  %ret = call { ${result}, i1 } @llvm.dx.resource.load.typedbuffer(target(${type}) %buffer, i32 %index)
  %v = extractvalue { ${result}, i1 } %ret, 0
  call void @llvm.dx.resource.store.typedbuffer(target("dx.TypedBuffer", ${out}, 1, 0, 0) %out, i32 %index, ${out} %v)`

example(
  'Table 105: IsWriteable tells UAVs from SRVs',
  { body: loadedFrom('"dx.TypedBuffer", <4 x i32>, 0, 0, 0', '<4 x i32>') },
  {
    // class 0 SRV with TypedBuffer (10), class 1 UAV with bit 12 set.
    lines: ['ResourceProperties { i32 10, i32 1029 }', 'ResourceProperties { i32 4106, i32 1029 }'],
  },
)
example(
  'Table 105: IsSigned makes int of an element that would be uint',
  { body: stored('"dx.TypedBuffer", <4 x i32>, 1, 0, 1', '<4 x i32>') },
  { lines: ['ResourceProperties { i32 4106, i32 1028 }'] },
)
test('DXILResources Table 105: IsROV is refused in a compute shader, as DXC does', t => {
  const [message] = complaints(moduleText({ body: stored('"dx.TypedBuffer", <4 x float>, 1, 1, 0', '<4 x float>') }))
  t.regex(message ?? '', /RasterizerOrdered objects are only allowed in 5\.0\+ pixel shaders/)
})
example(
  'Table 105: ElementType of a raw buffer is a struct, a vector or a scalar, or i8 for bytes',
  {
    body: `${ID}
  %a = call target("dx.RawBuffer", { <4 x float>, i32 }, 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, i1 false)
  %b = call target("dx.RawBuffer", <3 x float>, 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 1, i32 1, i32 0, i1 false)
  %c = call target("dx.RawBuffer", double, 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 2, i32 1, i32 0, i1 false)
  %d = call target("dx.RawBuffer", i8, 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 3, i32 1, i32 0, i1 false)
  call void @llvm.dx.resource.store.rawbuffer(target("dx.RawBuffer", { <4 x float>, i32 }, 1, 0) %a, i32 %index, i32 16, i32 1)
  call void @llvm.dx.resource.store.rawbuffer(target("dx.RawBuffer", <3 x float>, 1, 0) %b, i32 %index, i32 0, <3 x float> splat (float 1.0))
  call void @llvm.dx.resource.store.rawbuffer(target("dx.RawBuffer", double, 1, 0) %c, i32 %index, i32 0, double 2.0)
  call void @llvm.dx.resource.store.rawbuffer(target("dx.RawBuffer", i8, 1, 0) %d, i32 %index, i32 0, i32 3)`,
  },
  {
    lines: [
      'ResourceProperties { i32 4620, i32 20 }',
      'ResourceProperties { i32 4108, i32 12 }',
      'ResourceProperties { i32 4108, i32 8 }',
      'ResourceProperties { i32 4107, i32 0 }',
    ],
  },
)

// ---- Table 106: handles from bindings ---------------------------------------------------------------------------------------------------

example(
  'Table 106: RWBuffer<float4> Buf : register(u5, space3)',
  {
    body: `${ID}  %buf = call target("dx.TypedBuffer", <4 x float>, 1, 0, 0)
       @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_f32_1_0(
           i32 3, i32 5, i32 1, i32 0, i1 false)
  call void @llvm.dx.resource.store.typedbuffer(target("dx.TypedBuffer", <4 x float>, 1, 0, 0) %buf, i32 %index, <4 x float> zeroinitializer)`,
  },
  {
    lines: [
      '@dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 5, i32 5, i32 3, i8 1 }, i32 5, i1 false)',
      '%dx.types.ResourceProperties { i32 4106, i32 1033 }',
    ],
  },
)
example(
  'Table 106: RWBuffer<int> Buf : register(u7, space2)',
  {
    body: `${ID}  %buf = call target("dx.TypedBuffer", i32, 1, 0, 1)
       @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_i32_1_0t(
           i32 2, i32 7, i32 1, i32 0, i1 false)
  call void @llvm.dx.resource.store.typedbuffer(target("dx.TypedBuffer", i32, 1, 0, 1) %buf, i32 %index, <4 x i32> zeroinitializer)`,
  },
  { lines: ['ResBind { i32 7, i32 7, i32 2, i8 1 }, i32 7, i1 false)', 'ResourceProperties { i32 4106, i32 260 }'] },
)
example(
  'Table 106: Buffer<uint4> Buf[24], the range in the binding',
  {
    body: loadedFrom('"dx.TypedBuffer", <4 x i32>, 0, 0, 0', '<4 x i32>').replace(
      'i32 0, i32 0, i32 1, i32 0',
      'i32 2, i32 7, i32 24, i32 0',
    ),
  },
  { lines: ['ResBind { i32 7, i32 30, i32 2, i8 0 }, i32 7, i1 false)', 'ResourceProperties { i32 10, i32 1029 }'] },
)
example(
  'Table 106: struct S { float4 a; uint4 b; }; StructuredBuffer<S> Buf : register(t2, space4)',
  {
    body: `${ID}  %buf = call target("dx.RawBuffer", {<4 x float>, <4 x i32>}, 0, 0)
      @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_sl_v4f32v4i32s_0_0t(
          i32 4, i32 2, i32 1, i32 0, i1 false)
  %out = call target("dx.RawBuffer", i8, 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, i1 false)
  %ret = call { <4 x i32>, i1 } @llvm.dx.resource.load.rawbuffer(target("dx.RawBuffer", {<4 x float>, <4 x i32>}, 0, 0) %buf, i32 %index, i32 16)
  %v = extractvalue { <4 x i32>, i1 } %ret, 0
  call void @llvm.dx.resource.store.rawbuffer(target("dx.RawBuffer", i8, 1, 0) %out, i32 %index, i32 0, <4 x i32> %v)`,
  },
  {
    lines: [
      'ResBind { i32 2, i32 2, i32 4, i8 0 }, i32 2, i1 false)',
      'ResourceProperties { i32 524, i32 32 }',
      '@dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %2, i32 %5, i32 16, i8 15, i32 4)',
    ],
  },
)
example(
  'Table 106: ByteAddressBuffer Buf : register(t8, space1)',
  {
    body: `${ID}  %buf = call target("dx.RawBuffer", i8, 0, 0)
      @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i8_0_0t(
          i32 1, i32 8, i32 1, i32 0, i1 false)
  %out = call target("dx.RawBuffer", i8, 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, i1 false)
  %ret = call { i32, i1 } @llvm.dx.resource.load.rawbuffer(target("dx.RawBuffer", i8, 0, 0) %buf, i32 %index, i32 0)
  %v = extractvalue { i32, i1 } %ret, 0
  call void @llvm.dx.resource.store.rawbuffer(target("dx.RawBuffer", i8, 1, 0) %out, i32 %index, i32 0, i32 %v)`,
  },
  { lines: ['ResBind { i32 8, i32 8, i32 1, i8 0 }, i32 8, i1 false)', 'ResourceProperties { i32 11, i32 0 }'] },
)
example(
  'Table 106: Global[3] : register(u6, space5), Global[2] counts from the beginning of the binding',
  {
    body: `${ID}  %buf = call target("dx.TypedBuffer", <4 x float>, 1, 0, 0)
      @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_f32_1_0(
          i32 5, i32 6, i32 3, i32 2, i1 false)
  call void @llvm.dx.resource.store.typedbuffer(target("dx.TypedBuffer", <4 x float>, 1, 0, 0) %buf, i32 %index, <4 x float> zeroinitializer)`,
  },
  { lines: ['ResBind { i32 6, i32 8, i32 5, i8 1 }, i32 8, i1 false)'] },
)
example(
  'Table 106: a shader model before 6.6 creates the handle by class, record and absolute index',
  {
    model: '6.0',
    body: stored('"dx.TypedBuffer", <4 x float>, 1, 0, 0', '<4 x float>').replace(
      'i32 0, i32 0, i32 1, i32 0',
      'i32 5, i32 6, i32 3, i32 2',
    ),
  },
  { lines: ['@dx.op.createHandle(i32 57, i8 1, i32 0, i32 8, i1 false)'] },
)
for (const [what, mark, call] of [
  ['the trailing i1 of the document', 'i1 true', '%index'],
  ['nonuniformindex of today', 'ptr null', '%marked'],
] as const)
  example(
    `Table 106: a non-uniform index, by ${what}`,
    {
      body: `${ID}  %marked = call i32 @llvm.dx.resource.nonuniformindex(i32 %index)
  %buffer = call target("dx.TypedBuffer", <4 x float>, 1, 0, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 1, i32 4, i32 ${call}, ${mark})
  call void @llvm.dx.resource.store.typedbuffer(target("dx.TypedBuffer", <4 x float>, 1, 0, 0) %buffer, i32 %index, <4 x float> zeroinitializer)`,
    },
    { lines: ['ResBind { i32 1, i32 4, i32 0, i8 1 }, i32 %2, i1 true)'] },
  )
for (const range of ['0', '-1'])
  example(
    `Table 106: a range of ${range} is unbounded`,
    {
      body: stored('"dx.TypedBuffer", <4 x float>, 1, 0, 0', '<4 x float>').replace(
        'i32 0, i32 0, i32 1, i32 0',
        `i32 0, i32 3, i32 ${range}, i32 7`,
      ),
    },
    { lines: ['ResBind { i32 3, i32 -1, i32 0, i8 1 }, i32 10, i1 false)'] },
  )

// ---- Table 107: handles from a heap -----------------------------------------------------------------------------------------------------

for (const [what, call] of [
  [
    'the spelling of the document',
    '@llvm.dx.handle.fromHeap.tdx.RawBuffer_v4f32_1_0(\n                i32 2, i1 false)',
  ],
  ['the spelling of today', '@llvm.dx.resource.handlefromheap(i32 2)'],
] as const)
  example(
    `Table 107: RWStructuredBuffer<float4> Buf = ResourceDescriptorHeap[2], ${what}`,
    {
      body: `${ID}  %buf = call target("dx.RawBuffer", <4 x f32>, 1, 0)
            ${call}
  call void @llvm.dx.resource.store.rawbuffer(target("dx.RawBuffer", <4 x f32>, 1, 0) %buf, i32 %index, i32 0, <4 x f32> zeroinitializer)`,
    },
    {
      lines: [
        '@dx.op.createHandleFromHeap(i32 218, i32 2, i1 false, i1 false)',
        'ResourceProperties { i32 4108, i32 16 }',
        '@dx.op.rawBufferStore.f32(i32 140',
      ],
    },
  )

// ---- Table 108: access as memory ----------------------------------------------------------------------------------------------------------

const OUT = `  %out = call target("dx.TypedBuffer", <4 x float>, 1, 0, 0) @llvm.dx.resource.handlefrombinding(i32 9, i32 0, i32 1, i32 0, i1 false)\n`
const STORE_OUT = `  call void @llvm.dx.resource.store.typedbuffer(target("dx.TypedBuffer", <4 x float>, 1, 0, 0) %out, i32 %index, <4 x float> %v)`

example(
  'Table 108: a load through getpointer is a load of the buffer',
  {
    body: `${ID}${OUT}${handle('"dx.TypedBuffer", <4 x float>, 0, 0, 0')}
  %ptr = call ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_v4f32_0_0_0t(
      target("dx.TypedBuffer", <4 x float>, 0, 0, 0) %buffer, i32 %index)
  %v = load <4 x float>, ptr %ptr
${STORE_OUT}`,
  },
  { lines: ['@dx.op.bufferLoad.f32(i32 68'], without: ['= load ', 'getpointer'] },
)
example(
  'Table 108: one lane of a typed buffer is read by loading all of it',
  {
    body: `${ID}${OUT}${handle('"dx.TypedBuffer", <4 x float>, 0, 0, 0')}
  %ptr = call ptr @llvm.dx.resource.getpointer(target("dx.TypedBuffer", <4 x float>, 0, 0, 0) %buffer, i32 %index)
  %lane = getelementptr <4 x float>, ptr %ptr, i32 0, i32 2
  %f = load float, ptr %lane
  %v0 = insertelement <4 x float> poison, float %f, i32 0
  %v = shufflevector <4 x float> %v0, <4 x float> poison, <4 x i32> zeroinitializer
${STORE_OUT}`,
  },
  { lines: ['extractvalue %dx.types.ResRet.f32 %6, 2'], without: ['%dx.types.ResRet.f32 %6, 0'] },
)
example(
  'Table 108: one lane of a typed buffer is written by loading, changing and storing all of it',
  {
    body: `${ID}${handle('"dx.TypedBuffer", <4 x float>, 1, 0, 0')}
  %ptr = call ptr @llvm.dx.resource.getpointer(target("dx.TypedBuffer", <4 x float>, 1, 0, 0) %buffer, i32 %index)
  %lane = getelementptr <4 x float>, ptr %ptr, i32 0, i32 1
  store float 3.0, ptr %lane`,
  },
  { lines: ['@dx.op.bufferLoad.f32(i32 68', 'float %5, float 3.000000e+00, float %6, float %7, i8 15)'] },
)
example(
  'Table 108: a lane that is only known at run time goes through a local array',
  {
    body: `${ID}${OUT}${handle('"dx.TypedBuffer", <4 x float>, 0, 0, 0')}
  %which = call i32 @llvm.dx.thread.id(i32 1)
  %ptr = call ptr @llvm.dx.resource.getpointer(target("dx.TypedBuffer", <4 x float>, 0, 0, 0) %buffer, i32 %index)
  %lane = getelementptr <4 x float>, ptr %ptr, i32 0, i32 %which
  %f = load float, ptr %lane
  %v = insertelement <4 x float> zeroinitializer, float %f, i32 0
${STORE_OUT}`,
  },
  { lines: ['alloca [4 x float]'] },
)
example(
  'Table 108: members of a structured buffer are loads and stores at their offsets',
  {
    more: '%S = type <{ i32, { <4 x float>, <3 x half> } }>\n' + NATIVE,
    body: `${ID}${handle('"dx.RawBuffer", %S, 1, 0')}
  %ptr = call ptr @llvm.dx.resource.getpointer(target("dx.RawBuffer", %S, 1, 0) %buffer, i32 %index)
  %a = getelementptr %S, ptr %ptr, i32 0, i32 1, i32 0
  %h = getelementptr inbounds %S, ptr %ptr, i32 0, i32 1, i32 1
  store <4 x float> splat (float 1.0), ptr %a
  store <3 x half> splat (half 1.0), ptr %h`,
  },
  {
    lines: [
      '@dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %2, i32 %3, i32 4,',
      '@dx.op.rawBufferStore.f16(i32 140, %dx.types.Handle %2, i32 %3, i32 20,',
      'i8 7, i32 2)',
    ],
  },
)
example(
  'Table 108: an atomicrmw through getpointer is an atomic operation of the buffer',
  {
    body: `${ID}${handle('"dx.RawBuffer", i32, 1, 0')}
  %ptr = call ptr @llvm.dx.resource.getpointer(target("dx.RawBuffer", i32, 1, 0) %buffer, i32 %index)
  %old = atomicrmw umax ptr %ptr, i32 5 monotonic
  %pair = cmpxchg ptr %ptr, i32 %old, i32 7 monotonic monotonic`,
  },
  {
    lines: [
      '@dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %2, i32 7, i32 %3, i32 0, i32 undef, i32 5)',
      '@dx.op.atomicCompareExchange.i32(i32 79, %dx.types.Handle %2, i32 %3, i32 0, i32 undef, i32 %4, i32 7)',
    ],
  },
)

// ---- Table 109: loads of typed buffers ----------------------------------------------------------------------------------------------------

const RAW_OUT =
  '  %raw = call target("dx.RawBuffer", i8, 1, 0) @llvm.dx.resource.handlefrombinding(i32 8, i32 0, i32 1, i32 0, i1 false)\n'
const typedLoad = (
  element: string,
  ints: string,
  name: string,
): string => `${ID}${RAW_OUT}${handle(`"dx.TypedBuffer", ${element}, ${ints}`)}
  %ret = call {${element}, i1}
    @llvm.dx.resource.load.typedbuffer.${name}(
        target("dx.TypedBuffer", ${element}, ${ints}) %buffer, i32 %index)
  %v = extractvalue {${element}, i1} %ret, 0
  call void @llvm.dx.resource.store.rawbuffer(target("dx.RawBuffer", i8, 1, 0) %raw, i32 %index, i32 0, ${element} %v)`

for (const [element, name, line] of [
  ['<4 x float>', 'v4f32.tdx.TypedBuffer_v4f32_0_0_0t', '@dx.op.bufferLoad.f32(i32 68'],
  ['float', 'f32.tdx.TypedBuffer_f32_0_0_0t', '@dx.op.bufferLoad.f32(i32 68'],
  ['<4 x i32>', 'v4i32.tdx.TypedBuffer_v4i32_0_0_0t', '@dx.op.bufferLoad.i32(i32 68'],
  ['<4 x half>', 'v4f16.tdx.TypedBuffer_v4f16_0_0_0t', '@dx.op.bufferLoad.f16(i32 68'],
  ['<2 x double>', 'v2f64.tdx.TypedBuffer_v2f64_0_0t', '@dx.op.bufferLoad.i32(i32 68'],
] as const)
  example(
    `Table 109: a load of ${element}`,
    { body: typedLoad(element, '0, 0, 0', name), more: element.includes('half') ? NATIVE : '' },
    { lines: element.includes('double') ? [line, '@dx.op.makeDouble.f64(i32 101'] : [line] },
  )
example(
  'Table 109: element 1 of the result is CheckAccessFullyMapped',
  {
    body: `${ID}${RAW_OUT}${handle('"dx.TypedBuffer", <4 x float>, 0, 0, 0')}
  %ret = call { <4 x float>, i1 } @llvm.dx.resource.load.typedbuffer(target("dx.TypedBuffer", <4 x float>, 0, 0, 0) %buffer, i32 %index)
  %ok = extractvalue { <4 x float>, i1 } %ret, 1
  %n = zext i1 %ok to i32
  call void @llvm.dx.resource.store.rawbuffer(target("dx.RawBuffer", i8, 1, 0) %raw, i32 %index, i32 0, i32 %n)`,
  },
  { lines: ['extractvalue %dx.types.ResRet.f32 %6, 4', '@dx.op.checkAccessFullyMapped.i32(i32 71'] },
)

// ---- Table 110: loads of raw buffers --------------------------------------------------------------------------------------------------------

const rawLoad = (
  element: string,
  result: string,
  offset: string,
): string => `${ID}${RAW_OUT}${handle(`"dx.RawBuffer", ${element}, 0, 0, 0`)}
  %ret = call {${result}, i1} @llvm.dx.resource.load.rawbuffer.x(target("dx.RawBuffer", ${element}, 0, 0, 0) %buffer, i32 %index, i32 ${offset})
  %v = extractvalue {${result}, i1} %ret, 0
  call void @llvm.dx.resource.store.rawbuffer(target("dx.RawBuffer", i8, 1, 0) %raw, i32 %index, i32 0, ${result} %v)`

for (const [title, element, result, offset, line] of [
  [
    'float of a structured buffer',
    'float',
    'float',
    '0',
    'f32(i32 139, %dx.types.Handle %4, i32 %5, i32 0, i8 1, i32 4)',
  ],
  [
    'float of a byte address buffer',
    'i8',
    'float',
    '0',
    'f32(i32 139, %dx.types.Handle %4, i32 %5, i32 undef, i8 1, i32 4)',
  ],
  [
    'float4 of a structured buffer',
    '<4 x float>',
    '<4 x float>',
    '0',
    'f32(i32 139, %dx.types.Handle %4, i32 %5, i32 0, i8 15, i32 4)',
  ],
  [
    'float4 of a byte address buffer',
    'i8',
    '<4 x float>',
    '0',
    'f32(i32 139, %dx.types.Handle %4, i32 %5, i32 undef, i8 15, i32 4)',
  ],
  [
    'S0 { float4 f; int4 i; }, f',
    '{<4 x float>, <4 x i32>}',
    '<4 x float>',
    '0',
    'f32(i32 139, %dx.types.Handle %4, i32 %5, i32 0, i8 15, i32 4)',
  ],
  [
    'S0 { float4 f; int4 i; }, i',
    '{<4 x float>, <4 x i32>}',
    '<4 x i32>',
    '16',
    'i32(i32 139, %dx.types.Handle %4, i32 %5, i32 16, i8 15, i32 4)',
  ],
  [
    'R { int z; Q { float4 f; int3 i; } x; }, z',
    '{i32, {<4 x float>, <3 x i32>}}',
    'i32',
    '0',
    'i32(i32 139, %dx.types.Handle %4, i32 %5, i32 0, i8 1, i32 4)',
  ],
  [
    'R { int z; Q { float4 f; int3 i; } x; }, x.f',
    '{i32, {<4 x float>, <3 x i32>}}',
    '<4 x float>',
    '4',
    'f32(i32 139, %dx.types.Handle %4, i32 %5, i32 4, i8 15, i32 4)',
  ],
  [
    'R { int z; Q { float4 f; int3 i; } x; }, x.i',
    '{i32, {<4 x float>, <3 x i32>}}',
    '<3 x i32>',
    '20',
    'i32(i32 139, %dx.types.Handle %4, i32 %5, i32 20, i8 7, i32 4)',
  ],
  [
    'byteaddressbuf.Load<int64_t4>',
    'i8',
    '<4 x i64>',
    '0',
    'i64(i32 139, %dx.types.Handle %4, i32 %5, i32 undef, i8 15, i32 8)',
  ],
] as const)
  example(
    `Table 110: ${title}`,
    { body: rawLoad(element, result, offset) },
    { lines: [`@dx.op.rawBufferLoad.${line}`] },
  )

// ---- Table 111: stores of typed buffers -------------------------------------------------------------------------------------------------------

for (const [element, vector, line] of [
  ['f32', '<4 x f32>', '@dx.op.bufferStore.f32(i32 69'],
  ['f16', '<4 x f16>', '@dx.op.bufferStore.f16(i32 69'],
  ['f64', '<2 x f64>', '@dx.op.bufferStore.i32(i32 69'],
] as const)
  example(
    `Table 111: a store of ${vector}`,
    {
      more: element === 'f16' ? NATIVE : '',
      body: `${ID}  %buf = call target("dx.TypedBuffer", ${element === 'f64' ? vector : element}, 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, i1 false)
  call void @llvm.dx.resource.store.typedbuffer.tdx.Buffer_x_1_0_0t(
    target("dx.TypedBuffer", ${element === 'f64' ? vector : element}, 1, 0) %buf, i32 %index, ${vector} splat (${element} 1.5))`,
    },
    { lines: [line, 'i8 15)'] },
  )

// ---- Table 112: stores of raw buffers -----------------------------------------------------------------------------------------------------------

const rawStore = (element: string, data: string, offset: string): string =>
  `${ID}${handle(`"dx.RawBuffer", ${element}, 1, 0, 0`)}
  call void @llvm.dx.resource.store.rawbuffer.x(
    target("dx.RawBuffer", ${element}, 1, 0, 0) %buffer,
    i32 %index, i32 ${offset}, ${data} ${data.startsWith('<') ? `splat (${data.slice(5, -1)} ${/i/.test(data) ? '1' : '1.0'})` : /i/.test(data) ? '1' : '1.0'})`

for (const [title, element, data, offset, line, end] of [
  [
    'float to a structured buffer',
    'float',
    'float',
    '0',
    'f32(i32 140, %dx.types.Handle %2, i32 %3, i32 0,',
    'i8 1, i32 4)',
  ],
  [
    'float to a byte address buffer',
    'i8',
    'float',
    '0',
    'f32(i32 140, %dx.types.Handle %2, i32 %3, i32 undef,',
    'i8 1, i32 4)',
  ],
  [
    'float4 to a structured buffer',
    '<4 x float>',
    '<4 x float>',
    '0',
    'f32(i32 140, %dx.types.Handle %2, i32 %3, i32 0,',
    'i8 15, i32 4)',
  ],
  [
    'float4 to a byte address buffer',
    'i8',
    '<4 x float>',
    '0',
    'f32(i32 140, %dx.types.Handle %2, i32 %3, i32 undef,',
    'i8 15, i32 4)',
  ],
  [
    'S0 { float4 f; int4 i; }, f',
    '{ <4 x float>, <4 x i32> }',
    '<4 x float>',
    '0',
    'f32(i32 140, %dx.types.Handle %2, i32 %3, i32 0,',
    'i8 15, i32 4)',
  ],
  [
    'S0 { float4 f; int4 i; }, i',
    '{ <4 x float>, <4 x i32> }',
    '<4 x i32>',
    '16',
    'i32(i32 140, %dx.types.Handle %2, i32 %3, i32 16,',
    'i8 15, i32 4)',
  ],
  [
    'R { int z; ... }, z',
    '{i32, {<4 x float>, <3 x half>}}',
    'i32',
    '0',
    'i32(i32 140, %dx.types.Handle %2, i32 %3, i32 0,',
    'i8 1, i32 4)',
  ],
  [
    'R { ...; float4 f; ... }, x.f',
    '{i32, {<4 x float>, <3 x half>}}',
    '<4 x float>',
    '4',
    'f32(i32 140, %dx.types.Handle %2, i32 %3, i32 4,',
    'i8 15, i32 4)',
  ],
  [
    'R { ...; half3 i; }, x.i',
    '{i32, {<4 x float>, <3 x half>}}',
    '<3 x half>',
    '20',
    'f16(i32 140, %dx.types.Handle %2, i32 %3, i32 20,',
    'i8 7, i32 2)',
  ],
  [
    'byteaddressbuf.Store<double4>',
    'i8',
    '<4 x double>',
    '0',
    'f64(i32 140, %dx.types.Handle %2, i32 %3, i32 undef,',
    'i8 15, i32 8)',
  ],
  [
    'byteaddressbuf.Store<int64_t4>',
    'i8',
    '<4 x i64>',
    '0',
    'i64(i32 140, %dx.types.Handle %2, i32 %3, i32 undef,',
    'i8 15, i32 8)',
  ],
] as const)
  example(
    `Table 112: ${title}`,
    { body: rawStore(element, data, offset), more: element.includes('half') ? NATIVE : '' },
    { lines: [`@dx.op.rawBufferStore.${line}`, end] },
  )
