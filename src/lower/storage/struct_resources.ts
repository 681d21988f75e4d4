// Global structs (and arrays of structs) that hold resources: one template resource a field path, reached through places that carry the
// flattened index so far. What of it becomes a resource of its own is the binding policy's business, in a pass (passes/legalise/split_members.ts).

import type { Expr } from '../../hlsl/tree/typed.ts'
import { allFields, type Field, type ObjectType, type Type } from '../../hlsl/tree/types.ts'
import type { Value } from '../../ir/function.ts'
import type { MemberStep, RegisterCount } from '../../ir/member_path.ts'
import type { Resource } from '../../ir/module.ts'
import { HANDLE } from '../../ir/types.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { instanceAt } from '../core/member_instances.ts'
import type { ConstantsPlace, Given, MemberNode, MembersPlace, Place } from '../core/places.ts'
import { valuesPlace } from '../core/places.ts'
import { leafCount } from '../core/scalars.ts'
import { rootOf } from '../core/scan.ts'
import { constantsElement, constantsField, loadConstants } from './constant_buffers.ts'

/** Makes the template of one member; undefined when its type is none this compiler knows. */
export type MakeMember = (type: ObjectType, steps: readonly MemberStep[]) => Resource | undefined

/** The parts of a global, in the order of its fields, bases first. */
export function memberNode(type: Type, steps: readonly MemberStep[], make: MakeMember): MemberNode | undefined {
  switch (type.kind) {
    case 'object': {
      const resource = make(type, steps)
      return resource && { kind: 'resource', resource, type }
    }
    case 'array': {
      // An array of no elements has element 0 all the same, as in DXC.
      const size = Math.max(type.size, 1)
      const element = memberNode(type.element, [...steps, { kind: 'index', size }], make)
      return element && { kind: 'array', element, size }
    }
    case 'struct': {
      const fields = allFields(type).map(f => memberNode(f.type, [...steps, ...stepsTo(type, f)], make))
      return fields.some(f => f !== undefined) ? { kind: 'struct', fields } : undefined
    }
    default:
      return undefined
  }
}

/** The bases between a struct and a field of one of them, then the field. */
function stepsTo(type: Type & { readonly kind: 'struct' }, field: Field): MemberStep[] {
  const steps: MemberStep[] = []
  for (let at = type; at !== field.owner && at.base; at = at.base) steps.push({ kind: 'base', name: at.base.name })
  steps.push({ kind: 'field', name: field.name })
  return steps
}

// ---- places --------------------------------------------------------------------------------------------------------------------------

/** The place of a part: templates that are reached become objects. */
function partPlace(lowerer: Lowerer, p: MembersPlace, type: Type, node: MemberNode, index: Value): Place {
  const { symbol: member, given } = p
  const nonUniform = p.nonUniform ?? false
  if (lowerer.module.options.binding === 'llvm' && (node.kind === 'resource' || innermost(node).kind === 'resource'))
    return instancePlace(lowerer, type, node, index)
  if (node.kind === 'group') return groupPlace(lowerer, p, node, index)
  if (node.kind === 'resource') {
    const { resource } = node
    return valuesPlace(type, [lowerer.addObject({ resource, index, nonUniform, type: node.type, member, given })])
  }
  if (node.kind === 'array' && type.kind === 'array') {
    const leaf = innermost(node)
    if (leaf.kind === 'resource') {
      const first = lowerer.b.scale(index, elementsIn(node))
      const { resource } = leaf
      const object = lowerer.addObject({ resource, index: first, nonUniform, type: leaf.type, member, given })
      return { kind: 'objects', type, object }
    }
  }
  return { ...p, type, node, index }
}

/** The place of a struct expression; constant buffer and parameter block objects stand for their contents. */
export function contentsOf(lowerer: Lowerer, e: Expr): Place {
  const place = lowerer.place(e)
  if (e.type.kind !== 'object' || e.type.element === undefined || place.kind === 'members') return place
  const object = lowerer.load(place)[0]!
  const { group } = lowerer.object(object)
  if (group) return group
  const contents: ConstantsPlace = {
    kind: 'constants',
    type: e.type.element,
    object,
    offset: 0,
    rows: lowerer.b.i32(0),
  }
  return contents
}

