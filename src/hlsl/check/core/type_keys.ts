// A text that identifies a type exactly, for caches of template instances: names alone do not, two scopes may declare the same one.

import type { ConstantValue } from '../../tree/typed.ts'
import { type Type, typeText } from '../../tree/types.ts'

const ids = new WeakMap<object, number>()
let next = 1

function idOf(type: object): number {
  let id = ids.get(type)
  if (id === undefined) ids.set(type, (id = next++))
  return id
}

function typeKey(type: Type): string {
  switch (type.kind) {
    case 'struct':
    case 'enum':
      return `#${idOf(type)}`
    case 'array':
      return `${typeKey(type.element)}[${type.size}]`
    case 'object':
      return `${type.name}<${type.element ? typeKey(type.element) : ''},${type.count}>`
    default:
      return typeText(type)
  }
}

export const argumentKey = (arg: Type | ConstantValue): string =>
  typeof arg === 'object' ? typeKey(arg) : `=${Number(arg)}`
