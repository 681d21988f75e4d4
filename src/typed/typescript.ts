// A TypeScript module of a shader: its bytes, what binds to it, and a view a buffer, which writes values where the shader reads them.

import { base64 } from '../base/base64.ts'
import { type BufferSlots, Names, type ScalarKind, type Slot, scalarSize } from './buffer_slots.ts'
import type { ShaderFacts } from './shader_facts.ts'

const METHOD: Readonly<Record<ScalarKind, string>> = {
  f16: 'Half',
  f32: 'Float32',
  f64: 'Float64',
  i16: 'Int16',
  u16: 'Uint16',
  i32: 'Int32',
  u32: 'Uint32',
  i64: 'BigInt64',
  u64: 'BigUint64',
  bool: 'Bool',
}
const TYPE: Readonly<Record<ScalarKind, string>> = {
  ...{ f16: 'number', f32: 'number', f64: 'number', i16: 'number', u16: 'number', i32: 'number', u32: 'number' },
  ...{ i64: 'bigint', u64: 'bigint', bool: 'boolean' },
}

/** Functions that the module has of its own, so that it needs nothing. */
const RUNTIME = `type Read<T> = (view: DataView, at: number) => T
type Write<T> = (view: DataView, at: number, value: T) => void
/** Where the components of an element are, in the order in which HLSL names them: rows of a matrix one after the other. */
type Places = readonly number[]

function readAll<T>(view: DataView, at: number, places: Places, read: Read<T>): T[] {
  return places.map(place => read(view, at + place))
}

function writeAll<T>(view: DataView, at: number, places: Places, values: ArrayLike<T>, write: Write<T>): void {
  if (values.length !== places.length) throw new RangeError(\`\${places.length} values are needed, not \${values.length}\`)
  places.forEach((place, i) => { write(view, at + place, values[i] as T) })
}

/** Bytes from the first element to one. */
function element(dims: readonly number[], stride: number, indexes: readonly number[]): number {
  let index = 0
  dims.forEach((size, i) => {
    const at = indexes[i] as number
    if (!(Number.isInteger(at) && at >= 0 && at < size)) throw new RangeError(\`index \${at} is not in 0..\${size - 1}\`)
    index = index * size + at
  })
  return index * stride
}

function viewOf(data: ArrayBufferLike | ArrayBufferView, at: number, size: number): DataView {
  return ArrayBuffer.isView(data)
    ? new DataView(data.buffer, data.byteOffset + at, Math.min(size, data.byteLength - at))
    : new DataView(data, at, size)
}
`
const HALF = `const floats = new Float32Array(1)
const words = new Uint32Array(floats.buffer)
/** Half floats, to the nearest and to even. */
function toHalf(value: number): number {
  floats[0] = value
  const word = words[0] as number
  const sign = (word >>> 16) & 0x8000
  const all = word & 0x7fffffff
  if (all >= 0x7f800000) return sign | 0x7c00 | (all > 0x7f800000 ? 0x200 : 0)
  if (all >= 0x477ff000) return sign | 0x7c00
  if (all < 0x33000000) return sign
  if (all < 0x38800000) {
    const shift = 126 - (all >>> 23)
    const whole = (all & 0x7fffff) | 0x800000
    const half = whole >>> shift
    const rest = whole & ((1 << shift) - 1)
    const middle = 1 << (shift - 1)
    return sign | (half + (rest > middle || (rest === middle && (half & 1) === 1) ? 1 : 0))
  }
  const rounded = all - 0x38000000 + 0xfff + ((all >>> 13) & 1)
  return sign | (rounded >>> 13)
}
function fromHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1
  const exponent = (half >>> 10) & 31
  const fraction = half & 0x3ff
  if (exponent === 31) return fraction ? NaN : sign * Infinity
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
`

function accessors(kind: ScalarKind): string {
  const name = METHOD[kind]
  const body: Readonly<Partial<Record<ScalarKind, readonly [read: string, write: string]>>> = {
    f16: ['fromHalf(view.getUint16(at, true))', 'view.setUint16(at, toHalf(value), true)'],
    bool: ['view.getUint32(at, true) !== 0', 'view.setUint32(at, value ? 1 : 0, true)'],
  }
  const [read, write] = body[kind] ?? [`view.get${name}(at, true)`, `view.set${name}(at, value, true)`]
  return `const get${name}: Read<${TYPE[kind]}> = (view, at) => ${read}
const set${name}: Write<${TYPE[kind]}> = (view, at, value) => ${write}
`
}

