// Blocks, abbreviations and records both ways, and damage of every kind.

import test from 'ava'
import fc from 'fast-check'
import { FormatError } from '../../src/base/format_error.ts'
import { type Abbrev, array, blob, char6, charWidth, fixed, literal, vbr } from '../../src/bitcode/abbrev.ts'
import { type BitBlock, readBlocks } from '../../src/bitcode/block_reader.ts'
import { BlockWriter } from '../../src/bitcode/block_writer.ts'
import { writeTree } from './write_tree.ts'

const scalar = fc.oneof(
  fc.record({ op: fc.constant(vbr(6)), value: fc.maxSafeNat() }),
  fc.record({ op: fc.constant(vbr(32)), value: fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }) }),
  fc.record({ op: fc.constant(fixed(7)), value: fc.nat(127) }),
  fc.record({ op: fc.constant(fixed(32)), value: fc.nat(0xffffffff) }),
  fc.record({ op: fc.constant(char6), value: fc.constantFrom(...'azAZ09._').map(c => c.charCodeAt(0)) }),
  fc.nat(1000).map(value => ({ op: literal(value), value })),
)
const tail = fc.oneof(
  fc.constant({ ops: [] as Abbrev, values: [] as number[] }),
  fc.array(fc.nat(127)).map(values => ({ ops: [array, fixed(7)], values })),
  fc.array(fc.nat(100000)).map(values => ({ ops: [array, vbr(5)], values })),
  fc.array(fc.nat(255)).map(values => ({ ops: [blob], values })),
)
const record = fc.record({ code: fc.nat(200), scalars: fc.array(scalar, { maxLength: 5 }), tail })

test('records packed by any abbreviation read back', t => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 10 }), fc.integer({ min: 4, max: 8 }), (records, width) => {
      const out = new BlockWriter()
      out.enter(8, width)
      for (const r of records) {
        const id = out.define([literal(r.code), ...r.scalars.map(s => s.op), ...r.tail.ops])
        out.packed(id, r.code, [...r.scalars.map(s => s.value), ...r.tail.values])
      }
      out.leave()
      const bytes = out.finish()
      const [block] = readBlocks(bytes)
      const read = block!.items.filter(i => i.kind === 'record')
      t.deepEqual(
        read.map(r => [r.code, r.operands]),
        records.map(r => [r.code, [...r.scalars.map(s => s.value), ...r.tail.values]]),
      )
      t.deepEqual(writeTree([block!]), bytes)
    }),
    { numRuns: 60 },
  )
})

test('a kept block is the same again, wherever it stands', t => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(100_000)), { maxLength: 5 }), fc.nat(3000), (records, gap) => {
      const inside = (out: BlockWriter): void => {
        for (const [i, r] of records.entries()) out.record(i, r)
      }
      const kept = new BlockWriter()
      kept.enter(22, 3)
      inside(kept)
      const words = kept.leaveKept()
      const written = (block: (out: BlockWriter) => void): Uint8Array => {
        const out = new BlockWriter()
        out.enter(8, 4)
        out.record(1, new Array(gap).fill(gap))
        block(out)
        out.leave()
        return out.finish()
      }
      const again = written(out => out.again(22, 3, words))
      const plain = written(out => {
        out.enter(22, 3)
        inside(out)
        out.leave()
      })
      t.deepEqual(again, plain)
    }),
    { numRuns: 60 },
  )
})

test('unabbreviated records, nested blocks and BLOCKINFO', t => {
  const out = new BlockWriter()
  out.enter(8, 3)
  out.blockInfo([[17, [[literal(5), vbr(6)]]]])
  out.enter(17, 4)
  out.packed(4, 5, [77])
  out.record(9, [1, 2n ** 63n, 0])
  t.is(out.define([fixed(3), array, char6]), 5)
  out.packed(
    5,
    6,
    [...'a_Z'].map(c => c.charCodeAt(0)),
  )
  out.leave()
  out.textRecord(2, 'dxil')
  out.leave()
  const bytes = out.finish()
  const [root] = readBlocks(bytes)
  const inner = root!.items.find((i): i is BitBlock => i.kind === 'block' && i.id === 17)
  const records = inner!.items.filter(i => i.kind === 'record')
  t.deepEqual(
    records.map(r => [r.code, r.operands, r.abbrev]),
    [
      [5, [77], 4],
      [9, [1, 2n ** 63n, 0], 3],
      [6, [97, 95, 90], 5],
    ],
  )
  t.deepEqual(writeTree([root!]), bytes)
})

test('an operand that does not fit its abbreviation is our bug, not a broken file', t => {
  const out = new BlockWriter()
  out.enter(8, 3)
  const id = out.define([literal(1), fixed(3)])
  t.throws(() => out.packed(id, 1, [8]), { message: /does not fit/ })
  t.throws(() => out.packed(id, 1, [1, 2]), { message: /does not fit/ })
  t.throws(() => out.packed(9, 1, []), { message: /no abbreviation 9/ })
})

test('how narrow a text can be packed', t => {
  t.is(charWidth('dx.op_Z9'), 6)
  t.is(charWidth('a b'), 7)
  t.is(charWidth('\x01?f'), 7)
  t.is(charWidth('\xe9'), 8)
})

test('damaged streams are FormatErrors', t => {
  const broken = (build: (out: BlockWriter) => void): void => {
    const out = new BlockWriter()
    out.enter(8, 3)
    build(out)
    out.leave()
    t.throws(() => readBlocks(out.finish()), { instanceOf: FormatError })
  }
  t.throws(() => readBlocks(new Uint8Array(0)), { instanceOf: FormatError })
  t.throws(() => readBlocks(new TextEncoder().encode('DXBC....')), { instanceOf: FormatError })
  broken(out => out.define([literal(1), fixed(40)]))
  broken(out => out.define([literal(1), array, array]))
  broken(out => out.define([blob]))
  // An array of no-width elements would let a count run away.
  broken(out => out.packed(out.define([literal(1), array, fixed(0)]), 1, new Array<number>(5000).fill(0)))
})

test('any bytes give a tree or a FormatError', t => {
  const head = [0x42, 0x43, 0xc0, 0xde]
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), bytes => {
      try {
        readBlocks(Uint8Array.from([...head, ...bytes]))
        t.pass()
      } catch (error) {
        t.true(error instanceof FormatError, String(error))
      }
    }),
    { numRuns: 500 },
  )
})
