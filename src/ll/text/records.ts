// Plain data of ours as metadata and back, for what LLVM's syntax has no words for: objects, lists, sets, bytes, strings, numbers, truth values.
// Invariant: reading what was written gives an equal value; a new field of an object travels without a change here.

import { hex } from '../../base/bytes.ts'
import { F64 } from '../../ir/types.ts'
import { type MetadataPool, stringOperand } from './metadata_pool.ts'
import { floatText } from './spelling.ts'

const OBJECT = '{}'
const LIST = '[]'
const SET = 'set'
const BYTES = 'bytes'

/** One value as a metadata operand. Objects lose fields that are undefined. */
export function recordOperand(pool: MetadataPool, value: unknown): string {
  if (typeof value === 'string') return stringOperand(value)
  if (typeof value === 'boolean') return `i1 ${value}`
  if (typeof value === 'number') return Number.isSafeInteger(value) ? `i64 ${value}` : `double ${floatText(F64, value)}`
  if (Array.isArray(value)) return pool.node([stringOperand(LIST), ...value.map(v => recordOperand(pool, v))])
  if (value instanceof Set) return pool.node([stringOperand(SET), ...[...value].map(v => recordOperand(pool, v))])
  if (value instanceof Uint8Array) return pool.node([stringOperand(BYTES), stringOperand(hex(value))])
  return pool.node([stringOperand(OBJECT), ...fieldOperands(pool, value as object)])
}

/** The bytes of such a text; undefined for another text. */
function bytesOf(text: string | undefined): Uint8Array | undefined {
  if (text === undefined || !/^([0-9a-f]{2})*$/.test(text)) return undefined
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16))
}

/** The fields of an object as key, value, key, value... by name, without those named in `without`. */
export function fieldOperands(pool: MetadataPool, object: object, without: readonly string[] = []): string[] {
  const operands: string[] = []
  const fields = object as Readonly<Record<string, unknown>>
  // Sorted: an object read back may have been put together in another order.
  for (const key of Object.keys(fields).sort()) {
    if (fields[key] === undefined || without.includes(key)) continue
    operands.push(stringOperand(key), recordOperand(pool, fields[key]))
  }
  return operands
}

/** What reading needs to know of a metadata tree: N is an operand. */
export interface RecordView<N> {
  /** Operands of a node; undefined for anything else. */
  operands(node: N): readonly N[] | undefined
  /** The text of a string operand. */
  text(node: N): string | undefined
  /** The value of an integer or floating point constant; a boolean for i1. */
  scalar(node: N): number | boolean | undefined
}

/** Operands that a record may have in all: a node that stands in two places is read twice. */
const MAX_OPERANDS = 1 << 20
/** Data of ours is not nested deeper than types are. */
const MAX_DEPTH = 1024

/** What is being read: metadata may name itself, and name twice what names twice. */
interface Reading {
  readonly open: Set<unknown>
  left: number
}

const begun = (): Reading => ({ open: new Set(), left: MAX_OPERANDS })

/** The value behind an operand; undefined when it is none that recordOperand writes. */
export function readRecord<N>(view: RecordView<N>, node: N, reading = begun()): unknown {
  const text = view.text(node)
  if (text !== undefined) return text
  const operands = view.operands(node)
  if (operands === undefined) return view.scalar(node)
  const { open } = reading
  reading.left -= operands.length
  if (open.has(operands) || open.size > MAX_DEPTH || reading.left < 0) return undefined
  open.add(operands)
  const value = readOperands(view, operands, reading)
  open.delete(operands)
  return value
}

function readOperands<N>(view: RecordView<N>, [head, ...rest]: readonly N[], reading: Reading): unknown {
  switch (head === undefined ? undefined : view.text(head)) {
    case OBJECT:
      return readFields(view, rest, reading)
    case LIST:
      return rest.map(n => readRecord(view, n, reading))
    case SET:
      return new Set(rest.map(n => readRecord(view, n, reading)))
    case BYTES:
      return bytesOf(rest[0] && view.text(rest[0]))
    default:
      return undefined
  }
}

/** The object whose fields are listed as key, value, key, value... */
export function readFields<N>(view: RecordView<N>, operands: readonly N[], reading = begun()): Record<string, unknown> {
  // Without a prototype every key is an ordinary one.
  const object: Record<string, unknown> = Object.create(null)
  for (let i = 0; i + 1 < operands.length; i += 2) {
    const key = view.text(operands[i]!)
    if (key !== undefined) object[key] = readRecord(view, operands[i + 1]!, reading)
  }
  return object
}
