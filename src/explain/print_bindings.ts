// An explanation of bindings as text: the table, a picture of each register space, the reasons in order of placing.

import {
  ARRAY,
  BOOLEAN,
  checkArgument,
  checkOptions,
  type OptionTable,
  record,
  wholeNumber,
} from '../base/arguments.ts'
import type { BindingsExplanation, ResourceExplanation, SpaceMap, SpaceSegment } from './bindings_model.ts'
import { type Column, type Paint, painter, printable, type Role, tableLines } from './paint.ts'
import { type ProgramExplanation, reflectionRows } from './program.ts'
import { counted, listed, ordinal, registersText } from './register_text.ts'

export interface PrintOptions {
  readonly color?: boolean
  /** Characters a line of a picture may take; default 100. */
  readonly width?: number
}

const PRINT_OPTIONS: OptionTable<PrintOptions> = { color: BOOLEAN, width: wholeNumber(20, 1_000_000) }

/** Ends with a line end. */
export function printBindings(e: BindingsExplanation, options: PrintOptions = {}): string {
  checkArgument('printBindings', 'explanation', e, record('what explainBindings() returns', { resources: ARRAY }))
  checkOptions('printBindings', options, PRINT_OPTIONS)
  const { color = false, width = 100 } = options
  const paint = painter(color)
  const parts = [[headline(e, paint)]]
  if (e.resources.length === 0) parts.push(['No resources.'])
  else parts.push(tableOf(e, paint))
  for (const map of e.spaces) parts.push(pictureLines(e, map, paint, width))
  const reasons = reasonLines(e, paint, width)
  if (reasons.length > 0) parts.push([paint('heading', 'Why, in the order of placing'), ...reasons])
  if (e.problems.length > 0)
    parts.push([
      paint('heading', 'Problems'),
      ...e.problems.flatMap(p => wrapped(`  ${printable(p.message)}`, '  ', width)).map(line => paint('bad', line)),
    ])
  return `${parts.map(lines => lines.join('\n')).join('\n\n')}\n`
}

/** The same of several translation units, with what reflection tells. Ends with a line end. */
export function printProgram(e: ProgramExplanation, options: PrintOptions = {}): string {
  checkArgument('printProgram', 'explanation', e, record('what explainProgram() returns', { parameters: ARRAY }))
  checkOptions('printProgram', options, PRINT_OPTIONS)
  const paint = painter(options.color ?? false)
  const rows = reflectionRows(e.parameters).map(row => row.map(printable))
  const head = [{ head: 'parameter' }, { head: 'type' }, { head: 'unit' }, { head: 'where' }]
  const table = tableLines(
    head,
    rows,
    (_row, _column, text) => text,
    text => paint('heading', text),
  )
  const title = paint('heading', 'Reflection, in global order')
  return `${printBindings(e, options)}\n${[title, ...table.map(line => `  ${line}`)].join('\n')}\n`
}

const POLICY_TEXT = {
  dxc: 'bound as DXC does',
  llvm: 'bound as LLVM does (0024, 0038)',
  slang: 'bound as Slang does',
} as const

function headline({ file, entry, target, policy }: BindingsExplanation, paint: Paint): string {
  const facts = [entry, target, policy === null ? 'as the container says' : POLICY_TEXT[policy]]
  return `${paint('heading', printable(file))}: ${facts
    .filter(f => f !== '')
    .map(printable)
    .join(', ')}`
}

const CLASS_NAMES = { cbv: 'CBV', srv: 'SRV', uav: 'UAV', sampler: 'sampler' } as const

const COLUMNS: readonly Column[] = [
  { head: 'name' },
  { head: 'type' },
  { head: 'class' },
  { head: 'register' },
  { head: 'space', right: true },
  { head: 'count', right: true },
  { head: 'how' },
  { head: 'used' },
  { head: 'declared' },
]

export const roleOf = (r: ResourceExplanation): Role =>
  r.how === 'failed' ? 'bad' : r.how === 'dropped' ? 'free' : r.how === 'explicit' ? 'explicit' : 'implicit'

/** `explicit`, `2nd of 3`, `space only, 2nd of 3`, `dropped`. */
export function howText({ how, turn, turns, written }: ResourceExplanation): string {
  if (how !== 'implicit') return how === 'failed' ? 'no place' : how === 'given' ? '' : how
  const place = turns > 1 ? `${ordinal(turn)} of ${turns}` : 'alone'
  return `${written.space === null ? 'implicit' : 'space only'}, ${place}`
}

