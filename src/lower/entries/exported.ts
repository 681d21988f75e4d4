// What a library says of its functions: their linkage names, and what they take and give.

import { isResource } from '../../hlsl/tree/components.ts'
import { isPatch } from '../../hlsl/tree/patches.ts'
import type { FunctionSymbol, ParamSymbol } from '../../hlsl/tree/typed.ts'
import { innermost, type Type } from '../../hlsl/tree/types.ts'
import type { PassedValue } from '../../ir/module.ts'
import { isByAddress } from '../core/aggregate_types.ts'
import { dataType } from '../core/data_types.ts'
import type { Lowerer } from '../core/lowerer.ts'

/** The result, then the parameters, of a function. Structs have no description of their own. */
export function passedValues(lowerer: Lowerer, { returnType, params }: FunctionSymbol): PassedValue[] {
  const result: PassedValue = { direction: 'out', ...described(lowerer, returnType) }
  const given = params.map(
    (p: ParamSymbol): PassedValue => ({ direction: directionOf(p), ...described(lowerer, p.type) }),
  )
  // A result in the caller's memory is a parameter, too.
  return isByAddress(returnType) ? [{ direction: 'in', type: undefined }, result, ...given] : [result, ...given]
}

function directionOf({ type, mode }: ParamSymbol): PassedValue['direction'] {
  if (!isPatch(type)) return mode
  return type.name === 'InputPatch' ? 'input patch' : 'output patch'
}

function described(lowerer: Lowerer, type: Type): Pick<PassedValue, 'type' | 'resource'> {
  const element = innermost(type)
  const resource = element.kind === 'object' && isResource(element) ? lowerer.describe(element) : undefined
  if (resource) return { type: undefined, resource: lowerer.module.heapType(resource, resource.class === 'sampler') }
  return { type: dataType(lowerer.layout, type, 'structured') }
}
