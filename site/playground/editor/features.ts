// What the language service gives the editor: completion, hover, parameters, definition, references, rename, hints, colours of names.

import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { EditorState, type Extension, type Text } from '@codemirror/state'
import { EditorView, hoverTooltip, keymap, type Tooltip } from '@codemirror/view'
import type { FileRange, Position, TextEdit } from '../../../src/api/language.ts'
import { Cancelled } from '../compiler/client.ts'
import type { Answer, Ask, QuestionKind } from '../compiler/protocol.ts'
import { announce, h } from '../ui/dom.ts'
import { factsExtension } from './facts.ts'
import { markdownNode } from './markdown_node.ts'
import { parameterHints } from './parameter_hints.ts'

export interface FeatureHost {
  /** The file in the editor. */
  file(): string
  /** Asks about the sources as they are now. */
  ask<K extends QuestionKind>(kind: K, ask: Ask<K>): Promise<Answer<K>>
  goTo(file: string, line: number, column: number): void
  /** Asks for a new name. */
  askName(title: string, value: string): Promise<string>
  /** Makes edits in several files. */
  edit(edits: readonly (readonly [file: string, edits: readonly TextEdit[]])[]): void
}

export const positionOf = (doc: Text, at: number): Position => {
  const line = doc.lineAt(at)
  return { line: line.number - 1, character: at - line.from }
}

export const offsetAt = (doc: Text, { line, character }: Position): number => {
  const found = doc.line(Math.min(line + 1, doc.lines))
  return Math.min(found.to, found.from + character)
}

/** An answer, or undefined when a newer compilation made the question old. */
export async function unlessCancelled<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Cancelled) return undefined
    throw error
  }
}

/** Names of CodeMirror's icons by the protocol's numbers. */
const KINDS: ReadonlyMap<number, string> = new Map([
  [2, 'method'],
  [3, 'function'],
  [5, 'property'],
  [6, 'variable'],
  [7, 'class'],
  [9, 'namespace'],
  [10, 'property'],
  [13, 'enum'],
  [14, 'keyword'],
  [20, 'constant'],
  [21, 'constant'],
  [22, 'class'],
  [25, 'type'],
])

function completionSource(host: FeatureHost) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(/[\w#]*/)
    const before = context.state.sliceDoc(Math.max(0, context.pos - 2), context.pos)
    if (!context.explicit && word?.from === word?.to && !/[.]$|::$/.test(before)) return null
    const position = positionOf(context.state.doc, context.pos)
    const found = await unlessCancelled(host.ask('completions', { file: host.file(), position }))
    if (!found || context.aborted) return null
    const options = found.map(
      ({ label, kind, detail, documentation, sortText }): Completion => ({
        label,
        sortText,
        detail,
        type: KINDS.get(kind) ?? 'text',
        ...(documentation === '' ? {} : { info: () => markdownNode(documentation) }),
      }),
    )
    return { from: word?.from ?? context.pos, options, validFor: /^[\w#]*$/ }
  }
}

const hover = (host: FeatureHost): Extension =>
  hoverTooltip(async (view, pos): Promise<Tooltip | null> => {
    const { doc } = view.state
    const found = await unlessCancelled(host.ask('hover', { file: host.file(), position: positionOf(doc, pos) }))
    if (!found || view.state.doc !== doc) return null
    return {
      pos: offsetAt(doc, found.range.start),
      end: offsetAt(doc, found.range.end),
      above: true,
      create: () => ({ dom: h('div', { class: 'cm-facts' }, markdownNode(found.markdown)) }),
    }
  })

const here = (view: EditorView, host: FeatureHost) => ({
  file: host.file(),
  position: positionOf(view.state.doc, view.state.selection.main.head),
})

async function goToDefinition(view: EditorView, host: FeatureHost): Promise<void> {
  const found = await unlessCancelled(host.ask('definition', here(view, host)))
  if (found) host.goTo(found.file, found.range.start.line + 1, found.range.start.character + 1)
  else announce('No definition here.')
}

/** Goes to the next use of the name, around the end to the first. */
async function nextReference(view: EditorView, host: FeatureHost): Promise<void> {
  const { file, position } = here(view, host)
  const found = (await unlessCancelled(host.ask('references', { file, position }))) ?? []
  const isHere = ({ file: other, range }: FileRange): boolean =>
    other === file &&
    range.start.line === position.line &&
    range.start.character <= position.character &&
    position.character <= range.end.character
  const next = found[(found.findIndex(isHere) + 1) % Math.max(1, found.length)]
  announce(`${found.length} uses`)
  if (next) host.goTo(next.file, next.range.start.line + 1, next.range.start.character + 1)
}

async function rename(view: EditorView, host: FeatureHost): Promise<void> {
  const at = here(view, host)
  const { head } = view.state.selection.main
  const word = view.state.wordAt(head)
  if (!word) return announce('No name here.')
  const old = view.state.sliceDoc(word.from, word.to)
  const newName = await host.askName(`New name of ${old}`, old)
  view.focus()
  if (newName === '' || newName === old) return
  const found = await unlessCancelled(host.ask('rename', { ...at, newName }))
  if (!found) return
  if (found.problem !== '') announce(found.problem)
  else host.edit(found.edits)
}

/** A key or a command that takes its time. */
const later =
  (host: FeatureHost, run: (view: EditorView, host: FeatureHost) => Promise<void>) =>
  (view: EditorView): boolean => {
    void run(view, host)
    return true
  }

export function features(host: FeatureHost): Extension {
  // Sources are known by identity: there must be one.
  const data = [{ autocomplete: completionSource(host) }]
  return [
    EditorState.languageData.of(() => data),
    hover(host),
    parameterHints(host),
    factsExtension(host),
    keymap.of([
      { key: 'F12', run: later(host, goToDefinition) },
      { key: 'Shift-F12', run: later(host, nextReference) },
      { key: 'F2', run: later(host, rename) },
    ]),
    EditorView.domEventHandlers({
      click(event, view) {
        if (event.ctrlKey || event.metaKey) void goToDefinition(view, host)
      },
    }),
  ]
}
