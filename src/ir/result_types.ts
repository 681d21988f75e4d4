// The struct types that DXIL operations with several results return, by their DXIL names (DxilOperations: GetResRetType, GetCBufferRetType).

import { F16, F32, F64, I1, I8, I16, I32, I64, type Type, type Types } from './types.ts'

const SUFFIX: Readonly<Record<number, string>> = {
  [I1]: 'i1',
  [I8]: 'i8',
  [I16]: 'i16',
  [I32]: 'i32',
  [I64]: 'i64',
  [F16]: 'f16',
  [F32]: 'f32',
  [F64]: 'f64',
}

/** The overload suffix of a scalar type in DXIL function and struct names: f32, i32, ... */
export function overloadSuffix(type: Type): string {
  return SUFFIX[type] ?? ''
}

/** %dx.types.ResRet.T = { T, T, T, T, i32 status }: buffer and texture loads, samples. */
export function resRetType(types: Types, element: Type): Type {
  return types.struct(`dx.types.ResRet.${overloadSuffix(element)}`, [element, element, element, element, I32])
}

/** More components than four, each by itself as passes want them; lower_resources makes a load of one vector of it. */
export function wideRetType(types: Types, element: Type, count: number): Type {
  return types.struct(`ResRet.${overloadSuffix(element)}.${count}`, [...new Array<Type>(count).fill(element), I32])
}

/** Number of the status word among the elements of a load's result. */
export const statusElement = (count: number): number => Math.max(4, count)

/** %dx.types.ResRet.vNT = { <N x T>, i32 status }: loads of vectors. */
export function vectorRetType(types: Types, element: Type, count: number): Type {
  return types.struct(`dx.types.ResRet.v${count}${overloadSuffix(element)}`, [types.vector(element, count), I32])
}

/** One 16-byte constant buffer row: four 32-bit, two 64-bit or, natively, eight 16-bit values. Min-precision 16-bit rows hold four. */
export function cbufRetType(types: Types, element: Type, native16Bit: boolean): Type {
  const suffix = overloadSuffix(element)
  if (element === F64 || element === I64) return types.struct(`dx.types.CBufRet.${suffix}`, [element, element])
  if ((element === F16 || element === I16) && native16Bit)
    return types.struct(`dx.types.CBufRet.${suffix}.8`, new Array<Type>(8).fill(element))
  return types.struct(`dx.types.CBufRet.${suffix}`, new Array<Type>(4).fill(element))
}

/** Result types which do not depend on the overload, by the type code of spec/dxil_ops.ts signatures. */
export function fixedResultType(types: Types, code: string): Type | undefined {
  switch (code) {
    case 'dims':
      return types.struct('dx.types.Dimensions', [I32, I32, I32, I32])
    case 'splitdouble':
      return types.struct('dx.types.splitdouble', [I32, I32])
    case 'twoi32':
      return types.struct('dx.types.twoi32', [I32, I32])
    case 'i32c':
      return types.struct('dx.types.i32c', [I32, I1])
    case 'fouri32':
      return types.struct('dx.types.fouri32', [I32, I32, I32, I32])
    case '$vec9':
      return types.vector(F32, 9)
    case 'SamplePos':
      return types.struct('dx.types.SamplePos', [F32, F32])
    default:
      return undefined
  }
}

/** Result of cmpxchg on groupshared memory: { old value, i1 swapped }; a literal struct in LLVM. */
export function cmpXchgType(types: Types, element: Type): Type {
  return types.struct(`{ ${overloadSuffix(element)}, i1 }`, [element, I1])
}
