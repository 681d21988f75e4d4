// The byte map covers every byte once, whatever the bytes are; the hex view shows each of them.

import test from 'ava'
import fc from 'fast-check'
import { compile } from '../../src/api/index.ts'
import { readContainer, writeContainer } from '../../src/container/container.ts'
import { type ByteRange, mapBytes } from '../../src/inspect/byte_map.ts'
import { formatHex, hexLines } from '../../src/inspect/format_hex.ts'
import { sampleContainer, VALIDATOR } from '../container/sample.ts'

/** Where the ranges leave a hole, overlap or are empty; undefined when they do not. */
function gap(ranges: readonly ByteRange[], length: number): number | undefined {
  let end = 0
  for (const range of ranges) {
    if (range.offset !== end || range.size < 1) return end
    end += range.size
  }
  return end === length ? undefined : end
}

const shader = compile('RWBuffer<float> b; [numthreads(4,1,1)] void main(uint i : SV_GroupIndex) { b[i] = sin(i); }', {
  target: 'cs_6_0',
  entry: 'main',
}).container!

test('every byte of sound containers is known', t => {
  for (const bytes of [sampleContainer(), shader]) {
    const ranges = mapBytes(bytes)
    t.is(gap(ranges, bytes.length), undefined)
    const unknown = ranges.filter(r => r.kind === 'unknown')
    // The sample's "bitcode" is none.
    t.deepEqual(
      unknown.filter(r => bytes === shader || r.part !== 'DXIL'),
      [],
    )
    for (const part of readContainer(bytes).parts)
      t.is(
        ranges.filter(r => r.part === part.name).reduce((sum, r) => sum + r.size, 0),
        part.data.length + 8,
      )
  }
  const kinds = new Set(mapBytes(shader).map(r => r.kind))
  t.deepEqual([...kinds].sort(), ['bitcode', 'field', 'header', 'part header'])
})

test('the map names header, part header, field and record', t => {
  const ranges = mapBytes(shader)
  const at = (path: string, part = ''): ByteRange | undefined => ranges.find(r => r.path === path && r.part === part)
  t.like(at('file size'), { offset: 24, size: 4, kind: 'header', value: shader.length, partIndex: -1 })
  t.like(at('part offset[0]'), { offset: 32, name: 'SFI0' })
  const dxil = readContainer(shader).parts.find(p => p.name === 'DXIL')!
  t.like(at('size', 'DXIL'), { offset: dxil.offset - 4, kind: 'part header', value: dxil.size })
  t.like(at('bitcode.magic', 'DXIL'), { offset: dxil.offset + 24, size: 4, kind: 'bitcode' })
  t.is(at('bitcode.MODULE.TRIPLE', 'DXIL')?.name, '"dxil-ms-dx"')
})

test('any bytes and any damage leave no hole', t => {
  const rounds = { numRuns: 300, seed: 3 }
  const anything = fc.property(fc.uint8Array({ maxLength: 200 }), b => gap(mapBytes(b), b.length) === undefined)
  t.notThrows(() => fc.assert(anything, rounds))
  const edit = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }))
  for (const sound of [sampleContainer(), shader])
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12 }), fc.nat(), (edits, cut) => {
        const bytes = sound.slice(0, 32 + (cut % (sound.length - 31)))
        // Half of the damage goes where it changes what is where.
        edits.forEach(([at, byte], i) => {
          bytes[at % (i % 2 === 0 ? Math.min(bytes.length, 400) : bytes.length)] = byte
        })
        bytes.set(sound.subarray(0, 4))
        return gap(mapBytes(bytes), bytes.length) === undefined
      }),
      rounds,
    )
})

test('parts over each other: the first has the bytes, and many do not take long', t => {
  const count = 5000
  const bytes = new Uint8Array(32 + 4 * count + 200_000)
  const view = new DataView(bytes.buffer)
  bytes.set(sampleContainer().subarray(0, 24))
  view.setUint32(24, bytes.length, true)
  view.setUint32(28, count, true)
  for (let i = 0; i < count; i++) view.setUint32(32 + 4 * i, 32 + 4 * count + i * 8, true)
  for (let i = 0; i < count; i++) view.setUint32(32 + 4 * count + i * 8 + 4, 0xfffffff0, true)
  const start = process.cpuUsage()
  t.is(gap(mapBytes(bytes), bytes.length), undefined)
  const { user, system } = process.cpuUsage(start)
  t.true(user + system < 10_000_000, `${user + system} microseconds`)
})

test('the hex view shows every byte', t => {
  const bytes = shader
  const lines = [...hexLines(bytes)].join('').trimEnd().split('\n').slice(1)
  const shown = lines.flatMap(line => line.slice(10, 57).trim().split(' '))
  t.is(shown.join(''), Buffer.from(bytes).toString('hex'))
  t.true(lines.every(line => !/[^\x20-\x7e…]/.test(line)))
  t.true(lines.some(line => /PSV0 {2}entry name|PSV0 {2}info\./.test(line)))
})

test('the hex view of one part has its header and nothing else', t => {
  const { offset, data } = readContainer(shader).parts.find(p => p.name === 'HASH')!
  const lines = [...hexLines(shader, 'HASH')].join('').trimEnd().split('\n').slice(1)
  const shown = lines.flatMap(line => line.slice(10, 57).trim().split(' '))
  t.is(shown.join(''), Buffer.from(shader.subarray(offset - 8, offset + data.length)).toString('hex'))
})

test('ten megabytes of bytes come in chunks', t => {
  const data = new Uint8Array(10 << 20)
  const bytes = writeContainer([{ name: 'PRIV', data }], VALIDATOR)
  let lines = 0
  let longest = 0
  for (const chunk of formatHex(bytes, mapBytes(bytes))) {
    longest = Math.max(longest, chunk.length)
    lines += chunk.split('\n').length - 1
  }
  t.true(lines > data.length / 16)
  t.true(longest < 1 << 17)
})
