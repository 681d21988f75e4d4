// Libraries to one library: shaders and exported functions stay functions, what they call is taken in line unless it asks not to be, or has no
// body here.

import { byteText } from '../base/c_string.ts'
import { type Referenced, unmangled } from '../dxil/references.ts'
import { Func, NO_VALUE, type Value } from '../ir/function.ts'
import { type Callable, type CodeOptions, Module, type PassedValue, type ShaderTarget } from '../ir/module.ts'
import { Op } from '../ir/ops.ts'
import { I32, VOID } from '../ir/types.ts'
import { hasAttribute } from '../llvm/model/attributes.ts'
import type { Type as LlvmType } from '../llvm/model/types.ts'
import {
  type GlobalVariable,
  type Func as LlvmFunc,
  Op as LlvmOp,
  type Value as LlvmValue,
} from '../llvm/model/values.ts'
import { keptResult, parameterValue } from './calls.ts'
import { isInternal } from './constants.ts'
import { entryPoint, stageOf } from './entries.ts'
import { importBody } from './functions.ts'
import { type Definition, Importer, type LinkState } from './importer.ts'
import type { Library } from './library.ts'
import {
  checkOperations,
  constructorsFor,
  constructorsOf,
  finishFunction,
  type Linked,
  type LinkWatch,
  newLink,
} from './link_shader.ts'
import { valueType } from './operations.ts'
import { passedValues, payloadTypes } from './passed.ts'
import { LinkProblem, shownSymbol } from './problem.ts'
import { type Reachable, type Symbols, symbolOf } from './symbols.ts'
import { irType, isHandle, isNodeObject } from './types.ts'

export interface LibraryExports {
  /** Names inside with what they are called outside; none outside: as inside. Empty: everything is exported. */
  readonly names: ReadonlyMap<string, readonly string[]>
  readonly shadersOnly: boolean
}

/** A function of the result: what it is made of, and its symbol; without symbol one that only the library itself may call. */
interface Root extends Definition {
  readonly symbol: string | undefined
}

/** @throws LinkProblem */
export function linkLibrary(
  symbols: Symbols,
  exports: LibraryExports,
  target: ShaderTarget,
  code: CodeOptions,
  watch: LinkWatch,
): Linked {
  const all = rootsOf(symbols, exports)
  const roots = all.filter(r => r.symbol !== undefined)
  if (roots.length === 0) throw new LinkProblem('E4114', {})
  const module = new Module(target, code)
  const missing = (func: LlvmFunc): void => {
    if (exports.shadersOnly) throw new LinkProblem('E4103', { name: shownSymbol(func.name) })
  }
  const constructors = new Map(roots.map(root => [root.func, constructorsFor(symbols, root, missing)]))
  const reachable = symbols.reachable([...roots, ...[...constructors.values()].flat()], missing)
  const shared = roots.flatMap(root => {
    if (!module.isForLinking) checkParameters(root)
    return root.library.entries.has(root.func) ? [] : writtenFrom(symbols, root)
  })
  const statics = sharedStatics(symbols, [...shared, ...keptStatics(symbols, reachable)])
  const kept = new KeptFunctions(module, symbols, roots, exports.names.size > 0 ? 'internal.' : '')
  const link = { ...newLink(module, symbols, reachable, watch, kept), statics, guards: guardsOf(symbols, statics) }
  // All are there before the first one has a body, in their order; what nobody defines comes first.
  const isAll = exports.names.size === 0
  for (const open of openFunctions(symbols, isAll ? all : roots, isAll)) kept.add(open, open.func.name)
  const wanted = all.filter(root => reachable.functions.has(root.func))
  const patches = patchFunctions(roots)
  const bodies = wanted.flatMap(root => declared(module, kept, root, patches))
  for (const root of roots) declareEntry(module, kept, root, bodies)
  for (const { definition, func } of bodies)
    importFunction(link, definition, func, constructors.get(definition.func) ?? [])
  checkOperations(module)
  if (target.minor >= PAYLOAD_QUALIFIERS)
    for (const library of symbols.libraries) declarePayloads(module, library.module)
  return { module, sources: link.debug?.sources }
}

