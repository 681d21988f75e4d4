// Templates that nothing instantiates, and methods that nothing calls of those that are instantiated: their bodies are checked once, with
// parameters that have no values. What depends on a parameter has the error type, which nobody complains about; what is wrong besides is
// wrong whatever the parameters become.

import { type Diagnostic, HARMLESS } from '../../../diag/diagnostics.ts'
import type * as A from '../../tree/ast.ts'
import { ERROR } from '../../tree/types.ts'
import { type Checker, within } from '../core/context.ts'
import type { DependentMembers } from '../core/dependent_members.ts'
import { type FunctionEntity, Scope, type TemplateName } from '../core/scopes.ts'
import { makeFunction } from '../symbols/function_symbols.ts'
import { scopeOfDefault } from '../symbols/function_templates.ts'
import { unknownTemplate } from '../symbols/template_arguments.ts'
import { checkBody } from './functions.ts'
import { definePattern } from './records.ts'

/**
 * Call at the end, when everything that is used is instantiated. Says what was found in instances. What does not depend on arguments clang finds in
 * the template, first: an error there is none of its instances any more, a warning comes again with each. So it is with a signature that kept calls from
 * having an instance.
 */
export function checkTemplates(checker: Checker): void {
  const { diagnostics, templatePlaces } = checker
  const told = new Set<string>()
  const tell = (diagnostic: Diagnostic, place: number): void => {
    const key = keyOf(diagnostic)
    if (told.has(key)) return
    diagnostics.insert(diagnostic, place)
    told.add(key)
  }
  for (const template of new Set([...diagnostics.instantiated, ...checker.failedTemplates])) {
    const place = templatePlaces.get(template)
    if (place !== undefined)
      for (const found of patternDiagnostics(checker, template as FunctionEntity | TemplateName)) tell(found, place)
  }
  const wrong = wrongMembers(checker)
  const isRefused = ({ code, span }: Diagnostic): boolean =>
    OF_COMPONENTS.has(code) && wrong.some(({ node }) => node.memberSpan.pos === span.pos)
  diagnostics.addLater(d => !isRefused(d) && (d.severity !== 'error' || HARMLESS.has(d.code) || !told.has(keyOf(d))))
  for (const { diagnostic, template } of wrong) tell(diagnostic, templatePlaces.get(template) ?? diagnostics.place)
  if (checker.templates.length > 0 && diagnostics.errorCount === 0) checkUnused(checker, tell)
}

/** What is wrong with the name of components: where there are none nobody looks at it. */
const OF_COMPONENTS: ReadonlySet<string> = new Set(['E2140', 'E2141', 'E2142', 'E2152'])

/** Members in instances of which only the templates say whether they are right. */
function wrongMembers(checker: Checker): ReturnType<DependentMembers['found']> {
  const { dependentMembers, templatePlaces } = checker
  for (const template of dependentMembers.templates)
    if (templatePlaces.has(template)) patternDiagnostics(checker, template as FunctionEntity | TemplateName)
  return dependentMembers.found()
}

const keyOf = ({ code, span, message }: Diagnostic): string => `${code}@${span.pos}:${message}`

/** What is to be said of a template whatever its arguments are. */
const patternDiagnostics = (checker: Checker, template: FunctionEntity | TemplateName): readonly Diagnostic[] =>
  checker.diagnostics.collect(() =>
    inPattern(checker, () => {
      checker.global.visibility.limit = template.seenAt ?? Number.POSITIVE_INFINITY
      if ('kind' in template) classTemplate(checker, template, template.decl, everyMethod(template.decl))
      else checkPattern(checker, template)
    }),
  )

const everyMethod = (decl: TemplateName['decl']): ReadonlySet<A.Declaration> =>
  new Set(decl.kind === 'record' ? decl.members : [])

/** What the check itself brings up leaves no trace. */
function checkUnused(checker: Checker, tell: (diagnostic: Diagnostic, place: number) => void): void {
  const { diagnostics, templates, templatePlaces } = checker
  const uncalled = uncalledMethods(checker)
  inPattern(checker, () => {
    // Templates inside of templates join the list on the way.
    for (let i = 0; i < templates.length && diagnostics.errorCount === 0; i++) {
      const template = templates[i]!
      const found = diagnostics.collect(() => {
        checker.global.visibility.limit = template.seenAt ?? Number.POSITIVE_INFINITY
        if ('kind' in template) {
          classTemplate(checker, template, template.decl, uncalled)
          for (const { decl, seenAt } of template.specialisations) {
            checker.global.visibility.limit = seenAt
            classTemplate(checker, template, decl, uncalled)
          }
        } else functionTemplate(checker, template)
      })
      for (const diagnostic of found) tell(diagnostic, templatePlaces.get(template) ?? diagnostics.place)
    }
  })
}

