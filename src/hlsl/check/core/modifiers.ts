// Which modifiers which kind of declaration may have, and which go together. Reports only; the order of the messages is nearly DXC's.

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
  ['extern', ['global variable', 'function']],
  ['static', ['local variable', 'global variable', 'function', 'method', 'field']],
  ['shared', ['global variable']],
  ['groupshared', ['global variable', 'parameter']],
  ['uniform', ['global variable', 'parameter']],
  ['export', ['function']],
  ...['nointerpolation', ...INTERPOLATIONS].map(word => [word, INTERPOLATED] as const),
  ...['point', 'line', 'lineadj', 'triangle', 'triangleadj', ...MESH_ROLES].map(word => [word, PARAMETER] as const),
])

const TOPOLOGIES: readonly string[] = ['point', 'line', 'lineadj', 'triangle', 'triangleadj']
const MESH: readonly string[] = MESH_ROLES

/** Pairs that no declaration has, told at the first word: the words as the message names them are others, word. */
const EXCLUSIVE: readonly (readonly [word: string, others: readonly string[]])[] = [
  ['groupshared', ['extern']],
  ...['uniform', 'shared', 'export'].map(word => [word, ['static']] as const),
  ['nointerpolation', INTERPOLATIONS],
  ['uniform', [...INTERPOLATIONS, 'nointerpolation']],
  ['uniform', ['out', 'inout']],
  ['uniform', TOPOLOGIES],
  ...[...INTERPOLATIONS, 'nointerpolation'].map(word => [word, TOPOLOGIES] as const),
]
/** Where samples are taken: one place wins. */
const OVERRIDDEN = [
  ['centroid', 'sample'],
  ['center', 'centroid'],
  ['center', 'sample'],
] as const

/** Modifiers that are attributes to DXC, which looks once more what they stand at: declarations that it did not give up. */
const APPLY_TO: ReadonlyMap<string, string> = new Map([
  ['groupshared', 'variables'],
  ['shared', 'variables'],
  ['uniform', 'variables and parameters'],
  ['globallycoherent', 'variables and functions'],
  ['reordercoherent', 'variables and functions'],
  ...['in', 'out', 'inout', ...TOPOLOGIES, ...MESH].map(word => [word, 'parameters'] as const),
])

const isStorage = (m: A.Modifier): boolean => m.name === 'static' || m.name === 'extern'

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
  const written = own.length === 0 ? list : [...list, ...own]
  const all = checkStorage(checker, written, what)
  const before = checker.diagnostics.errorCount
  all.toReversed().forEach((at, i) => {
    checkPlace(checker, at, what, all, written[0]!)
    if (i > 0) checkAgainst(checker, at, all.slice(-i), what)
  })
  if (all.length > 1) checkTogether(checker, all, what)
  checkMesh(checker, all, written[0]!)
  checkLast(checker, all, what, written[0]!, checker.diagnostics.errorCount > before)
  checkNormalised(checker, list, node)
  const word = list.find(isNormal)
  if (word)
    checkNormalisable(
      checker,
      word,
      dims.reduce<Type>(t => (t.kind === 'array' ? t.element : t), type),
    )
}

/** One storage class a declaration, and none where there is nothing to store: what is left for the other rules. */
function checkStorage(checker: Checker, all: readonly A.Modifier[], what: Declared): readonly A.Modifier[] {
  const first = all.find(isStorage)
  if (!first) return all
  // Of typedefs the parser speaks.
  if (what === 'typedef') return all.filter(m => !isStorage(m))
  const other = all.find(m => isStorage(m) && m.name !== first.name)
  if (other) report(checker, 'E1151', other, { word: first.name })
  const isRefused = what === 'parameter' || (first.name === 'extern' && (what === 'field' || what === 'method'))
  if (isRefused) report(checker, what === 'parameter' ? 'E2970' : 'E2296', first, {})
  return all.filter(m => !isStorage(m) || (m === first && !isRefused))
}

/** A modifier and the later ones. */
function checkAgainst(checker: Checker, at: A.Modifier, later: readonly A.Modifier[], what: Declared): void {
  const { name } = at
  const isAgain = later.some(m => m.name === name)
  if (isAgain && (INTERPOLATION.test(name) || name === 'center' || TOPOLOGIES.includes(name) || MESH.includes(name)))
    report(checker, 'W2971', at, { name })
  for (const group of [TOPOLOGIES, MESH]) {
    const second = group.includes(name) && later.find(m => group.includes(m.name))
    if (second && second.name !== name) report(checker, 'E2403', at, { first: name, second: second.name, what })
  }
  if (isUsage(at) && later.some(m => isUsage(m) && (name === 'inout' || m.name === 'inout' || m.name === name)))
    report(checker, 'E2402', at, { name })
}

