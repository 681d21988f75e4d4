// Resources of a program, from either witness: dx.resources of its module (names, formats) or PSV0's binding records.
// Both list CBVs, samplers, SRVs, UAVs in that order here, so that row n of one is row n of the other.

import { utf8Text } from '../base/c_string.ts'
import type { Psv0 } from '../container/psv0.ts'
import type { MDNode, Metadata } from '../llvm/metadata.ts'
import type { Module } from '../llvm/module.ts'
import { mdValueTarget } from '../llvm/values.ts'
import { PSV_RESOURCE_TYPE, RESOURCE_KIND } from '../spec/psv_enums.ts'

export type ResourceClass = 'cbv' | 'sampler' | 'srv' | 'uav'

/** One resource. What the witness does not tell is undefined. */
export interface ResourceRecord {
  readonly class: ResourceClass
  /** Index in its class. */
  readonly id: number
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

/** Operands of a resource tuple behind the six common ones, and of its extension pairs (facts: DXIL metadata tuples). */
const FIELD = { id: 0, name: 2, space: 3, lower: 4, count: 5, shape: 6, sampleCount: 7 } as const
const UAV_FIELD = { coherent: 7, counter: 8, ordered: 9 } as const
const EXTENSION_AT: Readonly<Record<ResourceClass, number>> = { cbv: 7, sampler: 7, srv: 8, uav: 10 }
const TAG = { componentType: 0, stride: 1 } as const

/** Resources that a module's dx.resources lists. Malformed tuples are left out: what is readable is shown. */
export function moduleResources(module: Module): ResourceRecord[] {
  const root = module.findNamed('dx.resources')?.operands[0]
  const records: ResourceRecord[] = []
  if (root?.kind !== 'node') return records
  for (const [resourceClass, operand] of CLASSES) {
    const list = root.operands[operand]
    if (list?.kind !== 'node') continue
    for (const tuple of list.operands) if (tuple?.kind === 'node') records.push(tupleRecord(resourceClass, tuple))
  }
  return records
}

function tupleRecord(resourceClass: ResourceClass, tuple: MDNode): ResourceRecord {
  const at = (index: number): number => integer(tuple.operands[index]) ?? 0
  const count = at(FIELD.count) >>> 0
  const common = {
    class: resourceClass,
    id: at(FIELD.id) >>> 0,
    name: text(tuple.operands[FIELD.name]),
    space: at(FIELD.space) >>> 0,
    lower: at(FIELD.lower) >>> 0,
    count: count === UNBOUNDED ? undefined : count,
  }
  if (resourceClass === 'cbv') return { ...common, kind: RESOURCE_KIND.CBuffer, bytes: at(FIELD.shape) }
  if (resourceClass === 'sampler') return { ...common, kind: RESOURCE_KIND.Sampler }
  const view = { ...common, kind: at(FIELD.shape), ...extension(tuple.operands[EXTENSION_AT[resourceClass]]) }
  if (resourceClass === 'srv') return { ...view, sampleCount: at(FIELD.sampleCount) }
  return {
    ...view,
    globallyCoherent: at(UAV_FIELD.coherent) !== 0,
    hasCounter: at(UAV_FIELD.counter) !== 0,
    rasterizerOrdered: at(UAV_FIELD.ordered) !== 0,
  }
}

function extension(pairs: Metadata | null | undefined): { componentType?: number; stride?: number } {
  const found: { componentType?: number; stride?: number } = {}
  if (pairs?.kind !== 'node') return found
  for (let i = 0; i + 1 < pairs.operands.length; i += 2) {
    const tag = integer(pairs.operands[i])
    const value = integer(pairs.operands[i + 1])
    if (value === undefined) continue
    if (tag === TAG.componentType) found.componentType = value
    if (tag === TAG.stride) found.stride = value
  }
  return found
}

function integer(md: Metadata | null | undefined): number | undefined {
  if (md?.kind !== 'value') return undefined
  const value = mdValueTarget(md)
  return value.kind === 'int' ? Number(value.value) : undefined
}

function text(md: Metadata | null | undefined): string {
  return md?.kind === 'string' ? utf8Text(Uint8Array.from(md.text, c => c.charCodeAt(0))) : ''
}

const T = PSV_RESOURCE_TYPE
/** PSV0 type -> class and, below version 2, the only kind it pins down. */
const PSV_CLASSES: Readonly<Record<number, readonly [ResourceClass, number]>> = {
  [T.Sampler]: ['sampler', RESOURCE_KIND.Sampler],
  [T.CBV]: ['cbv', RESOURCE_KIND.CBuffer],
  [T.SRVTyped]: ['srv', RESOURCE_KIND.Invalid],
  [T.SRVRaw]: ['srv', RESOURCE_KIND.RawBuffer],
  [T.SRVStructured]: ['srv', RESOURCE_KIND.StructuredBuffer],
  [T.UAVTyped]: ['uav', RESOURCE_KIND.Invalid],
  [T.UAVRaw]: ['uav', RESOURCE_KIND.RawBuffer],
  [T.UAVStructured]: ['uav', RESOURCE_KIND.StructuredBuffer],
  [T.UAVStructuredWithCounter]: ['uav', RESOURCE_KIND.StructuredBuffer],
}

/** Resources that a PSV0 part lists, without names and formats. Records of an unknown type are left out. */
export function psvResources(psv: Psv0): ResourceRecord[] {
  const next: Record<ResourceClass, number> = { cbv: 0, sampler: 0, srv: 0, uav: 0 }
  const records: ResourceRecord[] = []
  for (const r of psv.resources) {
    const row = PSV_CLASSES[r.type]
    if (!row) continue
    const [resourceClass, kind] = row
    records.push({
      class: resourceClass,
      id: next[resourceClass]++,
      name: '',
      space: r.space,
      lower: r.lower,
      count: r.upper === UNBOUNDED ? undefined : r.upper - r.lower + 1,
      kind: r.kind || kind,
      ...(resourceClass === 'uav' ? { hasCounter: r.type === T.UAVStructuredWithCounter } : {}),
    })
  }
  return records
}
