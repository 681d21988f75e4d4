// Libraries: every function with a shader attribute is an entry point; `export` functions would be ones for other libraries.

import type { FunctionSymbol, Program } from '../typed.ts'
import { type Checker, report } from './context.ts'
import { entryProgram } from './entry_points.ts'

/** One program an entry point, in order of declaration; they share the globals. */
export function checkLibrary(cx: Checker): Program[] {
  const programs: Program[] = []
  for (const entity of cx.functions) {
    const { symbol } = entity
    if (!symbol || !entity.hasBody || entity.owner) continue
    const stage = shaderStage(symbol)
    if (stage === 'compute') programs.push(entryProgram(cx, entity, symbol, 'cs'))
    else if (stage !== undefined)
      report(cx, 'E3000', symbol, { what: `a shader of the stage '${stage}'`, where: 'libraries' })
    else if (entity.decl.modifiers.some(m => m.name === 'export'))
      report(cx, 'E3000', symbol, { what: "an 'export' function", where: 'libraries' })
  }
  return programs.sort((a, b) => a.entry.pos - b.entry.pos)
}

/** What [shader("...")] names, in lower case. */
function shaderStage(symbol: FunctionSymbol): string | undefined {
  const attribute = symbol.attributes.findLast(a => a.name === 'shader')
  const value = attribute?.args[0]
  return typeof value === 'string' ? value.toLowerCase() : undefined
}
