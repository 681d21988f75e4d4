// A list of tabs as the ARIA practices describe it: arrows move, Home and End jump, one tab is in the order of focus.

import { h } from './dom.ts'

export interface TabItem {
  readonly id: string
  readonly label: string
  /** Further content of the tab. */
  readonly badge?: string
}

export interface TabListOptions {
  readonly label: string
  readonly prefix: string
  /** Id of the element that the tabs show things in. */
  readonly controls: string
  chosen(id: string): void
}

export class TabList {
  readonly element: HTMLElement
  readonly #options: TabListOptions
  #items: readonly TabItem[] = []
  #current = ''

  constructor(options: TabListOptions) {
    this.#options = options
    this.element = h('div', {
      role: 'tablist',
      'aria-label': options.label,
      class: 'tabs',
      onkeydown: e => this.#key(e as KeyboardEvent),
    })
  }

  get current(): string {
    return this.#current
  }

  show(items: readonly TabItem[], current: string): void {
    this.#items = items
    this.#current = current
    const { prefix, controls, chosen } = this.#options
    const hadFocus = this.element.contains(document.activeElement)
    this.element.replaceChildren(
      ...items.map(({ id, label, badge }) =>
        h(
          'button',
          {
            type: 'button',
            role: 'tab',
            id: `${prefix}-${id}`,
            'data-tab': id,
            'aria-selected': String(id === current),
            'aria-controls': controls,
            tabindex: id === current ? 0 : -1,
            onclick: () => chosen(id),
          },
          label,
          badge !== undefined && badge !== '' && h('span', { class: 'badge' }, badge),
        ),
      ),
    )
    const selected = this.#tab(current)
    if (hadFocus) selected?.focus()
    this.#intoView(selected)
  }

  select(id: string): void {
    this.show(this.#items, id)
  }

  /** Scrolls the list alone: scrollIntoView() would move the page on narrow screens. */
  #intoView(tab: HTMLElement | null): void {
    if (!tab) return
    const list = this.element
    if (tab.offsetLeft < list.scrollLeft) list.scrollLeft = tab.offsetLeft - 24
    const end = tab.offsetLeft + tab.offsetWidth - list.clientWidth
    if (end > list.scrollLeft) list.scrollLeft = end + 24
  }

  #tab(id: string): HTMLElement | null {
    return this.element.querySelector<HTMLElement>(`[data-tab="${CSS.escape(id)}"]`)
  }

  #key(event: KeyboardEvent): void {
    const at = this.#items.findIndex(item => item.id === this.#current)
    const last = this.#items.length - 1
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ]
    const item = to === undefined ? undefined : this.#items[to]
    if (!item) return
    event.preventDefault()
    this.#options.chosen(item.id)
    this.#tab(item.id)?.focus()
  }
}
