// Partial specialisations of struct templates: which one fits some arguments, and what its own parameters are then.

import type * as A from '../../tree/ast.ts'
import type { ConstantValue } from '../../tree/typed.ts'
import type { Type } from '../../tree/types.ts'
import { type Checker, silently, within } from '../core/context.ts'
import { type ConstantName, Scope, type Specialisation, type TemplateName } from '../core/scopes.ts'
import { argumentKey } from '../core/type_keys.ts'
import { isWrittenConst } from './constant_types.ts'
import { type Bindings, bind, deduceList, mentions } from './function_templates.ts'
import { completeArguments, namesOf } from './template_parameters.ts'

interface Partial extends Pick<Specialisation, 'decl' | 'seenAt'> {
  /** Where the specialisation's parameters have their values. */
  readonly scope: Scope
}

/** The specialisation whose patterns match the arguments; of several the one that is more specialised than every other. */
export function partialFor(
  checker: Checker,
  template: TemplateName,
  args: readonly (Type | ConstantValue)[],
  key: string,
): Partial | 'ambiguous' | undefined {
  const found: Partial[] = []
  const { visibility } = checker.global
  const { limit } = visibility
  for (const { decl, args: full, seenAt } of template.specialisations) {
    visibility.limit = seenAt
    const scope = full === undefined ? matched(checker, template, decl, args, key) : undefined
    if (scope) found.push({ decl, scope, seenAt })
  }
  visibility.limit = limit
  const isBest = (own: Partial): boolean =>
    found.every(other => other === own || (covers(other, own, args.length) && !covers(own, other, args.length)))
  return found.find(isBest) ?? (found.length > 0 ? 'ambiguous' : undefined)
}

/** Whether a pattern is 0 or 1, which are what they are in any type, and the argument is something else: where most recursions end. */
const isOtherLiteral = (pattern: A.TemplateArg, arg: Type | ConstantValue | undefined): boolean =>
  pattern.kind === 'int_literal' &&
  (pattern.value === 0n || pattern.value === 1n) &&
  typeof arg !== 'object' &&
  Number(arg) !== Number(pattern.value)

type Pattern = Pick<A.RecordDecl, 'template' | 'templateArgs'>

/** Whether the patterns are the parameters of the template, one after the other. */
export const specialisesNothing = ({ template, templateArgs }: Pattern, of: A.RecordDecl): boolean =>
  templateArgs!.length === of.template!.length &&
  templateArgs!.length === template!.length &&
  templateArgs!.every((arg, i) => plainName(arg) === template![i]!.name)

/** Whether no pattern names a parameter, as in `template<typename T> struct S<int>`. */
export function usesNothing({ template, templateArgs }: Pattern): boolean {
  const names = new Set(template!.map(p => p.name))
  return !templateArgs!.some(arg => usesAny(arg, names))
}

/** A name anywhere in a tree. */
const usesAny = (node: unknown, names: ReadonlySet<string>): boolean =>
  typeof node === 'object' &&
  node !== null &&
  Object.entries(node).some(([key, value]) => (key === 'name' && names.has(value)) || usesAny(value, names))

/** The name that a pattern is, if it is nothing else. */
function plainName(arg: A.TemplateArg): string | undefined {
  if (arg.kind === 'named_type')
    return arg.dims.length === 0 && arg.modifiers.length === 0 ? nameOf(arg.name) : undefined
  return arg.kind === 'name_expr' ? nameOf(arg.name) : undefined
}

const nameOf = ({ parts }: A.QualifiedName): string | undefined =>
  parts.length === 1 && !parts[0]!.templateArgs ? parts[0]!.name : undefined

/** The same for partial specialisations of the same patterns, whatever their parameters are called. */
export function patternKey({ template, templateArgs }: Pattern): string {
  const names = new Map(template!.map((p, i) => [p.name, `#${i}`]))
  return textOf([template!.map(p => p.type ?? p.template?.length ?? null), templateArgs], names)
}

