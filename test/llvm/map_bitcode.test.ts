// The byte map of bitcode: complete, in order, right about known places, lazy, bounded, and total over any bytes.

import test from 'ava'
import fc from 'fast-check'
import { array, fixed, literal } from '../../src/bitcode/abbrev.ts'
import { type BitMap, mapBits } from '../../src/bitcode/bit_map.ts'
import { readBlocks } from '../../src/bitcode/block_reader.ts'
import { BlockWriter } from '../../src/bitcode/block_writer.ts'
import { mapBitcode } from '../../src/llvm/read/map_bitcode.ts'
import { writeModule } from '../../src/llvm/write/write_module.ts'
import { sampleModule } from './sample_module.ts'

/** Whether the fields cover exactly the bits from..to, one after the other. */
function covers(map: BitMap, from: number, to: number): boolean {
  let at = from
  for (const f of map.fields) {
    if (f.bitOffset !== at || f.bitLength <= 0) return false
    at += f.bitLength
  }
  return at === to
}

const bytes = writeModule(sampleModule())

test('every bit of a module has one field, and operands have the values the reader reads', t => {
  const map = mapBitcode(bytes)
  t.is(map.error, null)
  t.is(map.next, null)
  t.true(covers(map, 0, bytes.length * 8))
  const version = map.fields.filter(f => f.path === 'MODULE/VERSION')
  t.deepEqual(
    version.map(f => [f.field, f.value]),
    [
      ['abbrev id', 3],
      ['code', 1],
      ['operand count', 1],
      ['op[0]', 1],
    ],
  )
  const [root] = readBlocks(bytes)
  const triple = root!.items.find(i => i.kind === 'record' && i.code === 2)
  t.deepEqual(
    map.fields.filter(f => f.path === 'MODULE/TRIPLE' && f.field.startsWith('op[')).map(f => f.value),
    triple!.kind === 'record' ? triple!.operands : [],
  )
  t.true(map.fields.some(f => f.path === 'MODULE/FUNCTION[0]/CALL' && f.field === 'code' && f.value === 34))
  t.false(map.fields.some(f => f.field === 'damaged' || f.field === 'trailing'))
})

test('a range gives the fields that touch it, offsets are those of the input', t => {
  const all = mapBitcode(bytes, 1000)
  for (let from = 0; from < bytes.length; from += 61) {
    const [low, high] = [(1000 + from) * 8, Math.min(1000 + bytes.length, 1000 + from + 16) * 8]
    t.deepEqual(
      mapBitcode(bytes, 1000, { from: 1000 + from, to: 1000 + from + 16 }).fields,
      all.fields.filter(f => f.bitOffset < high && f.bitOffset + f.bitLength > low),
    )
  }
})

test('no more fields than asked for; asking on from there loses nothing', t => {
  const all = mapBitcode(bytes, 8)
  const seen = new Set<number>()
  let from = 8
  for (let page = mapBitcode(bytes, 8, { limit: 100 }); ; page = mapBitcode(bytes, 8, { from, limit: 100 })) {
    t.true(page.fields.length <= 100)
    for (const f of page.fields) seen.add(f.bitOffset)
    if (page.next === null) break
    t.true(page.next > from)
    from = page.next
  }
  t.is(seen.size, all.fields.length)
})

test('damage is shown from where reading failed, what lies behind the last block as trailing', t => {
  const cut = mapBitcode(bytes.subarray(0, 200), 4)
  t.is(cut.error?.name, 'FormatError')
  t.true(covers(cut, 32, 32 + 1600))
  t.is(cut.fields[cut.fields.length - 1]!.field, 'damaged')
  const behind = mapBitcode(Uint8Array.from([...bytes, 1, 2]))
  t.is(behind.error, null)
  const last = behind.fields[behind.fields.length - 1]!
  t.deepEqual([last.field, last.bitLength], ['trailing', 16])
})

test('any bytes are covered, nothing is thrown', t => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(bytes.length), (noise, at) => {
      const mixed = bytes.slice()
      mixed.set(noise.subarray(0, mixed.length - at), at)
      t.true(covers(mapBitcode(mixed), 0, mixed.length * 8))
      t.true(covers(mapBitcode(noise), 0, noise.length * 8))
    }),
    { numRuns: 300 },
  )
})

test('records of operands without bits are bounded', t => {
  const out = new BlockWriter()
  out.enter(8, 3)
  const free = out.define([literal(1), ...Array.from({ length: 4000 }, () => literal(7))])
  const none = out.define([literal(2), array, fixed(1)])
  for (let i = 0; i < 2000; i++)
    out.packed(
      free,
      1,
      Array.from({ length: 4000 }, () => 7),
    )
  out.packed(none, 2, [1])
  out.leave()
  const bomb = out.finish()
  t.throws(() => readBlocks(bomb), { name: 'FormatError', message: /more operands than/ })
  t.regex(String(mapBits(bomb).error?.message), /more operands than/)
})
