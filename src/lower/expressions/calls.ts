// Calls of user functions, lowered in line: parameters become variables of a new frame, `return` a jump to the exit block.

import { mangled } from '../../hlsl/tree/mangle.ts'
import { isPatch } from '../../hlsl/tree/patches.ts'
import { isStream } from '../../hlsl/tree/streams.ts'
import type { CallExpr, Expr, FunctionSymbol, ParamSymbol } from '../../hlsl/tree/typed.ts'
import { sameType } from '../../hlsl/tree/types.ts'
import type { Block, Value } from '../../ir/function.ts'
import { ProgramTooLarge } from '../core/builder.ts'
import { constantCall } from '../core/constant_calls.ts'
import { convertValue } from '../core/convert.ts'
import type { Frame, Lowerer } from '../core/lowerer.ts'
import { type Place, valuesPlace } from '../core/places.ts'
import { leavesOf } from '../core/scalars.ts'
import { hasEffects, rootOf } from '../core/scan.ts'
import {
  byReference,
  type Evaluation,
  evaluateArguments,
  isAggregate,
  isBaseCast,
  References,
} from '../storage/arguments.ts'
import { passedInput } from '../storage/cells.ts'
import { inMemory, isOpen, newStorage, newVariable } from '../storage/load_store.ts'
import { readsAlias } from '../storage/read_outs.ts'
import { contentsOf } from '../storage/struct_resources.ts'
import { containsArray, isResources } from '../storage/variables.ts'
import { isDeep, lowerDeepCall } from './deep_calls.ts'
import { lowerKeptCall, staysCall } from './kept_calls.ts'
import { lowerBody } from './statements.ts'

/** So many calls on each other's results are lowered by recursion. */
const LONG = 32

/** Long chains, `a.f().f()` or operators of structs, lean to the left: a loop instead of recursion keeps the stack flat. */
export function lowerCall(l: Lowerer, e: CallExpr): readonly Value[] {
  const ready = l.lowered.get(e)
  if (ready) return ready
  const chain = [e]
  for (let at = e.self; at?.kind === 'call' && !l.lowered.has(at); at = at.self) chain.push(at)
  if (chain.length < LONG) return lowerOne(l, e)
  let values: readonly Value[] = []
  for (let link = chain.pop(); link; link = chain.pop()) {
    const self = link.self as CallExpr | undefined
    values = lowerOne(l, link)
    if (self) l.lowered.delete(self)
    if (chain.length > 0) l.lowered.set(link, values)
  }
  return values
}

/** A call takes twice the stack of another expression. */
function lowerOne(l: Lowerer, e: CallExpr): readonly Value[] {
  l.enterNested(e.pos, 2)
  const values = lowerInline(l, e)
  l.depth -= 2
  return values
}

function lowerInline(l: Lowerer, e: CallExpr): readonly Value[] {
  const { callee } = e
  const constant = constantCall(l.constantCalls, callee, e)
  if (constant) return l.value(constant)
  if (staysCall(l, callee)) return lowerKeptCall(l, e)
  const facts = l.scanner.factsOf(callee)
  const variables = new Map<ParamSymbol, Place>()
  const self = e.self ? selfPlace(l, e.self, callee) : undefined
  const entered: (() => void)[] = []
  const after: (() => void)[] = []
  const references = new References()
  const places = evaluateArguments(l, e.args, (arg, i) => {
    const param = callee.params[i]!
    return param.mode === 'in'
      ? bindIn(l, e, param, arg, references, entered)
      : bindOut(l, e, param, arg, references, after)
  })
  callee.params.forEach((param, i) => {
    const place = places[i]
    if (place) variables.set(param, place)
  })
  l.b.pos = e.pos
  for (const copyIn of entered) copyIn()
  if (isDeep(l, callee, variables, self)) {
    const deep = lowerDeepCall(l, e, variables, self)
    for (const copyOut of after) copyOut()
    return deep
  }
  const scope = l.debug?.enterCall(callee, mangled)
  if (self) l.debug?.declareThis(self.type, self)
  const before = self ? 2 : 1
  for (const [i, param] of callee.params.entries()) if (places[i]) l.debug?.declare(param, places[i], i + before)
  const frame = newFrame(l, callee, self, variables as Frame['variables'])
  const result = runFrame(l, frame)
  if (scope) {
    l.debug?.leave(scope)
  }
  l.b.pos = e.pos
  for (const copyOut of after) copyOut()
  return facts.returns > 0 || callee.returnType.kind !== 'void' ? result : []
}

