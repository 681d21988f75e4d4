// Lines that are lit because something in another view belongs to them.

import { type Extension, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

/** Numbers of lines from 1, ascending. */
const setLinked = StateEffect.define<readonly number[]>()
const lit = Decoration.line({ class: 'cm-linked' })

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setLinked)) continue
      const builder = new RangeSetBuilder<Decoration>()
      for (const n of effect.value)
        if (n <= transaction.state.doc.lines) {
          const { from } = transaction.state.doc.line(n)
          builder.add(from, from, lit)
        }
      return builder.finish()
    }
    return value.map(transaction.changes)
  },
  provide: f => EditorView.decorations.from(f),
})

export const linkedLines: Extension = field

export function linkLines(view: EditorView, lines: readonly number[]): void {
  view.dispatch({ effects: setLinked.of(lines) })
}

/** Calls back with the line under the pointer, and with 0 when it leaves. */
export function hoveredLine(report: (line: number) => void): Extension {
  let last = 0
  const tell = (line: number): void => {
    if (line === last) return
    last = line
    report(line)
  }
  return EditorView.domEventHandlers({
    mousemove(event, view) {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false)
      tell(view.state.doc.lineAt(at).number)
    },
    mouseleave: () => tell(0),
  })
}

/** Brings a line into the middle of a view. */
export function revealLine(view: EditorView, line: number): void {
  const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines))
  view.dispatch({ effects: EditorView.scrollIntoView(from, { y: 'center' }) })
}
