// Parameters of class templates: the arguments that they are given, and what several declarations of one template say of them.

import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import type { ConstantValue } from '../../tree/typed.ts'
import type { Type } from '../../tree/types.ts'
import { type Checker, report, within } from '../core/context.ts'
import { Scope, type TemplateName } from '../core/scopes.ts'
import { bind, fitted, scopeOfDefault } from './function_templates.ts'

export const namesOf = (params: readonly A.TemplateParam[] = []): readonly string[] => params.map(p => p.name)

interface Given {
  readonly args: readonly (Type | ConstantValue)[]
  /** Where the parameters have these values. */
  readonly scope: Scope
}

/** The arguments that are written for a class template, and the default values of its other parameters; undefined after reporting. */
export function completeArguments(
  checker: Checker,
  template: TemplateName,
  nodes: readonly A.TemplateArg[],
  span: Span,
): Given | undefined {
  const { name, template: params = [] } = template.decl
  const given = checker.templateArgs(nodes, params)
  if (given.some(arg => typeof arg === 'object' && arg.kind === 'error')) return undefined
  if (!hasArguments(checker, template.decl, nodes.length, span)) return undefined
  const scope = new Scope(template.scope)
  const args: (Type | ConstantValue)[] = []
  for (const [i, param] of params.entries()) {
    const written = nodes[i] ?? param.defaultValue!
    const byDefault = () => checker.templateArgs([written], [param])[0]!
    const value = given[i] ?? within(checker, scopeOfDefault(scope, params, i), byDefault)
    const fit = fitted(checker, scope, param, value, written, name)
    if (fit === undefined) return undefined
    args.push(fit)
    bind(checker, scope, param, fit)
  }
  return { args, scope }
}

/** Whether a class template takes so many arguments; reports when not. */
export function hasArguments(checker: Checker, decl: TemplateName['decl'], count: number, span: Span): boolean {
  const template = decl.template!
  const isMany = count > template.length
  const isFew = template.slice(count).some(p => !p.defaultValue)
  const what = decl.kind === 'record' && decl.recordKind !== 'variable' ? 'class template' : 'template'
  if (isMany || isFew) report(checker, 'E2216', span, { how: isMany ? 'many' : 'few', what, name: decl.name })
  return !isMany && !isFew
}

/** Reports a parameter of a class template without a default value behind one that has it. */
export function requireDefaults(checker: Checker, params: readonly A.TemplateParam[]): void {
  const first = params.findIndex(p => p.defaultValue)
  const lacking = first < 0 ? undefined : params.find((p, i) => i > first && !p.defaultValue)
  if (lacking) report(checker, 'E2843', lacking, {})
}

/**
 * The parameters of a template that is declared again, with the default values of both declarations.
 * @param isNew whether the names of the later declaration count, because it has the body
 */
export function mergeParameters(
  checker: Checker,
  earlier: readonly A.TemplateParam[],
  later: readonly A.TemplateParam[],
  isNew: boolean,
  span: Span,
): readonly A.TemplateParam[] {
  compareParameters(checker, earlier, later, 'template', span)
  const [own, other] = isNew ? [later, earlier] : [earlier, later]
  return own.map((param, i) => {
    const twin = other[i]
    if (!twin?.defaultValue) return param
    if (!param.defaultValue) return { ...param, defaultValue: twin.defaultValue, among: twin.among ?? other }
    report(checker, 'E2840', later[i]!, {})
    return param
  })
}

/** Reports another number of parameters, or parameters of another kind, than what was declared earlier has. */
function compareParameters(
  checker: Checker,
  earlier: readonly A.TemplateParam[],
  later: readonly A.TemplateParam[],
  what: string,
  span: Span,
): void {
  const { length } = earlier
  if (later.length !== length) report(checker, 'E2841', span, { how: later.length > length ? 'many' : 'few', what })
  for (const [i, own] of later.entries()) {
    const twin = earlier[i]
    if (!twin) return
    if (!twin.type !== !own.type || !twin.template !== !own.template) report(checker, 'E2842', own, { what })
    else if (own.template) compareParameters(checker, twin.template!, own.template, 'template template parameter', own)
  }
}