export function newFrame(
  l: Lowerer,
  symbol: FunctionSymbol,
  self: Place | undefined,
  variables: Frame['variables'],
): Frame {
  const facts = l.scanner.factsOf(symbol)
  const { returnType } = symbol
  const needsSlot = !facts.tailReturn && returnType.kind !== 'void'
  const exit = facts.tailReturn ? (0 as Block) : l.b.newBlock('exit')
  return {
    symbol,
    facts,
    variables,
    self,
    result: needsSlot ? newVariable(l, 'result', returnType, false, symbol.precise) : undefined,
    exit,
    tail: [],
    returns: 0,
    returnPos: 0,
    endPos: 0,
    breakTo: 0 as Block,
    breaksLoop: false,
    continueTo: 0 as Block,
  }
}

/** Calls lowered in line, counted apart from instructions because a call may emit none. */
const MAX_CALLS = 200_000

/** Lowers the body of a frame's function; the value it returned. */
export function runFrame(l: Lowerer, frame: Frame): readonly Value[] {
  const caller = l.frame
  if (++l.calls > MAX_CALLS) throw new ProgramTooLarge(l.b.pos)
  l.frame = frame
  const { symbol, exit } = frame
  l.memberUses.enter(l.scanner.factsOf(symbol).operates)
  if (symbol.body) lowerBody(l, symbol.body.body)
  const falls = l.b.reachable && !(frame.facts.tailReturn && frame.returns > 0)
  if (exit !== 0) {
    l.b.jump(exit)
    l.b.enter(exit)
  }
  l.b.ensureReachable()
  if (symbol.body && l.debug) endAt(l, frame, falls || frame.returns > 1 ? symbol.body.end - 1 : frame.returnPos)
  l.memberUses.leave()
  l.frame = caller
  if (symbol.returnType.kind === 'void') return []
  if (frame.result) return l.load(frame.result)
  return frame.tail.length > 0 ? frame.tail : l.undefined(symbol.returnType)
}

function endAt(l: Lowerer, frame: Frame, pos: number): void {
  frame.endPos = pos
  l.b.pos = pos
  if (pos !== frame.returnPos) l.b.step()
}

/** `this` is the caller's object itself; a temporary that the method changes gets storage. */
function selfPlace(l: Lowerer, self: Expr, callee: FunctionSymbol): Place {
  const place = contentsOf(l, self)
  if (!l.scanner.factsOf(callee).modifiesThis) return place
  if (place.kind === 'constants') return inMemory(l, valuesPlace(place.type, l.load(place)))
  return place.kind === 'values' ? inMemory(l, place) : place
}

/** A struct of resources that nobody can write: the parameter is another name for it. */
function isGlobalStruct(l: Lowerer, param: ParamSymbol, arg: Expr): boolean {
  const root = arg.type.kind === 'struct' && arg.type === param.type ? rootOf(arg) : undefined
  if (root === undefined || root === 'this') return false
  return root.storage === 'resource' || l.frame?.variables.get(root)?.kind === 'members'
}

/**
 * Structs and arrays are passed by reference where out arguments would be, else copied in the first round. What the callee changes it copies
 * when it begins: of `f(next(a[0]), a)` it gets what next() left.
 */
function bindIn(
  l: Lowerer,
  e: CallExpr,
  param: ParamSymbol,
  arg: Expr,
  references: References,
  entered: (() => void)[],
): Evaluation<Place> {
  const bind = (): Place => bindValue(l, e, param, arg)
  if (!isAggregate(param.type)) return { later: bind }
  if (!references.take(arg)) return { now: bind() }
  const facts = l.scanner.factsOf(e.callee)
  if (isResources(param.type)) {
    if (hasEffects(arg)) l.place(arg)
    return { later: bind }
  }
  if (facts.modified.has(param) && !facts.atomics.has(param))
    return byReference(l, arg, place => {
      const copy = newStorage(l, param, facts)
      entered.push(() => l.store(copy, l.load(place)))
      return copy
    })
  return byReference(l, arg, place => (isOwnMemory(place) && sameType(arg.type, param.type) ? place : bind()))
}

/** Inputs of the shader that nothing writes are read where they are, under the name of a parameter too. */
function isInput(l: Lowerer, param: ParamSymbol, arg: Expr): boolean {
  const root = !param.precise && sameType(arg.type, param.type) ? rootOf(arg) : undefined
  const place = root === undefined || root === 'this' ? undefined : l.frame?.variables.get(root)
  return place?.kind === 'memory' && place.cells.some(cell => cell.input)
}