/** Least minor version of shader model 6 whose libraries say what stages do with payloads. */
const PAYLOAD_QUALIFIERS = 6

// ---- what is exported ----------------------------------------------------------------------------------------------------------------

function rootsOf(symbols: Symbols, { names, shadersOnly }: LibraryExports): Root[] {
  const isShader = (d: Definition): boolean => d.library.entries.has(d.func)
  const defined = symbols.definitions
  const all = defined.filter(d => !isInternal(d.func.linkage) && (!shadersOnly || isShader(d)))
  if (names.size === 0) {
    if (!shadersOnly) return defined.map(d => ({ ...d, symbol: all.includes(d) ? d.func.name : undefined }))
    const shaders = symbols.libraries.flatMap(library =>
      library.module.functions.filter(func => library.entries.has(func)).map(func => ({ func, library })),
    )
    return popped(symbols, shaders).map(([d, own]) => ({ ...d, symbol: own?.func.name }))
  }
  const unused = new Set(names.keys())
  const exported = all.flatMap(d => {
    const key = [byteText(d.func.name), unmangled(d.func.name)].find(name => names.has(name))
    if (key === undefined) return []
    unused.delete(key)
    const given = names.get(key)!
    const outside = given.length === 0 ? [unmangled(d.func.name)] : [...new Set(given)].sort()
    return [{ ...d, outside: outside.map(name => renamed(d.func.name, name)) }]
  })
  if (exported.length === 0) return []
  const taken = new Set<string>()
  for (const symbol of exported.flatMap(d => d.outside)) {
    if (taken.has(symbol)) throw new LinkProblem('E2516', { name: symbol.replace('\x01', '\\01') })
    taken.add(symbol)
  }
  const [missing] = unused
  if (missing !== undefined) throw new LinkProblem('E2515', { name: missing })
  const ordered = popped(symbols, exported)
  const first = ordered.map(([{ func, library }, own]): Root => ({ func, library, symbol: own?.outside[0] }))
  // Further names are copies behind all that is there.
  const copies = ordered.flatMap(([{ func, library }, own]): Root[] =>
    (own?.outside.slice(1) ?? []).map(symbol => ({ func, library, symbol })),
  )
  return [...first, ...copies]
}

/** In the order in which DXC's linker takes what is wanted from its work list, the last one first, and what that calls behind it. */
function popped<D extends Definition>(
  symbols: Symbols,
  wanted: readonly D[],
): (readonly [Definition, D | undefined])[] {
  const byFunction = new Map<LlvmFunc, D>(wanted.map(d => [d.func, d]))
  const order: (readonly [Definition, D | undefined])[] = []
  const seen = new Set<LlvmFunc>()
  const work: Definition[] = [...wanted]
  for (let next = work.pop(); next; next = work.pop()) {
    if (seen.has(next.func)) continue
    seen.add(next.func)
    order.push([next, byFunction.get(next.func)])
    const hull = next.library.entries.get(next.func)?.properties.hull?.patchConstantFunction
    for (const r of hull ? [...symbols.referencesOf(next), hull] : symbols.referencesOf(next)) {
      const definition = r.kind === 'function' ? symbols.definition(r, next.library) : undefined
      if (definition) work.push(definition)
    }
  }
  return order
}

/**
 * Functions that are called and that no library defines, in the order of DXC's declarations: as what calls them is found, or, where everything is
 * exported, as each library has them.
 */
