// An explanation of layouts as text: each buffer drawn in rows of 16 bytes, its members, what is wasted and why, a better order.

import { ARRAY, BOOLEAN, checkArgument, checkOptions, record } from '../base/arguments.ts'
import {
  type BufferExplanation,
  type LayoutExplanation,
  type MemberExplanation,
  NEEDS_PLACE,
  percentWasted,
} from './layout_model.ts'
import { bitRows, type Drawing, type DrawnRow, drawBuffer, type Piece } from './layout_pieces.ts'
import { type Paint, painter, printable, tableLines } from './paint.ts'
import { wrapped } from './print_bindings.ts'
import { counted, listed } from './register_text.ts'

/** Ends with a line end. */
export function printLayout(e: LayoutExplanation, options: { readonly color?: boolean } = {}): string {
  checkArgument('printLayout', 'explanation', e, record('what explainLayout() returns', { buffers: ARRAY }))
  checkOptions('printLayout', options, { color: BOOLEAN })
  const { color = false } = options
  const paint = painter(color)
  if (e.buffers.length === 0) return `${paint('heading', printable(e.file))}: no constant or structured buffers\n`
  const blocks = e.buffers.map(buffer => bufferLines(buffer, e.file, paint).join('\n'))
  return `${blocks.join('\n\n\n')}\n`
}

function bufferLines(buffer: BufferExplanation, file: string, paint: Paint): string[] {
  const drawing = drawBuffer(buffer)
  const lines = [headline(buffer, file, paint), ...pictureLines(drawing, paint), '', ...memberLines(buffer, paint)]
  if (buffer.gaps.length > 0) lines.push('', ...gapLines(buffer, paint))
  for (const text of hintTexts(buffer)) lines.push('', ...wrapped(text, '  ', 100).map(line => paint('implicit', line)))
  return lines
}

/** `Settings  cbuffer, 5:9: 100 bytes in 7 rows; 24 of 112 wasted (21.4%)` */
function headline(buffer: BufferExplanation, file: string, paint: Paint): string {
  const { names, types, declared, size, occupied, wasted, kind } = buffer
  const place = declared ? ` at ${printable(declared.file || file)}:${declared.line}:${declared.column}` : ''
  const rows = kind === 'structured' ? `stride ${size}` : `${counted(size, 'byte')} in ${counted(occupied / 16, 'row')}`
  const waste = wasted === 0 ? 'nothing wasted' : `${wasted} of ${occupied} bytes wasted (${percentWasted(buffer)}%)`
  const what = listed([...new Set(types)].map(printable), 8)
  return `${paint('heading', listed(names.map(printable), 8))}: ${what}${place}\n  ${rows}, ${wasted === 0 ? waste : paint('bad', waste)}`
}

// ---- the picture ---------------------------------------------------------------------------------------------------------------------

/** Characters a byte takes, so that 16-bit values have room for a name. */
const BYTE = 5
const MARGIN = '        '

function pictureLines({ rows, shared }: Drawing, paint: Paint): string[] {
  const ruler = [0, 4, 8, 12].map(n => String(n).padEnd(4 * BYTE)).join('')
  const widest = rows.some(r => r.pieces.length > 0) ? 16 * BYTE - 1 : 0
  const lines = [
    paint('free', `${MARGIN} ${ruler.trimEnd()}`),
    `${MARGIN}┌${'─'.repeat(widest)}┐`,
    ...rows.map(row => rowLine(row, paint)),
    `${MARGIN}└${'─'.repeat(widest)}┘`,
  ]
  for (const piece of shared)
    lines.push(
      paint(
        'bad',
        `${MARGIN}${printable(piece.label)} shares bytes ${piece.offset} to ${piece.offset + piece.size - 1}`,
      ),
    )
  return lines
}

function rowLine({ offset, count, pieces }: DrawnRow, paint: Paint): string {
  const head = paint('free', String(offset).padStart(7))
  const cells = pieces.map(piece => cellText(piece, count, paint)).join('')
  const used = pieces.reduce((sum, p) => sum + (count > 1 ? 16 : p.size), 0)
  return `${head} ${cells}│${used < 16 ? ' '.repeat((16 - used) * BYTE - 1) : ''}`.trimEnd()
}

function cellText({ role, label, type, size }: Piece, count: number, paint: Paint): string {
  const width = (count > 1 ? 16 : size) * BYTE - 1
  if (role === 'gap') {
    const text = ` ${size} `
    const left = Math.max(0, width - text.length) >> 1
    return `│${paint('bad', '░'.repeat(left) + text + '░'.repeat(Math.max(0, width - left - text.length)))}`
  }
  if (role === 'fold') {
    const text = label === '' ? '⋮' : `⋮ ${printable(label)}`
    return `│${paint('free', fitted(` ${text}`, width))}`
  }
  const name = printable(label)
  const both = ` ${name}  ${printable(type)}`
  if (label === '') return `│${fitted(' …', width)}`
  if (both.length >= width) return `│${fitted(` ${name}`, width)}`
  return `│ ${name}  ${paint('free', printable(type))}${' '.repeat(width - both.length)}`
}

function fitted(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…`.slice(0, width) : text.padEnd(width)
}

// ---- the tables ----------------------------------------------------------------------------------------------------------------------

function memberLines({ members }: BufferExplanation, paint: Paint): string[] {
  const rows: string[][] = []
  const add = (m: MemberExplanation, depth: number): void => {
    const order = m.matrix && !m.type.includes('_major') ? `${m.matrix.order} ` : ''
    rows.push([
      String(m.offset),
      String(m.size),
      `${'  '.repeat(depth)}${printable(m.name) || '(element)'}`,
      order + printable(m.type),
      m.stride === null ? '' : String(m.stride),
    ])
    for (const { name, text } of bitRows(m))
      rows.push(['', '', `${'  '.repeat(depth + 1)}${printable(name)}`, printable(text), ''])
    for (const inner of m.members) add(inner, depth + 1)
  }
  for (const m of members) add(m, 0)
  const head = [
    { head: 'offset', right: true },
    { head: 'size', right: true },
    { head: 'member' },
    { head: 'type' },
    { head: 'stride', right: true },
  ]
  return tableLines(
    head,
    rows,
    (_row, _column, text) => text,
    text => paint('heading', text),
  ).map(line => `  ${line}`)
}

function gapLines({ gaps }: BufferExplanation, paint: Paint): string[] {
  const rows = gaps.map(({ offset, size, times, text, at, reason }) => {
    const total = size * times
    const where = NEEDS_PLACE.has(reason) ? `${printable(at)}: ` : ''
    const often = times > 1 ? ` (${times} times ${size})` : ''
    return [String(offset), String(total), `${where}${printable(text)}${often}`]
  })
  const head = [{ head: 'wasted', right: true }, { head: 'bytes', right: true }, { head: 'why' }]
  return tableLines(
    head,
    rows,
    (_row, column, text) => (column === 1 ? paint('bad', text) : text),
    text => paint('heading', text),
  ).map(line => `  ${line}`)
}

/** Each a sentence: the order, and what it saves. */
export function hintTexts({ hints, kind }: BufferExplanation): string[] {
  return hints.map(({ of, order, before, after }) => {
    const unit = kind === 'structured' ? 'bytes' : `bytes (${after / 16} rows instead of ${before / 16})`
    return `  Smaller in another order: ${printable(of)} { ${order.map(printable).join(', ')} } takes ${after} instead of ${before} ${unit}.`
  })
}
