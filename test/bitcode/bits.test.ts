// The bit layer: what is written comes back, in the smallest form, and reading never leaves the range.

import test from 'ava'
import fc from 'fast-check'
import { FormatError } from '../../src/base/format_error.ts'
import { BitReader } from '../../src/bitcode/bit_reader.ts'
import { BitWriter } from '../../src/bitcode/bit_writer.ts'

type Item =
  | { kind: 'fixed'; width: number; value: number }
  | { kind: 'vbr'; width: number; value: number }
  | { kind: 'big'; width: number; value: bigint }
  | { kind: 'align' }

const fixedItem = fc
  .integer({ min: 1, max: 32 })
  .chain(width => fc.integer({ min: 0, max: 2 ** width - 1 }).map((value): Item => ({ kind: 'fixed', width, value })))
const vbrItem = fc
  .record({
    width: fc.integer({ min: 2, max: 32 }),
    value: fc.oneof(fc.nat(100), fc.integer({ min: 0, max: 0xffffffff }), fc.maxSafeNat()),
  })
  .map((r): Item => ({ kind: 'vbr', ...r }))
const bigItem = fc
  .record({ width: fc.integer({ min: 2, max: 32 }), value: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }) })
  .map((r): Item => ({ kind: 'big', ...r }))
const items = fc.array(fc.oneof(fixedItem, vbrItem, bigItem, fc.constant<Item>({ kind: 'align' })), { maxLength: 200 })

function write(list: readonly Item[]): Uint8Array {
  const out = new BitWriter()
  for (const i of list)
    if (i.kind === 'fixed') out.fixed(i.value, i.width)
    else if (i.kind === 'vbr') out.vbr(i.value, i.width)
    else if (i.kind === 'big') out.vbrBig(i.value, i.width)
    else out.align32()
  return out.finish()
}

test('any sequence of fixed, vbr and alignment reads back', t => {
  fc.assert(
    fc.property(items, list => {
      const bits = new BitReader(write(list))
      for (const i of list)
        if (i.kind === 'fixed') t.is(bits.fixed(i.width), i.value)
        else if (i.kind === 'align') bits.align32()
        else t.is(BigInt(bits.vbr(i.width)), BigInt(i.value))
    }),
  )
})

test('a vbr is a number below 2^53 and a bigint from there', t => {
  const out = new BitWriter()
  out.vbrBig(2n ** 53n - 1n, 6)
  out.vbrBig(2n ** 53n, 6)
  out.vbrBig(2n ** 64n - 1n, 6)
  const bits = new BitReader(out.finish())
  t.is(bits.vbr(6), 2 ** 53 - 1)
  t.is(bits.vbr(6), 2n ** 53n)
  t.is(bits.vbr(6), 2n ** 64n - 1n)
})

test('a vbr takes the fewest chunks', t => {
  const length = (value: number, width: number): number => {
    const out = new BitWriter()
    // As often as a word has bits: the words are then as many as one takes bits.
    for (let i = 0; i < 32; i++) out.vbr(value, width)
    return out.wordCount
  }
  t.is(length(0, 6), 6)
  t.is(length(31, 6), 6)
  t.is(length(32, 6), 12)
  t.is(length(0xffffffff, 6), 42)
  t.is(length(0xffffffff, 32), 64)
  t.is(length(2 ** 32, 8), 40)
})

test('the first bits are the low bits of a little-endian word', t => {
  const out = new BitWriter()
  out.fixed(0b101, 3)
  out.fixed(0xabcdef, 24)
  out.fixed(0b11111, 5)
  const word = (0b101 | (0xabcdef << 3) | (0b11111 << 27)) >>> 0
  t.deepEqual([...out.finish()], [word & 255, (word >> 8) & 255, (word >> 16) & 255, word >>> 24])
})

test('reading past the end or more than 64 bits is a FormatError with the offset', t => {
  const bits = new BitReader(new Uint8Array(8), 100)
  bits.fixed(32)
  bits.fixed(20)
  const error = t.throws(() => bits.fixed(13), { instanceOf: FormatError })
  t.is(error?.offset, 106)
  const endless = new BitReader(new Uint8Array(64).fill(255))
  t.throws(() => endless.vbr(6), { instanceOf: FormatError })
  t.throws(() => new BitReader(new Uint8Array(3)).fixed(1), { instanceOf: FormatError })
})
