// Any bytes give values or FormatErrors: never another exception, never memory out of proportion.

import test from 'ava'
import fc from 'fast-check'
import { FormatError } from '../../src/base/format_error.ts'
import { digestState, readContainer } from '../../src/container/container.ts'
import { decodePart, isDecodable, listPart } from '../../src/container/parts.ts'
import { PARTS } from '../../src/spec/part_names.ts'
import { sampleContainer, samplePsv0 } from './sample.ts'

/** Reads everything there is to read. Returns how many parts decoded; anything but a FormatError escapes. */
function readAll(bytes: Uint8Array): number {
  try {
    const container = readContainer(bytes)
    digestState(container)
    let decoded = 0
    for (const part of container.parts) {
      const { fields, error } = listPart(part)
      for (const f of fields) if (f.offset + f.size > bytes.length) throw new Error(`${f.path} lies outside the file`)
      if (!isDecodable(part.name)) continue
      try {
        decodePart(part.name, part.data, part.offset)
        if (error) throw new Error(`${part.name} decodes but does not list`)
        decoded++
      } catch (problem) {
        if (!(problem instanceof FormatError)) throw problem
        if (problem.offset < 0 || problem.offset > bytes.length)
          throw new Error(`offset ${problem.offset} is no position`)
      }
    }
    return decoded
  } catch (problem) {
    if (!(problem instanceof FormatError)) throw problem
    return 0
  }
}

test('truncated at every offset', t => {
  const whole = sampleContainer()
  t.is(readAll(whole), 9)
  for (let length = 0; length < whole.length; length++) t.true(readAll(whole.slice(0, length)) <= 9)
})

test('every byte flipped', t => {
  const whole = sampleContainer()
  for (let at = 0; at < whole.length; at++)
    for (const flip of [0x01, 0x80, 0xff]) {
      const bytes = whole.slice()
      bytes[at]! ^= flip
      t.true(readAll(bytes) <= 9)
    }
})

test('huge counts and sizes at every word', t => {
  const whole = sampleContainer()
  for (const value of [0xffffffff, 0x7fffffff, 0x40000000, 0x10000])
    for (let at = 0; at + 4 <= whole.length; at++) {
      const bytes = whole.slice()
      new DataView(bytes.buffer).setUint32(at, value, true)
      readAll(bytes)
    }
  t.pass()
})

test('records of no size do not run away', t => {
  const bytes = samplePsv0()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const resourceCount = 4 + 52
  view.setUint32(resourceCount, 0xffffffff, true)
  view.setUint32(resourceCount + 4, 0, true)
  t.throws(() => decodePart('PSV0', bytes), { instanceOf: FormatError })
  view.setUint32(resourceCount, 2, true)
  t.throws(() => decodePart('PSV0', bytes), { instanceOf: FormatError, message: /has no bytes/ })
})

test('arbitrary bytes as any part', t => {
  const names = PARTS.map(([name]) => name).filter(isDecodable)
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.uint8Array({ maxLength: 200 }), (name, bytes) => {
      try {
        decodePart(name, bytes)
      } catch (error) {
        if (!(error instanceof FormatError)) throw error
        if (error.part !== name) throw new Error(`the error names ${error.part}, not ${name}`)
      }
    }),
    { seed: 1, numRuns: 2000 },
  )
  t.pass()
})
