// A buffer cut into pieces for drawing: every value with its label, the gaps between, long arrays folded. Text and page draw the same
// pieces. Invariant: the pieces of a row are ascending and fill it; what shares bytes with an earlier member is in `shared`.

import { byOffset } from '../base/table.ts'
import type { BufferExplanation, MemberExplanation } from './layout_model.ts'

export interface Piece {
  readonly offset: number
  readonly size: number
  readonly role: 'data' | 'gap' | 'fold'
  /** Path of the value; what is folded; '' for gaps. */
  readonly label: string
  /** Its type; '' for gaps and folds. */
  readonly type: string
  /** Number of the buffer's member it belongs to; -1 for gaps. */
  readonly member: number
}

export interface Drawing {
  /** Rows of 16 bytes; a row that lies in a fold alone stands for all such in sequence. */
  readonly rows: readonly DrawnRow[]
  /** Members that share bytes with others (packoffset). */
  readonly shared: readonly Piece[]
}

export interface DrawnRow {
  readonly offset: number
  /** Rows it stands for: 1, or those a fold covers. */
  readonly count: number
  /** Cut at the ends of the row; a cut piece keeps its label in the first part only. */
  readonly pieces: readonly Piece[]
}

const ROW = 16
/** Arrays of more elements are folded. */
const MOST_ELEMENTS = 4
const MOST_PIECES = 4000

export function drawBuffer(buffer: BufferExplanation): Drawing {
  const pieces: Piece[] = []
  buffer.members.forEach((member, i) => {
    addMember(pieces, member, member.isBase ? '' : member.name || '(element)', 0, i)
  })
  pieces.sort(byOffset)
  const filled: Piece[] = []
  const shared: Piece[] = []
  let end = 0
  for (const piece of pieces) {
    if (piece.offset < end) {
      shared.push(piece)
      continue
    }
    if (piece.offset > end) filled.push(gap(end, piece.offset - end))
    filled.push(piece)
    end = piece.offset + piece.size
  }
  if (buffer.occupied > end) filled.push(gap(end, buffer.occupied - end))
  return { rows: rowsOf(filled), shared }
}

const gap = (offset: number, size: number): Piece => ({ offset, size, role: 'gap', label: '', type: '', member: -1 })

function addMember(out: Piece[], m: MemberExplanation, label: string, shift: number, member: number): void {
  if (m.size === 0 || out.length > MOST_PIECES) return
  if (!m.dims || m.stride === null) return void addElement(out, m, { label, size: m.size, shift, member })
  const { dims, stride } = m
  const count = dims.reduce((a, n) => a * n, 1)
  const size = m.size - stride * (count - 1)
  const isStruct = m.members.length > 0
  const most = isStruct ? 2 : MOST_ELEMENTS
  const element = (i: number): void =>
    addElement(out, m, { label: label + indexText(dims, i), size, shift: shift + i * stride, member })
  if (count <= most) {
    for (let i = 0; i < count; i++) element(i)
    return
  }
  const shown = isStruct ? 1 : 2
  const until = isStruct ? count : count - 1
  for (let i = 0; i < shown; i++) element(i)
  out.push({
    offset: m.offset + shift + shown * stride,
    size: (until - shown) * stride - (until === count ? stride - size : 0),
    role: 'fold',
    label: `${label}${indexText(dims, shown)} to ${indexText(dims, until - 1)}: ${until - shown} of ${stride} bytes`,
    type: '',
    member,
  })
  if (until < count) element(count - 1)
}

interface ElementPlace {
  readonly label: string
  readonly size: number
  /** From where the member would be by itself. */
  readonly shift: number
  readonly member: number
}

/** One value: a scalar or vector, the lines of a matrix, the members of a struct. */
function addElement(out: Piece[], m: MemberExplanation, { label, size, shift, member }: ElementPlace): void {
  const offset = m.offset + shift
  const type = m.type.replace(/\[.*$/, '')
  if (m.members.length > 0) {
    const prefix = label === '' ? '' : `${label}.`
    for (const inner of m.members) addMember(out, inner, inner.isBase ? label : prefix + inner.name, shift, member)
  } else if (m.matrix) {
    const { lines, lineSize, lineStride, order } = m.matrix
    const word = order === 'row_major' ? 'row' : 'column'
    for (let i = 0; i < lines; i++)
      out.push({
        offset: offset + i * lineStride,
        size: lineSize,
        role: 'data',
        label: `${label} ${word} ${i}`,
        type,
        member,
      })
  } else out.push({ offset, size, role: 'data', label, type, member })
}

function indexText(dims: readonly number[], flat: number): string {
  let text = ''
  for (let i = dims.length - 1; i >= 0; i--) {
    text = `[${flat % dims[i]!}]${text}`
    flat = Math.floor(flat / dims[i]!)
  }
  return text
}

function rowsOf(pieces: readonly Piece[]): DrawnRow[] {
  const rows: { offset: number; count: number; pieces: Piece[] }[] = []
  for (const piece of pieces) {
    const end = piece.offset + piece.size
    for (let at = piece.offset; at < end; ) {
      const row = Math.floor(at / ROW) * ROW
      // Whole rows of a fold, or of a wide gap, are drawn once.
      const whole = at === row && piece.role !== 'data' ? Math.floor((end - at) / ROW) : 0
      const size = whole > 1 ? whole * ROW : Math.min(end, row + ROW) - at
      const part = { ...piece, offset: at, size, label: at === piece.offset ? piece.label : '' }
      const last = rows.at(-1)
      if (last && last.offset === row) last.pieces.push(part)
      else rows.push({ offset: row, count: Math.max(1, whole), pieces: [part] })
      at += size
    }
  }
  return rows
}

// ---- bits ----------------------------------------------------------------------------------------------------------------------------

/** Every bit field of an integer, and what they leave of it, as rows of a table. */
export function bitRows({ bits, size }: MemberExplanation): { readonly name: string; readonly text: string }[] {
  if (!bits) return []
  const end = bits.reduce((most, b) => Math.max(most, b.firstBit + b.width), 0)
  const rows = bits
    .filter(b => b.width > 0)
    .map(b => ({ name: b.name || '(unnamed)', text: `${b.type}, ${rangeText(b.firstBit, b.width)}` }))
  return end < size * 8 ? [...rows, { name: '(unused)', text: rangeText(end, size * 8 - end) }] : rows
}

const rangeText = (first: number, width: number): string =>
  width === 1 ? `bit ${first}` : `bits ${first} to ${first + width - 1}`
