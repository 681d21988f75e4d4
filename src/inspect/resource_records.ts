// Resources of a program as PSV0's binding records tell them, in the form dxil/resources.ts reads from the module (which also
// has names and formats). Both list CBVs, samplers, SRVs, UAVs in that order, so that row n of one is row n of the other.

import type { Psv0 } from '../container/psv0.ts'
import type { ProgramResource, ResourceClass } from '../dxil/resources.ts'
import { PSV_RESOURCE_TYPE, RESOURCE_KIND } from '../spec/psv_enums.ts'

/** One resource. What the witness does not tell is undefined. */
export type ResourceRecord = Omit<ProgramResource, 'symbol'>

const UNBOUNDED = 0xffffffff

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
