// The oracles themselves: that each says yes to right and no to wrong, and survives being broken.
// Invariant: every expected value here is computed in this file, never taken from the oracle.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import test from 'ava'
import { ORACLE_DIR, ROOT } from './available.ts'
import { D3d12, type Resource, type UavContents } from './d3d12.ts'
import { Dxc, OracleError } from './dxc.ts'
import { ByteWriter } from './frames.ts'
import { bcanalyzer14, bitcodeOf, llvmDis14, obj2yaml, objdump } from './llvm.ts'
import { oracleTest } from './oracle_test.ts'
import { Resident } from './resident.ts'

const CS = ['-T', 'cs_6_0', '-E', 'main']
const SIMPLE =
  'RWBuffer<uint> o : register(u0); [numthreads(8,1,1)] void main(uint3 i : SV_DispatchThreadID) { o[i.x] = i.x * 3; }'

async function compiled(t: ExecutionContext, source: string, args: readonly string[] = CS): Promise<Uint8Array> {
  const r = await (await Dxc.shared()).compile(source, args)
  t.is(r.errors, '')
  t.true(r.ok)
  return r.container ?? new Uint8Array()
}

async function ran(
  t: ExecutionContext,
  source: string,
  resources: readonly Resource[],
  groups: readonly [number, number, number] = [1, 1, 1],
): Promise<readonly UavContents[]> {
  const container = await compiled(t, source)
  const r = await (await D3d12.shared()).runCompute({ container, dispatch: groups, resources })
  t.is(r.error, undefined)
  return r.uavs
}

const u32 = (u: UavContents | undefined): number[] => [...new Uint32Array(u?.data.buffer ?? new ArrayBuffer(0))]
const f32 = (u: UavContents | undefined): number[] => [...new Float32Array(u?.data.buffer ?? new ArrayBuffer(0))]
const bytes = (a: Uint32Array | Float32Array | Int16Array): Uint8Array => new Uint8Array(a.buffer)
const upTo = <T>(n: number, f: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => f(i))

// --- DXC ---

oracleTest('dxc', 'DXC compiles, its container is valid and signed', async t => {
  const container = await compiled(t, SIMPLE)
  t.is(Buffer.from(container.subarray(0, 4)).toString('latin1'), 'DXBC')
  const v = await (await Dxc.shared()).validate(container)
  t.deepEqual([v.ok, v.message, v.digest], [true, '', 'right'])
})

oracleTest('dxc', 'bad source gives a located error and no container', async t => {
  const r = await (await Dxc.shared()).compile('void main() { return y; }', CS, { name: 'bad.hlsl' })
  t.false(r.ok)
  t.is(r.container, undefined)
  t.regex(r.errors, /^bad\.hlsl:1:22: error: use of undeclared identifier 'y'$/m)
})

oracleTest('dxc', 'an unknown flag and an unknown profile are refused', async t => {
  const dxc = await Dxc.shared()
  t.regex((await dxc.compile(SIMPLE, [...CS, '-Zzz'])).errors, /Unknown argument/)
  t.regex((await dxc.compile(SIMPLE, ['-T', 'zz_6_0', '-E', 'main'])).errors, /profile|shader model/)
})

oracleTest('dxc', 'the validator refuses corrupted containers', async t => {
  const container = await compiled(t, SIMPLE)
  const dxc = await Dxc.shared()
  const bitcode = container.length - bitcodeOf(container).length
  for (const at of [100, bitcode + 5]) {
    const bad = container.slice()
    bad[at]! ^= 0xff
    const v = await dxc.validate(bad)
    t.false(v.ok, `byte ${at}`)
    t.not(v.message, '')
  }
  for (const bad of [new Uint8Array(0), new Uint8Array(64), container.subarray(0, container.length - 4)])
    t.regex((await dxc.validate(bad)).message, /not a container/)
})

oracleTest('dxc', 'a wrong digest is reported and signing repairs it', async t => {
  const container = await compiled(t, SIMPLE)
  const dxc = await Dxc.shared()
  const wrong = container.slice()
  wrong[4]! ^= 1
  const absent = container.slice().fill(0, 4, 20)
  t.is((await dxc.validate(wrong)).digest, 'wrong')
  t.is((await dxc.validate(absent)).digest, 'absent')
  t.deepEqual((await dxc.sign(absent)).container, container)
})

