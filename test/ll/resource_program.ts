// Random LLVM text that reads and writes buffers through pointers into them, whole and in parts, at fixed places and by an index of run time; and
// what lies in the buffers behind it, computed on bytes.

import { randomFrom } from '../ir/random_program.ts'
import { Lines, RAW } from './lines.ts'
import { moduleText } from './module_case.ts'

const LAYOUT =
  '<{ float, target("dx.Padding", 12), <{ [2 x <{ <3 x float>, target("dx.Padding", 4) }>], <3 x float> }>, i32 }>'

interface Place {
  /** Type of what is read or written there. */
  readonly type: 'i32' | 'float' | '<3 x float>' | '<4 x float>' | '<4 x i32>' | '<2 x i32>'
  /** Indices of a getelementptr behind the first; `?` is the word of the input that holds 1. */
  readonly path: string
  readonly at: number
}

interface Buffer {
  readonly key: string
  readonly handle: string
  readonly binding: string
  /** Source type of the getelementptr. */
  readonly element: string
  /** Bytes from one element to the next, and how many there are. */
  readonly stride: number
  readonly count: number
  readonly isWritable: boolean
  readonly places: readonly Place[]
}

const lanesOf = (type: 'i32' | 'float', count: number, at: number, path: string): Place[] => [
  ...Array.from({ length: count }, (_, n): Place => ({ type, path: `${path}, i32 ${n}`, at: at + 4 * n })),
  { type, path: `${path}, i32 ?`, at: at + 4 },
]

const STRUCT = '{ i32, <3 x float>, [2 x { float, i32 }], i32 }'
const BUFFERS: readonly Buffer[] = [
  {
    key: 'uav2',
    handle: `target("dx.RawBuffer", ${STRUCT}, 1, 0)`,
    binding: 'i32 2',
    element: STRUCT,
    stride: 36,
    count: 3,
    isWritable: true,
    places: [
      { type: 'i32', path: ', i32 0', at: 0 },
      { type: '<3 x float>', path: ', i32 1', at: 4 },
      ...lanesOf('float', 3, 4, ', i32 1'),
      { type: 'float', path: ', i32 2, i32 0, i32 0', at: 16 },
      { type: 'i32', path: ', i32 2, i32 ?, i32 1', at: 28 },
      { type: 'i32', path: ', i32 3', at: 32 },
    ],
  },
  {
    key: 'uav3',
    handle: 'target("dx.TypedBuffer", <4 x float>, 1, 0, 0)',
    binding: 'i32 3',
    element: '<4 x float>',
    stride: 16,
    count: 3,
    isWritable: true,
    places: [{ type: '<4 x float>', path: '', at: 0 }, ...lanesOf('float', 4, 0, '')],
  },
  {
    key: 'uav4',
    handle: 'target("dx.TypedBuffer", <2 x i32>, 1, 0, 0)',
    binding: 'i32 4',
    element: '<2 x i32>',
    stride: 16,
    count: 3,
    isWritable: true,
    places: [{ type: '<2 x i32>', path: '', at: 0 }, ...lanesOf('i32', 2, 0, '')],
  },
  {
    key: 'uav5',
    handle: RAW,
    binding: 'i32 5',
    element: 'i8',
    stride: 4,
    count: 8,
    isWritable: true,
    places: [
      { type: 'i32', path: '', at: 0 },
      { type: 'float', path: '', at: 0 },
    ],
  },
  {
    key: 'cbv0',
    handle: `target("dx.CBuffer", ${LAYOUT})`,
    binding: 'i32 0',
    element: LAYOUT,
    stride: 64,
    count: 1,
    isWritable: false,
    places: [
      { type: 'float', path: ', i32 0', at: 0 },
      { type: '<3 x float>', path: ', i32 2, i32 0, i32 1, i32 0', at: 32 },
      { type: '<3 x float>', path: ', i32 2, i32 0, i32 ?, i32 0', at: 32 },
      { type: 'float', path: ', i32 2, i32 0, i32 ?, i32 0, i32 2', at: 40 },
      { type: 'float', path: ', i32 2, i32 0, i32 ?, i32 0, i32 ?', at: 36 },
      { type: '<3 x float>', path: ', i32 2, i32 1', at: 48 },
      ...lanesOf('float', 3, 48, ', i32 2, i32 1'),
      { type: 'i32', path: ', i32 3', at: 60 },
    ],
  },
]

