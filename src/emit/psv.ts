// The PSV0 part of a module: bindings, thread group, wave size.

import { buildPsv0, type PsvResourceDescription } from '../container/build_psv0.ts'
import type { Resource } from '../ir/module.ts'
import { PSV_RESOURCE_FLAG, PSV_RESOURCE_TYPE, RESOURCE_KIND, SHADER_STAGE } from '../spec/psv_enums.ts'
import { UNBOUNDED } from '../spec/resource_classes.ts'
import { byteSize } from './counters.ts'
import { liveGlobals } from './live_globals.ts'
import type { ModuleFacts } from './metadata.ts'

/** DXC's order: constant buffers, samplers, SRVs, UAVs. */
export function pipelineState(facts: ModuleFacts): Uint8Array {
  const { entry, table, module, validator } = facts
  const wave = entry.waveSize
  return buildPsv0(
    {
      stage: SHADER_STAGE.Compute,
      entryName: entry.name,
      numThreads: entry.numThreads,
      ...(wave ? { minWaveLanes: wave[0], maxWaveLanes: wave[1] || wave[0] } : {}),
      groupSharedBytes: groupSharedBytes(module),
      resources: [...table.cbv, ...table.sampler, ...table.srv, ...table.uav].map(describe),
    },
    validator,
  )
}

function groupSharedBytes(module: ModuleFacts['module']): number {
  let bytes = 0
  for (const g of liveGlobals(module)) if (g.space === 3) bytes += byteSize(module, g.valueType)
  return bytes
}

function describe(r: Resource): PsvResourceDescription {
  const { space, lower } = r.binding!
  return {
    type: psvType(r),
    space,
    lower,
    upper: r.rangeSize === UNBOUNDED ? UNBOUNDED : lower + r.rangeSize - 1,
    kind: RESOURCE_KIND[r.kind],
    flags: r.atomic64 ? PSV_RESOURCE_FLAG.UsedByAtomic64 : 0,
  }
}

function psvType(r: Resource): number {
  const T = PSV_RESOURCE_TYPE
  if (r.class === 'sampler') return T.Sampler
  if (r.class === 'cbv') return T.CBV
  const isUav = r.class === 'uav'
  switch (r.kind) {
    case 'StructuredBuffer':
      if (!isUav) return T.SRVStructured
      return r.hasCounter ? T.UAVStructuredWithCounter : T.UAVStructured
    case 'RawBuffer':
    case 'RTAccelerationStructure':
      return isUav ? T.UAVRaw : T.SRVRaw
    default:
      return isUav ? T.UAVTyped : T.SRVTyped
  }
}
