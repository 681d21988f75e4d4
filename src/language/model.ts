// What the language service takes and gives: plain data in the shapes of the Language Server Protocol, so that servers and pages pass it on as it is.
// Lines and characters count from 0, characters in UTF-16 units; ranges are half-open. Files are names: paths or addresses, whatever the host uses.

export interface Position {
  readonly line: number
  readonly character: number
}

export interface TextRange {
  readonly start: Position
  readonly end: Position
}

/** A range of a file. */
export interface FileRange {
  readonly file: string
  readonly range: TextRange
}

export interface TextEdit {
  readonly range: TextRange
  readonly newText: string
}

/** Edits by file name. */
export type WorkspaceEdits = ReadonlyMap<string, readonly TextEdit[]>

export interface LanguageDiagnostic {
  readonly range: TextRange
  /** 1 error, 2 warning, 3 information, 4 hint. */
  readonly severity: 1 | 2 | 3 | 4
  /** E2000, W2114... */
  readonly code: string
  readonly message: string
  /** Notes, and the place itself where it lies in an included file. */
  readonly related: readonly (FileRange & { readonly message: string })[]
  /** Edits of this file that mend it, to be made together. */
  readonly fix: readonly TextEdit[]
}

export interface HoverText {
  /** Markdown. */
  readonly markdown: string
  readonly range: TextRange
}

/** Numbers of the protocol's CompletionItemKind. */
export const COMPLETION_KIND = {
  method: 2,
  function: 3,
  field: 5,
  variable: 6,
  class: 7,
  module: 9,
  property: 10,
  enum: 13,
  keyword: 14,
  enumMember: 20,
  constant: 21,
  struct: 22,
  typeParameter: 25,
} as const

export interface Completion {
  readonly label: string
  readonly kind: number
  /** Type or signature. */
  readonly detail: string
  /** Markdown: further overloads and what it does; '' for nothing. */
  readonly documentation: string
  /** Items sort by this text. */
  readonly sortText: string
}

export interface SignatureText {
  readonly label: string
  readonly documentation: string
  /** Of the parameters: where they stand in the label. */
  readonly parameters: readonly (readonly [start: number, end: number])[]
}

export interface SignatureHelpText {
  readonly signatures: readonly SignatureText[]
  readonly activeSignature: number
  readonly activeParameter: number
}

export interface OutlineItem {
  readonly name: string
  readonly detail: string
  /** Number of the protocol's SymbolKind. */
  readonly kind: number
  readonly range: TextRange
  /** Of the name. */
  readonly selectionRange: TextRange
  readonly children: readonly OutlineItem[]
}

export interface InlayHintText {
  readonly position: Position
  readonly label: string
  /** Markdown. */
  readonly tooltip: string
  readonly kind: 'conversion' | 'binding'
}

export interface CodeActionText {
  readonly title: string
  readonly edits: readonly TextEdit[]
  /** Index of the diagnostic it mends in the file's list. */
  readonly diagnostic: number
}

/** Names of the token types, in the order of their numbers. */
export const TOKEN_TYPES = [
  'namespace',
  'type',
  'struct',
  'enum',
  'enumMember',
  'typeParameter',
  'function',
  'method',
  'property',
  'variable',
  'parameter',
  'macro',
] as const
/** Bits of the token modifiers, lowest first. */
export const TOKEN_MODIFIERS = ['declaration', 'readonly', 'static', 'defaultLibrary'] as const
