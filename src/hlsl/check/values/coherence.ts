// globallycoherent: part of the type of UAV variables, parameters and results; conversions may add or lose it, with a warning.

import type { Span } from '../../../diag/sources.ts'
import { isOfFamily, objectTypeRow } from '../../../spec/object_types.ts'
import type * as A from '../../tree/ast.ts'
import { array, type ObjectType, type Type, typeText } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'

/** Views that shaders write, feedback textures not among them, and records that the groups of a dispatch share. */
const isWritable = ({ name }: ObjectType): boolean =>
  (objectTypeRow(name)?.resource?.class === 'uav' && !isOfFamily(name, 'feedback')) ||
  name === 'RWDispatchNodeInputRecord'

/** The type with the modifier if it is among them; reported where the type cannot have it. */
export function withCoherence(
  cx: Checker,
  type: Type,
  node: A.TypeNode,
  modifiers: readonly A.Modifier[],
  at: Span,
  isField = false,
): Type {
  const own = node.kind === 'named_type' ? node.modifiers : []
  const named = (m: A.Modifier): boolean => m.name === 'globallycoherent'
  if (!modifiers.some(named) && !own.some(named)) return type
  // Of a field that holds no resource the word means nothing.
  return coherent(type) ?? (isField ? type : refuse(cx, type, at))
}

function refuse(cx: Checker, type: Type, at: Span): Type {
  if (type.kind !== 'error') report(cx, 'E2247', at, { name: 'globallycoherent', type: typeText(type) })
  return type
}

function coherent(type: Type): Type | undefined {
  if (type.kind === 'array') {
    const element = coherent(type.element)
    return element && array(element, type.size)
  }
  return type.kind === 'object' && isWritable(type) ? { ...type, coherent: true } : undefined
}

/** Whether an object type, or the element type of an array of them, has the modifier; undefined for other types. */
function coherenceOf(type: Type): boolean | undefined {
  if (type.kind === 'array') return coherenceOf(type.element)
  return type.kind === 'object' ? type.coherent === true : undefined
}

/** The warning of a conversion between objects that differ in it. */
export function warnCoherence(cx: Checker, from: Type, to: Type, span: Span): void {
  const given = coherenceOf(from)
  const wanted = coherenceOf(to)
  if (given === undefined || wanted === undefined || given === wanted) return
  const text = (type: Type, has: boolean): string => `${has ? 'globallycoherent ' : ''}${typeText(type)}`
  const verb = wanted ? 'adds' : 'loses'
  report(cx, 'W2107', span, { from: text(from, given), to: text(to, wanted), verb })
}