/** Nodes of the tree as text, whatever their places are. */
const textOf = (nodes: unknown, names: ReadonlyMap<string, string> = new Map()): string =>
  JSON.stringify(nodes, (key, value: unknown) => {
    if (key === 'pos' || key === 'end') return undefined
    if (typeof value === 'bigint') return `${value}n`
    return key === 'name' && typeof value === 'string' ? (names.get(value) ?? value) : value
  })

function matched(
  checker: Checker,
  template: TemplateName,
  decl: A.RecordDecl,
  args: readonly (Type | ConstantValue)[],
  key: string,
): Scope | undefined {
  if (decl.templateArgs!.some((pattern, i) => isOtherLiteral(pattern, args[i]))) return undefined
  const params = decl.template!
  const bindings: Bindings = new Map()
  const names = new Set(params.map(p => p.name))
  if (!deduceList(checker, template.scope, decl.templateArgs!, args, names, bindings)) return undefined
  const scope = new Scope(template.scope)
  for (const param of params) {
    const value = bindings.get(param.name)
    if (value === undefined) return undefined
    bind(checker, scope, param, value)
  }
  // Deduction looks at parameters only: the patterns with their values must be the arguments.
  const made = silently(checker, () =>
    within(checker, scope, () => completeArguments(checker, template, decl.templateArgs!, decl)),
  )
  return made?.args.map(argumentKey).join(',') === key ? scope : undefined
}

/** Partial ordering: whether the patterns of `general` match everything that those of `special` do. Both match the same `count` arguments. */
function covers(general: Partial, special: Partial, count: number): boolean {
  const names = new Set(namesOf(general.decl.template))
  const others = new Set(namesOf(special.decl.template))
  /** What each parameter of `general` stands for; a concrete argument begins with `=`. */
  const bound = new Map<string, string>()
  const bind = (name: string, text: string): boolean => {
    const known = bound.get(name)
    bound.set(name, text)
    return known === undefined || known === text
  }
  const bindToArguments = (pattern: A.TemplateArg): boolean =>
    [...names].every(name => !mentions(pattern, new Set([name])) || bind(name, `=${valueText(general.scope, name)}`))
  type Patterns = readonly (A.TemplateArg | undefined)[]
  const fitAll = (patterns: Patterns, nodes: Patterns): boolean =>
    patterns.length === nodes.length && patterns.every((pattern, i) => fits(pattern, nodes[i]))
  const fits = (pattern: A.TemplateArg | undefined, node: A.TemplateArg | undefined): boolean => {
    // What is left out has a default value: that of the arguments.
    const depends = node !== undefined && mentions(node, others)
    if (!pattern || !mentions(pattern, names)) return !depends
    if (!depends) return bindToArguments(pattern)
    const own = plainName(pattern)
    if (own !== undefined && names.has(own)) return bind(own, textOf(node))
    if (pattern.kind !== 'named_type' || node.kind !== 'named_type') return false
    const isConst = isWrittenConst(pattern)
    if (isConst !== isWrittenConst(node)) return false
    if (isConst) return fits({ ...pattern, modifiers: [] }, { ...node, modifiers: [] })
    if (pattern.dims.length > 0 || node.dims.length > 0)
      return fitAll(pattern.dims, node.dims) && fits({ ...pattern, dims: [] }, { ...node, dims: [] })
    const part = pattern.name.parts.at(-1)!
    const other = node.name.parts.at(-1)!
    const isSame = names.has(part.name) ? bind(part.name, other.name) : part.name === other.name
    return isSame && fitAll(part.templateArgs ?? [], other.templateArgs ?? [])
  }
  for (let i = 0; i < count; i++) if (!fits(general.decl.templateArgs![i], special.decl.templateArgs![i])) return false
  return true
}

/** What a parameter of a specialisation stands for, as text. */
function valueText(scope: Scope, name: string): string {
  const entity = scope.own(name)!
  if (entity.kind === 'template') return argumentKey(entity.argument!)
  return argumentKey(entity.kind === 'type' ? entity.type : (entity as ConstantName).value)
}
