// What the program consists of, by group of instructions, by function and by line of the source.

import { type LineStatistics, OP_GROUPS, type Statistics } from '../../../src/api/index.ts'
import { type Cell, h, section, table } from '../ui/dom.ts'
import type { Pane, PaneHost } from './pane.ts'

/** A bar as long as its share of the most. */
function bar(value: number, most: number): HTMLElement {
  const inside = h('span', { class: 'meter' })
  inside.style.width = `${most === 0 ? 0 : Math.max(1, (100 * value) / most)}%`
  return h('span', { class: 'meterbox', 'aria-hidden': 'true' }, inside)
}

const yes = (value: boolean): string => (value ? 'yes' : 'no')

function summary(s: Statistics): HTMLElement {
  const tiles: [string, string | number][] = [
    ['instructions', s.instructions],
    ['live registers', s.registers ?? '?'],
    ['branches', s.branches],
    ['loops', s.loops],
    ['loop depth', s.loopDepth],
    ['group-shared bytes', s.groupSharedBytes],
    ['waves needed', yes(s.needsWaves)],
    ['quads needed', yes(s.needsQuads)],
  ]
  return h(
    'dl',
    { class: 'tiles' },
    tiles.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
  )
}

function mixTable({ mix }: Statistics): HTMLElement {
  const rows = OP_GROUPS.map(([name, what]) => ({ name, what, count: mix[name] ?? 0 })).filter(r => r.count > 0)
  rows.sort((a, b) => b.count - a.count)
  const most = rows[0]?.count ?? 0
  return table(
    ['What', '#Count', 'Share'],
    rows.map(({ what, count }) => [what, count, { value: bar(count, most), class: 'wide' }]),
    'Instructions by what they do',
  )
}

function lineTable(lines: readonly LineStatistics[], host: PaneHost): HTMLElement {
  const hottest = [...lines].sort((a, b) => b.instructions - a.instructions).slice(0, 40)
  const most = hottest[0]?.instructions ?? 0
  const rows = hottest.map(({ file, line, text, instructions, registers }): Cell[] => [
    h('button', { type: 'button', class: 'link', onclick: () => host.goTo(file, line, 1) }, `${file}:${line}`),
    instructions,
    registers ?? '?',
    { value: bar(instructions, most), class: 'wide' },
    { value: text, class: 'code' },
  ])
  return table(['Line', '#Instr', '#Regs', 'Share', 'Source'], rows, 'Lines by instructions')
}

export const statisticsPane = (host: PaneHost): Pane => {
  const element = h('div', { class: 'page' })
  return {
    element,
    async update() {
      const s = await host.ask('statistics', {})
      const functions = s.functions.map((f): Cell[] => [
        f.name,
        f.stage ?? '',
        f.instructions,
        f.registers ?? '?',
        f.blocks,
        f.loops,
      ])
      const operations = s.functions.flatMap(f => f.operations.map(({ name, count }): Cell[] => [f.name, name, count]))
      const parts = [
        summary(s),
        section('Instructions by what they do', mixTable(s)),
        s.lines.length > 0 && section('Lines by instructions', lineTable(s.lines, host)),
        section('Functions', table(['Name', 'Stage', '#Instr', '#Regs', '#Blocks', '#Loops'], functions, 'Functions')),
        section('Operations', table(['Function', 'Operation', '#Count'], operations, 'Operations')),
      ]
      element.replaceChildren(...parts.filter(part => part !== false))
    },
  }
}
