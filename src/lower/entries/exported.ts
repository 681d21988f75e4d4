// What a library says of its functions: their linkage names, and what they take and give.

import type { FunctionSymbol, ParamSymbol } from '../../hlsl/tree/typed.ts'
import type { Type } from '../../hlsl/tree/types.ts'
import type { DataType } from '../../ir/data_type.ts'
import type { PassedValue } from '../../ir/module.ts'
import { dataType } from '../core/data_types.ts'
import type { Lowerer } from '../core/lowerer.ts'

const DIRECTION = { in: 'in', out: 'out', inout: 'inout' } as const

/** The result, then the parameters, of a function. Structs have no description of their own. */
export function passedValues(l: Lowerer, { returnType, params }: FunctionSymbol): PassedValue[] {
  const result: PassedValue = { direction: 'out', type: described(l, returnType) }
  const given = params.map(
    (p: ParamSymbol): PassedValue => ({ direction: DIRECTION[p.mode], type: described(l, p.type) }),
  )
  const isByAddress = returnType.kind === 'struct' || returnType.kind === 'array'
  // A result in the caller's memory is a parameter, too.
  return isByAddress ? [{ direction: 'in', type: undefined }, result, ...given] : [result, ...given]
}

const described = (l: Lowerer, type: Type): DataType | undefined => dataType(l.layout, type, 'structured')
