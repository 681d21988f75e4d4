// One random mesh or amplification shader through both compilers: verdict, parts, validity, and what the code does to outputs.

import { compile } from '../../src/api/index.ts'
import { partOf } from '../corpus/container_facts.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { Dxc, OracleError } from '../oracle/dxc.ts'
import { generateMesh, type MeshProgram } from './generate.ts'

export interface MeshResult extends MeshProgram {
  readonly problems: readonly string[]
  /** Both refuse it. */
  readonly isRefused: boolean
  /** DXC has no answer. */
  readonly crashed: boolean
  /** Instructions, ours and DXC's; 0 where there is no code. */
  readonly instructions: readonly [ours: number, theirs: number]
}

export const PARTS = ['SFI0', 'ISG1', 'OSG1', 'PSG1', 'PSV0']

export const checkMesh = (seed: number): Promise<MeshResult> => checkProgram(generateMesh(seed))

export async function checkProgram(program: MeshProgram): Promise<MeshResult> {
  const { source, args } = program
  const ours = compile(source, dxcArgsToOptions(args))
  const dxc = await Dxc.shared()
  const none = { ...program, isRefused: false, crashed: false, instructions: [0, 0] as const }
  let theirs: Awaited<ReturnType<Dxc['compile']>>
  try {
    theirs = await dxc.compile(source, args)
  } catch (error) {
    if (error instanceof OracleError) return { ...none, problems: [], crashed: true }
    throw error
  }
  if (!theirs.container || !ours.container) {
    const isRefused = !theirs.container && !ours.container
    const problem = `DXC ${theirs.ok ? 'accepts' : `refuses: ${firstError(theirs.errors)}`}; ours ${ours.ok ? 'accepts' : `refuses: ${ours.text}`}`
    return { ...none, isRefused, problems: isRefused ? [] : [problem] }
  }
  const problems: string[] = []
  const verdict = await dxc.validate(ours.container)
  if (!verdict.ok) problems.push(`not valid: ${verdict.message}`)
  for (const part of PARTS)
    if (hex(partOf(ours.container, part)) !== hex(partOf(theirs.container, part))) problems.push(`${part} differs`)
  const [mine, other] = [await dxc.disassemble(ours.container), await dxc.disassemble(theirs.container)]
  const missing = difference(storesOf(other.text), storesOf(mine.text))
  const extra = difference(storesOf(mine.text), storesOf(other.text))
  if (missing.length > 0) problems.push(`stores that only DXC has: ${missing.slice(0, 4).join('; ')}`)
  if (extra.length > 0) problems.push(`stores that only ours has: ${extra.slice(0, 4).join('; ')}`)
  return { ...none, problems, instructions: [countOf(mine.text), countOf(other.text)] }
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
