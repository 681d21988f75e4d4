// Editing containers: read and put together they are the same bytes, odd ones too; edits change nothing else.

import test from 'ava'
import { digestState, readContainer, signContainer } from '../../src/container/container.ts'
import { containerLayout, EditError, editContainer, layoutBytes } from '../../src/container/edit.ts'
import { sampleContainer } from './sample.ts'

/** Gap before a part, table out of order, bytes behind the end, another version, a size that is wrong. */
function oddContainer(): Uint8Array {
  const bytes = new Uint8Array(32 + 8 + 3 + 9 + 10 + 5)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode('DXBC'))
  view.setUint16(20, 7, true)
  view.setUint16(22, 9, true)
  view.setUint32(24, 1000, true)
  view.setUint32(28, 2, true)
  view.setUint32(32, 52, true)
  view.setUint32(36, 43, true)
  bytes.set([9, 8, 7], 40)
  bytes.set(
    [...'AAAA'].map(c => c.charCodeAt(0)),
    43,
  )
  view.setUint32(47, 1, true)
  bytes[51] = 0x55
  bytes.set(
    [...'BBBB'].map(c => c.charCodeAt(0)),
    52,
  )
  view.setUint32(56, 2, true)
  bytes.set([1, 2, 3, 4, 5, 6, 7], 60)
  return bytes
}

test('any container comes back byte for byte', t => {
  for (const bytes of [sampleContainer(), oddContainer()]) t.deepEqual(layoutBytes(containerLayout(bytes)), bytes)
})

test('an edit keeps gaps, order, version and what is behind', t => {
  const bytes = oddContainer()
  const grown = editContainer(bytes, [{ edit: 'replace', part: 'AAAA', data: Uint8Array.of(1, 2, 3) }])
  const container = readContainer(grown)
  t.deepEqual([container.major, container.minor], [7, 9])
  t.deepEqual(
    container.parts.map(p => [p.name, [...p.data]]),
    [
      ['BBBB', [1, 2]],
      ['AAAA', [1, 2, 3]],
    ],
  )
  t.deepEqual([...grown.subarray(40, 43)], [9, 8, 7])
  t.deepEqual([...grown.subarray(-5)], [3, 4, 5, 6, 7])
  const back = editContainer(grown, [{ edit: 'replace', part: 'AAAA', data: Uint8Array.of(0x55) }])
  t.deepEqual(back, bytes)
})

test('removed and added again, a container is itself, in every flavour', t => {
  for (const signing of ['retail', 'debug', 'none', 'preview'] as const) {
    const bytes = sampleContainer()
    signContainer(bytes, signing)
    for (const { name, data } of readContainer(bytes).parts) {
      const without = editContainer(bytes, [{ edit: 'remove', part: name }])
      t.is(digestState(readContainer(without)), signing === 'none' ? 'unsigned' : signing)
      t.deepEqual(editContainer(without, [{ edit: 'add', part: name, data }]), bytes, name)
    }
  }
})

test('edits that cannot be made', t => {
  const bytes = sampleContainer()
  const data = new Uint8Array(4)
  const cannot = (edits: Parameters<typeof editContainer>[1], message: RegExp): void =>
    void t.throws(() => editContainer(bytes, edits), { instanceOf: EditError, message })
  cannot([{ edit: 'add', part: 'DXIL', data }], /already/)
  cannot([{ edit: 'remove', part: 'PRIV#2' }], /no part PRIV#2/)
  cannot(
    [
      { edit: 'remove', part: 'PRIV' },
      { edit: 'add', part: 'PRIV', data, before: 'DXIL' },
    ],
    /must be the last/,
  )
})