const RESERVED = ['constructor', 'size', 'data', 'bytes', 'prototype']

export interface TypeScriptOptions {
  /** Address of the container beside the module, instead of its bytes in it. */
  readonly url?: string | undefined
}

/** The module as text. */
export function typeScriptModule(
  shader: ShaderFacts,
  buffers: readonly BufferSlots[],
  { url }: TypeScriptOptions,
): string {
  const kinds = new Set<ScalarKind>()
  const names = new Names([
    'target',
    'entry',
    'bytes',
    'url',
    'bindings',
    'threadGroup',
    'Places',
    'Read',
    'Write',
    'DataView',
    'Math',
    'Number',
    'Array',
    'ArrayBuffer',
    'Uint8Array',
    'Float32Array',
    'Uint32Array',
    'RangeError',
    'URL',
  ])
  const classes = buffers.flatMap(buffer => {
    const name = names.of(buffer.name)
    return classesOf(
      { name, title: `${buffer.kind} ${buffer.name}`, size: buffer.size, members: buffer.members },
      names,
      kinds,
    )
  })
  const needsHalf = kinds.has('f16')
  const bytes =
    url === undefined
      ? `export const bytes: Uint8Array = Uint8Array.from(atob(${JSON.stringify(base64(shader.container))}), char => char.charCodeAt(0))`
      : `export const url = new URL(${JSON.stringify(url)}, import.meta.url)`
  const head = [
    `// Made by dxilkit from ${shader.file}. Changes belong there.`,
    '',
    `export const target = ${JSON.stringify(shader.target)}`,
    `export const entry = ${JSON.stringify(shader.entry)}`,
    bytes,
    `export const threadGroup = ${shader.threadGroup ? `[${shader.threadGroup.join(', ')}] as const` : 'null'}`,
    `export const bindings = [\n${shader.bindings.map(b => `  ${JSON.stringify(b)},\n`).join('')}] as const`,
  ]
  if (classes.length === 0) return `${head.join('\n')}\n`
  return [...head, '', ...classes, RUNTIME, ...(needsHalf ? [HALF] : []), ...[...kinds].sort().map(accessors)].join(
    '\n',
  )
}

interface View {
  readonly name: string
  readonly title: string
  readonly size: number
  readonly members: readonly Slot[]
}

