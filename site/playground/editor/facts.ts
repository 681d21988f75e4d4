// Hints between the words (registers, implicit conversions) and colours of names by what they are, brought up to date when typing rests.

import { type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from '@codemirror/view'
import type { InlayHintText } from '../../../src/api/language.ts'
import { TOKEN_TYPES } from '../../../src/language/model.ts'
import type { FileFacts } from '../compiler/protocol.ts'
import { type FeatureHost, offsetAt, unlessCancelled } from './features.ts'

const REST = 350

class Hint extends WidgetType {
  readonly hint: InlayHintText

  constructor(hint: InlayHintText) {
    super()
    this.hint = hint
  }

  override eq(other: Hint): boolean {
    return other.hint.label === this.hint.label && other.hint.kind === this.hint.kind
  }

  toDOM(): HTMLElement {
    const span = document.createElement('span')
    span.className = `cm-hint cm-hint-${this.hint.kind}`
    span.textContent = this.hint.label
    span.title = this.hint.tooltip.replaceAll('`', '')
    span.setAttribute('aria-hidden', 'true')
    return span
  }
}

const setFacts = StateEffect.define<DecorationSet>()

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { effects, changes }) {
    for (const effect of effects) if (effect.is(setFacts)) return effect.value
    return value.map(changes)
  },
  provide: f => EditorView.decorations.from(f),
})

const marks = TOKEN_TYPES.map(type => Decoration.mark({ class: `cm-name-${type}` }))

function decorations(view: EditorView, { hints, tokens }: FileFacts): DecorationSet {
  const { doc } = view.state
  const ranges = hints.map(hint =>
    Decoration.widget({ widget: new Hint(hint), side: 1 }).range(offsetAt(doc, hint.position)),
  )
  let line = 0
  let character = 0
  for (let i = 0; i + 4 < tokens.length; i += 5) {
    const down = tokens[i]!
    character = down === 0 ? character + tokens[i + 1]! : tokens[i + 1]!
    line += down
    const from = offsetAt(doc, { line, character })
    const to = Math.min(doc.length, from + tokens[i + 2]!)
    const mark = marks[tokens[i + 3]!]
    if (mark && to > from) ranges.push(mark.range(from, to))
  }
  return Decoration.set(ranges, true)
}

export function factsExtension(host: FeatureHost): Extension {
  const plugin = ViewPlugin.fromClass(
    class {
      #timer: ReturnType<typeof setTimeout> | undefined

      constructor(view: EditorView) {
        this.#plan(view)
      }

      update(update: ViewUpdate): void {
        if (update.docChanged) this.#plan(update.view)
      }

      destroy(): void {
        clearTimeout(this.#timer)
      }

      #plan(view: EditorView): void {
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => void this.#ask(view), REST)
      }

      async #ask(view: EditorView): Promise<void> {
        const { doc } = view.state
        const facts = await unlessCancelled(host.ask('facts', { file: host.file() }))
        if (facts && view.state.doc === doc) view.dispatch({ effects: setFacts.of(decorations(view, facts)) })
      }
    },
  )
  return [field, plugin]
}
