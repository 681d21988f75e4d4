// One generated call through DXC and dxilkit: the same verdict, a container the validator takes, the same DXIL operations as often.

import { compile, listing } from '../../src/api/index.ts'
import { Dxc } from '../oracle/dxc.ts'
import type { CallCase } from './generate.ts'

export type Verdict = 'same' | 'rejected' | 'only-dxc' | 'only-ours' | 'invalid' | 'operations' | 'threw' | 'oracle'
export interface Outcome {
  readonly verdict: Verdict
  readonly detail: string
}

/** Making handles is the business of other tests, and how often one value is loaded or stored differs for good reasons. */
const SURROUNDINGS = /^(createHandle|annotateHandle|cbufferLoad|bufferStore|rawBufferStore|storeOutput|extract)/

function operations(container: Uint8Array): string {
  const text = listing(container)
  const names = [...text.matchAll(/call [^@\n]*@dx\.op\.([\w.]+)\(/g)].map(m => m[1]!)
  return names
    .filter(name => !SURROUNDINGS.test(name))
    .sort()
    .join(' ')
}

/** Compiles for the stage ('cs' or 'ps') at shader model 6.8. */
export async function checkCall(c: CallCase, stage: 'cs' | 'ps'): Promise<Outcome> {
  const target = `${stage}_6_8`
  let ours: ReturnType<typeof compile>
  try {
    ours = compile(c.source, {
      fileName: 'x.hlsl',
      target,
      entry: stage,
      enable16BitTypes: c.flags.includes('-enable-16bit-types'),
    })
  } catch (error) {
    return { verdict: 'threw', detail: String(error) }
  }
  const dxc = await Dxc.shared()
  let theirs: Awaited<ReturnType<typeof dxc.compile>>
  try {
    theirs = await dxc.compile(c.source, ['-T', target, '-E', stage, ...c.flags])
  } catch (error) {
    return { verdict: 'oracle', detail: String(error) }
  }
  const firstError = (text: string): string => /error: .*/.exec(text)?.[0] ?? ''
  if (!ours.container && !theirs.container) return { verdict: 'rejected', detail: firstError(theirs.errors) }
  if (!ours.container) return { verdict: 'only-dxc', detail: firstError(ours.text) }
  if (!theirs.container)
    return { verdict: 'only-ours', detail: firstError(theirs.errors) + theirs.errors.split('\n').slice(1, 2) }
  let judged: Awaited<ReturnType<typeof dxc.validate>>
  try {
    judged = await dxc.validate(ours.container)
  } catch (error) {
    return { verdict: 'invalid', detail: `validator: ${error}` }
  }
  if (!judged.ok) return { verdict: 'invalid', detail: judged.message }
  const [a, b] = [operations(ours.container), operations(theirs.container)]
  return a === b ? { verdict: 'same', detail: '' } : { verdict: 'operations', detail: `ours ${a} | dxc ${b}` }
}
