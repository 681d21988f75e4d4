// Templates that nothing instantiates, and methods that nothing calls of those that are instantiated: their bodies are checked once, with
// parameters that have no values. What depends on a parameter has the error type, which nobody complains about; what is wrong besides is
// wrong whatever the parameters become.

import type * as A from '../../tree/ast.ts'
import { ERROR } from '../../tree/types.ts'
import { type Checker, within } from '../core/context.ts'
import { type FunctionEntity, Scope, type TemplateName } from '../core/scopes.ts'
import { makeFunction } from '../symbols/function_symbols.ts'
import { checkBody } from './functions.ts'
import { definePattern } from './records.ts'

/** Call at the end, when everything that is used is instantiated. What the check itself brings up leaves no trace. */
export function checkUnusedTemplates(checker: Checker): void {
  if (checker.templates.length === 0 || checker.diagnostics.errorCount > 0) return
  const lists: readonly unknown[][] = [checker.functions, checker.pendingBodies, checker.globals, checker.lateBounds]
  const lengths = lists.map(list => list.length)
  const { declared } = checker
  const uncalled = uncalledMethods(checker)
  checker.inPattern = true
  // Templates inside of templates join the list on the way.
  for (let i = 0; i < checker.templates.length && checker.diagnostics.errorCount === 0; i++) {
    const template = checker.templates[i]!
    if ('kind' in template) classTemplate(checker, template, uncalled)
    else functionTemplate(checker, template)
  }
  checker.inPattern = false
  checker.declared = declared
  lists.forEach((list, i) => {
    list.length = Math.min(list.length, lengths[i]!)
  })
}

function functionTemplate(checker: Checker, entity: FunctionEntity): void {
  const { decl } = entity
  const scope = patternScope(checker, entity.scope, decl.template ?? [])
  if (entity.instances!.size > 0 || entity.specialisations.size > 0) return
  const pattern = within(checker, scope, () => makeFunction(checker, decl, scope, entity.owner, 0))
  checkBody(checker, pattern)
}

interface Uncalled {
  readonly templates: ReadonlySet<TemplateName>
  readonly methods: ReadonlySet<A.FunctionDecl>
}

/** Methods that wait in every instance, and their templates. */
function uncalledMethods(checker: Checker): Uncalled {
  const waiting = checker.functions.filter(f => f.isWaiting)
  const methods = new Set(waiting.map(f => f.decl))
  if (methods.size > 0) for (const f of checker.functions) if (!f.isWaiting) methods.delete(f.decl)
  const templates = new Set<TemplateName>()
  for (const { decl, owner } of waiting) if (owner?.template && methods.has(decl)) templates.add(owner.template)
  return { templates, methods }
}

function classTemplate(checker: Checker, template: TemplateName, uncalled: Uncalled): void {
  const { decl } = template
  const scope = patternScope(checker, template.scope, decl.template ?? [])
  // A base that depends on a parameter hides its members from the methods, whatever it becomes.
  const hasBases = decl.kind === 'record' && decl.bases.length > 0
  const isUsed = template.instances.size > 0
  if (isUsed && !hasBases && !uncalled.templates.has(template)) return
  if (decl.kind === 'type_alias')
    within(checker, scope, () => checker.withDims(checker.typeOf(decl.type), decl.dims, decl))
  else if (decl.members) {
    within(checker, scope, () => definePattern(checker, template, decl))
    // Methods wait for the end of their struct.
    for (const method of checker.pendingBodies.splice(0))
      if (!isUsed || hasBases || uncalled.methods.has(method.decl)) checkBody(checker, method)
  }
}

/** The parameters' own types and defaults are looked at on the way. */
function patternScope(checker: Checker, parent: Scope, params: readonly A.TemplateParam[]): Scope {
  const scope = new Scope(parent)
  within(checker, scope, () => {
    for (const { name, type, defaultValue } of params) {
      if (type) checker.typeOf(type)
      if (defaultValue) checker.templateArgs([defaultValue])
      if (type) scope.set(name, { kind: 'constant', type: ERROR, value: 1 })
      else scope.set(name, { kind: 'type', type: ERROR, isConst: false })
    }
  })
  return scope
}