export const bindingText = (r: ResourceExplanation): string =>
  r.binding ? registersText(r.letter, r.binding.lower, r.binding.upper) : r.how === 'given' ? 'unbound' : '-'

function tableOf({ resources, file, policy, target }: BindingsExplanation, paint: Paint): string[] {
  const rows = resources.map(r => [
    printable(r.name),
    printable(r.type),
    CLASS_NAMES[r.class],
    bindingText(r),
    r.binding ? String(r.binding.space) : '-',
    r.count === null ? '∞' : String(r.count),
    howText(r),
    policy === null ? '' : r.used ? 'yes' : 'no',
    placeText(r, file),
  ])
  // Containers say neither how nor why; of several units no code is looked at.
  const shown = COLUMNS.map((_, i) => i).filter(
    i => (policy !== null || ![6, 7, 8].includes(i)) && !(i === 7 && target === ''),
  )
  const pick = <T>(list: readonly T[]): T[] => shown.map(i => list[i]!)
  return tableLines(
    pick(COLUMNS),
    rows.map(pick),
    (row, column, text) =>
      column === 3
        ? paint(roleOf(resources[row]!), text)
        : resources[row]!.how === 'dropped'
          ? paint('free', text)
          : text,
    text => paint('heading', text),
  )
}

/** The file's own name is in the headline already. */
function placeText({ declared }: ResourceExplanation, file: string): string {
  if (!declared) return ''
  const at = `${declared.line}:${declared.column}`
  return declared.file === file ? at : `${printable(declared.file)}:${at}`
}

// ---- pictures ------------------------------------------------------------------------------------------------------------------------

interface Cell {
  readonly label: string
  readonly lines: readonly [string, string]
  readonly role: Role
  readonly isFree: boolean
  readonly isOpen: boolean
}

const MOST_NAME = 28

function pictureLines(e: BindingsExplanation, map: SpaceMap, paint: Paint, width: number): string[] {
  const { letter, space, taken, free } = map
  const isOpen = map.lanes[0]?.at(-1)?.resource !== null
  const facts =
    free === 0 ? 'full' : isOpen ? `taken to the end, ${free} free below` : `${counted(taken, 'register')} taken`
  const lines = [`${paint('heading', `${letter} registers, space ${space}`)}  ${paint('free', facts)}`]
  map.lanes.forEach((lane, i) => {
    if (i > 0) lines.push(paint('bad', '  overlapping these:'))
    const cells = (i > 0 ? lane.filter(s => s.resource !== null) : lane).map(s => cellOf(e, letter, s))
    lines.push(...barLines(cells, paint, width))
  })
  return lines
}

function cellOf({ resources }: BindingsExplanation, letter: string, { lower, upper, resource }: SpaceSegment): Cell {
  const label = `${letter}${lower}`
  const size = upper === null ? null : upper - lower + 1
  if (resource === null) {
    const text = size === null ? 'free →' : size === 1 ? 'free' : `${size} free`
    return { label, lines: [text, ''], role: 'free', isFree: true, isOpen: size === null }
  }
  const r = resources[resource]!
  const name = printable(r.name)
  const short = name.length > MOST_NAME ? `${name.slice(0, MOST_NAME - 1)}…` : name
  const many = size === null ? '[] →' : size > 1 ? `[${size}]` : ''
  return {
    label,
    lines: [short + many, r.how === 'explicit' ? 'fixed' : r.turn > 0 ? ordinal(r.turn) : ''],
    role: roleOf(r),
    isFree: false,
    isOpen: size === null,
  }
}

const LINES = { top: '┌┬┐', bottom: '└┴┘', solid: '─', dotted: '┄' }

/** One picture, broken into several rows where it is wider than a line. */
function barLines(cells: readonly Cell[], paint: Paint, width: number): string[] {
  const sizes = cells.map(c => Math.max(c.label.length, ...c.lines.map(line => line.length + 1)) + 1)
  const lines: string[] = []
  for (let from = 0; from < cells.length; ) {
    let to = from
    let total = 3
    while (to < cells.length && (to === from || total + sizes[to]! + 1 <= width)) total += sizes[to++]! + 1
    lines.push(...rowLines(cells.slice(from, to), sizes.slice(from, to), paint))
    from = to
  }
  return lines
}

