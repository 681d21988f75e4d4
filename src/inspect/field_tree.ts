// The fields of a part as a nested value: 'section[0].flags' becomes { section: [{ flags }] }. For parts that have no shape
// of their own in a dump; paths come from layouts, never from the file.

import type { Field } from '../container/io.ts'

/** Numbers by name where they have one, 64-bit values and bytes as hex text. */
export type FieldTree = number | string | readonly FieldTree[] | { readonly [name: string]: FieldTree }

type Branch = { [name: string]: FieldTree | Branch | (FieldTree | Branch)[] }

export function fieldTree(fields: readonly Field[], leaf: (field: Field) => number | string): FieldTree {
  const root: Branch = {}
  for (const field of fields) {
    const steps = field.path.split(/[.[]/).map(step => (step.endsWith(']') ? Number(step.slice(0, -1)) : step))
    let node = root as Record<string | number, unknown>
    steps.forEach((step, i) => {
      if (i === steps.length - 1) node[step] = leaf(field)
      // A field that is also a parent of others keeps its place: the inner ones go beside it.
      else if (typeof node[step] !== 'object') node[step] = typeof steps[i + 1] === 'number' ? [] : {}
      node = node[step] as Record<string | number, unknown>
    })
  }
  return root as FieldTree
}
