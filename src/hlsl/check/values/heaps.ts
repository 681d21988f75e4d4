// ResourceDescriptorHeap and SamplerDescriptorHeap (shader model 6.6): names the language declares, whose elements become any resource that
// is wanted of them. As with DXC, which heap is read follows from the name alone, not from the type of the resource.

import { table } from '../../../base/table.ts'
import type { Span } from '../../../diag/sources.ts'
import { objectTypeRow } from '../../../spec/object_types.ts'
import type { Expr, HeapExpr } from '../../tree/typed.ts'
import type { ObjectType, Type } from '../../tree/types.ts'
import type { Checker } from '../core/context.ts'

const object = (name: string): ObjectType => ({ kind: 'object', name, element: undefined, count: 0, norm: undefined })

interface HeapTypes {
  readonly heap: ObjectType
  readonly element: ObjectType
}

/** Each type is one object, so === tells them. */
const RESOURCES: HeapTypes = { heap: object('.Resource'), element: object('const .Resource') }
const SAMPLERS: HeapTypes = { heap: object('.Sampler'), element: object('const .Sampler') }
const HEAPS: ReadonlyMap<string, HeapTypes> = table({
  ResourceDescriptorHeap: RESOURCES,
  SamplerDescriptorHeap: SAMPLERS,
})

/** The heap of that name, where the shader model has it. */
export function heapByName(checker: Checker, name: string, { pos, end }: Span): HeapExpr | undefined {
  const types = HEAPS.get(name)
  const { major, minor } = checker.options.shaderModel
  if (!types || (major === 6 && minor < 6)) return undefined
  return { kind: 'heap', type: types.heap, isSampler: name === 'SamplerDescriptorHeap', index: undefined, pos, end }
}

export const isHeap = (type: Type): boolean => type === RESOURCES.heap || type === SAMPLERS.heap
export const isHeapElement = (type: Type): boolean => type === RESOURCES.element || type === SAMPLERS.element

/** A heap by its type alone: a parameter of a template may be one. */
export const heapOf = ({ type, pos, end }: Expr): HeapExpr => ({
  kind: 'heap',
  type,
  isSampler: type === SAMPLERS.heap,
  index: undefined,
  pos,
  end,
})

/** The name of the heap that a type is of, or is an element of. */
export const heapName = (type: Type): string | undefined =>
  [...HEAPS].find(([, { heap, element }]) => type === heap || type === element)?.[0]

/** `heap[index]`, of no resource type yet; index is a uint. */
export function heapElement(heap: HeapExpr, index: Expr, { pos, end }: Span): HeapExpr {
  const { element } = heap.type === SAMPLERS.heap ? SAMPLERS : RESOURCES
  return { ...heap, type: element, index, pos, end }
}

/** Types that descriptors describe. */
export const isDescriptor = (type: Type): boolean =>
  type.kind === 'object' && objectTypeRow(type.name)?.resource !== undefined

/** An expression of a heap's elements as one of a resource type: the elements themselves take the type. */
export function asResource(expr: Expr, type: Type): Expr {
  switch (expr.kind) {
    case 'conditional':
      // biome-ignore lint/suspicious/noThenProperty: nobody awaits a tree
      return { ...expr, type, then: asResource(expr.then, type), else: asResource(expr.else, type) }
    case 'comma':
      return { ...expr, type, right: asResource(expr.right, type) }
    default:
      return { ...expr, type } as Expr
  }
}