/** Runs a check of templates whose parameters have no values. */
function inPattern(checker: Checker, check: () => void): void {
  const lists: readonly unknown[][] = [checker.functions, checker.pendingBodies, checker.globals, checker.lateBounds]
  const lengths = lists.map(list => list.length)
  const { declared } = checker
  checker.inPattern = true
  check()
  checker.inPattern = false
  checker.global.visibility.limit = Number.POSITIVE_INFINITY
  checker.declared = declared
  lists.forEach((list, i) => {
    list.length = Math.min(list.length, lengths[i]!)
  })
}

function functionTemplate(checker: Checker, entity: FunctionEntity): void {
  const isUsed = [...entity.instances!.values()].some(i => !i.isWaiting) || entity.specialisations.size > 0
  if (!isUsed || hasDefaults(entity.decl)) checkPattern(checker, entity, !isUsed)
}

function checkPattern(checker: Checker, { decl, scope: outer, owner }: FunctionEntity, withBody = true): void {
  const scope = patternScope(checker, outer, decl.template ?? [])
  const pattern = within(checker, scope, () => makeFunction(checker, decl, scope, owner, 0))
  if (withBody) checkBody(checker, pattern)
}

/** Instances look at defaults of parameters only where a call needs them. */
const hasDefaults = ({ params }: A.FunctionDecl): boolean => params.some(p => p.defaultValue)

/** Methods that wait in every instance. */
function uncalledMethods(checker: Checker): ReadonlySet<A.Declaration> {
  const methods = new Set<A.Declaration>()
  for (const { decl, isWaiting } of checker.functions) if (isWaiting) methods.add(decl)
  if (methods.size > 0) for (const f of checker.functions) if (!f.isWaiting) methods.delete(f.decl)
  for (const [member, { decl }] of checker.outside) if (methods.has(decl)) methods.add(member)
  return methods
}

/** Whether some of what a record declares was not looked at in its instances. */
const hasUnseen = ({ members }: A.RecordDecl, uncalled: ReadonlySet<A.Declaration>): boolean =>
  members!.some(m =>
    m.kind === 'function'
      ? m.template !== undefined || hasDefaults(m) || uncalled.has(m)
      : m.kind === 'record' && m.members !== undefined && (m.template !== undefined || hasUnseen(m, uncalled)),
  )

/** The template itself or one of its specialisations. */
function classTemplate(
  checker: Checker,
  template: TemplateName,
  decl: TemplateName['decl'],
  uncalled: ReadonlySet<A.Declaration>,
): void {
  const scope = patternScope(checker, template.scope, decl.template ?? [])
  if (decl.kind === 'type_alias') {
    if (template.instances.size === 0)
      within(checker, scope, () => checker.withDims(checker.typeOf(decl.type), decl.dims, decl))
    return
  }
  if (!decl.members) return
  // A base that depends on a parameter hides its members from the methods, whatever it becomes.
  const hasBases = decl.bases.length > 0
  const isUsed = checker.recordDecls.has(decl)
  if (isUsed && !hasBases && !hasUnseen(decl, uncalled)) return
  within(checker, scope, () => definePattern(checker, template, decl))
  // Methods wait for the end of their struct.
  for (const method of checker.pendingBodies.splice(0))
    if (!isUsed || hasBases || uncalled.has(method.decl)) checkBody(checker, method)
}

/** The parameters' own types and defaults are looked at on the way. */
function patternScope(checker: Checker, parent: Scope, params: readonly A.TemplateParam[]): Scope {
  const scope = new Scope(parent)
  within(checker, scope, () => {
    for (const [i, param] of params.entries()) {
      const { name, type, defaultValue } = param
      if (type) checker.typeOf(type)
      if (defaultValue)
        within(checker, scopeOfDefault(scope, params, i), () => checker.templateArgs([defaultValue], [param]))
      if (type) scope.set(name, { kind: 'constant', type: ERROR, value: 1 })
      else if (param.template) scope.set(name, unknownTemplate(checker, param))
      else scope.set(name, { kind: 'type', type: ERROR, isConst: false })
    }
  })
  return scope
}
