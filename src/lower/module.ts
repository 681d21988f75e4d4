// Typed AST -> IR module: the entry functions, each with everything it calls lowered in line, all resources, groupshared memory and tables.

import { extended } from '../base/extended.ts'
import type { Diagnostics } from '../diag/diagnostics.ts'
import { packingRules } from '../hlsl/tree/layout.ts'
import { mangled } from '../hlsl/tree/mangle.ts'
import { isPatch } from '../hlsl/tree/patches.ts'
import { isStream } from '../hlsl/tree/streams.ts'
import type { CBufferSymbol, Expr, FunctionSymbol, Program, VarSymbol } from '../hlsl/tree/typed.ts'
import { innermost } from '../hlsl/tree/types.ts'
import { unreachableBlocks } from '../ir/control_flow.ts'
import type { DebugInfo } from '../ir/debug_info.ts'
import { MAX_INSTRUCTIONS } from '../ir/emitter.ts'
import type { Func, Value } from '../ir/function.ts'
import { type Callable, type CodeOptions, type EntryPoint, Module, type ShaderTarget } from '../ir/module.ts'
import { Op } from '../ir/ops.ts'
import { stageOf } from '../spec/stages.ts'
import { NestedTooDeeply, ProgramTooLarge } from './core/builder.ts'
import { DebugLowering } from './core/debug.ts'
import { Layout } from './core/layout.ts'
import { type Frame, Lowerer } from './core/lowerer.ts'
import { lowerEntry, lowerPatchConstant } from './entries/entry_point.ts'
import { passedValues } from './entries/exported.ts'
import { ShaderVaryings } from './entries/shader_io.ts'
import { newFrame, runFrame } from './expressions/calls.ts'
import { passedVariable } from './expressions/deep_calls.ts'
import { lowerPlace, lowerValue } from './expressions/expressions.ts'
import { isNoInline } from './expressions/kept_calls.ts'
import { sharedValue } from './expressions/leaves.ts'
import { reportReachedBarriers } from './intrinsics/barrier.ts'
import { noteCompanions } from './resources/companions.ts'
import { declareResources, describeType, nameBlocks } from './resources/resources.ts'
import { loadPlace, storePlace } from './storage/load_store.ts'

export interface LowerOptions {
  readonly target: ShaderTarget
  readonly code: CodeOptions
}

/**
 * Lowers checked programs that share their globals: one shader, or the functions of a library. What this compiler cannot express is reported
 * (E3xxx) and replaced by undefined values, so the module is well-formed but only meaningful when no error was added; one that grows without
 * end is reported (E3001) and lacks that function and those behind it. All declared resources are in module.resources, used or not; without any
 * program debug information alone tells of the globals.
 * @throws TooManyErrors when the diagnostics' limit is reached
 */
export function lowerPrograms(
  { programs, globals }: { readonly programs: readonly Program[]; readonly globals: Program['globals'] },
  options: LowerOptions,
  diagnostics: Diagnostics,
): Module {
  const module = new Module(options.target, options.code)
  const [first] = programs
  if (!first) {
    if (options.code.debug) module.debug = debugOfGlobals(globals, options.code, diagnostics)
    return module
  }
  const lowerer = newLowerer(first, module, diagnostics)
  try {
    declareResources(lowerer)
    lowerer.debug?.globals(first.globals)
    lowerer.plan(programs)
    for (const program of programs) lowerFunction(lowerer, program)
    placePatchConstants(lowerer)
    lowerKept(lowerer)
    reportReachedBarriers(lowerer)
    nameBlocks(lowerer)
    noteCompanions(lowerer)
    module.memberUses = lowerer.memberUses.inOrder(() => globalNumbers(first), module.options.hasLifetimes ?? false)
  } catch (error) {
    if (error instanceof NestedTooDeeply) {
      diagnostics.report('E4015', { pos: error.pos, end: error.pos }, { phase: 'lower' })
      return module
    }
    if (!(error instanceof ProgramTooLarge)) throw error
    const what = `more than ${MAX_INSTRUCTIONS} instructions`
    const pos = error.pos || lowerer.b.pos
    diagnostics.report('E3001', { pos, end: pos }, { what })
  }
  return module
}

/** The same for one shader. */
export const lowerProgram = (program: Program, options: LowerOptions, diagnostics: Diagnostics): Module =>
  lowerPrograms({ programs: [program], globals: program.globals }, options, diagnostics)

function debugOfGlobals(
  globals: Program['globals'],
  { native16Bit, binding = 'dxc' }: CodeOptions,
  diagnostics: Diagnostics,
): DebugInfo {
  const debug = new DebugLowering(new Layout(packingRules('column_major', native16Bit, binding)), diagnostics)
  debug.globals(globals)
  return debug.info
}