oracleTest('dxc', 'includes are asked for over the pipe', async t => {
  const dxc = await Dxc.shared()
  const asked: string[] = []
  const files: Record<string, string> = { 'a/one.h': '#include "two.h"\n', 'a/two.h': '#define K 7\n' }
  const includes = (path: string): string | undefined => {
    asked.push(path)
    return files[path]
  }
  const r = await dxc.compile('#include "a/one.h"\n#if K != 7\n#error no\n#endif\n' + SIMPLE, CS, { includes, runs: 3 })
  t.deepEqual([r.ok, r.errors, r.times.length], [true, '', 3])
  t.deepEqual(asked, ['a/one.h', 'a/two.h'], 'each once, although compiled three times')
  const missing = await dxc.compile('#include "nowhere.h"\n', CS, { includes })
  t.regex(missing.errors, /'nowhere\.h' file not found/)
})

oracleTest('dxc', 'preprocessing, disassembly and times', async t => {
  const dxc = await Dxc.shared()
  t.regex((await dxc.preprocess('#define A(x) x+1\nint y = A(2);')).text, /int y = 2\s*\+\s*1;/)
  const r = await dxc.compile(SIMPLE, CS, { runs: 5 })
  t.true(r.times.every(ms => ms > 0 && ms < 20_000))
  t.true(r.ms >= Math.min(...r.times) && r.ms <= Math.max(...r.times))
  t.regex((await dxc.disassemble(r.container!)).text, /define void @main\(\)/)
})

test('a program that lost its surroundings gets the same request again a limited number of times, a program that crashed gets it once more', async t => {
  // Echoes a request's payload; as often as its argument says it ends first, with the words of a wine program whose server died.
  const program = `
    const { readFileSync, writeFileSync } = require('node:fs')
    const [, file, losses] = process.argv
    const before = Number(readFileSync(file, 'utf8'))
    process.stdin.on('data', request => {
      if (before < Number(losses)) {
        writeFileSync(file, String(before + 1))
        process.stderr.write('wine client error:0: recvmsg: Connection reset by peer\\n', () => process.exit(1))
        return
      }
      const reply = Buffer.from(request)
      reply[4] = 0x80
      process.stdout.write(reply)
    })`
  const folder = mkdtempSync(join(tmpdir(), 'dxilkit-resident-'))
  const ask = async (losses: number, lost?: RegExp): Promise<string> => {
    const counter = join(folder, 'losses')
    writeFileSync(counter, '0')
    const resident = new Resident({
      label: 'echo',
      command: process.execPath,
      args: ['-e', program, counter, String(losses)],
      cwd: folder,
      env: {},
      ...(lost ? { lost } : {}),
    })
    const payload = new ByteWriter()
    payload.text('hello')
    try {
      return (await resident.request(1, payload)).text()
    } finally {
      resident.close()
    }
  }
  t.is(await ask(0), 'hello')
  t.is(await ask(2, /wine client error/), 'hello')
  t.is(await ask(1), 'hello', 'a crash that a new program does not repeat')
  await t.throwsAsync(ask(2), { message: /^echo crashed \(exit code 1\) wine client error/ })
  await t.throwsAsync(ask(99, /wine client error/), { message: /^echo crashed/ })
  rmSync(folder, { recursive: true })
})

oracleTest('dxc', 'a crash or a hang fails only its own request', async t => {
  const dxc = await Dxc.start()
  const [first, crash, second, hang, third] = await Promise.allSettled([
    dxc.compile(SIMPLE, CS),
    dxc.misbehave('crash'),
    dxc.compile(SIMPLE, CS),
    dxc.misbehave('hang', 300),
    dxc.compile(SIMPLE, CS),
  ])
  for (const r of [first, second, third]) t.true(r.status === 'fulfilled' && r.value.ok)
  t.true(crash.status === 'rejected' && crash.reason instanceof OracleError && /DXC crashed/.test(crash.reason.message))
  t.true(hang.status === 'rejected' && /no answer from DXC within 300 ms/.test(hang.reason.message))
  const last = dxc.version()
  dxc.close()
  await t.throwsAsync(last, { instanceOf: OracleError })
  await t.throwsAsync(dxc.version(), { instanceOf: OracleError })
})

