// The parameters of the call that is being written, above the cursor.

import { type Extension, StateEffect, StateField } from '@codemirror/state'
import { type EditorView, keymap, showTooltip, type Tooltip, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import type { SignatureHelpText } from '../../../src/api/language.ts'
import { h } from '../ui/dom.ts'
import { type FeatureHost, positionOf, unlessCancelled } from './features.ts'

const setHelp = StateEffect.define<Tooltip | null>()

const field = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, { effects, changes }) {
    for (const effect of effects) if (effect.is(setHelp)) return effect.value
    return value && { ...value, pos: changes.mapPos(value.pos) }
  },
  provide: f => showTooltip.from(f),
})

function helpNode({ signatures, activeSignature, activeParameter }: SignatureHelpText): HTMLElement {
  const { label = '', parameters = [] } = signatures[activeSignature] ?? {}
  const [start, end] = parameters[activeParameter] ?? [0, 0]
  const count = signatures.length > 1 ? `${activeSignature + 1} of ${signatures.length}: ` : ''
  return h(
    'div',
    { class: 'cm-facts' },
    h('span', { class: 'note' }, count),
    h('code', {}, label.slice(0, start), h('b', {}, label.slice(start, end)), label.slice(end)),
  )
}

/** Whether a bracket is open in front of the cursor, within the last lines. */
const isInCall = (text: string): boolean => {
  let depth = 0
  for (const c of text) {
    if (c === '(') depth++
    else if (c === ')' && depth > 0) depth--
    else if (c === ';' || c === '{' || c === '}') depth = 0
  }
  return depth > 0
}

const REACH = 600

export function parameterHints(host: FeatureHost): Extension {
  const plugin = ViewPlugin.fromClass(
    class {
      #last = 0

      update(update: ViewUpdate): void {
        if (!update.docChanged && !update.selectionSet) return
        const { state, view } = update
        const { head } = state.selection.main
        const isOpen = state.field(field) !== null
        const asks = isInCall(state.sliceDoc(Math.max(0, head - REACH), head)) && (isOpen || update.docChanged)
        const run = ++this.#last
        if (asks) void this.#show(view, head, run)
        else if (isOpen) queueMicrotask(() => view.dispatch({ effects: setHelp.of(null) }))
      }

      async #show(view: EditorView, pos: number, run: number): Promise<void> {
        const position = positionOf(view.state.doc, pos)
        // The page hears of the new text behind this update.
        await Promise.resolve()
        const found = await unlessCancelled(host.ask('signature', { file: host.file(), position }))
        if (run !== this.#last) return
        const tooltip = found && { pos, above: true, create: () => ({ dom: helpNode(found) }) }
        view.dispatch({ effects: setHelp.of(tooltip ?? null) })
      }
    },
  )
  const close = (view: EditorView): boolean => {
    if (view.state.field(field) === null) return false
    view.dispatch({ effects: setHelp.of(null) })
    return true
  }
  return [field, plugin, keymap.of([{ key: 'Escape', run: close }])]
}
