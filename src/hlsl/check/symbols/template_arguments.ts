// Templates as arguments of templates: `template<template<typename> class C> struct X { C<float> c; };` and `X<StructuredBuffer>`.
// Among arguments a struct that nothing defines stands for a template, so that there are no values of it.

import { objectTypeRow } from '../../../spec/object_types.ts'
import type * as A from '../../tree/ast.ts'
import type { ConstantValue } from '../../tree/typed.ts'
import { ERROR, type StructType, type Type } from '../../tree/types.ts'
import { type Checker, report, silently, within } from '../core/context.ts'
import { isVariableTemplate, lookupName } from '../core/names.ts'
import type { Scope, TemplateName } from '../core/scopes.ts'
import { argumentKey } from '../core/type_keys.ts'

/** What stands for a template. */
export function argumentFor(checker: Checker, template: TemplateName): StructType {
  if (template.argument) return template.argument
  const { decl, scope } = template
  const type: StructType = {
    kind: 'struct',
    name: scope.prefix() + decl.name,
    base: undefined,
    fields: [],
    pos: decl.pos,
    isTemplate: true,
    isClass: decl.kind !== 'record' || decl.recordKind === 'class',
  }
  checker.templateTypes.set(type, template)
  template.argument = type
  return type
}

/** What stands for the template that an argument names; an error type after reporting that it names none. */
export function templateNamed(checker: Checker, arg: A.TemplateArg): Type {
  const found = arg.kind === 'named_type' || arg.kind === 'name_expr' ? templateOf(checker, arg.name) : undefined
  if (found === 'unknown') return ERROR
  if (found) return argumentFor(checker, found)
  report(checker, 'E2846', arg, {})
  return ERROR
}

function templateOf(checker: Checker, name: A.QualifiedName): TemplateName | 'unknown' | undefined {
  const part = name.parts.at(-1)!
  const isPlain = name.parts.length === 1 && !name.global
  if (part.templateArgs) return undefined
  const found = lookupName(checker, name)
  if (found === 'failed') return 'unknown'
  if (found?.kind === 'template') {
    const isInstance = isPlain && found.decl.name === part.name && instanceAround(checker, found) !== undefined
    return isInstance || isVariableTemplate(found) ? undefined : found
  }
  return found || !isPlain ? undefined : builtinTemplate(checker, part.name)
}

/** The instance of a template that we are in, or that a base of it is. There the bare name of the template means this instance. */
export function instanceAround(checker: Checker, template: TemplateName): StructType | undefined {
  for (let scope: Scope | undefined = checker.scope; scope; scope = scope.parent)
    // What a base that depends on parameters has is not found by its name alone.
    for (let record = scope.record; record; record = scope.record!.hasDependentBase ? undefined : record.base)
      if (record.template === template) return record.type
  return undefined
}

/** A template of the language, as an alias of itself. */
export function builtinTemplate(checker: Checker, name: string): TemplateName | undefined {
  const known = checker.templateTypes.get(name)
  const letters = known ? '' : parametersOf(name)
  if (letters === '') return known
  const at = { pos: 0, end: 0 }
  const named = (word: string, templateArgs?: readonly A.TemplateArg[]): A.QualifiedName => ({
    kind: 'name',
    global: false,
    parts: [{ name: word, templateArgs, ...at }],
    ...at,
  })
  const typeNamed = (word: string, args?: readonly A.TemplateArg[]): A.NamedType => ({
    kind: 'named_type',
    name: named(word, args),
    modifiers: [],
    dims: [],
    ...at,
  })
  const template = [...letters].map((letter, i): A.TemplateParam => {
    const type = letter === 'T' ? undefined : typeNamed(letter === 'N' ? 'int' : 'uint')
    return { kind: 'template_parameter', name: letter + i, type, defaultValue: undefined, ...at }
  })
  const args = template.map(p =>
    p.type ? ({ kind: 'name_expr', name: named(p.name), ...at } as const) : typeNamed(p.name),
  )
  const made = aliasTemplate(checker.global, { pos: 0, end: 0, name, template }, typeNamed(name, args))
  checker.templateTypes.set(name, made)
  return made
}

/** A parameter that takes templates, where the template itself is checked: its instances have the error type. */
export const unknownTemplate = (checker: Checker, param: A.TemplateParam): TemplateName =>
  aliasTemplate(checker.scope, param, { kind: 'error_type', pos: param.pos, end: param.end })

function aliasTemplate(
  scope: Scope,
  { name, template, pos, end }: Pick<A.TemplateParam, 'name' | 'template' | 'pos' | 'end'>,
  type: A.TypeNode,
): TemplateName {
  const decl: A.TypeAliasDecl = {
    kind: 'type_alias',
    nameSpan: { pos, end },
    name,
    template,
    modifiers: [],
    type,
    dims: [],
    pos,
    end,
  }
  return { kind: 'template', decl, scope, instances: new Map(), specialisations: [] }
}

/** T for each type, N for each int and U for each uint that a template of the language takes; '' if it is none. */
function parametersOf(name: string): string {
  if (name === 'vector') return 'TN'
  if (name === 'matrix') return 'TNN'
  const row = objectTypeRow(name)
  if (!row || row.isReserved || row.args === 'none') return ''
  return row.args === 'number' || row.args === 'feedback kind'
    ? 'U'.repeat(row.mostArgs)
    : `T${'N'.repeat(row.mostArgs - 1)}`
}

/** Whether an argument stands for a template whose parameters are those that a parameter asks for. */
export function takesTemplate(
  checker: Checker,
  scope: Scope,
  wanted: readonly A.TemplateParam[],
  value: Type | ConstantValue,
): boolean {
  const template = typeof value === 'object' ? checker.templateTypes.get(value) : undefined
  return !!template && isSameList(checker, wanted, scope, template.decl.template ?? [], template.scope)
}

function isSameList(
  checker: Checker,
  one: readonly A.TemplateParam[],
  scope: Scope,
  other: readonly A.TemplateParam[],
  place: Scope,
): boolean {
  return (
    one.length === other.length &&
    one.every((param, i) => {
      const twin = other[i]!
      if (!param.template !== !twin.template || !param.type !== !twin.type) return false
      if (param.template) return isSameList(checker, param.template, scope, twin.template!, place)
      if (!param.type) return true
      const keyIn = (at: Scope, node: A.TypeNode): string =>
        argumentKey(silently(checker, () => within(checker, at, () => checker.typeOf(node))))
      return keyIn(scope, param.type) === keyIn(place, twin.type!)
    })
  )
}
