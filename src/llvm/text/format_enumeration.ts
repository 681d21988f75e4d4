// The numbering of a module as text, one line a thing, for debugging byte differences and for tests:
// types, attribute lists, values (globals, then constants in the order they are written), metadata, then each function's own.

import { DEBUG_LAYOUT_BY_CODE } from '../../spec/llvm_metadata.ts'
import { type AttributeGroup, FUNCTION_SLOT } from '../model/attributes.ts'
import type { Metadata } from '../model/metadata.ts'
import type { Module } from '../model/module.ts'
import type { Constant, Value } from '../model/values.ts'
import { enumerate, type FunctionNumbering, type Numbering } from '../write/enumerate.ts'
import { printContext } from './print.ts'
import type { PrintContext } from './print_metadata.ts'
import { attributeText, constantText } from './print_values.ts'

/** Longer lines are cut: a big array is recognised by its start. */
const MAX_LINE = 160

/** What enumerate() gives for this module, every number with what has it. Ends in a newline. */
export function formatEnumeration(module: Module): string {
  const n = enumerate(module)
  const p = printContext(module)
  const lines: string[] = []
  const section = (title: string, rows: readonly string[], first = 0): void => {
    if (rows.length === 0) return
    lines.push(`${title}:`)
    for (let i = 0; i < rows.length; i++) lines.push(cut(`  ${first + i} ${rows[i]}`))
  }
  section(
    'types',
    n.types.map(t => p.types.text(t)),
  )
  section('attribute groups', n.groups.map(groupText), 1)
  section(
    'attribute lists',
    n.attributeLists.map(l => l.groups.map(g => `#${n.groupIds.get(g.key)}`).join(' ')),
    1,
  )
  section(
    'globals',
    n.values.slice(0, n.globalCount).map(v => valueText(p, v)),
  )
  section(
    `constants${module.useLists === null ? '' : ' in order of first use'}`,
    n.values.slice(n.globalCount).map(v => valueText(p, v)),
    n.globalCount,
  )
  section(
    'metadata',
    n.metadata.map(md => metadataLine(p, n, md)),
  )
  for (const f of n.functions) functionLines(p, n, f, section)
  return `${lines.join('\n')}\n`
}

const cut = (line: string): string => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}...` : line)

const valueText = (p: PrintContext, v: Value): string =>
  v.kind === 'global' || v.kind === 'function'
    ? `${v.kind} ${p.types.text(v.type)} @${v.name}`
    : `${p.types.text(v.type)} ${constantText(p.types, v as Constant)}`

function groupText(g: AttributeGroup): string {
  const slot = g.slot === FUNCTION_SLOT ? 'function' : g.slot === 0 ? 'return' : `parameter ${g.slot}`
  return `${slot}: ${g.attributes.map(a => attributeText(a)).join(' ')}`
}

/** Metadata operands by their ids, so that order and cycles show. */
function metadataLine(p: PrintContext, n: Numbering, md: Metadata): string {
  const ref = (m: Metadata | null): string => (m ? `${n.metadataIds[m.index]}` : 'null')
  switch (md.kind) {
    case 'string':
      return `string ${JSON.stringify(md.text)}`
    case 'value':
      return `value ${valueText(p, md.value as Value)}`
    case 'node':
      return `${md.distinct ? 'distinct ' : ''}node (${md.operands.map(ref).join(' ')})`
    case 'debug': {
      const fields = md.fields.map(f => (typeof f === 'object' ? `!${ref(f)}` : `${f}`))
      return `${md.distinct ? 'distinct ' : ''}${DEBUG_LAYOUT_BY_CODE.get(md.code)?.name ?? md.code} (${fields.join(' ')})`
    }
  }
}

type Section = (title: string, rows: readonly string[], first?: number) => void

function functionLines(p: PrintContext, n: Numbering, f: FunctionNumbering, section: Section): void {
  const { func } = f
  const name = `function @${func.name}`
  const first = n.enter(f)
  const args = n.values.length
  section(
    `${name}: arguments`,
    func.args.map(a => `${p.types.text(a.type)}${a.name === '' ? '' : ` %${a.name}`}`),
    args,
  )
  section(
    `${name}: constants`,
    f.constants.map(c => valueText(p, c)),
    args + func.args.length,
  )
  section(
    `${name}: local metadata`,
    f.localMetadata.map(md => `value ${n.valueId(md.value)}`),
    n.metadata.length,
  )
  const values = func.blocks.flatMap(b => b.instructions.filter(i => i.type.kind !== 'void'))
  const block = func.blocks.flatMap(b => b.instructions.filter(i => i.type.kind !== 'void').map(() => n.valueId(b)))
  section(
    `${name}: instructions`,
    values.map((i, at) => `${p.types.text(i.type)} in block ${block[at]}${i.name === '' ? '' : ` %${i.name}`}`),
    first,
  )
  n.leave(f)
}
