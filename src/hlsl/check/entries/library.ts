// Libraries: every function with a shader attribute is an entry point, every `export` one can be called by other libraries.

import { extended } from '../../../base/extended.ts'
import { hashOrder } from '../../../base/hash_order.ts'
import { OFFLINE_MINOR, stageOf, stageOfName } from '../../../spec/stages.ts'
import { holdsObject, holdsOtherObject } from '../../tree/components.ts'
import { mangled } from '../../tree/mangle.ts'
import { isPatch } from '../../tree/patches.ts'
import type { FunctionSymbol, Program } from '../../tree/typed.ts'
import { type Checker, note, report } from '../core/context.ts'
import type { FunctionEntity } from '../core/scopes.ts'
import { entryProgram, isExternal, reachable } from './entry_points.ts'
import { checkPayloadUse, checkRayEntry, isRayStage } from './ray_entries.ts'

/** One program an entry point or exported function under each of its names, in order of declaration; they share the globals. */
export function checkLibrary(checker: Checker): Program[] {
  const programs: Program[] = []
  const copies: Program[] = []
  const clones: Program[] = []
  const copiesOfClones: Program[] = []
  // As DXC does: what looks at whole shaders says nothing of a source that has errors.
  checker.earlierErrors = checker.diagnostics.errorCount
  const exports = new Exports(checker)
  numberFunctions(checker)
  if (checker.earlierErrors === 0)
    for (const { symbol, hasBody, owner } of checker.functions)
      if (symbol && hasBody && !owner) checkPayloadUse(checker, symbol, stageOfAttribute(symbol) ?? '')
  for (const entity of checker.functions) {
    const { symbol } = entity
    if (!symbol || !entity.hasBody || entity.owner) continue
    const stage = shaderStage(entity)
    if (stage !== undefined && isSecondShader(checker, entity)) continue
    if (stageOfAttribute(symbol) === undefined) warnOfEntryAttributes(checker, symbol)
    const names = exports.namesOf(entity, symbol, stage !== undefined)
    const made = names.length > 0 ? programOf(checker, entity, symbol, stage) : undefined
    // What is marked may not call itself, chosen or not.
    if (names.length === 0 && exports.isMarked(entity)) reachable(checker, entity)
    if (!made) continue
    const program = checker.options.exportNames.size > 0 ? { ...made, hidesOthers: true } : made
    const [first = symbol.name, ...others] = names
    const named = (as: string): Program => (as === symbol.name ? program : extended(program, { exportName: as }))
    const keepsAll = checker.options.exportNames.size > 0 && checker.options.exported !== 'shaders'
    if (keepsAll && !checkNodeExport(checker, program, names)) continue
    const asItWas = (as: string): Program[] =>
      keepsAll && isFlattened(program)
        ? [extended(entryProgram(checker, entity, symbol, 'lib'), { isExported: true, isCopy: true, exportName: as })]
        : []
    programs.push(named(first))
    copies.push(...asItWas(first))
    clones.push(...others.map(named))
    copiesOfClones.push(...others.flatMap(asItWas))
  }
  exports.finish()
  for (const symbol of [...checker.refusedStatics].sort((a, b) => a.pos - b.pos))
    report(checker, 'E2727', symbol.init ?? symbol, {})
  const byPlace = (a: Program, b: Program): number => (a.entry.order ?? 0) - (b.entry.order ?? 0)
  // The patch constant function of a hull shader has lost its parameters, so that nobody can call it.
  const patchConstants = new Set(programs.flatMap(p => p.patchConstant ?? []))
  const callable = programs.filter(p => p.isExported !== true || !patchConstants.has(p.entry))
  const copied = inCloneOrder(programs, copies)
  return [callable.sort(byPlace), copied, clones.sort(byPlace), copiesOfClones.sort(byPlace)].flat()
}

/**
 * Numbers functions as DXC makes them: each where it is defined, or before that, behind the definition in front of it that calls it. Static and inline
 * functions and methods come last, with what only they call.
 */
function numberFunctions(checker: Checker): void {
  const made = new Set<FunctionEntity>()
  const isLate = ({ decl, owner, depth }: FunctionEntity): boolean =>
    owner !== undefined || depth > 0 || decl.modifiers.some(m => m.name === 'static' || m.name === 'inline')
  const make = (entity: FunctionEntity): void => {
    made.add(entity)
    for (const callee of entity.calls.keys()) made.add(callee)
  }
  for (const entity of checker.defined) if (!isLate(entity)) make(entity)
  for (const entity of made) if (isLate(entity)) make(entity)
  for (const entity of checker.functions) made.add(entity)
  let order = 0
  for (const { symbol } of made) if (symbol) symbol.order = order++
}