/** The class of a view and of the structs in it. */
function classesOf(view: View, names: Names, kinds: Set<ScalarKind>): string[] {
  const inner: string[] = []
  const own = new Names(RESERVED)
  const lines = view.members.flatMap(slot => {
    if (!slot.value) {
      const name = names.of(`${view.name}_${slot.name}`)
      inner.push(
        ...classesOf(
          { name, title: slot.type.replace(/\[.*/, ''), size: slot.size, members: slot.members },
          names,
          kinds,
        ),
      )
      return structAccess(slot, name, own)
    }
    kinds.add(slot.value.scalar)
    return slot.bits ? bitAccess(slot, slot.bits, own) : valueAccess(slot, own)
  })
  return [
    `/** ${view.title}: ${view.size} bytes. */
export class ${view.name} {
  static readonly size = ${view.size}
  readonly data: DataView

  /** Writes to the memory given, from a byte offset on; default: to memory of its own. */
  constructor(data: ArrayBufferLike | ArrayBufferView = new ArrayBuffer(${view.size}), offset = 0) {
    this.data = viewOf(data, offset, ${view.size})
  }

  /** What to upload. */
  get bytes(): Uint8Array {
    return new Uint8Array(this.data.buffer, this.data.byteOffset, this.data.byteLength)
  }
${lines.join('')}}
`,
    ...inner,
  ]
}

const indexNames = (dims: readonly number[]): string[] => dims.map((_, i) => 'ijklmnop'[i] ?? `i${i}`)
const indexParams = (dims: readonly number[]): string =>
  indexNames(dims)
    .map(name => `${name}: number`)
    .join(', ')

/** The expression for the place of an element. */
const placeOf = ({ offset, dims, stride }: Slot): string =>
  dims.length === 0
    ? String(offset)
    : `${offset} + element([${dims.join(', ')}], ${stride}, [${indexNames(dims).join(', ')}])`

function structAccess(slot: Slot, type: string, own: Names): string {
  const name = own.of(slot.name)
  const head = slot.dims.length === 0 ? `get ${name}(): ${type}` : `${name}(${indexParams(slot.dims)}): ${type}`
  return `
  /** ${slot.type}, at byte ${slot.offset}. */
  ${head} {
    return new ${type}(this.data, ${placeOf(slot)})
  }
`
}

function bitAccess({ value, offset }: Slot, bits: NonNullable<Slot['bits']>, own: Names): string {
  const wide = value!.scalar === 'i64' || value!.scalar === 'u64'
  const [method, n] = wide ? ['BigUint64', 'n'] : scalarSize(value!.scalar) === 2 ? ['Uint16', ''] : ['Uint32', '']
  const type = wide ? 'bigint' : 'number'
  return bits
    .filter(b => b.name !== '')
    .map(({ name: field, type: written, firstBit, width }) => {
      const name = own.of(field)
      const mask = wide ? `${(1n << BigInt(width)) - 1n}n` : `${2 ** width - 1}`
      const unsigned = wide ? '' : ' >>> 0'
      const place = `${mask} << ${firstBit}${n}`
      return `
  /** ${written}, ${width} bits from bit ${firstBit} of byte ${offset} on. */
  get ${name}(): ${type} {
    return (this.data.get${method}(${offset}, true) >> ${firstBit}${n}) & ${mask}${unsigned}
  }
  set ${name}(value: ${type}) {
    const others = this.data.get${method}(${offset}, true) & ~(${place})
    this.data.set${method}(${offset}, (others | ((value & ${mask}) << ${firstBit}${n}))${unsigned}, true)
  }
`.replaceAll(`& ${mask} >>> 0`, `& ${mask}`)
    })
    .join('')
}

/** Places of the components of an element, rows of a matrix one after the other. */
function componentPlaces({ value }: Slot): number[] {
  const { scalar, components, matrix } = value!
  const size = scalarSize(scalar)
  if (!matrix) return Array.from({ length: components }, (_, i) => i * size)
  const inLine = components / matrix.lines
  const places: number[] = []
  const [rows, columns] = matrix.order === 'row_major' ? [matrix.lines, inLine] : [inLine, matrix.lines]
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [line, at] = matrix.order === 'row_major' ? [row, column] : [column, row]
      places.push(line * matrix.lineStride + at * size)
    }
  return places
}

function valueAccess(slot: Slot, own: Names): string {
  const { scalar, components, matrix } = slot.value!
  const one = components === 1 && !matrix
  const get = METHOD[scalar]
  const type = TYPE[scalar]
  const places = `[${componentPlaces(slot).join(', ')}]`
  const name = own.of(slot.name)
  const place = placeOf(slot)
  const read = one ? `get${get}(this.data, ${place})` : `readAll(this.data, ${place}, ${places}, get${get})`
  const write = one
    ? `set${get}(this.data, ${place}, value)`
    : `writeAll(this.data, ${place}, ${places}, value, set${get})`
  const given = one ? type : `ArrayLike<${type}>`
  const what = `${slot.type}, at byte ${slot.offset}${matrix ? '; its rows one after the other' : ''}`
  if (slot.dims.length === 0)
    return `
  /** ${what}. */
  get ${name}(): ${one ? type : `${type}[]`} {
    return ${read}
  }
  set ${name}(value: ${given}) {
    ${write}
  }
`.replace(/get (\w+)\(\): (\w+)\[\]/, `get $1(): ArrayLike<$2>`)
  const setter = own.of(`set${name[0]!.toUpperCase()}${name.slice(1)}`)
  return `
  /** ${what}; elements ${slot.stride} bytes apart. */
  ${name}(${indexParams(slot.dims)}): ${one ? type : `${type}[]`} {
    return ${read}
  }
  ${setter}(${indexParams(slot.dims)}, value: ${given}): void {
    ${write}
  }
`
}
