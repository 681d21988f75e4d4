// What people look up by name: signature rows, resource bindings, buffer layouts. Matched by name, not by position.

import { structAnnotations } from '../dxil/type_annotations.ts'
import type { SignatureRowDump } from '../inspect/dump_signature.ts'
import type { ResourceRow } from '../inspect/resource_table.ts'
import type { Module } from '../llvm/model/module.ts'
import { printContext } from '../llvm/text/print.ts'
import { type Change, recordChanges } from './change.ts'

type Cells = Readonly<Record<string, string | number>>

/** Rows with names to match them by; names are tried one after the other, the first that both sides have decides. */
interface Named {
  readonly keys: readonly string[]
  readonly label: string
  readonly cells: Cells
}

/** Rows of one side only come as a whole; of matched rows the cells that differ. */
function diffRows(a: readonly Named[], b: readonly Named[]): Change[] {
  const partner = new Map<Named, Named>()
  const taken = new Set<Named>()
  const depth = Math.max(0, ...[...a, ...b].map(row => row.keys.length))
  for (let n = 0; n < depth; n++) {
    const byKey = new Map<string, Named[]>()
    for (const y of b) if (!taken.has(y) && y.keys[n]) byKey.set(y.keys[n]!, [...(byKey.get(y.keys[n]!) ?? []), y])
    for (const x of a) {
      if (partner.has(x) || !x.keys[n]) continue
      const y = byKey.get(x.keys[n]!)?.shift()
      if (!y) continue
      partner.set(x, y)
      taken.add(y)
    }
  }
  const changes = a.flatMap((x): Change[] => {
    const y = partner.get(x)
    return y ? recordChanges(x.cells, y.cells, `${x.label} `) : [{ path: x.label, a: line(x.cells) }]
  })
  for (const y of b) if (!taken.has(y)) changes.push({ path: y.label, b: line(y.cells) })
  return changes
}

const line = (cells: Cells): string =>
  Object.entries(cells)
    .map(([key, value]) => `${key} ${value === '' ? "''" : value}`)
    .join(', ')

/** By class and name, then by class and register, then by class and id. */
export function diffResources(a: readonly ResourceRow[], b: readonly ResourceRow[]): Change[] {
  const row = (r: ResourceRow): Named => ({
    keys: [r.name === '' ? '' : `${r.type} ${r.name}`, `${r.type} ${r.bind}`, r.name === '' ? `${r.type} ${r.id}` : ''],
    label: `${r.type} ${r.name || r.bind}`,
    cells: { name: r.name, format: r.format, dim: r.dim, id: r.id, bind: r.bind, count: r.count },
  })
  return diffRows(a.map(row), b.map(row))
}

/** By semantic name (in any case), index and stream. */
export function diffSignatures(a: readonly SignatureRowDump[], b: readonly SignatureRowDump[]): Change[] {
  const row = ({ name, index, stream, register, ...cells }: SignatureRowDump): Named => ({
    keys: [`${name.toUpperCase()} ${index} ${stream}`],
    label: `${name}${index}${stream === 0 ? '' : ` stream ${stream}`}`,
    cells: { name, register: register ?? 'N/A', ...cells },
  })
  return diffRows(a.map(row), b.map(row))
}

/** Structs that constant and structured buffers have, field by field, by struct name and field name. */
export function diffLayouts(a: Module, b: Module): Change[] {
  return diffRows(layoutRows(a), layoutRows(b))
}

function layoutRows(module: Module): Named[] {
  const { types } = printContext(module)
  return [...structAnnotations(module)].flatMap(([type, { size, fields }]) => {
    const struct = types.text(type)
    const rows: Named[] = fields.map((f, n) => {
      const matrix = f.matrix ? ` matrix ${Object.values(f.matrix).join(' ')}` : ''
      const place: Cells = f.offset === 0xffffffff ? {} : { offset: f.offset }
      const cells: Cells = { ...place, type: types.text(type.contained[n]!) + matrix }
      return { keys: [`${struct}.${f.name || n}`], label: `${struct}.${f.name || n}`, cells }
    })
    return [{ keys: [struct], label: struct, cells: { bytes: size } }, ...rows]
  })
}
