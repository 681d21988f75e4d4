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
export function passedValues(lowerer: Lowerer, f: FunctionSymbol): PassedValue[] {
  const { isCopy, entry } = lowerer.program
  const semanticOf = (of: FunctionSymbol | ParamSymbol): string | undefined =>
    isCopy && f === entry ? undefined : of.semantic
  const result: PassedValue = { direction: 'out', ...described(lowerer, f.returnType), semantic: semanticOf(f) }
  const given = f.params.map(
    (p): PassedValue => ({ direction: directionOf(p), ...described(lowerer, p.type), semantic: semanticOf(p) }),
  )
  // A result in the caller's memory is a parameter, too.
  return isByAddress(f.returnType) ? [{ direction: 'in', type: undefined }, result, ...given] : [result, ...given]
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
