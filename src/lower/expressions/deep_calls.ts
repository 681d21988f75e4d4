// Calls that nest too deeply to be lowered where they stand: the callee becomes a function of its own, lowered when those before it are done, and
// passes/legalise/inline_calls.ts puts it back. So the depth of calls costs no stack. Everything goes by the address of variables: what is passed in,
// what comes out, the result. They are ordinary variables of the caller, and after inlining nothing shows that there was a function.

import { isPatch } from '../../hlsl/tree/patches.ts'
import { isStream } from '../../hlsl/tree/streams.ts'
import type { CallExpr, FunctionSymbol, ParamSymbol } from '../../hlsl/tree/typed.ts'
import type { Type } from '../../hlsl/tree/types.ts'
import { Func, type Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { VOID } from '../../ir/types.ts'
import type { DeepFunction, Lowerer } from '../core/lowerer.ts'
import { isObject, type MemoryPlace, type Place } from '../core/places.ts'
import { cellPointer } from '../storage/cells.ts'
import { newVariable } from '../storage/load_store.ts'
import { hasOwnState } from '../storage/variables.ts'

/** Nested expressions, statements and calls that are lowered where they stand. The least stack of the engines holds several times as many. */
const DEEPEST = 500

/** Whether a call stands so deep that its callee is to be a function of its own, and can be: its arguments may be copied. */
export function isDeep(
  lowerer: Lowerer,
  callee: FunctionSymbol,
  places: ReadonlyMap<ParamSymbol, Place>,
  self: Place | undefined,
): boolean {
  if (lowerer.depth < DEEPEST) return false
  const { globals, modified } = lowerer.scanner.closure(callee)
  if ([...globals].some(hasOwnState) || [...modified].some(g => g.storage === 'cbuffer')) return false
  if (self && !isCopyable(lowerer, self)) return false
  const { atomics, addressed } = lowerer.scanner.factsOf(callee)
  return [...places].every(
    ([param, place]) =>
      !(param.isShared || isPatch(param.type) || isStream(param.type) || atomics.has(param) || addressed.has(param)) &&
      isCopyable(lowerer, place),
  )
}

/** Whether a variable of the caller can hold what a place does. What is no memory, shared by threads, or named by its declaration cannot. */
function isCopyable(lowerer: Lowerer, p: Place): boolean {
  switch (p.kind) {
    case 'objects':
    case 'members':
      return false
    case 'leaves':
    case 'bits':
    case 'component':
      return isCopyable(lowerer, p.base)
    case 'memory':
      return p.cells.every(({ output, space }) => !output && space === 0)
    case 'values':
      return p.values.every(v => !isObject(v) || !(lowerer.object(v).group || lowerer.object(v).member))
    default:
      return true
  }
}

/** Calls the function of a callee whose parameters are bound; copies what has no memory of its own. */
export function lowerDeepCall(
  lowerer: Lowerer,
  e: CallExpr,
  places: ReadonlyMap<ParamSymbol, Place>,
  self: Place | undefined,
): readonly Value[] {
  const { callee } = e
  const { b } = lowerer
  const after: (() => void)[] = []
  const variable = (name: string, type: Type, place: Place, isWritten: boolean): MemoryPlace => {
    if (isWhole(place)) return place
    const copy = newVariable(lowerer, name, type, true, false)
    lowerer.store(copy, lowerer.load(place))
    if (isWritten) after.push(() => lowerer.store(place, lowerer.load(copy)))
    return copy
  }
  const facts = lowerer.scanner.factsOf(callee)
  const variables = new Map<ParamSymbol, MemoryPlace>()
  for (const [param, place] of places)
    variables.set(param, variable(param.name, place.type, place, param.mode !== 'in'))
  const own = self && variable('this', self.type, self, facts.modifiesThis)
  const { returnType } = callee
  const result =
    returnType.kind === 'void' ? undefined : newVariable(lowerer, 'result', returnType, false, callee.precise)
  const all = [...variables.values(), ...(own ? [own] : []), ...(result ? [result] : [])]
  const operands = all.flatMap(({ cells }) => cells.map(cell => cellPointer(b, cell)))
  const func = functionOf(lowerer, callee, operands, { variables, self: own, result })
  const call = b.emit(Op.Call, VOID, operands)
  lowerer.keptCalls.push({ caller: b.f, call, callee: func })
  for (const copyOut of after) copyOut()
  return result ? lowerer.load(result) : []
}

/** A variable with memory, and all of it. */
const isWhole = (p: Place): p is MemoryPlace =>
  p.kind === 'memory' &&
  p.first === 0 &&
  p.indices.length === 0 &&
  p.cells.every(({ values, input, space }) => !values && !input && space === 0)

/** One function serves all calls with variables of the same memory. */
function functionOf(
  lowerer: Lowerer,
  symbol: FunctionSymbol,
  operands: readonly Value[],
  of: Pick<DeepFunction, 'variables' | 'self' | 'result'>,
): Func {
  const types = operands.map(v => lowerer.b.typeOf(v))
  const places = [...of.variables.values(), of.self, of.result]
  const shape = places.map(p => (p ? `${p.packed} ${p.cells.map(c => `${c.type} ${c.dims.join(' ')}`).join()}` : '-'))
  const key = `${types.join()};${shape.join(';')}`
  const made = lowerer.deepFunctions.get(symbol) ?? new Map<string, DeepFunction>()
  lowerer.deepFunctions.set(symbol, made)
  const known = made.get(key)
  if (known) return known.func
  const func = new Func(symbol.name, types)
  const entry = { func, symbol, ...of }
  made.set(key, entry)
  lowerer.waiting.push(entry)
  lowerer.module.inlined.add(func)
  return func
}

/** In the function itself: a variable whose memory is that of the caller's. `n` counts parameters. */
export function passedVariable(lowerer: Lowerer, p: MemoryPlace, n: { count: number }): MemoryPlace {
  const { b } = lowerer
  const cells = p.cells.map(cell => {
    return { ...cell, pointer: b.param(n.count++) }
  })
  return { ...p, cells }
}
