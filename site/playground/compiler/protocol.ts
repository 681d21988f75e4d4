// What the page asks its worker, and what comes back. Everything here is plain data that can be posted.

import type {
  BindingsComparison,
  LinkedListing,
  Message,
  Phase,
  Reflection,
  Statistics,
} from '../../../src/api/index.ts'
import type {
  Completion,
  FileRange,
  HoverText,
  InlayHintText,
  Position,
  SignatureHelpText,
  TextEdit,
} from '../../../src/api/language.ts'

export interface SourceFile {
  readonly name: string
  readonly text: string
}

/** A compilation: the files, which of them is compiled, and what a command line of dxc would say. */
export interface Job {
  readonly files: readonly SourceFile[]
  readonly main: string
  readonly entry: string
  readonly target: string
  readonly flags: string
}

export interface Compiled {
  readonly ok: boolean
  readonly messages: readonly Message[]
  readonly phases: readonly Phase[]
  /** Milliseconds in the worker. */
  readonly ms: number
  readonly container?: Uint8Array
  readonly pdb?: { readonly name: string; readonly bytes: Uint8Array }
}

/** One run of a pass. */
export interface PassRun {
  readonly pass: string
  readonly run: number
  readonly func: string
  readonly changed: boolean
  readonly lines: number
}

/** A line of the IR, and whether the pass made or removed it. */
export interface IrLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

export interface DiffText {
  readonly same: boolean
  readonly lines: readonly { readonly kind: string; readonly text: string }[]
}

/** A compilation of the permutation grid. */
export interface Variant {
  readonly ok: boolean
  readonly bytes: number
  readonly instructions: number
  readonly registers: number | null
  /** Equal for equal programs. */
  readonly code: string
  /** The first error. */
  readonly error: string
}

/** A place that the editor asks about. */
export interface At {
  readonly file: string
  readonly position: Position
}

/** What the language service says of a whole file, for the editor's decorations. */
export interface FileFacts {
  readonly hints: readonly InlayHintText[]
  /** Five numbers a token, as the protocol packs them. */
  readonly tokens: readonly number[]
}

/** New texts of files by name, or why there are none. */
export interface Renamed {
  readonly edits: readonly (readonly [file: string, edits: readonly TextEdit[]])[]
  readonly problem: string
}

/** Questions of the panes: what each sends besides the job, and what it gets. */
export interface Questions {
  readonly compile: { readonly ask: object; readonly answer: Compiled }
  readonly listing: { readonly ask: object; readonly answer: LinkedListing }
  readonly passes: { readonly ask: object; readonly answer: readonly PassRun[] }
  readonly ir: { readonly ask: { readonly index: number }; readonly answer: readonly IrLine[] }
  readonly bytes: { readonly ask: object; readonly answer: string }
  readonly bindings: {
    readonly ask: object
    readonly answer: { readonly comparison: BindingsComparison | undefined; readonly html: string }
  }
  readonly layout: { readonly ask: object; readonly answer: string }
  readonly reflection: {
    readonly ask: object
    readonly answer: { readonly reflection: Reflection; readonly rootSignature: string }
  }
  readonly statistics: { readonly ask: object; readonly answer: Statistics }
  readonly variant: { readonly ask: { readonly defines: readonly string[] }; readonly answer: Variant }
  readonly hover: { readonly ask: At; readonly answer: HoverText | undefined }
  readonly completions: { readonly ask: At; readonly answer: readonly Completion[] }
  readonly signature: { readonly ask: At; readonly answer: SignatureHelpText | undefined }
  readonly definition: { readonly ask: At; readonly answer: FileRange | undefined }
  readonly references: { readonly ask: At; readonly answer: readonly FileRange[] }
  readonly rename: { readonly ask: At & { readonly newName: string }; readonly answer: Renamed }
  readonly facts: { readonly ask: { readonly file: string }; readonly answer: FileFacts }
  readonly diff: {
    readonly ask: { readonly name: string; readonly bytes: Uint8Array; readonly listing: boolean }
    readonly answer: DiffText
  }
}

export type QuestionKind = keyof Questions
/** Those of the language service, which is loaded when somebody comes to the editor. */
export type LanguageKind = 'hover' | 'completions' | 'signature' | 'definition' | 'references' | 'rename' | 'facts'
export type PaneKind = Exclude<QuestionKind, 'compile' | LanguageKind>
export type Ask<K extends QuestionKind> = Questions[K]['ask']
export type Answer<K extends QuestionKind> = Questions[K]['answer']

/** A function for each question. */
export type Answers = { readonly [K in QuestionKind]: (job: Job, ask: Ask<K>) => Answer<K> }

export interface Request<K extends QuestionKind = QuestionKind> {
  readonly id: number
  readonly kind: K
  readonly job: Job
  readonly ask: Ask<K>
}

export type Response =
  | { readonly id: number; readonly answer: unknown; readonly failure?: undefined }
  | { readonly id: number; readonly failure: string; readonly answer?: undefined }
