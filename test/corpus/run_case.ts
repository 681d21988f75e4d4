// Executes a run description on the D3D12 runner: our resources to its job, its UAVs to outputs by register name.

import { type ComputeJob, D3d12, type Format, type Resource } from '../oracle/d3d12.ts'
import type { OutputBytes } from './compare.ts'
import type { Run, RunResource } from './corpus_case.ts'

export interface Execution {
  /** By register, `u0` or `u2,space1`; empty when there is an error. */
  readonly outputs: ReadonlyMap<string, OutputBytes>
  /** Why it did not run. */
  readonly error?: string
}

/** Runs one container with the inputs of a run description. */
export async function execute(container: Uint8Array, run: Run): Promise<Execution> {
  const job: ComputeJob = { container, dispatch: run.dispatch, resources: run.resources.map(toResource) }
  const result = await (await D3d12.shared()).runCompute(job)
  const outputs = new Map<string, OutputBytes>()
  for (const { register, arrayIndex, space, data, counter } of result.uavs)
    outputs.set(outputName(`u${register + arrayIndex}`, space), { data, counter })
  return result.error === undefined ? { outputs } : { outputs, error: result.error }
}

/** The name under which a case's expectations speak of a UAV. */
export function outputName(register: string, space = 0): string {
  return space === 0 ? register : `${register},space${space}`
}

function toResource(r: RunResource): Resource {
  const own = Number(r.register.slice(1))
  const declared = r.arrayAt ?? own
  const place = { register: declared, arrayIndex: own - declared, space: r.space ?? 0 }
  if (r.kind === 'cbuffer') return { kind: 'cbv', ...place, data: r.data }
  return {
    kind: r.register.startsWith('u') ? 'uav' : 'srv',
    ...place,
    type: r.kind,
    data: r.data,
    ...(r.format && { format: r.format.toUpperCase() as Format }),
    ...(r.stride && { stride: r.stride }),
    ...(r.width && { width: r.width, height: r.height ?? 1 }),
    ...(r.counter !== undefined && { counter: r.counter }),
  }
}