/** Bits of usual floats. */
const WORDS: readonly number[] = [
  0x3fc00000, 0x40490fdb, 0x41200000, 0x3e800000, 0xc0100000, 0x42f60000, 0x3f9d70a4, 0x45000000,
]

export interface ResourceProgram {
  readonly text: string
  /** What the program is given, by class and register. */
  readonly given: ReadonlyMap<string, DataView>
  /** What must lie there behind it; uav0 has what was read. */
  readonly expected: ReadonlyMap<string, DataView>
}

const copyOf = (view: DataView): DataView => new DataView(view.buffer.slice(0) as ArrayBuffer)

export function generate(seed: number): ResourceProgram {
  const random = randomFrom(seed)
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!
  const expected = new Map<string, DataView>()
  for (const { key, stride, count } of BUFFERS) {
    const view = new DataView(new ArrayBuffer(stride * count))
    for (let at = 0; at < view.byteLength; at += 4) view.setUint32(at, pick(WORDS) + at * 8, true)
    expected.set(key, view)
  }
  expected.set('uav1', new DataView(Uint32Array.from([...WORDS, 1]).buffer))
  expected.set('uav0', new DataView(new ArrayBuffer(256)))
  const given = new Map([...expected].map(([key, view]) => [key, copyOf(view)]))

  const text = new Lines()
  for (const { key, handle, binding } of BUFFERS) text.bind(key, handle, binding)
  const one = text.word(WORDS.length)
  const scalar = (type: 'i32' | 'float', k: number): string =>
    type === 'i32' ? text.word(k) : text.define(`bitcast i32 ${text.word(k)} to float`)

  /** The address of a place, and where it is. */
  const addressOf = (buffer: Buffer, { path, at }: Place): [string, number] => {
    const { key, handle, element, stride } = buffer
    if (key === 'cbv0') {
      const base = text.define(`call ptr addrspace(2) @llvm.dx.resource.getpointer(${handle} %${key}, i32 0)`)
      return [
        text.define(`getelementptr inbounds ${element}, ptr addrspace(2) ${base}, i32 0${path.replaceAll('?', one)}`),
        at,
      ]
    }
    const isRunTime = random(2) === 0
    const index = isRunTime ? 1 : random(buffer.count)
    const chosen =
      key === 'uav5' ? (isRunTime ? text.define(`mul i32 ${one}, 4`) : `${index * 4}`) : isRunTime ? one : `${index}`
    const base = text.define(`call ptr @llvm.dx.resource.getpointer(${handle} %${key}, i32 ${chosen})`)
    const address =
      path === ''
        ? base
        : text.define(`getelementptr inbounds ${element}, ptr ${base}, i32 0${path.replaceAll('?', one)}`)
    return [address, index * stride + at]
  }
  let written = 0
  const lanes = (type: Place['type']): ['i32' | 'float', number] => {
    const m = /^<(\d) x (\w+)>$/.exec(type)
    return m ? [m[2] as 'i32' | 'float', Number(m[1])] : [type as 'i32' | 'float', 1]
  }
  const access = (buffer: Buffer): void => {
    const place = pick(buffer.places)
    const pointer = buffer.key === 'cbv0' ? 'ptr addrspace(2)' : 'ptr'
    const [address, at] = addressOf(buffer, place)
    const view = expected.get(buffer.key)!
    const [type, n] = lanes(place.type)
    if (buffer.isWritable && random(2) === 0) {
      const words = Array.from({ length: n }, () => random(WORDS.length))
      let value = n === 1 ? scalar(type, words[0]!) : 'poison'
      if (n > 1)
        for (const [lane, k] of words.entries())
          value = text.define(`insertelement ${place.type} ${value}, ${type} ${scalar(type, k)}, i32 ${lane}`)
      text.put(`store ${place.type} ${value}, ${pointer} ${address}`)
      for (const [lane, k] of words.entries()) view.setUint32(at + lane * 4, WORDS[k]!, true)
      return
    }
    const loaded = text.define(`load ${place.type}, ${pointer} ${address}`)
    for (let lane = 0; lane < n && written < 60; lane++) {
      const v = n === 1 ? loaded : text.define(`extractelement ${place.type} ${loaded}, i32 ${lane}`)
      text.store(written, type, v)
      expected.get('uav0')!.setUint32(written++ * 4, view.getUint32(at + lane * 4, true), true)
    }
  }
  for (let n = 6 + random(8); n > 0; n--) access(pick(BUFFERS))
  return { text: moduleText({ body: text.text, model: '6.6' }).replace('8,8,1', '1,1,1'), given, expected }
}
