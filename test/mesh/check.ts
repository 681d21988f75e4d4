// One random mesh or amplification shader through both compilers: verdict, parts, validity, and what the code does to outputs.

import { compile } from '../../src/api/index.ts'
import { decodePart } from '../../src/container/parts.ts'
import type { PsvElement } from '../../src/container/psv0.ts'
import { bindingRows, partOf } from '../corpus/container_facts.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { Dxc, OracleError } from '../oracle/dxc.ts'
import { generateMesh, type MeshProgram } from './generate.ts'

export interface MeshResult extends MeshProgram {
  readonly problems: readonly string[]
  /** Both refuse it. */
  readonly isRefused: boolean
  /** DXC fails at the program: a crash, an assertion, or an invalid container of its own. */
  readonly dxcFails: boolean
  /** One compiler simplifies more: it has fewer stores, resources or run-time rows, and nothing else differs. */
  readonly isLiveness: boolean
  /** Instructions, ours and DXC's; 0 where there is no code. */
  readonly instructions: readonly [ours: number, theirs: number]
}

export const PARTS = ['SFI0', 'ISG1', 'OSG1', 'PSG1', 'PSV0']

export const checkMesh = (seed: number): Promise<MeshResult> => checkProgram(generateMesh(seed))

/** What DXC says of its own code: casts of address spaces and copies of structs that it cannot make. */
const DXC_FAULTS =
  /llvm::cast<X>|Internal Compiler error|Bitcast on struct types is not allowed|Vector type '.*' is not allowed|Explicit (load|store) type does not match/

export async function checkProgram(program: MeshProgram): Promise<MeshResult> {
  const { source, args } = program
  const ours = compile(source, dxcArgsToOptions(args))
  const dxc = await Dxc.shared()
  const none = { ...program, isRefused: false, dxcFails: false, isLiveness: false, instructions: [0, 0] as const }
  let theirs: Awaited<ReturnType<Dxc['compile']>>
  try {
    theirs = await dxc.compile(source, args)
  } catch (error) {
    if (error instanceof OracleError) return { ...none, problems: [], dxcFails: true }
    throw error
  }
  if (DXC_FAULTS.test(theirs.errors)) return { ...none, problems: [], dxcFails: true }
  if (!theirs.container || !ours.container) {
    const isRefused = !theirs.container && !ours.container
    const problem = `DXC ${theirs.ok ? 'accepts' : `refuses: ${firstError(theirs.errors)}`}; ours ${ours.ok ? 'accepts' : `refuses: ${ours.text}`}`
    return { ...none, isRefused, problems: isRefused ? [] : [problem] }
  }
  const problems: string[] = []
  const verdict = await dxc.validate(ours.container)
  if (!verdict.ok) problems.push(`not valid: ${verdict.message}`)
  const different = PARTS.filter(part => hex(partOf(ours.container!, part)) !== hex(partOf(theirs.container!, part)))
  const [mine, other] = [await dxc.disassemble(ours.container), await dxc.disassemble(theirs.container)]
  const fewer = lessLive(factsOf(ours.container, mine.text), factsOf(theirs.container, other.text))
  if (copiesWords(source, ours.container, theirs.container, other.text))
    return { ...none, problems: [], dxcFails: true }
  const isLiveness = fewer !== 'other' && different.every(part => part !== 'SFI0' && part !== 'ISG1')
  if (!isLiveness) for (const part of different) problems.push(`${part} differs`)
  if (fewer === 'other') problems.push('what the code touches differs both ways')
  const instructions = [countOf(mine.text), countOf(other.text)] as const
  return { ...none, problems, isLiveness: isLiveness && different.length > 0, instructions }
}

/** DXC copies some structs of eight bytes as one 64-bit integer, and then says that the shader needs these. */
function copiesWords(source: string, ours: Uint8Array, theirs: Uint8Array, listing: string): boolean {
  const [mine, other] = [ours, theirs].map(c => Number(partOf(c, 'SFI0')?.[1] ?? 0)) as [number, number]
  return (
    !/int64_t|double/.test(source) &&
    other === (mine | INT64_BYTE) &&
    other !== mine &&
    /(load|store) i64/.test(listing)
  )
}

/** Of the second byte of SFI0: 64-bit integers. */
const INT64_BYTE = 0x80

/** What of a shader's parts follows from which code is left, and the rest. */
interface Facts {
  readonly live: ReadonlySet<string>
  /** PSV0 without it. */
  readonly rest: string
}

function factsOf(container: Uint8Array, listing: string): Facts {
  const live = new Set([...storesOf(listing), ...bindingRows(listing)])
  const psv = decodePart('PSV0', partOf(container, 'PSV0')!)
  for (const list of [psv.outputs, psv.patchOrPrims])
    for (const [i, e] of list.entries())
      for (let bit = 1; bit < 16; bit <<= 1)
        if (e.dynMaskAndStream & bit)
          live.add(`run-time rows ${list === psv.outputs ? 'vertex' : 'primitive'} ${i} ${bit}`)
  const plain = (list: readonly PsvElement[]): object[] =>
    list.map(e => ({ ...e, dynMaskAndStream: e.dynMaskAndStream & 0x30 }))
  for (const [i, word] of [...psv.viewIdOutputs.flatMap(o => [...o]), ...psv.viewIdPatchOrPrims].entries())
    for (let bit = 0; bit < 32; bit++) if ((word >>> bit) & 1) live.add(`view ${i} ${bit}`)
  const rest = JSON.stringify([psv.info, plain(psv.outputs), plain(psv.patchOrPrims)])
  return { live, rest }
}

function lessLive(ours: Facts, theirs: Facts): 'ours' | 'theirs' | 'none' | 'other' {
  if (ours.rest !== theirs.rest) return 'other'
  const [mine, other] = [difference(ours.live, theirs.live), difference(theirs.live, ours.live)]
  if (mine.length === 0) return other.length === 0 ? 'none' : 'ours'
  return other.length === 0 ? 'theirs' : 'other'
}

const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex')
const firstError = (text: string): string => /error: .*/.exec(text.replace('error: validation errors', ''))?.[0] ?? text
const difference = (a: ReadonlySet<string>, b: ReadonlySet<string>): string[] => [...a].filter(x => !b.has(x))

/** Operations on outputs and payloads with the operands that are known: element, row, component, path. */
export function storesOf(listing: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [, name, operands] of listing.matchAll(
    /@dx\.op\.(store\w+Output|emitIndices|dispatchMesh|setMesh\w+)\.?[^(\n]*\(([^)\n]*)\)/g,
  )) {
    const [, id, row, column] = operands!.split(', ')
    const isStore = name!.startsWith('store')
    // A row that one compiler knows and the other computes is the same store.
    if (isStore) found.add(`${name} ${id} ${column}`)
    else found.add(name!)
    void row
  }
  return found
}

const countOf = (listing: string): number => listing.split('\n').filter(line => /^ {2}\S/.test(line)).length
