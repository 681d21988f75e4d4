// Elements in one expression. Texts become text nodes, so that nothing of a shader is ever HTML.

type Child = Node | string | number | null | undefined | false
type Attributes = Readonly<Record<string, string | number | boolean | undefined | ((event: Event) => void)>>

/** An element. Attributes beginning with `on` are listeners; true is the empty attribute, false and undefined none. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Child | readonly Child[])[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value))
  }
  for (const child of children.flat() as Child[])
    if (child !== null && child !== undefined && child !== false)
      element.append(child instanceof Node ? child : String(child))
  return element
}

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id)
  if (!found) throw new Error(`the page has no element ${id}`)
  return found as T
}

export type Cell = Child | { readonly value: Child; readonly class?: string; readonly span?: number }

const cellOf = (cell: Cell, isNumber: boolean): HTMLTableCellElement => {
  const isPlain = typeof cell !== 'object' || cell === null || cell instanceof Node
  const { value, class: name = '', span } = isPlain ? { value: cell as Child, class: '', span: undefined } : cell
  const classes = [isNumber ? 'num' : '', name].filter(c => c !== '').join(' ')
  return h('td', { class: classes || undefined, colspan: span }, value)
}

/** A table in a frame that scrolls. Titles with a `#` in front are those of columns of numbers. */
export function table(titles: readonly string[], rows: readonly (readonly Cell[])[], caption = ''): HTMLElement {
  const isNumber = titles.map(title => title.startsWith('#'))
  const heads = titles.map((title, i) =>
    h('th', { scope: 'col', class: isNumber[i] ? 'num' : undefined }, title.replace(/^#/, '')),
  )
  const body = rows.map(row =>
    h(
      'tr',
      {},
      row.map((cell, i) => cellOf(cell, isNumber[i] ?? false)),
    ),
  )
  const inside = h(
    'table',
    {},
    caption !== '' && h('caption', { class: 'hidden' }, caption),
    h('thead', {}, h('tr', {}, heads)),
    h('tbody', {}, body),
  )
  // Frames that scroll must be reachable by keys.
  return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption || titles.join(', ') }, inside)
}

export const section = (title: string, ...children: readonly Child[]): HTMLElement =>
  h('section', {}, h('h3', {}, title), ...children)

export const note = (text: string): HTMLElement => h('p', { class: 'note' }, text)

/** Hands a file to the browser. */
export function download(name: string, bytes: Uint8Array | string): void {
  const url = URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'application/octet-stream' }))
  const link = h('a', { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** What screen readers say. */
export function announce(text: string): void {
  byId('announcer').textContent = text
}
