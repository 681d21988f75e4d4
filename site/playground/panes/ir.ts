// The IR behind each pass: a list of the runs, and the text with the lines that the run made or took away.

import { RangeSetBuilder, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import type { IrLine, PassRun } from '../compiler/protocol.ts'
import { setText, textView } from '../editor/text_view.ts'
import { announce, h } from '../ui/dom.ts'
import type { Pane, PaneHost } from './pane.ts'

const setKinds = StateEffect.define<readonly IrLine[]>()
const MARKS = {
  added: Decoration.line({ class: 'cm-line-added' }),
  removed: Decoration.line({ class: 'cm-line-removed' }),
}

const kinds = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { effects, state }) {
    for (const effect of effects) {
      if (!effect.is(setKinds)) continue
      const builder = new RangeSetBuilder<Decoration>()
      effect.value.forEach(({ kind }, i) => {
        if (kind === 'same' || i >= state.doc.lines) return
        const { from } = state.doc.line(i + 1)
        builder.add(from, from, MARKS[kind])
      })
      return builder.finish()
    }
    return value
  },
  provide: f => EditorView.decorations.from(f),
})

const SIGNS = { same: ' ', added: '+', removed: '-' } as const

const labelOf = ({ pass, run, func }: PassRun): string =>
  [pass, run > 1 ? `(run ${run})` : '', func].filter(word => word !== '').join(' ')

export const irPane = (host: PaneHost): Pane => new Ir(host)

class Ir implements Pane {
  readonly element: HTMLElement
  readonly #host: PaneHost
  readonly #view: EditorView
  readonly #list = h('select', { size: 12, 'aria-label': 'Runs of passes', onchange: () => void this.#show() })
  readonly #changedOnly = h('input', { type: 'checkbox', checked: true, onchange: () => void this.#fill() })
  readonly #diff = h('input', { type: 'checkbox', checked: true, onchange: () => void this.#show() })
  readonly #count = h('span', { class: 'note' })
  #runs: readonly PassRun[] = []
  #chosen = ''

  constructor(host: PaneHost) {
    this.#host = host
    const body = h('div', { class: 'editor' })
    this.element = h(
      'div',
      { class: 'fill' },
      h(
        'div',
        { class: 'panebar' },
        h('label', {}, this.#changedOnly, ' only runs that changed something'),
        h('label', {}, this.#diff, ' mark changes'),
        this.#count,
      ),
      h('div', { class: 'sideways' }, h('div', { class: 'passes' }, this.#list), body),
    )
    this.#view = textView(body, 'IR behind the chosen pass', kinds)
  }

  async update(): Promise<void> {
    this.#runs = await this.#host.ask('passes', {})
    await this.#fill()
  }

  /** The runs in the list; the chosen one stays chosen. */
  async #fill(): Promise<void> {
    const shown = this.#runs
      .map((run, index) => ({ run, index }))
      .filter(({ run, index }) => index === 0 || run.changed || !this.#changedOnly.checked)
    this.#list.replaceChildren(
      ...shown.map(({ run, index }) =>
        h(
          'option',
          { value: index, class: run.changed ? undefined : 'idle' },
          `${labelOf(run)}${run.changed ? '' : ' - no change'}`,
        ),
      ),
    )
    const again = shown.find(({ run }) => labelOf(run) === this.#chosen) ?? shown.at(-1)
    if (again) this.#list.value = String(again.index)
    await this.#show()
  }

  async #show(): Promise<void> {
    const index = Number(this.#list.value)
    const run = this.#runs[index]
    if (!run) return
    this.#chosen = labelOf(run)
    const all = await this.#host.ask('ir', { index })
    const lines = this.#diff.checked ? all : all.filter(line => line.kind !== 'removed')
    setText(
      this.#view,
      lines.map(({ kind, text }) => (this.#diff.checked ? `${SIGNS[kind]} ${text}` : text)).join('\n'),
    )
    this.#view.dispatch({ effects: setKinds.of(this.#diff.checked ? lines : []) })
    const added = all.filter(line => line.kind === 'added').length
    const removed = all.filter(line => line.kind === 'removed').length
    this.#count.textContent = index === 0 ? `${run.lines} lines` : `${run.lines} lines, +${added} -${removed}`
    announce(`IR behind ${labelOf(run)}: ${this.#count.textContent}`)
    this.#reveal(lines)
  }

  /** To the first line that changed. */
  #reveal(lines: readonly IrLine[]): void {
    const first = lines.findIndex(line => line.kind !== 'same')
    const at = this.#view.state.doc.line(Math.max(1, first + 1)).from
    this.#view.dispatch({ effects: EditorView.scrollIntoView(at, { y: first > 0 ? 'center' : 'start' }) })
  }
}
