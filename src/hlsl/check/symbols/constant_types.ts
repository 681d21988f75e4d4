// Constant types as arguments of templates: `is_const<const int>` is no `is_const<int>`. Elsewhere `const` belongs to what is declared, not to its type.
// Among arguments a struct that nothing defines stands for a constant type; a parameter with that value names the type itself, and is const.

import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import { isTypeNode } from '../../tree/type_nodes.ts'
import { isConstantType, type Mutable, type StructType, type Type } from '../../tree/types.ts'
import { type Checker, silently, within } from '../core/context.ts'
import { lookupName } from '../core/names.ts'
import type { TemplateName } from '../core/scopes.ts'
import { argumentKey } from '../core/type_keys.ts'
import { shownType } from '../core/type_names.ts'
import { announced } from './function_types.ts'

/** What stands for a constant type; itself, if it does already. */
export function constantOf(checker: Checker, type: Type, { pos, end }: Span): Type {
  if (type.kind === 'error' || type.kind === 'void' || isConstantType(type)) return type
  // No name of a program has a space.
  const name = `const ${argumentKey(type)}`
  const made = within(checker, checker.global, () => announced(checker, { name, templateArgs: undefined, pos, end }))
  const constant = made as Mutable<StructType>
  constant.name = `const ${shownType(type)}`
  constant.constant = type
  return constant
}

export const isWrittenConst = (node: A.TemplateArg): boolean =>
  isTypeNode(node) && node.kind === 'named_type' && node.modifiers.some(m => m.name === 'const')

/** Whether an argument that is the name of a type says `const`, or names what does. */
export function isConstArgument(checker: Checker, node: A.TemplateArg): boolean {
  if (isWrittenConst(node)) return true
  if (node.kind !== 'named_type' && node.kind !== 'name_expr') return false
  const last = node.name.parts.at(-1)!
  if (last.name === '__decltype') return isConstOperand(checker, last)
  const found = lookupQuietly(checker, node.name)
  if (found?.kind === 'type') return found.isConst
  return found?.kind === 'template' && found.decl.kind === 'type_alias' && isConstAlias(checker, found, last)
}

export const isConstType = (checker: Checker, node: A.TypeNode): boolean =>
  node.kind === 'named_type' && isConstArgument(checker, node)

/** The same of a parameter of a function: it has the type of an operand without `const`. */
export const isConstParameter = (checker: Checker, node: A.TypeNode): boolean =>
  isWrittenConst(node) ||
  (node.kind === 'named_type' && node.name.parts[0]!.name !== '__decltype' && isConstType(checker, node))

function isConstOperand(checker: Checker, part: A.NamePart): boolean {
  const operand = part.templateArgs?.[0]
  const found = operand?.kind === 'name_expr' ? lookupQuietly(checker, operand.name) : undefined
  return found?.kind === 'var' && found.isConst
}

/** What `template<typename T> using C = const T` makes of arguments. */
const isConstAlias = (checker: Checker, template: TemplateName, part: A.NamePart): boolean =>
  isConstantType(silently(checker, () => checker.instantiateRecord(template, part.templateArgs, part)))

/** What was wrong with the name has been said. */
function lookupQuietly(checker: Checker, name: A.QualifiedName): (ReturnType<typeof lookupName> & object) | undefined {
  const found = silently(checker, () => lookupName(checker, name))
  return typeof found === 'object' ? found : undefined
}