/** DXC copies shaders in the order of its hash table of their names. */
function inCloneOrder(programs: readonly Program[], copies: readonly Program[]): Program[] {
  const shaders = programs
    .filter(p => p.isExported !== true)
    .sort((a, b) => (a.entry.order ?? 0) - (b.entry.order ?? 0))
  const places = new Map(hashOrder(shaders.map(p => p.entry.name)).map((name, i) => [name, i]))
  return [...copies].sort((a, b) => places.get(a.entry.name)! - places.get(b.entry.name)!)
}

/** The name of a shader stands for no other one: reports the second. */
function isSecondShader(checker: Checker, { decl, scope }: FunctionEntity): boolean {
  const set = scope.own(decl.name)
  const first =
    set?.kind === 'functions' && set.list.find(e => e.symbol && e.decl.pos < decl.pos && shaderStage(e) !== undefined)
  if (!first) return false
  if (checker.earlierErrors > 0) return true
  const error = report(checker, 'E2333', { pos: decl.pos, end: decl.pos }, { name: decl.name })
  note(checker, error, 'N2001', first.decl.nameSpan, {})
  return true
}

/** A shader that is made anew without parameters: with -exports DXC exports it as it was, too. */
const isFlattened = ({ entry, stage, isExported }: Program): boolean =>
  isExported !== true &&
  stageOf(stage)?.hasParameters !== true &&
  ![...entry.params.map(p => p.type), entry.returnType].some(holdsObject)

/** Reports a node with inputs or outputs, which DXC cannot export as it was: -export-shaders-only is the way. */
function checkNodeExport(checker: Checker, { entry, node }: Program, names: readonly string[]): boolean {
  if (!node || !entry.params.some(p => holdsObject(p.type))) return true
  for (const name of names) report(checker, 'E2514', entry, { name: mangled(entry, name).replace('\x01', '\\01') })
  return false
}

function programOf(
  checker: Checker,
  entity: FunctionEntity,
  symbol: FunctionSymbol,
  stage: string | undefined,
): Program | undefined {
  if (stage === undefined) {
    const { diagnostics } = checker
    const before = diagnostics.errorCount
    const program = entryProgram(checker, entity, symbol, 'lib')
    return diagnostics.errorCount > before || checkExported(checker, symbol)
      ? extended(program, { isExported: true })
      : undefined
  }
  const row = stageOfName(stage)
  if (row?.compilesSince !== undefined) {
    const { minor } = checker.options.shaderModel
    if (minor < row.compilesSince && checker.earlierErrors === 0) {
      const what = `${row.name === 'amplification' ? 'an' : 'a'} ${row.name} shader`
      report(checker, 'E3002', symbol, { what, since: `6.${row.compilesSince}`, target: `lib_6_${minor}` })
    }
    return entryProgram(checker, entity, symbol, row.prefix ?? row.name)
  }
  if (isRayStage(stage)) return entryProgram(checker, entity, symbol, stage)
  return void report(checker, 'E3000', symbol, { what: `a shader of the stage '${stage}'`, where: 'libraries' })
}

/** Which functions a library exports, and as what. */
class Exports {
  readonly #checker: Checker
  readonly #unused: Set<string>
  /** Linkage names given so far. */
  readonly #taken = new Set<string>()
  readonly #collisions = new Set<string>()
  #calls: ReadonlySet<FunctionEntity> | undefined

  constructor(checker: Checker) {
    this.#checker = checker
    this.#unused = new Set(checker.options.exportNames.keys())
  }

  /** Written `export`. */
  isMarked({ decl }: FunctionEntity): boolean {
    return decl.modifiers.some(m => m.name === 'export')
  }

