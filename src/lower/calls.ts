// Calls of user functions, lowered in line: parameters become variables of a new frame, `return` a jump to the exit block.

import type { CallExpr, Expr, FunctionSymbol, ParamSymbol } from '../hlsl/typed.ts'
import { sameType } from '../hlsl/types.ts'
import type { Block, Value } from '../ir/function.ts'
import { ProgramTooLarge } from './builder.ts'
import { convertValue } from './convert.ts'
import { inMemory, isOpen, newVariable } from './load_store.ts'
import type { Frame, Lowerer } from './lowerer.ts'
import { type Place, valuesPlace } from './places.ts'
import { leavesOf } from './scalars.ts'
import { rootOf } from './scan.ts'
import { lowerBody } from './statements.ts'
import { contentsOf } from './struct_resources.ts'
import { containsArray, isResources } from './variables.ts'

export function lowerCall(l: Lowerer, e: CallExpr): readonly Value[] {
  const { callee } = e
  const facts = l.scanner.factsOf(callee)
  const variables = new Map<ParamSymbol, Place>()
  const self = e.self ? selfPlace(l, e.self, callee) : undefined
  const after: (() => void)[] = []
  l.callArguments(e.args, (arg, i) => {
    const param = callee.params[i]
    if (param) variables.set(param, bindParameter(l, e, callee, param, arg, after))
  })
  l.b.pos = e.pos
  const frame = newFrame(l, callee, self, variables as Frame['variables'])
  const result = runFrame(l, frame)
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
  if (exit !== 0) {
    l.b.jump(exit)
    l.b.enter(exit)
  }
  l.b.ensureReachable()
  l.memberUses.leave()
  l.frame = caller
  if (symbol.returnType.kind === 'void') return []
  if (frame.result) return l.load(frame.result)
  return frame.tail.length > 0 ? frame.tail : l.undefined(symbol.returnType)
}

/** `this` is the caller's object itself; a temporary that the method changes gets storage. */
function selfPlace(l: Lowerer, self: Expr, callee: FunctionSymbol): Place {
  const place = contentsOf(l, self)
  if (!l.scanner.factsOf(callee).modifiesThis) return place
  if (place.kind === 'constants') return inMemory(l, valuesPlace(place.type, l.load(place)))
  return place.kind === 'values' ? inMemory(l, place) : place
}

/** A struct of resources that nobody can write: the parameter is another name for it. */
function isGlobalStruct(param: ParamSymbol, arg: Expr): boolean {
  const root = arg.type.kind === 'struct' && arg.type === param.type ? rootOf(arg) : undefined
  return root !== undefined && root !== 'this' && root.storage === 'resource'
}

function bindParameter(
  l: Lowerer,
  e: CallExpr,
  callee: FunctionSymbol,
  param: ParamSymbol,
  arg: Expr,
  after: (() => void)[],
): Place {
  const facts = l.scanner.factsOf(callee)
  if (facts.atomics.has(param)) return l.place(arg)
  const packed = facts.indexed.has(param)
  if (param.mode === 'in') {
    const isFixed = !facts.modified.has(param) && !packed
    if (isFixed && isGlobalStruct(param, arg)) return l.place(arg)
    if (isFixed && !containsArray(param.type)) return valuesPlace(param.type, l.passed(l.value(arg)))
    if (isResources(param.type)) return bindResources(l, e, param, arg, facts.modified.has(param))
    const shared = !facts.modified.has(param) ? sharedPlace(l, e, param, arg) : undefined
    if (shared) return shared
    if (isFixed && arg.type.kind === 'array' && arg.type === param.type) {
      const place = l.place(arg)
      if (place.kind === 'values') return place
    }
    const copy = newVariable(l, param.name, param.type, packed, param.precise)
    l.store(copy, l.value(arg))
    return copy
  }
  const shared = sharedPlace(l, e, param, arg)
  if (shared) return shared
  const target = l.place(arg)
  if (isDeclared(target, arg)) {
    if (param.mode === 'inout' && !facts.modified.has(param)) return target
    l.diagnostics.report('E3003', arg, {})
  }
  const copy = newVariable(l, param.name, param.type, packed, param.precise)
  if (param.mode === 'inout') l.store(copy, convertValue(l, l.load(target), arg.type, param.type))
  after.push(() => l.store(target, convertValue(l, l.load(copy), param.type, arg.type)))
  return copy
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

/**
 * The argument's own memory, when copying could not be told from sharing: a local variable that no other argument of the call reaches.
 * (The callee cannot name the caller's locals.)
 */
function sharedPlace(l: Lowerer, e: CallExpr, param: ParamSymbol, arg: Expr): Place | undefined {
  if (!sameType(arg.type, param.type) || !isOnlyLocal(e, param, arg)) return undefined
  const place = l.place(arg)
  return place.kind === 'memory' ? place : undefined
}

function isOnlyLocal(e: CallExpr, param: ParamSymbol, arg: Expr): boolean {
  const root = rootOf(arg)
  if (root === undefined || root === 'this' || param.precise) return false
  if (root.storage !== 'local' && root.storage !== 'parameter') return false
  let reached = e.self && rootOf(e.self) === root ? 1 : 0
  for (const other of e.args) if (rootOf(other) === root) reached++
  return reached === 1
}
