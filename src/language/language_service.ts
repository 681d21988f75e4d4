// The questions that can be asked about sources while they are typed, and what a host is asked in turn.

import type { MissingInclude } from '../hlsl/preprocess/preprocessor.ts'
import type {
  CodeActionText,
  Completion,
  FileRange,
  HoverText,
  InlayHintText,
  LanguageDiagnostic,
  OutlineItem,
  Position,
  SignatureHelpText,
  TextRange,
  WorkspaceEdits,
} from './model.ts'
import type { FileSettings, FileTarget } from './targets.ts'

export interface LanguageHost {
  /** Finds an included file that is not open; the name is what open() would call it. Default: there is none. */
  readonly include?: (
    path: string,
    from: string,
    angled: boolean,
    outer: readonly string[],
    settings: FileSettings,
  ) => { readonly name: string; readonly text: string } | MissingInclude | undefined
  /** How a file is compiled, as a project says it. Default: the file says so itself, or its functions do. */
  readonly settings?: (file: string) => FileSettings | undefined
}

/** Every function but open() and changed() throws an Error for a file that is not open. */
export interface LanguageService {
  /** Opens a file, or gives it another text. */
  open(file: string, text: string): void
  /** Replaces a range of an open file; without one the whole text. */
  edit(file: string, text: string, range?: TextRange): void
  close(file: string): void
  /** A file that others include is another one now, on a disk say; undefined: settings or anything may have changed. */
  changed(file?: string): void
  /** The files that are open. */
  readonly files: readonly string[]
  textOf(file: string): string | undefined
  /** How a file is compiled. */
  targetOf(file: string): FileTarget
  /** Files that an open file includes, for the host to watch. */
  includesOf(file: string): readonly string[]
  /**
   * Errors and warnings of a file. `whole` compiles every entry point, where the front end finds no error: that finds more and takes longer.
   * Without it the answer is there within a keystroke.
   */
  diagnostics(file: string, options?: { readonly whole?: boolean }): readonly LanguageDiagnostic[]
  /** Those that were last asked for: of a whole compilation, if there was one since the last edit. */
  shownDiagnostics(file: string): readonly LanguageDiagnostic[]
  hover(file: string, position: Position): HoverText | undefined
  completions(file: string, position: Position): readonly Completion[]
  signatureHelp(file: string, position: Position): SignatureHelpText | undefined
  definition(file: string, position: Position): FileRange | undefined
  /** In the file, in what it includes, and in open files that include where the name is declared. */
  references(file: string, position: Position, options?: { readonly declaration?: boolean }): readonly FileRange[]
  /** The range of a name that can get another one, or why it cannot. */
  prepareRename(file: string, position: Position): RenameRange
  /** Edits that give a name another spelling wherever it stands, in open files that share it, too; or why that would change the program. */
  rename(file: string, position: Position, newName: string): RenameEdits
  outline(file: string): readonly OutlineItem[]
  /** Five numbers a token; TOKEN_TYPES and TOKEN_MODIFIERS say what they are. */
  semanticTokens(file: string): readonly number[]
  /** Registers are those of the last whole compilation, see diagnostics(). */
  inlayHints(file: string, range: TextRange): readonly InlayHintText[]
  /** Edits that mend what is wrong in a range; the numbers are those of shownDiagnostics(). */
  codeActions(file: string, range: TextRange): readonly CodeActionText[]
}

export type RenameRange = { readonly range: TextRange; readonly name: string } | { readonly problem: string }
export type RenameEdits = { readonly edits: WorkspaceEdits } | { readonly problem: string }
