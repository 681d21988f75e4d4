// InputPatch<T, n> and OutputPatch<T, n>: the control points of a patch, which a shader indexes and never writes.

import type { ObjectType, Type } from './types.ts'

export type PatchType = ObjectType & { readonly name: 'InputPatch' | 'OutputPatch' }

export const isPatch = (type: Type): type is PatchType =>
  type.kind === 'object' && (type.name === 'InputPatch' || type.name === 'OutputPatch')
