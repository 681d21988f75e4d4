// Partial specialisations of struct templates: which one fits some arguments, and what its own parameters are then.

import type * as A from '../../tree/ast.ts'
import { isTypeNode } from '../../tree/ast.ts'
import type { ConstantValue } from '../../tree/typed.ts'
import type { Type } from '../../tree/types.ts'
import { type Checker, within } from '../core/context.ts'
import { Scope, type TemplateName } from '../core/scopes.ts'
import { argumentKey } from '../core/type_keys.ts'
import { type Bindings, bind, deduceList } from './function_templates.ts'

interface Partial {
  readonly decl: A.RecordDecl
  /** Where the specialisation's parameters have their values. */
  readonly scope: Scope
}

/** The specialisation whose patterns the arguments match; of several the one that says most about them. */
export function partialFor(
  cx: Checker,
  template: TemplateName,
  args: readonly (Type | ConstantValue)[],
  key: string,
): Partial | undefined {
  let best: Partial | undefined
  let most = -1
  for (const { decl, args: full } of template.specialisations) {
    if (full !== undefined) continue
    const weight = detail(decl.templateArgs!, new Set(decl.template!.map(p => p.name)))
    const scope = weight > most ? matched(cx, template, decl, args, key) : undefined
    if (!scope) continue
    best = { decl, scope }
    most = weight
  }
  return best
}

function matched(
  cx: Checker,
  template: TemplateName,
  decl: A.RecordDecl,
  args: readonly (Type | ConstantValue)[],
  key: string,
): Scope | undefined {
  const params = decl.template!
  const bindings: Bindings = new Map()
  const names = new Set(params.map(p => p.name))
  if (!deduceList(cx, template.scope, decl.templateArgs!, args, names, bindings)) return undefined
  const scope = new Scope(template.scope)
  for (const param of params) {
    const value = bindings.get(param.name)
    if (value === undefined) return undefined
    bind(cx, scope, param, value)
  }
  // Deduction looks at parameters only: the patterns with their values must be the arguments.
  const errors = cx.silentErrors
  cx.silent++
  const made = within(cx, scope, () => cx.templateArgs(decl.templateArgs!)).map(arg => argumentKey(cx, arg))
  cx.silent--
  cx.silentErrors = errors
  return made.join(',') === key ? scope : undefined
}

/** How much a list of patterns fixes: its parts that are not parameters, a parameter named again counting as one. */
function detail(patterns: readonly A.TemplateArg[], names: ReadonlySet<string>): number {
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
  return patterns.reduce((sum, arg) => sum + weigh(arg), 0)
}
