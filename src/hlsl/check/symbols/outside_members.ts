// Members of class templates that are defined outside of them: `template<typename T> T S<T>::f() { ... }`.

import type * as A from '../../tree/ast.ts'
import type { Checker } from '../core/context.ts'
import { type FunctionEntity, type OutsideNames, Scope } from '../core/scopes.ts'
import { patternKey, specialisesNothing } from './partial_templates.ts'
import { namesOf } from './template_parameters.ts'

/** What the scope of a definition means, with the names of the template's parameters in the definition and there. */
export interface TemplateAround {
  readonly record: A.RecordDecl
  readonly own: readonly string[]
  readonly theirs: readonly string[]
}

/** The class template as messages spell it: `S<T, U>`. */
export const nameOfTemplate = ({ record, theirs }: TemplateAround): string => `${record.name}<${theirs.join(', ')}>`

/** Undefined unless the scope is in a class template. */
export function templateAround(
  checker: Checker,
  decl: Pick<A.FunctionDecl, 'scope' | 'template' | 'outer'>,
): TemplateAround | undefined {
  const { global, parts } = decl.scope!
  const template = decl.outer ?? decl.template
  let scope = global ? checker.global : undefined
  let record: A.RecordDecl | undefined
  let theirs: readonly string[] = []
  for (const { name, templateArgs = [] } of parts) {
    const found = scope ? scope.member(name) : checker.scope.lookup(name)
    if (record) record = record.members?.find((m): m is A.RecordDecl => m.kind === 'record' && m.name === name)
    else if (found?.kind === 'template') {
      const pattern = { template, templateArgs }
      const key = patternKey(pattern)
      const all = [...found.specialisations.map(s => s.decl), found.decl]
      const isMeant = (d: (typeof all)[number]): d is A.RecordDecl =>
        d.kind === 'record' && (d.templateArgs ? patternKey(d) === key : specialisesNothing(pattern, d))
      record = all.find(isMeant)
      theirs = namesOf(record?.template)
    } else if (found?.kind === 'namespace') scope = found.scope
    else return undefined
  }
  return record && { record, own: namesOf(template), theirs }
}

/** Where the body of a member stands: in the record, with the parameters of its template under the definition's names. */
export function scopeOutside({ scope }: Pick<FunctionEntity, 'scope'>, { own, theirs }: OutsideNames): Scope {
  const inner = new Scope(scope)
  own.forEach((name, i) => {
    const entity = scope.lookup(theirs[i]!)
    if (entity) inner.set(name, entity)
  })
  return inner
}
