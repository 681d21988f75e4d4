// Calls of user functions, lowered in line: parameters become variables of a new frame, `return` a jump to the exit block.

import { mangled } from '../../hlsl/tree/mangle.ts'
import { isPatch } from '../../hlsl/tree/patches.ts'
import { isStream } from '../../hlsl/tree/streams.ts'
import type { CallExpr, Expr, FunctionSymbol, ParamSymbol } from '../../hlsl/tree/typed.ts'
import { innermost, type MatrixType, sameType, type Type } from '../../hlsl/tree/types.ts'
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
import { copiedPlace } from '../storage/copied_places.ts'
import { beginLifetime, inMemory, isOpen, newStorage, newVariable } from '../storage/load_store.ts'
import { readsAlias } from '../storage/read_outs.ts'
import { contentsOf, givenPlace, isGlobalStruct } from '../storage/struct_resources.ts'
import { containsArray, isResources } from '../storage/variables.ts'
import { isDeep, lowerDeepCall } from './deep_calls.ts'
import { lowerKeptCall, staysCall } from './kept_calls.ts'
import { lowerBody } from './statements.ts'

/** So many calls on each other's results are lowered by recursion. */
const LONG = 32

/** Long chains, `a.f().f()` or operators of structs, lean to the left: a loop instead of recursion keeps the stack flat. */
export function lowerCall(lowerer: Lowerer, e: CallExpr): readonly Value[] {
  const ready = lowerer.lowered.get(e)
  if (ready) return ready
  const chain = [e]
  for (let at = e.self; at?.kind === 'call' && !lowerer.lowered.has(at); at = at.self) chain.push(at)
  if (chain.length < LONG) return lowerOne(lowerer, e)
  let values: readonly Value[] = []
  for (let link = chain.pop(); link; link = chain.pop()) {
    const self = link.self as CallExpr | undefined
    values = lowerOne(lowerer, link)
    if (self) lowerer.lowered.delete(self)
    if (chain.length > 0) lowerer.lowered.set(link, values)
  }
  return values
}

/** A call takes twice the stack of another expression. */
function lowerOne(lowerer: Lowerer, e: CallExpr): readonly Value[] {
  lowerer.enterNested(e.pos, 2)
  const values = lowerInline(lowerer, e)
  lowerer.depth -= 2
  return values
}

function lowerInline(lowerer: Lowerer, e: CallExpr): readonly Value[] {
  const { callee } = e
  const constant = constantCall(lowerer.constantCalls, callee, e)
  if (constant) return lowerer.value(constant)
  if (staysCall(lowerer, callee)) return lowerKeptCall(lowerer, e)
  const facts = lowerer.scanner.factsOf(callee)
  const variables = new Map<ParamSymbol, Place>()
  const self = e.self ? selfPlace(lowerer, e.self, callee) : undefined
  const entered: (() => void)[] = []
  const after: (() => void)[] = []
  const references = new References()
  const places = evaluateArguments(lowerer, e.args, (arg, i) => {
    const param = callee.params[i]!
    return param.mode === 'in'
      ? bindIn(lowerer, e, param, arg, references, entered)
      : bindOut(lowerer, e, param, arg, references, after)
  })
  callee.params.forEach((param, i) => {
    const place = places[i]
    if (place) variables.set(param, place)
  })
  lowerer.b.pos = e.at ?? e.pos
  for (const copyIn of entered) copyIn()
  if (isDeep(lowerer, callee, variables, self)) {
    const deep = lowerDeepCall(lowerer, e, variables, self)
    for (const copyOut of after) copyOut()
    return deep
  }
  const scope = lowerer.debug?.enterCall(callee, mangled)
  if (self) lowerer.debug?.declareThis(self.type, self)
  const before = self ? 2 : 1
  for (const [i, param] of callee.params.entries()) if (places[i]) lowerer.debug?.declare(param, places[i], i + before)
  const frame = newFrame(lowerer, callee, self, variables as Frame['variables'])
  const result = runFrame(lowerer, frame)
  if (scope) {
    lowerer.debug?.leave(scope)
  }
  lowerer.b.pos = e.at ?? e.pos
  for (const copyOut of after) copyOut()
  return facts.returns > 0 || callee.returnType.kind !== 'void' ? result : []
}

