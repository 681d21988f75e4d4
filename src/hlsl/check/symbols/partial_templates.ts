// Partial specialisations of struct templates: which one fits some arguments, and what its own parameters are then.

import type * as A from '../../tree/ast.ts'
import { isTypeNode } from '../../tree/ast.ts'
import type { ConstantValue } from '../../tree/typed.ts'
import type { Type } from '../../tree/types.ts'
import { type Checker, within } from '../core/context.ts'
import { Scope, type TemplateName } from '../core/scopes.ts'
import { argumentKey } from '../core/type_keys.ts'
import { type Bindings, bind, deduceList, silently } from './function_templates.ts'
import { completeArguments } from './template_parameters.ts'

interface Partial {
  readonly decl: A.RecordDecl
  /** Where the specialisation's parameters have their values. */
  readonly scope: Scope
}

/** The specialisation whose patterns the arguments match; of several the one that says most about each of them. */
export function partialFor(
  checker: Checker,
  template: TemplateName,
  args: readonly (Type | ConstantValue)[],
  key: string,
): Partial | 'ambiguous' | undefined {
  const found: (Partial & { readonly details: readonly number[] })[] = []
  for (const { decl, args: full } of template.specialisations) {
    const scope = full === undefined ? matched(checker, template, decl, args, key) : undefined
    if (!scope) continue
    const own = details(decl.templateArgs!, new Set(decl.template!.map(p => p.name)))
    // Default values are no parameters.
    found.push({ decl, scope, details: args.map((_, i) => own[i] ?? 1) })
  }
  const isBest = ({ details: own }: { readonly details: readonly number[] }): boolean =>
    found.every(
      ({ details: other }) =>
        other === own || (own.every((n, i) => n >= other[i]!) && own.some((n, i) => n > other[i]!)),
    )
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
  return JSON.stringify([template!.map(p => p.type ?? null), templateArgs], (key, value: unknown) => {
    if (key === 'pos' || key === 'end') return undefined
    if (typeof value === 'bigint') return `${value}n`
    return key === 'name' && typeof value === 'string' ? (names.get(value) ?? value) : value
  })
}

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

/** How much each of a list of patterns fixes: its parts that are not parameters, a parameter named again counting as one. */
function details(patterns: readonly A.TemplateArg[], names: ReadonlySet<string>): number[] {
  const seen = new Set<string>()
  const weigh = (arg: A.TemplateArg): number => {
    const name = (isTypeNode(arg) && arg.kind === 'named_type') || arg.kind === 'name_expr' ? arg.name : undefined
    const part = name?.parts.length === 1 ? name.parts[0]! : undefined
    if (!part || !names.has(part.name))
      return 1 + (part?.templateArgs ?? []).reduce((sum, inner) => sum + weigh(inner), 0)
    if (seen.has(part.name)) return 1
    seen.add(part.name)
    return 0
  }
  return patterns.map(weigh)
}
