// What the printers of one module share: spelled types, metadata nodes, names of globals and resources, how far the pipeline has come.

import type { Func, Value } from '../../ir/function.ts'
import type { Module, Resource } from '../../ir/module.ts'
import { I1, type Type } from '../../ir/types.ts'
import { UNBOUNDED } from '../../spec/resource_classes.ts'
import type { MetadataPool } from './metadata_pool.ts'
import type { TypeSpeller } from './print_types.ts'
import { floatText } from './spelling.ts'

/** The two words of annotateHandle; emission knows them. */
export type Properties = (r: Resource) => readonly [number, number]

export interface PrintContext {
  readonly m: Module
  readonly types: TypeSpeller
  readonly pool: MetadataPool
  /** Text of the reference to a global, by id. */
  readonly globals: readonly string[]
  /** Name of each function, once in the module; as it is spelled behind the @. */
  readonly functions: ReadonlyMap<Func, string>
  /** Text of the reference to the string with a resource's name, by Resource.id. */
  readonly strings: readonly string[]
  /** Metadata node of a resource, by Resource.id. */
  readonly records: readonly string[]
  readonly properties: Properties | undefined
}

/** The text of a constant without its type. */
export function constantText({ m, globals }: PrintContext, v: Value): string {
  const c = m.constants.get(v)
  switch (c.kind) {
    case 'global':
      return globals[c.global.id] ?? 'undef'
    case 'undef':
      return 'undef'
    case 'float':
      return floatText(c.type, c.value)
    case 'int':
      return c.type === I1 ? (c.value === 1 ? 'true' : 'false') : String(c.value)
  }
}

/** Range size as the intrinsics write it: 0 for unbounded. */
export const rangeText = (r: Resource): number => (r.rangeSize === UNBOUNDED ? 0 : r.rangeSize | 0)

/** Natural alignment in bytes of a scalar, or of an array's element. */
export function alignmentOf(m: Module, t: Type): number {
  const shape = m.types.shape(t)
  if (shape.kind === 'array' || shape.kind === 'vector') return alignmentOf(m, shape.element)
  return shape.kind === 'int' || shape.kind === 'float' ? Math.max(1, shape.bits >> 3) : 4
}
