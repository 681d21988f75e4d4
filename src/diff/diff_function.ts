// Two functions aligned row by row. First by what rows compute all the way down, then by what the rows already aligned
// say about operands, then by operation alone. What is left is removed or added; a pair whose operands do not correspond
// is changed. Invariant: a row is never shown as the same unless its operands correspond under the alignment.

import { isDebugCall } from '../dxil/dx_call.ts'
import { type BasicBlock, type Func, type Instruction, Op, type Value } from '../llvm/model/values.ts'
import { functionPieces } from '../llvm/text/print_function.ts'
import { alignStretch } from './align.ts'
import { type FunctionSide, functionSide, instructionKey } from './function_rows.ts'
import type { ModuleSide } from './module_side.ts'
import { type SemanticDiff, semanticDiff } from './semantic_diff.ts'

export interface CodeLine {
  /** 'same' has both texts, 'removed' only a, 'added' only b; a changed line is a removed and an added one. */
  readonly kind: 'same' | 'removed' | 'added'
  readonly a?: string
  readonly b?: string
  /** Label of the block the line stands in, in that side's names. */
  readonly block: string
}

export interface Hunk {
  readonly lines: readonly CodeLine[]
}

export interface FunctionDiff {
  readonly name: string
  /** B's name where it differs. */
  readonly renamedTo?: string
  readonly removed: number
  readonly added: number
  /** Rows of either body. */
  readonly rowsA: number
  readonly rowsB: number
  readonly hunks: readonly Hunk[]
  /** What the functions do differently, whatever the order of their rows. */
  readonly semantic: SemanticDiff
  /** Rows that are the same but for their source position, and debug calls that only one side has. */
  readonly debugChanges: number
}

const SAME: SemanticDiff = { same: true, changes: [], count: 0 }

/** Rounds of aligning by operands that are aligned already; each can only find what the one before uncovered. */
const ROUNDS = 4

/** @param context rows shown around a change */
export function diffBodies(a: ModuleSide, b: ModuleSide, fa: Func, fb: Func, context: number): FunctionDiff {
  const pair = new FunctionPair(functionSide(a, fa), functionSide(b, fb))
  pair.align()
  const lines = pair.lines()
  const removed = lines.filter(line => line.kind === 'removed').length
  const added = lines.filter(line => line.kind === 'added').length
  return {
    name: fa.name,
    ...(fa.name === fb.name ? {} : { renamedTo: fb.name }),
    removed,
    added,
    rowsA: pair.a.rows.length,
    rowsB: pair.b.rows.length,
    hunks: hunks(lines, context),
    semantic: removed + added === 0 ? SAME : semanticDiff(a, b, fa, fb),
    debugChanges: pair.debugChanges(),
  }
}

class FunctionPair {
  readonly a: FunctionSide
  readonly b: FunctionSide
  /** Row of the other side, -1 for none. */
  readonly #toB: Int32Array
  readonly #toA: Int32Array
  /** A's row -> B's row where an unaligned value of B takes the place of one of A. */
  readonly #stands = new Map<number, number>()
  readonly #stood = new Set<number>()

  constructor(a: FunctionSide, b: FunctionSide) {
    this.a = a
    this.b = b
    this.#toB = new Int32Array(a.rows.length).fill(-1)
    this.#toA = new Int32Array(b.rows.length).fill(-1)
  }

