// One reduction on the runtime: what ours stores, beside what it should be and what DXC's blob stores.

import { compile } from '../../src/api/compile.ts'
import { D3d12 } from '../oracle/d3d12.ts'
import { Dxc } from '../oracle/dxc.ts'
import type { Reduction } from './reductions.ts'

const GROUPS = 2

/** What is wrong, or ''. DXC's blob is only asked when ours is wrong. */
export async function checkReduction(r: Reduction, optimization: 0 | 3): Promise<string> {
  const inputs = Array.from({ length: r.threads * GROUPS }, (_, i) => (i * 7919 + 13) % 101)
  const expected = Array.from({ length: GROUPS }, (_, g) => r.result(inputs.slice(g * r.threads, (g + 1) * r.threads)))
  const ours = compile(r.source, { target: 'cs_6_0', entry: 'main', optimization })
  if (!ours.container) return ours.text
  const mine = await run(ours.container, r.threads, inputs)
  if (mine === expected.join()) return ''
  const dxc = await Dxc.shared()
  const theirs = await dxc.compile(r.source, ['-T', 'cs_6_0', '-E', 'main', ...(optimization === 0 ? ['-Od'] : [])])
  const other = theirs.container ? await run(theirs.container, r.threads, inputs) : theirs.errors
  return `ours ${mine}, expected ${expected.join()}, DXC's blob ${other}`
}

async function run(container: Uint8Array, threads: number, inputs: readonly number[]): Promise<string> {
  const { uavs, error } = await (await D3d12.shared()).runCompute({
    container,
    dispatch: [GROUPS, 1, 1],
    resources: [
      { kind: 'uav', type: 'structured', stride: 4, register: 0, count: GROUPS },
      {
        kind: 'srv',
        type: 'structured',
        stride: 4,
        register: 0,
        data: new Uint8Array(Uint32Array.from(inputs).buffer),
      },
      { kind: 'cbv', register: 0, data: new Uint8Array(Uint32Array.of(threads).buffer) },
    ],
  })
  return error ?? [...new Uint32Array(Uint8Array.from(uavs[0]!.data).buffer)].join()
}