// --- the D3D12 runtime, with DXC's blobs ---

oracleTest(['dxc', 'd3d12'], 'typed buffers, a cbuffer and another space', async t => {
  const source = `Buffer<float> b : register(t1, space2); RWBuffer<uint> o : register(u0); cbuffer C : register(b0) { uint2 pad; uint k; }
    [numthreads(64,1,1)] void main(uint3 i : SV_DispatchThreadID) { o[i.x] = i.x * k + (uint)b[i.x]; }`
  const [o] = await ran(
    t,
    source,
    [
      { kind: 'uav', type: 'typed', register: 0, format: 'R32_UINT', count: 128 },
      {
        kind: 'srv',
        type: 'typed',
        register: 1,
        space: 2,
        format: 'R32_FLOAT',
        data: bytes(Float32Array.from(upTo(128, i => i * 1000))),
      },
      { kind: 'cbv', register: 0, data: bytes(Uint32Array.of(0, 0, 7)) },
    ],
    [2, 1, 1],
  )
  t.deepEqual(
    u32(o),
    upTo(128, i => i * 1007),
  )
})

oracleTest(['dxc', 'd3d12'], 'typed formats convert on load and store', async t => {
  const source = `Buffer<float4> a : register(t0); Buffer<int4> b : register(t1); Buffer<float2> c : register(t2);
    RWBuffer<float4> o : register(u0); RWBuffer<float> p : register(u1); RWBuffer<int> q : register(u2); RWBuffer<float4> h : register(u3);
    [numthreads(4,1,1)] void main(uint i : SV_DispatchThreadID) { o[i] = a[i]; p[i] = c[i].x + c[i].y; q[i] = b[i].x + b[i].w; h[i] = a[i] * 2; }`
  const unorm = Uint8Array.from(upTo(16, i => i * 17))
  const [o, p, q, h] = await ran(t, source, [
    { kind: 'srv', type: 'typed', register: 0, format: 'R8G8B8A8_UNORM', data: unorm },
    {
      kind: 'srv',
      type: 'typed',
      register: 1,
      format: 'R16G16B16A16_SINT',
      data: bytes(Int16Array.from(upTo(16, i => i * 1000 - 8000))),
    },
    {
      kind: 'srv',
      type: 'typed',
      register: 2,
      format: 'R32G32_FLOAT',
      data: bytes(Float32Array.from(upTo(8, i => i + 0.25))),
    },
    { kind: 'uav', type: 'typed', register: 0, format: 'R32G32B32A32_FLOAT', count: 4 },
    { kind: 'uav', type: 'typed', register: 1, format: 'R32_FLOAT', count: 4 },
    { kind: 'uav', type: 'typed', register: 2, format: 'R32_SINT', count: 4 },
    { kind: 'uav', type: 'typed', register: 3, format: 'R16G16B16A16_FLOAT', count: 4 },
  ])
  // The software driver multiplies by a rounded 1/255 where the exact quotient is asked for: a few units in the last place.
  f32(o).forEach((x, n) => {
    t.true(Math.abs(x - unorm[n]! / 255) < 2e-7)
  })
  t.is(o!.data.length, 64)
  t.deepEqual(
    f32(p),
    upTo(4, i => 4 * i + 1.5),
  )
  t.deepEqual(
    [...new Int32Array(q!.data.buffer)],
    upTo(4, i => (4 * i + 4 * i + 3) * 1000 - 16000),
  )
  const halves = new Uint16Array(h!.data.buffer)
  t.deepEqual([halves[0], halves[15]], [0, 0x4000], '0.0 and 2.0 as halves')
})

