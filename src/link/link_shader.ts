// Libraries and the name of an entry point to a module of the IR: the entry with all it calls in line, as if it were lowered from one source.

import { dxOpcode } from '../dxil/dx_call.ts'
import { globalOf } from '../dxil/references.ts'
import { unreachableBlocks } from '../ir/control_flow.ts'
import { dominanceOf } from '../ir/dominance.ts'
import { Func } from '../ir/function.ts'
import { type CodeOptions, Module, type ShaderTarget } from '../ir/module.ts'
import { Op } from '../ir/ops.ts'
import { VOID } from '../ir/types.ts'
import { verifyFunc } from '../ir/verify.ts'
import { verifyOperations } from '../ir/verify_dx.ts'
import type { GlobalVariable, Func as LlvmFunc, Value } from '../llvm/model/values.ts'
import { DxilOp } from '../spec/dxil_ops.ts'
import { stageOfPrefix } from '../spec/stages.ts'
import { hasDebug, LinkedDebug, type LinkedSources } from './debug.ts'
import { entryPoint, stageOf } from './entries.ts'
import { importBody } from './functions.ts'
import { type Definition, Importer, type LinkState } from './importer.ts'
import type { Library } from './library.ts'
import { LinkProblem, shownSymbol } from './problem.ts'
import { LinkedResources } from './resources.ts'
import type { Reachable, Symbols } from './symbols.ts'
import { Leaves } from './types.ts'

export interface LinkWatch {
  /** A resource that two libraries give different registers: the first one counts. */
  readonly differ: (name: string, first: string, second: string) => void
}

export interface Linked {
  readonly module: Module
  readonly rootSignature?: Uint8Array | undefined
  /** Of libraries with debug information. */
  readonly sources?: LinkedSources | undefined
}

/** @throws LinkProblem */
export function linkShader(
  symbols: Symbols,
  name: string,
  target: ShaderTarget,
  code: CodeOptions,
  watch: LinkWatch,
): Linked {
  const root = symbols.entry(name)
  if (!root) throw new LinkProblem('E4103', { name })
  if (!('entry' in root)) throw new LinkProblem('E4104', { name: shownSymbol(root.func.name) })
  const stage = stageOf(root.entry)
  const wanted = stageOfPrefix(target.stage)!
  if (stage !== wanted)
    throw new LinkProblem('E4108', { target: wanted.prefix ?? '', entry: stage.prefix ?? stage.name })
  const module = new Module(target, code)
  const constructors = constructorsFor(symbols, root, undefinedFunction)
  const reachable = symbols.reachable([root, ...constructors], undefinedFunction)
  const link = newLink(module, symbols, reachable, watch)
  const main = new Func(root.func.name)
  importRoot(link, main, root, constructors)
  const patch = root.entry.properties.hull?.patchConstantFunction
  const patchConstant = patch && new Func(patch.name)
  if (patch && patchConstant) importRoot(link, patchConstant, { func: patch, library: root.library }, constructors)
  module.functions.push(main, ...(patchConstant ? [patchConstant] : []))
  module.entries.push(entryPoint(root.entry, name, main, patchConstant))
  checkOperations(module)
  return { module, rootSignature: root.entry.properties.rootSignature, sources: link.debug?.sources }
}

function undefinedFunction(func: LlvmFunc): never {
  throw new LinkProblem('E4103', { name: shownSymbol(func.name) })
}

/** Which calls stay calls. */
export interface Kept {
  readonly of: LinkState['kept']
}
const NOTHING_STAYS: Kept = { of: () => undefined }

export function newLink(
  module: Module,
  symbols: Symbols,
  reachable: Reachable,
  { differ }: LinkWatch,
  kept: Kept = NOTHING_STAYS,
): LinkState {
  const debug = symbols.libraries.some(library => hasDebug(library.module)) ? new LinkedDebug() : undefined
  module.debug = debug?.info
  const resources = new LinkedResources()
  resources.declare(module, symbols.libraries, g => reachable.globals.has(g), differ)
  checkGlobals(symbols, reachable, g => resources.of(g) !== undefined)
  return {
    module,
    leaves: new Leaves(),
    definition: (func, from) => symbols.definition(func, from),
    resource: g => resources.of(g),
    shared: new Map(),
    isPassed: passedMemory(reachable),
    debug,
    kept: (callee, from) => kept.of(callee, from),
  }
}

