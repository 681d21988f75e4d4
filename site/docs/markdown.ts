// Markdown to HTML: headings get anchors, links between documents lead to pages, code gets colours.

import MarkdownIt from 'markdown-it'
import { highlighted } from './highlight.ts'

export interface Heading {
  readonly level: number
  readonly id: string
  readonly text: string
}

export interface Rendered {
  readonly html: string
  readonly headings: readonly Heading[]
  /** Text of each section, by the id of its heading; '' before the first. */
  readonly sections: ReadonlyMap<string, string>
}

/** Words of a heading as an anchor, as GitHub makes them. */
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/** @param link where a link of the document leads on the site */
export function renderMarkdown(text: string, link: (href: string) => string): Rendered {
  const md = new MarkdownIt({ html: true, linkify: false, highlight: highlighted })
  const headings: Heading[] = []
  const sections = new Map<string, string>()
  const tokens = md.parse(text, {})
  const used = new Map<string, number>()
  let current = ''
  tokens.forEach((token, i) => {
    const inline = tokens[i + 1]
    if (token.type === 'heading_open' && inline) {
      const words = (inline.children ?? []).map(child => child.content).join('')
      const base = slug(words)
      const count = used.get(base) ?? 0
      used.set(base, count + 1)
      current = count === 0 ? base : `${base}-${count}`
      token.attrSet('id', current)
      headings.push({ level: Number(token.tag.slice(1)), id: current, text: words })
    } else if (token.type === 'inline' || token.type === 'fence' || token.type === 'code_block') {
      const shown = token.type === 'inline' ? (token.children ?? []).map(c => c.content || ' ').join('') : token.content
      sections.set(current, `${sections.get(current) ?? ''} ${shown}`)
    }
    for (const child of token.children ?? []) {
      const href = child.type === 'link_open' ? child.attrGet('href') : null
      if (href !== null) child.attrSet('href', link(String(href)))
    }
  })
  const html = md.renderer.render(tokens, md.options, {})
  return { html: framedTables(html), headings, sections }
}

/** Wide tables and code scroll in their own frames, which keys can reach. Each table has a label of its own, and a column without a name no heading. */
function framedTables(html: string): string {
  let count = 0
  return html
    .replace(/<table>/g, () => `<div class="scroll" tabindex="0" role="region" aria-label="Table ${++count}"><table>`)
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<th></th>', '<td></td>')
    .replaceAll('<pre>', '<pre tabindex="0">')
}
