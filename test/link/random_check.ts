// One random link through DXC's linker and ours.

import { decodePart } from '../../src/container/parts.ts'
import { dumpRdat } from '../../src/inspect/dump_rdat.ts'
import { partOf } from '../corpus/container_facts.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { compareTables } from '../libraries/check.ts'
import { type Compared, compareLinks, libraryOf, type Producer } from './check.ts'
import { generateLink, type LinkProgram } from './generate.ts'

/**
 * `DXC's validator`: DXC's linker makes what its validator refuses, vectors and structs as values above all, and ours is valid. `liveness`: DXC's linker,
 * which optimises less, keeps uses of resources that nothing reads. `constructors`: DXC's library has a constructor for static variables, which is a
 * function of its own in the tables; ours computes them in the functions that read them, so that those need what the constructor needs.
 */
export type LinkOutcome =
  | 'same'
  | 'refused by both'
  | "DXC's validator"
  | 'liveness'
  | 'constructors'
  | 'no library'
  | 'differs'

export interface RandomLink extends LinkProgram {
  readonly outcome: LinkOutcome
  readonly what: string
}

export async function checkLink(seed: number, producer: Producer): Promise<RandomLink> {
  const program = generateLink(seed)
  const { libraries, target, entry, args } = program
  const made: [string, Uint8Array][] = []
  for (const [n, library] of libraries.entries()) {
    const { container, text } = await libraryOf(
      producer,
      { name: '', source: library.source, args: library.args ?? [] },
      library.target,
    )
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
  if (isLess) return { outcome: 'liveness', what }
  const isLate = isTables && areComputedInFunctions(ours.container!, dxc.container!)
  return { outcome: isLate ? 'constructors' : 'differs', what }
}

/** Whether the functions are DXC's without its constructors, and each needs what DXC's needs, or that and what a constructor needs. */
function areComputedInFunctions(ours: Uint8Array, theirs: Uint8Array): boolean {
  const [mine, other] = [neededBy(ours), neededBy(theirs)]
  const late = [...other.keys()].filter(name => name.includes('_GLOBAL__sub_I_'))
  const needs = new Set(late.flatMap(name => other.get(name)!))
  for (const name of late) other.delete(name)
  if (late.length === 0 || mine.size !== other.size) return false
  return [...mine].every(([name, used]) => {
    const known = other.get(name)
    return known?.every(r => used.includes(r)) === true && used.every(r => known.includes(r) || needs.has(r))
  })
}

/** Names of the resources that each function of RDAT needs. */
function neededBy(container: Uint8Array): Map<string, readonly string[]> {
  const tables = dumpRdat(decodePart('RDAT', partOf(container, 'RDAT')!))
  const rows = (name: string) => tables.find(({ table }) => table === name)?.rows ?? []
  const resources = rows('ResourceTable')
  return new Map(
    rows('FunctionTable').map(({ name, resources: used }) => [
      String(name),
      (Array.isArray(used) ? used : []).map(i => String(resources[Number(i)]?.['name'])),
    ]),
  )
}