oracleTest(['dxc', 'd3d12'], 'raw buffers, atomics and group shared memory', async t => {
  const source = `ByteAddressBuffer a : register(t0); RWByteAddressBuffer o : register(u0); groupshared uint sum;
    [numthreads(32,1,1)] void main(uint i : SV_GroupIndex, uint3 g : SV_GroupID) {
      if (i == 0) sum = 0;
      GroupMemoryBarrierWithGroupSync();
      InterlockedAdd(sum, a.Load(4 * (g.x * 32 + i)));
      GroupMemoryBarrierWithGroupSync();
      if (i == 0) { o.Store(4 + 4 * g.x, sum); uint was; o.InterlockedAdd(0, sum, was); } }`
  const values = Uint32Array.from(upTo(96, i => i * i))
  const [o] = await ran(
    t,
    source,
    [
      { kind: 'srv', type: 'raw', register: 0, data: bytes(values) },
      { kind: 'uav', type: 'raw', register: 0, count: 16, data: bytes(Uint32Array.of(5)) },
    ],
    [3, 1, 1],
  )
  const sums = upTo(3, g => values.subarray(g * 32, g * 32 + 32).reduce((a, b) => a + b, 0))
  t.deepEqual(u32(o), [5 + sums.reduce((a, b) => a + b), ...sums])
})

oracleTest(['dxc', 'd3d12'], 'structured buffers, counters, append and consume; twice the same', async t => {
  const source = `struct S { uint a; float2 b; }; StructuredBuffer<S> s : register(t0); AppendStructuredBuffer<uint> o : register(u0);
    RWStructuredBuffer<S> r : register(u1); ConsumeStructuredBuffer<uint> c : register(u2);
    [numthreads(16,1,1)] void main(uint i : SV_DispatchThreadID) {
      if (s[i].a & 1) o.Append(s[i].a * 10);
      if (i < 3) r[i].b = s[i].b.yx * 2;
      if (i < 2) r[i].a = c.Consume(); else if (i == 2) r[i].a = r.IncrementCounter(); }`
  const data = new Uint8Array(16 * 12)
  const view = new DataView(data.buffer)
  for (let i = 0; i < 16; i++) {
    view.setUint32(i * 12, i, true)
    view.setFloat32(i * 12 + 4, i + 0.5, true)
    view.setFloat32(i * 12 + 8, -i, true)
  }
  const job: Resource[] = [
    { kind: 'srv', type: 'structured', stride: 12, register: 0, data },
    { kind: 'uav', type: 'structured', stride: 4, register: 0, count: 20, counter: 2 },
    { kind: 'uav', type: 'structured', stride: 12, register: 1, count: 3, counter: 40 },
    {
      kind: 'uav',
      type: 'structured',
      stride: 4,
      register: 2,
      data: bytes(Uint32Array.of(100, 101, 102, 103)),
      counter: 3,
    },
  ]
  const [o, r, c] = await ran(t, source, job)
  t.deepEqual([o!.counter, r!.counter, c!.counter], [10, 41, 1])
  t.deepEqual(
    u32(o)
      .slice(2, 10)
      .sort((a, b) => a - b),
    upTo(8, i => (2 * i + 1) * 10),
  )
  const rows = upTo(3, i => [u32(r)[3 * i], f32(r)[3 * i + 1], f32(r)[3 * i + 2]])
  t.deepEqual([rows[0]![0], rows[1]![0]].sort(), [101, 102], 'consumed from the end')
  t.deepEqual(rows[2], [40, -4, 5])
  t.deepEqual(rows[0]!.slice(1), [-0, 1])
  t.deepEqual(await ran(t, source, job), [o, r, c])
})

