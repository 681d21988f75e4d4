// Rules about how things may be declared that change nothing about what they mean: types where none may be declared, contradicting modifiers, semantics whose index does not exist. Every function here only reports.

import type * as A from '../../tree/ast.ts'
import { isFloat } from '../../tree/numeric.ts'
import type { Type } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'

/** `struct S { ... } f()` declares a type that nobody can name before the function. */
export function refuseTypeInResult(checker: Checker, { returnType }: A.FunctionDecl): void {
  if (returnType.kind !== 'inline_type') return
  const { declaration } = returnType
  const isDefinition = declaration.kind === 'enum' ? declaration.values : declaration.members
  if (isDefinition === undefined) return
  const at = declaration.name === '' ? declaration : declaration.nameSpan
  report(checker, 'E2271', at, { name: declaration.name || '(anonymous struct)' })
}

const MAX_TARGET = 7

/** Render targets are numbered 0 to 7, in whatever function they are named. */
export function checkTargetIndex(checker: Checker, annotations: readonly A.Annotation[]): void {
  for (const annotation of annotations) {
    if (annotation.kind !== 'semantic') continue
    const index = /^sv_target(\d+)$/i.exec(annotation.name)?.[1]
    if (index !== undefined && Number(index) > MAX_TARGET)
      report(checker, 'E2273', annotation, { semantic: annotation.name, index: Number(index), last: MAX_TARGET })
  }
}

/** Enums count with integers. */
export function checkUnderlying(checker: Checker, decl: A.EnumDecl, type: Type): void {
  if (!decl.underlying || type.kind === 'error') return
  if (type.kind !== 'scalar' || isFloat(type))
    report(checker, 'E2274', decl.underlying, { type: spelled(decl.underlying) })
}

const spelled = (node: A.TypeNode): string =>
  node.kind === 'named_type' ? node.name.parts.map(p => p.name).join('::') : 'type'

/** An enum has to be defined where it is declared. */
export function refuseForwardEnum(checker: Checker, decl: A.EnumDecl): void {
  if (decl.values === undefined) report(checker, 'E2275', decl.nameSpan, {})
}