/** Groupshared memory that DispatchMesh takes. */
function passedMemory({ functions, globals }: Reachable): (g: GlobalVariable) => boolean {
  if (![...globals].some(g => g.type.addressSpace === 3)) return () => false
  const passed = new Set<Value>()
  for (const func of functions.keys())
    for (const block of func.blocks)
      for (const i of block.instructions)
        if (dxOpcode(i) === DxilOp.DispatchMesh) passed.add(globalOf(i.operands.at(-2)!))
  return g => passed.has(g)
}

/** Variables that several libraries define under one name are an error, as in DXC; resources are not. */
function checkGlobals(symbols: Symbols, { globals }: Reachable, isResource: (g: GlobalVariable) => boolean): void {
  const known = new Map<string, Library>()
  for (const library of symbols.libraries)
    for (const g of library.module.globals) {
      if (!globals.has(g) || isResource(g) || g.linkage === INTERNAL || /^(dx|llvm)\./.test(g.name)) continue
      const other = known.get(g.name)
      if (other) throw new LinkProblem('E4109', { name: shownSymbol(g.name), first: other.name, second: library.name })
      known.set(g.name, library)
    }
}
const INTERNAL = 3

// ---- constructors --------------------------------------------------------------------------------------------------------------------

/** What gives static variables their values that a function uses; an entry point calls those of its own library itself. */
export function constructorsFor(
  symbols: Symbols,
  root: Definition,
  missing: (func: LlvmFunc, from: Library) => void,
): readonly Definition[] {
  const { globals } = symbols.reachable([root], missing)
  const isEntry = root.library.entries.has(root.func)
  return symbols.libraries.flatMap(library =>
    isEntry && library === root.library
      ? []
      : constructorsOf(library).flatMap(func => {
          const own = { func, library }
          const used = [...symbols.referencesOf(own)].some(
            r => r.kind === 'global' && !r.constant && globals.has(r) && !isResource(library, r),
          )
          return used ? [own] : []
        }),
  )
}

const isResource = ({ program }: Library, g: GlobalVariable): boolean =>
  program.resources.some(r => r.symbol !== undefined && globalOf(r.symbol) === g)

export function constructorsOf({ module }: Library): LlvmFunc[] {
  const list = module.globals.find(g => g.name === 'llvm.global_ctors')?.initializer
  if (list?.kind !== 'aggregate') return []
  return list.operands.flatMap(row => {
    const func = row.kind === 'aggregate' ? row.operands[1] : undefined
    return func?.kind === 'function' && !func.isDeclaration ? [func] : []
  })
}

// ---- functions -----------------------------------------------------------------------------------------------------------------------

/** A function that a pipeline calls. */
function importRoot(link: LinkState, f: Func, root: Definition, constructors: readonly Definition[]): void {
  const s = new Importer(link, f)
  for (const initialiser of constructors) importBody(s, initialiser, [])
  importBody(s, root, [], () => void f.terminate(s.block, Op.Ret, VOID, [], [], 0, s.loc))
  finishFunction(s)
}

/** Libraries may say anything: every operation is looked at once the elements of signatures are known. */
export function checkOperations(module: Module): void {
  for (const f of module.definitions) {
    const [complaint] = verifyOperations(module, f)
    if (complaint) throw new LinkProblem('E4111', { name: shownSymbol(f.name), what: complaint.what })
  }
}

/** What is left when all blocks are there. */
export function finishFunction(s: Importer): void {
  const { f, module } = s
  const dead = unreachableBlocks(f)
  if (dead.size > 0) f.removeBlocks(dead)
  const dominance = dominanceOf(f)
  // Emission wants definitions before uses; blocks of calls were added at the end.
  f.setLayout(dominance.order)
  for (const { latch, unroll } of s.latches)
    for (const header of dominance.isReachable(latch) ? f.successors(latch) : [])
      if (dominance.dominates(header, latch)) f.loopHints.set(header, { unroll, pos: 0 })
  const [complaint] = verifyFunc(module, f)
  if (complaint) throw new LinkProblem('E4111', { name: shownSymbol(f.name), what: complaint.what })
}
