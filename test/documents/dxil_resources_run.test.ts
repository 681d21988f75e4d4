// "DXIL Resource Handling", executed: the forms of loads and stores read and write what DXC's code reads and writes. What the D3D12 runtime of the
// tests does not know (the check bit, raw 64-bit vectors) is compared as code only, in dxil_resources.test.ts.

import { compile } from '../../src/api/compile.ts'
import { D3d12, type Format, type Resource } from '../oracle/d3d12.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

interface RunCase {
  readonly title: string
  readonly hlsl: string
  readonly target?: string
  readonly resources: readonly Resource[]
}

const bytesOf = (list: Uint32Array | Float32Array): Uint8Array => new Uint8Array(list.buffer)
const words = (n: number): Uint8Array => bytesOf(Uint32Array.from({ length: n }, (_, i) => (i * 2654435761) % 1000003))
const floats = (n: number): Uint8Array =>
  bytesOf(Float32Array.from({ length: n }, (_, i) => ((i * 37) % 101) - 50 + i / 8))

const srvBytes = (register: number): Resource => ({ kind: 'srv', type: 'raw', register, data: words(256) })
const uavBytes = (register: number): Resource => ({ kind: 'uav', type: 'raw', register, data: words(256) })
const structured = (kind: 'srv' | 'uav', register: number, stride: number): Resource => ({
  kind,
  type: 'structured',
  register,
  stride,
  count: 16,
  data: floats(stride * 4),
})
const typed = (kind: 'srv' | 'uav', register: number, format: Format, count: number): Resource => ({
  kind,
  type: 'typed',
  register,
  format,
  count,
  data: words(64),
})

const HEAD = '[numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID)'

const CASES: readonly RunCase[] = [
  {
    title: 'Table 109 and 111: typed loads and stores, whole and in part',
    hlsl: `Buffer<uint4> A : register(t0); RWBuffer<uint> B : register(u0); ${HEAD} { uint4 v = A[i]; B[i] = v.x + v.w; B[i + 8] = A.Load(7 - i).y; }`,
    resources: [typed('srv', 0, 'R32G32B32A32_UINT', 16), typed('uav', 0, 'R32_UINT', 16)],
  },
  {
    title: 'Table 109 and 111: 64-bit elements are pairs of words',
    hlsl: `Buffer<uint64_t> A : register(t0); RWBuffer<uint64_t> B : register(u0); ${HEAD} { B[i] = A[i] * 3 + A[7 - i]; }`,
    resources: [typed('srv', 0, 'R32G32_UINT', 16), typed('uav', 0, 'R32G32_UINT', 16)],
  },
  {
    title: 'Table 110 and 112: structs, arrays and matrices of structured buffers',
    hlsl: `struct Q { float4 f; int3 i; }; struct R { int z; Q x; float a[3]; row_major float2x3 m; float3x2 n; };
StructuredBuffer<R> A : register(t0); RWStructuredBuffer<R> B : register(u0);
${HEAD} { R r = A[i]; r.x.f = r.x.f.wzyx; r.a[i % 3] = 7; r.m[1] = r.n._m00_m10_m20; r.n[i & 1] = r.m[0].xy; B[i] = r; B[i + 8].x.i.y = A[i].z; }`,
    resources: [structured('srv', 0, 92), structured('uav', 0, 92)],
  },
  {
    title: 'Table 110 and 112: byte address buffers with every sort of type',
    hlsl: `struct S { float a; uint2 b; double d; int64_t l; };
ByteAddressBuffer A : register(t0); RWByteAddressBuffer B : register(u0);
${HEAD} {
  S s = A.Load<S>(i * 32); s.d += 1; s.l ^= 5; s.b = s.b.yx; B.Store<S>(i * 32, s);
  B.Store<uint64_t4>(512 + i * 32, A.Load<uint64_t4>(i * 32).wzyx);
  B.Store3(256 + i * 12, A.Load3(i * 12 + 4)); B.Store<float2x2>(352 + i * 16, transpose(A.Load<float2x2>(i * 16)));
}`,
    target: 'cs_6_2',
    resources: [srvBytes(0), uavBytes(0)],
  },
  {
    title: 'Table 110 and 112: 64-bit raw values in words below 6.3',
    hlsl: `ByteAddressBuffer A : register(t0); RWByteAddressBuffer B : register(u0);
${HEAD} { B.Store<uint64_t3>(i * 24, A.Load<uint64_t3>(i * 24 + 8).zyx + 1); double2 d = A.Load<uint2>(i * 8); B.Store<double2>(512 + i * 16, d.yx); }`,
    resources: [srvBytes(0), uavBytes(0)],
  },
  {
    title: 'Table 106: elements of a bound array, by constant and dynamic index',
    hlsl: `RWByteAddressBuffer A[3] : register(u1); ByteAddressBuffer B : register(t0);
${HEAD} { RWByteAddressBuffer l = A[2]; l.Store(i * 4, B.Load(i * 4)); A[B.Load(0) & 1].Store(i * 4, i); A[NonUniformResourceIndex(1)].Store(64 + i * 4, i + 3); }`,
    resources: [0, 1, 2].map((arrayIndex): Resource => ({ ...uavBytes(1), arrayIndex })).concat([srvBytes(0)]),
  },
]

for (const { title, hlsl, target = 'cs_6_0', resources } of CASES)
  oracleTest(['dxc', 'd3d12'], `DXILResources executed ${title}`, async t => {
    const dxc = await Dxc.shared()
    const gpu = await D3d12.shared()
    const ours = compile(hlsl, { target })
    if (!ours.container) return t.fail(ours.text)
    const theirs = await dxc.compile(hlsl, ['-T', target, '-E', 'main'])
    if (!theirs.container) return t.fail(theirs.errors)
    const mine = await gpu.runCompute({ container: ours.container, dispatch: [1, 1, 1], resources })
    const other = await gpu.runCompute({ container: theirs.container, dispatch: [1, 1, 1], resources })
    t.is(mine.error, undefined)
    t.is(other.error, undefined)
    t.true(mine.uavs.length > 0)
    t.deepEqual(
      mine.uavs.map(u => Buffer.from(u.data).toString('hex')),
      other.uavs.map(u => Buffer.from(u.data).toString('hex')),
    )
  })