  /** None where the function stays inside. */
  namesOf(entity: FunctionEntity, symbol: FunctionSymbol, isShader: boolean): readonly string[] {
    const { decl, depth } = entity
    const { exported, exportNames } = this.#checker.options
    const has = (name: string): boolean => decl.modifiers.some(m => m.name === name)
    if (exportNames.size === 0) {
      if (isShader) return [symbol.name]
      // Inline functions stay inside, whatever else they are, and what is made of a template belongs to nobody.
      const isMarked = (exported === 'all' ? !has('static') && depth === 0 : has('export')) && !has('inline')
      return isMarked && exported !== 'shaders' ? [symbol.name] : []
    }
    const key = [mangled(symbol), symbol.name].find(name => exportNames.has(name))
    // A static function that nobody calls is not there.
    if (key === undefined || (has('static') && !this.#called().has(entity))) return []
    this.#unused.delete(key)
    if (exported === 'shaders' && !isShader) return []
    const given = exportNames.get(key)!
    // The function keeps its own name if it may; else it has the first one.
    const others = [...new Set(given)].filter(name => name !== symbol.name).sort()
    const names = given.length === 0 || given.includes(symbol.name) ? [symbol.name, ...others] : others
    for (const name of names) this.#take(isShader ? name : mangled(symbol, name))
    return names
  }

  #called(): ReadonlySet<FunctionEntity> {
    this.#calls ??= new Set(this.#checker.functions.flatMap(f => [...f.calls.keys()]))
    return this.#calls
  }

  #take(name: string): void {
    if (this.#taken.has(name)) this.#collisions.add(name)
    this.#taken.add(name)
  }

  /** Reports names that two functions have, and those of no function. */
  finish(): void {
    const pos = this.#checker.diagnostics.sources.files[0]?.base ?? 0
    const at = { pos, end: pos }
    for (const name of this.#collisions) report(this.#checker, 'E2516', at, { name: name.replace('\x01', '\\01') })
    for (const name of this.#unused) report(this.#checker, 'E2515', at, { name })
  }
}

/** What is a shader of rays has its form, exported or not. */
export function checkRayShader(checker: Checker, entity: FunctionEntity): void {
  const { symbol, hasBody, owner } = entity
  if (!symbol || !hasBody || owner) return
  const stage = shaderStage(entity)
  if (stage !== undefined && isRayStage(stage)) checkRayEntry(checker, symbol, stage)
}

/** Reports strings, which no library passes to another, and resources, which only libraries for linking do. Patches are arrays. */
function checkExported(checker: Checker, symbol: FunctionSymbol): boolean {
  const types = [...symbol.params.map(p => p.type), symbol.returnType]
  const holdsRefused = checker.options.shaderModel.minor === OFFLINE_MINOR ? holdsOtherObject : holdsObject
  const isRefused = types.some(type => type.kind === 'string' || (!isPatch(type) && holdsRefused(type)))
  if (isRefused) report(checker, 'E2514', symbol, { name: mangled(symbol).replace('\x01', '\\01') })
  return !isRefused
}

/** Attributes of entry points, which DXC says to ignore without [shader("...")]; it does ignore those that imply no stage. */
const OF_ENTRIES: ReadonlySet<string> = new Set([
  ...['clipplanes', 'domain', 'earlydepthstencil', 'instance', 'maxtessfactor', 'numthreads', 'rootsignature'],
  ...[
    'outputcontrolpoints',
    'outputtopology',
    'partitioning',
    'patchconstantfunc',
    'maxvertexcount',
    'wavesize',
    'groupsharedlimit',
  ],
  ...['nodelaunch', 'nodeisprogramentry', 'nodeid', 'nodelocalrootargumentstableindex', 'nodeshareinputof'],
  ...['nodedispatchgrid', 'nodemaxdispatchgrid', 'nodemaxrecursiondepth'],
])

/** Attributes that make a shader of a function without [shader("...")]; the first here that it has decides. */
const IMPLIED: readonly (readonly [attribute: string, stage: string])[] = [
  ['earlydepthstencil', 'pixel'],
  ['clipplanes', 'vertex'],
  ['patchconstantfunc', 'hull'],
  ['domain', 'domain'],
  ['instance', 'geometry'],
  ['maxvertexcount', 'geometry'],
]

function warnOfEntryAttributes(checker: Checker, symbol: FunctionSymbol): void {
  // Last one first, as DXC has them.
  for (const { name, pos } of [...symbol.attributes].reverse()) {
    const shown = name === 'rootsignature' ? 'RootSignature' : name
    if (OF_ENTRIES.has(name)) report(checker, 'W4043', { pos, end: pos }, { name: shown })
  }
}

/** What [shader("...")] names, in lower case. */
function stageOfAttribute(symbol: FunctionSymbol): string | undefined {
  const attribute = symbol.attributes.findLast(a => a.name === 'shader')
  const value = attribute?.args[0]
  return typeof value === 'string' ? value.toLowerCase() : undefined
}

/** The stage that a function's attributes name or imply. */
function shaderStage(entity: FunctionEntity): string | undefined {
  const symbol = entity.symbol!
  if (!isExternal(entity)) return undefined
  return stageOfAttribute(symbol) ?? IMPLIED.find(([name]) => symbol.attributes.some(a => a.name === name))?.[1]
}