function openFunctions(symbols: Symbols, from: readonly Definition[], isAll: boolean): readonly Definition[] {
  const open = new Map<string, Definition>()
  const add = (func: Referenced, library: Library): void => {
    if (func.kind === 'function' && !/^(dx\.op|llvm)\./.test(func.name) && !symbols.definition(func, library))
      open.set(func.name, open.get(func.name) ?? { func, library })
  }
  if (isAll)
    for (const library of new Set(from.map(d => d.library)))
      for (const func of library.module.functions) add(func, library)
  else
    for (const [d] of popped(symbols, [...from].reverse())) for (const r of symbols.referencesOf(d)) add(r, d.library)
  return [...open.values()]
}

/** Mangled names have what is put in front inside. */
const prefixed = (prefix: string, symbol: string): string =>
  symbol.startsWith('\x01?') ? `\x01?${prefix}${symbol.slice(2)}` : prefix + symbol

/** A mangled symbol with another name in it. */
function renamed(symbol: string, name: string): string {
  if (!symbol.startsWith('\x01?')) return name
  const end = symbol.indexOf('@')
  return `\x01?${name}${symbol.slice(end)}`
}

/**
 * Static variables live as long as the invocation: those that a function writes which is no shader, or that one uses which stays a call, hold their value
 * from one call to the next. Where code initialises one of them, everything that this code writes is shared, so that it runs once.
 */
function sharedStatics(symbols: Symbols, used: readonly GlobalVariable[]): ReadonlySet<GlobalVariable> {
  const shared = new Set(used)
  const written = constructorsOfAll(symbols).map(c => writtenFrom(symbols, c))
  for (const late of written) if (late.some(g => shared.has(g))) for (const g of late) shared.add(g)
  return shared
}

const constructorsOfAll = (symbols: Symbols): readonly Definition[] =>
  symbols.libraries.flatMap(library => constructorsOf(library).map(func => ({ func, library })))

/** Static variables that a function and what it calls write. */
const writtenFrom = (symbols: Symbols, from: Definition): readonly GlobalVariable[] =>
  [...symbols.reachable([from], () => {}).functions.values()].flatMap(writtenStatics)

/** Constructors of variables that functions share; none of them has its guard yet. */
function guardsOf(symbols: Symbols, statics: ReadonlySet<GlobalVariable>): Map<LlvmFunc, Value> {
  const all = constructorsOfAll(symbols)
  return new Map(all.filter(c => writtenFrom(symbols, c).some(g => statics.has(g))).map(({ func }) => [func, NO_VALUE]))
}

/** Static variables that a function and what it calls use. */
function staticsOf(symbols: Symbols, definition: Definition): GlobalVariable[] {
  const { globals } = symbols.reachable([definition], () => {})
  return [...globals].filter(g => !g.constant && g.type.addressSpace === 0 && isInternal(g.linkage))
}

/** Static variables that functions use which stay calls. */
const keptStatics = (symbols: Symbols, { functions }: Reachable): readonly GlobalVariable[] =>
  [...functions.values()].flatMap(d => (isNoInline(d.func) ? staticsOf(symbols, d) : []))

/** Neither resources nor objects of nodes are parameters of functions that stay, but for a later link: nobody could say which they are. */
function checkParameters({ func, library }: Root): void {
  if (!library.entries.has(func) && takesObjects(func)) throw new LinkProblem('E4118', { name: unmangled(func.name) })
}

const takesObjects = ({ functionType }: LlvmFunc): boolean => functionType.contained.some(holdsObject)

/** A handle or object of a node, or what has one inside; of damaged types, too, which may contain themselves. */
function holdsObject(type: LlvmType): boolean {
  const seen = new Set([type])
  for (const inner of seen) {
    if (isHandle(inner) || isNodeObject(inner)) return true
    if (inner.kind !== 'function') for (const part of inner.contained) seen.add(part)
  }
  return false
}

function writtenStatics({ func }: Definition): GlobalVariable[] {
  return func.blocks.flatMap(b =>
    b.instructions.flatMap(i => {
      const target = i.op === LlvmOp.Store ? rootOf(i.operands[1]!) : undefined
      return target?.kind === 'global' && target.type.addressSpace === 0 ? [target] : []
    }),
  )
}

