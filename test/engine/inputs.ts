// Contents of buffers by their declared types: floats where a member is a float, small integers where it counts or indexes. A shader that gets
// the bits of a float as a loop's count would run for hours.

import { reflect } from '../../src/api/index.ts'
import type { BufferReflection, TypeReflection } from '../../src/reflect/model.ts'
import { Seeded } from '../corpus/seeded.ts'
import { NO_HINTS, type SceneHints } from '../graphics/scene.ts'
import type { EngineShader, InputHints } from './cases.ts'

const ELEMENTS = 64
const ROW = 16
/** Bytes of a component, and how its value is written. */
const KINDS: Readonly<Record<string, readonly [bytes: number, write: (v: DataView, at: number, x: number) => void]>> = {
  bool: [4, (v, at, x) => v.setUint32(at, x > 0 ? 1 : 0, true)],
  int: [4, (v, at, x) => v.setInt32(at, x, true)],
  uint: [4, (v, at, x) => v.setUint32(at, x, true)],
  float: [4, (v, at, x) => v.setFloat32(at, x, true)],
  min16float: [4, (v, at, x) => v.setFloat32(at, x, true)],
  min16int: [4, (v, at, x) => v.setInt32(at, x, true)],
  min16uint: [4, (v, at, x) => v.setUint32(at, x, true)],
  int16: [2, (v, at, x) => v.setInt16(at, x, true)],
  uint16: [2, (v, at, x) => v.setUint16(at, x, true)],
  double: [8, (v, at, x) => v.setFloat64(at, x, true)],
  int64: [8, (v, at, x) => v.setBigInt64(at, BigInt(x), true)],
  uint64: [8, (v, at, x) => v.setBigUint64(at, BigInt(x), true)],
}
const SMALL_INTEGERS = [0, 7] as const
const isFloat = (type: string): boolean => /float|double/.test(type)

/** Hints for a scene with the buffers that these containers describe. */
export function sceneHints(shader: EngineShader, containers: readonly Uint8Array[]): SceneHints {
  const { hints } = shader.header
  const data: Record<string, readonly string[]> = {}
  const stride: Record<string, number> = {}
  for (const container of containers) {
    const seen = reflect(container)
    if (!('bindings' in seen)) continue
    for (const b of seen.bindings) {
      const buffer = seen.buffers.find(x => x.name === b.name)
      const letter = b.type === 'cbuffer' ? 'cb' : b.type.startsWith('uav') ? 'u' : 't'
      const bind = `${letter}${b.register}${b.space === 0 ? '' : `,space${b.space}`}`
      if (!buffer) continue
      if (letter !== 'cb') stride[bind] = b.stride
      data[bind] = words(contents(buffer, b.name, shader.inputs, bind))
    }
  }
  return { ...NO_HINTS, ...hints, data: { ...data, ...hints.data }, stride: { ...stride, ...hints.stride } }
}

/** A constant buffer, or ELEMENTS elements of a structured one. */
function contents(buffer: BufferReflection, name: string, inputs: InputHints, bind: string): DataView {
  const count = buffer.type === 'structured' ? ELEMENTS : 1
  const out = new DataView(new ArrayBuffer(count * buffer.size))
  const random = new Seeded([...bind].reduce((sum, c) => 33 * sum + c.charCodeAt(0), 11))
  const fill: Fill = { out, random, inputs, bufferName: name, inRows: count === 1 }
  for (let i = 0; i < count; i++)
    for (const v of buffer.variables) if (v.type) fillType(fill, v.type, i * buffer.size + v.offset, v.name, v.size)
  return out
}

interface Fill {
  readonly out: DataView
  readonly random: Seeded
  readonly inputs: InputHints
  readonly bufferName: string
  /** Array elements begin at multiples of 16. */
  readonly inRows: boolean
}

/** Bytes from the start of an element to its last component. */
function extent(type: TypeReflection, inRows: boolean): number {
  if (type.class === 'struct')
    return Math.max(
      0,
      ...type.members.map(
        ({ type: m }) => m.offset + (Math.max(1, m.elements) - 1) * step(m, inRows) + extent(m, inRows),
      ),
    )
  const bytes = KINDS[type.type]?.[0] ?? (type.type === 'float16' ? 2 : 4)
  if (!type.class.startsWith('matrix') || !inRows) return bytes * type.rows * type.columns
  const [lines, each] = type.class === 'matrix_rows' ? [type.rows, type.columns] : [type.columns, type.rows]
  return (lines - 1) * ROW + bytes * each
}

const step = (type: TypeReflection, inRows: boolean): number =>
  inRows ? Math.ceil(extent(type, true) / ROW) * ROW : extent(type, false)

function fillType(fill: Fill, type: TypeReflection, at: number, name: string, size?: number): void {
  const count = Math.max(1, type.elements)
  const each = fill.inRows || size === undefined ? step(type, fill.inRows) : size / count
  for (let i = 0; i < count; i++)
    if (type.class === 'struct')
      for (const m of type.members) fillType(fill, m.type, at + i * each + m.type.offset, m.name)
    else fillNumbers(fill, type, at + i * each, name, i * type.rows * type.columns)
}

function fillNumbers(fill: Fill, type: TypeReflection, at: number, name: string, first: number): void {
  const { out, random, inputs } = fill
  const names = [name, fill.bufferName]
  const given = names.map(n => inputs.set.get(n)).find(x => x)
  const range = names.map(n => inputs.range.get(n)).find(x => x)
  const bytes = KINDS[type.type]?.[0] ?? 2
  const inRows = fill.inRows && type.class.startsWith('matrix')
  const perRow = inRows ? (type.class === 'matrix_rows' ? type.columns : type.rows) : Number.POSITIVE_INFINITY
  for (let i = 0; i < type.rows * type.columns; i++) {
    const place = inRows ? at + Math.floor(i / perRow) * ROW + (i % perRow) * bytes : at + i * bytes
    if (place + bytes > out.byteLength) return
    const value = given?.[first + i] ?? seeded(random, isFloat(type.type), range)
    if (type.type === 'float16') out.setUint16(place, halfBits(value), true)
    else KINDS[type.type]?.[1](out, place, value)
  }
}

const seeded = (random: Seeded, float: boolean, range: readonly [number, number] | undefined): number =>
  float ? random.float(...(range ?? [0, 1])) : random.int(...(range ?? SMALL_INTEGERS))

/** Of a number that a half can hold. */
function halfBits(value: number): number {
  const view = new DataView(new ArrayBuffer(4))
  view.setFloat32(0, value)
  const bits = view.getUint32(0)
  const exponent = ((bits >>> 23) & 0xff) - 112
  return exponent <= 0 ? 0 : ((bits >>> 16) & 0x8000) | (exponent << 10) | ((bits >>> 13) & 0x3ff)
}

/** As hints write them. */
const words = (data: DataView): string[] =>
  Array.from({ length: data.byteLength >> 2 }, (_, i) => `${data.getUint32(4 * i, true)}u`)
