// globallycoherent and reordercoherent: part of the type of UAV variables, parameters and results; conversions may add or lose it, with a warning.

import type { Span } from '../../../diag/sources.ts'
import { isOfFamily, objectTypeRow } from '../../../spec/object_types.ts'
import type * as A from '../../tree/ast.ts'
import type { Expr, ParamSymbol } from '../../tree/typed.ts'
import { array, innermost, type ObjectType, type Type, typeText } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'
import { canonicalName } from '../core/type_names.ts'
import { isHeapElement } from './heaps.ts'

/** Views that shaders write, feedback textures not among them, and records that the groups of a dispatch share. */
const isWritable = ({ name }: ObjectType, word: Word): boolean =>
  (objectTypeRow(name)?.resource?.class === 'uav' && !isOfFamily(name, 'feedback')) ||
  (name === 'RWDispatchNodeInputRecord' && word === 'globallycoherent')

/** The type with the modifier if it is among them; reported where the type cannot have it, or nobody asks for it (fields). */
export function withCoherence(
  checker: Checker,
  type: Type,
  node: A.TypeNode,
  { modifiers, name }: { readonly modifiers: readonly A.Modifier[]; readonly name: string },
  isField = false,
): Type {
  const own = node.kind === 'named_type' ? node.modifiers : []
  if (own.length + modifiers.length === 0) return type
  const words = [...modifiers, ...own].filter(m => m.name === 'globallycoherent' || m.name === 'reordercoherent')
  const at = words.find(m => m.name === 'globallycoherent') ?? words[0]
  if (!at) return type
  const other = words.find(m => m.name !== at.name)
  if (other) report(checker, 'W2650', words[0]!, {})
  const what = 'variables and functions'
  if (isField) for (const word of words) report(checker, 'W2652', word, { name: word.name, what })
  else if (other) report(checker, 'W2653', words.at(-1)!, { name })
  const word = at.name as Word
  return coherent(type, word) ?? (isField ? type : refuse(checker, type, at, word))
}

type Word = 'globallycoherent' | 'reordercoherent'

function refuse(checker: Checker, type: Type, at: Span, name: Word): Type {
  if (type.kind !== 'error') report(checker, 'E2247', at, { name, type: canonicalName(innermost(type)) })
  return type
}

function coherent(type: Type, word: Word): Type | undefined {
  if (type.kind === 'array') {
    const element = coherent(type.element, word)
    return element && array(element, type.size)
  }
  if (type.kind !== 'object' || !isWritable(type, word)) return undefined
  return { ...type, ...(word === 'globallycoherent' ? { coherent: true } : { reorderCoherent: true }) }
}

/** The type as templates deduce it. */
export function withoutCoherence(type: Type): Type {
  if (type.kind !== 'object' || coherenceOf(type) === 'none') return type
  const { coherent: _, reorderCoherent: __, ...plain } = type
  return plain
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

/** The warning of a conversion between objects that differ in it. `isOut`: the target is an out or inout parameter, as DXC spells these. */
export function warnCoherence(checker: Checker, from: Type, to: Type, span: Span, isOut = false): void {
  if (isHeapElement(from)) return
  const given = coherenceOf(from)
  const wanted = given && coherenceOf(to)
  if (given === undefined || wanted === undefined || given === wanted) return
  const change = changeOf(given, wanted)
  report(checker, 'W2107', span, {
    from: coherentText(from, given, ''),
    to: coherentText(to, wanted, isOut ? '__restrict' : ''),
    change,
  })
}

/** The same of the arguments of a call, at the call; DXC does not look at those of methods. */
export function warnCoherentArguments(
  checker: Checker,
  args: readonly Expr[],
  params: readonly ParamSymbol[],
  span: Span,
): void {
  for (const [i, { type }] of args.entries())
    warnCoherence(checker, type, params[i]!.type, span, params[i]!.mode !== 'in')
}

/** `reordercoherent RWByteAddressBuffer __restrict[2]`, but `__restrict RWByteAddressBuffer`. */
function coherentText(type: Type, word: Word | 'none', restrict: string): string {
  const element = typeText(innermost(type))
  const dims = typeText(type).slice(element.length).trim()
  if (word === 'none') return `${restrict} ${element} ${dims}`.trim()
  return `${word} ${element} ${restrict}${dims}`.trim()
}
