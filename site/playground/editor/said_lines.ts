// The first message of a line, written behind it.

import { RangeSetBuilder, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import type { Message } from '../../../src/diag/message.ts'

class Said extends WidgetType {
  readonly message: Message

  constructor(message: Message) {
    super()
    this.message = message
  }

  override eq(other: Said): boolean {
    return other.message.message === this.message.message && other.message.severity === this.message.severity
  }

  toDOM(): HTMLElement {
    const span = document.createElement('span')
    span.className = `cm-said cm-said-${this.message.severity}`
    span.textContent = this.message.message.split('\n')[0]!
    // The list of messages says the same to screen readers.
    span.setAttribute('aria-hidden', 'true')
    return span
  }
}

export const setSaid = StateEffect.define<readonly Message[]>()

export const saidLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { effects, state, changes }) {
    for (const effect of effects) {
      if (!effect.is(setSaid)) continue
      const builder = new RangeSetBuilder<Decoration>()
      const first = new Map<number, Message>()
      for (const m of effect.value) if (m.line > 0 && !first.has(m.line)) first.set(m.line, m)
      for (const [line, message] of [...first].sort(([a], [b]) => a - b)) {
        if (line > state.doc.lines) continue
        const { to } = state.doc.line(line)
        builder.add(to, to, Decoration.widget({ widget: new Said(message), side: 1 }))
      }
      return builder.finish()
    }
    return value.map(changes)
  },
  provide: f => EditorView.decorations.from(f),
})