function newLowerer(program: Program, module: Module, diagnostics: Diagnostics): Lowerer {
  const lowerer = new Lowerer(program, module, diagnostics)
  lowerer.value = e => (lowerer.sharedItems ? sharedValue(lowerer, e, nestedValue) : nestedValue(lowerer, e))
  lowerer.place = e => nested(lowerer, e, lowerPlace)
  lowerer.load = p => loadPlace(lowerer, p)
  lowerer.store = (p, values) => storePlace(lowerer, p, values)
  lowerer.describe = type => describeType(lowerer, type)
  return lowerer
}

const nestedValue = (lowerer: Lowerer, e: Expr): readonly Value[] => nested(lowerer, e, lowerValue)

function nested<T>(lowerer: Lowerer, e: Expr, lower: (lowerer: Lowerer, e: Expr) => T): T {
  lowerer.enterNested(e.pos, 2)
  const made = lower(lowerer, e)
  lowerer.depth -= 2
  return made
}

function lowerFunction(lowerer: Lowerer, program: Program): void {
  const { module } = lowerer
  lowerer.enter(program)
  lowerEntry(lowerer)
  const func = finishProgram(lowerer)
  lowerer.orders.set(func, program.entry.order ?? 0)
  if (program.isExported) {
    addCallable(lowerer, program.entry, func, isNoInline(program.entry) && 'exported', program.exportName)
    return
  }
  const { varyings } = lowerer
  const patchConstant = program.patchConstant && lowerPatchConstantFunction(lowerer, program, program.patchConstant)
  const stage = stageOf(program.stage)
  const remade: Func[] = []
  // Properties are added one by one: spread objects are slow.
  const entry: { -readonly [K in keyof EntryPoint]: EntryPoint[K] } = {
    name: program.exportName ?? program.entry.name,
    stage: stage?.name ?? program.stage,
    pos: program.entry.pos,
    func,
    numThreads: program.numThreads ?? [1, 1, 1],
    waveSize: program.waveSize,
    earlyDepthStencil: program.earlyDepthStencil,
    remade,
  }
  if (stage?.hasParameters) {
    // What no pipeline calls by a profile keeps its linkage name.
    entry.symbol = mangled(program.entry, program.exportName)
  } else if (isRemade(program.entry)) remade.push(func)
  // The result and parameters of others are elsewhere, but DXC keeps what it says of those that have none.
  if (stage?.hasParameters || (program.entry.params.length === 0 && program.entry.returnType.kind === 'void'))
    entry.passed = passedValues(lowerer, program.entry)
  if (varyings) entry.signatures = varyings.signatures
  if (program.groupSharedLimit !== undefined) entry.groupSharedLimit = program.groupSharedLimit
  if (program.includesHelperLanes) entry.includesHelperLanes = true
  if (program.geometry) entry.geometry = program.geometry
  if (program.tessellation) entry.tessellation = program.tessellation
  if (patchConstant) {
    entry.patchConstant = patchConstant
    entry.patchSymbol = mangled(program.patchConstant!)
    if (isRemade(program.patchConstant!)) remade.push(patchConstant)
  }
  if (program.mesh) entry.mesh = program.mesh
  if (program.node) entry.node = program.node
  if (program.stage === 'as') entry.payloadBytes = lowerer.payloadBytes
  module.entries.push(entry)
}

/** DXC makes such a function anew without parameters, behind all others. */
const isRemade = ({ returnType, params }: FunctionSymbol): boolean =>
  returnType.kind !== 'void' ||
  params.some(({ type }) => innermost(type).kind === 'struct' || isStream(type) || isPatch(type))

/** The functions that kept calls name, and those that they call in turn; then the calls get their numbers. */
function lowerKept(lowerer: Lowerer): void {
  const { functions } = lowerer.module
  for (const [symbol, func] of lowerer.keptFunctions) {
    if (functions.includes(func)) continue
    if (symbol.body) {
      lowerer.enter(
        extended(lowerer.program, { entry: symbol, isExported: true, stage: 'lib' as const, io: undefined }),
      )
      lowerEntry(lowerer)
      finishProgram(lowerer)
    } else functions.push(func)
    const isInternal = symbol.body !== undefined
    addCallable(
      lowerer,
      symbol,
      func,
      isInternal && 'own',
      isInternal && lowerer.program.hidesOthers ? `internal.${symbol.name}` : undefined,
    )
  }
  functions.push(...lowerer.deepBodies)
  if (lowerer.keptCalls.length > 0) sortFunctions(lowerer)
  for (const { caller, call, callee } of lowerer.keptCalls)
    if (caller.op(call) === Op.Call) caller.setAux(call, functions.indexOf(callee))
}