/** The variable that an address is in. */
function rootOf(pointer: LlvmValue): LlvmValue {
  let at = pointer
  for (let steps = 0; steps < 100; steps++) {
    if (at.kind === 'expr' || (at.kind === 'instruction' && (at.op === LlvmOp.Gep || at.op === LlvmOp.Cast)))
      at = at.operands[0]!
    else break
  }
  return at
}

// ---- functions that stay -------------------------------------------------------------------------------------------------------------

interface Kept {
  readonly func: Func
  readonly number: number
}

/** Functions that calls go to: those without a body here, and those that are not to be taken in line. */
class KeptFunctions {
  readonly #prefix: string
  readonly #module: Module
  readonly #symbols: Symbols
  readonly #roots: ReadonlyMap<LlvmFunc, Root>
  readonly #known = new Map<string, Kept>()
  readonly #passed = new Map<Library, ReadonlyMap<LlvmFunc, readonly PassedValue[]>>()

  /**
   * @param prefix in front of the names of functions that are the library's own
   */
  constructor(module: Module, symbols: Symbols, roots: readonly Root[], prefix: string) {
    this.#prefix = prefix
    this.#module = module
    this.#symbols = symbols
    this.#roots = new Map([...roots].reverse().map(r => [r.func, r]))
  }

  /** The function that a call goes to; undefined where the body is taken in line. */
  of(callee: LlvmFunc, from: Library): Kept | undefined {
    const definition = this.#symbols.definition(callee, from)
    if (definition && !staysCall(this.#module, definition.func)) return undefined
    const own = definition ?? { func: callee, library: from }
    return this.add(own, this.#roots.get(own.func)?.symbol)
  }

  /** A function of the result; its body comes later. Without a symbol it is the library's own, unless it has no body at all. */
  add(definition: Definition, symbol: string | undefined): Kept {
    const { func: source, library } = definition
    const isOwn = symbol === undefined && !source.isDeclaration
    const name = symbol ?? prefixed(isOwn ? this.#prefix : '', symbolOf(definition))
    const known = this.#known.get(name)
    if (known) return known
    const func = newFunction(this.#module, source)
    const made = { func, number: this.#module.functions.length }
    this.#module.functions.push(func)
    const callable: Callable = { func, symbol: byteText(name), passed: this.passed(source, library) }
    const stays = isOwn ? 'own' : !source.isDeclaration && isNoInline(source) && 'exported'
    this.#module.callables.push(stays ? { ...callable, stays } : callable)
    this.#known.set(name, made)
    return made
  }

  passed(func: LlvmFunc, library: Library): readonly PassedValue[] {
    let all = this.#passed.get(library)
    if (!all) this.#passed.set(library, (all = passedValues(library.module, words => valueType(this.#module, words))))
    const plain = (): PassedValue => ({ direction: 'in', type: undefined })
    return all.get(func) ?? func.functionType.contained.map(plain)
  }
}

const isNoInline = (func: LlvmFunc): boolean => hasAttribute(func, 'noinline')

/** Whether calls of a function with a body here stay calls: drivers take none with resources. */
const staysCall = ({ isForLinking }: Module, func: LlvmFunc): boolean =>
  isNoInline(func) && (isForLinking || !takesObjects(func))

function newFunction(module: Module, { name, functionType }: LlvmFunc): Func {
  const [result, ...params] = functionType.contained.map(t => irType(module.types, t, false))
  return new Func(name, params, result)
}

// ---- bodies --------------------------------------------------------------------------------------------------------------------------

interface Body {
  readonly definition: Definition
  readonly func: Func
}

/** Functions that belong to hull shaders of the result. */
const patchFunctions = (roots: readonly Root[]): ReadonlySet<LlvmFunc> =>
  new Set(roots.flatMap(r => r.library.entries.get(r.func)?.properties.hull?.patchConstantFunction ?? []))

/** Adds the function that a definition is in the result; nothing where it is only taken in line. */
function declared(module: Module, kept: KeptFunctions, root: Root, patches: ReadonlySet<LlvmFunc>): Body[] {
  if (patches.has(root.func) || (root.symbol !== undefined && root.library.entries.has(root.func))) {
    const func = newFunction(module, root.func)
    module.functions.push(func)
    return [{ definition: root, func }]
  }
  if (root.symbol === undefined && !staysCall(module, root.func)) return []
  return [{ definition: root, func: kept.add(root, root.symbol).func }]
}

/** Adds what a pipeline has to know of a shader. */
function declareEntry(module: Module, kept: KeptFunctions, root: Root, bodies: readonly Body[]): void {
  const entry = root.library.entries.get(root.func)
  const own = bodies.find(b => b.definition === root)
  if (!entry || !own || root.symbol === undefined) return
  const hull = entry.properties.hull?.patchConstantFunction
  const patch = bodies.find(b => b.definition.func === hull)
  const point = entryPoint(entry, unmangled(root.symbol), own.func, patch?.func)
  const symbol = stageOf(entry).prefix === undefined ? { symbol: byteText(root.symbol) } : {}
  const passed = kept.passed(root.func, root.library)
  module.entries.push({ ...point, ...symbol, passed, ...(hull ? { patchSymbol: byteText(hull.name) } : {}) })
}

function importFunction(link: LinkState, definition: Definition, f: Func, constructors: readonly Definition[]): void {
  if (!f.isDeclaration) return
  const s = new Importer(link, f)
  const args = definition.func.args.map(({ type }, n) => parameterValue(s, n, type))
  for (const first of constructors) importConstructor(s, first)
  if (definition.library.entries.has(definition.func))
    // A shader calls the constructors of its library itself, whatever a guard says.
    for (const func of constructorsOf(definition.library)) markInitialised(s, func)
  importBody(s, definition, args, value => {
    const result: Value[] = f.result === VOID || value === undefined ? [] : [keptResult(s, value, definition.func)]
    s.f.terminate(s.block, Op.Ret, VOID, result, [], 0, s.loc)
  })
  finishFunction(s)
}

/** The first function that runs initialises what functions share. */
function importConstructor(s: Importer, initialiser: Definition): void {
  const guard = guardOf(s, initialiser.func)
  if (!guard) {
    importBody(s, initialiser, [])
    return
  }
  const { f } = s
  const [first, end] = [f.createBlock(), f.createBlock()]
  const isNew = s.icmp('eq', s.load(guard), s.i32(0))
  f.terminate(s.block, Op.CondBr, VOID, [isNew], [first, end], 0, s.loc)
  f.placeBlock(first)
  s.block = first
  importBody(s, initialiser, [])
  s.store(guard, s.i32(1))
  f.terminate(s.block, Op.Br, VOID, [], [end], 0, s.loc)
  f.placeBlock(end)
  s.block = end
}

function markInitialised(s: Importer, func: LlvmFunc): void {
  const guard = guardOf(s, func)
  if (guard) s.store(guard, s.i32(1))
}

/** What says whether a constructor ran whose variables functions share, as an address; undefined for other constructors. */
function guardOf(s: Importer, func: LlvmFunc): Value | undefined {
  const { module, link } = s
  let guard = link.guards?.get(func)
  if (guard === undefined) return undefined
  if (guard === NO_VALUE) {
    const type = module.types.array(I32, 1)
    guard = module.addGlobal(`${byteText(func.name)}.guard`, type, 0, undefined, [s.i32(0)])
    link.guards?.set(func, guard)
  }
  return s.emit(Op.Gep, module.types.pointer(I32), [guard, s.i32(0)])
}

function declarePayloads(module: Module, source: Library['module']): void {
  for (const { type, access } of payloadTypes(source)) {
    const own = irType(module.types, type, false)
    if (!module.payloads.some(p => p.type === own)) module.payloads.push({ type: own, access })
  }
}
