// What `unsigned` makes of the names of types.

import { NUMERIC_TYPES } from '../lex/token.ts'
import type { NamePart, QualifiedName } from '../tree/ast.ts'

/** `float` of `float2x3` and of `vector<float, 2>`. */
export function elementName({ name, templateArgs }: NamePart): string {
  const element = templateArgs?.[0]
  if ((name === 'vector' || name === 'matrix') && element?.kind === 'named_type') return element.name.parts[0]!.name
  return NUMERIC_TYPES.has(name) ? name.replace(/[1-4](x[1-4])?$/, '') : name
}

export const withLast = (name: QualifiedName, part: NamePart): QualifiedName => ({
  ...name,
  parts: [...name.parts.slice(0, -1), part],
})

export function unsignedName(name: string): string | undefined {
  const signed = SIGNED.exec(name)
  if (signed) return `${signed[1] ?? ''}u${signed[2]}`
  return /^(uint|int8|min16uint|dword)/.test(name) ? name : undefined
}

/** Integers that have an unsigned counterpart, with any vector or matrix size. */
const SIGNED = /^(min16)?(int(?:16_t|32_t|64_t)?(?:[1-4](?:x[1-4])?)?)$/
