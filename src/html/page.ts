// A container as one self-contained HTML page: byte map, tables, disassembly. Nothing is loaded from anywhere (document.ts).

import type { Container, Part } from '../container/container.ts'
import type { BufferLayout } from '../inspect/buffer_layouts.ts'
import type { ByteRange } from '../inspect/byte_map.ts'
import type { ContainerDump } from '../inspect/dump.ts'
import { htmlDocument } from './document.ts'
import { escapeHtml } from './escape.ts'
import { pageData } from './page_data.ts'
import { PAGE_SCRIPT } from './page_script.ts'
import { pageStyle } from './page_style.ts'
import { partSections } from './part_sections.ts'
import { type SourceInput, sourcePanel } from './source_panel.ts'

export interface PageInput {
  /** Name of the file, for title and heading. */
  readonly title: string
  readonly container: Container
  readonly dump: ContainerDump
  readonly ranges: Iterable<ByteRange>
  readonly layouts: readonly BufferLayout[]
  /** The program as text; undefined when it cannot be read, `listingProblem` then says why. */
  readonly listing: string | undefined
  readonly listingProblem?: string | undefined
  /** Where there is debug information. */
  readonly source?: SourceInput | undefined
}

/** The page, a whole HTML document. */
export function containerPage(input: PageInput): string {
  const { title, container, dump, source } = input
  const tabs = `<div role="tablist" aria-label="Views">
${tab('bytes', 'Bytes')}
${tab('tables', 'Tables')}
${tab('disasm', 'Disassembly')}${source ? `\n${tab('source', 'Source')}` : ''}
</div>
`
  const body = `<main>
${bytesPanel(container, dump)}
<section id="tables" role="tabpanel" aria-labelledby="tab-tables" tabindex="0">
${partSections(dump, input.layouts)}</section>
${listingPanel(input)}${source ? `\n${sourcePanel(source)}` : ''}
</main>
<noscript><p>The byte map needs JavaScript; the tables and the disassembly do not.</p></noscript>`
  const data = pageData(container, input.ranges)
  return htmlDocument({ title, facts: headline(dump), tabs, body, style: pageStyle(), script: PAGE_SCRIPT, data })
}

function tab(id: string, text: string): string {
  return `<button type="button" role="tab" id="tab-${id}" aria-controls="${id}">${text}</button>`
}

const DIGEST_TEXT: Readonly<Record<ContainerDump['digestState'], string>> = {
  retail: 'signed',
  debug: 'signed, debug flavour',
  unsigned: 'unsigned',
  bypass: 'bypass sentinel',
  preview: 'preview sentinel',
  wrong: '<span class="bad">digest does not match</span>',
}

function headline(dump: ContainerDump): string {
  const program = dump.parts.find(p => p.name === 'DXIL')?.program ?? dump.parts.find(p => p.program)?.program
  const { length } = dump.problems
  const facts = [
    program && `<b>${escapeHtml(program.stage)}</b> shader, model ${escapeHtml(program.shaderModel)}`,
    `${dump.fileSize} bytes`,
    `${dump.parts.length} parts`,
    `${DIGEST_TEXT[dump.digestState]}, digest <code>${escapeHtml(dump.digest)}</code>`,
    length > 0 ? `<span class="bad">${length} ${length === 1 ? 'problem' : 'problems'}</span>, see Tables` : undefined,
  ]
  return facts.filter(f => f !== undefined).join(' · ')
}

function bytesPanel(container: Container, dump: ContainerDump): string {
  const rows = container.parts.map((part, i) => partRow(part, i, dump.parts[i]?.contents ?? ''))
  return `<section id="bytes" role="tabpanel" aria-labelledby="tab-bytes">
<div class="pane">
<h2>Parts</h2>
<table><thead><tr><th scope="col">Part</th><th scope="col" class="num">Offset</th><th scope="col" class="num">Size</th></tr></thead><tbody>
<tr><td><button type="button" class="part" data-part="-1" aria-pressed="false"><span class="swatch k0 alt"></span>header</button></td><td class="num mono">0x0</td><td class="num">${32 + 4 * container.parts.length}</td></tr>
${rows.join('\n')}
</tbody></table>
</div>
<div id="hexpane">
<div class="bar"><label for="goto">Go to byte</label><input id="goto" size="10" placeholder="0x1f4" autocomplete="off" spellcheck="false"></div>
<div id="hex" role="grid" tabindex="0" aria-label="Bytes. Arrow keys move, [ and ] go to the field before and after." aria-activedescendant="cursor" aria-rowcount="${Math.ceil(container.bytes.length / 16)}"><div id="space" role="rowgroup"></div></div>
</div>
<div class="pane">
<h2>Byte</h2>
<dl id="facts" aria-live="polite"></dl>
<h2 id="tree-title">Fields</h2>
<div id="tree" class="tree"></div>
</div>
</section>`
}

function partRow(part: Part, index: number, contents: string): string {
  const name = `<span class="swatch t alt h${index % 8}"></span><b>${escapeHtml(part.name)}</b> ${escapeHtml(contents)}`
  return (
    `<tr><td><button type="button" class="part" data-part="${index}" aria-pressed="false">${name}</button></td>` +
    `<td class="num mono">0x${part.offset.toString(16)}</td><td class="num">${part.size}</td></tr>`
  )
}

function listingPanel({ listing, listingProblem }: PageInput): string {
  const open = '<section id="disasm" role="tabpanel" aria-labelledby="tab-disasm">'
  if (listing === undefined)
    return `${open}<p class="bar bad">No disassembly: ${escapeHtml(listingProblem ?? 'the container has no program')}</p></section>`
  return `${open}
<div class="bar" role="search"><label for="query">Search</label><input id="query" type="search" size="32" autocomplete="off" spellcheck="false">
<button type="button" class="plain" id="previous">Previous</button><button type="button" class="plain" id="next">Next</button>
<output id="found" for="query"></output></div>
<pre id="listing" tabindex="0" aria-label="Disassembly">${listingChunks(listing)}</pre>
</section>`
}

/** Chunks let the browser lay out only what is in view. */
const CHUNK_LINES = 200

function listingChunks(listing: string): string {
  const lines = listing.split('\n')
  const chunks: string[] = []
  for (let at = 0; at < lines.length; at += CHUNK_LINES)
    chunks.push(
      `<div class="chunk">${lines
        .slice(at, at + CHUNK_LINES)
        .map(listingLine)
        .join('\n')}\n</div>`,
    )
  return chunks.join('')
}

/** The comment of a line is set apart; a semicolon inside quotes begins none. */
function listingLine(line: string): string {
  let quoted = false
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '"') quoted = !quoted
    else if (line[i] === ';' && !quoted)
      return `${escapeHtml(line.slice(0, i))}<span class="c">${escapeHtml(line.slice(i))}</span>`
  }
  return escapeHtml(line)
}
