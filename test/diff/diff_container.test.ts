// Containers compared part by part: what changed is named, what did not is silent, damage hides nothing else.

import { readFileSync } from 'node:fs'
import test from 'ava'
import { type ContainerDiff, diffContainers, formatDiff } from '../../src/api/diff.ts'
import { compile, FormatError, listing, readContainer, signContainer, writeContainer } from '../../src/api/index.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { parseHeader } from '../corpus/header.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const SOURCE = `
cbuffer Params : register(b0) { float4 tint; uint count; };
Texture2D<float4> source : register(t0);
RWStructuredBuffer<float4> result : register(u0);
[numthreads(8, 8, 1)] void main(uint3 id : SV_DispatchThreadID) { result[id.x] = source[id.xy] * tint * count; }`
const PIXEL = `
struct In { float4 color : COLOR0; float2 uv : TEXCOORD0; };
float4 main(In i) : SV_Target { return i.color * i.uv.x; }`

function build(source: string): Uint8Array {
  const result = compile(source, { target: 'cs_6_0' })
  if (!result.container) throw new Error(result.text)
  return result.container
}

const names = { nameA: 'a', nameB: 'b' }
const text = (diff: ContainerDiff): string => formatDiff(diff, names)
const part = (diff: ContainerDiff, name: string) => diff.parts.find(p => p.name === name)

test('the same file', t => {
  const diff = diffContainers(build(SOURCE), build(SOURCE))
  t.true(diff.same && diff.sameBytes)
  t.true(diff.parts.every(p => p.status === 'equal'))
  t.is(text(diff), '')
})

test('bindings, layouts, PSV0 and code of a changed shader', t => {
  const other = build(
    SOURCE.replace('b0', 'b2')
      .replace('uint count', 'uint flags; uint count')
      .replace('Texture2D<float4> source', 'Texture2D<float4> more : register(t4); Texture2D<float4> source')
      .replace('* count', '* count + more[id.yx]'),
  )
  const diff = diffContainers(build(SOURCE), other)
  t.false(diff.same)
  t.deepEqual(
    diff.resources.filter(c => c.path.endsWith('bind')),
    [{ path: 'cbuffer Params bind', a: 'cb0', b: 'cb2' }],
  )
  t.truthy(diff.resources.find(c => c.path === 'texture more' && c.a === undefined && /bind t4/.test(String(c.b))))
  t.deepEqual(
    diff.layouts.filter(c => c.path.includes('count')),
    [{ path: '%Params.count offset', a: 16, b: 20 }],
  )
  const psv = part(diff, 'PSV0')!
  t.is(psv.status, 'differs')
  t.is(psv.changes.filter(c => c.a === undefined).length, 1, 'one resource more, the rest not shifted')
  t.true(part(diff, 'DXIL')!.program!.functions[0]!.added > 0)
  t.deepEqual(JSON.parse(JSON.stringify(diff)).resources, diff.resources)
})

oracleTest('dxc', 'signatures are matched by semantic', async t => {
  const dxc = await Dxc.shared()
  const pixel = async (source: string): Promise<Uint8Array> =>
    (await dxc.compile(source, ['-T', 'ps_6_0', '-E', 'main'])).container!
  const other = PIXEL.replace(
    'float4 color : COLOR0; float2 uv',
    'float4 extra : EXTRA; float4 color : COLOR0; float3 uv',
  )
  const diff = diffContainers(await pixel(PIXEL), await pixel(other.replace('i.uv.x', 'i.uv.x + i.extra')))
  const { changes } = part(diff, 'ISG1')!
  t.deepEqual(
    changes
      .filter(c => c.path.startsWith('TEXCOORD0'))
      .map(c => c.path)
      .sort(),
    ['TEXCOORD0 mask', 'TEXCOORD0 register'],
  )
  t.truthy(changes.find(c => c.path === 'EXTRA0' && c.a === undefined))
  t.is(part(diff, 'OSG1')!.status, 'equal')
})