oracleTest(['dxc', 'd3d12'], 'textures: load, store, row pitch, slices and depth', async t => {
  const source = `Texture2D<uint> a : register(t0); Texture3D<float> v : register(t1); Texture2DArray<uint2> l : register(t2);
    RWTexture2D<uint> o : register(u0); RWTexture2DArray<uint> p : register(u1); RWTexture3D<float> q : register(u2); RWTexture1D<uint> r : register(u3);
    [numthreads(1,1,1)] void main(uint3 i : SV_DispatchThreadID) {
      if (i.z == 0) o[i.xy] = a.Load(int3(i.xy, 0)) * 2;
      if (i.z < 2) p[i] = l.Load(int4(i, 0)).x + 100 * l.Load(int4(i, 0)).y;
      q[i] = v.Load(int4(i, 0)) + 1;
      if (i.y == 0 && i.z == 0) r[i.x] = i.x * i.x; }`
  const plane = Uint32Array.from(upTo(15, i => i + 1))
  const volume = Float32Array.from(upTo(45, i => i / 2))
  const layers = Uint32Array.from(upTo(60, i => i))
  const size = { width: 5, height: 3 }
  const [o, p, q, r] = await ran(
    t,
    source,
    [
      { kind: 'srv', type: 'texture2d', register: 0, format: 'R32_UINT', ...size, data: bytes(plane) },
      { kind: 'srv', type: 'texture3d', register: 1, format: 'R32_FLOAT', ...size, depth: 3, data: bytes(volume) },
      {
        kind: 'srv',
        type: 'texture2darray',
        register: 2,
        format: 'R32G32_UINT',
        ...size,
        depth: 2,
        data: bytes(layers),
      },
      { kind: 'uav', type: 'texture2d', register: 0, format: 'R32_UINT', ...size },
      { kind: 'uav', type: 'texture2darray', register: 1, format: 'R32_UINT', ...size, depth: 2 },
      { kind: 'uav', type: 'texture3d', register: 2, format: 'R32_FLOAT', ...size, depth: 3 },
      { kind: 'uav', type: 'texture1d', register: 3, format: 'R32_UINT', width: 5 },
    ],
    [5, 3, 3],
  )
  t.deepEqual(u32(o), [...plane.map(x => x * 2)])
  t.deepEqual(
    u32(p),
    upTo(30, i => layers[2 * i]! + 100 * layers[2 * i + 1]!),
  )
  t.deepEqual(f32(q), [...volume.map(x => x + 1)])
  t.deepEqual(u32(r), [0, 1, 4, 9, 16])
})

oracleTest(['dxc', 'd3d12'], 'samplers: point, linear, border, comparison, mip levels', async t => {
  const source = `Texture2D<float> a : register(t0); SamplerState p : register(s0); SamplerState l : register(s1); SamplerState b : register(s2);
    SamplerComparisonState c : register(s3); RWBuffer<float> o : register(u0);
    [numthreads(1,1,1)] void main() {
      o[0] = a.SampleLevel(p, float2(0.7, 0.2), 0); o[1] = a.SampleLevel(l, float2(0.5, 0.25), 0); o[2] = a.SampleLevel(b, float2(-1, 0.5), 0);
      o[3] = a.SampleCmpLevelZero(c, float2(0.75, 0.75), 3.5); o[4] = a.SampleCmpLevelZero(c, float2(0.25, 0.25), 3.5);
      o[5] = a.SampleLevel(p, float2(0.5, 0.5), 1); }`
  const [o] = await ran(t, source, [
    {
      kind: 'srv',
      type: 'texture2d',
      register: 0,
      format: 'R32_FLOAT',
      width: 2,
      height: 2,
      mips: 2,
      data: bytes(Float32Array.of(1, 2, 3, 4, 9)),
    },
    { kind: 'sampler', register: 0 },
    { kind: 'sampler', register: 1, filter: 'linear' },
    { kind: 'sampler', register: 2, address: 'border', border: [1, 1, 1, 1] },
    { kind: 'sampler', register: 3, compare: 'less' },
    { kind: 'uav', type: 'typed', register: 0, format: 'R32_FLOAT', count: 6 },
  ])
  t.deepEqual(f32(o), [2, 1.5, 1, 1, 0, 9])
})

