// LLVM's resources inside structs (proposal 0038): one a member and struct instance; the member's own array stays one range, indexed freely,
// while an index into an array of structs must be constant where it is written.

import type { Value } from '../../ir/function.ts'
import { type MemberPath, memberDims, memberIndices, memberName, registersOf } from '../../ir/member_path.ts'
import type { Resource } from '../../ir/module.ts'
import type { Lowerer } from './lowerer.ts'

const LAST_REGISTER = 0xffffffff

/** What a template is at a flattened index over the arrays around it; made when first asked for. */
export function instanceAt(lowerer: Lowerer, template: Resource, index: Value): Resource {
  const path = template.member!
  const at = lowerer.b.constantInt(index)
  if (at === undefined) lowerer.module.memberErrors.push(lowerer.b.pos)
  const dims = memberDims(path)
  const outer = dims.length - path.ownDims
  const own = dims.slice(outer)
  const indices = memberIndices(path, (at ?? 0) * own.reduce((a, n) => a * n, 1)).slice(0, outer)
  const key = `${template.id} ${indices}`
  let instance = lowerer.instances.get(key)
  if (!instance) lowerer.instances.set(key, (instance = addInstance(lowerer, template, path, indices, own)))
  return instance
}

function addInstance(
  lowerer: Lowerer,
  template: Resource,
  path: MemberPath,
  indices: readonly number[],
  own: readonly number[],
): Resource {
  const { member: _, dims: __, ...rest } = template
  const instance: Resource = {
    ...rest,
    id: lowerer.module.resources.length,
    name: memberName(path, indices, '::'),
    rangeSize: own.reduce((a, n) => a * n, 1),
    ...(own.length > 0 ? { dims: own } : {}),
    register: template.register === undefined ? undefined : template.register + distance(path, indices),
    instance: { template: template.id, indices },
  }
  lowerer.module.resources.push(instance)
  return instance
}

/** Registers between the global's first one and an instance's: every member counts, used or not. */
function distance(path: MemberPath, indices: readonly number[]): number {
  let n = registersOf(path.offset)
  for (const [d, i] of indices.entries()) n += i * registersOf(path.strides[d]!)
  return n
}

/** True when some element of a template with a register would lie behind the last register of its space. */
export function leavesSpace({ member: path, register }: Resource): boolean {
  if (!path || register === undefined) return false
  const last = memberDims(path).map(n => Math.max(n - 1, 0))
  return register + distance(path, last) > LAST_REGISTER
}
