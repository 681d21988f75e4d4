// The listing, with the lines of the source that its lines come from.

import { EditorView } from '@codemirror/view'
import type { LinkedListing, ListingPlace } from '../../../src/api/index.ts'
import { hoveredLine, linkLines, revealLine } from '../editor/linked_lines.ts'
import { setText, textView } from '../editor/text_view.ts'
import { h } from '../ui/dom.ts'
import type { Pane, PaneHost } from './pane.ts'

/** Places in a listing to jump to. */
const JUMPS: readonly (readonly [label: string, line: RegExp | undefined])[] = [
  ['Tables', undefined],
  ['Code', /^define /],
  ['Metadata', /^!/],
]

export const disassemblyPane = (host: PaneHost): Pane => new Disassembly(host)

class Disassembly implements Pane {
  readonly element: HTMLElement
  readonly #host: PaneHost
  readonly #view: EditorView
  #listing: LinkedListing = { text: '', places: [] }
  /** Lines of the listing by file and line of the source. */
  #bySource = new Map<string, number[]>()
  #isFirst = true

  constructor(host: PaneHost) {
    this.#host = host
    const body = h('div', { class: 'editor' })
    this.element = h('div', { class: 'fill' }, this.#bar(), body)
    this.#view = textView(
      body,
      'Disassembly',
      hoveredLine(line => this.#lit(line)),
      EditorView.updateListener.of(update => {
        if (!update.docChanged && update.selectionSet) this.#lit(this.#cursorLine())
      }),
      EditorView.domEventHandlers({ click: () => this.#follow() }),
    )
    this.#view.contentDOM.addEventListener('keydown', event => {
      if (event.key === 'Enter') this.#follow()
    })
  }

  async update(): Promise<void> {
    this.#listing = await this.#host.ask('listing', {})
    this.#bySource.clear()
    this.#listing.places.forEach((place, i) => {
      if (!place) return
      const key = `${place.file}\n${place.line}`
      const lines = this.#bySource.get(key)
      if (lines) lines.push(i + 1)
      else this.#bySource.set(key, [i + 1])
    })
    const top = this.#view.scrollDOM.scrollTop
    setText(this.#view, this.#listing.text)
    if (this.#isFirst) this.#jump(/^define /)
    else requestAnimationFrame(() => this.#view.scrollDOM.scrollTo({ top }))
    this.#isFirst = false
  }

  sourceLine(file: string, line: number, moved: boolean): void {
    const lines = this.#bySource.get(`${file}\n${line}`) ?? []
    linkLines(this.#view, lines)
    if (moved && lines[0] !== undefined && !this.#isVisible(lines)) revealLine(this.#view, lines[0])
  }

  #isVisible(lines: readonly number[]): boolean {
    const { scrollTop, clientHeight } = this.#view.scrollDOM
    return lines.some(line => {
      const { top } = this.#view.lineBlockAt(this.#view.state.doc.line(line).from)
      return top > scrollTop && top < scrollTop + clientHeight - 20
    })
  }

  #bar(): HTMLElement {
    return h(
      'div',
      { class: 'panebar' },
      JUMPS.map(([label, line]) =>
        h('button', { type: 'button', class: 'plain', onclick: () => this.#jump(line) }, label),
      ),
      h('span', { class: 'note hint' }, 'Click an instruction to go to its line. Ctrl+F searches.'),
    )
  }

  #jump(line: RegExp | undefined): void {
    const at = line ? this.#listing.text.split('\n').findIndex(text => line.test(text)) + 1 : 1
    const { from } = this.#view.state.doc.line(Math.max(1, at))
    this.#view.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'start', yMargin: 4 }),
    })
  }

  #cursorLine(): number {
    return this.#view.state.doc.lineAt(this.#view.state.selection.main.head).number
  }

  #placeAt(line: number): ListingPlace | undefined {
    return this.#listing.places[line - 1] ?? undefined
  }

  /** Lights the source of a line of the listing, and everything else that comes from there. */
  #lit(line: number): void {
    const place = this.#placeAt(line)
    linkLines(this.#view, place ? (this.#bySource.get(`${place.file}\n${place.line}`) ?? []) : [])
    this.#host.light(place?.file ?? '', place ? [place.line] : [])
  }

  #follow(): void {
    const place = this.#placeAt(this.#cursorLine())
    if (place && this.#view.state.selection.main.empty) this.#host.goTo(place.file, place.line, place.column)
  }
}
