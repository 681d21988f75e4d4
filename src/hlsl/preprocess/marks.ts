// What stands between the tokens of a preprocessed source.

/** A #pragma passed on to the parser, before the token of that index. */
export interface Pragma {
  readonly tokenIndex: number
  readonly text: string
  /** The text before macros in it were expanded. */
  readonly spelling: string
  readonly pos: number
  readonly end: number
}

/** Where tokens begin to come from another file. */
export interface FileChange {
  /** Index of the first token of the file. */
  readonly tokenIndex: number
  /** The first place of the file, or the one behind the directive that it goes on at. */
  readonly pos: number
  /** Of the directive that includes it; undefined where a file is left. */
  readonly includedAt: number | undefined
}
