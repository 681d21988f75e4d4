// Reads DEFINE_ABBREV: the operands of an abbreviation, checked so that every record it packs has a code and an end.

import { type Abbrev, type AbbrevOp, array, blob, char6, Encoding, fixed, literal, vbr } from './abbrev.ts'
import type { BitReader } from './bit_reader.ts'

const MAX_ABBREV_OPERANDS = 4096

/** Told of each value read: its name, the bit it starts at, the value; `bits.position` is where it ends. */
export type AbbrevNote = (field: string, from: number, value: number | bigint) => void

const SILENT: AbbrevNote = () => {}

/** After the DEFINE_ABBREV id has been read. */
export function readAbbrev(bits: BitReader, note: AbbrevNote = SILENT): Abbrev {
  const from = bits.position
  const count = bits.vbr32(5)
  note('operand count', from, count)
  if (count === 0 || count > MAX_ABBREV_OPERANDS) bits.fail(`abbreviation with ${count} operands`)
  const ops: AbbrevOp[] = []
  for (let i = 0; i < count; i++) ops.push(readOp(bits, note))
  const at = ops.findIndex(op => op.kind === 'array' || op.kind === 'blob')
  const kind = ops[at]?.kind
  if (at >= 0 && at !== ops.length - (kind === 'array' ? 2 : 1)) bits.fail('array or blob must end an abbreviation')
  const element = ops[at + 1]?.kind
  if (kind === 'array' && (element === 'array' || element === 'blob')) bits.fail('array of arrays or blobs')
  if (ops[0]!.kind === 'blob') bits.fail('record without a code')
  return ops
}

function readOp(bits: BitReader, note: AbbrevNote): AbbrevOp {
  let from = bits.position
  const isLiteral = bits.fixed(1)
  note('is literal', from, isLiteral)
  from = bits.position
  if (isLiteral === 1) {
    const value = bits.vbr(8)
    note('literal', from, value)
    return literal(value)
  }
  const encoding = bits.fixed(3)
  note('encoding', from, encoding)
  switch (encoding) {
    case Encoding.Fixed:
    case Encoding.Vbr: {
      from = bits.position
      const width = bits.vbr32(5)
      note('width', from, width)
      if (width > 32 || (encoding === Encoding.Vbr && width === 1)) bits.fail(`operand width ${width} is not possible`)
      return encoding === Encoding.Fixed ? fixed(width) : vbr(width)
    }
    case Encoding.Array:
      return array
    case Encoding.Char6:
      return char6
    case Encoding.Blob:
      return blob
    default:
      return bits.fail(`unknown operand encoding ${encoding}`)
  }
}
