// Order of resources by declaration alone, as LLVM's order ids have it: parameters in source order, members of a struct by instance and field.

import type { MemberPath } from '../../ir/member_path.ts'
import { inBindingOrder, type Module, type Resource } from '../../ir/module.ts'

/** Clang declares the buffer of loose globals when the translation unit ends. */
const LAST = '$Globals'

/** The module's resources in the order in which the policy places them. */
export function inPolicyOrder(module: Module, policy: 'dxc' | 'llvm' | 'slang'): readonly Resource[] {
  if (policy === 'dxc') return inBindingOrder(module, module.resources)
  const list = [...module.resources]
  if (policy === 'slang') return list.sort((a, b) => a.parameter - b.parameter || a.id - b.id)
  const rank = (r: Resource): number => (r.name === LAST && r.class === 'cbv' ? Infinity : r.parameter)
  return list.sort((a, b) => {
    const [first, second] = [rank(a), rank(b)]
    return first === second ? compareMembers(module, a, b) : first - second
  })
}

/** Resources of one parameter: where their paths part, the lower index or the field declared first. */
function compareMembers(module: Module, a: Resource, b: Resource): number {
  const one = pathOf(module, a)
  const other = pathOf(module, b)
  if (!one || !other || !a.instance || !b.instance) return a.id - b.id
  let index = 0
  for (const [i, step] of one.steps.entries()) {
    const same = other.steps[i]
    if (step.kind !== 'index') {
      if (!same || same.kind !== step.kind || same.name !== step.name) break
      continue
    }
    if (same?.kind !== 'index') break
    const difference = (a.instance.indices[index] ?? 0) - (b.instance.indices[index] ?? 0)
    if (difference !== 0) return difference
    index++
  }
  return a.instance.template - b.instance.template
}

const pathOf = (module: Module, r: Resource): MemberPath | undefined =>
  r.instance && module.resources[r.instance.template]?.member
