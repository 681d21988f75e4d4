// Which modifiers which kind of declaration may have, and which go together. Reports only; the order of the messages is DXC's.

import { MESH_ROLES } from '../../../spec/mesh.ts'
import type * as A from '../../tree/ast.ts'
import { isFloat } from '../../tree/numeric.ts'
import type { Type } from '../../tree/types.ts'
import { type Checker, report } from './context.ts'

/** What is declared, in the words of the messages. */
export type Declared = 'local variable' | 'global variable' | 'parameter' | 'field' | 'function' | 'method' | 'typedef'

/** What an element of a signature can say about its interpolation. */
export const INTERPOLATION = /^(nointerpolation|linear|centroid|noperspective|sample)$/
/** What interpolation can be where it is one. */
const INTERPOLATIONS = ['linear', 'center', 'noperspective', 'sample', 'centroid']
const INTERPOLATED: readonly Declared[] = ['parameter', 'field', 'function']
const PARAMETER: readonly Declared[] = ['parameter']

/** Where a modifier may stand; those that are not here may stand everywhere. */
const PLACES: ReadonlyMap<string, readonly Declared[]> = new Map<string, readonly Declared[]>([
  ['extern', ['global variable']],
  ['static', ['local variable', 'global variable', 'function', 'method', 'field']],
  ['shared', ['function', 'global variable']],
  ['groupshared', ['global variable', 'parameter']],
  ['uniform', ['global variable', 'parameter']],
  ['export', ['function']],
  ...['nointerpolation', ...INTERPOLATIONS].map(word => [word, INTERPOLATED] as const),
  ...['point', 'line', 'lineadj', 'triangle', 'triangleadj', ...MESH_ROLES].map(word => [word, PARAMETER] as const),
])

const TOPOLOGIES = ['point', 'line', 'lineadj', 'triangle', 'triangleadj']

/** Pairs that no declaration has: the first beside the second. */
const EXCLUSIVE: readonly (readonly [word: string, others: readonly string[]])[] = [
  ['static', ['uniform', 'export']],
  ['extern', ['groupshared']],
  ['nointerpolation', INTERPOLATIONS],
  ['uniform', [...INTERPOLATIONS, 'nointerpolation', 'out', 'inout']],
  ['uniform', TOPOLOGIES],
  ...[...INTERPOLATIONS, 'nointerpolation'].map(word => [word, TOPOLOGIES] as const),
]
const MESH: readonly string[] = MESH_ROLES

/**
 * Reports modifiers that `what` does not take. `type` is what they modify: of a function, what it returns; `dims` are the dimensions behind
 * the name, which it has as well.
 */
export function checkModifiers(
  checker: Checker,
  list: readonly A.Modifier[],
  node: A.TypeNode,
  what: Declared,
  type: Type,
  dims: readonly unknown[] = [],
): void {
  const own = node.kind === 'named_type' ? node.modifiers : []
  if (list.length + own.length === 0) return
  const all = own.length === 0 ? list : [...list, ...own]
  for (const at of all) checkPlace(checker, at, what, all)
  if (all.length > 1) checkTogether(checker, all, what)
  checkMesh(checker, all)
  if (all.length > 1) checkNormalised(checker, all)
  const word = list.find(m => m.name === 'snorm' || m.name === 'unorm')
  if (word)
    checkNormalisable(
      checker,
      word,
      dims.reduce<Type>(t => (t.kind === 'array' ? t.element : t), type),
    )
}

function checkTogether(checker: Checker, all: readonly A.Modifier[], what: Declared): void {
  checkStorage(checker, all)
  checkUsages(checker, all, what)
  for (const [word, others] of EXCLUSIVE) checkExclusive(checker, all, word, others, what)
  // `shared static` is taken: the later word is not compared with the earlier one.
  const first = all.findIndex(m => m.name === 'static')
  if (first >= 0) checkExclusive(checker, all.slice(first), 'static', ['shared'], what)
  for (const group of [TOPOLOGIES, MESH]) checkOneOf(checker, all, group, what)
}

function checkPlace(checker: Checker, at: A.Modifier, what: Declared, all: readonly A.Modifier[]): void {
  const { name } = at
  if (name === 'in' || name === 'out' || name === 'inout') {
    if (what !== 'parameter') report(checker, 'E2297', at, { name })
  } else if (name === 'inline') {
    if (what !== 'function' && what !== 'method') report(checker, 'E2400', at, {})
  } else if (name === 'const') {
    if (what === 'field' && !has(all, 'static')) report(checker, 'E2294', at, { name, what })
  } else if (name === 'extern' && (what === 'field' || what === 'method')) report(checker, 'E2296', at, {})
  else {
    const places = PLACES.get(name)
    if (places && !places.includes(what)) report(checker, 'E2294', at, { name, what })
  }
}

const has = (all: readonly A.Modifier[], name: string): boolean => all.some(m => m.name === name)

/** One storage class a declaration. */
function checkStorage(checker: Checker, all: readonly A.Modifier[]): void {
  const classes = all.filter(m => m.name === 'static' || m.name === 'extern')
  const other = classes.find(m => m.name !== classes[0]!.name)
  if (other) report(checker, 'E1151', other, { word: classes[0]!.name })
}

/** `in out` is `inout`; anything twice is an error. DXC looks at the last one first. */
function checkUsages(checker: Checker, all: readonly A.Modifier[], what: Declared): void {
  if (what !== 'parameter') return
  let isIn = false
  let isOut = false
  for (const at of all.toReversed()) {
    const { name } = at
    if (name !== 'in' && name !== 'out' && name !== 'inout') continue
    if ((isIn && name !== 'out') || (isOut && name !== 'in')) report(checker, 'E2402', at, { name })
    isIn ||= name !== 'out'
    isOut ||= name !== 'in'
  }
}

function checkExclusive(
  checker: Checker,
  all: readonly A.Modifier[],
  word: string,
  others: readonly string[],
  what: Declared,
): void {
  const at = all.find(m => m.name === word)
  const other = at && all.find(m => others.includes(m.name))
  if (other) report(checker, 'E2403', at, { first: other.name, second: word, what })
}

function checkOneOf(checker: Checker, all: readonly A.Modifier[], group: readonly string[], what: Declared): void {
  const members = all.filter(m => group.includes(m.name))
  const other = members.find(m => m.name !== members[0]!.name)
  if (other) report(checker, 'E2403', other, { first: other.name, second: members[0]!.name, what })
}

/** Words of mesh shaders say which way their parameters go. */
function checkMesh(checker: Checker, all: readonly A.Modifier[]): void {
  const at = all.find(m => MESH.includes(m.name))
  if (!at) return
  const usage = at.name === 'payload' ? 'in' : 'out'
  if (!has(all, usage) && !has(all, 'inout')) report(checker, 'E2404', all[0]!, { name: at.name, usage })
}

/** A number is signed or unsigned normalised, not both. */
function checkNormalised(checker: Checker, all: readonly A.Modifier[]): void {
  const words = all.filter(m => m.name === 'snorm' || m.name === 'unorm')
  const other = words.find(m => m.name !== words[0]!.name)
  if (other) report(checker, 'E2229', words[0]!, { first: other.name, second: words[0]!.name })
}

/** Reports `snorm uint4`: integers are not normalised. */
export function checkNormalisable(checker: Checker, at: A.Modifier, type: Type): void {
  if (type.kind === 'error') return
  const scalar = type.kind === 'vector' || type.kind === 'matrix' ? type.element : type
  if (scalar.kind !== 'scalar' || !isFloat(scalar)) report(checker, 'E2405', at, {})
}