function bindValue(l: Lowerer, e: CallExpr, param: ParamSymbol, arg: Expr): Place {
  const facts = l.scanner.factsOf(e.callee)
  const packed = facts.indexed.has(param)
  const isFixed = !facts.modified.has(param) && !packed
  // Nothing writes to a patch.
  if (facts.atomics.has(param)) return l.place(arg)
  const isReadInPlace = !facts.modified.has(param) && (packed || containsArray(param.type)) && isInput(l, param, arg)
  if (isPatch(param.type) || isReadInPlace) return passedInput(l.place(arg))
  if (isFixed && isGlobalStruct(l, param, arg)) {
    const place = l.place(arg)
    return place.kind === 'members' && arg.kind === 'var' ? { ...place, copies: (place.copies ?? 0) + 1 } : place
  }
  if (isFixed && !containsArray(param.type) && !l.payloads.has(param))
    return valuesPlace(param.type, l.passed(l.value(arg)))
  if (isResources(param.type)) return bindResources(l, e, param, arg, facts.modified.has(param))
  if (isFixed && arg.type.kind === 'array' && arg.type === param.type) {
    const place = l.place(arg)
    if (place.kind === 'values') return place
  }
  const copy = newStorage(l, param, facts)
  l.store(copy, l.value(arg))
  return copy
}

/** Out and inout: the argument's own memory, or a copy that goes back after the call. */
function bindOut(
  l: Lowerer,
  e: CallExpr,
  param: ParamSymbol,
  arg: Expr,
  references: References,
  after: (() => void)[],
): Evaluation<Place> {
  const { callee } = e
  if (param.isShared || l.scanner.factsOf(callee).atomics.has(param)) return { later: () => l.place(arg) }
  if (isStream(param.type)) return { now: l.place(arg) }
  const copied = (target: Place): Place => copyInOut(l, callee, param, arg, target, after)
  if (!references.take(arg) || param.precise || !sameType(arg.type, param.type)) return { now: copied(l.place(arg)) }
  const isRead = readsAlias(e, param, arg)
  return byReference(l, arg, place => {
    // What is written to `(S)d` stays in the copy, unless an argument before it named d.
    if (isBaseCast(arg)) return copyInOut(l, callee, param, arg, place, [])
    if (!isOwnMemory(place)) return copied(place)
    if (!isRead) return place
    // Such go back as the function ends, from first to last, before any copies made by the caller.
    const end: (() => void)[] = []
    const copy = copyInOut(l, callee, param, arg, place, end)
    after.unshift(...end)
    return copy
  })
}

function copyInOut(
  l: Lowerer,
  callee: FunctionSymbol,
  param: ParamSymbol,
  arg: Expr,
  target: Place,
  after: (() => void)[],
): Place {
  const facts = l.scanner.factsOf(callee)
  if (isDeclared(target, arg)) {
    if (param.mode === 'inout' && !facts.modified.has(param)) return target
    l.diagnostics.report('E3003', arg, {})
  }
  const copy = newStorage(l, param, facts)
  if (param.mode === 'inout') l.store(copy, convertValue(l, l.load(target), arg.type, param.type))
  after.push(() => l.store(target, convertValue(l, l.load(copy), param.type, arg.type)))
  return copy
}

/** Memory, or one component of a vector in it. */
function isOwnMemory(place: Place): boolean {
  if (place.kind === 'leaves' || place.kind === 'component')
    return place.base.kind === 'memory' || place.base.kind === 'aggregate'
  return place.kind === 'memory' || place.kind === 'aggregate'
}

/**
 * An array of resources passed in: a range of declared ones under the parameter's name, so that indices into it stay indices into the declared
 * array, else memory shared or copied. An unbounded parameter is as long as its argument.
 */
function bindResources(l: Lowerer, e: CallExpr, param: ParamSymbol, arg: Expr, isModified: boolean): Place {
  const place = l.place(arg)
  if (!isModified && place.kind === 'objects' && param.type.kind === 'array') return { ...place, type: param.type }
  if (!isModified && place.kind === 'memory' && isOnlyLocal(e, param, arg)) return place
  const isUnbounded = param.type.kind === 'array' && param.type.size < 0
  const type = isUnbounded ? place.type : param.type
  if (isOpen(type)) {
    l.diagnostics.report('E3005', e, { name: param.name })
    return place
  }
  const copy = newVariable(l, param.name, type, false, param.precise)
  l.store(copy, l.load(place))
  return copy
}

/** What is declared cannot be assigned, through a parameter neither. */
function isDeclared(place: Place, arg: Expr): boolean {
  return (
    (place.kind === 'values' || place.kind === 'objects') && leavesOf(arg.type).some(leaf => leaf.kind === 'object')
  )
}

function isOnlyLocal(e: CallExpr, param: ParamSymbol, arg: Expr): boolean {
  const root = rootOf(arg)
  if (root === undefined || root === 'this' || param.precise) return false
  if (root.storage !== 'local' && root.storage !== 'parameter') return false
  let reached = e.self && rootOf(e.self) === root ? 1 : 0
  for (const other of e.args) if (rootOf(other) === root) reached++
  return reached === 1
}