const isUsage = ({ name }: A.Modifier): boolean => name === 'in' || name === 'out' || name === 'inout'

function checkTogether(checker: Checker, all: readonly A.Modifier[], what: Declared): void {
  for (const [word, others] of EXCLUSIVE) {
    const at = all.find(m => m.name === word)
    const other = at && all.findLast(m => others.includes(m.name))
    if (!other) continue
    const [first, second] = word === 'nointerpolation' && others === INTERPOLATIONS ? [at, other] : [other, at]
    report(checker, 'E2403', at, { first: first.name, second: second.name, what })
  }
  for (const [name, by] of OVERRIDDEN) {
    const at = has(all, by) && all.find(m => m.name === name)
    if (at) report(checker, 'W2972', at, { name, by })
  }
}

/** Words that are no attributes to DXC have no place of their own, but that of the whole declaration. */
function checkPlace(
  checker: Checker,
  at: A.Modifier,
  what: Declared,
  all: readonly A.Modifier[],
  start: A.Modifier,
): void {
  const { name } = at
  if (isUsage(at)) {
    if (what !== 'parameter') report(checker, 'E2297', at, { name })
  } else if (name === 'const') {
    if (what === 'field' && !has(all, 'static')) report(checker, 'E2294', start, { name, what })
  } else {
    const places = PLACES.get(name)
    if (places && !places.includes(what)) report(checker, 'E2294', isStorage(at) ? start : at, { name, what })
  }
}

/** What DXC comes to when it has not given a declaration up; it gives up neither fields nor parameters. */
function checkLast(
  checker: Checker,
  all: readonly A.Modifier[],
  what: Declared,
  start: A.Modifier,
  isGivenUp: boolean,
): void {
  const isData = what === 'field' || what === 'parameter'
  if (isGivenUp && !isData) return
  const inline = all.find(m => m.name === 'inline')
  if (inline && what !== 'function' && what !== 'method') report(checker, 'E2400', inline, {})
  if (what === 'function' && has(all, 'extern')) report(checker, 'E2294', start, { name: 'extern', what })
  if (!isData && what !== 'typedef') return
  for (const at of all) {
    const { name } = at
    if (has(all, 'static')) {
      if (INTERPOLATION.test(name) || name === 'center')
        report(checker, 'W2973', at, { name, what: 'functions, parameters, and fields' })
    } else if (name === 'export') report(checker, 'E2974', at, { name })
    else if (what !== 'parameter' && APPLY_TO.has(name))
      report(checker, 'W2973', at, { name, what: APPLY_TO.get(name)! })
  }
}

const has = (all: readonly A.Modifier[], name: string): boolean => all.some(m => m.name === name)

/** Words of mesh shaders say which way their parameters go. */
function checkMesh(checker: Checker, all: readonly A.Modifier[], first: A.Modifier): void {
  const at = all.find(m => MESH.includes(m.name))
  if (!at) return
  const usage = at.name === 'payload' ? 'in' : 'out'
  if (!has(all, usage) && !has(all, 'inout')) report(checker, 'E2404', first, { name: at.name, usage })
}

const isNormal = ({ name }: A.Modifier): boolean => name === 'snorm' || name === 'unorm'

/** A number is normalised once, and signed or unsigned: `list` is written in front of the type, which may say more: `vector<snorm float, 2>`. */
export function checkNormalised(checker: Checker, list: readonly A.Modifier[], node: A.TypeNode): void {
  const words = list.filter(isNormal)
  for (let at: A.TemplateArg | undefined = node; at?.kind === 'named_type'; ) {
    words.push(...at.modifiers.filter(isNormal))
    const part: A.NamePart = at.name.parts.at(-1)!
    at = part.name === 'vector' || part.name === 'matrix' ? part.templateArgs?.[0] : undefined
  }
  for (const [i, at] of words.entries()) {
    const other = words.at(words.length - 1)!
    if (i === words.length - 1) return
    if (other.name === at.name) report(checker, 'W2111', at, { name: at.name })
    else report(checker, 'E2229', at, { first: 'unorm', second: 'snorm' })
  }
}

/** Reports `snorm uint4`: integers are not normalised. */
export function checkNormalisable(checker: Checker, at: A.Modifier, type: Type): void {
  if (type.kind === 'error') return
  const scalar = type.kind === 'vector' || type.kind === 'matrix' ? type.element : type
  if (scalar.kind !== 'scalar' || !isFloat(scalar)) report(checker, 'E2405', at, {})
}
