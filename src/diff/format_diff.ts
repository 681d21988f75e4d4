// A comparison as lines in the manner of a unified diff. Lines carry their kind, so that whoever prints them can colour.

import {
  ARRAY,
  BOOLEAN,
  type Check,
  checkArgument,
  checkOptions,
  type OptionTable,
  record,
  STRING,
} from '../base/arguments.ts'
import { printable } from '../base/shown_name.ts'
import type { Change } from './change.ts'
import type { ContainerDiff, PartDiff } from './diff_container.ts'
import type { FunctionDiff } from './diff_function.ts'
import type { ModuleDiff } from './diff_module.ts'

export interface DiffLine {
  readonly kind: 'file' | 'heading' | 'same' | 'removed' | 'added' | 'note'
  readonly text: string
}

export interface FormatDiffOptions {
  readonly nameA: string
  readonly nameB: string
  /** One line a part and a function, without the differences themselves. */
  readonly brief?: boolean
  /** Code as rows of its listing instead of expressions that differ. */
  readonly listing?: boolean
}

const DIFF: Check = record('what diffContainers() returns', { parts: ARRAY, damage: ARRAY, header: ARRAY })
const FORMAT_OPTIONS: OptionTable<FormatDiffOptions> = {
  nameA: STRING,
  nameB: STRING,
  brief: BOOLEAN,
  listing: BOOLEAN,
}

/** Lines of a comparison; none when both are the same. */
export function diffLines(diff: ContainerDiff, options: FormatDiffOptions): DiffLine[] {
  checkArgument('diffLines', 'diff', diff, DIFF)
  checkOptions('diffLines', options, FORMAT_OPTIONS, ['nameA', 'nameB'])
  const out = new Lines(options.brief ?? false, options.listing ?? false)
  out.add('file', `--- ${options.nameA}`)
  out.add('file', `+++ ${options.nameB}`)
  const head = out.lines.length
  for (const d of diff.damage) {
    const name = d.side === 'a' ? options.nameA : options.nameB
    out.add('note', `${name}: damaged${d.part && ` ${d.part}`} at byte ${d.offset}: ${d.message}`)
  }
  out.changes('header', diff.header)
  for (const part of diff.parts) partLines(out, part)
  out.changes('resource bindings', diff.resources)
  out.changes('layouts', diff.layouts)
  if (out.lines.length === head) return []
  return out.lines.map(line => ({ kind: line.kind, text: line.text.replace(/[^\n]+/g, printable) }))
}

/** The lines as text without colours, '' when both are the same. */
export function formatDiff(diff: ContainerDiff, options: FormatDiffOptions): string {
  return diffLines(diff, options)
    .map(line => `${line.text}\n`)
    .join('')
}

class Lines {
  readonly lines: DiffLine[] = []
  readonly #brief: boolean
  readonly listing: boolean

  constructor(brief: boolean, listing: boolean) {
    this.#brief = brief
    this.listing = listing
  }

  add(kind: DiffLine['kind'], text: string): void {
    this.lines.push({ kind, text })
  }

  get brief(): boolean {
    return this.#brief
  }

  /** Differences under a heading, or their number. */
  changes(title: string, changes: readonly Change[]): void {
    if (changes.length === 0) return
    if (this.#brief) this.add('heading', `${title}: ${count(changes.length, 'difference')}`)
    else {
      this.add('heading', `@@ ${title} @@`)
      this.list(changes)
    }
  }

  list(changes: readonly Change[]): void {
    for (const { path, a, b } of changes) {
      if (a !== undefined) this.add('removed', `-${path}: ${a}`)
      if (b !== undefined) this.add('added', `+${path}: ${b}`)
    }
  }
}

function partLines(out: Lines, part: PartDiff): void {
  const { name, status, sizeA, sizeB } = part
  const sizes = `other bytes (${sizeA} and ${sizeB})`
  if (status === 'equal') return
  if (status === 'only in a') out.add('removed', `-part ${name} (${sizeA} bytes)`)
  else if (status === 'only in b') out.add('added', `+part ${name} (${sizeB} bytes)`)
  else if (status === 'same content') out.add('note', `part ${name}: ${sizes}, the same content`)
  else if (status === 'same up to order' && !out.listing)
    out.add('note', `part ${name}: ${sizes}, the same up to order`)
  else if (status === 'not compared') out.add('note', `part ${name}: ${sizes}, not compared`)
  else {
    out.changes(`part ${name}`, part.changes)
    if (part.program) programLines(out, name, part.program)
    else if (part.changes.length === 0) out.add('note', `part ${name}: ${status}`)
  }
}

function programLines(out: Lines, name: string, program: ModuleDiff): void {
  if (program.sameCode) out.add('note', `part ${name}: the same code`)
  out.changes(`${name} declarations`, program.declarations)
  for (const f of program.functions) functionLines(out, name, f)
  out.changes(`${name} metadata`, program.metadata)
  if (program.debug.length > 0)
    out.add('note', `${name} debug information: ${count(program.debug.length, 'difference')} (listed with --json)`)
}

function functionLines(out: Lines, part: string, f: FunctionDiff): void {
  const name = `${part} function @${f.name}${f.renamedTo === undefined ? '' : ` (now @${f.renamedTo})`}`
  if (out.listing || out.brief) listingLines(out, name, f)
  else semanticLines(out, name, f)
}

/** Rows of the listing that only one side has, and some around them. */
function listingLines(out: Lines, name: string, f: FunctionDiff): void {
  if (out.brief) {
    out.add('heading', `${name}: -${f.removed} +${f.added} of ${f.rowsA} and ${f.rowsB} lines`)
    return
  }
  if (f.hunks.length === 0) out.add('heading', `@@ ${name} @@`)
  for (const hunk of f.hunks) {
    const block = hunk.lines[0]?.block
    out.add('heading', `@@ ${name}${block === undefined ? '' : `, block ${block}`} @@`)
    for (const line of hunk.lines) {
      if (line.kind === 'same') out.add('same', ` ${line.a}`)
      else if (line.kind === 'removed') out.add('removed', `-${line.a}`)
      else out.add('added', `+${line.b}`)
    }
  }
}

const WHAT = { value: 'value', effect: 'effect', flow: 'control flow' } as const

/** Expressions that differ, each where the difference begins. */
function semanticLines(out: Lines, name: string, { semantic, removed, added, rowsA, rowsB }: FunctionDiff): void {
  if (semantic.same) {
    out.add('note', `${name}: the same up to order (-${removed} +${added} of ${rowsA} and ${rowsB} lines)`)
    return
  }
  out.add('heading', `@@ ${name}, ${count(semantic.count, 'difference')} @@`)
  for (const { kind, a, b, lineA, lineB } of semantic.changes) {
    if (a !== undefined) out.add('removed', `-${WHAT[kind]}: ${a}${lineA ? `  ; ${lineA}` : ''}`)
    if (b !== undefined) out.add('added', `+${WHAT[kind]}: ${b}${lineB ? `  ; ${lineB}` : ''}`)
  }
  const more = semantic.count - semantic.changes.length
  if (more > 0) out.add('note', `and ${more} more`)
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`