test('parts of one side, their order, an unknown part', t => {
  const { parts } = readContainer(build(SOURCE))
  const one = { major: 1, minor: 6 }
  const plain = writeContainer(parts, one)
  const extra = writeContainer([...parts, { name: 'XTRA', data: new Uint8Array(8) }], one)
  const diff = diffContainers(plain, extra)
  t.deepEqual(
    diff.parts.filter(p => p.status !== 'equal').map(p => [p.name, p.status, p.sizeB]),
    [['XTRA', 'only in b', 8]],
  )
  t.regex(text(diff), /\n\+part XTRA \(8 bytes\)\n/)
  t.true(diffContainers(plain, extra, { ignore: ['XTRA'] }).same)
  const changed = writeContainer([...parts, { name: 'XTRA', data: Uint8Array.of(0, 0, 0, 0, 0, 9, 0, 0) }], one)
  t.is(part(diffContainers(extra, changed), 'XTRA')!.status, 'differs')
  const turned = diffContainers(plain, writeContainer([...parts].reverse(), one))
  t.deepEqual(
    turned.header.map(c => c.path),
    ['parts'],
  )
})

test('the digest counts by its state', t => {
  const a = build(SOURCE)
  const unsigned = Uint8Array.from(a)
  signContainer(unsigned, 'none')
  t.deepEqual(diffContainers(a, unsigned).header, [{ path: 'digest', a: 'retail', b: 'unsigned' }])
  t.true(diffContainers(a, unsigned, { ignore: ['header'] }).same)
})

test('a damaged part is reported, the others are compared', t => {
  const a = build(SOURCE)
  const { parts } = readContainer(build(SOURCE.replace('b0', 'b1')))
  const one = { major: 1, minor: 6 }
  const cut = parts.map(p => (p.name === 'DXIL' ? { name: p.name, data: p.data.slice(0, 400) } : p))
  const diff = diffContainers(a, writeContainer(cut, one))
  t.is(part(diff, 'DXIL')!.status, 'damaged')
  t.is(part(diff, 'PSV0')!.status, 'differs')
  t.true(diff.damage.length > 0 && diff.damage.every(d => d.side === 'b' && d.part === 'DXIL' && d.offset > 0))
  t.is(diff.resources.length, 1)
  t.false(diff.same)
  t.throws(() => diffContainers(a, new Uint8Array(3)), { instanceOf: FormatError })
})

test('programs can be left out, and compared alone', t => {
  const [a, b] = [build(SOURCE), build(SOURCE.replace('* count', '* (count + 1)'))]
  const ignore = ['HASH', 'STAT']
  t.false(diffContainers(a, b, { ignore }).same)
  t.true(diffContainers(a, b, { ignore, code: false }).same)
  const bitcode = (bytes: Uint8Array) =>
    readContainer(bytes)
      .parts.find(p => p.name === 'DXIL')!
      .data.subarray(24)
  const alone = diffContainers(bitcode(a), bitcode(b))
  t.deepEqual(
    alone.parts.map(p => [p.name, p.status]),
    [['bitcode', 'differs']],
  )
  t.true(diffContainers(bitcode(a), bitcode(a)).same)
})

test('a container against its listing, as it is and edited', t => {
  const a = build(SOURCE)
  const bytes = (text: string) => new TextEncoder().encode(text)
  const asText = listing(a)
  const same = diffContainers(a, bytes(asText))
  t.deepEqual([same.same, part(same, 'bitcode')!.status], [true, 'same content'])
  const edited = asText.replace('i32 93, i32 0)', 'i32 93, i32 2)')
  const [f] = part(diffContainers(bytes(asText), bytes(edited)), 'bitcode')!.program!.functions
  t.deepEqual([f!.removed, f!.added], [1, 1])
  const error = t.throws(() => diffContainers(a, bytes(`${asText}\ndefine nonsense`)), { instanceOf: FormatError })
  t.true((error as FormatError).offset >= asText.length)
})

oracleTest('dxc', "DXC's container of a corpus shader and ours, and with debug information", async t => {
  const dxc = await Dxc.shared()
  const source = readFileSync('corpus/mandelbrot.hlsl', 'utf8')
  const { args } = parseHeader(source, 'mandelbrot.hlsl').compiles[0]!
  const theirs = await dxc.compile(source, [...args])
  const ours = compile(source, dxcArgsToOptions(args))
  const diff = diffContainers(theirs.container!, ours.container!)
  t.deepEqual([diff.damage, diff.resources, diff.layouts], [[], [], []])
  for (const name of ['SFI0', 'ISG1', 'OSG1', 'PSV0']) t.true(/equal|same content/.test(part(diff, name)!.status), name)
  t.false(diff.same)

  // Source positions move, the program does not.
  const debug = [...args, '-Zi', '-Qembed_debug']
  const [x, y] = [await dxc.compile(source, debug), await dxc.compile(`\n\n${source}`, debug)]
  const moved = part(diffContainers(x.container!, y.container!), 'ILDB')!.program!
  t.true(moved.sameCode)
  t.true(moved.debug.length > 0)
})
