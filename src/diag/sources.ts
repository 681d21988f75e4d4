// All sources of one compilation share one address space: a position is one number, resolved to file, line and column only for printing.
// Macro expansions get ranges of their own in it, which map back to the spelling in the macro's body and to the place of use.
// Invariant: files and expansions never overlap; position 0 belongs to no file and means "nowhere".

/** Where a position lies, 1-based line and column; lineText has no line end. */
export interface Location {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly lineText: string
}

export interface SourceFile {
  readonly name: string
  readonly text: string
  /** Position of the first character in the shared address space. */
  readonly base: number
  /** Position of the `#include` that brought it in; 0 for the main file. */
  readonly includedAt: number
}

/** What a position inside a macro expansion stands for. */
export interface ExpansionPoint {
  readonly macro: string
  /** Where the character stands in the macro's body (or, for pasted text, where the operator does). */
  readonly spelling: number
  /** Span of the macro's use; may itself lie in an expansion. */
  readonly use: Span
}

/** A half-open range of positions. Every AST node and token satisfies it. */
export interface Span {
  readonly pos: number
  readonly end: number
}

/** Files and expansions added one after the other; it fits where it came from. */
export interface SourcesPiece {
  readonly files: readonly SourceFile[]
  readonly bases: readonly number[]
  readonly spellings: readonly number[]
  readonly uses: readonly number[]
  readonly useEnds: readonly number[]
  readonly macros: readonly string[]
  /** First position behind it. */
  readonly next: number
}

/** How much there was at a time. */
export interface SourcesMark {
  readonly files: number
  readonly expansions: number
  readonly remaps: number
}

export const NOWHERE: Span = Object.freeze({ pos: 0, end: 0 })

/** Positions travel in Int32 columns. */
const MAX_POSITION = 0x7ffffff0

export class Sources {
  readonly #files: SourceFile[] = []
  readonly #lineStarts = new Map<SourceFile, number[]>()
  /** `#line` directives: from a position on, report another line number and file name. */
  readonly #remaps: { readonly pos: number; readonly line: number; readonly name: string | undefined }[] = []
  /** Parallel columns, ascending by base: one row an expansion. */
  readonly #expansionBase: number[] = []
  readonly #expansionSpelling: number[] = []
  readonly #expansionUse: number[] = []
  readonly #expansionUseEnd: number[] = []
  readonly #expansionMacro: string[] = []
  #next = 1