export function newFrame(
  lowerer: Lowerer,
  symbol: FunctionSymbol,
  self: Place | undefined,
  variables: Frame['variables'],
): Frame {
  const facts = lowerer.scanner.factsOf(symbol)
  const { returnType } = symbol
  const needsSlot = !facts.tailReturn && returnType.kind !== 'void'
  const exit = facts.tailReturn ? (0 as Block) : lowerer.b.newBlock('exit')
  return {
    symbol,
    facts,
    variables,
    self,
    result: needsSlot ? newVariable(lowerer, 'result', returnType, false, symbol.precise) : undefined,
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
export function runFrame(lowerer: Lowerer, frame: Frame): readonly Value[] {
  const caller = lowerer.frame
  if (++lowerer.calls > MAX_CALLS) throw new ProgramTooLarge(lowerer.b.pos)
  lowerer.frame = frame
  const { symbol, exit } = frame
  lowerer.memberUses.enter(lowerer.scanner.factsOf(symbol).operates)
  if (symbol.body) lowerBody(lowerer, symbol.body.body)
  const falls = lowerer.b.reachable && !(frame.facts.tailReturn && frame.returns > 0)
  if (exit !== 0) {
    lowerer.b.jump(exit)
    lowerer.b.enter(exit)
  }
  lowerer.b.ensureReachable()
  if (symbol.body && lowerer.debug)
    endAt(lowerer, frame, falls || frame.returns > 1 ? symbol.body.end - 1 : frame.returnPos)
  lowerer.memberUses.leave()
  lowerer.frame = caller
  if (symbol.returnType.kind === 'void') return []
  if (frame.result) return lowerer.load(frame.result)
  return frame.tail.length > 0 ? frame.tail : lowerer.undefined(symbol.returnType)
}

function endAt(lowerer: Lowerer, frame: Frame, pos: number): void {
  frame.endPos = pos
  lowerer.b.pos = pos
  if (pos !== frame.returnPos) lowerer.b.step()
}

/** `this` is the caller's object itself; a temporary that the method changes gets storage. */
function selfPlace(lowerer: Lowerer, self: Expr, callee: FunctionSymbol): Place {
  const place = contentsOf(lowerer, self)
  if (!lowerer.scanner.factsOf(callee).modifiesThis) return place
  if (place.kind === 'constants') return inMemory(lowerer, valuesPlace(place.type, lowerer.load(place)))
  return place.kind === 'values' ? inMemory(lowerer, place) : place
}

/**
 * Structs and arrays are passed by reference where out arguments would be, else copied in the first round. What the callee changes it copies
 * when it begins: of `f(next(a[0]), a)` it gets what next() left.
 */
function bindIn(
  lowerer: Lowerer,
  e: CallExpr,
  param: ParamSymbol,
  arg: Expr,
  references: References,
  entered: (() => void)[],
): Evaluation<Place> {
  const bind = (): Place => bindValue(lowerer, e, param, arg)
  if (!isAggregate(param.type)) return { later: bind }
  if (!references.take(arg)) return { now: bind() }
  const facts = lowerer.scanner.factsOf(e.callee)
  if (isResources(param.type)) {
    if (hasEffects(arg)) lowerer.place(arg)
    return { later: bind }
  }
  if (facts.modified.has(param) && !facts.atomics.has(param))
    return byReference(lowerer, arg, place => {
      const copy = newStorage(lowerer, param, facts)
      entered.push(() => lowerer.store(copy, lowerer.load(place)))
      return copy
    })
  return byReference(lowerer, arg, place =>
    isOwnMemory(place) && liesTheSame(lowerer, arg.type, param.type) ? place : bind(),
  )
}

/** Types that are the same, or matrices of which one says the order that the other has anyway. */
function liesTheSame(lowerer: Lowerer, a: Type, b: Type): boolean {
  const isRows = (t: Type): boolean => lowerer.layout.isRowMajor(innermost(t) as MatrixType)
  return sameType(a, b) || (innermost(a).kind === 'matrix' && sameType(a, b, true) && isRows(a) === isRows(b))
}

/** Inputs of the shader that nothing writes are read where they are, under the name of a parameter too. */
function isInput(lowerer: Lowerer, param: ParamSymbol, arg: Expr): boolean {
  const root = !param.precise && sameType(arg.type, param.type) ? rootOf(arg) : undefined
  const place = root === undefined || root === 'this' ? undefined : lowerer.frame?.variables.get(root)
  return place?.kind === 'memory' && place.cells.some(cell => cell.input)
}

function bindValue(lowerer: Lowerer, e: CallExpr, param: ParamSymbol, arg: Expr): Place {
  const facts = lowerer.scanner.factsOf(e.callee)
  const packed = facts.indexed.has(param)
  const isFixed = !facts.modified.has(param) && !packed
  // Nothing writes to a patch.
  if (facts.atomics.has(param)) return lowerer.place(arg)
  const isReadInPlace =
    !facts.modified.has(param) && (packed || containsArray(param.type)) && isInput(lowerer, param, arg)
  if (isPatch(param.type) || isReadInPlace) return passedInput(lowerer.place(arg))
  if (isFixed && isGlobalStruct(lowerer, param.type, arg)) return givenPlace(lowerer, lowerer.place(arg), false)
  const copied = facts.modified.has(param) || facts.addressed.has(param) ? undefined : copiedPlace(lowerer, param, arg)
  if (copied) return copied
  if (isFixed && !containsArray(param.type) && !lowerer.payloads.has(param))
    return valuesPlace(param.type, lowerer.passed(lowerer.value(arg)))
  if (isResources(param.type))
    return givenPlace(lowerer, bindResources(lowerer, e, param, arg, facts.modified.has(param)), false)
  if (isFixed && arg.type.kind === 'array' && arg.type === param.type) {
    const place = lowerer.place(arg)
    if (place.kind === 'values') return place
  }
  const copy = newStorage(lowerer, param, facts)
  lowerer.store(copy, lowerer.value(arg))
  return copy
}

/** Out and inout: the argument's own memory, or a copy that goes back after the call. */
function bindOut(
  lowerer: Lowerer,
  e: CallExpr,
  param: ParamSymbol,
  arg: Expr,
  references: References,
  after: (() => void)[],
): Evaluation<Place> {
  const { callee } = e
  if (param.isShared || lowerer.scanner.factsOf(callee).atomics.has(param)) return { later: () => lowerer.place(arg) }
  if (isStream(param.type)) return { now: lowerer.place(arg) }
  const copied = (target: Place): Place => {
    lowerer.b.pos = e.at ?? e.pos
    return copyInOut(lowerer, callee, param, arg, target, after)
  }
  if (!references.take(arg) || param.precise || !liesTheSame(lowerer, arg.type, param.type))
    return { now: copied(lowerer.place(arg)) }
  const isRead = readsAlias(e, param, arg)
  return byReference(lowerer, arg, place => {
    // What is written to `(S)d` stays in the copy, unless an argument before it named d.
    if (isBaseCast(arg)) return copyInOut(lowerer, callee, param, arg, place, [])
    if (!isOwnMemory(place)) return copied(place)
    if (!isRead) return place
    // Such go back as the function ends, from first to last, before any copies made by the caller.
    const end: (() => void)[] = []
    const copy = copyInOut(lowerer, callee, param, arg, place, end)
    after.unshift(...end)
    return copy
  })
}

function copyInOut(
  lowerer: Lowerer,
  callee: FunctionSymbol,
  param: ParamSymbol,
  arg: Expr,
  target: Place,
  after: (() => void)[],
): Place {
  const facts = lowerer.scanner.factsOf(callee)
  if (isDeclared(target, arg)) {
    if (param.mode === 'inout' && !facts.modified.has(param)) return target
    lowerer.diagnostics.report('E3003', arg, {})
  }
  const copy = newStorage(lowerer, param, facts)
  if (param.mode === 'inout') lowerer.store(copy, convertValue(lowerer, lowerer.load(target), arg.type, param.type))
  else beginLifetime(lowerer, copy)
  after.push(() => lowerer.store(target, convertValue(lowerer, lowerer.load(copy), param.type, arg.type)))
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
function bindResources(lowerer: Lowerer, e: CallExpr, param: ParamSymbol, arg: Expr, isModified: boolean): Place {
  const place = lowerer.place(arg)
  if (!isModified && place.kind === 'objects' && param.type.kind === 'array') return { ...place, type: param.type }
  if (!isModified && place.kind === 'memory' && isOnlyLocal(e, param, arg)) return place
  const isUnbounded = param.type.kind === 'array' && param.type.size < 0
  const type = isUnbounded ? place.type : param.type
  if (isOpen(type)) {
    lowerer.diagnostics.report('E3005', e, { name: param.name })
    return place
  }
  const copy = newVariable(lowerer, param.name, type, false, param.precise)
  lowerer.store(copy, lowerer.load(place))
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
