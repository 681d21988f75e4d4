// RDAT, root signatures, source info and debug files: DXC's come back byte for byte; odd and hostile ones too, or are refused.

import test from 'ava'
import { containerBytes, isPdb } from '../../src/api/pdb.ts'
import { FormatError } from '../../src/base/format_error.ts'
import { readContainer } from '../../src/container/container.ts'
import { type DecodablePart, decodePart, encodePart, isDecodable } from '../../src/container/parts.ts'
import { buildRdat, newRdatPart, rdatRows, rdatString } from '../../src/container/rdat.ts'
import { newRdatRecord, rdatStride } from '../../src/container/rdat_records.ts'
import { sourceFiles } from '../../src/container/source_info.ts'
import { RDAT_PART } from '../../src/spec/rdat_enums.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const words = (...values: number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer)

test('RDAT built from rows reads as those rows', t => {
  const strings = { ...newRdatPart(RDAT_PART.StringBuffer), bytes: new TextEncoder().encode('\0buf\0') }
  const type = RDAT_PART.ResourceTable
  const row = Object.assign(newRdatRecord(type), { name: 1, lower: 3, upper: 5 })
  const bytes = buildRdat([strings, { ...newRdatPart(type), stride: rdatStride(type), records: [row] }])
  const value = decodePart('RDAT', bytes)
  t.deepEqual(rdatRows(value, type), [row])
  t.is(rdatString(value, 1), 'buf')
  t.deepEqual(encodePart('RDAT', value), bytes)
})

test('offsets that overlap, leave gaps or share a block come back byte for byte', t => {
  const cases: [DecodablePart, Uint8Array][] = [
    ['RDAT', words(0x10, 2, 16, 16, RDAT_PART.RawBytes, 4, 7)],
    ['RDAT', words(0x10, 1, 20, 99, 99, RDAT_PART.IndexArrays, 4, 0, 1, 2)],
    ['RDAT', words(0x10, 1, 12, 77, 8, 1, 2, 3)],
    ['RTS0', words(2, 2, 24, 0, 24, 1, 2, 0, 48, 3, 0, 48, 1, 2, 3)],
    ['RTS0', words(1, 1, 32, 0, 24, 1, 88, 89, 1, 0, 44, 5, 6, 7, 8)],
    ['RTS0', words(9, 1, 2, 3)],
    ['RTS0', words(3, 0, 24, 1, 24, 0, ...Array(14).fill(1))],
    ['PRIV', Uint8Array.of(1, 2, 3)],
    ['SHEX', words(0x50050, 2, 9)],
    ['RDEF', words(1, 2, 3, 4, 5, 6, 7, 8)],
  ]
  for (const [name, bytes] of cases) t.deepEqual(encodePart(name, decodePart(name, bytes) as never), bytes, name)
})

test('counts and sizes that cannot be are damage', t => {
  const cases: [DecodablePart, Uint8Array][] = [
    ['RDAT', words(0x10, 0xffffffff)],
    ['RDAT', words(0x10, 1, 12, RDAT_PART.ResourceTable, 8, 0xffffffff, 32)],
    ['RTS0', words(1, 0xffffffff, 24, 0, 24, 0)],
    ['SRCI', words(8, 0x10000, 4, 0)],
    ['PDBI', words(0x10000, 100, 5, 6)],
  ]
  for (const [name, bytes] of cases) t.throws(() => decodePart(name, bytes), { instanceOf: FormatError }, name)
})

const LIBRARY = `
GlobalRootSignature g = {"CBV(b0), DescriptorTable(SRV(t0, numDescriptors=4), UAV(u3)), StaticSampler(s0)"};
RaytracingShaderConfig c = {32, 8};
TriangleHitGroup h = {"", "hit"};
RWBuffer<float> o : register(u3);
struct [raypayload] P { float c : read(caller) : write(closesthit); };
[shader("closesthit")] void hit(inout P p, in BuiltInTriangleIntersectionAttributes a) { p.c = a.barycentrics.x; }
struct R { uint3 g : SV_DispatchGrid; uint x; };
[shader("node")] [NodeLaunch("broadcasting")] [NodeMaxDispatchGrid(4,4,4)] [NumThreads(8,1,1)]
void n(DispatchNodeInputRecord<R> i) { o[0] = i.Get().x; }`

const ROOT = `[RootSignature("CBV(b0), RootConstants(num32BitConstants=4, b1), DescriptorTable(SRV(t2)), StaticSampler(s0)")]
float4 main(float4 p : SV_Position) : SV_Target { return p; }`

oracleTest('dxc', 'RDAT, root signatures and the parts of debug files are DXC’s again', async t => {
  const dxc = await Dxc.shared()
  const seen = new Set<string>()
  const check = (bytes: Uint8Array): void => {
    for (const { name, data } of readContainer(bytes).parts) {
      t.true(isDecodable(name), name)
      seen.add(name)
      t.deepEqual(encodePart(name as DecodablePart, decodePart(name as DecodablePart, data) as never), data, name)
    }
  }
  check((await dxc.compile(LIBRARY, ['-T', 'lib_6_8'])).container!)
  check((await dxc.compile(ROOT, ['-T', 'ps_6_0', '-force-rootsig-ver', 'rootsig_1_0'])).container!)
  const debugged = await dxc.compile(ROOT, ['-T', 'ps_6_0', '-Zi'], { name: 'x.hlsl' })
  check(debugged.container!)
  const pdb = debugged.outputs.get('pdb')!
  t.true(isPdb(pdb))
  const inside = await containerBytes(pdb)
  check(inside)
  for (const name of ['RDAT', 'RTS0', 'SRCI', 'VERS', 'ILDB']) t.true(seen.has(name), name)
  const info = readContainer(inside).parts.find(p => p.name === 'SRCI')!
  t.deepEqual(
    sourceFiles(decodePart('SRCI', info.data)).map(s => s.text.trim()),
    [ROOT],
  )
  // Cut or with a wild block number, it is damage, never a crash.
  for (const length of [33, 60, 600, pdb.length - 600]) {
    await t.throwsAsync(containerBytes(pdb.subarray(0, length)), { instanceOf: FormatError }, String(length))
  }
})
