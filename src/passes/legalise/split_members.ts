// DXC's resources inside structs: every element that code names is a resource of its own, range 1, made in the order of module.memberUses
// when locals have become values. An index that is not constant by then is an error (module.memberErrors), even where loops unroll later.

import type { Func, Value } from '../../ir/function.ts'
import { memberIndices, memberName, registersOf } from '../../ir/member_path.ts'
import type { Module, Resource } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { I32 } from '../../ir/types.ts'
import type { Pass } from '../common/pass.ts'

export const splitMembers: Pass = {
  name: 'split_members',
  run(m, f) {
    if ((m.options.binding ?? 'dxc') !== 'dxc' || !m.resources.some(r => r.member !== undefined)) return false
    return split(m, f)
  },
}

/** Templates reached at an index that is one at last, as `id index`. */
const keyOf = (resource: number, index: number): string => `${resource} ${index}`

function split(m: Module, f: Func): boolean {
  const handles: Value[] = []
  for (const b of f.blocks) for (let v = f.first(b); v !== 0; v = f.next(v)) if (f.op(v) === Op.Handle) handles.push(v)
  const reached = new Map<string, Value[]>()
  /** Those whose index was not known when their place in the order was noted. */
  const late: { readonly resource: number; readonly index: number }[] = []
  const noted = new Set(m.memberUses.map(u => (u.index === undefined ? '' : keyOf(u.resource, u.index))))
  for (const v of handles) {
    const resource = f.aux(v)
    if (m.resources[resource]!.member === undefined) continue
    const index = indexOf(m, f.operandAt(v, 0))
    if (index === undefined) {
      m.memberErrors.push(f.pos(v))
      continue
    }
    const key = keyOf(resource, index)
    const list = reached.get(key)
    if (list) list.push(v)
    else {
      reached.set(key, [v])
      if (!noted.has(key)) late.push({ resource, index })
    }
  }
  if (reached.size === 0) return false
  const counted = new Set(handles.filter(v => f.isUsed(v)).map(v => m.resources[f.aux(v)]!.typeName))
  const isCounted = (typeName: string): boolean => counted.has(typeName)
  const rules = { isCounted, writtenRegister: writtenRegisters(m, f, handles) }
  for (const { resource, index } of m.memberUses) {
    const known = index ?? late.find(l => l.resource === resource && reached.has(keyOf(resource, l.index)))?.index
    if (known !== undefined) makeElement(m, f, { template: resource, index: known }, reached, rules)
  }
  for (const { resource, index } of late) makeElement(m, f, { template: resource, index }, reached, rules)
  return true
}

/** Flattened indices are unsigned. */
function indexOf(m: Module, v: Value): number | undefined {
  const constant = v < 0 ? m.constants.get(v) : undefined
  return constant?.kind === 'int' ? Number(constant.value) >>> 0 : undefined
}

interface ElementRules {
  readonly isCounted: (typeName: string) => boolean
  readonly writtenRegister: (template: Resource) => number | undefined
}

function makeElement(
  m: Module,
  f: Func,
  { template, index }: { readonly template: number; readonly index: number },
  reached: Map<string, Value[]>,
  { isCounted, writtenRegister }: ElementRules,
): void {
  const key = keyOf(template, index)
  const handles = reached.get(key)
  if (!handles) return
  reached.delete(key)
  const wanted = elementOf(m.resources[template]!, index, m.resources.length, isCounted, writtenRegister)
  // Another function of a library may have made it.
  const known = m.functions.length > 1 ? m.resources.find(r => isSame(r, wanted)) : undefined
  const element = known ?? wanted
  if (!known) m.resources.push(element)
  for (const v of handles) {
    f.setAux(v, element.id)
    f.setOperand(v, 0, m.constants.int(I32, 0))
  }
}

const isSame = (a: Resource, b: Resource): boolean =>
  a.member === undefined && a.pos === b.pos && a.name === b.name && a.class === b.class

/**
 * Registers written for members. DXC files them by the number of the constant buffer in the source and looks them up by its number among those
 * that are used: registers of a block behind an unused one ($Globals is the first) come from another block.
 */
function writtenRegisters(m: Module, f: Func, handles: readonly Value[]): (template: Resource) => number | undefined {
  const blocks = m.blockRegisters
  if (!blocks) return template => template.register
  const used = new Set<number>()
  for (const v of handles) {
    const slot = blocks.slots.get(f.aux(v))
    if (slot && f.isUsed(v)) used.add(slot.block)
  }
  const ranks = new Map([...used].sort((a, b) => a - b).map((block, i) => [block, i] as const))
  return template => {
    const slot = blocks.slots.get(template.id)
    if (!slot) return template.register
    return blocks.registers.get(`${ranks.get(slot.block)} ${slot.variable} ${template.class}`)
  }
}

/** DXC computes registers in 32 bits and takes the last one for "none". */
const NO_REGISTER = 0xffffffff

function elementOf(
  template: Resource,
  index: number,
  id: number,
  isCounted: (typeName: string) => boolean,
  writtenRegister: (template: Resource) => number | undefined,
): Resource {
  const { member: path, dims: _, ...rest } = template
  const indices = memberIndices(path!, index)
  const first = writtenRegister(template)
  let register = first
  if (register !== undefined) {
    register += registersOf(path!.offset, isCounted)
    for (const [d, i] of indices.entries()) register += i * registersOf(path!.strides[d]!, isCounted)
    register = register % 2 ** 32
    if (first === NO_REGISTER || register === NO_REGISTER) register = undefined
  }
  // Spaces cannot be written for members, and -auto-binding-space passes them by.
  return { ...rest, id, name: memberName(path!, indices), rangeSize: 1, register, space: 0 }
}
