// globallycoherent and reordercoherent: part of the type of UAV variables, parameters and results; conversions may add or lose it, with a warning.

import type { Span } from '../../../diag/sources.ts'
import { isOfFamily, objectTypeRow } from '../../../spec/object_types.ts'
import type * as A from '../../tree/ast.ts'
import { array, type ObjectType, type Type, typeText } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'
import { shownType } from '../core/type_names.ts'

/** Views that shaders write, feedback textures not among them, and records that the groups of a dispatch share. */
const isWritable = ({ name }: ObjectType): boolean =>
  (objectTypeRow(name)?.resource?.class === 'uav' && !isOfFamily(name, 'feedback')) ||
  name === 'RWDispatchNodeInputRecord'

/** The type with the modifier if it is among them; reported where the type cannot have it. */
export function withCoherence(
  checker: Checker,
  type: Type,
  node: A.TypeNode,
  modifiers: readonly A.Modifier[],
  at: Span,
  isField = false,
): Type {
  const own = node.kind === 'named_type' ? node.modifiers : []
  if (own.length + modifiers.length === 0) return type
  const all = [...own, ...modifiers]
  const global = all.find(m => m.name === 'globallycoherent')
  const reorder = all.find(m => m.name === 'reordercoherent')
  const word = global ? 'globallycoherent' : 'reordercoherent'
  if (!global && !reorder) return type
  if (global && reorder) report(checker, 'W2650', at, {})
  // Of a field that holds no resource the word means nothing.
  return coherent(type, word) ?? (isField ? type : refuse(checker, type, at, word))
}

type Word = 'globallycoherent' | 'reordercoherent'

function refuse(checker: Checker, type: Type, at: Span, name: Word): Type {
  if (type.kind !== 'error') report(checker, 'E2247', at, { name, type: shownType(type) })
  return type
}

function coherent(type: Type, word: Word): Type | undefined {
  if (type.kind === 'array') {
    const element = coherent(type.element, word)
    return element && array(element, type.size)
  }
  if (type.kind !== 'object' || !isWritable(type)) return undefined
  return { ...type, ...(word === 'globallycoherent' ? { coherent: true } : { reorderCoherent: true }) }
}

/** The modifier of an object type, or of the element type of an array of them; undefined for other types. */
function coherenceOf(type: Type): Word | 'none' | undefined {
  const { kind } = type
  if (kind === 'array') return coherenceOf(type.element)
  if (kind !== 'object') return undefined
  return type.coherent ? 'globallycoherent' : type.reorderCoherent ? 'reordercoherent' : 'none'
}

/** What a conversion does to the modifier. */
function changeOf(given: Word | 'none', wanted: Word | 'none'): string {
  if (given === 'none') return `adds ${wanted}`
  if (wanted === 'none') return `loses ${given}`
  return `${wanted === 'globallycoherent' ? 'promotes' : 'demotes'} ${given} to ${wanted}`
}

/** The warning of a conversion between objects that differ in it. */
export function warnCoherence(checker: Checker, from: Type, to: Type, span: Span): void {
  const given = coherenceOf(from)
  const wanted = given && coherenceOf(to)
  if (given === undefined || wanted === undefined || given === wanted) return
  const text = (type: Type, word: Word | 'none'): string => `${word === 'none' ? '' : `${word} `}${typeText(type)}`
  report(checker, 'W2107', span, { from: text(from, given), to: text(to, wanted), change: changeOf(given, wanted) })
}
