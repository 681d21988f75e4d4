// All sources of one compilation share one address space: a position is one number, resolved to file, line and column only for printing.
// Invariant: files never overlap; position 0 belongs to no file and means "nowhere".

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
}

/** A half-open range of positions. Every AST node and token satisfies it. */
export interface Span {
  readonly pos: number
  readonly end: number
}

export const NOWHERE: Span = Object.freeze({ pos: 0, end: 0 })

export class Sources {
  readonly #files: SourceFile[] = []
  readonly #lineStarts = new Map<SourceFile, number[]>()
  /** `#line` directives: from a position on, report another line number and file name. */
  readonly #remaps: { readonly pos: number; readonly line: number; readonly name: string | undefined }[] = []
  #next = 1

  /** Adds a file and returns it; its characters occupy positions base .. base + text.length (the end itself included). */
  add(name: string, text: string): SourceFile {
    const file: SourceFile = { name, text, base: this.#next }
    this.#next += text.length + 1
    this.#files.push(file)
    return file
  }

  get files(): readonly SourceFile[] {
    return this.#files
  }

  /** From pos (the start of the line after a `#line`) on to the end of that file, lines count from `line` in file `name`. */
  remapLine(pos: number, line: number, name: string | undefined): void {
    this.#remaps.push({ pos, line, name })
  }

  fileAt(pos: number): SourceFile | undefined {
    if (pos < 1 || pos >= this.#next) return undefined
    let low = 0
    let high = this.#files.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#files[middle]!.base <= pos) low = middle
      else high = middle - 1
    }
    return this.#files[low]
  }

  /** Resolves a position; undefined for "nowhere". */
  locate(pos: number): Location | undefined {
    const file = this.fileAt(pos)
    if (!file) return undefined
    const starts = this.#starts(file)
    const offset = pos - file.base
    const row = lastAtMost(starts, offset)
    const start = starts[row]!
    const end = starts[row + 1] ?? file.text.length + 1
    const lineText = file.text.slice(start, end - 1).replace(/\r$/, '')
    const remap = this.#remapAt(file, pos)
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

function lastAtMost(sorted: readonly number[], value: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (sorted[middle]! <= value) low = middle
    else high = middle - 1
  }
  return low
}