  align(): void {
    if (this.a.rows.length === 0 || this.b.rows.length === 0) return
    this.#match(0, 0)
    this.#fillGaps(this.a.deep, this.b.deep)
    this.#dropUncertain()
    for (let round = 0; round < ROUNDS; round++)
      if (
        !this.#fillGaps(
          this.#knownKeys(this.a, i => i),
          this.#knownKeys(this.b, j => this.#toA[j]!),
        )
      )
        break
    this.#fillGaps(this.a.shape, this.b.shape)
    this.#findMoved()
    this.#findStandIns()
  }

  #match(i: number, j: number): void {
    this.#toB[i] = j
    this.#toA[j] = i
  }

  /** Aligns what lies between rows aligned so far. True when that found something. */
  #fillGaps(aKeys: Int32Array, bKeys: Int32Array): boolean {
    let found = false
    const onMatch = (i: number, j: number): void => {
      found = true
      this.#match(i, j)
    }
    let aFrom = 0
    let bFrom = 0
    const count = this.a.rows.length
    for (let i = 0; i <= count; i++) {
      const j = i === count ? this.b.rows.length : this.#toB[i]!
      if (j < 0) continue
      const gap = { aFrom, aTo: i, bFrom, bTo: j }
      aFrom = i + 1
      bFrom = j + 1
      if (gap.aFrom < gap.aTo && gap.bFrom < gap.bTo) alignStretch(aKeys, bKeys, gap, onMatch)
    }
    return found
  }

  /** Of several rows that compute alike the alignment may have taken any: those whose operands do not agree are let go. */
  #dropUncertain(): void {
    const several = [keysOfSeveral(this.a.deep), keysOfSeveral(this.b.deep)]
    for (let round = 0; round < ROUNDS; round++) {
      const wrong: number[] = []
      for (let i = 0; i < this.a.rows.length; i++)
        if (this.#toB[i]! >= 0 && several.some(set => set.has(this.a.deep[i]!)) && !this.#isSame(i, this.#toB[i]!))
          wrong.push(i)
      for (const i of wrong) {
        this.#toA[this.#toB[i]!] = -1
        this.#toB[i] = -1
      }
      if (wrong.length === 0) return
    }
  }

  /** Keys with aligned operands by identity and the others by shape. `known` gives A's row of an aligned row, else -1. */
  #knownKeys(f: FunctionSide, known: (row: number) => number): Int32Array {
    const matched = f === this.a ? this.#toB : this.#toA
    const local = (v: Value | BasicBlock): string => {
      const at = f.rowOf.get(v.index)
      if (at === undefined) return '?'
      return matched[at]! >= 0 ? `r${known(at)}` : `s${f.shape[at]}`
    }
    return Int32Array.from(f.rows, (row, n) => {
      if (matched[n]! >= 0) return -1
      if (row.inst) return f.side.interner.id(instructionKey(f.side, row.inst, local, true))
      const last = row.block.instructions.at(-1)
      return f.side.interner.id(`label ${last ? `${last.op} ${last.blocks.length}` : ''}`)
    })
  }

  /** Values that compute the same but stand elsewhere: shown as removed and added, but equal as operands. */
  #findMoved(): void {
    const left = new Map<number, number[]>()
    for (let j = this.b.rows.length - 1; j >= 0; j--) {
      if (this.#toA[j]! >= 0) continue
      const list = left.get(this.b.deep[j]!)
      if (list) list.push(j)
      else left.set(this.b.deep[j]!, [j])
    }
    for (let i = 0; i < this.a.rows.length; i++)
      if (this.#toB[i]! < 0) {
        const j = left.get(this.a.deep[i]!)?.pop()
        if (j !== undefined) this.#stand(i, j)
      }
  }

  #stand(i: number, j: number): void {
    this.#stands.set(i, j)
    this.#stood.add(j)
  }

  /** Where aligned rows use values that are not aligned, B's value takes the place of A's: both are shown as changes. */
  #findStandIns(): void {
    for (let i = 0; i < this.a.rows.length; i++) {
      const x = this.a.rows[i]!.inst
      const y = this.#toB[i]! >= 0 ? this.b.rows[this.#toB[i]!]!.inst : null
      if (!x || !y || x.operands.length !== y.operands.length) continue
      if (x.op === Op.Phi) {
        this.#offerEdges(x, y)
        continue
      }
      x.operands.forEach((v, n) => {
        this.#offer(v, y.operands[n]!)
      })
      if (x.blocks.length === y.blocks.length)
        x.blocks.forEach((block, n) => {
          this.#offer(block, y.blocks[n]!)
        })
    }
  }

  /** Edges of a phi correspond by the block they come from. */
  #offerEdges(x: Instruction, y: Instruction): void {
    const from = new Map(y.blocks.map((block, n) => [this.b.rowOf.get(block.index), y.operands[n]!]))
    x.blocks.forEach((block, n) => {
      const other = from.get(this.#toB[this.a.rowOf.get(block.index) ?? -1])
      if (other) this.#offer(x.operands[n]!, other)
    })
  }

  #offer(v: Value | BasicBlock, w: Value | BasicBlock): void {
    const i = this.a.rowOf.get(v.index)
    const j = this.b.rowOf.get(w.index)
    if (i === undefined || j === undefined || v.kind !== w.kind || this.#toB[i]! >= 0 || this.#toA[j]! >= 0) return
    if (this.#stands.has(i) || this.#stood.has(j)) return
    if (this.a.side.typeKey(v.type) === this.b.side.typeKey(w.type)) this.#stand(i, j)
  }

  /** Whether two aligned rows say the same. */
  #isSame(i: number, j: number): boolean {
    const x = this.a.rows[i]!.inst
    const y = this.b.rows[j]!.inst
    if (!x || !y) return x === y
    const inA = (v: Value | BasicBlock): string => this.#identity(this.a.rowOf.get(v.index))
    return instructionKey(this.a.side, x, inA, true) === instructionKey(this.b.side, y, this.#inB, true)
  }

  /** One name for values that correspond: the shared computation where that is enough, else A's row. */
  #identity(row: number | undefined): string {
    if (row === undefined) return '?'
    return this.a.pure[row] ? `d${this.a.deep[row]}` : `r${row}`
  }

  readonly #inB = (v: Value | BasicBlock): string => {
    const row = this.b.rowOf.get(v.index)
    if (row === undefined) return '?'
    const at = this.#toA[row]! >= 0 ? this.#toA[row]! : this.#placeOf(row)
    if (at !== undefined) return this.#identity(at)
    return this.b.pure[row] ? `d${this.b.deep[row]}` : `b${row}`
  }

  #places: Map<number, number> | undefined
  #placeOf(row: number): number | undefined {
    if (this.#stands.size === 0) return undefined
    this.#places ??= new Map([...this.#stands].map(([i, j]) => [j, i]))
    return this.#places.get(row)
  }

  lines(): CodeLine[] {
    const a = texts(this.a)
    const b = texts(this.b)
    const lines: CodeLine[] = []
    const removed = (i: number): void => void lines.push({ kind: 'removed', a: a.text(i), block: a.block(i) })
    const added = (j: number): void => void lines.push({ kind: 'added', b: b.text(j), block: b.block(j) })
    let j = 0
    for (let i = 0; i < this.a.rows.length; i++) {
      const to = this.#toB[i]!
      if (to < 0) {
        removed(i)
        continue
      }
      while (j < to) added(j++)
      j++
      if (this.#isSame(i, to)) lines.push(sameLine(() => [a.text(i), b.text(to), a.block(i)]))
      else {
        removed(i)
        added(to)
      }
    }
    while (j < this.b.rows.length) added(j++)
    return lines
  }

  debugChanges(): number {
    let changes = Math.abs(debugCalls(this.a.func) - debugCalls(this.b.func))
    for (let i = 0; i < this.a.rows.length; i++) {
      const x = this.a.rows[i]!.inst
      const y = this.#toB[i]! >= 0 ? this.b.rows[this.#toB[i]!]!.inst : null
      if (x && y && locationText(x) !== locationText(y)) changes++
    }
    return changes
  }
}

