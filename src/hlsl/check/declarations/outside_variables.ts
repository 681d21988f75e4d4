// Static members of class templates that are defined outside of them: `template<typename T> static T S<T>::x = 1;`.

import type * as A from '../../tree/ast.ts'
import type { VarSymbol } from '../../tree/typed.ts'
import type { Mutable } from '../../tree/types.ts'
import { type Checker, note, report } from '../core/context.ts'
import type { Scope } from '../core/scopes.ts'
import { nameOfTemplate, scopeOutside, templateAround } from '../symbols/outside_members.ts'
import { initialise } from './locals.ts'

/** Every instance's member begins with what stands there, those that are there already as well. */
export function defineOutside(checker: Checker, { template }: A.RecordDecl, decl: A.VariableDecl): void {
  const around = templateAround(checker, { scope: decl.scope, template, outer: undefined })
  const { name, nameSpan } = decl
  const member = around?.record.members?.find((m): m is A.VariableDecl => m.kind === 'variable' && m.name === name)
  if (!around || !member) {
    const type = around ? nameOfTemplate(around) : decl.scope!.parts.map(p => p.name).join('::')
    return void report(checker, 'E2002', nameSpan, { name, type })
  }
  const known = checker.outsideVariables.get(member)?.decl
  if (known) {
    note(checker, report(checker, 'E2008', nameSpan, { name }), 'N2001', known.nameSpan, {})
    return
  }
  checker.outsideVariables.set(member, { ...around, decl, seenAt: checker.global.visibility.now })
  for (const { scope } of checker.records.values()) {
    const symbol = scope.own(name)
    if (symbol?.kind === 'var' && symbol.pos === member.nameSpan.pos) beginOutside(checker, symbol, member, scope)
  }
}

/** Gives a static member of an instance the value that stands outside of the template. */
export function beginOutside(checker: Checker, symbol: Mutable<VarSymbol>, member: A.VariableDecl, scope: Scope): void {
  const outside = checker.outsideVariables.get(member)
  if (!outside) return
  const { scope: outer, global } = checker
  const { limit } = global.visibility
  checker.scope = scopeOutside({ scope }, outside)
  global.visibility.limit = outside.seenAt
  delete symbol.isAnnounced
  initialise(checker, symbol, outside.decl, 'a variable')
  checker.scope = outer
  global.visibility.limit = limit
}
