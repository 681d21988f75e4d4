// A text to read: listings and IR. It has a cursor, so that keys move in it, but cannot be changed.

import { defaultKeymap } from '@codemirror/commands'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap } from '@codemirror/view'
import { linkedLines } from './linked_lines.ts'
import { llvmMode } from './llvm_mode.ts'
import { theme } from './theme.ts'

export function textView(parent: HTMLElement, label: string, ...more: readonly Extension[]): EditorView {
  const extensions = [
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({
      'aria-label': label,
      tabindex: '0',
      'aria-readonly': 'true',
      inputmode: 'none',
      translate: 'no',
    }),
    drawSelection(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    search({ top: true }),
    llvmMode,
    linkedLines,
    theme,
    keymap.of([...defaultKeymap, ...searchKeymap]),
    ...more,
  ]
  return new EditorView({ parent, state: EditorState.create({ extensions }) })
}

/** Puts another text into the view, at its beginning. */
export function setText(view: EditorView, text: string): void {
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    selection: { anchor: 0 },
    scrollIntoView: false,
  })
}