  /** Adds a file and returns it; its characters occupy positions base .. base + text.length (the end itself included). */
  add(name: string, text: string, includedAt = 0): SourceFile {
    const file: SourceFile = { name, text: withLineFeeds(text), base: this.#next, includedAt }
    this.#next += text.length + 1
    this.#files.push(file)
    return file
  }

  /**
   * Adds an expansion of `length` characters of a macro's body that starts at position `spelling`, used at pos..end; returns its base:
   * the body's character at spelling + i gets position base + i. 0 when the address space is full: then use the place of use.
   */
  addExpansion(macro: string, spelling: number, length: number, pos: number, end: number): number {
    const base = this.#next
    if (base + length > MAX_POSITION) return 0
    this.#next = base + length + 1
    this.#expansionBase.push(base)
    this.#expansionSpelling.push(spelling)
    this.#expansionUse.push(pos)
    this.#expansionUseEnd.push(end)
    this.#expansionMacro.push(macro)
    return base
  }

  /** The position of the next file. */
  get next(): number {
    return this.#next
  }

  mark(): SourcesMark {
    return { files: this.#files.length, expansions: this.#expansionBase.length, remaps: this.#remaps.length }
  }

  /** What was added since; undefined when there were `#line` directives. */
  since({ files, expansions, remaps }: SourcesMark): SourcesPiece | undefined {
    if (remaps !== this.#remaps.length) return undefined
    return {
      files: this.#files.slice(files),
      bases: this.#expansionBase.slice(expansions),
      spellings: this.#expansionSpelling.slice(expansions),
      uses: this.#expansionUse.slice(expansions),
      useEnds: this.#expansionUseEnd.slice(expansions),
      macros: this.#expansionMacro.slice(expansions),
      next: this.#next,
    }
  }

  /** Adds a piece again, to sources that end where those did that it was taken from. */
  append({ files, bases, spellings, uses, useEnds, macros, next }: SourcesPiece): void {
    for (const file of files) this.#files.push(file)
    for (let i = 0; i < bases.length; i++) {
      this.#expansionBase.push(bases[i]!)
      this.#expansionSpelling.push(spellings[i]!)
      this.#expansionUse.push(uses[i]!)
      this.#expansionUseEnd.push(useEnds[i]!)
      this.#expansionMacro.push(macros[i]!)
    }
    this.#next = next
  }

  /** What a position inside a macro expansion stands for; undefined for positions in files. */
  expansionAt(pos: number): ExpansionPoint | undefined {
    const bases = this.#expansionBase
    if (bases.length === 0 || pos < bases[0]! || pos >= this.#next) return undefined
    const row = lastAtMost(bases, pos)
    const file = this.#lastFile(pos)
    if (file && file.base > bases[row]!) return undefined
    const use = { pos: this.#expansionUse[row]!, end: this.#expansionUseEnd[row]! }
    return { macro: this.#expansionMacro[row]!, spelling: this.#expansionSpelling[row]! + (pos - bases[row]!), use }
  }

  /** Uses of macros in the order of reading, nested ones behind those around them. */
  expansions(): { readonly macro: string; readonly use: Span }[] {
    return this.#expansionMacro.map((macro, i) => ({
      macro,
      use: { pos: this.#expansionUse[i]!, end: this.#expansionUseEnd[i]! },
    }))
  }

  /** The place in a file where a reader sees this position: itself, or the start of the outermost macro use around it. */
  fileStart(pos: number): number {
    for (let point = this.expansionAt(pos); point; point = this.expansionAt(pos)) pos = point.use.pos
    return pos
  }

  /** Like fileStart for the exclusive end of a span. */
  fileEnd(end: number): number {
    for (let point = this.expansionAt(end); point; point = this.expansionAt(end)) end = point.use.end
    return end
  }

  get files(): readonly SourceFile[] {
    return this.#files
  }

  /** From pos (the start of the line after a `#line`) on to the end of that file, lines count from `line` in file `name`. */
  remapLine(pos: number, line: number, name: string | undefined): void {
    const file = this.fileAt(pos)
    // Without a name the one of an earlier `#line` stays.
    const kept = file && this.#remapAt(file, pos)?.name
    this.#remaps.push({ pos, line, name: name ?? kept })
  }

  /** The file a position lies in; for macro expansions the file of the outermost use. */
  fileAt(pos: number): SourceFile | undefined {
    if (pos < 1 || pos >= this.#next) return undefined
    return this.#lastFile(this.fileStart(pos))
  }

  #lastFile(pos: number): SourceFile | undefined {
    let low = 0
    let high = this.#files.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#files[middle]!.base <= pos) low = middle
      else high = middle - 1
    }
    return this.#files[low]
  }

  /** What is written at a span; undefined when it is not written in one piece in one file, as in macro expansions. */
  textOf({ pos, end }: Span): string | undefined {
    if (this.expansionAt(pos) || this.expansionAt(end)) return undefined
    const file = this.fileAt(pos)
    if (!file || end < pos || end > file.base + file.text.length) return undefined
    return file.text.slice(pos - file.base, end - file.base)
  }

  /** Resolves a position; undefined for "nowhere". */
  locate(pos: number, isPhysical = false): Location | undefined {
    const file = this.fileAt(pos)
    if (!file) return undefined
    pos = this.fileStart(pos)
    const starts = this.#starts(file)
    const offset = pos - file.base
    const row = lastAtMost(starts, offset)
    const start = starts[row]!
    const end = starts[row + 1] ?? file.text.length + 1
    const lineText = file.text.slice(start, end - 1).replace(/\r$/, '')
    const remap = isPhysical ? undefined : this.#remapAt(file, pos)
    const line = remap ? remap.line + row - lastAtMost(starts, remap.pos - file.base) : row + 1
    return { file: remap?.name ?? file.name, line, column: offset - start + 1, lineText }
  }

  #remapAt(
    file: SourceFile,
    pos: number,
  ): { readonly pos: number; readonly line: number; readonly name: string | undefined } | undefined {
    for (let i = this.#remaps.length - 1; i >= 0; i--) {
      const remap = this.#remaps[i]!
      if (remap.pos <= pos && remap.pos >= file.base) return remap
    }
    return undefined
  }

  #starts(file: SourceFile): number[] {
    let starts = this.#lineStarts.get(file)
    if (!starts) {
      starts = [0]
      for (let at = file.text.indexOf('\n'); at >= 0; at = file.text.indexOf('\n', at + 1)) starts.push(at + 1)
      this.#lineStarts.set(file, starts)
    }
    return starts
  }
}

/** Index of the last number that is no greater; 0 where all are. */
export function lastAtMost(sorted: readonly number[], value: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (sorted[middle]! <= value) low = middle
    else high = middle - 1
  }
  return low
}

/** A carriage return alone ends a line, too; the text keeps its length. */
const withLineFeeds = (text: string): string => (text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text)
