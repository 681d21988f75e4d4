// Containers and parts without an oracle: what is written is what is read, alignment rules, signing, damaged tables.

import test from 'ava'
import { buildPsv0 } from '../../src/container/build_psv0.ts'
import { buildSignature } from '../../src/container/build_signature.ts'
import { digestState, findPart, readContainer, signContainer, writeContainer } from '../../src/container/container.ts'
import { decodePart, encodePart, isDecodable, listPart } from '../../src/container/parts.ts'
import { readStageInfo, writeStageInfo } from '../../src/container/psv_stage.ts'
import { psvVersion } from '../../src/container/psv0.ts'
import { compilerVersionStrings } from '../../src/container/version.ts'
import { fourCC, fourCCText, PARTS } from '../../src/spec/part_names.ts'
import { SHADER_STAGE } from '../../src/spec/psv_enums.ts'
import { SAMPLE_ELEMENTS, sampleContainer, VALIDATOR } from './sample.ts'

const part = (name: string, length: number) => ({ name, data: new Uint8Array(length) })

test('FourCC words and texts', t => {
  for (const [name] of PARTS) t.is(fourCCText(fourCC(name)), name)
  t.is(fourCC('DXIL'), 0x4c495844)
  t.is(fourCCText(0x00414244), 'DBA\\x00')
})

test('a written container reads back, whole and signed', t => {
  const container = readContainer(sampleContainer())
  t.deepEqual(container.problems, [])
  t.is(digestState(container), 'retail')
  t.deepEqual(
    container.parts.map(p => p.name),
    ['SFI0', 'ISG1', 'OSG1', 'PSV0', 'VERS', 'ILDN', 'HASH', 'DXIL', 'PRIV'],
  )
  for (const p of container.parts)
    if (isDecodable(p.name)) {
      const value = decodePart(p.name, p.data, p.offset)
      t.deepEqual(encodePart(p.name, value as never), p.data, p.name)
    }
  t.deepEqual(findPart(container, 'PRIV')?.data, Uint8Array.of(1, 2, 3))
  const version = decodePart('VERS', findPart(container, 'VERS')!.data)
  t.deepEqual(compilerVersionStrings(version), { commit: 'abcdef', custom: '1.8 x' })
})

test('a listing covers every byte of a part, in order', t => {
  for (const p of readContainer(sampleContainer()).parts) {
    const { fields, error } = listPart(p)
    t.is(error, undefined)
    let end = p.offset
    for (const field of fields) {
      t.is(field.offset, end, `${p.name} ${field.path}`)
      end += field.size
    }
    t.is(end, p.offset + p.size, p.name)
  }
})

test('payloads align by validator version, and PRIV comes last at any size', t => {
  t.throws(() => writeContainer([part('DXIL', 5)], { major: 1, minor: 7 }), { instanceOf: RangeError })
  t.throws(() => writeContainer([part('DXIL', 5)], { major: 0, minor: 0 }), { instanceOf: RangeError })
  t.throws(() => writeContainer([part('PRIV', 4), part('DXIL', 4)], VALIDATOR), { instanceOf: RangeError })
  t.deepEqual(readContainer(writeContainer([part('ISG1', 50), part('DXIL', 4)], { major: 1, minor: 6 })).problems, [])
  t.deepEqual(readContainer(writeContainer([part('PRIV', 5)], VALIDATOR)).problems, [])
})

test('every way to sign is recognised', t => {
  for (const [signing, state] of [
    ['retail', 'retail'],
    ['debug', 'debug'],
    ['none', 'unsigned'],
    ['preview', 'preview'],
  ] as const)
    t.is(digestState(readContainer(writeContainer([part('HASH', 20)], VALIDATOR, signing))), state)
  const bytes = sampleContainer()
  bytes[bytes.length - 1]! ^= 1
  t.is(digestState(readContainer(bytes)), 'wrong')
  signContainer(bytes, 'retail')
  t.is(digestState(readContainer(bytes)), 'retail')
  bytes.fill(1, 4, 20)
  t.is(digestState(readContainer(bytes)), 'bypass')
})

test('PSV0 has the size of its version', t => {
  const compute = { stage: SHADER_STAGE.Compute, entryName: 'main', numThreads: [8, 4, 1] as const, resources: [] }
  const sizes = [
    [{ major: 1, minor: 0 }, 0, 32],
    [{ major: 1, minor: 1 }, 1, 56],
    [{ major: 1, minor: 6 }, 2, 68],
    [{ major: 1, minor: 8 }, 3, 76],
    [{ major: 1, minor: 10 }, 4, 80],
    [{ major: 0, minor: 0 }, 4, 80],
  ] as const
  for (const [validator, version, size] of sizes) {
    const bytes = buildPsv0(compute, validator)
    t.is(bytes.length, size, `version ${version}`)
    t.is(psvVersion(decodePart('PSV0', bytes)), version)
  }
})

test('stage info is read as written, and unknown fields are refused', t => {
  const info = { inputControlPoints: 3, outputPositionPresent: 1, domain: 2 }
  t.deepEqual(readStageInfo(SHADER_STAGE.Domain, writeStageInfo(SHADER_STAGE.Domain, info)), info)
  t.deepEqual(readStageInfo(SHADER_STAGE.Compute, new Uint8Array(16)), {})
  t.throws(() => writeStageInfo(SHADER_STAGE.Pixel, info), { instanceOf: RangeError })
})

test('an empty signature is eight bytes', t => {
  t.deepEqual(
    buildSignature([], { validator: VALIDATOR, isInput: true, minPrecision: true }),
    Uint8Array.of(0, 0, 0, 0, 8, 0, 0, 0),
  )
})

test('signature rows are sorted by register, and names follow in element order', t => {
  const bytes = buildSignature(SAMPLE_ELEMENTS, { validator: VALIDATOR, isInput: false, minPrecision: true })
  const { rows } = decodePart('OSG1', bytes)
  t.deepEqual(
    rows.map(r => [r.register, r.semanticIndex, r.name, r.mask, r.usage, r.systemValue]),
    [
      [0, 0, 113, 0b1111, 0, 1],
      [1, 0, 104, 0b0110, 0b1001, 0],
      [2, 1, 104, 0b0110, 0b1001, 0],
    ],
  )
  t.is(bytes.length % 4, 0)
})

test('a damaged part table loses only the parts it points at wrongly', t => {
  const bytes = sampleContainer()
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(32 + 4 * 3, 0x7fffffff, true)
  const container = readContainer(bytes)
  t.is(container.parts.length, 8)
  t.true(container.problems.some(p => p.offset === 32 + 4 * 3))
  t.truthy(findPart(container, 'DXIL'))
})
