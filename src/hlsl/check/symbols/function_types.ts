// Function types. They can only be arguments of templates: `is_function<float(int)>`, `is_function<__decltype(f)>`.

import { table } from '../../../base/table.ts'
import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import { ERROR, type FunctionSignature, type Mutable, type StructType, type Type, typeText } from '../../tree/types.ts'
import { type Checker, report, within } from '../core/context.ts'
import type { Entity } from '../core/scopes.ts'
import { argumentKey } from '../core/type_keys.ts'
import { shownType } from '../core/type_names.ts'

/** `void f(struct S s);` announces a struct of the namespace around it. */
export function announced(checker: Checker, { name, pos, end }: A.NamePart): Type {
  return within(checker, checker.scope.namespace, () =>
    checker.declareRecord({
      kind: 'record',
      attributes: [],
      recordKind: 'struct',
      nameSpan: { pos, end },
      name,
      template: undefined,
      templateArgs: undefined,
      bases: [],
      members: undefined,
      pos,
      end,
    }),
  )
}

/** The type that `result(params)` names. */
export function functionType(checker: Checker, part: A.NamePart): Type {
  const args = checker.templateArgs(part.templateArgs!)
  const types = args.filter((type): type is Type => typeof type === 'object' && type.kind !== 'error')
  if (types.length < args.length) return ERROR
  const params = types.map((type, i): Params[number] => {
    const { modifiers } = part.templateArgs![i] as A.NamedType
    return { type, mode: modifiers.find((m): m is Written => REFERENCES.has(m.name))?.name ?? 'in' }
  })
  params.shift()
  if (params.length === 1 && params[0]!.type.kind === 'void') params.pop()
  const result = types[0]!
  const isFunction = isFunctionType(result)
  if (result.kind !== 'array' && !isFunction) return typeOfFunctions(checker, result, params, part)
  report(checker, 'E2844', part, { what: isFunction ? 'function' : 'array', type: shownType(result) })
  return ERROR
}

export const isFunctionType = (type: Type): boolean => type.kind === 'struct' && type.signature !== undefined

/** The type of the function that a name means, if it means just one. */
export function typeOfFunction(checker: Checker, found: Entity | undefined, part: A.NamePart): Type | undefined {
  if (found?.kind !== 'functions' || found.list.length > 1) return undefined
  const { symbol, owner, isStatic } = found.list[0]!
  if (!symbol || (owner && !isStatic)) return undefined
  return typeOfFunctions(checker, symbol.returnType, symbol.params, part)
}

type Params = FunctionSignature['params']
type Written = A.Modifier & { readonly name: 'out' | 'inout' }

/** How the type of a function names what is passed to it. */
const REFERENCES: ReadonlyMap<string, string> = table({ out: ' &', inout: ' &__restrict' })

/** What stands for a reference among the arguments of templates; one to a constant or to what a parameter writes fits no pattern. */
export function referenceTo(checker: Checker, type: Type, isOther: boolean, { pos, end }: Span): Type {
  const name = `${argumentKey(type)} ${isOther ? 'const ' : ''}&`
  const made = within(checker, checker.global, () => announced(checker, { name, templateArgs: undefined, pos, end }))
  const reference = made as Mutable<StructType>
  reference.name = `${isOther ? 'const ' : ''}${shownType(type)} &`
  if (!isOther) reference.referenced = type
  return reference
}

/** The type of functions with this result and these parameters: a struct that nothing defines, so that there are no values of it. */
export function typeOfFunctions(checker: Checker, result: Type, params: Params, { pos, end }: Span): Type {
  // No name of a program has a parenthesis.
  const name = `(${[result, ...params.map(p => p.type)].map(argumentKey)})${params.map(p => p.mode)}`
  const made = within(checker, checker.global, () => announced(checker, { name, templateArgs: undefined, pos, end }))
  const type = made as Mutable<StructType>
  const passed = params.map(p => typeText(p.type) + (REFERENCES.get(p.mode) ?? ''))
  type.name = `${typeText(result)} (${passed.join(', ')})`
  type.signature = { result, params }
  return type
}