function rowLines(cells: readonly Cell[], sizes: readonly number[], paint: Paint): string[] {
  const last = cells.length - 1
  const open = cells[last]!.isOpen
  const rule = (ends: string): string => {
    const parts = cells.map((c, i) => (c.isFree ? LINES.dotted : LINES.solid).repeat(sizes[i]!))
    return `  ${ends[0]}${parts.join(ends[1])}${open ? LINES.dotted : ends[2]}`
  }
  const inside = (line: 0 | 1): string =>
    `  │${cells.map((c, i) => ` ${paint(c.role, c.lines[line])}${' '.repeat(sizes[i]! - c.lines[line].length - 1)}`).join('│')}${open ? '' : '│'}`
  const labels = `  ${cells.map((c, i) => c.label.padEnd(sizes[i]! + 1)).join('')}`
  const lines = [labels.trimEnd(), rule(LINES.top), inside(0).trimEnd()]
  if (cells.some(c => c.lines[1] !== '')) lines.push(inside(1).trimEnd())
  return [...lines, rule(LINES.bottom)]
}

// ---- reasons -------------------------------------------------------------------------------------------------------------------------

function reasonLines(e: BindingsExplanation, paint: Paint, width: number): string[] {
  const ordered = e.resources.filter(r => r.reason !== '').sort(inOrderOfPlacing)
  const widest = (most: number, text: (r: ResourceExplanation) => string): number =>
    Math.min(most, Math.max(0, ...ordered.map(r => text(r).length)))
  const range = widest(22, bindingText)
  const name = widest(24, r => printable(r.name))
  const indent = ' '.repeat(range + name + 6)
  return ordered.flatMap(r => {
    const subject = `  ${bindingText(r).padEnd(range)}  ${printable(r.name).padEnd(name)}  `
    const text = wrapped(indent + printable(r.reason), indent, Math.max(width, indent.length + 50))
    const head = paint(roleOf(r), subject.trimEnd())
    const steps = stepLines(e, r).map(line => paint('free', indent + line))
    return subject.length > indent.length
      ? [head, ...text, ...steps]
      : [head + subject.slice(subject.trimEnd().length) + text[0]!.slice(indent.length), ...text.slice(1), ...steps]
  })
}

const RANK = { explicit: 0, given: 0, implicit: 1, failed: 1, dropped: 2 } as const

/** By class and space, fixed ones first, then as they were placed; what was dropped is at the end of its class. */
function inOrderOfPlacing(a: ResourceExplanation, b: ResourceExplanation): number {
  const order = 'bstu'
  return (
    order.indexOf(a.letter) - order.indexOf(b.letter) ||
    Number(a.how === 'dropped') - Number(b.how === 'dropped') ||
    (a.binding?.space ?? 0) - (b.binding?.space ?? 0) ||
    RANK[a.how] - RANK[b.how] ||
    a.turn - b.turn
  )
}

/** The walk past gaps, where there were any: what is in the way, register by register. */
function stepLines({ resources }: BindingsExplanation, { search, letter, need, how }: ResourceExplanation): string[] {
  if (!search.some(s => s.verdict === 'too-small') && how !== 'failed') return []
  const most = 12
  const cut = search.length > most ? search.length - most : 0
  const rows = search.slice(cut).map(({ lower, upper, verdict, owners, more }) => {
    const free = upper === null ? 'free to the end' : `${upper - lower + 1} free`
    const text = {
      taken: () =>
        listed(
          owners.map(i => printable(resources[i]!.name)),
          4,
          more,
        ),
      'too-small': () => `${free}, too small for ${need ?? 'an unbounded array'}`,
      passed: () => `${free}, below the highest taken register`,
      chosen: () => 'fits',
    }[verdict]()
    return [registersText(letter, lower, upper), text] as const
  })
  const size = Math.max(...rows.map(([range]) => range.length))
  const shown = rows.map(([range, text]) => `${range.padEnd(size)}  ${text}`)
  return cut > 0 ? [`(${cut} ranges before)`, ...shown] : shown
}

/** Breaks at spaces; later lines begin with the indent. */
export function wrapped(text: string, indent: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.trimStart().split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = indent + word
    } else line = line === '' ? indent + word : `${line} ${word}`
  }
  return [...lines, line]
}
