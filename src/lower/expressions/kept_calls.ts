// Calls that stay calls, in libraries: of functions that are only declared, which another library has, and of those that ask for it with
// [noinline]. Numbers go by value; structs, arrays and what comes out by the address of memory that the caller has for it.

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
import { leavesOf } from '../core/scalars.ts'
import { newAggregate } from '../storage/aggregates.ts'
import { type Evaluation, evaluateArguments, References } from '../storage/arguments.ts'
import { registerValue, scalarsOf } from '../storage/register_values.ts'
import { hasOwnState } from '../storage/variables.ts'

const holdsNodeObject = (type: Type): boolean => leafTypes(type).some(isNodeObject)
const holdsResource = (type: Type): boolean => leavesOf(type).some(leaf => leaf.kind === 'object')
const holdsObject = (type: Type): boolean => holdsNodeObject(type) || holdsResource(type)

const passedTypes = ({ params, returnType }: FunctionSymbol): Type[] => [...params.map(p => p.type), returnType]

/** Whether a call of the function is a call in the module, too. */
export function staysCall(l: Lowerer, callee: FunctionSymbol): boolean {
  if (l.module.target.stage !== 'lib' || callee.self !== undefined) return false
  if (callee.body === undefined) return true
  if (!callee.attributes.some(a => a.name === 'noinline')) return false
  if (passedTypes(callee).some(type => holdsResource(type) || (!l.module.isForLinking && holdsNodeObject(type))))
    return false
  return ![...l.scanner.closure(callee).globals].some(g => hasOwnState(g) && !l.shared.has(g))
}

export function lowerKeptCall(l: Lowerer, e: CallExpr): readonly Value[] {
  const { callee } = e
  const { b } = l
  // Only libraries for linking may call functions that take resources or objects of nodes.
  if (
    passedTypes(callee).some(type => isPatch(type) || (l.module.isForLinking ? holdsOtherObject : holdsObject)(type))
  ) {
    l.diagnostics.report('E2514', e, { name: mangled(callee).replace('\x01', '\\01') })
    return l.undefined(callee.returnType)
  }
  const func = keptFunction(l, callee)
  const after: (() => void)[] = []
  const operands = argumentValues(l, e, after)
  b.pos = e.pos
  const result = isByAddress(callee.returnType) ? newAggregate(l, callee.returnType) : undefined
  const call = b.emit(Op.Call, func.result, result ? [result.pointer, ...operands] : operands)
  l.keptCalls.push({ caller: b.f, call, callee: func })
  const values = result
    ? l.load(result)
    : callee.returnType.kind === 'void'
      ? []
      : scalarsOf(l, call, callee.returnType)
  for (const copyOut of after) copyOut()
  return values
}

function argumentValues(l: Lowerer, e: CallExpr, after: (() => void)[]): readonly Value[] {
  const references = new References()
  return evaluateArguments(l, e.args, (arg, i): Evaluation<Value> => {
    const { mode, type } = e.callee.params[i]!
    if (mode === 'in' && !isByAddress(type)) return { later: () => registerValue(l, type, l.value(arg)) }
    const memory = newAggregate(l, type)
    if (mode === 'in') {
      const copyIn = (): Value => {
        l.store(memory, l.value(arg))
        return memory.pointer
      }
      return references.take(arg) ? { later: copyIn } : { now: copyIn() }
    }
    const target = l.place(arg)
    if (mode === 'inout') l.store(memory, convertValue(l, l.load(target), arg.type, type))
    after.push(() => l.store(target, convertValue(l, l.load(memory), type, arg.type)))
    return { now: memory.pointer }
  })
}

/** The function that calls of a symbol name; its body is lowered when those before it are done. */
function keptFunction(l: Lowerer, symbol: FunctionSymbol): Func {
  let func = l.keptFunctions.get(symbol)
  if (!func) {
    func = functionOf(l, { ...l.program, entry: symbol, isExported: true }, true)
    l.keptFunctions.set(symbol, func)
  }
  return func
}
