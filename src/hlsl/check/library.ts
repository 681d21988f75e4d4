// Libraries: every function with a shader attribute is an entry point, every `export` one can be called by other libraries.

import { stageOfName } from '../../spec/stages.ts'
import type { FunctionSymbol, Program } from '../typed.ts'
import { holdsObject } from './components.ts'
import { type Checker, report } from './context.ts'
import { entryProgram } from './entry_points.ts'
import { checkRayEntry, isRayStage } from './ray_entries.ts'
import type { FunctionEntity } from './scopes.ts'

/** One program an entry point or exported function, in order of declaration; they share the globals. */
export function checkLibrary(cx: Checker): Program[] {
  const programs: Program[] = []
  for (const entity of cx.functions) {
    const { symbol } = entity
    if (!symbol || !entity.hasBody || entity.owner) continue
    const stage = shaderStage(symbol)
    if (stage === undefined) warnOfEntryAttributes(cx, symbol)
    const row = stage === undefined ? undefined : stageOfName(stage)
    if (row?.prefix && row.compilesSince !== undefined) programs.push(entryProgram(cx, entity, symbol, row.prefix))
    else if (stage !== undefined && isRayStage(stage)) programs.push(rayProgram(cx, entity, symbol, stage))
    else if (stage !== undefined)
      report(cx, 'E3000', symbol, { what: `a shader of the stage '${stage}'`, where: 'libraries' })
    else if (isExported(entity) && checkExported(cx, symbol))
      programs.push({ ...entryProgram(cx, entity, symbol, 'lib'), isExported: true })
  }
  return programs.sort((a, b) => a.entry.pos - b.entry.pos)
}

function rayProgram(cx: Checker, entity: FunctionEntity, symbol: FunctionSymbol, stage: string): Program {
  checkRayEntry(cx, symbol, stage)
  return entryProgram(cx, entity, symbol, stage)
}

const isExported = ({ decl }: FunctionEntity): boolean => decl.modifiers.some(m => m.name === 'export')

/** Reports resources and strings, which no library passes to another. */
function checkExported(cx: Checker, symbol: FunctionSymbol): boolean {
  const types = [...symbol.params.map(p => p.type), symbol.returnType]
  const isRefused = types.some(type => type.kind === 'string' || holdsObject(type))
  if (isRefused) report(cx, 'E2514', symbol, { name: symbol.name })
  return !isRefused
}

/** Attributes of entry points, as DXC spells them: only [shader("...")] makes an entry point of a library's function. */
const OF_ENTRIES: ReadonlyMap<string, string> = new Map(
  [
    ...['clipplanes', 'domain', 'earlydepthstencil', 'instance', 'maxtessfactor', 'numthreads', 'RootSignature'],
    ...['outputcontrolpoints', 'outputtopology', 'partitioning', 'patchconstantfunc', 'maxvertexcount', 'wavesize'],
    ...['NodeLaunch', 'NodeIsProgramEntry', 'NodeID', 'NodeLocalRootArgumentsTableIndex', 'NodeShareInputOf'],
    ...['NodeDispatchGrid', 'NodeMaxDispatchGrid', 'NodeMaxRecursionDepth'],
  ].map(name => [name.toLowerCase(), name]),
)

function warnOfEntryAttributes(cx: Checker, symbol: FunctionSymbol): void {
  // Last one first, as DXC has them.
  for (const { name, pos } of [...symbol.attributes].reverse()) {
    const shown = OF_ENTRIES.get(name)
    if (shown !== undefined) report(cx, 'W4043', { pos, end: pos }, { name: shown })
  }
}

/** What [shader("...")] names, in lower case. */
function shaderStage(symbol: FunctionSymbol): string | undefined {
  const attribute = symbol.attributes.findLast(a => a.name === 'shader')
  const value = attribute?.args[0]
  return typeof value === 'string' ? value.toLowerCase() : undefined
}
