// The frame of every page of the documentation: navigation, search, theme, contents.

import { escapeHtml } from '../../src/html/escape.ts'
import type { Heading } from './markdown.ts'
import type { NavGroup } from './nav.ts'

export interface PageInput {
  /** Path in the site, e.g. `docs/cli.html`. */
  readonly path: string
  readonly title: string
  readonly html: string
  readonly headings: readonly Heading[]
}

const upFrom = (path: string): string => '../'.repeat(path.split('/').length - 1)

function navigation(groups: readonly NavGroup[], path: string): string {
  const up = upFrom(path)
  const entry = ({ path: to, title }: NavGroup['pages'][number]): string =>
    `<li><a href="${up}${to}"${to === path ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`
  return groups.map(g => `<h2>${escapeHtml(g.title)}</h2>\n<ul>${g.pages.map(entry).join('')}</ul>`).join('\n')
}

function contents(headings: readonly Heading[]): string {
  const shown = headings.filter(h => h.level === 2)
  if (shown.length < 3) return ''
  const items = shown.map(h => `<li><a href="#${h.id}">${escapeHtml(h.text)}</a></li>`)
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`
}

export function pageShell({ path, title, html, headings }: PageInput, groups: readonly NavGroup[]): string {
  const up = upFrom(path)
  return `<!doctype html>
<html lang="en" data-theme="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} - dxilkit</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%230b5cad'/%3E%3Cpath d='M4 4h3a4 4 0 0 1 0 8H4z' fill='none' stroke='white' stroke-width='2'/%3E%3C/svg%3E">
<link rel="stylesheet" href="${up}assets/docs.css">
<script src="${up}assets/docs.js" defer data-root="${up}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header>
<a class="brand" href="${up}index.html">dxilkit</a>
<div class="search" role="search">
<input id="search" type="search" placeholder="Search (press /)" aria-label="Search the documentation" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found">
<ul id="found" role="listbox" aria-label="Found" hidden></ul>
</div>
<nav aria-label="Site"><a href="${up}docs/index.html">Docs</a> <a href="${up}playground/index.html">Playground</a></nav>
<button type="button" id="theme" aria-label="Theme"><svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M8 1.75a6.25 6.25 0 0 1 0 12.5z" fill="currentColor"/></svg></button>
</header>
<div class="frame">
<details class="side" open><summary>Pages</summary><nav aria-label="Documentation">
${navigation(groups, path)}
</nav></details>
<main id="main" tabindex="-1">
${html}
</main>
${contents(headings)}
</div>
</body>
</html>
`
}
