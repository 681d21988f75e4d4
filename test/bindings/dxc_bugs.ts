// What DXC gets wrong, one name each with the exact condition under which a difference is put down to it. Nothing else is excused.

import type { Theirs } from './check.ts'
import type { Declaration, Instance, Program, Register, Variable } from './declarations.ts'

/** What dxilkit made of it: rows of both tables, our messages. */
interface Answers {
  readonly theirs: readonly string[]
  readonly ours: readonly string[]
  readonly text: string
}

type Predicate = (p: Program, dxc: Theirs, answers: Answers) => boolean

const MAX = 0xffffffff

function* variables(p: Program): Generator<Variable | Instance> {
  for (const d of p.declarations) {
    if (d.what === 'variable' || d.what === 'instance') yield d
    else yield* d.what === 'block' ? d.members : d.fields
  }
}

const registersOf = (d: Declaration): readonly Register[] => (d.what === 'struct' ? [] : d.registers)
const sizeOf = (d: Declaration): number => (d.what === 'variable' ? d.dims.reduce((a, n) => a * n, 1) : 1)
const withoutCounter = (row: string): string => row.replace('+cnt', '')
const same = (a: readonly string[], b: readonly string[], by: (row: string) => string): boolean =>
  a.map(by).join() === b.map(by).join()

/** Members of one and the same struct, another one in each table. */
function bindsAnother(theirs: readonly string[], ours: readonly string[]): boolean {
  const names = (rows: readonly string[], others: readonly string[]): string[] => {
    const known = new Set(others.map(r => r.split(' ')[0]!))
    return rows.map(r => r.split(' ')[0]!).filter(name => !known.has(name))
  }
  const [mine, other] = [names(ours, theirs), names(theirs, ours)]
  const roots = new Set([...mine, ...other].map(name => name.split('.')[0]!))
  return (
    mine.length > 0 && other.length > 0 && roots.size === 1 && [...mine, ...other].every(name => name.includes('.'))
  )
}

const BUGS = {
  /**
   * An array of arrays of constant buffer views by a variable index: DXC's own output does not validate, or its range takes the registers of others.
   */
  'views in two dimensions': (p, dxc) =>
    /Bitcast on struct types|bitcast must be have same size|could not be allocated/.test(dxc.errors) &&
    [...variables(p)].some(v => v.what === 'variable' && /^(Constant|Texture)Buffer/.test(v.kind) && v.dims.length > 1),
  /** A range that runs past the last register wraps round to 0 unnoticed. */
  'range wraps': (p, dxc) =>
    dxc.container !== undefined &&
    p.declarations.some(d =>
      registersOf(d).some(r => r.letter !== undefined && r.number < MAX && r.number + sizeOf(d) - 1 > MAX),
    ),
  /** Which counters are used is filed by instructions that DXC has deleted: another member of a struct counts as having one, or loses it. */
  'counter of another member': (p, dxc, { theirs, ours }) =>
    (/BufferUpdateCounter valid only on structured buffers/.test(dxc.errors) || same(theirs, ours, withoutCounter)) &&
    p.declarations.some(d => d.what === 'struct' || d.what === 'block') &&
    /IncrementCounter|Append/.test(JSON.stringify(p.functions)),
  /**
   * A struct with an array of arrays of resources or of structs: DXC keeps no names for its fields and reads what it has not got. Names between two dots
   * are empty, resources whose names thereby coincide become one, types are another field's, another field than the one named is bound, or the compiler
   * crashes.
   */
  'arrays of arrays in structs': (p, dxc, { theirs, ours }) =>
    (/^crash|Internal Compiler error|llvm::cast<X>|validation errors|resource \S+\.\.\S+ (at|could)/.test(dxc.errors) ||
      theirs.some(r => /^\S*\.\.|^\.|^\S*\. /.test(r)) ||
      bindsAnother(theirs, ours)) &&
    p.declarations.some(d => d.what === 'struct' && d.fields.some(f => f.dims.length > 1)),
  /** An index behind the last register of an unbounded array: up to 6.5 DXC's own output does not validate, from 6.6 on it wraps round unnoticed. */
  'index past the last register': (p, dxc, { text }) =>
    (/Constant values must be in-range for operation/.test(dxc.errors) ||
      text.includes('lies past the last register')) &&
    p.declarations.some(d => d.what === 'variable' && d.dims[0] === -1) &&
    p.declarations.some(d => registersOf(d).some(r => r.number > MAX - 64)),
  /** A register on a struct is also its row in $Globals; where rows end behind 32 bits, DXC says nothing and reads somewhere else. */
  'constants behind the last row': (p, dxc, { ours }) =>
    dxc.container !== undefined &&
    ours.length === 0 &&
    p.declarations.some(d => d.what === 'instance' && d.registers.some(r => (r.number * 16) % 2 ** 32 > MAX - 1024)),
  /** A variable index into a member array is an error, unless element 0 was named before: then it reads element 0. */
  'variable index taken for 0': (_, dxc, { text }) =>
    dxc.container !== undefined &&
    text.includes('Index for resource array inside cbuffer must be a literal expression'),
} satisfies Record<string, Predicate>

export type DxcBug = keyof typeof BUGS

/** The bug that explains a difference, if one does. */
export function dxcBug(p: Program, dxc: Theirs, answers: Answers): DxcBug | undefined {
  for (const [name, applies] of Object.entries(BUGS) as [DxcBug, Predicate][]) if (applies(p, dxc, answers)) return name
  return undefined
}
