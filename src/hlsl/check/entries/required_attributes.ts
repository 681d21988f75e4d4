// Attributes that an entry point must have. DXC asks for them where it is defined, in front of its body.

import { table } from '../../../base/table.ts'
import { type Checker, report } from '../core/context.ts'
import type { FunctionEntity } from '../core/scopes.ts'
import { stageOfEntry } from '../symbols/shader_stages.ts'

/** By stages. That of a node hangs on how it is launched: see node_entries.ts. */
const REQUIRED: ReadonlyMap<string, readonly string[]> = table({
  cs: ['numthreads'],
  as: ['numthreads'],
  ms: ['numthreads', 'outputtopology'],
  gs: ['maxvertexcount'],
  hs: ['patchconstantfunc', 'outputtopology', 'outputcontrolpoints'],
})

/** Reports what the definition of a function lacks that is an entry point by its name or attribute. */
export function requireAttributes(checker: Checker, { symbol, decl, owner, name }: FunctionEntity): void {
  const { stage, entry, seeksEntry, isBroken } = checker.options
  // What is missing may be what could not be read.
  if (
    !seeksEntry ||
    isBroken ||
    !symbol ||
    owner ||
    (stage !== 'lib' && (name !== entry || checker.scope !== checker.global))
  )
    return
  const found = stageOfEntry(checker, symbol)
  if (!found) return
  for (const wanted of REQUIRED.get(found.prefix ?? '') ?? [])
    if (!symbol.attributes.some(a => a.name === wanted))
      report(checker, 'E2302', decl.nameSpan, { stage: found.name, name: wanted })
}
