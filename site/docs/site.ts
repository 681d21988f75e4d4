// All pages of the documentation, as text by path. Nothing is written here.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { build } from 'esbuild'
import MiniSearch from 'minisearch'
import { escapeHtml } from '../../src/html/escape.ts'
import { apiPage } from './api_page.ts'
import { type Rendered, renderMarkdown } from './markdown.ts'
import { NAV, type NavGroup } from './nav.ts'
import { ROOT } from './root.ts'
import { pageShell } from './shell.ts'
import { flagsMarkdown, messagesMarkdown } from './tables.ts'

interface Entry {
  readonly id: string
  readonly title: string
  readonly page: string
  readonly text: string
}

/** Fields of the index; the client opens it with the same. */
const SEARCH = { fields: ['title', 'text'], storeFields: ['title', 'page'] }

/** What documents call the playground: there is a file, so that the link works in the repository as well. */
const PLAYGROUND = 'site/playground/index.html'

const REPOSITORY = 'https://github.com/dxilkit/dxilkit/blob/main/'

export interface Site {
  /** Text of each file by its path. */
  readonly files: ReadonlyMap<string, string>
}

/** Documents that are there: what is being written may still be missing. */
const groups = (): NavGroup[] =>
  NAV.map(g => ({ ...g, pages: g.pages.filter(p => p.source === undefined || existsSync(join(ROOT, p.source))) }))

/** Where a link in a document of the repository leads: to its page, or to the file where it is none. */
function linkFrom(source: string, path: string): (href: string) => string {
  const pages = groups().flatMap(g => g.pages)
  return href => {
    if (/^(?:[a-z]+:|#)/.test(href)) return href
    const [file = '', anchor] = href.split('#')
    const target = posix.normalize(posix.join(dirname(source), file))
    const page =
      pages.find(p => p.source === target) ?? (target === PLAYGROUND ? { path: 'playground/index.html' } : undefined)
    if (!page) return REPOSITORY + target
    return posix.relative(dirname(path), page.path) + (anchor === undefined ? '' : `#${anchor}`)
  }
}

/** An overview: every page with its sections. */
function overview(rendered: ReadonlyMap<string, Rendered>, nav: readonly NavGroup[]): Rendered {
  const lists = nav.map(g => {
    const items = g.pages
      .filter(p => p.path !== 'docs/index.html')
      .map(p => {
        const inner = (rendered.get(p.path)?.headings ?? []).filter(h => h.level === 2).map(h => escapeHtml(h.text))
        const note = inner.length === 0 ? '' : `<br><span class="soft">${inner.slice(0, 9).join(' · ')}</span>`
        return `<li><a href="${posix.relative('docs', p.path)}">${escapeHtml(p.title)}</a>${note}</li>`
      })
    return `<h2 id="${g.title.toLowerCase()}">${escapeHtml(g.title)}</h2>\n<ul class="plain">${items.join('\n')}</ul>`
  })
  return { html: `<h1>All pages</h1>\n${lists.join('\n')}`, headings: [], sections: new Map() }
}

export interface SiteOptions {
  /** Without the page of the library, whose making takes long. */
  readonly api?: boolean
}

export async function makeSite({ api = true }: SiteOptions = {}): Promise<Site> {
  const nav = groups()
  const rendered = new Map<string, Rendered>()
  const entries: Entry[] = []
  const plain = (href: string): string => href
  for (const { path, source } of nav.flatMap(g => g.pages))
    if (source) rendered.set(path, renderMarkdown(readFileSync(join(ROOT, source), 'utf8'), linkFrom(source, path)))
  rendered.set('docs/flags.html', renderMarkdown(flagsMarkdown(), plain))
  rendered.set('docs/messages.html', withCodes(renderMarkdown(await messagesMarkdown(), plain)))
  const library = api ? await apiPage() : { html: '<h1>Library</h1>', headings: [], sections: [] }
  rendered.set('docs/api.html', { html: library.html, headings: library.headings, sections: new Map() })
  rendered.set('docs/index.html', overview(rendered, nav))
  for (const { id, title, text } of library.sections)
    entries.push({ id: `docs/api.html#${id}`, title, page: 'Library', text })
  const files = new Map<string, string>()
  for (const { path, title } of nav.flatMap(g => g.pages)) {
    const { html, headings, sections } = rendered.get(path)!
    files.set(path, pageShell({ path, title, html, headings }, nav))
    const names = new Map(headings.map(h => [h.id, h.text]))
    for (const [id, text] of sections)
      entries.push({ id: id === '' ? path : `${path}#${id}`, title: names.get(id) ?? title, page: title, text })
  }
  files.set('assets/search.js', searchIndex(entries))
  return { files }
}

/** Anchors of messages are their codes as they are. */
const withCodes = (page: Rendered): Rendered => {
  const upper = (id: string): string => (/^[ewn]\d{4}$/.test(id) ? id.toUpperCase() : id)
  return {
    html: page.html.replace(/ id="([ewn]\d{4})"/g, (_, id: string) => ` id="${upper(id)}"`),
    headings: page.headings.map(h => ({ ...h, id: upper(h.id) })),
    sections: new Map([...page.sections].map(([id, text]) => [upper(id), text])),
  }
}

/** A script and no data file: pages opened from a disk can load it, too. */
function searchIndex(entries: readonly Entry[]): string {
  const index = new MiniSearch<Entry>(SEARCH)
  index.addAll(entries)
  return `window.dxilkitSearch=${JSON.stringify(JSON.stringify(index))}\n`
}

/** Links that lead nowhere, as `page: href`. */
export function brokenLinks({ files }: Site, others: readonly string[]): string[] {
  const ids = new Map(
    [...files].map(([path, text]) => [path, new Set([...text.matchAll(/ id="([^"]*)"/g)].map(m => m[1]!))]),
  )
  const broken: string[] = []
  for (const [path, text] of files) {
    if (!path.endsWith('.html')) continue
    for (const [, href = ''] of text.matchAll(/ (?:href|src)="([^"]*)"/g)) {
      if (/^(?:https?:|data:|mailto:)/.test(href)) continue
      const [file = '', anchor] = href.split('#')
      const target = file === '' ? path : posix.normalize(posix.join(dirname(path), file))
      const known = ids.get(target)
      const isThere = known
        ? anchor === undefined || anchor === '' || known.has(decodeURIComponent(anchor))
        : others.includes(target)
      if (!isThere) broken.push(`${path}: ${href}`)
    }
  }
  return broken
}

/** Script and style of all pages. */
export async function writeAssets(folder: string): Promise<void> {
  await build({
    entryPoints: [join(ROOT, 'site/docs/client/docs.ts')],
    outfile: join(folder, 'assets/docs.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
  })
  const css = ['site/style/colors.css', 'site/docs/docs.css'].map(file => readFileSync(join(ROOT, file), 'utf8'))
  writeFileSync(join(folder, 'assets/docs.css'), css.join('\n'))
}
