// Names that depend on parameters of templates: only instances know what they are.

import { insertion } from '../../diag/diagnostics.ts'
import { IDENTIFIER } from '../lex/token.ts'
import type { QualifiedName } from '../tree/ast.ts'
import type { Cursor } from './cursor.ts'
import type { Entry } from './scopes.ts'

/** Whether tokens name parameters of templates. */
export function isDependent(c: Cursor, from: number, to: number): boolean {
  for (let i = from; i < to; i++)
    if (c.kindAt(i) === IDENTIFIER && c.scopes.lookup(c.tokens.value[i]!)?.tag === 'parameter') return true
  return false
}

/** `T::x` is a value unless `typename` says that it is a type; inside of S so is `S<T>::x` of another struct, not of S. */
export function requireTypename(c: Cursor, first: number, { parts, pos, end }: QualifiedName): void {
  if (parts.length === 1) return
  const last = parts.at(-1)!
  let behind = first
  while (c.tokens.pos[behind]! < last.pos) behind++
  if (!isDependent(c, first, behind)) return
  let entry: Entry | undefined
  for (const [i, part] of parts.slice(0, -1).entries()) {
    const id = c.names.intern(part.name)
    entry = i === 0 ? c.scopes.lookup(id) : entry?.scope?.get(id)
  }
  if (c.scopes.isInside(entry?.scope)) return
  const name = c.diagnostics.sources.textOf({ pos, end })?.replace(/\s+/g, ' ') ?? last.name
  c.diagnostics.report('E1182', { pos, end }, { name }, { fixIts: [insertion(pos, 'typename ')] })
}
