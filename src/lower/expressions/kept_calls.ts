// Calls that stay calls, in libraries: of functions that are only declared, which another library has, and of those that ask for it with
// [noinline]. Numbers go by value; structs, arrays and what comes out by the address of memory that the caller has for it.

import { extended } from '../../base/extended.ts'
import { holdsOtherObject, leafTypes } from '../../hlsl/tree/components.ts'
import { mangled } from '../../hlsl/tree/mangle.ts'
import { isNodeObject } from '../../hlsl/tree/nodes.ts'
import { isPatch } from '../../hlsl/tree/patches.ts'
import type { CallExpr, FunctionSymbol } from '../../hlsl/tree/typed.ts'
import type { Type } from '../../hlsl/tree/types.ts'
import type { Func, Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { functionOf, isByAddress } from '../core/aggregate_types.ts'
import { convertValue } from '../core/convert.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { isHitObject, leavesOf } from '../core/scalars.ts'
import { newAggregate } from '../storage/aggregates.ts'
import { type Evaluation, evaluateArguments, References } from '../storage/arguments.ts'
import { registerValue, scalarsOf } from '../storage/register_values.ts'
import { hasOwnState } from '../storage/variables.ts'

const holdsNodeObject = (type: Type): boolean => leafTypes(type).some(isNodeObject)
const holdsResource = (type: Type): boolean => leavesOf(type).some(leaf => leaf.kind === 'object')
const holdsObject = (type: Type): boolean => holdsNodeObject(type) || holdsResource(type)

const passedTypes = ({ params, returnType }: FunctionSymbol): Type[] => [...params.map(p => p.type), returnType]

export const isNoInline = ({ attributes }: FunctionSymbol): boolean => attributes.some(a => a.name === 'noinline')

/** Whether a call of the function is a call in the module, too. */
export function staysCall(lowerer: Lowerer, callee: FunctionSymbol): boolean {
  if (lowerer.module.target.stage !== 'lib' || callee.self !== undefined) return false
  if (callee.body === undefined) return true
  if (!isNoInline(callee)) return false
  if (passedTypes(callee).some(type => holdsResource(type) || (!lowerer.module.isForLinking && holdsNodeObject(type))))
    return false
  return ![...lowerer.scanner.closure(callee).globals].some(g => hasOwnState(g) && !lowerer.shared.has(g))
}

export function lowerKeptCall(lowerer: Lowerer, e: CallExpr): readonly Value[] {
  const { callee } = e
  const { b } = lowerer
  // Only libraries for linking may call functions that take resources or objects of nodes.
  if (
    passedTypes(callee).some(
      type =>
        isPatch(type) ||
        (lowerer.module.isForLinking ? holdsOtherObject : holdsObject)(type) ||
        (callee.body === undefined && leafTypes(type).some(isHitObject)),
    )
  ) {
    lowerer.diagnostics.report('E2514', e, { name: mangled(callee).replace('\x01', '\\01') })
    return lowerer.undefined(callee.returnType)
  }
  const func = keptFunction(lowerer, callee)
  const after: (() => void)[] = []
  const operands = argumentValues(lowerer, e, after)
  b.pos = e.at ?? e.pos
  const result = isByAddress(callee.returnType) ? newAggregate(lowerer, callee.returnType) : undefined
  const call = b.emit(Op.Call, func.result, result ? [result.pointer, ...operands] : operands)
  lowerer.keptCalls.push({ caller: b.f, call, callee: func })
  const values = result
    ? lowerer.load(result)
    : callee.returnType.kind === 'void'
      ? []
      : scalarsOf(lowerer, call, callee.returnType)
  for (const copyOut of after) copyOut()
  return values
}

function argumentValues(lowerer: Lowerer, e: CallExpr, after: (() => void)[]): readonly Value[] {
  const references = new References()
  return evaluateArguments(lowerer, e.args, (arg, i): Evaluation<Value> => {
    const { mode, type } = e.callee.params[i]!
    if (mode === 'in' && !isByAddress(type)) return { later: () => registerValue(lowerer, type, lowerer.value(arg)) }
    const memory = newAggregate(lowerer, type)
    if (mode === 'in') {
      const copyIn = (): Value => {
        lowerer.store(memory, lowerer.value(arg))
        return memory.pointer
      }
      return references.take(arg) ? { later: copyIn } : { now: copyIn() }
    }
    const target = lowerer.place(arg)
    if (mode === 'inout') lowerer.store(memory, convertValue(lowerer, lowerer.load(target), arg.type, type))
    after.push(() => lowerer.store(target, convertValue(lowerer, lowerer.load(memory), type, arg.type)))
    return { now: memory.pointer }
  })
}

/** The function that calls of a symbol name; its body is lowered when those before it are done. */
function keptFunction(lowerer: Lowerer, symbol: FunctionSymbol): Func {
  let func = lowerer.keptFunctions.get(symbol)
  if (!func) {
    func = functionOf(lowerer, extended(lowerer.program, { entry: symbol, isExported: true }), true)
    lowerer.keptFunctions.set(symbol, func)
  }
  return func
}
