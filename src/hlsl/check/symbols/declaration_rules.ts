// Rules about how things may be declared that change nothing about what they mean: types where none may be declared, contradicting modifiers, semantics whose index does not exist. Every function here only reports.

import { isOfFamily } from '../../../spec/object_types.ts'
import type * as A from '../../tree/ast.ts'
import { leafTypes } from '../../tree/components.ts'
import { isFloat } from '../../tree/numeric.ts'
import { allFields, innermost, type Type } from '../../tree/types.ts'
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

const MAX_ELEMENT_BYTES = 16

/** Elements of typed buffers and textures are what a texel format can hold. */
export function checkTexel(checker: Checker, type: Type, at: A.VariableDecl): void {
  const inner = innermost(type)
  if (inner.kind !== 'object' || inner.element?.kind !== 'struct' || !isOfFamily(inner.name, 'texture', 'typed')) return
  const fields = allFields(inner.element)
  if (fields.length === 0) report(checker, 'E2276', at.nameSpan, {})
  else if (bytesOf(inner.element) > MAX_ELEMENT_BYTES) report(checker, 'E2277', at.nameSpan, {})
  else if (new Set(leafTypes(inner.element)).size > 1) report(checker, 'E2283', at.nameSpan, {})
}

/** Bytes when every component takes at least four. */
function bytesOf(type: Type): number {
  switch (type.kind) {
    case 'scalar':
      return /64|double/.test(type.name) ? 8 : 4
    case 'vector':
      return type.size * bytesOf(type.element)
    case 'matrix':
      return type.rows * type.columns * bytesOf(type.element)
    case 'array':
      return type.size * bytesOf(type.element)
    case 'struct':
      return allFields(type).reduce((sum, f) => sum + bytesOf(f.type), 0)
    default:
      return 4
  }
}
