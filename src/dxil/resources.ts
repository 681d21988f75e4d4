// Resources of a module as dx.resources lists them (facts: DXIL metadata, "Resources"): CBVs, samplers, SRVs, UAVs in that order.

import type { MDNode } from '../llvm/model/metadata.ts'
import type { Module } from '../llvm/model/module.ts'
import type { Value } from '../llvm/model/values.ts'
import { RESOURCE_KIND } from '../spec/psv_enums.ts'
import { boolOf, nodeOf, type Operand, operandsOf, tagged, targetOf, textOf, unsignedOf } from './metadata_values.ts'

export type ResourceClass = 'cbv' | 'sampler' | 'srv' | 'uav'

/** One resource. What its class does not have is undefined. */
export interface ProgramResource {
  readonly class: ResourceClass
  /** Index in its class. */
  readonly id: number
  /** The global (libraries) or an undef of its pointer type. */
  readonly symbol: Value | undefined
  /** '' when the program was stripped of names. */
  readonly name: string
  readonly space: number
  readonly lower: number
  /** Registers; undefined when unbounded. */
  readonly count: number | undefined
  /** RESOURCE_KIND; 0 when unknown. */
  readonly kind: number
  /** COMPONENT_TYPE of typed resources. */
  readonly componentType?: number
  /** Bytes of a structured buffer's element. */
  readonly stride?: number
  readonly sampleCount?: number
  readonly hasCounter?: boolean
  readonly globallyCoherent?: boolean
  readonly rasterizerOrdered?: boolean
  readonly reorderCoherent?: boolean
  readonly atomic64?: boolean
  /** 0 min mip, 1 mip region used */
  readonly feedbackKind?: number
  /** 0 default, 1 comparison, 2 mono */
  readonly samplerKind?: number
  /** Bytes of a constant buffer. */
  readonly bytes?: number
}

const UNBOUNDED = 0xffffffff

/** Class, its operand in the dx.resources node, in the order DXC lists them. */
const CLASSES: readonly (readonly [ResourceClass, number])[] = [
  ['cbv', 2],
  ['sampler', 3],
  ['srv', 0],
  ['uav', 1],
]

/** Operands of a resource tuple: six common ones, then those of the class. */
const FIELD = { id: 0, symbol: 1, name: 2, space: 3, lower: 4, count: 5, shape: 6, sampleCount: 7 } as const
const UAV_FIELD = { coherent: 7, counter: 8, ordered: 9 } as const
const EXTENSION_AT: Readonly<Record<ResourceClass, number>> = { cbv: 7, sampler: 7, srv: 8, uav: 10 }
const TAG = { componentType: 0, stride: 1, feedbackKind: 2, atomic64: 3, reorderCoherent: 4 } as const

/** Operand of an entry's tuple; a module that is not finished has no dx.resources but lists them there. */
const ENTRY_RESOURCES = 3

/** Resources that a module lists, in its entry as DXC reads them. Malformed tuples are left out: what is readable is shown. */
export function moduleResources(module: Module): ProgramResource[] {
  const [entry] = module.findNamed('dx.entryPoints')?.operands ?? []
  return readResources(nodeOf(operandsOf(entry)[ENTRY_RESOURCES]) ?? module.findNamed('dx.resources')?.operands[0])
}

/** Resources of the node that dx.resources holds. */
export function readResources(root: Operand): ProgramResource[] {
  const lists = operandsOf(root)
  const resources: ProgramResource[] = []
  for (const [resourceClass, operand] of CLASSES)
    for (const tuple of operandsOf(lists[operand])) {
      const node = nodeOf(tuple)
      if (node) resources.push(readResource(resourceClass, node))
    }
  return resources
}

function readResource(resourceClass: ResourceClass, tuple: MDNode): ProgramResource {
  const at = (index: number): number => unsignedOf(tuple.operands[index]) ?? 0
  const flag = (index: number): boolean => boolOf(tuple.operands[index]) ?? false
  const count = at(FIELD.count)
  const found: { -readonly [K in keyof ProgramResource]: ProgramResource[K] } = {
    class: resourceClass,
    id: at(FIELD.id),
    symbol: targetOf(tuple.operands[FIELD.symbol]),
    name: textOf(tuple.operands[FIELD.name]),
    space: at(FIELD.space),
    lower: at(FIELD.lower),
    count: count === UNBOUNDED ? undefined : count,
    kind: at(FIELD.shape),
  }
  if (resourceClass === 'cbv') {
    found.kind = RESOURCE_KIND.CBuffer
    found.bytes = at(FIELD.shape)
  } else if (resourceClass === 'sampler') {
    found.kind = RESOURCE_KIND.Sampler
    found.samplerKind = at(FIELD.shape)
  } else readExtension(tuple.operands[EXTENSION_AT[resourceClass]], found)
  if (resourceClass === 'srv') found.sampleCount = at(FIELD.sampleCount)
  if (resourceClass === 'uav') {
    found.globallyCoherent = flag(UAV_FIELD.coherent)
    found.hasCounter = flag(UAV_FIELD.counter)
    found.rasterizerOrdered = flag(UAV_FIELD.ordered)
  }
  return found
}

type Extension = Partial<
  Pick<ProgramResource, 'componentType' | 'stride' | 'feedbackKind' | 'atomic64' | 'reorderCoherent'>
>

function readExtension(md: Operand, found: { -readonly [K in keyof Extension]: Extension[K] }): void {
  for (const [tag, value] of tagged(md)) {
    const number = unsignedOf(value)
    if (number === undefined) continue
    if (tag === TAG.componentType) found.componentType = number
    else if (tag === TAG.stride) found.stride = number
    else if (tag === TAG.feedbackKind) found.feedbackKind = number
    else if (tag === TAG.atomic64) found.atomic64 = number !== 0
    else if (tag === TAG.reorderCoherent) found.reorderCoherent = number !== 0
  }
}