function keysOfSeveral(keys: Int32Array): Set<number> {
  const seen = new Set<number>()
  const several = new Set<number>()
  for (const key of keys)
    if (seen.has(key)) several.add(key)
    else seen.add(key)
  return several
}

const debugCalls = (f: Func): number =>
  f.blocks.reduce((n, block) => n + block.instructions.filter(isDebugCall).length, 0)

/** Line and column. */
const locationText = (inst: Instruction): string => {
  const [line, column] = inst.location?.fields ?? []
  return `${line}:${column}`
}

/** Texts of a side's rows, made when asked for: most rows of a long function are never shown. */
function texts(f: FunctionSide): { text(row: number): string; block(row: number): string } {
  const pieces = functionPieces(f.side.print, f.func)
  const labels = new Map(f.func.blocks.map((b, n) => [b, pieces.labels[n]!]))
  return {
    text: row => {
      const { block, inst } = f.rows[row]!
      return inst ? pieces.instruction(inst).replace(/, !dbg !\d+/, '') : `${labels.get(block)}:`
    },
    block: row => labels.get(f.rows[row]!.block)!,
  }
}

/** A line whose texts are made at first use. */
function sameLine(make: () => [a: string, b: string, block: string]): CodeLine {
  let made: [string, string, string] | undefined
  const get = (n: 0 | 1 | 2): string => (made ??= make())[n]
  return {
    kind: 'same',
    get a() {
      return get(0)
    },
    get b() {
      return get(1)
    },
    get block() {
      return get(2)
    },
  }
}

/** Changed lines with `context` lines around them; hunks that touch are one. */
function hunks(lines: readonly CodeLine[], context: number): Hunk[] {
  const found: Hunk[] = []
  let from = -1
  let to = -1
  const flush = (): void => {
    if (from >= 0) found.push({ lines: lines.slice(from, to).map(({ ...plain }) => plain) })
  }
  lines.forEach((line, n) => {
    if (line.kind === 'same') return
    if (from < 0 || n - context > to) {
      flush()
      from = Math.max(0, n - context)
    }
    to = Math.min(lines.length, n + context + 1)
  })
  flush()
  return found
}
