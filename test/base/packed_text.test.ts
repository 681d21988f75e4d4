// What configs/pack_text.js writes is what src/base/unpack_text.ts reads, pieces that repeat themselves at once included.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import fc from 'fast-check'
import { unpackObject, unpackRows, unpackText } from '../../src/base/unpack_text.ts'
import { DXIL_OPS } from '../../src/spec/dxil_ops.ts'

type Row = readonly (string | number)[]
const { pack, packObject, packRows } = (await import(pathToFileURL(join('configs', 'pack_text.js')).href)) as {
  pack: (text: string) => string
  packObject: (entries: readonly (readonly [string, string])[]) => string | undefined
  packRows: (rows: readonly Row[]) => { text: string; numbers: number[] }
}

test('packed strings come back', t => {
  // The piece that comes again is too far away for a token.
  const far = `uint value, ${Array.from({ length: 2000 }, (_, i) => i * 7919).join(' ')} uint value`
  const texts = ['', 'a', 'a'.repeat(200), 'ab, '.repeat(60), 'abcdefgh abcdefgh', far]
  const letters = fc.array(fc.constantFrom('a', 'b', 'uint', ', ', '\n'), { maxLength: 120 }).map(list => list.join(''))
  const holds = (text: string): boolean => unpackText(pack(text))().join('\n\n') === text
  for (const text of texts) t.true(holds(text), text.slice(0, 20))
  fc.assert(fc.property(letters, holds), { numRuns: 500, seed: 1 })
  t.true(pack('uint4 value, '.repeat(20)).length < 60, 'nothing is packed')
})

test('packed objects of strings come back, in order', t => {
  const key = fc.constantFrom('E7', 'E8', 'E9', 'E10', 'W10', 'x', 'x1y2', 'x2y2', 'E007', 'E08')
  const value = fc.constantFrom('', '=', 'a text', "'{name}' = {type}")
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(key, value), { minLength: 3, selector: ([name]) => name }), entries => {
      const packed = packObject(entries) ?? t.fail('not packed')
      t.deepEqual(Object.entries(unpackObject(packed as string)), entries)
    }),
    { numRuns: 500, seed: 1 },
  )
  t.is(
    packObject([
      ['E1', 'a'],
      ['E2', 'b'],
      ['E4', 'c'],
    ]),
    'E1=a\n=b\nE4=c',
  )
  const plain = [
    ['a', ''],
    ['b', ''],
  ] as const
  for (const bad of [
    ['c', 'two\nlines'],
    ['', ''],
    ['c=', ''],
    ['c\n', ''],
  ] as const)
    t.is(packObject([...plain, bad]), undefined)
  t.is(packObject(plain), undefined, 'too short')
})

test('packed rows come back', t => {
  const { text, numbers } = packRows(DXIL_OPS)
  t.deepEqual(unpackRows(text, numbers), DXIL_OPS as never)
  const cell = fc.constantFrom('', 'a', 'all', '6.0')
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer(), cell, cell), { minLength: 1, maxLength: 8 }), rows => {
      const packed = packRows(rows)
      t.deepEqual(unpackRows(packed.text, packed.numbers), rows)
    }),
    { numRuns: 300, seed: 1 },
  )
  for (const bad of ['a|b', '^']) t.throws(() => packRows([[bad]]), { message: /no row/ })
})
