// "DXIL Resource Handling": every example and statement of the document in HLSL, its containers compared with DXC's.

import { oracleTest } from '../oracle/oracle_test.ts'
import { checkCase, checkRefused, program, type ResourceCase } from './resource_case.ts'

const OUT = 'RWBuffer<uint> Out : register(u31);'
const INT = 'RWByteAddressBuffer Bytes : register(u30);'

const CASES: readonly (readonly [title: string, ...cases: readonly ResourceCase[]])[] = [
  // ---- Introduction, Resource Type Information and Properties ------------------------------------------------------------------------
  [
    'Introduction: static resources are lists of SRVs, UAVs, CBVs and samplers',
    {
      hlsl: program(
        `${OUT} Texture2D<float> T; SamplerState S; cbuffer C { uint c; }`,
        'Out[0] = T.SampleLevel(S, 0, 0) + c;',
      ),
      records: [
        '!{i32 0, %"class.Texture2D<float>"*',
        '%C*',
        '%struct.SamplerState*',
        '%"class.RWBuffer<unsigned int>"*',
      ],
    },
  ],
  [
    'Introduction: dynamic resources have no metadata and are described by annotateHandle',
    {
      hlsl: program('', 'RWBuffer<uint> b = ResourceDescriptorHeap[2]; b[0] = i;'),
      calls: ['createHandleFromHeap(i32 218, i32 2, i1 false, i1 false)', 'annotateHandle(i32 216'],
      noCalls: ['createHandleFromBinding'],
    },
  ],
  [
    'Resource ID: unique per class, in order, made when DXIL is',
    {
      hlsl: program(`${OUT} Buffer<uint> A; Buffer<uint> B; RWBuffer<uint> C;`, 'Out[0] = A[0] + B[0]; C[0] = 1;'),
      target: 'cs_6_0',
      calls: [
        'createHandle(i32 57, i8 0, i32 0,',
        'createHandle(i32 57, i8 0, i32 1,',
        'createHandle(i32 57, i8 1, i32 1,',
      ],
      records: ['i32 0, %"class.Buffer<unsigned int>"', 'i32 1, %"class.Buffer<unsigned int>"'],
    },
  ],
  [
    'Binding information: space, lower bound and size, as metadata and as arguments of the handle',
    {
      hlsl: program(`${OUT} Buffer<uint> A[4] : register(t3, space2);`, 'Out[0] = A[i][0];'),
      calls: ['%dx.types.ResBind { i32 3, i32 6, i32 2, i8 0 }'],
      records: ['i32 2, i32 3, i32 4, i32 10'],
    },
    {
      hlsl: program(`${OUT} Buffer<uint> A[4] : register(t3, space2);`, 'Out[0] = A[i][0];'),
      target: 'cs_6_5',
      calls: ['createHandle(i32 57, i8 0, i32 0'],
    },
  ],
  [
    'Type information: simple types, structs, raw bytes, sizes of constant buffers, kinds of samplers',
    {
      hlsl: program(
        `${OUT} struct S { float4 a; uint b; }; Buffer<float4> A; StructuredBuffer<S> B; ByteAddressBuffer C; ConstantBuffer<S> D;
         SamplerComparisonState E; Texture2D T;`,
        'Out[0] = A[0].y + B[0].b + C.Load(4) + D.b + T.SampleCmpLevelZero(E, 0, 0);',
      ),
      calls: [
        'ResourceProperties { i32 10, i32 1033 }',
        'ResourceProperties { i32 524, i32 20 }',
        'ResourceProperties { i32 11, i32 0 }',
        'ResourceProperties { i32 13, i32 20 }',
        'ResourceProperties { i32 32782, i32 0 }',
      ],
      records: ['i32 20, null}', '!{i32 1, i32 20}'],
    },
  ],
  [
    'Resource kind information: kind, writeable, sample count',
    {
      hlsl: program(
        `${OUT} ByteAddressBuffer A; RWTexture2D<float4> B; Texture2DMS<float4, 4> C; Texture2DMSArray<float> D;`,
        'B[uint2(0, 0)] = C.Load(0, 1) + D.Load(0, 2); Out[0] = A.Load(0);',
      ),
      calls: [
        'ResourceProperties { i32 11, i32 0 }',
        'ResourceProperties { i32 4098, i32 1033 }',
        'ResourceProperties { i32 3, i32 263177 }',
        'ResourceProperties { i32 8, i32 265 }',
      ],
    },
  ],
  [
    'Note: IsGloballyCoherent is a field of the metadata and of annotateHandle',
    {
      hlsl: program(
        'globallycoherent RWStructuredBuffer<uint> A; globallycoherent RWTexture2D<float> B[2];',
        'A[0] = 1; B[i][uint2(0, 0)] = 2;',
      ),
      calls: ['ResourceProperties { i32 20492, i32 4 }', 'ResourceProperties { i32 20482, i32 265 }'],
      records: ['i1 true, i1 false, i1 false'],
    },
    {
      hlsl: program('', 'globallycoherent RWByteAddressBuffer a = ResourceDescriptorHeap[i]; a.Store(0, 1);'),
      calls: ['ResourceProperties { i32 20491, i32 0 }'],
    },
  ],
  [
    'Note: HasCounter is derived by analysis, of arrays and of dynamic resources too',
    {
      hlsl: program(
        `${OUT} RWStructuredBuffer<float4> A; RWStructuredBuffer<float4> B; AppendStructuredBuffer<uint> C[3];`,
        'Out[0] = A.IncrementCounter() + B[0].x; C[i].Append(i);',
      ),
      records: ['i1 false, i1 true, i1 false', 'i1 false, i1 false, i1 false'],
    },
    {
      hlsl: program(OUT, 'RWStructuredBuffer<uint> a = ResourceDescriptorHeap[0]; Out[0] = a.DecrementCounter();'),
      calls: ['ResourceProperties { i32 36876, i32 4 }', 'bufferUpdateCounter(i32 70, %dx.types.Handle %, i8 -1)'],
    },
  ],
  // ---- Types of Resource -------------------------------------------------------------------------------------------------------------
  [
    'Table 105 Buffer Fields: ElementType, IsWriteable, IsSigned of typed buffers',
    {
      hlsl: program(
        'Buffer<float4> A; Buffer<int> B; Buffer<uint2> C; RWBuffer<float> D; RWBuffer<int3> E; RWBuffer<unorm float4> F; RWBuffer<snorm float2> G;',
        'D[0] = A[0].x; E[0] = B[0] + C[0].x; F[0] = 1; G[0] = 1;',
      ),
      calls: [
        'i32 10, i32 1033 }',
        'i32 10, i32 260 }',
        'i32 10, i32 517 }',
        'i32 4106, i32 265 }',
        'i32 4106, i32 772 }',
        'i32 4106, i32 1038 }',
        'i32 4106, i32 525 }',
      ],
    },
  ],
  [
    'Table 105 Buffer Fields: a bool is a word',
    {
      hlsl: program(
        'Buffer<bool4> A; RWTexture2D<bool2> B; RWBuffer<uint> Out;',
        'Out[0] = all(A[0]) && B[uint2(1, 2)].y;',
      ),
      release: 'dxc-new',
      calls: ['i32 10, i32 1029 }', 'i32 4098, i32 517 }', 'bufferLoad.i32', 'textureLoad.i32'],
    },
  ],
  [
    'Table 105 Buffer Fields: raw buffers are the raw and the structured ones',
    {
      hlsl: program(
        'struct S { float4 a; uint4 b; }; ByteAddressBuffer A; RWByteAddressBuffer B; StructuredBuffer<S> C; RWStructuredBuffer<float3> D;',
        'B.Store(0, A.Load(0)); D[0] = C[0].a.xyz;',
      ),
      calls: [
        'i32 11, i32 0 }',
        'i32 4107, i32 0 }',
        'i32 524, i32 32 }',
        'i32 4108, i32 12 }',
        'rawBufferLoad',
        'rawBufferStore',
      ],
    },
  ],
  // ---- Resource handles --------------------------------------------------------------------------------------------------------------
  [
    'Table 106 handlefrombinding: RWBuffer<float4> : register(u5, space3)',
    {
      hlsl: program('RWBuffer<float4> Buf : register(u5, space3);', 'Buf[0] = 1;'),
      calls: [
        'createHandleFromBinding(i32 217, %dx.types.ResBind { i32 5, i32 5, i32 3, i8 1 }, i32 5, i1 false)',
        '{ i32 4106, i32 1033 }',
      ],
    },
  ],
  [
    'Table 106 handlefrombinding: RWBuffer<int> : register(u7, space2)',
    {
      hlsl: program('RWBuffer<int> Buf : register(u7, space2);', 'Buf[0] = 1;'),
      calls: ['%dx.types.ResBind { i32 7, i32 7, i32 2, i8 1 }, i32 7, i1 false)', '{ i32 4106, i32 260 }'],
    },
  ],
  [
    'Table 106 handlefrombinding: Buffer<uint4>[24] : register(t3, space5)',
    {
      hlsl: program(`${OUT} Buffer<uint4> Buf[24] : register(t3, space5);`, 'Out[0] = Buf[0][0].x;'),
      calls: ['%dx.types.ResBind { i32 3, i32 26, i32 5, i8 0 }, i32 3, i1 false)', '{ i32 10, i32 1029 }'],
    },
  ],
  [
    'Table 106 handlefrombinding: StructuredBuffer<S> : register(t2, space4)',
    {
      hlsl: program(
        `${OUT} struct S { float4 a; uint4 b; }; StructuredBuffer<S> Buf : register(t2, space4);`,
        'Out[0] = Buf[0].b.x;',
      ),
      calls: ['%dx.types.ResBind { i32 2, i32 2, i32 4, i8 0 }, i32 2, i1 false)', '{ i32 524, i32 32 }'],
    },
  ],
  [
    'Table 106 handlefrombinding: ByteAddressBuffer : register(t8, space1)',
    {
      hlsl: program(`${OUT} ByteAddressBuffer Buf : register(t8, space1);`, 'Out[0] = Buf.Load(0);'),
      calls: ['%dx.types.ResBind { i32 8, i32 8, i32 1, i8 0 }, i32 8, i1 false)', '{ i32 11, i32 0 }'],
    },
  ],
  [
    'Table 106 handlefrombinding: Global[3] : register(u6, space5), a local is Global[2]',
    {
      hlsl: program(
        'RWBuffer<float4> Global[3] : register(u6, space5);',
        'RWBuffer<float4> Buf = Global[2]; Buf[0] = 1;',
      ),
      calls: ['%dx.types.ResBind { i32 6, i32 8, i32 5, i8 1 }, i32 8, i1 false)'],
    },
    {
      hlsl: program(
        'RWBuffer<float4> Global[3] : register(u6, space5);',
        'RWBuffer<float4> Buf = Global[2]; Buf[0] = 1;',
      ),
      target: 'cs_6_0',
      calls: ['createHandle(i32 57, i8 1, i32 0, i32 8, i1 false)'],
    },
  ],
  [
    'Table 106 handlefrombinding: the index counts from the binding, in DXIL from the space',
    {
      hlsl: program(`${OUT} Buffer<uint> A[8] : register(t4); cbuffer C { uint c; }`, 'Out[0] = A[c][0] + A[5][0];'),
      calls: [
        '%dx.types.ResBind { i32 4, i32 11, i32 0, i8 0 }, i32 9, i1 false)',
        '%dx.types.ResBind { i32 4, i32 11, i32 0, i8 0 }, i32 %, i1 false)',
      ],
    },
  ],
  [
    'Table 106 handlefrombinding: %non-uniform is true where the index may differ between lanes',
    {
      hlsl: program(`${OUT} Buffer<uint> A[] : register(t4);`, 'Out[0] = A[NonUniformResourceIndex(i)][0];'),
      calls: ['%dx.types.ResBind { i32 4, i32 -1, i32 0, i8 0 }, i32 %, i1 true)'],
    },
    {
      hlsl: program(`${OUT} Buffer<uint> A[8];`, 'uint k = NonUniformResourceIndex(i); Out[0] = A[k][0];'),
      target: 'cs_6_0',
      calls: ['createHandle(i32 57, i8 0, i32 0, i32 %, i1 true)'],
    },
  ],
  [
    'Table 107 fromHeap: RWStructuredBuffer<float4> Buf = ResourceDescriptorHeap[2]',
    {
      hlsl: program('', 'RWStructuredBuffer<float4> Buf = ResourceDescriptorHeap[2]; Buf[i] = 1;'),
      calls: ['createHandleFromHeap(i32 218, i32 2, i1 false, i1 false)', '{ i32 4108, i32 16 }'],
    },
  ],
  [
    'Table 107 fromHeap: %index and %non-uniform, both heaps, every way to a type',
    {
      hlsl: program(
        OUT,
        'Texture2D<float> t = ResourceDescriptorHeap[NonUniformResourceIndex(i)]; SamplerState s = SamplerDescriptorHeap[i + 1]; Out[0] = t.SampleLevel(s, 0, 0);',
      ),
      calls: [
        'createHandleFromHeap(i32 218, i32 %, i1 false, i1 true)',
        'createHandleFromHeap(i32 218, i32 %, i1 true, i1 false)',
        '{ i32 14, i32 0 }',
      ],
    },
    {
      hlsl: program(
        `${OUT} uint f(Buffer<uint> b) { return b[0]; } Buffer<uint> g(uint n) { return ResourceDescriptorHeap[n + 1]; }`,
        'Out[0] = f(ResourceDescriptorHeap[i]) + g(i)[1];',
      ),
    },
    {
      hlsl: program(`${OUT} static Buffer<uint> g = ResourceDescriptorHeap[3];`, 'Out[0] = g[0];'),
    },
    {
      hlsl: program(
        OUT,
        'Buffer<uint> b = i > 3 ? ResourceDescriptorHeap[1] : ResourceDescriptorHeap[2]; Out[0] = b[0];',
      ),
      calls: ['createHandleFromHeap(i32 218, i32 %, i1 false, i1 false)'],
      sameAsDxc: ['properties', 'parts', 'entries'],
    },
  ],
  // ---- Accessing resources as memory -------------------------------------------------------------------------------------------------
  [
    'Table 108 getpointer: reading and writing elements becomes loads and stores',
    {
      hlsl: program('RWBuffer<float4> A; RWStructuredBuffer<float4> B;', 'A[i] = B[i + 1]; B[i].y = A[i].z;'),
      calls: [
        'bufferLoad.f32',
        'bufferStore.f32',
        'rawBufferLoad.f32',
        'rawBufferStore.f32(i32 140, %dx.types.Handle %, i32 %, i32 4, float %, float undef, float undef, float undef, i8 1, i32 4)',
      ],
      sameAsDxc: ['properties', 'parts', 'resources'],
    },
  ],
  // ---- Loads -------------------------------------------------------------------------------------------------------------------------
  [
    'Loads: ResRet has four elements and the check bit, asked only when the program asks',
    {
      hlsl: program(`${OUT} Buffer<float4> A;`, 'Out[0] = A.Load(i).x;'),
      noCalls: ['checkAccessFullyMapped'],
    },
    {
      hlsl: program(`${OUT} Buffer<float4> A;`, 'uint s; Out[0] = A.Load(i, s).x; Out[1] = CheckAccessFullyMapped(s);'),
      calls: ['checkAccessFullyMapped.i32(i32 71'],
    },
    {
      hlsl: program(`${INT} ByteAddressBuffer A;`, 'uint s; Bytes.Store4(0, A.Load4(i, s)); Bytes.Store(16, s);'),
      target: 'cs_6_0',
      calls: ['checkAccessFullyMapped.i32(i32 71'],
    },
  ],
  [
    'Table 109 load.typedbuffer: minimum precision is loaded as words',
    {
      hlsl: program(
        'Buffer<min16float4> A; RWBuffer<min16float4> B; RWTexture2D<min16uint3> C; RWTexture1D<min16int> D;',
        'B[i] = A[i + 1]; C[uint2(i, 0)] = C[uint2(i, 1)]; D[i] += 1;',
      ),
      target: 'cs_6_0',
      release: 'dxc-new',
      calls: ['bufferLoad.f32', 'bufferStore.f16', 'textureLoad.i32', 'textureStore.i16'],
    },
    {
      hlsl: program(
        'struct S { min16float2 a; min16int b; }; StructuredBuffer<S> A; RWStructuredBuffer<S> B;',
        'B[i] = A[i + 1];',
      ),
      target: 'cs_6_0',
      release: 'dxc-new',
      calls: ['bufferLoad.f32', 'bufferLoad.i32', 'bufferStore.f16', 'bufferStore.i16'],
    },
  ],
  ...(['float4', 'float', 'uint4', 'int2'] as const).map((type): readonly [string, ResourceCase] => [
    `Table 109 load.typedbuffer: Buffer<${type}>`,
    { hlsl: program(`Buffer<${type}> A; RWBuffer<${type}> B;`, 'B[i] = A[i + 1];'), target: 'cs_6_0' },
  ]),
  [
    'Table 109 load.typedbuffer: half4 where 16-bit types are native',
    {
      hlsl: program('Buffer<half4> A; RWBuffer<half4> B;', 'B[i] = A[i + 1];'),
      target: 'cs_6_2',
      native16Bit: true,
      calls: ['bufferLoad.f16(i32 68'],
    },
  ],
  [
    'Table 109 load.typedbuffer: doubles are pairs of i32 and MakeDouble',
    {
      hlsl: program('Buffer<double2> A; RWBuffer<double> B;', 'B[i] = A[i].x + A[i].y;'),
      calls: ['bufferLoad.i32(i32 68', 'makeDouble.f64(i32 101', 'splitDouble.f64(i32 102', '{ i32 10, i32 517 }'],
    },
    {
      hlsl: program('Buffer<int64_t> A; RWBuffer<uint64_t2> B;', 'B[i] = A[i] + 1;'),
      calls: ['bufferLoad.i32(i32 68'],
    },
  ],
  [
    'Table 110 load.rawbuffer: float and float4 of structured and byte address buffers',
    {
      hlsl: program(
        `${INT} StructuredBuffer<float> A; ByteAddressBuffer B;`,
        'Bytes.Store(0, A[i] + B.Load<float>(i * 4));',
      ),
      calls: [
        'rawBufferLoad.f32(i32 139, %dx.types.Handle %, i32 %, i32 0, i8 1, i32 4)',
        'rawBufferLoad.f32(i32 139, %dx.types.Handle %, i32 %, i32 undef, i8 1, i32 4)',
      ],
      sameAsDxc: ['properties', 'parts', 'resources'],
    },
    {
      hlsl: program(
        'StructuredBuffer<float4> A; ByteAddressBuffer B; RWStructuredBuffer<float4> C;',
        'C[0] = A[i] + B.Load<float4>(i * 16);',
      ),
      calls: [
        'rawBufferLoad.f32(i32 139, %dx.types.Handle %, i32 %, i32 0, i8 15, i32 4)',
        'rawBufferLoad.f32(i32 139, %dx.types.Handle %, i32 %, i32 undef, i8 15, i32 4)',
      ],
    },
  ],
  [
    'Table 110 load.rawbuffer: struct S0 { float4 f; int4 i; } is two loads',
    {
      hlsl: program(
        'struct S0 { float4 f; int4 i; }; StructuredBuffer<S0> A; RWStructuredBuffer<S0> B;',
        'B[i] = A[i];',
      ),
      calls: [
        'rawBufferLoad.f32(i32 139, %dx.types.Handle %, i32 %, i32 0, i8 15, i32 4)',
        'rawBufferLoad.i32(i32 139, %dx.types.Handle %, i32 %, i32 16, i8 15, i32 4)',
      ],
    },
  ],
  [
    'Table 110 load.rawbuffer: struct R { int z; Q x; } at offsets 0, 4 and 20',
    {
      hlsl: program(
        'struct Q { float4 f; int3 i; }; struct R { int z; Q x; }; StructuredBuffer<R> A; RWStructuredBuffer<R> B;',
        'B[i] = A[i];',
      ),
      calls: ['i32 %, i32 0, i8 1, i32 4)', 'i32 %, i32 4, i8 15, i32 4)', 'i32 %, i32 20, i8 7, i32 4)'],
    },
  ],
  [
    'Table 110 load.rawbuffer: byteaddressbuf.Load<int64_t4>, whole and in words below 6.3',
    {
      hlsl: program('ByteAddressBuffer A; RWStructuredBuffer<int64_t4> B;', 'B[i] = A.Load<int64_t4>(i * 32);'),
      target: 'cs_6_3',
      calls: ['rawBufferLoad.i64(i32 139, %dx.types.Handle %, i32 %, i32 undef, i8 15, i32 4)'],
    },
    {
      hlsl: program('ByteAddressBuffer A; RWStructuredBuffer<int64_t4> B;', 'B[i] = A.Load<int64_t4>(i * 32);'),
      target: 'cs_6_2',
      calls: ['rawBufferLoad.i32(i32 139'],
      noCalls: ['rawBufferLoad.i64'],
    },
    {
      hlsl: program('ByteAddressBuffer A; RWStructuredBuffer<double3> B;', 'B[i] = A.Load<double3>(i * 32);'),
      target: 'cs_6_0',
      calls: ['bufferLoad.i32(i32 68', 'makeDouble'],
    },
  ],
  [
    'Loads: larger results are series of loads of at most four elements',
    {
      hlsl: program(
        'struct M { float3x4 m; row_major int2x3 n; float a[3]; }; StructuredBuffer<M> A; RWStructuredBuffer<M> B;',
        'B[i] = A[i];',
      ),
    },
    {
      hlsl: program(`${INT} ByteAddressBuffer A;`, 'Bytes.Store<float4x4>(0, A.Load<float4x4>(i));'),
    },
  ],
  // ---- Stores ------------------------------------------------------------------------------------------------------------------------
  ...(['float4', 'min16float4', 'uint2'] as const).map((type): readonly [string, ResourceCase] => [
    `Table 111 store.typedbuffer: RWBuffer<${type}> is always written whole`,
    { hlsl: program(`RWBuffer<${type}> A;`, `A[i] = (${type})i;`), target: 'cs_6_0', calls: ['i8 15)'] },
  ]),
  [
    'Table 111 store.typedbuffer: 64-bit elements are two at most, written as words',
    {
      hlsl: program('RWBuffer<double2> A; Buffer<double2> B;', 'A[i] = B[i];'),
      target: 'cs_6_0',
      calls: ['splitDouble', 'bufferStore.i32(i32 69'],
    },
  ],
  [
    'Table 111 store.typedbuffer: part of an element is read, changed and written whole',
    {
      hlsl: program('RWBuffer<float4> A; RWTexture2D<uint2> B;', 'A[i].y = 1; B[uint2(i, 0)].x = 2;'),
      calls: ['bufferLoad.f32', 'textureLoad.i32', 'i8 15)'],
    },
  ],
  [
    'Table 112 store.rawbuffer: float and float4',
    {
      hlsl: program('RWStructuredBuffer<float> A; RWByteAddressBuffer B;', 'A[i] = 1.5; B.Store<float>(i * 4, 2.5);'),
      calls: [
        'rawBufferStore.f32(i32 140, %dx.types.Handle %, i32 %, i32 0, float 1.500000e+00, float undef, float undef, float undef, i8 1, i32 4)',
        'rawBufferStore.f32(i32 140, %dx.types.Handle %, i32 %, i32 undef, float 2.500000e+00, float undef, float undef, float undef, i8 1, i32 4)',
      ],
    },
    {
      hlsl: program(
        'RWStructuredBuffer<float4> A; RWByteAddressBuffer B;',
        'A[i] = float4(1, 2, 3, i); B.Store<float4>(i * 16, float4(i, 2, 3, 4));',
      ),
      calls: ['i8 15, i32 4)'],
    },
  ],
  [
    'Table 112 store.rawbuffer: struct S0 { float4 f; int4 i; } at 0 and 16',
    {
      hlsl: program('struct S0 { float4 f; int4 i; }; RWStructuredBuffer<S0> A;', 'S0 s; s.f = i; s.i = i; A[i] = s;'),
      calls: [
        'rawBufferStore.f32(i32 140, %dx.types.Handle %, i32 %, i32 0,',
        'rawBufferStore.i32(i32 140, %dx.types.Handle %, i32 %, i32 16,',
      ],
    },
  ],
  [
    'Table 112 store.rawbuffer: struct Q { float4 f; half3 i; } behind an int, at 0, 4 and 20',
    {
      hlsl: program(
        'struct Q { float4 f; half3 i; }; struct R { int z; Q x; }; RWStructuredBuffer<R> A;',
        'R r; r.z = i; r.x.f = i; r.x.i = (half)i; A[i] = r;',
      ),
      target: 'cs_6_2',
      native16Bit: true,
      calls: [
        'rawBufferStore.i32(i32 140, %dx.types.Handle %, i32 %, i32 0,',
        'rawBufferStore.f32(i32 140, %dx.types.Handle %, i32 %, i32 4,',
        'half undef, i8 7, i32 2)',
      ],
    },
  ],
  [
    'Table 112 store.rawbuffer: byteaddressbuf.Store<int64_t4>',
    {
      hlsl: program('RWByteAddressBuffer A; StructuredBuffer<int64_t4> B;', 'A.Store<int64_t4>(i * 32, B[i]);'),
      target: 'cs_6_3',
      calls: ['rawBufferStore.i64(i32 140, %dx.types.Handle %, i32 %, i32 undef,', 'i8 15, i32 4)'],
    },
    {
      hlsl: program('RWByteAddressBuffer A; StructuredBuffer<double4> B;', 'A.Store<double4>(i * 32, B[i]);'),
      target: 'cs_6_3',
      calls: ['rawBufferStore.f64(i32 140'],
    },
  ],
  [
    'Stores: textures, with their coordinates',
    {
      hlsl: program(
        'RWTexture1D<float> A; RWTexture2DArray<uint4> B; RWTexture3D<float2> C;',
        'A[i] = 1; B[uint3(i, 1, 2)] = i; C[uint3(i, 3, 4)] = 2;',
      ),
      calls: ['textureStore.f32(i32 67', 'textureStore.i32(i32 67'],
    },
  ],
  // ---- What the wording of today adds ------------------------------------------------------------------------------------------------
  [
    'Table 107 fromHeap: heap UAVs may alias until 6.7, atomics of 64 bits have a flag of their own',
    { hlsl: program('', 'RWTexture2D<float4> t = ResourceDescriptorHeap[0]; t[uint2(i, 0)] = 1;'), target: 'cs_6_7' },
    { hlsl: program('', 'RWByteAddressBuffer t = ResourceDescriptorHeap[0]; t.InterlockedAdd64(0, 1);') },
  ],
  [
    'Resource kind information: feedback textures',
    {
      hlsl: program(
        'FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> A; FeedbackTexture2DArray<SAMPLER_FEEDBACK_MIP_REGION_USED> B; Texture2D T; Texture2DArray U; SamplerState S;',
        'A.WriteSamplerFeedbackLevel(T, S, float2(0, 0), 0); B.WriteSamplerFeedbackGrad(U, S, float3(0, 0, 1), 0, 0, 1);',
      ),
      records: ['!{i32 2, i32 0}', '!{i32 2, i32 1}'],
      calls: ['writeSamplerFeedbackLevel', 'writeSamplerFeedbackGrad'],
    },
  ],
]