/** LLVM: a member, or all of its array, of one struct instance. */
function instancePlace(lowerer: Lowerer, type: Type, node: MemberNode, index: Value): Place {
  const leaf = innermost(node)
  if (leaf.kind !== 'resource') return valuesPlace(type, lowerer.undefined(type))
  const resource = instanceAt(lowerer, leaf.resource, index)
  const object = lowerer.addObject({ resource, index: lowerer.b.i32(0), nonUniform: false, type: leaf.type })
  return type.kind === 'array' ? { kind: 'objects', type, object } : valuesPlace(type, [object])
}

/** A constant buffer or parameter block as an object: its numbers are in the buffer, its resources are parts of its element. */
function groupPlace(lowerer: Lowerer, p: MembersPlace, node: MemberNode & { kind: 'group' }, index: Value): Place {
  const type = node.type.element!
  const { resource, contents } = node
  const nonUniform = p.nonUniform ?? false
  const object = resource && lowerer.addObject({ resource, index, nonUniform, type: node.type })
  const numbers: ConstantsPlace | undefined =
    object === undefined ? undefined : { kind: 'constants', type, object, offset: 0, rows: lowerer.b.i32(0) }
  const group: MembersPlace = { ...p, type, node: contents, index, numbers }
  // Without numbers there is no handle to speak of.
  const known =
    object === undefined
      ? lowerer.object(lowerer.handleObject(lowerer.b.undef(HANDLE), node.type))
      : lowerer.object(object)
  return valuesPlace(node.type, [lowerer.addObject({ ...known, group })])
}

const innermost = (node: MemberNode): MemberNode => (node.kind === 'array' ? innermost(node.element) : node)
const elementsIn = (node: MemberNode): number => (node.kind === 'array' ? node.size * elementsIn(node.element) : 1)

/** The place of the whole global. */
export const membersPlace = (lowerer: Lowerer, p: MembersPlace): Place => partPlace(lowerer, p, p.type, p.node, p.index)

export function membersField(lowerer: Lowerer, p: MembersPlace, field: Field): Place {
  const node = p.node.kind === 'struct' ? p.node.fields[field.index] : undefined
  const numbers = p.numbers && constantsField(lowerer, p.numbers, field.type, field.index)
  const depth = p.type.kind === 'struct' ? p.depth + stepsTo(p.type, field).length : p.depth
  if (node) return partPlace(lowerer, { ...p, numbers, depth }, field.type, node, p.index)
  return numbers ?? valuesPlace(field.type, lowerer.undefined(field.type))
}

export function membersElement(lowerer: Lowerer, p: MembersPlace, type: Type, index: Value): Place {
  if (p.node.kind !== 'array') return valuesPlace(type, lowerer.undefined(type))
  const numbers = p.numbers && constantsElement(lowerer, p.numbers, type, index)
  return partPlace(
    lowerer,
    { ...p, numbers, depth: p.depth + 1 },
    type,
    p.node.element,
    lowerer.b.add(lowerer.b.scale(p.index, p.node.size), index),
  )
}

/** A struct of resources that nobody can write: a variable or parameter that begins with it is another name for it. */
export function isGlobalStruct(lowerer: Lowerer, type: Type, e: Expr): boolean {
  const root = e.type.kind === 'struct' && e.type === type ? rootOf(e) : undefined
  if (root === undefined || root === 'this') return false
  return root.storage === 'resource' || lowerer.frame?.variables.get(root)?.kind === 'members'
}