oracleTest(['dxc', 'd3d12'], 'resource arrays and root constants', async t => {
  const source = `Buffer<uint> a[3] : register(t2); RWBuffer<uint> o : register(u0, space1); cbuffer C : register(b3) { uint k; uint n; }
    [numthreads(3,1,1)] void main(uint i : SV_GroupIndex) { o[i] = a[NonUniformResourceIndex(i)][0] * k + n; }`
  const container = await compiled(t, source)
  const arrayElement = (i: number): Resource => ({
    kind: 'srv',
    type: 'typed',
    format: 'R32_UINT',
    register: 2,
    arrayIndex: i,
    data: bytes(Uint32Array.of(i + 5)),
  })
  const r = await (await D3d12.shared()).runCompute({
    container,
    dispatch: [1, 1, 1],
    resources: [
      ...upTo(3, arrayElement),
      { kind: 'uav', type: 'typed', format: 'R32_UINT', register: 0, space: 1, count: 3 },
    ],
    rootConstants: { register: 3, values: Uint32Array.of(10, 1) },
  })
  t.is(r.error, undefined)
  t.deepEqual(u32(r.uavs[0]), [51, 61, 71])
  t.is(r.uavs[0]?.space, 1)
})

oracleTest(['dxc', 'd3d12'], 'broken jobs, a crash and an endless loop fail alone', async t => {
  const gpu = await D3d12.start()
  const good = { container: await compiled(t, SIMPLE), dispatch: [1, 1, 1] as const }
  const resources: Resource[] = [{ kind: 'uav', type: 'typed', format: 'R32_UINT', register: 0, count: 8 }]
  const endless = await compiled(
    t,
    `RWBuffer<uint> o : register(u0); [numthreads(1,1,1)] void main() { while (o[0] == 0) o[1] += 1; }`,
  )
  const [garbage, crash, loop, last] = await Promise.allSettled([
    gpu.runCompute({ ...good, container: new Uint8Array(100), resources }),
    gpu.crash(),
    gpu.runCompute({ ...good, container: endless, resources, timeoutMs: 1500 }),
    gpu.runCompute({ ...good, resources }),
  ])
  t.true(garbage.status === 'fulfilled' && /CreateComputePipelineState.*vkd3d/s.test(garbage.value.error ?? ''))
  t.true(crash.status === 'rejected' && /crashed \(SIGABRT\)/.test(crash.reason.message))
  t.true(loop.status === 'fulfilled' && /no answer from the D3D12 runner within 1500 ms/.test(loop.value.error ?? ''))
  t.deepEqual(
    last.status === 'fulfilled' && u32(last.value.uavs[0]),
    upTo(8, i => i * 3),
  )
  gpu.close()
  await t.throwsAsync(gpu.runCompute({ ...good, resources: [{ kind: 'srv', type: 'typed', register: 0 }] }), {
    message: /needs a format/,
  })
})

// --- LLVM's readers ---

oracleTest(['dxc', 'llvm'], "LLVM's readers read what DXC writes and refuse what is broken", async t => {
  const container = await compiled(t, SIMPLE)
  const bitcode = bitcodeOf(container)
  const dis = await llvmDis14(bitcode)
  t.true(dis.ok, dis.stderr)
  t.regex(dis.text, /target triple = "dxil-ms-dx"/)
  t.regex((await bcanalyzer14(bitcode)).text, /<MODULE_BLOCK/)
  t.regex((await obj2yaml(container)).text, /--- !dxcontainer[\s\S]*Name: +DXIL/)
  t.regex((await objdump(container)).text, /file format directx container/)
  t.false((await llvmDis14(bitcode.subarray(0, 40))).ok)
  t.false((await bcanalyzer14(new Uint8Array(16))).ok)
  t.false((await obj2yaml(container.subarray(0, 50))).ok)
})

// --- set-up and command ---

const CLI = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'cli.ts' : 'cli.js')

function cli(...args: string[]): { status: number | null; out: string; err: string } {
  const r = spawnSync(process.execPath, [CLI, ...args], { encoding: 'utf8', timeout: 60_000 })
  return { status: r.status, out: r.stdout, err: r.stderr }
}

