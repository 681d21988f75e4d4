// Statistics of a container against counts from its listing's text.

import { compile } from '../../src/api/compile.ts'
import { disassemble, readContainer, stats } from '../../src/api/index.ts'
import { sourceCases } from '../bytes/sources.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import type { Dxc } from '../oracle/dxc.ts'
import { countListing } from './count_listing.ts'

type Counts = readonly [name: string, count: number | null][]

/** Both counts as rows of name and number, which are to be equal. */
export function bothCounts(container: Uint8Array): { readonly ours: Counts; readonly listed: Counts } {
  const s = stats(container)
  const operations = new Map<string, number>()
  for (const f of s.functions)
    for (const { name, count } of f.operations) operations.set(name, (operations.get(name) ?? 0) + count)
  const listing = countListing(disassemble(readContainer(container).parts.find(p => p.name === 'DXIL')!.data))
  return { ours: rows({ ...s, operations }), listed: rows(listing) }
}

function rows(c: {
  readonly instructions: number
  readonly branches: number
  readonly loops: number
  readonly registers: number | null
  readonly groupSharedBytes: number
  readonly operations: ReadonlyMap<string, number>
}): Counts {
  return [
    ['instructions', c.instructions],
    ['branches', c.branches],
    ['loops', c.loops],
    ['registers', c.registers],
    ['group-shared bytes', c.groupSharedBytes],
    ...[...c.operations].sort(([a], [b]) => (a < b ? -1 : 1)),
  ]
}

/** Containers of both compilers, of programs that generators make and of the corpus, from each `step`th program. */
export async function* containers(dxc: Dxc, seed: number, step: number): AsyncGenerator<[name: string, Uint8Array]> {
  let number = 0
  for (const { name, source, args } of sourceCases(seed, 8)) {
    if (number++ % step !== 0) continue
    const own = compile(source, dxcArgsToOptions(args)).container
    if (own) yield [`ours: ${name}`, own]
    const { container } = await dxc.compile(source, args)
    if (container) yield [`DXC's: ${name}`, container]
  }
}
