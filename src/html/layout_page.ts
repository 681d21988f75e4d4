// An explanation of layouts as a page: each buffer in rows of 16 bytes, its members, the wasted bytes with their reasons, a better order.

import { ARRAY, checkArgument, record } from '../base/arguments.ts'
import {
  type BufferExplanation,
  type LayoutExplanation,
  type MemberExplanation,
  NEEDS_PLACE,
  percentWasted,
} from '../explain/layout_model.ts'
import { bitRows, type DrawnRow, drawBuffer, type Piece } from '../explain/layout_pieces.ts'
import { hintTexts } from '../explain/print_layout.ts'
import { counted, listed } from '../explain/register_text.ts'
import { htmlDocument } from './document.ts'
import { escapeHtml } from './escape.ts'
import { EXPLAIN_SCRIPT } from './explain_script.ts'
import { EXPLAIN_STYLE } from './explain_style.ts'
import { pageStyle } from './page_style.ts'
import { htmlNone, htmlTable } from './tables.ts'

/** The page, a whole HTML document. It loads nothing, and needs no JavaScript but for highlights. */
export function layoutPage(e: LayoutExplanation): string {
  checkArgument('layoutPage', 'explanation', e, record('what explainLayout() returns', { buffers: ARRAY }))
  const wasted = e.buffers.reduce((sum, b) => sum + b.wasted, 0)
  const facts = [counted(e.buffers.length, 'buffer'), wasted === 0 ? 'nothing wasted' : `${wasted} bytes wasted in all`]
  return htmlDocument({
    title: e.file.replace(/^.*[/\\]/, '') || e.file,
    facts: facts.join(' · '),
    body: `<main class="single">\n${layoutBody(e)}</main>`,
    style: pageStyle() + EXPLAIN_STYLE,
    script: EXPLAIN_SCRIPT,
    data: {},
  })
}

/** What layoutPage() shows, as HTML with the classes of explain_style.ts. */
export function layoutBody(e: LayoutExplanation): string {
  const sections = e.buffers.map((b, i) => bufferSection(b, i))
  return sections.length === 0 ? htmlNone('No constant or structured buffers.') : sections.join('\n')
}

function bufferSection(b: BufferExplanation, index: number): string {
  const { names, types, declared, size, occupied, wasted, kind, gaps } = b
  const rows = kind === 'structured' ? `stride ${size}` : `${counted(size, 'byte')} in ${counted(occupied / 16, 'row')}`
  const waste =
    wasted === 0
      ? 'nothing wasted'
      : `<span class="waste">${wasted} of ${occupied} bytes wasted (${percentWasted(b)}%)</span>`
  const place = declared ? `, declared at ${escapeHtml(`${declared.file}:${declared.line}:${declared.column}`)}` : ''
  const reasons = gaps.map(g => {
    const where = NEEDS_PLACE.has(g.reason) ? `${g.at}: ` : ''
    return [g.offset, g.size * g.times, where + g.text + (g.times > 1 ? ` (${g.times} times ${g.size})` : '')]
  })
  return `<section aria-label="${escapeHtml(names[0] ?? '')}">
<h2>${escapeHtml(listed(names, 8))}</h2>
<p class="facts">${escapeHtml(listed([...new Set(types)], 8))}: ${rows}, ${waste}${place}</p>
${picture(b, index)}
${hintTexts(b)
  .map(text => `<p class="hint">${escapeHtml(text.trim())}</p>\n`)
  .join(
    '',
  )}${memberTable(b, index)}${gaps.length === 0 ? '' : htmlTable(['Wasted at', 'Bytes', 'Why'], reasons)}</section>`
}

function picture(buffer: BufferExplanation, index: number): string {
  const { rows, shared } = drawBuffer(buffer)
  const columns = `<colgroup><col class="at">${'<col>'.repeat(16)}</colgroup>`
  const ruler = [0, 4, 8, 12].map(n => `<th scope="col" colspan="4">${n}</th>`).join('')
  const body = rows.map(row => pictureRow(row, index)).join('\n')
  const notes = shared.map(
    p => `<p class="bad">${escapeHtml(p.label)} shares bytes ${p.offset} to ${p.offset + p.size - 1}.</p>\n`,
  )
  return `<div class="scroll"><table class="rows">${columns}<thead><tr><th></th>${ruler}</tr></thead><tbody>\n${body}\n</tbody></table></div>\n${notes.join('')}`
}

function pictureRow({ offset, count, pieces }: DrawnRow, index: number): string {
  const used = pieces.reduce((sum, p) => sum + (count > 1 ? 16 : p.size), 0)
  const rest = used < 16 ? `<td class="none" colspan="${16 - used}"></td>` : ''
  const cells = pieces.map(p => pieceCell(p, count > 1 ? 16 : p.size, index)).join('')
  return `<tr><th scope="row" class="mono">${offset}</th>${cells}${rest}</tr>`
}

function pieceCell({ role, label, type, offset, size, member }: Piece, span: number, index: number): string {
  const bytes = size === 1 ? `byte ${offset}` : `bytes ${offset} to ${offset + size - 1}`
  if (role === 'gap') return `<td class="gap" colspan="${span}" title="${bytes}: wasted">${size}</td>`
  const hot = `data-hot="b${index}m${member}"`
  if (role === 'fold')
    return `<td class="fold" colspan="${span}" ${hot} title="${bytes}">${escapeHtml(label === '' ? '…' : label)}</td>`
  const text = label === '' ? '…' : `${escapeHtml(label)}<small>${escapeHtml(type)}</small>`
  return `<td class="t h${member % 8}" colspan="${span}" ${hot} title="${escapeHtml(`${label} ${type}`.trim())}: ${bytes}">${text}</td>`
}

function memberTable({ members }: BufferExplanation, index: number): string {
  const rows: string[] = []
  const add = (m: MemberExplanation, depth: number, member: number): void => {
    const order = m.matrix && !m.type.includes('_major') ? `${m.matrix.order} ` : ''
    const name = `${'    '.repeat(depth)}${m.name || '(element)'}`
    rows.push(
      `<tr data-hot="b${index}m${member}"><td class="num">${m.offset}</td><td class="num">${m.size}</td><td>${escapeHtml(name)}</td>` +
        `<td>${escapeHtml(order + m.type)}</td><td class="num">${m.stride ?? ''}</td></tr>`,
    )
    for (const { name: bit, text } of bitRows(m))
      rows.push(
        `<tr data-hot="b${index}m${member}"><td></td><td></td><td>${escapeHtml(`${'    '.repeat(depth + 1)}${bit}`)}</td>` +
          `<td>${escapeHtml(text)}</td><td></td></tr>`,
      )
    for (const inner of m.members) add(inner, depth + 1, member)
  }
  for (const [i, m] of members.entries()) add(m, 0, i)
  const head = ['Offset', 'Size', 'Member', 'Type', 'Stride'].map(h => `<th scope="col">${h}</th>`).join('')
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>\n${rows.join('\n')}\n</tbody></table></div>\n`
}