oracleTest(['dxc', 'd3d12', 'llvm'], 'the shell command: exit codes and output', t => {
  const path = (name: string): string => join(ORACLE_DIR, `cli-test-${name}`)
  writeFileSync(path('a.hlsl'), SIMPLE)
  writeFileSync(path('bad.hlsl'), 'void main() { nothing }')
  writeFileSync(
    path('job.json'),
    JSON.stringify({ resources: [{ kind: 'uav', type: 'typed', format: 'R32_UINT', register: 0, count: 2 }] }),
  )
  t.is(cli('dxc', path('a.hlsl'), ...CS, '-Fo', path('a.dxil')).status, 0)
  t.is(readFileSync(path('a.dxil')).toString('latin1', 0, 4), 'DXBC')
  t.regex(cli('validate', path('a.dxil')).out, /valid, digest right/)
  t.is(cli('validate', path('a.hlsl')).status, 1)
  t.is(cli('dxc', path('bad.hlsl'), ...CS).status, 1)
  t.regex(cli('run', path('a.dxil'), path('job.json')).out, /"u32":\[0,3\]/)
  t.regex(cli('llvm', path('a.dxil'), 'obj2yaml').out, /obj2yaml: reads it/)
  t.is(cli('dxc', path('not-there.hlsl')).status, 2)
  t.is(cli().status, 2)
})

test('where an oracle cannot be had, the set-up says so in a line and fails only with CI=true', t => {
  const setup = (ci: string): { status: number | null; stdout: string } =>
    spawnSync('bash', [join(ROOT, 'test/oracle/setup.sh'), 'none-such'], {
      encoding: 'utf8',
      env: { ...process.env, CI: ci },
    })
  t.is(setup('').status, 0)
  t.regex(setup('').stdout, /^oracle none-such: skipped \(there is no such oracle\)\n$/)
  t.is(setup('true').status, 1)
})

oracleTest(
  'd3d12',
  'draws: vertex elements, interpolation, two targets and depth come out as the shaders say',
  async t => {
    const dxc = await Dxc.shared()
    const vertex = await dxc.compile(
      `struct V { float4 at : SV_Position; float4 color : COLOR; nointerpolation uint id : ID; };
V main(float2 at : POSITION, float4 color : COLOR, uint id : SV_VertexID) { V v = { float4(at, 0.25, 1), color, id }; return v; }`,
      ['-T', 'vs_6_0', '-E', 'main'],
    )
    const pixel = await dxc.compile(
      `cbuffer C { float4 factor; }
struct P { float4 color : SV_Target0; uint place : SV_Target1; float depth : SV_Depth; };
P main(float4 at : SV_Position, float4 color : COLOR, nointerpolation uint id : ID) {
  P p = { color * factor, uint(at.x) + uint(at.y) * 10 + id * 100, at.z * 2 };
  return p;
}`,
      ['-T', 'ps_6_0', '-E', 'main'],
    )
    // One triangle over the whole target; red falls from left bottom, green and blue grow.
    const vertices = new Float32Array([-1, -1, 1, 0, 0, 1, 3, -1, 0, 1, 0, 1, -1, 3, 0, 0, 1, 1])
    const { targets, error } = await (await D3d12.shared()).runDraw({
      vertex: vertex.container!,
      pixel: pixel.container!,
      vertexCount: 3,
      vertices: {
        data: new Uint8Array(vertices.buffer),
        stride: 24,
        elements: [
          { semantic: 'POSITION', format: 'R32G32_FLOAT', offset: 0 },
          { semantic: 'COLOR', format: 'R32G32B32A32_FLOAT', offset: 8 },
        ],
      },
      width: 2,
      height: 2,
      targets: ['R32G32B32A32_FLOAT', 'R32_UINT'],
      depth: true,
      resources: [{ kind: 'cbv', register: 0, data: new Uint8Array(new Float32Array([2, 2, 2, 1]).buffer) }],
    })
    t.is(error, undefined)
    const [colors, places, depth] = targets
    t.deepEqual(
      [...new Float32Array(colors!.slice().buffer)],
      [1, 0.25, 0.75, 1, 0.5, 0.75, 0.75, 1, 1.5, 0.25, 0.25, 1, 1, 0.75, 0.25, 1],
    )
    t.deepEqual([...new Uint32Array(places!.slice().buffer)], [0, 1, 10, 11])
    t.deepEqual([...new Float32Array(depth!.slice().buffer)], [0.5, 0.5, 0.5, 0.5])
  },
)