for (const [title, ...cases] of CASES)
  oracleTest(['dxc', 'dxc-new'], `DXILResources ${title}`, async t => {
    for (const c of cases) await checkCase(t, c)
  })

const REFUSED: readonly (readonly [title: string, hlsl: string, target: string, message: RegExp])[] = [
  [
    'Introduction: dynamic resources come with shader model 6.6',
    program('', 'RWBuffer<uint> b = ResourceDescriptorHeap[0]; b[0] = 1;'),
    'cs_6_5',
    /undeclared identifier/,
  ],
  [
    'Table 107 fromHeap: an element has no members before it has a type',
    program(OUT, 'Out[0] = ResourceDescriptorHeap[0].Load(0);'),
    'cs_6_6',
    /no member named 'Load'/,
  ],
  [
    'Table 107 fromHeap: an element is no number',
    program(OUT, 'float f = ResourceDescriptorHeap[0]; Out[0] = f;'),
    'cs_6_6',
    /cannot initialize/,
  ],
  [
    'Table 107 fromHeap: the index is a scalar',
    program(OUT, 'Buffer<uint> b = ResourceDescriptorHeap[uint2(0, 1)]; Out[0] = b[0];'),
    'cs_6_6',
    /no viable overloaded operator\[\]/,
  ],
  [
    'Note: a counter goes one way only',
    program(`${OUT} RWStructuredBuffer<uint> A;`, 'Out[0] = A.IncrementCounter() + A.DecrementCounter();'),
    'cs_6_0',
    /may increment or decrement their counters, but not both/,
  ],
  [
    'Note: the elements of an array share the direction',
    program(`${OUT} RWStructuredBuffer<uint> A[4];`, 'Out[0] = A[1].IncrementCounter() + A[2].DecrementCounter();'),
    'cs_6_0',
    /but not both/,
  ],
  [
    'Note: coherent resources have no counter',
    program(`${OUT} globallycoherent RWStructuredBuffer<uint> A;`, 'Out[0] = A.IncrementCounter();'),
    'cs_6_0',
    /globallycoherent cannot be used/,
  ],
  [
    'Note: only UAVs can be coherent',
    program(`${OUT} globallycoherent Buffer<uint> A;`, 'Out[0] = A[0];'),
    'cs_6_0',
    /not a valid modifier/,
  ],
  [
    'Table 105 Buffer Fields: IsROV is for pixel shaders',
    program('RasterizerOrderedBuffer<uint> A;', 'A[0] = 1;'),
    'cs_6_0',
    /RasterizerOrdered/,
  ],
  [
    'Loads: integer textures cannot be sampled before 6.7',
    program(`${OUT} Texture2D<int> A; SamplerState S;`, 'Out[0] = A.SampleLevel(S, 0, 0);'),
    'cs_6_6',
    /cannot SampleLevel from resource containing int/,
  ],
]

for (const [title, hlsl, target, message] of REFUSED)
  oracleTest('dxc', `DXILResources ${title}`, t => checkRefused(t, hlsl, target, message))
