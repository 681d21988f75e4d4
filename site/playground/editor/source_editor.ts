// The editor of the source: one view, a state a file.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language'
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension, Text } from '@codemirror/state'
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view'
import type { TextEdit } from '../../../src/api/language.ts'
import type { Message } from '../../../src/diag/message.ts'
import { diagnosticsOf, offsetOf } from './diagnostics.ts'
import { hlslMode } from './hlsl_mode.ts'
import { hoveredLine, linkedLines, linkLines, revealLine } from './linked_lines.ts'
import { saidLines, setSaid } from './said_lines.ts'
import { theme } from './theme.ts'

export interface SourceEvents {
  changed(file: string, text: string): void
  /** The line under the pointer, 0 for none. */
  hovered(file: string, line: number): void
  /** The cursor has moved to a line. */
  moved(file: string, line: number): void
}

const ATTRIBUTES = {
  'aria-label': 'HLSL source. Tab indents; press Escape and then Tab to leave the editor.',
  tabindex: '0',
  spellcheck: 'false',
  autocorrect: 'off',
  autocapitalize: 'off',
  translate: 'no',
}

/** A text with edits of the language service made. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  const doc = Text.of(text.split('\n'))
  const at = ({ line, character }: TextEdit['range']['start']): number => offsetOf(doc, line + 1, character + 1)
  const last = [...edits].sort((a, b) => at(b.range.start) - at(a.range.start))
  return last.reduce((t, { range, newText }) => t.slice(0, at(range.start)) + newText + t.slice(at(range.end)), text)
}

export class SourceEditor {
  readonly view: EditorView
  readonly #states = new Map<string, EditorState>()
  readonly #events: SourceEvents
  readonly #language = new Compartment()
  #features: Extension = []
  #file = ''

  constructor(parent: HTMLElement, events: SourceEvents) {
    this.#events = events
    this.view = new EditorView({ parent })
  }

  get file(): string {
    return this.#file
  }

  #extensions(): Extension {
    return [
      lineNumbers(),
      highlightActiveLineGutter(),
      highlightSpecialChars(),
      history(),
      foldGutter(),
      drawSelection(),
      dropCursor(),
      EditorState.allowMultipleSelections.of(true),
      indentOnInput(),
      indentUnit.of('  '),
      bracketMatching(),
      closeBrackets(),
      autocompletion(),
      rectangularSelection(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      lintGutter(),
      hlslMode,
      linkedLines,
      saidLines,
      theme,
      this.#language.of(this.#features),
      EditorView.contentAttributes.of(ATTRIBUTES),
      hoveredLine(line => this.#events.hovered(this.#file, line)),
      EditorView.updateListener.of(update => {
        if (update.docChanged) this.#events.changed(this.#file, update.state.doc.toString())
        if (!update.docChanged && update.selectionSet) {
          const line = update.state.doc.lineAt(update.state.selection.main.head).number
          this.#events.moved(this.#file, line)
        }
      }),
      keymap.of([
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...foldKeymap,
        ...completionKeymap,
        ...lintKeymap,
        indentWithTab,
      ]),
    ]
  }

  /** Completion, hover and the like, when they have been loaded. */
  setFeatures(features: Extension): void {
    this.#features = features
    this.view.dispatch({ effects: this.#language.reconfigure(features) })
    this.#states.clear()
  }

  /** Shows a file; its cursor, history and folds are those from the last time. */
  open(file: string, text: string): void {
    if (this.#file !== '') this.#states.set(this.#file, this.view.state)
    this.#file = file
    const known = this.#states.get(file)
    const isSame = known?.doc.toString() === text
    this.view.setState(known && isSame ? known : EditorState.create({ doc: text, extensions: this.#extensions() }))
  }

  /** Forgets all files: others with the same names may come. */
  reset(): void {
    this.#states.clear()
    this.#file = ''
  }

  show(messages: readonly Message[]): void {
    const { state } = this.view
    const own = messages.filter(m => m.file === this.#file)
    this.view.dispatch(setDiagnostics(state, diagnosticsOf(own, this.#file, state.doc)))
    this.view.dispatch({ effects: setSaid.of(own) })
  }

  edit(edits: readonly TextEdit[]): void {
    const { doc } = this.view.state
    const at = ({ line, character }: TextEdit['range']['start']): number => offsetOf(doc, line + 1, character + 1)
    const changes = edits.map(({ range, newText }) => ({ from: at(range.start), to: at(range.end), insert: newText }))
    this.view.dispatch({ changes, userEvent: 'input.rename' })
  }

  light(lines: readonly number[]): void {
    linkLines(this.view, lines)
  }

  reveal(line: number): void {
    revealLine(this.view, line)
  }

  /** Puts the cursor there and the focus into the editor. */
  goTo(line: number, column: number): void {
    const at = offsetOf(this.view.state.doc, line, column)
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) })
    this.view.focus()
  }
}
