// Looks of all editors. Colours are variables of the page, so that light and dark need nothing here.

import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags as t } from '@lezer/highlight'

const style = HighlightStyle.define([
  { tag: t.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: [t.keyword, t.processingInstruction], color: 'var(--code-keyword)' },
  { tag: [t.typeName, t.labelName], color: 'var(--code-type)' },
  { tag: [t.number, t.atom], color: 'var(--code-number)' },
  { tag: t.string, color: 'var(--code-string)' },
  { tag: [t.function(t.variableName), t.standard(t.function(t.variableName))], color: 'var(--code-function)' },
  { tag: [t.attributeName, t.meta, t.macroName], color: 'var(--code-meta)' },
  { tag: [t.operator, t.punctuation, t.bracket], color: 'var(--code-punctuation)' },
])

const looks = EditorView.theme({
  '&': { height: '100%', color: 'var(--fg)', backgroundColor: 'var(--bg)', fontSize: 'var(--code-size)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--fg)', padding: '4px 0 40px' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--fg)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, ::selection': {
    backgroundColor: 'var(--selection)',
  },
  '.cm-gutters': { backgroundColor: 'var(--bg)', color: 'var(--soft)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--line-active)' },
  '.cm-activeLineGutter': { color: 'var(--fg)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--match)',
    outline: '1px solid var(--line)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--match)' },
  '.cm-searchMatch': { backgroundColor: 'var(--mark)', color: 'var(--mark-on)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--accent)', color: 'var(--on)' },
  '.cm-panels': { backgroundColor: 'var(--panel)', color: 'var(--fg)', borderColor: 'var(--line)' },
  '.cm-panel.cm-search': { padding: '6px 8px', fontFamily: 'var(--sans)' },
  '.cm-textfield': {
    backgroundColor: 'var(--bg)',
    color: 'var(--fg)',
    border: '1px solid var(--edge)',
    borderRadius: '3px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--bg)',
    color: 'var(--fg)',
    border: '1px solid var(--edge)',
    borderRadius: '3px',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--fg)',
    border: '1px solid var(--edge)',
    borderRadius: '4px',
    boxShadow: 'var(--shadow)',
    maxWidth: 'min(640px, 92vw)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on)' },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)' },
  '.cm-diagnostic': { padding: '4px 8px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--bad)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--warn)' },
  '.cm-diagnosticAction': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on)',
    borderRadius: '3px',
    padding: '2px 8px',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warn) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lint-marker': { width: '0.8em', height: '0.8em', marginTop: '0.35em' },
  '.cm-gutter-lint': { width: '1.1em' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0 0 0 2px' },
  '.cm-linked': { backgroundColor: 'var(--linked)' },
  '.cm-line-added': { backgroundColor: 'var(--added)' },
  '.cm-line-removed': { backgroundColor: 'var(--removed)' },
  '.cm-said': { paddingLeft: '2ch', fontStyle: 'normal', userSelect: 'none' },
  '.cm-said-error': { color: 'var(--bad)' },
  '.cm-said-warning': { color: 'var(--warn)' },
  '.cm-hint': {
    color: 'var(--soft)',
    backgroundColor: 'var(--panel)',
    borderRadius: '3px',
    padding: '0 4px',
    margin: '0 2px',
    fontSize: '0.85em',
  },
  '.cm-name-parameter': { fontStyle: 'italic' },
  '.cm-name-struct, .cm-name-type, .cm-name-enum': { color: 'var(--code-type)' },
  '.cm-name-property': { color: 'var(--code-meta)' },
  '.cm-facts': { padding: '5px 9px', maxHeight: '40vh', overflow: 'auto', fontSize: '12.5px' },
  '.cm-facts code, .cm-facts pre, .cm-markdown code, .cm-markdown pre': { fontFamily: 'var(--mono)', fontSize: '12px' },
  '.cm-markdown pre': { margin: '0 0 4px', whiteSpace: 'pre-wrap' },
  '.cm-markdown p, .cm-markdown ul': { margin: '4px 0' },
  '.cm-completionInfo': { padding: '6px 9px', maxWidth: '420px' },
  '.cm-completionDetail': { color: 'var(--soft)', fontStyle: 'normal' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-foldGutter': { color: 'var(--soft)' },
})

export const theme = [looks, syntaxHighlighting(style)]