/** The function that was being lowered is complete but for those that its calls nest too deeply for, see deep_calls.ts. */
function finishProgram(lowerer: Lowerer): Func {
  const f = finishFunction(lowerer)
  lowerer.module.functions.push(f)
  for (let next = lowerer.waiting.shift(); next; next = lowerer.waiting.shift()) {
    lowerer.enterDeep(next)
    const n = { count: 0 }
    const variables = new Map([...next.variables].map(([param, p]) => [param, passedVariable(lowerer, p, n)]))
    const self = next.self && passedVariable(lowerer, next.self, n)
    const result = next.result && passedVariable(lowerer, next.result, n)
    const values = runFrame(lowerer, newFrame(lowerer, next.symbol, self, variables as Frame['variables']))
    if (result) lowerer.store(result, values)
    lowerer.deepBodies.push(finishFunction(lowerer))
  }
  return f
}

/** Above every place of a definition. */
const UNDEFINED_BEHIND = 2 ** 32

/** Definitions in the order of the source, then what is only declared, in the order of what calls it. */
function sortFunctions({ module, keptFunctions, orders }: Lowerer): void {
  const places = new Map<Func, number>(orders)
  for (const [{ order = 0, body }, func] of keptFunctions) places.set(func, body ? order : UNDEFINED_BEHIND + order)
  // Functions of no place of their own stay behind the one in front of them.
  let last = 0
  const placed = module.functions.map(func => ({ func, place: (last = places.get(func) ?? last) }))
  placed.sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0))
  module.functions.splice(0, placed.length, ...placed.map(({ func }) => func))
}

function addCallable(
  lowerer: Lowerer,
  f: FunctionSymbol,
  func: Func,
  stays: Callable['stays'] | false,
  exportName?: string,
): void {
  const symbol = mangled(f, exportName)
  lowerer.module.callables.push({
    func,
    symbol,
    passed: passedValues(lowerer, f),
    ...(stays ? { stays } : {}),
  })
}

/** The second function of a hull shader, which shares the entry's signatures; hull shaders of a library may share it. */
function lowerPatchConstantFunction(lowerer: Lowerer, program: Program, symbol: FunctionSymbol): Func {
  const { functions } = lowerer.module
  const { varyings } = lowerer
  const io = program.io?.patchConstant
  const elements = io && varyings instanceof ShaderVaryings ? varyings.idsOf(io) : ''
  const known = lowerer.patchConstants.get(symbol)
  if (known?.elements === elements) return known.f
  if (known)
    lowerer.unsupported('a patch constant function of hull shaders whose signatures differ', symbol, 'libraries')
  lowerer.enter({ ...program, entry: symbol })
  lowerPatchConstant(lowerer, varyings)
  const f = finishProgram(lowerer)
  lowerer.patchConstants.set(symbol, { f, elements })
  if (symbol.order !== undefined) lowerer.orders.set(f, symbol.order)
  // As the source has them.
  else if (symbol.pos < program.entry.pos) functions.splice(-2, 2, f, functions.at(-2)!)
  return f
}

/** Patch constant functions of libraries go where the source has them, among the functions that are not there a second time. */
function placePatchConstants({ module: { functions }, orders, patchConstants }: Lowerer): void {
  const moved = [...patchConstants.values()].map(({ f }) => f).filter(f => orders.has(f))
  for (const f of moved) functions.splice(functions.indexOf(f), 1)
  for (const f of moved) {
    const order = orders.get(f)!
    let last = -1
    const at = functions.findIndex(g => {
      const other = orders.get(g) ?? last
      const isBehind = other > order || other < last
      last = other
      return isBehind
    })
    functions.splice(at < 0 ? functions.length : at, 0, f)
  }
}

/** The function that was being lowered is complete. */
function finishFunction({ b }: Lowerer): Func {
  const { f } = b
  b.finish()
  const dead = unreachableBlocks(f)
  if (dead.size > 0) f.removeBlocks(dead)
  return f
}

/** Globals by order of declaration; loose ones' block comes first. */
function globalNumbers(program: Program): Map<VarSymbol | CBufferSymbol, number> {
  const numbers = new Map<VarSymbol | CBufferSymbol, number>()
  for (const [i, g] of program.globals.entries()) numbers.set(g, g.kind === 'cbuffer' && g.name === '$Globals' ? -1 : i)
  return numbers
}
