// `template float f<float>(float);`, `template struct S<int>;`: what they name is made, and its bodies are checked, whether anything calls them or not.

import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import { sameType } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'
import { isVariableTemplate, lookupName, scopeOf } from '../core/names.ts'
import type { FunctionEntity, RecordInfo, Scope } from '../core/scopes.ts'
import { makeFunction } from '../symbols/function_symbols.ts'
import { instanceOf } from '../symbols/function_templates.ts'
import { requestBody } from '../symbols/instance_requests.ts'
import { sameParameters } from '../symbols/interfaces.ts'

export function explicitInstantiation(checker: Checker, decl: A.Declaration): void {
  if (decl.kind === 'record' && decl.recordKind === 'variable') instantiateVariable(checker, decl)
  else if (decl.kind === 'record') instantiateClass(checker, decl)
  else if (decl.kind === 'function' || decl.kind === 'variable') instantiateFunction(checker, decl)
}

function instantiateFunction(checker: Checker, decl: A.FunctionDecl | A.VariableDecl): void {
  const around = decl.scope && scopeOf(checker, decl.scope, decl.scope.parts.length)
  if (decl.scope && !around) return
  const found = around ? around.member(decl.name) : checker.scope.lookup(decl.name)
  const all = found?.kind === 'functions' ? found.list : []
  const named = decl.kind === 'function' ? all.flatMap(f => matching(checker, decl, f, around)) : []
  for (const f of named) check(checker, f, decl.nameSpan)
  const isNone = decl.kind === 'function' ? named.length === 0 : !all.some(f => f.instances)
  if (isNone) report(checker, 'E2723', decl.nameSpan, { name: decl.name })
}

/** The function that a declaration names, if it is an instance of this template, or this method of an instance. */
function matching(
  checker: Checker,
  decl: A.FunctionDecl,
  candidate: FunctionEntity,
  around: Scope | undefined,
): FunctionEntity[] {
  const wanted = makeFunction(checker, decl, checker.scope, around?.record, 0).symbol
  const types = wanted?.params.map(p => p.type) ?? []
  const found = candidate.instances ? instanceOf(checker, candidate, decl.templateArgs, types) : candidate
  const isSame =
    wanted &&
    found?.symbol &&
    sameParameters(found.symbol, wanted) &&
    sameType(found.symbol.returnType, wanted.returnType)
  return isSame && (candidate.instances || around?.record) ? [found] : []
}

/** `template const float pi<float>;` makes what a use would make. */
function instantiateVariable(checker: Checker, decl: A.RecordDecl): void {
  const { name, nameSpan } = decl
  const found = checker.scope.lookup(name)
  if (found && isVariableTemplate(found)) lookupName(checker, nameOf(decl))
  else report(checker, 'E2723', nameSpan, { name })
}

const nameOf = ({ name, nameSpan, templateArgs }: A.RecordDecl): A.QualifiedName => ({
  kind: 'name',
  ...nameSpan,
  global: false,
  parts: [{ ...nameSpan, name, templateArgs }],
})

function instantiateClass(checker: Checker, decl: A.RecordDecl): void {
  const { name, nameSpan, templateArgs } = decl
  const found = lookupName(checker, nameOf(decl))
  if (found === 'failed') return
  if (found?.kind !== 'template') return void report(checker, templateArgs ? 'E2740' : 'E2741', nameSpan, { name })
  const type = checker.instantiateRecord(found, templateArgs, nameSpan)
  const record = type.kind === 'struct' ? checker.records.get(type) : undefined
  if (record) checkMethods(checker, record, nameSpan)
}

function checkMethods(checker: Checker, record: RecordInfo, span: Span): void {
  for (const [name, member] of record.scope.names ?? []) {
    if (member.kind === 'functions') for (const f of member.list) check(checker, f, span)
    const inner = member.kind === 'type' && member.type.kind === 'struct' ? checker.records.get(member.type) : undefined
    if (inner && inner !== record && inner.scope.parent === record.scope && inner.scope.name === name)
      checkMethods(checker, inner, span)
  }
}

function check(checker: Checker, f: FunctionEntity, span: Span): void {
  if (f.isWaiting) requestBody(checker, f, span)
}