/** What a parameter or variable is given as a whole. */
export function givenPlace(lowerer: Lowerer, p: Place, isLocal: boolean): Place {
  const given = (from: Pick<MembersPlace, 'given' | 'index'>, depth: number): Given => {
    lowerer.memberUses.given(lowerer.b.constantInt(from.index))
    return { copies: (from.given?.copies ?? 0) + (isLocal ? 0 : 1), isLocal, depth, index: from.index }
  }
  if (p.kind === 'members') return { ...p, given: given(p, p.depth) }
  const object = p.kind === 'objects' ? lowerer.object(p.object) : undefined
  const steps = object?.resource.member?.steps
  if (p.kind !== 'objects' || !object || !steps) return p
  return { ...p, object: lowerer.addObject({ ...object, given: given(object, steps.length - 1) }) }
}

/** All leaves of a struct: its resources and numbers. */
export function loadMembers(lowerer: Lowerer, p: MembersPlace): readonly Value[] {
  const out: Value[] = []
  loadPart(lowerer, p, out)
  return out
}

function loadPart(lowerer: Lowerer, p: Place, out: Value[]): void {
  if (p.kind !== 'members') {
    for (const v of p.kind === 'constants' ? loadConstants(lowerer, p) : lowerer.load(p)) out.push(v)
    return
  }
  const { type } = p
  if (type.kind === 'array')
    for (let i = 0; i < type.size; i++)
      loadPart(lowerer, membersElement(lowerer, p, type.element, lowerer.b.i32(i)), out)
  else if (type.kind === 'struct') for (const f of allFields(type)) loadPart(lowerer, membersField(lowerer, p, f), out)
  else for (let i = leafCount(type); i > 0; i--) out.push(lowerer.undefined(type)[0]!)
}

// ---- registers -----------------------------------------------------------------------------------------------------------------------

/** How many resources of which types a part of a global declares, kept by type. */
type Counts = ReadonlyMap<string, number>

/** Fills in how far each member's register lies behind the global's first one, in terms of the resource types on the way. */
export class MemberRegisters {
  readonly #counts = new Map<Type, Counts>()
  /** Class and spelling of an object type, as templates have them. */
  readonly #keyOf: (type: ObjectType) => string | undefined

  constructor(keyOf: (type: ObjectType) => string | undefined) {
    this.#keyOf = keyOf
  }

  assign(type: Type, node: MemberNode, before: readonly Type[] = [], strides: readonly Type[] = []): void {
    if (node.kind === 'resource') {
      const path = node.resource.member!
      path.offset = this.#sum(before, node.resource.class)
      path.strides = strides.map(t => this.#sum([t], node.resource.class))
    } else if (node.kind === 'array' && type.kind === 'array')
      this.assign(type.element, node.element, before, [...strides, type.element])
    else if (node.kind === 'struct' && type.kind === 'struct') {
      const seen = [...before]
      for (const [i, field] of allFields(type).entries()) {
        const part = node.fields[i]
        if (part) this.assign(field.type, part, seen, strides)
        seen.push(field.type)
      }
    }
  }

  #sum(types: readonly Type[], resourceClass: string): RegisterCount[] {
    const all = new Map<string, number>()
    for (const type of types) for (const [key, n] of this.#countsOf(type)) all.set(key, (all.get(key) ?? 0) + n)
    const list: RegisterCount[] = []
    for (const [key, count] of all)
      if (key.startsWith(`${resourceClass} `)) list.push({ typeName: key.slice(resourceClass.length + 1), count })
    return list
  }

  #countsOf(type: Type): Counts {
    const known = this.#counts.get(type)
    if (known) return known
    const counts = new Map<string, number>()
    if (type.kind === 'object') {
      const key = this.#keyOf(type)
      if (key !== undefined) counts.set(key, 1)
    } else if (type.kind === 'array')
      for (const [key, n] of this.#countsOf(type.element)) counts.set(key, n * Math.max(type.size, 0))
    else if (type.kind === 'struct')
      for (const f of allFields(type))
        for (const [key, n] of this.#countsOf(f.type)) counts.set(key, (counts.get(key) ?? 0) + n)
    this.#counts.set(type, counts)
    return counts
  }
}
