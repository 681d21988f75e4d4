// What DXC gets wrong, one name each with the exact condition under which a difference is put down to it. Nothing else is excused.

import type { Theirs } from './check.ts'
import type { Declaration, Instance, Program, Register, Variable } from './declarations.ts'

type Predicate = (
  p: Program,
  dxc: Theirs,
  tables: { readonly theirs: readonly string[]; readonly ours: readonly string[] },
) => boolean

const MAX = 0xffffffff

function* variables(p: Program): Generator<Variable | Instance> {
  for (const d of p.declarations) {
    if (d.what === 'variable' || d.what === 'instance') yield d
    else yield* d.what === 'block' ? d.members : d.fields
  }
}

const registersOf = (d: Declaration): readonly Register[] => (d.what === 'struct' ? [] : d.registers)
const sizeOf = (d: Declaration): number => (d.what === 'variable' ? d.dims.reduce((a, n) => a * n, 1) : 1)
const withoutCounters = (rows: readonly string[]): string => rows.map(r => r.replace('+cnt', '')).join('\n')

const BUGS = {
  /** An array of arrays of constant buffer views by a variable index: DXC's own output does not validate. */
  'views in two dimensions': (p, dxc) =>
    /Bitcast on struct types|bitcast must be have same size/.test(dxc.errors) &&
    [...variables(p)].some(v => v.what === 'variable' && /^(Constant|Texture)Buffer/.test(v.kind) && v.dims.length > 1),
  /** A range that runs past the last register wraps round to 0 unnoticed. */
  'range wraps': (p, dxc) =>
    dxc.container !== undefined &&
    p.declarations.some(d =>
      registersOf(d).some(r => r.letter !== undefined && r.number < MAX && r.number + sizeOf(d) - 1 > MAX),
    ),
  /** Which counters are used is filed by instructions that DXC has deleted: another member of a struct counts as having one, or loses it. */
  'counter of another member': (p, _, { theirs, ours }) =>
    withoutCounters(theirs) === withoutCounters(ours) &&
    p.declarations.some(d => d.what === 'struct' || d.what === 'block') &&
    p.functions.some(f => /IncrementCounter|Append/.test(JSON.stringify(f))),
} satisfies Record<string, Predicate>

export type DxcBug = keyof typeof BUGS

/** The bug that explains a difference, if one does. */
export function dxcBug(
  p: Program,
  dxc: Theirs,
  theirs: readonly string[],
  ours: readonly string[],
): DxcBug | undefined {
  for (const [name, applies] of Object.entries(BUGS) as [DxcBug, Predicate][])
    if (applies(p, dxc, { theirs, ours })) return name
  return undefined
}
