// The container of this page against a file of any compiler. The file is read here and goes nowhere.

import type { DiffText } from '../compiler/protocol.ts'
import { announce, h, note } from '../ui/dom.ts'
import type { Pane, PaneHost } from './pane.ts'

export const diffPane = (host: PaneHost): Pane => new Diff(host)

class Diff implements Pane {
  readonly element: HTMLElement
  readonly #host: PaneHost
  readonly #out = h('div')
  readonly #listing = h('input', { type: 'checkbox', onchange: () => void this.update() })
  #other: { readonly name: string; readonly bytes: Uint8Array } | undefined

  constructor(host: PaneHost) {
    this.#host = host
    const input = h('input', {
      type: 'file',
      id: 'diff-file',
      onchange: () => {
        const [file] = input.files ?? []
        if (file) void this.#take(file)
      },
    })
    const zone = h(
      'div',
      { class: 'dropzone' },
      h('label', { for: 'diff-file' }, 'Drop a container here (dxc, fxc, dxilkit, ...), or choose a file: '),
      input,
      h('p', { class: 'note' }, 'The file stays in this browser: nothing is uploaded.'),
    )
    zone.addEventListener('dragover', event => {
      event.preventDefault()
      zone.classList.add('over')
    })
    zone.addEventListener('dragleave', () => zone.classList.remove('over'))
    zone.addEventListener('drop', event => {
      event.preventDefault()
      zone.classList.remove('over')
      const [file] = event.dataTransfer?.files ?? []
      if (file) void this.#take(file)
    })
    const listing = h('label', {}, this.#listing, ' code as rows of the listing')
    this.element = h('div', { class: 'page' }, zone, h('div', { class: 'panebar flush' }, listing), this.#out)
  }

  async #take(file: File): Promise<void> {
    this.#other = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
    await this.update()
  }

  async update(): Promise<void> {
    if (!this.#other) return
    try {
      this.#show(await this.#host.ask('diff', { ...this.#other, listing: this.#listing.checked }))
    } catch (error) {
      if (!(error instanceof Error) || error.message === '') throw error
      this.#out.replaceChildren(h('p', { class: 'problem' }, `${this.#other.name}: ${error.message}`))
    }
  }

  #show({ same, lines }: DiffText): void {
    const name = this.#other?.name ?? ''
    const verdict = same ? `${name} says the same.` : `${name} differs.`
    announce(verdict)
    const text = h('pre', { class: 'difference', tabindex: 0, role: 'region', 'aria-label': 'Differences' })
    for (const { kind, text: line } of lines) text.append(h('span', { class: `d-${kind}` }, line), '\n')
    this.#out.replaceChildren(note(verdict), ...(lines.length > 0 ? [text] : []))
  }
}
