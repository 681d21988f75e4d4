// One random link through DXC's linker and ours.

import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { compareTables } from '../libraries/check.ts'
import { type Compared, compareLinks, libraryOf, type Producer } from './check.ts'
import { generateLink, type LinkProgram } from './generate.ts'

/**
 * `DXC's validator`: DXC's linker makes what its validator refuses, vectors and structs as values above all, and ours is valid. `liveness`: DXC's linker,
 * which optimises less, keeps uses of resources that nothing reads.
 */
export type LinkOutcome = 'same' | 'refused by both' | "DXC's validator" | 'liveness' | 'no library' | 'differs'

export interface RandomLink extends LinkProgram {
  readonly outcome: LinkOutcome
  readonly what: string
}

export async function checkLink(seed: number, producer: Producer): Promise<RandomLink> {
  const program = generateLink(seed)
  const { libraries, target, entry, args } = program
  const made: [string, Uint8Array][] = []
  for (const [n, l] of libraries.entries()) {
    const { container, text } = await libraryOf(producer, { name: '', source: l.source, args: l.args ?? [] }, l.target)
    if (!container) return { ...program, outcome: 'no library', what: text }
    made.push([`l${n}`, container])
  }
  const { exports, exportShadersOnly, validatorVersion } = dxcArgsToOptions(['-T', target, ...args])
  const options = {
    target,
    ...(entry === undefined ? {} : { entry }),
    ...(exports ? { exports } : {}),
    ...(exportShadersOnly ? { exportShadersOnly } : {}),
    ...(validatorVersion ? { validatorVersion } : {}),
  }
  const compared = await compareLinks(producer, made, options, args)
  return { ...program, ...judged(compared) }
}

function judged({ dxc, ours, invalid, differing }: Compared): Pick<RandomLink, 'outcome' | 'what'> {
  const what = `DXC ${dxc.ok ? 'accepts' : dxc.text}; ours ${ours.ok ? 'accepts' : ours.text} ${invalid} ${differing.join()}`
  if (invalid !== '') return { outcome: 'differs', what }
  if (!dxc.ok && ours.ok && /^(error: validation errors|crash: )/.test(dxc.text))
    return { outcome: "DXC's validator", what }
  if (dxc.ok !== ours.ok) return { outcome: 'differs', what }
  if (!dxc.ok) return { outcome: 'refused by both', what }
  if (differing.length === 0) return { outcome: 'same', what: '' }
  const isTables = differing.every(name => name === 'RDAT' || name === 'SFI0') && differing.includes('RDAT')
  const isLess = isTables && compareTables(ours.container!, dxc.container!) === 'liveness'
  return { outcome: isLess ? 'liveness' : 'differs', what }
}
