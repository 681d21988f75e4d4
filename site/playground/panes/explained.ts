// Bindings under three policies, and buffers row by row: drawings of src/html in the page's own style.

import { h, note } from '../ui/dom.ts'
import type { Pane, PaneHost } from './pane.ts'

/** What belongs together lights up together: cells with the same data-hot. */
function hotCells(element: HTMLElement): void {
  element.addEventListener('mouseover', event => {
    const hot = (event.target as HTMLElement).closest<HTMLElement>('[data-hot]')?.dataset['hot']
    for (const cell of element.querySelectorAll<HTMLElement>('[data-hot]'))
      cell.classList.toggle('hot', hot !== undefined && cell.dataset['hot'] === hot)
  })
}

/** HTML of src/html, where every text of a shader is escaped. Frames that scroll get into the order of focus. */
function drawn(element: HTMLElement, html: string): void {
  element.innerHTML = html
  for (const frame of element.querySelectorAll<HTMLElement>('.scroll')) {
    frame.tabIndex = 0
    frame.setAttribute('role', 'region')
    frame.setAttribute('aria-label', 'Table')
  }
}

export const bindingsPane = (host: PaneHost): Pane => {
  const element = h('div', { class: 'page explained' })
  hotCells(element)
  return {
    element,
    async update() {
      const { comparison, html } = await host.ask('bindings', {})
      if (!comparison) return element.replaceChildren(note('No policy gets as far as binding: see the messages.'))
      const differing = comparison.rows.filter(row => !row.same).length
      const summary = comparison.same
        ? 'The three policies agree.'
        : `${differing} of ${comparison.rows.length} differ. --binding=llvm or --binding=slang among the flags compiles under the others.`
      const body = h('div')
      drawn(body, html)
      element.replaceChildren(note(summary), body)
    },
  }
}

export const layoutPane = (host: PaneHost): Pane => {
  const element = h('div', { class: 'page explained' })
  hotCells(element)
  return {
    element,
    async update() {
      drawn(element, await host.ask('layout', {}))
    },
  }
}
