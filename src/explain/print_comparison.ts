// The comparison of the policies as text: one row a resource, then what differs and why.

import { ARRAY, BOOLEAN, checkArgument, checkOptions, record } from '../base/arguments.ts'
import { BINDING_POLICIES } from '../binding/binding.ts'
import { POLICY_NAMES } from './binding_text.ts'
import type { BindingsComparison } from './compare_bindings.ts'
import { painter, printable, tableLines } from './paint.ts'
import { wrapped } from './print_bindings.ts'

/** Ends with a line end. */
export function printComparison(c: BindingsComparison, options: { readonly color?: boolean } = {}): string {
  checkArgument('printComparison', 'comparison', c, record('what compareBindings() returns', { rows: ARRAY }))
  checkOptions('printComparison', options, { color: BOOLEAN })
  const { color = false } = options
  const paint = painter(color)
  const heading = (text: string): string => paint('heading', text)
  const parts = [[`${heading(printable(c.file))}: ${[c.entry, c.target].map(printable).join(', ')}: ${verdict(c)}`]]
  const columns = [
    { head: 'name' },
    { head: 'type' },
    ...BINDING_POLICIES.map(p => ({ head: POLICY_NAMES[p] })),
    { head: '' },
  ]
  const rows = c.rows.map(r => [
    printable(r.name),
    printable(r.type),
    ...BINDING_POLICIES.map(p => r.cells[p].text),
    r.same ? '' : '≠',
  ])
  const cell = (row: number, column: number, text: string): string => {
    const { cells } = c.rows[row]!
    if (column < 2) return text
    if (column === 5) return paint('bad', text)
    const policy = BINDING_POLICIES[column - 2]!
    return cells[policy].text === cells.dxc.text ? text : paint('bad', text)
  }
  parts.push(c.rows.length === 0 ? ['No resources.'] : tableLines(columns, rows, cell, heading))
  const differences = c.rows.flatMap(r =>
    r.differences.map(d => [printable(r.name), POLICY_NAMES[d.policy], printable(d.rule)]),
  )
  if (differences.length > 0) {
    const size = Math.min(28, Math.max(...differences.map(([name]) => name!.length)))
    const indent = ' '.repeat(size + 11)
    const lines = differences.flatMap(([name, policy, rule]) => {
      const [first, ...rest] = wrapped(indent + rule!, indent, 100)
      return [`  ${name!.padEnd(size)}  ${policy!.padEnd(5)}  ${first!.trimStart()}`, ...rest]
    })
    parts.push([heading('What differs from DXC, and why'), ...lines])
  }
  if (c.errors.length > 0)
    parts.push([
      heading('Errors'),
      ...c.errors.map(e => paint('bad', `  ${POLICY_NAMES[e.policy].padEnd(5)}  ${printable(e.message)}`)),
    ])
  return `${parts.map(lines => lines.join('\n')).join('\n\n')}\n`
}

function verdict({ same, rows }: BindingsComparison): string {
  if (same) return 'the three policies agree'
  const n = rows.filter(r => !r.same).length
  return `${n} of ${rows.length} differ`
}
